// The cost of charging: a live generate with instant stand-ins for the bureaus (hold, report, post), compared with pgbench running the same
// SQL in one statement a step; on a hundred wallets, on one hot wallet, and on tenants with a short and a long history.

import { createTestDatabase } from '../test/support/database/postgres.ts';
import { type Client, clientOf, createTenant, generateBody } from '../test/support/house.ts';
import { type Bench, plantTenant, RICH, rowSizes, sealedBytes, shotOf, withClient } from './bench.ts';
import type { Shot } from './driver.ts';
import type { Line } from './lines.ts';
import { LIVE, LONG_PAST, SHORT_PAST, tenantsWithPast } from './past.ts';

const WALLETS = 100;
const HOT_CALLERS = 50;
const MANY = 'charged generate, 100 wallets';
const HOT = 'charged generate, one hot wallet, 50 callers';
const SHORT = `charged generate, one wallet with ${SHORT_PAST} past transfers and reports`;
const LONG = `charged generate, one wallet with ${LONG_PAST} past transfers and reports`;
const PG_MANY = 'pgbench, the same SQL, 100 wallets';
const PG_HOT = 'pgbench, the same SQL, one wallet';

export async function moneyLines(bench: Bench): Promise<Line[]> {
  const service = await bench.startServer(bench.serviceOrder('service'));
  const clients: Client[] = [];
  for (let n = 0; n < WALLETS; n += 1) {
    clients.push(await clientOf(bench.house, await createTenant(bench.house, { balanceCredits: RICH })));
  }
  const shots = clients.map((client) => shotOf(client, generateBody(LIVE)));
  const hot = shots[0] as Shot;
  const pasts = await tenantsWithPast(bench);

  let turn = 0;
  const many: Line = {
    name: MANY,
    measure: () => bench.shoot(service, () => shots[turn++ % WALLETS] as Shot),
  };
  const one: Line = { name: HOT, measure: () => bench.shoot(service, () => hot, HOT_CALLERS) };
  const withPast = (client: Client) => {
    const shot = shotOf(client, generateBody(LIVE));
    return () => bench.shoot(service, () => shot, HOT_CALLERS);
  };
  const past: Line[] = [
    { name: SHORT, measure: withPast(pasts.short) },
    { name: LONG, measure: withPast(pasts.long), beside: SHORT, aim: { atLeast: 0.91 } },
  ];
  const { pgbench } = bench;
  if (pgbench === null) return [many, one, ...past];

  const copy = await createTestDatabase();
  await withClient(copy.url, async (client) => {
    for (let n = 1; n <= WALLETS; n += 1) await plantTenant(client, tenantNumber(n));
  });
  const sizes = await rowSizes(bench.house.database.url);
  return [
    { ...many, beside: PG_MANY, aim: { atLeast: 0.75 } },
    { name: PG_MANY, measure: () => pgbench(chargeScript(WALLETS, sizes), copy.url) },
    { ...one, beside: PG_HOT, aim: { atLeast: 1.5 } },
    { name: PG_HOT, measure: () => pgbench(chargeScript(1, sizes), copy.url, HOT_CALLERS) },
    ...past,
  ];
}

function tenantNumber(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

/** Hold and report in one statement, post and document in the next, as the service does it for a single caller. */
function chargeScript(wallets: number, sizes: { details: number; body: number }): string {
  return `\\set n random(1, ${wallets})
with given as (
  select gen_random_uuid() as id, ('00000000-0000-7000-8000-' || lpad((:n)::text, 12, '0'))::uuid as tenant_id
), moved as materialized (
  select * from ledger_apply((select jsonb_build_array(jsonb_build_object('o', 0, 'tenantId', tenant_id, 'kind', 'hold',
    'holdId', id, 'purpose', 'report', 'amount', 300, 'reportId', id)) from given))
)
insert into reports (tenant_id, id, is_test, bureaus, status, details, lease_token, leased_until)
select tenant_id, id, false, '{equifax,experian,transunion}', 'pending', ${sealedBytes(sizes.details)}, id,
       now() + interval '1 minute' from given, moved where result = 'moved' returning id, tenant_id \\gset
with locked as materialized (
  select tenant_id, id from reports where tenant_id = :tenant_id and id = :id and status = 'pending' and lease_token = :id for update
), moved as materialized (
  select * from ledger_apply((select jsonb_agg(jsonb_build_object('o', 0, 'tenantId', tenant_id, 'kind', 'post', 'holdId', id,
    'amount', 300, 'lines', '{"credit-report-equifax":100,"credit-report-experian":100,"credit-report-transunion":100}')) from locked))
)
update reports r set status = 'complete', body = ${sealedBytes(sizes.body)}, lease_token = null,
  leased_until = null, updated_at = now()
from moved where r.tenant_id = :tenant_id and r.id = :id and moved.result = 'moved';
`;
}
