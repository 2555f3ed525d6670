// How a page for people is answered: HTML that nobody caches, under a policy that lets in nothing but our own style sheet.
import type { FastifyReply } from 'fastify';
import { PAGE_POLICY } from '../identity/pages/layout.ts';

export function sendPage(reply: FastifyReply, text: string, status = 200) {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      // Not no-referrer: a form sent under it says that it comes from nowhere, and would be refused.
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .send(text)
  );
}
