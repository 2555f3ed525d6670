// The sessions of the demo's visitors: what they typed and their stage, in memory, under a random HttpOnly cookie. A session expires
// half an hour after the last visit; beyond a fixed number the least recently seen one is evicted.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answers } from './answers.ts';
import type { Stage } from './journey.ts';

const COOKIE = 'demo';
const LIFETIME_MS = 30 * 60 * 1000;
const SESSIONS_MAX = 1_000;

export type Session = {
  answers: Answers;
  stage: Stage;
  /** Once the summary was seen, Back goes to it. */
  hasSeenSummary: boolean;
};

export type Sessions = {
  /** Null for a newcomer. */
  find(request: FastifyRequest): Session | null;
  /** Starts a session and sets its cookie. */
  begin(reply: FastifyReply): Session;
  end(request: FastifyRequest, reply: FastifyReply): void;
};

export function createSessions(needs: { nowMs: () => number; isSecure: boolean }): Sessions {
  const kept = new Map<string, { session: Session; seenAtMs: number }>();
  const attributes = `Path=/demo; HttpOnly; SameSite=Lax${needs.isSecure ? '; Secure' : ''}`;

  return {
    find(request) {
      const id = cookieOf(request);
      const entry = kept.get(id);
      if (entry === undefined) return null;
      // Delete and insert again: the order of the map is that of the last visits (LRU).
      kept.delete(id);
      if (needs.nowMs() - entry.seenAtMs > LIFETIME_MS) return null;
      kept.set(id, { ...entry, seenAtMs: needs.nowMs() });
      return entry.session;
    },

    begin(reply) {
      const id = randomBytes(24).toString('base64url');
      const session: Session = { answers: {}, stage: { kind: 'asking' }, hasSeenSummary: false };
      for (const [old, { seenAtMs }] of kept) {
        const isOver = needs.nowMs() - seenAtMs > LIFETIME_MS;
        if (!isOver && kept.size < SESSIONS_MAX) break;
        kept.delete(old);
      }
      kept.set(id, { session, seenAtMs: needs.nowMs() });
      reply.header('set-cookie', `${COOKIE}=${id}; ${attributes}; Max-Age=${LIFETIME_MS / 1000}`);
      return session;
    },

    end(request, reply) {
      kept.delete(cookieOf(request));
      reply.header('set-cookie', `${COOKIE}=; ${attributes}; Max-Age=0`);
    },
  };
}

function cookieOf(request: FastifyRequest): string {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}
