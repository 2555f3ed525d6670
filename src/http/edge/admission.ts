// Admission: the slots of this process, one for each request that is worked on. One address has some of them, never all.
//
// Load is shed before anything is read or counted (overload.ts). Health, metrics and receipts are always admitted: a probe must not
// take a busy process for a dead one.
//
// A slot is for work, never for waiting on a client. While the body is not there it is given back, after the checks, and taken again
// for the handler. It is released when the answer was handed over and the work is done: not when the client has read the answer, or
// slow readers would hold it, and not when the client disconnects, or clients that disconnect and retry would pile up work without
// end. What waits for a client is bounded in connections.ts.
//
// A request has a deadline of its own, because those of its steps could add up. Past it the caller gets 503 and the work goes on to
// its end, which an idempotency key finds again.
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import { badBody } from '../problems.ts';
import { createOverloadWatch } from './overload.ts';

/** One timer checks all slots, instead of a timer for each. */
const DEADLINE_CHECK_MS = 500;

type Slot = {
  reply: FastifyReply;
  address: string;
  /** The request has arrived and is handled. Until then nothing of it goes on once its client has disconnected. */
  hasBegun: boolean;
  /** Steps under way: the answer may leave before they end, and so may the client. */
  steps: number;
  isAnswered: boolean;
  isClosed: boolean;
  isLate: boolean;
  /** How long its handler has waited without it. */
  awayMs: number;
  /** Ends the wait for the last step before the answer leaves. */
  giveUp: (() => void) | null;
  afterwards: (() => void) | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    slot: Slot | null;
    /** A handler waits for what is not work: the request's slot is given back meanwhile. */
    away<T>(wait: Promise<T>): Promise<T>;
  }
}

export type Admission = {
  /** Takes a slot, or throws when the process sheds load or the client is gone. */
  admit(request: FastifyRequest, reply: FastifyReply): void;
  /** Gives the slot back until the body is there. */
  leave(request: FastifyRequest): void;
  /** The body is there: takes the slot again, or throws. Not for a client that is gone. */
  enter(request: FastifyRequest): void;
  /** A step holds the slot until it ends, also past the deadline. */
  during<T>(request: FastifyRequest, step: Promise<T>): Promise<T>;
  /** The same for a handler. */
  duringWork(handler: RouteHandlerMethod): RouteHandlerMethod;
  /** A handler waits for what is not work: the slot is given back meanwhile, and the deadline does not count it. */
  away<T>(request: FastifyRequest, wait: Promise<T>): Promise<T>;
  /** The last step before the answer leaves. Rejects at the deadline. */
  inTime(request: FastifyRequest, step: Promise<void>): Promise<void>;
  /** The answer is being sent. */
  noteAnswer(request: FastifyRequest): void;
  isLate(request: FastifyRequest): boolean;
  /** Calls `then` when the work of a late request is done. */
  afterWork(request: FastifyRequest, then: () => void): void;
  stop(): void;
};

