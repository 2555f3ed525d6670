// Hands one event to a handler on this machine as the service would: the same body, signed by Standard Webhooks with the listener's secret.
// An answer settles it, whatever it says; without a connection nobody has taken it, and it is tried until somebody does.
import type { WebhookEvent } from '@trefoil/sdk';
import { SECRET_PREFIX, signWebhook } from '../../usecases/webhooks/signatures.ts';

/** As the service's webhooks. */
const SECONDS_MAX = 15;
const PAUSES_MS = [200, 500, 1_000, 2_000];

export type Forwarded = { status: number } | 'timeout';

type Forward = (event: WebhookEvent, ending: AbortSignal) => Promise<Forwarded | null>;

export function createForward(needs: {
  url: string;
  secret: string;
  /** Called with true when the handler takes no connection, with false when it does again. */
  onAway: (isAway: boolean) => void;
}): Forward {
  const keys = [{ secret: needs.secret.slice(SECRET_PREFIX.length) }];

  /** Null without a connection, or when it broke off. */
  const send = async ({ id, ...body }: WebhookEvent): Promise<Forwarded | null> => {
    const text = JSON.stringify(body);
    const headers = signWebhook({ id, timestampSeconds: Math.floor(Date.now() / 1000), body: text }, keys);
    const patience = countSeconds(SECONDS_MAX);
    try {
      const { status, body: answer } = await fetch(needs.url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'trefoil-listen' },
        body: text,
        redirect: 'manual',
        signal: patience.signal,
      });
      // An unread answer would hold its connection. Whether it arrives whole does not matter.
      await answer?.cancel().catch(() => {});
      return { status };
    } catch {
      return patience.signal.aborted ? 'timeout' : null;
    } finally {
      patience.end();
    }
  };

  return async (event, ending) => {
    for (let tries = 0; !ending.aborted; tries += 1) {
      const answered = await send(event);
      needs.onAway(answered === null);
      if (answered !== null) return answered;
      await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] as number, ending);
    }
    return null;
  };
}

/** Aborts after seconds in which this process ran: a laptop that slept, or a stopped process, has waited for one of them at most. */
function countSeconds(secondsMax: number): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  let seconds = 0;
  const ticks = setInterval(() => {
    seconds += 1;
    if (seconds > secondsMax) controller.abort();
  }, 1_000);
  return { signal: controller.signal, end: () => clearInterval(ticks) };
}

export function pause(ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ending.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      ending.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    ending.addEventListener('abort', done, { once: true });
  });
}
