// When a request is turned away at the door, before anything was read or counted: a queue that grows would make every caller wait,
// and most of them would have gone by the time they are served. Two things are watched:
//
//   requests at hand   so many at once, which is how a slow database or a slow bureau shows
//   turns of the loop  how long this thread works through what has arrived before it looks up again. A crowd may come at once and
//                      is served; after two seconds of work without a pause, each turn serves so much and turns the rest away
//
// In CPU time, because a machine that is busy with others is no reason to refuse. Health, metrics and receipts are always let in:
// whoever watches must not take a busy process for a dead one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

const TURN_MS_MAX = 50;
const WITHOUT_PAUSE_MS_MAX = 2_000;

export function createAdmission(needs: {
  inFlightMax: number;
  onShed: () => void;
}): (request: FastifyRequest, reply: FastifyReply) => void {
  let inFlight = 0;
  let turnBeganMs: number | null = null;
  let withoutPauseMs = 0;

  const endTurn = (): void => {
    const tookMs = cpuMs() - (turnBeganMs ?? 0);
    withoutPauseMs = tookMs > TURN_MS_MAX ? withoutPauseMs + tookMs : 0;
    turnBeganMs = null;
  };

  const isTooMuch = (): boolean => {
    if (turnBeganMs === null) {
      turnBeganMs = cpuMs();
      setImmediate(endTurn);
    }
    if (inFlight >= needs.inFlightMax) return true;
    return withoutPauseMs > WITHOUT_PAUSE_MS_MAX && cpuMs() - turnBeganMs > TURN_MS_MAX;
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