export function createAdmission(needs: {
  inFlightMax: number;
  /** From one address. */
  inFlightPerAddressMax: number;
  deadlineMs: number;
  deadlineCheckMs?: number;
  onShed: () => void;
  /** Of work that failed after its deadline, when the caller already had an answer. */
  onLateError: (request: FastifyRequest, error: unknown) => void;
  /** The framework logs a second send with the URL of the request; a late reply logs here instead. */
  mute: FastifyBaseLogger;
}): Admission {
  const slots = new Set<Slot>();
  const slotsOf = new Map<string, number>();
  const isOverloaded = createOverloadWatch(() => slots.size >= needs.inFlightMax);

  const tooManyAtOnce = new Refusal(
    'rate-limited',
    `Too many requests at once: one address may have ${needs.inFlightPerAddressMax} in flight. Wait for answers before sending more.`,
    { retryAfterSeconds: 1 },
  );

  const take = (request: FastifyRequest, slot: Slot): void => {
    const count = slotsOf.get(slot.address) ?? 0;
    if (count >= needs.inFlightPerAddressMax) {
      request.limitedBy = 'in-flight';
      throw tooManyAtOnce;
    }
    slotsOf.set(slot.address, count + 1);
    slots.add(slot);
  };
  const release = (slot: Slot): void => {
    if (!slots.delete(slot)) return;
    const count = slotsOf.get(slot.address) ?? 0;
    if (count > 1) slotsOf.set(slot.address, count - 1);
    else slotsOf.delete(slot.address);
  };
  const shed = (): never => {
    needs.onShed();
    throw OVERLOADED;
  };
  const releaseIfDone = (slot: Slot): void => {
    if (slot.steps > 0) return;
    slot.afterwards?.();
    slot.afterwards = null;
    if (slot.isAnswered || (slot.isClosed && !slot.hasBegun)) release(slot);
  };
  const endStep = (slot: Slot): void => {
    slot.steps -= 1;
    releaseIfDone(slot);
  };

  const deadlineCheck = setInterval(() => {
    for (const slot of slots) answerIfLate(slot, needs);
  }, needs.deadlineCheckMs ?? DEADLINE_CHECK_MS);
  deadlineCheck.unref();

  return {
    admit(request, reply) {
      if (request.raw.socket.destroyed) throw GONE;
      if (request.routeOptions.config.access === 'open') return;
      if (isOverloaded()) shed();
      const slot = newSlot(reply, request.household);
      take(request, slot);
      request.slot = slot;
      reply.raw.once('close', () => {
        slot.isClosed = true;
        releaseIfDone(slot);
      });
    },

    leave({ slot }) {
      if (slot !== null) release(slot);
    },

    enter(request) {
      const { slot } = request;
      if (slot === null) return;
      if (request.raw.socket.destroyed) throw GONE;
      slot.hasBegun = true;
      if (slots.has(slot)) return;
      if (slots.size >= needs.inFlightMax) shed();
      take(request, slot);
    },

    during({ slot }, step) {
      if (slot === null) return step;
      slot.steps += 1;
      const end = (): void => endStep(slot);
      step.then(end, end);
      return step;
    },

    duringWork(handler) {
      return function (request, reply) {
        const work = handler.call(this, request, reply);
        const { slot } = request;
        if (slot === null || !(work instanceof Promise)) return work;
        slot.steps += 1;
        work.then(
          (value) => {
            // Fastify does not send `undefined` once the client has disconnected: no `onSend` hook will come.
            if (value === undefined && isGone(slot)) slot.isAnswered = true;
            endStep(slot);
          },
          (error) => {
            if (slot.isLate) needs.onLateError(request, error);
            endStep(slot);
          },
        );
        return work;
      };
    },

    async away(request, wait) {
      const { slot } = request;
      if (slot === null) return wait;
      release(slot);
      const { elapsedTime } = slot.reply;
      const result = await wait;
      slot.awayMs += slot.reply.elapsedTime - elapsedTime;
      if (slots.size >= needs.inFlightMax) shed();
      take(request, slot);
      return result;
    },

    inTime({ slot }, step) {
      if (slot === null) return step;
      slot.steps += 1;
      return new Promise((resolve, reject) => {
        slot.giveUp = () => reject(TOO_LATE);
        step.then(resolve, reject).finally(() => {
          slot.giveUp = null;
          endStep(slot);
        });
      });
    },

    noteAnswer({ slot }) {
      if (slot === null) return;
      slot.isAnswered = true;
      // Node emits no `finish` after the client disconnects; emit it so that `onResponse` still logs and counts the request. Never for
      // an answer that was queued behind another (pipelining): Node asserts that a finished one has the socket, and the process ends.
      const { raw } = slot.reply;
      if (slot.isClosed && raw.socket !== null) setImmediate(() => raw.emit('finish'));
      releaseIfDone(slot);
    },

    isLate: ({ slot }) => slot?.isLate === true,

    afterWork({ slot }, then) {
      if (slot === null) return;
      slot.afterwards = then;
      releaseIfDone(slot);
    },

    stop: () => clearInterval(deadlineCheck),
  };
}

/** For handlers that wait. */
export function decorateAway(app: FastifyInstance, admission: Pick<Admission, 'away'>): void {
  app.decorateRequest('away', function away<T>(this: FastifyRequest, wait: Promise<T>) {
    return admission.away(this, wait);
  });
}

function newSlot(reply: FastifyReply, address: string): Slot {
  return {
    reply,
    address,
    hasBegun: false,
    steps: 0,
    isAnswered: false,
    isClosed: false,
    isLate: false,
    awayMs: 0,
    giveUp: null,
    afterwards: null,
  };
}

/** The answer to a request that was pipelined has no socket yet, and hears nothing of its end. */
function isGone({ isClosed, reply }: Slot): boolean {
  return isClosed || reply.request.raw.socket.destroyed;
}

function answerIfLate(slot: Slot, needs: { deadlineMs: number; mute: FastifyBaseLogger }): void {
  const { reply, giveUp } = slot;
  // An answer that is being sent may take as long as it takes.
  if (slot.isAnswered || slot.isClosed || reply.raw.headersSent) return;
  if (reply.elapsedTime - slot.awayMs < needs.deadlineMs) return;
  slot.isLate = true;
  slot.giveUp = null;
  reply.log = needs.mute;
  if (giveUp === null) reply.send(TOO_LATE);
  else giveUp();
}

/** One shared instance: building a stack trace for each refusal is too slow under overload. */
const OVERLOADED = new Refusal(
  'service-unavailable',
  'The service has more requests at hand than it can take. Nothing was done. Try again shortly.',
  { retryAfterSeconds: 1 },
);

/** Nobody hears it; its work is not begun. Pipelined requests, and pages in a crowd, wait for their turn longer than some clients. */
const GONE = badBody('The client has disconnected before its request was begun.');

const TOO_LATE = new Refusal(
  'service-unavailable',
  'The service could not finish this in time; it may still do so. Send it again, with the same Idempotency-Key if it had one.',
  { retryAfterSeconds: 2 },
);
