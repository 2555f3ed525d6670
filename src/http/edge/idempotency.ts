// Idempotency-Key on the tenant's POSTs: the first request does the work, the next one with the same key and body gets
// the very same answer. The answer is stored before it is sent, so what a caller has seen is what a repeat will see.
import { randomUUIDv7 } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import { writeWhenBack } from '../../storage/connection/when-back.ts';
import type { ClaimedKey, IdempotencyStore } from '../../storage/idempotency-keys.ts';
import { badBody } from '../problems.ts';
import type { Admission } from './admission.ts';

const KEY_LENGTH_MAX = 255;
// Refused before any work was done: the same key may be sent again once the cause is mended.
const NOT_STORED = new Set([400, 401, 402, 403, 429]);

declare module 'fastify' {
  interface FastifyRequest {
    /** The id for what this request makes: the one that its idempotency key reserved, or a fresh one. */
    resourceId: string;
    claimedKey: ClaimedKey | null;
  }
}

export type IdempotencyNeeds = { store: IdempotencyStore; hash: (...parts: string[]) => Buffer };

export function createIdempotency(
  needs: IdempotencyNeeds,
  admission: Pick<Admission, 'during' | 'isLate' | 'afterWork'>,
) {
  const claimKey = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: unknown,
    tenantId: string,
  ): Promise<void> => {
    if (typeof key !== 'string' || key.length < 1 || key.length > KEY_LENGTH_MAX) {
      throw badBody(`The Idempotency-Key header must have 1 to ${KEY_LENGTH_MAX} characters.`);
    }
    const path = request.url.split('?')[0]?.toLowerCase() ?? '';
    const keyOfRequest = {
      tenantId,
      keyHash: needs.hash('key', path, key),
      requestHash: needs.hash('request', JSON.stringify(request.body)),
    };
    const claim = await needs.store.claimKey(keyOfRequest, request.resourceId);
    if (admission.isLate(request)) {
      if (claim.kind === 'claimed') await writeWhenBack(() => needs.store.leaveKey(claim.key));
      return;
    }
    switch (claim.kind) {
      case 'claimed':
        request.claimedKey = claim.key;
        request.resourceId = claim.resourceId;
        return;
      case 'running':
        throw new Refusal(
          'request-in-progress',
          'The first request with this Idempotency-Key is still running.',
          {
            retryAfterSeconds: 1,
          },
        );
      case 'other-request':
        throw new Refusal(
          'idempotency-key-reused',
          'This Idempotency-Key was used with another request body. Use a new key for a new request.',
        );
      case 'answered':
        return reply
          .code(claim.answer.status)
          .headers(claim.answer.headers)
          .header('idempotent-replayed', 'true')
          .send(claim.answer.body);
    }
  };

  return {
    /** After the body was found good, before the handler; with a callback, so that a request without a key goes on at once. */
    claim(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | undefined {
      request.resourceId = randomUUIDv7();
      const key = request.headers['idempotency-key'];
      if (key !== undefined && request.caller !== null) {
        return admission.during(request, claimKey(request, reply, key, request.caller.tenantId));
      }
      done();
      return undefined;
    },

    /** Whoever sends a late request again hears that it is running, until that is over; then they find what was done. */
    leaveAfterWork(key: ClaimedKey, request: FastifyRequest): void {
      request.claimedKey = null;
      admission.afterWork(request, () => void writeWhenBack(() => needs.store.leaveKey(key)));
    },

    /** Before the answer leaves. */
    async settle(
      key: ClaimedKey,
      request: FastifyRequest,
      reply: FastifyReply,
      payload: unknown,
    ): Promise<void> {
      request.claimedKey = null;
      const status = reply.statusCode;
      // A fault of ours may have come after the work was done, and work that is still going on is no answer to keep. The
      // refusal is the answer, whatever becomes of the key.
      if (NOT_STORED.has(status)) {
        await writeWhenBack(() => needs.store.releaseKey(key));
      } else if (status >= 500 || request.refusedAs === 'request-in-progress') {
        await writeWhenBack(() => needs.store.leaveKey(key));
      } else {
        const headers = { 'content-type': String(reply.getHeader('content-type')) };
        const stored = needs.store.storeAnswer(key, { status, headers, body: String(payload) });
        // The answer cannot leave now; whoever sends the request again finds what was done.
        await stored.catch(async (error: unknown) => {
          await writeWhenBack(() => needs.store.leaveKey(key));
          throw error;
        });
      }
    },
  };
}
