// The default gateway: messages are kept in memory and shown on a page, never sent to a phone. A message is delivered after a delay
// unless it was marked or delayed by hand; its receipt is passed in process, not over HTTP. Refused in production.
import type { Gateway, HandOver, Receipt, TextMessage } from '../gateway.ts';
import { codeIn } from '../message.ts';

export const OUTBOX_MESSAGES_MAX = 500;

export type OutboxMessage = Readonly<{
  tenantId: string;
  smsId: string;
  to: string;
  text: string;
  /** The digits that the text begins with; null when it begins with none. */
  code: string | null;
  sentAtMs: number;
  state: Receipt['state'];
  /** Stays on its way until it is marked by hand. */
  isDelayed: boolean;
}>;

export type OutboxEvent =
  | { kind: 'changed'; message: OutboxMessage }
  | { kind: 'cleared' }
  /** A failure was queued, used up or removed. */
  | { kind: 'failures' };

export type Outbox = Gateway & {
  /** Newest first. */
  list(): OutboxMessage[];
  /** The newest message to this number, or to any; waits up to `waitMs` for one; null when none came. */
  latest(wanted: { to?: string; waitMs: number }): Promise<OutboxMessage | null>;
  /** Sends a receipt with this state, and resolves when it has been processed; null when there is no such message. */
  mark(smsId: string, state: 'delivered' | 'not-delivered'): Promise<OutboxMessage | null>;
  /** It stays on its way until it is marked. */
  delay(smsId: string): OutboxMessage | null;
  /** Queues failures: the next messages are refused, or taken with an unknown outcome. */
  failNext(outcome: 'refused' | 'unknown', count?: number): void;
  /** Failures that are still queued. */
  failuresAhead(): number;
  forgetFailures(): void;
  /** Everything, queued failures included; or the messages to one number. */
  clear(to?: string): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: (event: OutboxEvent) => void): () => void;
};

export type OutboxNeeds = {
  nowMs: () => number;
  /** Where receipts go, in place of an HTTP callback. */
  onReceipt: (receipt: Receipt) => Promise<unknown>;
  /** Delay until a message is delivered. */
  deliverAfterMs: number;
  /** Schedules the work; returns the function that cancels it. */
  later?: (work: () => void, afterMs: number) => () => void;
};

export function createOutbox(needs: OutboxNeeds): Outbox {
  const later = needs.later ?? inRealTime;
  /** Oldest first: a map keeps insertion order. */
  const messages = new Map<string, OutboxMessage>();
  const timers = new Map<string, () => void>();
  const listeners = new Set<(event: OutboxEvent) => void>();
  const failures: ('refused' | 'unknown')[] = [];
  const endWaits = new Set<() => void>();

  const emit = (event: OutboxEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const cancel = (smsId: string): void => {
    timers.get(smsId)?.();
    timers.delete(smsId);
  };
  const keep = (message: OutboxMessage): OutboxMessage => {
    messages.set(message.smsId, message);
    const oldest = messages.size > OUTBOX_MESSAGES_MAX ? messages.keys().next().value : undefined;
    if (oldest !== undefined) messages.delete(oldest);
    emit({ kind: 'changed', message });
    return message;
  };

  const mark: Outbox['mark'] = async (smsId, state) => {
    cancel(smsId);
    const message = messages.get(smsId);
    if (message === undefined) return null;
    // As in the ledger: delivered stays delivered, whatever a later receipt says.
    const shown = message.state === 'delivered' ? 'delivered' : state;
    const kept = keep({ ...message, state: shown, isDelayed: false });
    await needs.onReceipt({ tenantId: message.tenantId, smsId, state });
    return kept;
  };

  const take = (message: TextMessage): void => {
    const { tenantId, smsId, to, text } = message;
    const kept = { tenantId, smsId, to, text, code: codeIn(text), sentAtMs: needs.nowMs() };
    keep({ ...kept, state: 'on-its-way', isDelayed: false });
    // onReceipt logs its own failures. A message that was evicted meanwhile is delivered all the same.
    const deliver = (): void => {
      timers.delete(smsId);
      if (messages.has(smsId)) void mark(smsId, 'delivered').catch(() => {});
      else void needs.onReceipt({ tenantId, smsId, state: 'delivered' }).catch(() => {});
    };
    timers.set(smsId, later(deliver, needs.deliverAfterMs));
  };

  const newest = (to: string | undefined): OutboxMessage | null =>
    [...messages.values()].findLast((message) => to === undefined || isSameNumber(message.to, to)) ?? null;

  const waitFor = (to: string | undefined, waitMs: number): Promise<OutboxMessage | null> =>
    new Promise((resolve) => {
      const end = (found: OutboxMessage | null): void => {
        listeners.delete(listener);
        endWaits.delete(giveUp);
        clearTimeout(timer);
        resolve(found);
      };
      const giveUp = (): void => end(null);
      const listener = (): void => {
        const found = newest(to);
        if (found !== null) end(found);
      };
      const timer = setTimeout(giveUp, waitMs);
      listeners.add(listener);
      endWaits.add(giveUp);
    });

  return {
    id: 'outbox',
    isSimulated: true,
    tryCredentials: async () => 'good',
    send: async (message): Promise<HandOver> => {
      const failure = failures.shift();
      if (failure !== undefined) emit({ kind: 'failures' });
      if (failure === 'refused') return 'refused';
      take(message);
      return failure ?? 'accepted';
    },
    // Its receipts never come over HTTP, so one that does is forged.
    readReceipt: () => 'forged',
    list: () => [...messages.values()].reverse(),
    latest: async ({ to, waitMs }) => newest(to) ?? (waitMs > 0 ? waitFor(to, waitMs) : null),
    mark,
    delay: (smsId) => {
      const message = messages.get(smsId);
      if (message === undefined || message.state !== 'on-its-way') return message ?? null;
      cancel(smsId);
      return keep({ ...message, isDelayed: true });
    },
    failNext: (outcome, count = 1) => {
      failures.push(...Array(count).fill(outcome));
      emit({ kind: 'failures' });
    },
    failuresAhead: () => failures.length,
    forgetFailures: () => {
      failures.length = 0;
      emit({ kind: 'failures' });
    },
    clear: (to) => {
      if (to === undefined) failures.length = 0;
      for (const message of [...messages.values()]) {
        if (to === undefined || isSameNumber(message.to, to)) messages.delete(message.smsId);
      }
      emit({ kind: 'cleared' });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      for (const smsId of [...timers.keys()]) cancel(smsId);
      // End the waits with null: an open request would keep the process alive.
      for (const giveUp of [...endWaits]) giveUp();
      listeners.clear();
    },
  };
}

/** A plus sign in a query reads as a space: only the digits count. */
function isSameNumber(one: string, other: string): boolean {
  return digits(one) === digits(other);
}

function digits(number: string): string {
  return number.replace(/\D/g, '');
}

function inRealTime(work: () => void, afterMs: number): () => void {
  const timer = setTimeout(work, afterMs);
  timer.unref();
  return () => clearTimeout(timer);
}
