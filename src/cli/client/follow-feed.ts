// Reads the feed of events for as long as it is wanted, through restarts of the service, sleep and loss of the network: from a place on disk,
// one event after another, and the place moves when an event was dealt with.
import { type Trefoil, TrefoilError, type WebhookEvent } from '@trefoil/sdk';
import { CommandFailed } from '../command.ts';
import { pause } from './forward.ts';
import type { FeedPlace } from './place.ts';

/** The service holds a request so long for an event to happen. */
const WAIT_SECONDS = 25;
/** A longer gap between two ticks of a second: this process slept, and its connection is not to be trusted. */
const SLEPT_MS = 8_000;
/** Of the whole program: it gave up waiting for the service. */
export const SERVER_AWAY = 6;

type Follow = {
  events: Trefoil['events'];
  place: FeedPlace;
  filter: { types?: string; test?: boolean };
  /** Resolves false when the program ends before the event was dealt with. */
  onEvent: (event: WebhookEvent) => Promise<boolean>;
  onHeard: () => void;
  onLost: () => void;
  /** Without the service for so long, it ends. */
  awaySecondsMax: number;
  ending: AbortSignal;
};

export async function followFeed(follow: Follow): Promise<void> {
  const { place, ending } = follow;
  const watch = startWatch(follow.awaySecondsMax);
  try {
    while (!ending.aborted) {
      const begunMs = performance.now();
      // The first answer says whether the service is there: it is not to wait for an event.
      const isProbe = watch.isAway();
      const page = await read(follow, watch, isProbe ? 0 : WAIT_SECONDS);
      if (page === null) continue;
      for (const event of page.items) {
        if (!(await follow.onEvent(event))) return;
        place.write({ after: event.id });
      }
      // The filter may have passed over events behind the last of the page; "latest" has become a place, null where there is no event yet.
      if (page.next !== place.read()?.after) place.write({ after: page.next });
      // A service that shuts down answers a wait at once.
      if (!isProbe && page.items.length === 0 && performance.now() - begunMs < 500) await pause(500, ending);
    }
  } finally {
    watch.end();
  }
}

/** Null when there was no answer; then it has waited a moment. */
async function read({ events, place, filter, ending, ...on }: Follow, watch: Watch, wait: number) {
  const after = place.read()?.after ?? undefined;
  const query = { ...filter, wait, ...(after !== undefined && { after }) };
  const asked = watch.begin();
  const signal = AbortSignal.any([ending, asked]);
  try {
    const page = await events.page(query, {
      signal,
      maxRetries: 0,
      timeoutMs: (wait + 10) * 1_000,
    });
    watch.heard();
    on.onHeard();
    return page;
  } catch (error) {
    if (ending.aborted) return null;
    on.onLost();
    if (!asked.aborted && !isPassing(error)) throw error;
    if (watch.isTooLong())
      throw new CommandFailed(
        `The service did not answer for ${on.awaySecondsMax} seconds. Nothing is lost: run the command again when it is back.`,
        SERVER_AWAY,
      );
    watch.lost();
    await pause(Math.min((error as TrefoilError).retryAfter ?? 1, 5) * 1_000, ending);
    return null;
  }
}

/** It may be better in a moment; anything else is for a person to mend. */
function isPassing(error: unknown): boolean {
  return error instanceof TrefoilError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

type Watch = {
  /** A new request: its signal aborts it when this process has slept, or waited for too long. */
  begin(): AbortSignal;
  heard(): void;
  lost(): void;
  isAway(): boolean;
  isTooLong(): boolean;
  end(): void;
};

/** Counts seconds in which this process ran: time asleep is not time that the service was away. */
function startWatch(secondsMax: number): Watch {
  let [isAway, seconds, lastMs] = [true, 0, Date.now()];
  let request = new AbortController();
  const ticks = setInterval(() => {
    // By the wall clock: the monotonic one may stand still while a laptop sleeps.
    const nowMs = Date.now();
    if (nowMs - lastMs > SLEPT_MS) request.abort();
    lastMs = nowMs;
    if (isAway) seconds += 1;
    if (seconds >= secondsMax) request.abort();
  }, 1_000);
  return {
    begin: () => {
      request = new AbortController();
      return request.signal;
    },
    heard: () => {
      [isAway, seconds] = [false, 0];
    },
    lost: () => {
      isAway = true;
    },
    isAway: () => isAway,
    isTooLong: () => seconds >= secondsMax,
    end: () => clearInterval(ticks),
  };
}
