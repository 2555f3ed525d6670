// The default gateway: messages are kept and shown on a page, never sent to a phone. They lie in a store that all processes share. A message
// is delivered after a delay unless it was marked or delayed by hand; its receipt is passed in process, not over HTTP. Refused in production.
import type { Gateway, HandOver, Receipt, TextMessage } from '../gateway.ts';
import { codeIn } from '../message.ts';

/** Changes of other processes are looked for this often, while somebody waits. */
const LOOK_MS = 250;

type KeptText = Readonly<{
  tenantId: string;
  smsId: string;
  to: string;
  text: string;
  sentAtMs: number;
  state: Receipt['state'];
  /** Stays on its way until it is marked by hand. */
  isDelayed: boolean;
}>;

/** `code`: the digits that the text begins with; null when it begins with none. */
export type OutboxMessage = KeptText & Readonly<{ code: string | null }>;

/** Where the messages are kept: src/storage/activity/outbox.ts. */
export type OutboxStore = {
  insertText(
    text: Pick<TextMessage, 'tenantId' | 'smsId' | 'to' | 'text'>,
    sentAtMs: number,
  ): Promise<'refused' | 'unknown' | null>;
  listTexts(): Promise<KeptText[]>;
  markText(smsId: string, state: 'delivered' | 'not-delivered'): Promise<KeptText | null>;
  deliverText(smsId: string): Promise<KeptText | null>;
  delayText(smsId: string): Promise<KeptText | null>;
  listOnTheirWay(): Promise<{ smsId: string; sentAtMs: number }[]>;
  clearTexts(smsIds: readonly string[]): Promise<void>;
  insertFailures(outcome: 'refused' | 'unknown', count: number): Promise<void>;
  countFailures(): Promise<number>;
  deleteFailures(): Promise<void>;
  readRevision(): Promise<string>;
};

export type Outbox = Gateway & {
  /** Newest first. */
  list(): Promise<OutboxMessage[]>;
  /** The newest message to this number, or to any; waits up to `waitMs` for one; null when none came. */
  latest(wanted: { to?: string; waitMs: number }): Promise<OutboxMessage | null>;
  /** Sends a receipt with this state, and resolves when it has been processed; null when there is no such message. */
  mark(smsId: string, state: 'delivered' | 'not-delivered'): Promise<OutboxMessage | null>;
  /** It stays on its way until it is marked. */
  delay(smsId: string): Promise<OutboxMessage | null>;
  /** Queues failures: the next messages are refused, or taken with an unknown outcome. */
  failNext(outcome: 'refused' | 'unknown', count?: number): Promise<void>;
  /** Failures that are still queued. */
  failuresAhead(): Promise<number>;
  forgetFailures(): Promise<void>;
  /** Everything, queued failures included; or the messages to one number. */
  clear(to?: string): Promise<void>;
  /** Another after every change. */
  revision(): Promise<string>;
  /** Called after every change, of this process or another. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
};

export type OutboxNeeds = {
  store: OutboxStore;
  nowMs: () => number;
  /** Where receipts go, in place of an HTTP callback. */
  onReceipt: (receipt: Receipt) => Promise<unknown>;
  /** Delay until a message is delivered. */
  deliverAfterMs: number;
};

