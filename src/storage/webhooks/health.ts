// Endpoints that fail: their people are told after an hour, and again a day before the end. The end itself comes with a failed try
// (deliveries.ts).

import { FAILING_MS, TOLD_AFTER_MS } from '../../domain/webhooks/webhooks.ts';
import { EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';
import { recordEvents } from './record-events.ts';

const ENDPOINTS_A_RUN = 100;
const [FIRST_MS, LAST_MS] = TOLD_AFTER_MS;

const TOLD = recordEvents(
  'happened',
  `select d.tenant_id, d.at, 'endpoint.failing' as type, d.is_test, d.endpoint_id as subject_id,
          jsonb_build_object('failingSince', d.failing_since, 'failures', d.failures,
            'disabledAt', d.failing_since + interval '${FAILING_MS} milliseconds') as facts
   from due d`,
  { isMailed: true },
);

const TELL = statement(
  'tell-of-failing-endpoints',
  `with due as materialized (
     select h.tenant_id, h.endpoint_id, h.failing_since, h.failures, w.is_test, now.at,
            case when h.failing_since <= now.at - interval '${LAST_MS} milliseconds' then 2 else 1 end as told
     from webhook_health h join webhook_endpoints w on w.tenant_id = h.tenant_id and w.id = h.endpoint_id and w.state = 'active'
     cross join (select ${EXACT_NOW} as at) now
     where h.failing_since <= now.at - interval '${FIRST_MS} milliseconds'
       and (h.told = 0 or h.told = 1 and h.failing_since <= now.at - interval '${LAST_MS} milliseconds')
     limit ${ENDPOINTS_A_RUN} for update of h skip locked
   ), marked as (
     update webhook_health h set told = d.told from due d where h.tenant_id = d.tenant_id and h.endpoint_id = d.endpoint_id
   ), ${TOLD}
   select endpoint_id from due`,
);

/** Answers how many. */
export async function tellOfFailing(db: Queryable): Promise<number> {
  return (await db.query(TELL, [])).length;
}

const PURGE = statement(
  'purge-endpoints',
  `delete from webhook_endpoints w where w.state = 'deleted'
     and not exists (select 1 from deliveries d where d.tenant_id = w.tenant_id and d.endpoint_id = w.id)`,
);
const PURGE_HEALTH = statement(
  'purge-webhook-health',
  `delete from webhook_health h
   where not exists (select 1 from webhook_endpoints w where w.tenant_id = h.tenant_id and w.id = h.endpoint_id)`,
);

export async function purgeEndpoints(db: Queryable): Promise<void> {
  await db.query(PURGE, []);
  await db.query(PURGE_HEALTH, []);
}
