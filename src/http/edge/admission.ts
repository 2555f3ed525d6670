// The places of this process, one for each request that it works on.
//
// When a request is one too many (overload.ts), it is turned away at the door, before anything was read or counted. Health, metrics and
// receipts are always let in: whoever watches must not take a busy process for a dead one.
//
// How long a caller waits at most: the steps of a request have deadlines of their own, and could add up. Then the caller hears 503, and
// what was begun goes on to its end, which an idempotency key finds again. A place is free when its work is done, and not when the caller
// has gone: otherwise those who hang up and send again would pile up work without end.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import { createOverloadWatch } from './overload.ts';

/** One look at all places, instead of a timer for each. */
const LOOK_MS = 500;

type Place = {
  reply: FastifyReply;
  /** Steps under way: the answer may leave before they end, and so may the caller. */
  steps: number;
  isAnswered: boolean;
  isClosed: boolean;
  isLate: boolean;
  /** Ends the wait for the last step before the answer leaves. */
  giveUp: (() => void) | null;
  afterwards: (() => void) | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null;
  }
}

export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission(needs: {
  inFlightMax: number;
  deadlineMs: number;
  lookMs?: number;
  onShed: () => void;
  /** Of work that went on after its caller was told to come back. */
  onLateError: (request: FastifyRequest, error: unknown) => void;
  /** What a handler sends too late, the framework would log with the address that was asked for. */
  mute: FastifyBaseLogger;
}) {
  const places = new Set<Place>();
  const isTooMuch = createOverloadWatch(() => places.size >= needs.inFlightMax);

  const leaveIfDone = (place: Place): void => {
    if (place.steps > 0) return;
    place.afterwards?.();
    place.afterwards = null;
    if (place.isAnswered && place.isClosed) places.delete(place);
  };
  const endStep = (place: Place): void => {
    place.steps -= 1;
    leaveIfDone(place);
  };

  const look = setInterval(() => {
    for (const place of places) {
      const { reply, giveUp } = place;
      // What has begun to leave is let go on, however long it is.
      if (place.isAnswered || place.isClosed || reply.raw.headersSent) continue;
      if (reply.elapsedTime < needs.deadlineMs) continue;
      place.isLate = true;
      place.giveUp = null;
      reply.log = needs.mute;
      if (giveUp === null) reply.send(TOO_LATE);
      else giveUp();
    }
  }, needs.lookMs ?? LOOK_MS);
  look.unref();

  return {
    admit(request: FastifyRequest, reply: FastifyReply): void {
      if (request.routeOptions.config.access === 'open') return;
      if (isTooMuch()) {
        needs.onShed();
        throw TOO_MUCH;
      }
      const place: Place = {
        reply,
        steps: 0,
        isAnswered: false,
        isClosed: false,
        isLate: false,
        giveUp: null,
        afterwards: null,
      };
      request.place = place;
      places.add(place);
      reply.raw.once('close', () => {
        place.isClosed = true;
        leaveIfDone(place);
      });
    },

    /** A step that belongs to the request, also when its caller was told to come back. */
    during<T>({ place }: FastifyRequest, step: Promise<T>): Promise<T> {
      if (place === null) return step;
      place.steps += 1;
      const end = (): void => endStep(place);
      step.then(end, end);
      return step;
    },

    duringWork(handler: RouteHandlerMethod): RouteHandlerMethod {
      return function (request, reply) {
        const work = handler.call(this, request, reply);
        const { place } = request;
        if (place === null || !(work instanceof Promise)) return work;
        place.steps += 1;
        work.then(
          (value) => {
            // The framework does not send nothing to one who has gone.
            if (value === undefined && place.isClosed) place.isAnswered = true;
            endStep(place);
          },
          (error) => {
            if (place.isLate) needs.onLateError(request, error);
            endStep(place);
          },
        );
        return work;
      };
    },

    /** The last step before the answer leaves. Rejects when the caller cannot wait for it any longer. */
    inTime({ place }: FastifyRequest, step: Promise<void>): Promise<void> {
      if (place === null) return step;
      place.steps += 1;
      return new Promise((resolve, reject) => {
        place.giveUp = () => reject(TOO_LATE);
        step.then(resolve, reject).finally(() => {
          place.giveUp = null;
          endStep(place);
        });
      });
    },

    /** The answer is on its way. */
    noteAnswer({ place }: FastifyRequest): void {
      if (place === null) return;
      place.isAnswered = true;
      // By this the framework knows that an answer has ended. Node does not say it of one who has gone, and what was done for them
      // would be in no log and no count.
      if (place.isClosed) setImmediate(() => place.reply.raw.emit('finish'));
      leaveIfDone(place);
    },

    isLate: ({ place }: FastifyRequest): boolean => place?.isLate === true,

    /** Called when the work of a request that is late is done. */
    afterWork({ place }: FastifyRequest, then: () => void): void {
      if (place === null) return;
      place.afterwards = then;
      leaveIfDone(place);
    },

    stop: (): void => clearInterval(look),
  };
}

/** One for all: in the moment that it is needed there is no time to write down where it came from. */
const TOO_MUCH = new Refusal(
  'service-unavailable',
  'The service has more requests at hand than it can take. Nothing was done. Try again shortly.',
  { retryAfterSeconds: 1 },
);

const TOO_LATE = new Refusal(
  'service-unavailable',
  'The service could not finish this in time; it may still do so. Send it again, with the same Idempotency-Key if it had one.',
  { retryAfterSeconds: 2 },
);
