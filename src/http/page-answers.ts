// Pages for people: how they are answered (never cached, under a policy that allows nothing but our own style sheet), how their forms
// are guarded, and how an error reads as a page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { householdOf } from '../domain/network-address.ts';
import type { Refusal } from '../domain/refusal.ts';
import { PAGE_POLICY } from '../identity/pages/layout.ts';
import { messagePage } from '../identity/pages/pages.ts';
import { spendAllowance } from './edge/allowances.ts';
import { refuseForeignForm } from './edge/cookies.ts';
import { takeForms } from './edge/form-body.ts';
import type { RateLimiter } from './edge/rate-limiter.ts';
import { logFault } from './logging.ts';
import { STATUS_OF, toRefusal } from './problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes its turn, so that a flood of forms never delays a token. */
    isPage?: boolean;
  }
}

const EMAIL_MAX = 320;
/** The route options of every page. */
export const PAGE = { config: { access: 'public' as const, isPage: true }, schema: { hide: true } };

export function sendPage(reply: FastifyReply, text: string, status = 200) {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      // Not no-referrer: a form sent under it has the origin `null` and would be refused.
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .send(text)
  );
}

/** A scope for pages: it takes forms, and shows errors as pages. */
export function pageScope(app: FastifyInstance, addPages: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      const refusal = explainError(error, request, reply);
      const text =
        refusal.code === 'unsupported-media-type' ? 'This page takes its own form only.' : refusal.message;
      return sendPage(reply, messagePage({ title: 'That did not work', text }), STATUS_OF[refusal.code]);
    });
    addPages(scope);
  });
}

/** What went wrong, noted and, where it is our fault, logged; a page says it in its own words. */
export function explainError(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
  const { refusal, fault } = toRefusal(error, request.routeOptions);
  if (fault !== undefined) logFault(request, fault);
  request.refusedAs = refusal.code;
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  return refusal;
}

export type FormNeeds = { publicUrl: string; limiter: RateLimiter; signInsPerAddress: number };

/** Refuses a form from another site, and rate-limits forms by address. */
export async function guardForm(
  request: FastifyRequest,
  reply: FastifyReply,
  needs: FormNeeds,
): Promise<void> {
  refuseForeignForm(request, needs.publicUrl);
  await spendAllowance(needs.limiter, reply, 'sign-ins', householdOf(request.ip), needs.signInsPerAddress);
}

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && /^[^\s@]+@[^\s@]+$/.test(text) && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
}
