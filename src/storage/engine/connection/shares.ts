// Whose turn it is for a connection. A tenant has at most half of them at once, and a quarter for reading figures, so one that asks for much
// waits for itself: what it leaves is for the others, who pass it in the queue. Whose a statement is, its text says (rule 2 of the README).
// Statements of several tenants or of none, and transactions, are the service's own and have no share.
import { createQueue } from './queue.ts';
import { late } from './unavailable.ts';

/** Statements of one tenant that wait at once in a process, twice as many as requests may be in flight; one more is refused. */
export const WAITING_PER_TENANT_MAX = 1_000;

export type Turn = { tenantId: string; isFigures: boolean } | null;

type AskedStatement = { text: string; placed?: { isFigures?: true } };

const parameters = new WeakMap<AskedStatement, number>();

export function turnOf(statement: AskedStatement, values: unknown[]): Turn {
  let parameter = parameters.get(statement);
  if (parameter === undefined) {
    parameter = Number(/\btenant_id\s*=\s*\$(\d+)/.exec(statement.text)?.[1] ?? 0);
    parameters.set(statement, parameter);
  }
  const tenantId = values[parameter - 1];
  return typeof tenantId === 'string' ? { tenantId, isFigures: statement.placed?.isFigures === true } : null;
}

export type Shares = {
  /** Resolves when the turn has come; undefined where it has already. Rejects when it does not come in time. */
  acquire(turn: Turn): Promise<void> | undefined;
  release(turn: Turn): void;
  waiting(): number;
  isQueueMoving(): boolean;
  /** How long all connections have been busy without one coming free; 0 while one is free. */
  stuckMs(): number;
};

export function createShares(connections: number, stalledMs?: number): Shares {
  const ofTenant = Math.ceil(connections / 2);
  const ofFigures = Math.max(1, Math.floor(connections / 4));
  const used = createCounts();
  const figures = createCounts();
  const waits = createCounts();
  let inUse = 0;
  // In front of the driver's own queue, where a caller would wait for as long as a new connection may take.
  const queue = createQueue<{ turn: Turn } & PromiseWithResolvers<void>>({
    ...(stalledMs !== undefined && { stalledMs }),
    reject: ({ turn, reject }) => {
      waits.add(turn, -1);
      reject(late('no connection came free in time'));
    },
  });

  const mayGo = (turn: Turn): boolean =>
    inUse < connections &&
    (turn === null || (used.of(turn) < ofTenant && !(turn.isFigures && figures.of(turn) >= ofFigures)));
  const count = (turn: Turn, change: 1 | -1): void => {
    inUse += change;
    used.add(turn, change);
    if (turn?.isFigures) figures.add(turn, change);
  };

  return {
    acquire(turn) {
      if (mayGo(turn)) {
        count(turn, 1);
        queue.moved();
        return undefined;
      }
      if (turn !== null && waits.of(turn) >= WAITING_PER_TENANT_MAX) {
        return Promise.reject(late('too many statements of one tenant wait'));
      }
      waits.add(turn, 1);
      const waiting = { turn, ...Promise.withResolvers<void>() };
      queue.join(waiting);
      return waiting.promise;
    },
    release(turn) {
      count(turn, -1);
      queue.moved();
      const starts = ({ turn: next }: { turn: Turn }): boolean => {
        if (!mayGo(next)) return false;
        count(next, 1);
        return true;
      };
      for (const next of queue.take(connections, starts)) {
        waits.add(next.turn, -1);
        next.resolve();
      }
    },
    waiting: () => queue.length,
    isQueueMoving: () => queue.isMoving(),
    stuckMs: () => (inUse < connections ? 0 : queue.stillMs()),
  };
}

/** By tenant; of nobody nothing is counted. */
function createCounts() {
  const counts = new Map<string, number>();
  const of = (turn: Turn): number => (turn === null ? 0 : (counts.get(turn.tenantId) ?? 0));
  return {
    of,
    add(turn: Turn, change: 1 | -1): void {
      if (turn === null) return;
      const next = of(turn) + change;
      if (next === 0) counts.delete(turn.tenantId);
      else counts.set(turn.tenantId, next);
    },
  };
}
