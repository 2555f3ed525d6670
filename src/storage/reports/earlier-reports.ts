// The complete live reports about one consumer from before: what the ids of a new report's records are inherited from. Reports that were
// erased or purged have no key any more, and those past their tenant's retention are not read, whether they were purged yet or not.
import type { AccountRecord, CreditReport } from '../../domain/reports/credit-report.ts';
import { type Database, statement, unnested } from '../engine/connection/database.ts';
import type { TenantVault, Vault } from '../keys/vault.ts';
import { bodyPlace, readBody } from './report-parts.ts';
import { NOW } from './report-rows.ts';

/** Further back than one report that a bureau was missing from. */
const EARLIER_MAX = 3;

// Each key is looked up by itself, newest first, in the order of the index by person and of no other, so that the index gives its rows
// however many there are. Only the newest body is read at once: mostly it has every agreement that the new report has.
const FIND_EARLIER = statement(
  'find-earlier-reports',
  `select e.id, case when row_number() over (order by e.created_at desc, e.id desc) = 1 then e.body end as body
   from ${unnested('$2::bytea[]')} as p (hash) cross join lateral (
     select r.id, r.created_at, r.body from reports r
     where r.tenant_id = $1 and r.person_hash between p.hash and p.hash and r.purged_at is null and not r.is_test
       and r.created_at >= ${NOW} - (select make_interval(days => t.retention_days) from tenants t where t.id = $1)
     order by r.person_hash, r.created_at desc limit ${EARLIER_MAX}
   ) e
   order by e.created_at desc, e.id desc limit ${EARLIER_MAX}`,
);

const FIND_BODY = statement(
  'find-earlier-body',
  'select body from reports where tenant_id = $1 and id = $2 and purged_at is null',
);

/** Null when it was erased in the meantime. */
export type EarlierReport = { readRecords(): Promise<AccountRecord[] | null> };

/** Newest first. `hashes`: the keys of the consumer, by each of their names. */
export type FindEarlier = (tenantId: string, hashes: readonly Buffer[]) => Promise<EarlierReport[]>;

export function createFindEarlier(needs: { database: Database; vault: Vault }): FindEarlier {
  const { database, vault } = needs;
  return async (tenantId, hashes) => {
    const found = await database.query<{ id: string; body: Buffer | null }>(FIND_EARLIER, [tenantId, hashes]);
    if (found.length === 0) return [];
    const tenantVault = await vault.forTenant(tenantId);
    return found.map(({ id, body: first }) => ({
      async readRecords() {
        const body = first ?? (await findBody(database, tenantId, id));
        return body === null ? null : recordsIn(tenantVault, id, body);
      },
    }));
  };
}

async function findBody(database: Database, tenantId: string, id: string): Promise<Buffer | null> {
  const [row] = await database.query<{ body: Buffer | null }>(FIND_BODY, [tenantId, id]);
  return row?.body ?? null;
}

function recordsIn(vault: TenantVault, id: string, body: Buffer): AccountRecord[] {
  const { creditReport } = readBody(vault.open(bodyPlace(id), body));
  return (JSON.parse(creditReport.json) as CreditReport).consumerData.records;
}
