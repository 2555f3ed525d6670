// A write-behind queue: rows that no caller waits for are buffered for a moment and written in batches by one writer. When the queue
// is full or the database is unavailable, rows are dropped and counted; no request is slowed down or fails for it.
import { inContextOf } from '../../../telemetry/trace.ts';
import { inGroups } from './batch.ts';

type WriteBehind<Item> = {
  /** Never throws, never waits. */
  add(item: Item): void;
  /** Resolves when everything added so far is written or dropped. */
  flushed(): Promise<void>;
};

const FLUSH_INTERVAL_MS = 250;

export function createWriteBehind<Item>(options: {
  /** Rows of one write. */
  sizeMax: number;
  /** Rows waiting; further ones are dropped. */
  queueMax: number;
  /** Rows of different groups are written, and dropped, by themselves. */
  groupOf?: (item: Item) => string;
  write: (items: Item[]) => Promise<unknown>;
  onDropped: (count: number) => void;
}): WriteBehind<Item> {
  let queue: Item[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  const writeAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const items = queue.slice(0, options.sizeMax);
      queue = queue.slice(options.sizeMax);
      // In no trace: the request that happened to start the writer has nothing to do with the other rows.
      for (const group of inGroups(items, options.groupOf))
        await inContextOf([], () => options.write(group)).catch(() => options.onDropped(group.length));
    }
  };
  // A single writer: a slow database gets one statement of ours at a time, not one for each interval.
  const flush = (): Promise<void> => {
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
        void flush();
      }, FLUSH_INTERVAL_MS);
      timer.unref();
    },
    async flushed() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await flush();
      if (queue.length > 0) await flush();
    },
  };
}
