// The accounts in the order in which somebody reads them: what is wrong first, then what is unpaid by its size, then what stands at nothing,
// then what has ended. The console, the hosted page and the PDF share it.
import type { AccountRecord } from '../reports/credit-report.ts';
import { hasEnded, standingOf } from './report-words.ts';

type Ordered = Pick<AccountRecord, 'accountStatus' | 'balance' | 'history'>;
/** `place`: in the document's records. */
export type Placed<Record = AccountRecord> = { record: Record; place: number };

export type InOrder<Record> = {
  /** In default, behind or in an arrangement: look at these first. */
  first: Placed<Record>[];
  unpaid: Placed<Record>[];
  /** Open, with nothing left to pay or no balance given. */
  empty: Placed<Record>[];
  ended: Placed<Record>[];
};

export function inOrder<Record extends Ordered>(records: readonly Record[]): InOrder<Record> {
  const all = records.map((record, place) => ({ record, place }));
  const open = all.filter(({ record }) => !hasEnded(record.accountStatus));
  const isAdverse = ({ record }: Placed<Record>): boolean => rankOf(record) < CALM;
  const calm = open.filter((one) => !isAdverse(one));
  return {
    first: open.filter(isAdverse).toSorted((a, b) => rankOf(a.record) - rankOf(b.record) || byBalance(a, b)),
    unpaid: calm.filter(({ record }) => penceOf(record) > 0).toSorted(byBalance),
    empty: calm.filter(({ record }) => penceOf(record) <= 0),
    ended: all.filter(({ record }) => hasEnded(record.accountStatus)),
  };
}

const CALM = 2;
const RANKS = { danger: 0, warn: 1, ok: CALM, quiet: CALM };
const rankOf = (record: Ordered): number => RANKS[standingOf(record).tone];
const penceOf = ({ balance }: Ordered): number => balance?.amount ?? 0;
const byBalance = <Record extends Ordered>(a: Placed<Record>, b: Placed<Record>): number =>
  penceOf(b.record) - penceOf(a.record);
