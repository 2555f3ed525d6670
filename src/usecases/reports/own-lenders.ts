// The lenders that a tenant adds to the registry. Its reports are merged and named by them, and nobody else's; they count from the next
// report on, in every process within two seconds. Documents that exist stay as they are.
import { type OwnLender, readLenderCsv } from '../../domain/lenders/lender-csv.ts';
import { LENDERS, type Lenders, withOwnLenders } from '../../domain/lenders/registry.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import {
  deleteOwnLenders,
  findOwnLenders,
  lockOwnLenders,
  type OwnLendersRow,
  putOwnLenders,
} from '../../storage/reports/own-lenders.ts';
import { makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import { createFreshReader } from '../fresh.ts';

export type LendersOf = (tenantId: string) => Promise<Lenders>;

export type OwnLenders = {
  read(tenantId: string): Promise<{ lenders: OwnLender[]; updatedAt: Date | null }>;
  put(caller: Caller, csv: string, from: From): Promise<{ lenders: OwnLender[]; updatedAt: Date }>;
  remove(caller: Caller, from: From): Promise<void>;
};

export function createOwnLenders(needs: { database: Database; nowMs: () => number }): {
  lendersOf: LendersOf;
  ownLenders: OwnLenders;
} {
  const { database } = needs;
  const registryOf = createRegistries();
  const lendersOf = createFreshReader({
    read: async (tenantId: string) => registryOf(tenantId, await findOwnLenders(database, tenantId)),
    nowMs: needs.nowMs,
  });

  const change = async <Result>(
    caller: Caller,
    from: From,
    count: number,
    work: (tx: Queryable) => Promise<Result>,
  ): Promise<Result> => {
    const { tenantId } = caller;
    const by = { caller, from, action: 'lenders-changed', object: { kind: 'tenant', id: tenantId } } as const;
    const done = await makeAudited(database, by, async (tx) => {
      const before = { lenders: await lockOwnLenders(tx, tenantId) };
      return { result: await work(tx), before, after: { lenders: count } };
    });
    lendersOf.forget(tenantId);
    return done;
  };

  return {
    lendersOf,
    ownLenders: {
      async read(tenantId) {
        return (await findOwnLenders(database, tenantId)) ?? { lenders: [], updatedAt: null };
      },

      async put(caller, csv, from) {
        const { lenders, problems } = readLenderCsv(csv);
        if (problems.length > 0) throw badCsv(problems);
        const updatedAt = await change(caller, from, lenders.length, (tx) =>
          putOwnLenders(tx, caller.tenantId, lenders),
        );
        return { lenders, updatedAt };
      },

      remove: (caller, from) => change(caller, from, 0, (tx) => deleteOwnLenders(tx, caller.tenantId)),
    },
  };
}

/** A registry takes milliseconds to make, and a tenant changes its lenders rarely. */
const REGISTRIES_MAX = 200;

/** The registry of a tenant's row, kept until the row changes. */
function createRegistries(): (tenantId: string, row: OwnLendersRow | null) => Lenders {
  const made = new Map<string, { atMs: number; lenders: Lenders }>();
  return (tenantId, row) => {
    if (row === null) return LENDERS;
    const atMs = row.updatedAt.getTime();
    const known = made.get(tenantId);
    if (known?.atMs === atMs) return known.lenders;
    // Evict the oldest: a Map iterates in insertion order.
    if (made.size >= REGISTRIES_MAX) made.delete(made.keys().next().value as string);
    const lenders = withOwnLenders(row.lenders);
    made.set(tenantId, { atMs, lenders });
    return lenders;
  };
}

function badCsv(problems: readonly string[]): Refusal {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return new Refusal('validation-error', `The CSV is not acceptable: ${count}. See details.`, {
    details: problems.map((message) => ({ path: '/csv', message })),
  });
}
