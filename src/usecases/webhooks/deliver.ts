// Delivers webhooks. Every process runs a worker: it takes what is due, endpoint after endpoint, sends, and writes down what came of it. A
// process that dies after a request and before the mark leaves a lease that runs out; the event is then sent again under the same id.
import { randomUUIDv7 } from 'node:crypto';
import { toEventBody } from '../../domain/webhooks/events.ts';
import { type Answered, judgeTry } from '../../domain/webhooks/webhooks.ts';
import type { Exchange, NoReply, Reply } from '../../outbound/exchange.ts';
import { batchesOn, createBatch } from '../../storage/engine/connection/batch.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import type { TenantVault, Vault } from '../../storage/keys/vault.ts';
import {
  FIRST_TURN,
  noteTries,
  type Taken,
  type Tried,
  takeDeliveries,
} from '../../storage/webhooks/deliveries.ts';
import { answerPlaceOf } from '../../storage/webhooks/delivery-log.ts';
import { findReferences } from '../../storage/webhooks/event-references.ts';
import { traced } from '../../telemetry/trace.ts';
import { type EndpointKeys, keysPlace, signWebhook } from './signatures.ts';

const TAKEN_MAX = 50;
const IN_FLIGHT_MAX = 64;
const IDLE_MS = 250;
/** Of the answer, in the log. */
const ANSWER_BYTES = 1_024;
/** At the end of the process, requests in flight have so long. */
const STOP_GRACE_MS = 3_000;

export const DELIVERY_OUTCOMES = ['delivered', 'retry', 'failed', 'dropped'] as const;
type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

export type Deliverer = ReturnType<typeof createDeliverer>;