export function createOutbox({ store, nowMs, onReceipt, deliverAfterMs }: OutboxNeeds): Outbox {
  const timers = new Set<NodeJS.Timeout>();
  const endWaits = new Set<() => void>();
  let isClosed = false;
  const { emit, subscribe, stop } = createChanges(store);

  const deliverLater = (smsId: string, afterMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      deliver(smsId).catch(() => {});
    }, afterMs).unref();
    timers.add(timer);
  };
  /** The store decides: of several processes one delivers, and none what was marked or delayed. onReceipt logs its own failures. */
  const deliver = async (smsId: string): Promise<void> => {
    const delivered = await store.deliverText(smsId);
    if (delivered === null) return;
    emit();
    await onReceipt({ tenantId: delivered.tenantId, smsId, state: 'delivered' });
  };
  const resume = async (): Promise<void> => {
    for (const { smsId, sentAtMs } of await store.listOnTheirWay())
      deliverLater(smsId, Math.min(Math.max(sentAtMs + deliverAfterMs - nowMs(), 0), deliverAfterMs));
  };
  // What an ended process left on its way. A database that cannot be read is reported by everything else.
  void resume().catch(() => {});

  const list = async (): Promise<OutboxMessage[]> => (await store.listTexts()).map(withCode);
  const newest = async (to: string | undefined): Promise<OutboxMessage | null> =>
    (await list()).find((message) => to === undefined || isSameNumber(message.to, to)) ?? null;

  const waitFor = (to: string | undefined, waitMs: number): Promise<OutboxMessage | null> =>
    new Promise((resolve) => {
      const end = (found: OutboxMessage | null): void => {
        unsubscribe();
        endWaits.delete(giveUp);
        clearTimeout(timer);
        resolve(found);
      };
      const giveUp = (): void => end(null);
      const look = (): void => {
        newest(to).then(
          (found) => found !== null && end(found),
          () => {},
        );
      };
      const timer = setTimeout(giveUp, waitMs);
      const unsubscribe = subscribe(look);
      endWaits.add(giveUp);
      // A message that came between the first look and the subscription.
      look();
    });

  return {
    id: 'outbox',
    isSimulated: true,
    tryCredentials: async () => 'good',
    send: async ({ tenantId, smsId, to, text }): Promise<HandOver> => {
      const failure = await store.insertText({ tenantId, smsId, to, text }, nowMs());
      emit();
      if (failure === 'refused') return 'refused';
      deliverLater(smsId, deliverAfterMs);
      return failure ?? 'accepted';
    },
    // Its receipts never come over HTTP, so one that does is forged.
    readReceipt: () => 'forged',
    list,
    latest: async ({ to, waitMs }) =>
      (await newest(to)) ?? (waitMs > 0 && !isClosed ? waitFor(to, waitMs) : null),
    mark: async (smsId, state) => {
      const marked = await store.markText(smsId, state);
      if (marked === null) return null;
      emit();
      await onReceipt({ tenantId: marked.tenantId, smsId, state });
      return withCode(marked);
    },
    delay: async (smsId) => {
      const delayed = await store.delayText(smsId);
      emit();
      return delayed === null ? null : withCode(delayed);
    },
    failNext: async (outcome, count = 1) => {
      await store.insertFailures(outcome, count);
      emit();
    },
    failuresAhead: () => store.countFailures(),
    forgetFailures: async () => {
      await store.deleteFailures();
      emit();
    },
    clear: async (to) => {
      if (to === undefined) await store.deleteFailures();
      const cleared = (await store.listTexts()).filter((one) => to === undefined || isSameNumber(one.to, to));
      await store.clearTexts(cleared.map(({ smsId }) => smsId));
      emit();
    },
    revision: () => store.readRevision(),
    subscribe,
    close: async () => {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      // End the waits with null: an open request would keep the process alive.
      for (const giveUp of [...endWaits]) giveUp();
      stop();
    },
  };
}

/** Listeners hear of a change here at once; the store is asked for changes of other processes while there are any listeners. */
function createChanges(store: Pick<OutboxStore, 'readRevision'>) {
  const listeners = new Set<() => void>();
  let known: string | null = null;
  let looking: NodeJS.Timeout | null = null;
  const emit = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const look = async (): Promise<void> => {
    const revision = await store.readRevision();
    // The first reading counts as a change: one may have come before it.
    const hasChanged = known !== revision;
    known = revision;
    if (hasChanged) emit();
  };
  const stop = (): void => {
    if (looking !== null) clearInterval(looking);
    looking = null;
    known = null;
    listeners.clear();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    if (looking === null) {
      const lookAgain = (): void => void look().catch(() => {});
      looking = setInterval(lookAgain, LOOK_MS).unref();
      lookAgain();
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop();
    };
  };
  return { emit, subscribe, stop };
}

function withCode(text: KeptText): OutboxMessage {
  return { ...text, code: codeIn(text.text) };
}

/** A plus sign in a query reads as a space: only the digits count. */
function isSameNumber(one: string, other: string): boolean {
  return digits(one) === digits(other);
}

function digits(number: string): string {
  return number.replace(/\D/g, '');
}
