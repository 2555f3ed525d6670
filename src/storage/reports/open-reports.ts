// Opens a report that costs: one statement inserts it, holds its price, and notes the request for the risk assessment, which uses up the device
// session. So a request that cannot be paid for, or was made before, uses and counts nothing. Locks: wallets, holds, device sessions, keys of
// the counts.
import { SESSION_LIFETIME_MS } from '../../domain/reports/risk-facts.ts';
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, SET_NOW, type Statement, statement } from '../engine/connection/database.ts';
import { type PackedPlace, packBytes, unpackedBytes } from '../engine/connection/packed-bytes.ts';
import { PLACE, rowsOf } from '../engine/rows.ts';
import type { Vault } from '../keys/vault.ts';
import type { Who } from '../wallet/ledger.ts';
import { inOrder, type StepResult, type StepRow } from './charged-steps.ts';
import { type NewReport, sealReport } from './report-parts.ts';
import { LEASE_SECONDS, NOW } from './report-rows.ts';
import { COUNT_MAX, type RiskKeys, type RiskKeysOf } from './risk-facts.ts';

export type OpenedReport = NewReport &
  Who & { leaseToken: string; priceCredits: number; personHash: Buffer; sessionId: string };

const OPENED = rowsOf<OpenedReport & PackedPlace & RiskKeys>({
  o: PLACE,
  tenant_id: ['uuid', (one) => one.tenantId],
  id: ['uuid', (one) => one.id],
  bureaus: ['text', (one) => one.bureaus.join(',')],
  reference_hash: ['bytea', (one) => one.externalReferenceHash],
  lease_token: ['uuid', (one) => one.leaseToken],
  price: ['bigint', (one) => one.priceCredits],
  credential_id: ['uuid', (one) => one.credentialId],
  person_id: ['uuid', (one) => one.personId],
  details_start: ['int', (one) => one.start],
  details_length: ['int', (one) => one.length],
  reference_path: ['bytea', (one) => one.referencePath],
  person_hash: ['bytea', (one) => one.personHash],
  finders: ['bytea', (one) => one.finders],
  session_id: ['uuid', (one) => one.session],
  number_hash: ['bytea', (one) => one.number],
  address_hash: ['bytea', (one) => one.address],
  network_hash: ['bytea', (one) => one.network],
});

// The order of the newest one is that of the index by person, and of no other: one in the order of time would be walked until the person is met.
const open = (noted: string, facts: string): string => `with given as (
     select * from ${OPENED.sql}
   ), moved as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', o, 'tenantId', tenant_id, 'kind', 'hold',
       'holdId', id, 'purpose', 'report', 'amount', price, 'reportId', id, 'credentialId', credential_id,
       'personId', person_id)), '[]') from given where price > 0))
   ), stored as (
     insert into reports (tenant_id, id, is_test, bureaus, external_reference_hash, reference_path, status, details, created_at, updated_at,
                          lease_token, leased_until, finders)
     select g.tenant_id, g.id, false, string_to_array(g.bureaus, ','), g.reference_hash, g.reference_path, 'pending',
            ${unpackedBytes(OPENED.after(1), 'g.details_start', 'g.details_length')}, now.at, now.at,
            g.lease_token, clock_timestamp() + make_interval(secs => ${OPENED.after(2)}), g.finders
     from given g left join moved m on m.o = g.o
     cross join (select ${NOW} as at) now
     where g.price = 0 or m.result = 'moved'
     on conflict (tenant_id, id) do nothing
     returning tenant_id, id
   )${noted}
   select g.o, m.result, s.id is not null as is_done, ${facts} as facts,
          coalesce(m.available, (select w.available from wallets w where w.tenant_id = g.tenant_id)) as available,
          (select coalesce(r.records_hash, '') from reports r
           where r.tenant_id = g.tenant_id and r.person_hash between g.person_hash and g.person_hash
           order by r.person_hash, r.created_at desc limit 1) as newest
   from given g left join moved m on m.o = g.o left join stored s on s.tenant_id = g.tenant_id and s.id = g.id`;

// Of several at once all locks are taken first, in one order; one takes its own. Nobody is noted before that: the lifetime is theirs.
const NOTED = `, locked as materialized (
     select interval '${SESSION_LIFETIME_MS} milliseconds' as lifetime, case when count(*) > 1 then
              lock_risk_keys(array_agg(g.session_id), array_agg(g.person_hash) || array_agg(g.number_hash) || array_agg(g.address_hash)) end
     from given g join stored s on s.tenant_id = g.tenant_id and s.id = g.id
   ), noted as materialized (
     select g.o, to_jsonb(f) as facts from locked l cross join given g join stored s on s.tenant_id = g.tenant_id and s.id = g.id
     cross join lateral note_risk_event(${SET_NOW}, g.tenant_id, g.id, g.session_id, g.person_hash, g.number_hash, g.address_hash,
       g.network_hash, l.lifetime, ${COUNT_MAX + 1}) f
   )`;

const OPEN_REPORTS = statement(
  'open-charged-reports',
  open(NOTED, '(select n.facts from noted n where n.o = g.o)'),
  { isAtHome: true },
);

// On a shard, where no device session is (see risk-facts.ts).
const OPEN_ON_SHARD = statement('open-charged-reports-on-shard', open('', 'null::jsonb'));

export function createOpenReport(needs: {
  database: Database;
  vault: Vault;
  riskKeysOf: RiskKeysOf;
}): (report: OpenedReport) => Promise<StepResult> {
  const { database, vault, riskKeysOf } = needs;
  const textFor = (tenantId: string): Statement =>
    database.groupOf(tenantId) === '' ? OPEN_REPORTS : OPEN_ON_SHARD;
  return createBatch<OpenedReport, StepResult>({
    ...batchesOn(database),
    run: async (reports) => {
      const details = packBytes(
        await Promise.all(
          reports.map(async (report) => sealReport(await vault.forTenant(report.tenantId), report).details),
        ),
      );
      const opened = reports.map((one, o) => ({
        ...one,
        ...details.placeOf(o),
        ...riskKeysOf({ ...one, consumer: one.details.consumer }),
      }));
      const rows = await database.query<StepRow>(textFor(reports[0]?.tenantId ?? ''), [
        ...OPENED.values(opened),
        ...[details.bytes, LEASE_SECONDS],
      ]);
      return inOrder(reports.length, rows);
    },
  });
}
