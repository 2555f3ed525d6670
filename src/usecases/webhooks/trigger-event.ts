// Trigger: an event of any type for a tenant's handlers to be tried with. It is of test mode, and about an id that was made up here: an
// event can neither name a live thing nor fetch the reference of one.
import { randomUUIDv7 } from 'node:crypto';
import { type EventBody, type EventType, subjectName, toEventBody } from '../../domain/webhooks/events.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { insertTestEvent } from '../../storage/webhooks/test-events.ts';

export type TriggerEvent = (
  tenantId: string,
  event: { type: EventType; facts: Record<string, unknown> },
) => Promise<{ id: string } & EventBody>;

export function createTriggerEvent(needs: { database: Database }): TriggerEvent {
  return async (tenantId, { type, facts }) => {
    const subjectId = subjectName(type) === null ? null : randomUUIDv7();
    const made = await insertTestEvent(needs.database, { tenantId, type, subjectId, facts });
    return { id: made.id, ...toEventBody({ ...made, type, isTest: true, subjectId, facts }) };
  };
}
