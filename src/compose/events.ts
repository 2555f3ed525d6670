// Composes events: the feed, and those who wait for it.
import { peekEvents } from '../storage/webhooks/event-feed.ts';
import { createReadEvents, type ReadEvents } from '../usecases/webhooks/read-events.ts';
import { createEventWatch } from '../usecases/webhooks/wait-for-events.ts';
import type { Stores } from './stores.ts';

export function composeEvents(given: { stores: Stores; steadyMs: () => number }): {
  forApp: { readEvents: ReadEvents };
  /** Answers those who wait for an event. */
  stopWaiting(): void;
  waiting(): number;
} {
  const { database, vault } = given.stores;
  const watch = createEventWatch({ peek: (readers) => peekEvents(database, readers) });
  return {
    forApp: { readEvents: createReadEvents({ database, vault, watch, steadyMs: given.steadyMs }) },
    stopWaiting: watch.stop,
    waiting: watch.waiting,
  };
}
