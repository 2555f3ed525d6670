// How many requests this process works on at once. Past that it says so at once, before it has read or counted anything: a queue
// that grows would make every caller wait, and most of them would have gone by the time they are served. Health, metrics and
// receipts are always let in: whoever watches must not take a busy process for a dead one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

const COME_BACK_SECONDS = 1;

export function createAdmission(needs: {
  inFlightMax: number;
  onShed: () => void;
}): (request: FastifyRequest, reply: FastifyReply) => void {
  let inFlight = 0;
  return (request, reply) => {
    if (request.routeOptions.config.access === 'open') return;
    if (inFlight >= needs.inFlightMax) {
      needs.onShed();
      throw new Refusal(
        'service-unavailable',
        'The service has more requests at hand than it can take. Nothing was done. Try again shortly.',
        { retryAfterSeconds: COME_BACK_SECONDS },
      );
    }
    inFlight += 1;
    // However it ends: answered, or the caller hung up.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
  };
}
