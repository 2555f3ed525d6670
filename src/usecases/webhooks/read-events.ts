// The feed of events: oldest first, from a position on, at once or as soon as there is something. The position is the id of an event, so
// that a reader keeps one word and loses nothing and sees nothing twice, however long it was away (up to the days that events are kept).
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type EventBody, type EventType, toEventBody } from '../../domain/webhooks/events.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import type { Vault } from '../../storage/keys/vault.ts';
import {
  EVENTS_KEPT_DAYS,
  findPosition,
  lastPosition,
  listEvents,
  type Position,
  START,
} from '../../storage/webhooks/event-feed.ts';
import { findReferences } from '../../storage/webhooks/event-references.ts';
import type { EventWatch } from './wait-for-events.ts';

/** In place of an id: behind everything that has happened so far. */
export const LATEST = 'latest';

type EventQuery = {
  after: string | null;
  types: readonly EventType[] | null;
  isTest: boolean | null;
  size: number;
  waitMs: number;
};

type EventFeed = { items: ({ id: string } & EventBody)[]; next: string | null };

/** `away` says that the request waits and does no work. */
export type ReadEvents = (
  tenantId: string,
  query: EventQuery,
  waiting: { gone: AbortSignal; away: <T>(wait: Promise<T>) => Promise<T> },
) => Promise<EventFeed>;

export function createReadEvents(needs: {
  database: Queryable;
  vault: Vault;
  watch: EventWatch;
  steadyMs: () => number;
}): ReadEvents {
  const { database, watch, steadyMs } = needs;

  const startOf = async (tenantId: string, after: string | null): Promise<Position> => {
    if (after === null) return START;
    if (after === LATEST) return (await lastPosition(database, tenantId)) ?? START;
    const position = isUuid(after) ? await findPosition(database, tenantId, after) : null;
    if (position !== null) return position;
    throw new Refusal('validation-error', 'There is no event to continue after.', {
      details: [
        {
          path: '/after',
          message: `must be the id of an event of the last ${EVENTS_KEPT_DAYS} days, or \`${LATEST}\`; without it the feed begins with the oldest`,
        },
      ],
    });
  };

  return async (tenantId, { after, types, isTest, size, waitMs }, { gone, away }) => {
    const untilMs = steadyMs() + waitMs;
    let position = await startOf(tenantId, after);
    for (;;) {
      const { events, end } = await listEvents(
        database,
        tenantId,
        { types, isTest },
        { after: position, size },
      );
      const hasMoved = end !== null;
      if (hasMoved) position = end;
      const leftMs = untilMs - steadyMs();
      if (events.length > 0 || leftMs <= 0 || gone.aborted) {
        const references = await findReferences(database, needs.vault, tenantId, events);
        const items = events.map((event) => ({
          id: event.id,
          ...toEventBody(event, references.get(event.subjectId ?? '') ?? null),
        }));
        return { items, next: position === START ? null : position.id };
      }
      // What the filters left out was passed over: look on at once.
      if (!hasMoved) {
        await away(watch.wait({ tenantId, after: position }, leftMs, gone));
        if (watch.isStopped()) return { items: [], next: position === START ? null : position.id };
      }
    }
  };
}
