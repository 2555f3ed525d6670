// Waiting for events without a connection and without a slot: one statement asks for all readers of this process whether there is
// something to read, a few times a second, and only while somebody waits. The number of readers is bounded, in all and for a tenant.
import { Refusal } from '../../domain/refusal.ts';
import type { Awaited } from '../../storage/webhooks/event-feed.ts';

const POLL_MS = 250;
const WAITING_MAX = 500;
const WAITING_PER_TENANT_MAX = 20;

export type EventWatch = ReturnType<typeof createEventWatch>;

type Reader = Awaited & { end: () => void };

export function createEventWatch(needs: {
  peek: (readers: readonly Awaited[]) => Promise<Set<number>>;
  pollMs?: number;
}) {
  const readers = new Set<Reader>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  const look = async (): Promise<void> => {
    const asked = [...readers];
    // While the database is out of reach they go on waiting; each has its own end.
    const found = await needs.peek(asked).catch(() => new Set<number>());
    asked.forEach((reader, o) => {
      if (found.has(o)) reader.end();
    });
  };
  const schedule = (): void => {
    if (timer !== null || readers.size === 0) return;
    timer = setTimeout(() => {
      void look().finally(() => {
        timer = null;
        schedule();
      });
    }, needs.pollMs ?? POLL_MS);
    timer.unref();
  };

  return {
    /** Resolves when there is an event behind the position, when the time is over, when the reader has gone, or when we stop. */
    wait({ tenantId, after }: Awaited, waitMs: number, gone: AbortSignal): Promise<void> {
      if (isStopped || gone.aborted || waitMs <= 0) return Promise.resolve();
      const ofTenant = [...readers].filter((reader) => reader.tenantId === tenantId).length;
      if (readers.size >= WAITING_MAX || ofTenant >= WAITING_PER_TENANT_MAX) throw tooManyWait();
      return new Promise((resolve) => {
        const reader: Reader = {
          tenantId,
          after,
          end: () => {
            readers.delete(reader);
            clearTimeout(over);
            gone.removeEventListener('abort', reader.end);
            resolve();
          },
        };
        const over = setTimeout(reader.end, waitMs);
        gone.addEventListener('abort', reader.end, { once: true });
        readers.add(reader);
        schedule();
      });
    },
    waiting: () => readers.size,
    isStopped: () => isStopped,
    /** Answers all who wait, and every later one at once. */
    stop(): void {
      isStopped = true;
      for (const reader of [...readers]) reader.end();
    },
  };
}

function tooManyWait(): Refusal {
  return new Refusal(
    'rate-limited',
    `Too many requests wait for events: a tenant may have ${WAITING_PER_TENANT_MAX} at a time. Let one reader wait, or ask without \`wait\`.`,
    { retryAfterSeconds: 5 },
  );
}
