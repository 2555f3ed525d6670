// Events and endpoints in numbers, for tests of delivery: recorded by the same piece of SQL as the service's own.
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import { EVENT_BODIES } from '../../../src/http/schemas/webhooks/event-bodies.ts';
import { recordEvents } from '../../../src/storage/webhooks/record-events.ts';
import { type Client, type House, sql } from '../house.ts';

/** So many completed reports' events of one tenant; answers their ids. */
export async function happen(
  house: House,
  tenantId: string,
  count: number,
  { isTest = false } = {},
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    house,
    `with ${recordEvents(
      'happened',
      `select $1::uuid as tenant_id, clock_timestamp() as at, 'report.completed' as type, $3::boolean as is_test,
              gen_random_uuid() as subject_id, '{"status":"complete"}'::jsonb as facts from generate_series(1, $2::int)`,
    )} select id from happened`,
    [tenantId, count, isTest],
  );
  return rows.map(({ id }) => id);
}

/** Answers the endpoint's id and secret. */
export async function registerEndpoint(
  client: Client,
  url: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; secret: string }> {
  const path = `/${client.tenant.tenantId}/v1/webhook-endpoints` as const;
  const answer = await client.post(path, { url, mode: 'live', ratePerSecond: 100, ...more });
  if (answer.status !== 200) throw new Error(`no endpoint: ${answer.text}`);
  return { id: answer.body.endpoint.id, secret: answer.body.secret };
}

/** What waits for its next try is due now; what a worker has in hand, or is about to take, stays with it. */
export async function hastenRetries(house: House): Promise<void> {
  await sql(
    house,
    `update deliveries d set due_at = clock_timestamp() from (
       select tenant_id, id from deliveries
       where state = 'due' and lease_token is null and due_at > clock_timestamp() for update skip locked) w
     where d.tenant_id = w.tenant_id and d.id = w.id`,
  );
}

const ajv = new Ajv({ strict: false, validateFormats: false, removeAdditional: 'all' });

/** What is wrong with the body of an event, by the schema of its type, a field that it does not name too; null when nothing is. */
export function eventFault(body: { type: string }): string | null {
  const { schema } = EVENT_BODIES[body.type] ?? {};
  if (schema === undefined) return `${body.type} is not in the document`;
  const named = structuredClone(body);
  if (!ajv.validate(schema, named)) return `${body.type}: ${ajv.errorsText()}`;
  return isDeepStrictEqual(named, body) ? null : `${body.type} has more fields than ${JSON.stringify(named)}`;
}
