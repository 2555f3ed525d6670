// Somebody who reads a tenant with a long past (planted-past.ts), for the long run of figures and the benchmark of reads.

import { clientOf, createCredential, createTenant, type House, sql } from '../house.ts';
import { signedIn } from '../staff.ts';
import { registerEndpoint } from '../webhooks/webhooks.ts';
import { type Reader, timeAgo } from './figure-queries.ts';
import { DAYS, type Past } from './planted-past.ts';

const DELIVERIES = 100_000;

/** A tenant that may be given its past: with two credentials and an endpoint. */
export async function newPast(house: House, name: string, reports: number): Promise<Past> {
  const tenant = await createTenant(house, { name, balanceCredits: 1_000_000 });
  const { credentialId } = await createCredential(house, tenant);
  const { id } = await registerEndpoint(await clientOf(house, tenant), 'https://hooks.example.com/reports');
  const { tenantId, personId } = tenant;
  const credentialIds: [string, string] = [tenant.credentialId, credentialId];
  const deliveries = Math.min(reports, DELIVERIES);
  return { tenantId, personId, credentialIds, endpointId: id, reports, deliveries };
}

/** The past that a tenant of this name was given. */
export async function pastOf(house: House, name: string, reports: number): Promise<Past | null> {
  const [found] = await sql<Omit<Past, 'reports' | 'deliveries'>>(
    house,
    `select t.id as "tenantId", (select c.owner_id from credentials c where c.tenant_id = t.id limit 1) as "personId",
            (select array_agg(c.id order by c.created_at, c.id) from credentials c where c.tenant_id = t.id) as "credentialIds",
            (select w.id from webhook_endpoints w where w.tenant_id = t.id) as "endpointId"
     from tenants t where t.name = $1 and exists (select from reports r where r.tenant_id = t.id)`,
    [name],
  );
  return found === undefined ? null : { ...found, reports, deliveries: DELIVERIES };
}

export async function readerOf(house: House, past: Past): Promise<Reader> {
  const { tenantId } = past;
  const [middle] = await sql<Reader['middle']>(
    house,
    `select r.id, (extract(epoch from r.created_at) * 1000000)::bigint::text as micros, e.seq
     from reports r join ledger_entries e on e.tenant_id = r.tenant_id and e.report_id = r.id
     where r.tenant_id = $1 and r.created_at < $2 order by r.created_at desc limit 1`,
    [tenantId, timeAgo(DAYS / 2)],
  );
  const newest = (table: string, time: string) =>
    `(select id from ${table} where tenant_id = $1 and ${time} < $2::timestamptz order by id desc limit 1)`;
  const [recent] = await sql<Reader['recent']>(
    house,
    `select ${newest('reports', "status = 'failed' and created_at")} as id, ${newest('requests', 'at')} as "requestId", ${newest('events', 'at')} as "eventId",
       coalesce(${newest('deliveries', 'created_at')}, ${newest('events', 'at')}) as "deliveryId"`,
    [tenantId, timeAgo(5)],
  );
  const browser = await signedIn(house, { tenantId });
  const operator = await signedIn(house, { isOperator: true });
  return { past, browser, operator, middle: middle as Reader['middle'], recent: recent as Reader['recent'] };
}