export function createDeliverer(needs: {
  database: Database;
  vault: Vault;
  exchange: Exchange;
  nowMs: () => number;
  onOutcome: (outcome: DeliveryOutcome, seconds: number) => void;
  onFault: (error: unknown) => void;
  /** Between 0 and 1. */
  chance?: () => number;
  userAgent: string;
}) {
  const { database, vault, chance = Math.random } = needs;
  /** What is being sent, with its endpoint. */
  const underway = new Map<Promise<void>, string>();
  const ending = new AbortController();
  let turn = FIRST_TURN;
  let isRunning = false;
  let loop: Promise<void> = Promise.resolve();
  let wake: () => void = () => {};

  const note = createBatch<Tried, void>({
    ...batchesOn(database),
    run: async (tries) => {
      await noteTries(database, tries);
      return tries.map(() => undefined);
    },
  });

  const take = async (): Promise<Promise<void>[]> => {
    const countMax = Math.min(TAKEN_MAX, IN_FLIGHT_MAX - underway.size);
    if (countMax <= 0) return [];
    const busy = new Map<string, number>();
    for (const endpointId of underway.values()) busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
    const order = { after: turn, busy, countMax, leaseToken: randomUUIDv7() };
    const { taken, next } = await takeDeliveries(database, order);
    turn = next;
    const references = await referencesOf(taken).catch(() => new Map<string, string>());
    return taken.map((one) => {
      const sent = deliver(one, references.get(one.event?.subjectId ?? '') ?? null)
        .catch(needs.onFault)
        .then(() => {
          underway.delete(sent);
          wake();
        });
      underway.set(sent, one.endpointId);
      return sent;
    });
  };

  const referencesOf = async (taken: readonly Taken[]): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    for (const [tenantId, ofTenant] of Map.groupBy(taken, (one) => one.tenantId)) {
      const events = ofTenant.flatMap(({ event }) => event ?? []);
      for (const [id, reference] of await findReferences(database, vault, tenantId, events))
        found.set(id, reference);
    }
    return found;
  };

  const deliver = async (one: Taken, reference: string | null): Promise<void> => {
    const { tenantId, id, leaseToken, endpointId, isReplay } = one;
    const which = { tenantId, id, leaseToken, endpointId, isReplay };
    const plain = { waitMs: 0, isThrottled: false, disable: null, attempt: null };
    if (one.event === null) {
      needs.onOutcome('dropped', 0);
      return note({ ...which, ...plain, state: 'dropped', reason: 'event-gone' });
    }
    const tenantVault = await vault.forTenant(tenantId);
    const begunMs = performance.now();
    const answer = await traced(
      'webhook',
      { 'trefoil.event': one.event.type },
      () => send(one, tenantVault, reference),
      ({ kind }) => ({ 'trefoil.outcome': kind }),
    );
    const ms = Math.round(performance.now() - begunMs);
    // Whether it was received is not known: another process sends it again, under the same id.
    if (ending.signal.aborted && answer.kind !== 'reply')
      return note({ ...which, ...plain, state: 'due', reason: null });
    const verdict = judgeTry(readAnswer(answer, needs.nowMs()), {
      attempts: one.attempts + 1,
      isTest: one.isTest,
      chance: chance(),
    });
    needs.onOutcome(verdict.kind, ms / 1000);
    return note({
      ...which,
      state: verdict.kind === 'retry' ? 'due' : verdict.kind,
      reason: verdict.kind === 'failed' ? verdict.reason : null,
      waitMs: verdict.kind === 'retry' ? verdict.waitMs : 0,
      isThrottled: verdict.kind !== 'delivered' && verdict.isThrottled,
      disable:
        verdict.kind === 'failed' && (verdict.reason === 'gone' || verdict.reason === 'asked')
          ? verdict.reason
          : null,
      attempt: { ...toAttempt(answer, tenantVault, id), ms },
    });
  };

  const send = (one: Taken, tenantVault: TenantVault, reference: string | null): Promise<Reply | NoReply> => {
    if (one.event === null) throw new Error('only an event that is kept is sent');
    const body = JSON.stringify(toEventBody(one.event, reference));
    const open = (sealed: Buffer): EndpointKeys =>
      JSON.parse(tenantVault.open(keysPlace(one.endpointId), sealed));
    const keys = [one.keys, one.oldKeys].flatMap((sealed) => (sealed === null ? [] : [open(sealed)]));
    const timestampSeconds = Math.floor(needs.nowMs() / 1000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': needs.userAgent,
      ...signWebhook({ id: one.event.id, timestampSeconds, body }, keys),
    };
    return needs.exchange({ url: one.url, method: 'POST', headers, body }, ending.signal);
  };

  const work = async (): Promise<void> => {
    while (isRunning) {
      const sent = await take().catch((error: unknown) => {
        needs.onFault(error);
        return [];
      });
      // With something taken, look again as soon as there is room; else after a while.
      if (sent.length > 0 && underway.size < IN_FLIGHT_MAX) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, IDLE_MS);
        wake = () => {
          if (underway.size < IN_FLIGHT_MAX && sent.length > 0) {
            clearTimeout(timer);
            resolve();
          }
        };
        if (!isRunning) resolve();
      });
    }
  };

  return {
    /** Takes once what is due and sends it; answers how many when all of it is written down. */
    async runOnce(): Promise<number> {
      const sent = await take();
      await Promise.all(sent);
      return sent.length;
    },
    start(): void {
      if (isRunning) return;
      isRunning = true;
      loop = work();
    },
    /** Resolves when nothing is under way: the database can be closed. */
    async stop(): Promise<void> {
      isRunning = false;
      const grace = setTimeout(() => ending.abort(), STOP_GRACE_MS);
      await loop;
      await Promise.all(underway.keys());
      clearTimeout(grace);
    },
    inFlight: () => underway.size,
  };
}

function readAnswer(answer: Reply | NoReply, nowMs: number): Answered {
  if (answer.kind !== 'reply') return { status: null, wish: null, retryAfterMs: null };
  const { status, headers } = answer;
  const word = headers['webhook-delivery']?.trim().toLowerCase();
  const wish = word === 'disable' ? 'disable' : word === 'abort-message' ? 'abort' : null;
  return { status, wish, retryAfterMs: readRetryAfter(headers['retry-after'], nowMs) };
}

/** Seconds, or a date. */
function readRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

function toAttempt(answer: Reply | NoReply, vault: TenantVault, deliveryId: string) {
  if (answer.kind !== 'reply') return { status: null, problem: answer.why, answer: null };
  const text = answer.bytes.subarray(0, ANSWER_BYTES).toString('utf8');
  const sealed = text === '' ? null : vault.seal(answerPlaceOf(deliveryId), text);
  return { status: answer.status, problem: null, answer: sealed };
}
