// When a request is turned away at the door, before anything was read or counted: a queue that grows would make every caller wait,
// and most of them would have gone by the time they are served. Two things are watched:
//
//   requests at hand   so many at once, which is how a slow database or a slow bureau shows
//   turns of the loop  how long this thread works through what has arrived before it looks up again. A crowd may come at once and
//                      is served. After two seconds of long turns without a pause each turn takes in no more than a few
//                      milliseconds' worth and turns the rest away, so that a refusal does not wait either, until a second has
//                      passed in which nobody had to be turned away
//
// In CPU time, because a machine that is busy with others is no reason to refuse. Health, metrics and receipts are always let in:
// whoever watches must not take a busy process for a dead one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

const LONG_TURN_MS = 50;
const WITHOUT_PAUSE_MS_MAX = 2_000;
const TAKEN_IN_MS_MAX = 10;
const CALM_AFTER_MS = 1_000;

export function createAdmission(needs: {
  inFlightMax: number;
  onShed: () => void;
  /** Of a clock that never jumps. */
  nowMs?: () => number;
}): (request: FastifyRequest, reply: FastifyReply) => void {
  const nowMs = needs.nowMs ?? (() => performance.now());
  let inFlight = 0;
  let turnBeganMs: number | null = null;
  let withoutPauseMs = 0;
  /** While it is crowded; null when it is not. */
  let crowdedUntilMs: number | null = null;

  const endTurn = (): void => {
    const tookMs = cpuMs() - (turnBeganMs ?? 0);
    withoutPauseMs = tookMs > LONG_TURN_MS ? withoutPauseMs + tookMs : 0;
    turnBeganMs = null;
    if (withoutPauseMs > WITHOUT_PAUSE_MS_MAX) crowdedUntilMs = nowMs() + CALM_AFTER_MS;
    else if (crowdedUntilMs !== null && nowMs() > crowdedUntilMs) crowdedUntilMs = null;
  };

  const isTooMuch = (): boolean => {
    if (turnBeganMs === null) {
      turnBeganMs = cpuMs();
      setImmediate(endTurn);
    }
    if (inFlight >= needs.inFlightMax) return true;
    if (crowdedUntilMs === null || cpuMs() - turnBeganMs <= TAKEN_IN_MS_MAX) return false;
    crowdedUntilMs = nowMs() + CALM_AFTER_MS;
    return true;
  };

  return (request, reply) => {
    if (request.routeOptions.config.access === 'open') return;
    if (isTooMuch()) {
      needs.onShed();
      throw TOO_MUCH;
    }
    inFlight += 1;
    // However it ends: answered, or the caller hung up.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
  };
}

/** One for all: in the moment that it is needed there is no time to write down where it came from. */
const TOO_MUCH = new Refusal(
  'service-unavailable',
  'The service has more requests at hand than it can take. Nothing was done. Try again shortly.',
  { retryAfterSeconds: 1 },
);

/** Of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
