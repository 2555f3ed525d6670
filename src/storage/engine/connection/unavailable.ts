// What is thrown where the database did not do its part: it cannot be reached, it was late, or it has no room. The request may be retried later;
// the three are told apart in the answer, in the log and in the metrics, because an operator looks elsewhere for each.
import { codeOf } from './hosts.ts';

/** `late`: it answers others, and this statement did not get its turn, its lock or its answer in time. */
export type Cause = 'unreachable' | 'late' | 'full';

export class DatabaseUnavailable extends Error {
  /** The statement was sent: it may have been executed, and only its answer was lost. */
  readonly mayBeDone: boolean;
  readonly why: Cause;
  constructor(cause: unknown, mayBeDone: boolean, why: Cause = causeOf(codeOf(cause))) {
    super(WORDS[why], { cause });
    this.name = NAMES[why];
    this.mayBeDone = mayBeDone;
    this.why = why;
  }
}

const WORDS: Record<Cause, string> = {
  unreachable: 'the database cannot be reached',
  late: 'the database was late',
  full: 'the database has no room',
};
/** The log has names, never messages. */
const NAMES: Record<Cause, string> = {
  unreachable: 'DatabaseUnavailable',
  late: 'DatabaseLate',
  full: 'DatabaseFull',
};

export const DEADLOCK = '40P01';
const TIMED_OUT = '57014';
const LOCK_TIMED_OUT = '55P03';
const NO_CONNECTION_LEFT = '53300';
/** The server cancelled the statement at its timeout, or chose it to end a deadlock: it had no effect. */
const WITHOUT_EFFECT = new Set([TIMED_OUT, DEADLOCK]);

function causeOf(code: string): Cause {
  if ([TIMED_OUT, LOCK_TIMED_OUT, DEADLOCK, NO_CONNECTION_LEFT].includes(code)) return 'late';
  return code.startsWith('53') ? 'full' : 'unreachable';
}

/** A caller waited for its turn for too long: nothing was sent. */
export function late(what: string): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error(what), false, 'late');
}

/** Connection errors, a restart, a read-only standby, a lock timeout, a deadlock or a full disk are the database's; anything else is a bug of ours. */
export function asUnavailable(error: unknown, mayBeDone: boolean): unknown {
  const code = codeOf(error);
  const isUnavailable =
    /^(08|57P|57014|55P03|40P01|53|25006)/.test(code) ||
    /^E[A-Z]+$/.test(code) ||
    (code === '' && isDriverMessage(error));
  return isUnavailable ? new DatabaseUnavailable(error, mayBeDone && !WITHOUT_EFFECT.has(code)) : error;
}

function isDriverMessage(error: unknown): boolean {
  return (
    error instanceof Error && /connection|timeout exceeded|read timeout|not queryable/i.test(error.message)
  );
}
