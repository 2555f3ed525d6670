// Gathers what arrives while the last statement is in flight and sends it as one: many callers share one round trip and
// one commit. Each caller keeps its own answer; a batch that fails is tried again one by one, so that one caller's
// bad luck is not everybody's. So the work must be safe to repeat: keyed by an id that the caller brings.
import { currentContext, inContextOf } from '../../telemetry/trace.ts';
import { DatabaseUnavailable } from './database.ts';
import { createLine } from './line.ts';

export type Batch<Item, Answer> = (item: Item) => Promise<Answer>;

type Waiting<Item, Answer> = {
  item: Item;
  /** In whose trace the shared statement is to be seen. */
  context: ReturnType<typeof currentContext>;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

export function createBatch<Item, Answer>(options: {
  sizeMax: number;
  /** Batches under way at once: more than one keeps the database busy while we prepare the next. */
  inFlightMax: number;
  /** Two items of one key never go together: the second has to see what the first did, so it waits until that is done. */
  keyOf?: (item: Item) => string;
  /** The statement under way waits for a connection like others: the batch is as well as they are. */
  isInLine?: () => boolean;
  /** Does the work of all items, all or nothing, and answers in their order. */
  run: (items: Item[]) => Promise<Answer[]>;
}): Batch<Item, Answer> {
  const { keyOf, isInLine } = options;
  const queue = createLine<Waiting<Item, Answer>>({
    ...(isInLine !== undefined && { isHeldUp: isInLine }),
    refuse: (waiting) =>
      waiting.reject(new DatabaseUnavailable(new Error('no batch came back in time'), false)),
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
      // With no database there is nothing to try again, and a hundred callers would wait in line to hear it.
      const isHopeless = batch.length === 1 || error instanceof DatabaseUnavailable;
      for (const waiting of batch) {
        if (isHopeless) waiting.reject(error);
        else await settle([waiting]);
      }
    }
  };

  /** The first in the queue whose keys are free, in their order. */
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
      // All of them wait for others of their key, whose end will ask again.
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
      // Wait for the end of this turn, so that requests read from the sockets together leave together.
      if (isPumpDue) return;
      isPumpDue = true;
      setImmediate(() => {
        isPumpDue = false;
        pump();
      });
    });
}
