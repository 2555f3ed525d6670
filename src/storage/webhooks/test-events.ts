// Events that a tenant made up to try its handlers: of test mode always, about nothing that is there.

import type { EventType, StoredEvent } from '../../domain/webhooks/events.ts';
import { EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';
import { recordEvents } from './record-events.ts';

const INSERT = statement(
  'insert-test-event',
  `with ${recordEvents(
    'happened',
    `select e.tenant_id, ${EXACT_NOW} as at, $2::text as type, true as is_test,
            $3::uuid as subject_id, $4::jsonb as facts
     from (select $1::uuid as tenant_id) e where e.tenant_id = $1`,
  )}
   select id, at from happened`,
);

export async function insertTestEvent(
  db: Queryable,
  given: { tenantId: string; type: EventType; subjectId: string | null; facts: object },
): Promise<Pick<StoredEvent, 'id' | 'at'>> {
  const { tenantId, type, subjectId, facts } = given;
  const values = [tenantId, type, subjectId, JSON.stringify(facts)];
  const [row] = await db.query<{ id: string; at: Date }>(INSERT, values);
  if (row === undefined) throw new Error('an event that is inserted has an id');
  return row;
}
