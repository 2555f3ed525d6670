// Rows that nobody waits for: they are gathered for a moment and written together. A queue that is full, or a database that is away,
// costs rows, which are counted, and never a request.
import { inContextOf } from '../../telemetry/trace.ts';

export type Later<Item> = {
  /** Never throws, never waits. */
  add(item: Item): void;
  /** Writes all that was added so far, or gives it up. */
  flushed(): Promise<void>;
};

const GATHERED_MS = 250;

export function createLater<Item>(options: {
  sizeMax: number;
  /** More than this are not kept waiting. */
  queueMax: number;
  write: (items: Item[]) => Promise<unknown>;
  onDropped: (count: number) => void;
}): Later<Item> {
  let queue: Item[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  const writeAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const items = queue.slice(0, options.sizeMax);
      queue = queue.slice(options.sizeMax);
      // Nobody's: the request whose turn began the writing has nothing to do with the others.
      await inContextOf([], () => options.write(items)).catch(() => options.onDropped(items.length));
    }
  };
  // One writer at a time: a slow database has one statement of ours to do, and not one for every moment that it is slow.
  const begin = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  };

  return {
    add(item) {
      if (queue.length >= options.queueMax) return options.onDropped(1);
      queue.push(item);
      if (timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        void begin();
      }, GATHERED_MS);
      timer.unref();
    },
    async flushed() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await begin();
      if (queue.length > 0) await begin();
    },
  };
}
