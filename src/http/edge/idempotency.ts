// Idempotency-Key on the tenant's POSTs: the first request does the work, a retry of the same caller with the same key and body gets the
// same answer. The answer is stored before it is sent, so a retry sees what the caller has seen. Nobody else gets it: it may hold a secret
// or a document, and a replay does not ask the use case who may see them.
import { randomUUIDv7 } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import type { ClaimedKey, IdempotencyStore } from '../../storage/activity/idempotency-keys.ts';
import { writeWhenBack } from '../../storage/engine/connection/when-back.ts';
import type { AuditTrail } from '../../usecases/activity/read-audit.ts';
import type { Caller } from '../../usecases/caller.ts';
import { badBody } from '../problems.ts';
import { callerOf, fromOf } from '../request.ts';
import type { Admission } from './admission.ts';

const KEY_LENGTH_MAX = 255;
// Refused before any work was done: the same key may be used again once the cause is mended.
const NOT_STORED = new Set([400, 401, 402, 403, 429]);

declare module 'fastify' {
  interface FastifyRequest {
    /** The id for what this request makes: the one that its idempotency key reserved, or a fresh one. */
    resourceId: string;
    /** A request with this key was begun before and has no answer: what it did is found under the same id. */
    isRepeated: boolean;
    claimedKey: ClaimedKey | null;
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>;

export type IdempotencyNeeds = {
  store: IdempotencyStore;
  hash: (...parts: string[]) => Buffer;
  /** A person who is shown a document again has seen it again. */
  noteSeen: AuditTrail['noteSeen'];
};

export function createIdempotency(
  needs: IdempotencyNeeds,
  admission: Pick<Admission, 'during' | 'isLate' | 'afterWork'>,
) {
  const claimKey = async (request: FastifyRequest, reply: FastifyReply, key: unknown): Promise<void> => {
    if (typeof key !== 'string' || key.length < 1 || key.length > KEY_LENGTH_MAX) {
      throw badBody(`The Idempotency-Key header must have 1 to ${KEY_LENGTH_MAX} characters.`);
    }
    const path = pathOf(request);
    const caller = callerOf(request);
    const keyOfRequest = {
      tenantId: caller.tenantId,
      keyHash: needs.hash('key', path, key),
      // The caller is part of the request, not of the key: the same key by another credential must not charge a second time.
      requestHash: needs.hash('request', sameCaller(caller), JSON.stringify(request.body ?? null)),
    };
    const claim = await needs.store.claimKey(keyOfRequest, request.resourceId);
    if (admission.isLate(request)) {
      if (claim.kind === 'claimed') await writeWhenBack(() => needs.store.leaveKey(claim.key));
      return;
    }
    switch (claim.kind) {
      case 'claimed':
        request.claimedKey = claim.key;
        request.isRepeated = claim.resourceId !== request.resourceId;
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
          'This Idempotency-Key was used with another request body, or by another caller. Use a new key for a new request.',
        );
      case 'answered':
        await noteReplay(request, claim.answer.body);
        if (admission.isLate(request)) return;
        return reply
          .code(claim.answer.status)
          .headers(claim.answer.headers)
          .header('idempotent-replayed', 'true')
          .send(claim.answer.body);
    }
  };

  /** The document in a replay is seen like the first one, by a person. */
  const noteReplay = async (request: FastifyRequest, body: string): Promise<void> => {
    const caller = callerOf(request);
    if (caller.sessionId === null || !request.routeOptions.config.showsReport) return;
    const { data } = JSON.parse(body);
    if (data !== undefined) await needs.noteSeen(caller, data, fromOf(request));
  };

  return {
    /** After validation, before the handler. With a callback, so that a request without a key does not wait for a promise. */
    claim(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | undefined {
      request.resourceId = randomUUIDv7();
      const key = request.headers['idempotency-key'];
      if (key !== undefined && request.caller !== null) {
        return admission.during(request, claimKey(request, reply, key));
      }
      done();
      return undefined;
    },

    /** Until the work of a late request is done, a retry gets `request-in-progress`; then it finds what was done. */
    abandonAfterWork(key: ClaimedKey, request: FastifyRequest): void {
      request.claimedKey = null;
      admission.afterWork(request, () => void writeWhenBack(() => needs.store.leaveKey(key)));
    },

    /** Stores the answer, or frees the key, before the answer is sent. */
    async settle(
      key: ClaimedKey,
      request: FastifyRequest,
      reply: FastifyReply,
      payload: unknown,
    ): Promise<void> {
      request.claimedKey = null;
      const status = reply.statusCode;
      // A fault may have come after the work was done, and work in progress has no answer to store: a retry must find out. The refusal
      // is sent whatever becomes of the key.
      if (NOT_STORED.has(status)) {
        await writeWhenBack(() => needs.store.releaseKey(key));
      } else if (status >= 500 || request.refusedAs === 'request-in-progress') {
        await writeWhenBack(() => needs.store.leaveKey(key));
      } else {
        const headers = { 'content-type': String(reply.getHeader('content-type')) };
        const stored = needs.store.storeAnswer(key, { status, headers, body: String(payload) });
        // The answer cannot be sent now; a retry finds what was done.
        await stored.catch(async (error: unknown) => {
          await writeWhenBack(() => needs.store.leaveKey(key));
          throw error;
        });
      }
    },
  };
}

/** Of the route and its parameters, in one spelling: the router takes `/%63redentials` for `/credentials`, and ids in either case. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const named = params as Record<string, string>;
  const path = routeOptions.url?.replaceAll(/:(\w+)/g, (_whole, name) =>
    encodeURIComponent(named[name] ?? ''),
  );
  return (path ?? '').toLowerCase();
}

/** Who may have the stored answer: the credential, or the person for as long as they have the role that they asked in. */
function sameCaller({ credentialId, person, role }: Caller): string {
  return credentialId === null ? `person ${person.id} ${role}` : `credential ${credentialId}`;
}
