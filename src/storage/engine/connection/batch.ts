// Batches what arrives while the last statement is in flight: many callers share one round trip and one commit. Each caller gets
// its own answer. A batch that fails is retried item by item, so that one caller's error does not fail the others; the work must
// therefore be safe to repeat, keyed by an id that the caller brings.
import { currentContext, inContextOf } from '../../../telemetry/trace.ts';
import { type Database, DatabaseUnavailable } from './database.ts';
import { createQueue } from './queue.ts';
import { late } from './unavailable.ts';

type Batch<Item, Answer> = (item: Item) => Promise<Answer>;

type Waiting<Item, Answer> = {
  item: Item;
  /** The trace that shows the shared statement. */
  context: ReturnType<typeof currentContext>;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** The sizes of a store's batches on a database, and who may share one: on a sharded database the tenants of a shard. */
export function batchesOn({ isQueueMoving, groupOf }: Database) {
  return {
    sizeMax: 64,
    inFlightMax: 2,
    isQueueMoving,
    groupOf: (item: unknown): string => {
      const { tenantId } = item as { tenantId?: string };
      return tenantId === undefined ? '' : groupOf(tenantId);
    },
  };
}

/** Items that may share a statement, together; in the order of their first. */
export function inGroups<Item>(items: Item[], groupOf: (item: Item) => string = () => ''): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = groupOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

type BatchOptions<Item, Answer> = {
  sizeMax: number;
  /** Batches in flight at once: more than one keeps the database busy while we prepare the next. */
  inFlightMax: number;
  /** Two items of one key never share a batch: the second must see what the first did, so it waits until that is done. */
  keyOf?: (item: Item) => string;
  /** Of the pool. The statement in flight may be queued for a pool connection: then the batch is waiting, not stuck. */
  isQueueMoving?: () => boolean;
  /** Does the work of all items, all or nothing; the answers are in their order. */
  run: (items: Item[]) => Promise<Answer[]>;
};

/** Each group has a queue and batches of its own, so that a server which hangs holds up nobody else's. */
export function createBatch<Item, Answer>(
  options: BatchOptions<Item, Answer> & { groupOf?: (item: Item) => string },
): Batch<Item, Answer> {
  const { groupOf, ...ofGroup } = options;
  if (groupOf === undefined) return createBatchOfGroup(ofGroup);
  const groups = new Map<string, Batch<Item, Answer>>();
  return async (item) => {
    const group = groupOf(item);
    const batch = groups.get(group) ?? createBatchOfGroup(ofGroup);
    groups.set(group, batch);
    return batch(item);
  };
}

function createBatchOfGroup<Item, Answer>(options: BatchOptions<Item, Answer>): Batch<Item, Answer> {
  const { keyOf, isQueueMoving } = options;
  const queue = createQueue<Waiting<Item, Answer>>({
    ...(isQueueMoving !== undefined && { isNextMoving: isQueueMoving }),
    reject: (waiting) => waiting.reject(late('no batch came back in time')),
  });
  const busyKeys = new Set<string>();
  let inFlight = 0;
  let isPumpDue = false;

  const settle = async (batch: Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await inContextOf(
        batch.map((waiting) => waiting.context),
        () => options.run(batch.map((waiting) => waiting.item)),
      );
      batch.forEach((waiting, index) => {
        waiting.resolve(answers[index] as Answer);
      });
    } catch (error) {
      // Without a database a retry is pointless, and a hundred callers would queue up to hear the same error.
      const isHopeless = batch.length === 1 || error instanceof DatabaseUnavailable;
      for (const waiting of batch) {
        if (isHopeless) waiting.reject(error);
        else await settle([waiting]);
      }
    }
  };

  /** The first in the queue whose keys are not in flight, in order. */
  const take = (): Waiting<Item, Answer>[] =>
    queue.take(options.sizeMax, ({ item }) => {
      if (keyOf === undefined) return true;
      const key = keyOf(item);
      if (busyKeys.has(key)) return false;
      busyKeys.add(key);
      return true;
    });

  const pump = (): void => {
    while (inFlight < options.inFlightMax && queue.length > 0) {
      const batch = take();
      // All of them wait for an item of their key; when that is done, it pumps again.
      if (batch.length === 0) return;
      inFlight += 1;
      queue.moved();
      void settle(batch).finally(() => {
        inFlight -= 1;
        queue.moved();
        if (keyOf !== undefined) for (const { item } of batch) busyKeys.delete(keyOf(item));
        pump();
      });
    }
  };

  return (item) =>
    new Promise<Answer>((resolve, reject) => {
      if (inFlight < options.inFlightMax) queue.moved();
      queue.join({ item, context: currentContext(), resolve, reject });
      // At the end of this event-loop turn, so that requests read from the sockets together share a batch.
      if (isPumpDue) return;
      isPumpDue = true;
      setImmediate(() => {
        isPumpDue = false;
        pump();
      });
    });
}
