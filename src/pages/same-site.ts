// A button of ours is pressed on a page of ours. A form on a foreign site that posts here is refused, although these pages hold
// no credential in the browser: a stranger's page must not empty the outbox or send a report on its way.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

export async function refuseForeignSites(request: FastifyRequest): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  // Browsers send it on every request and no page can change it; `none` is a person's own doing. A script of ours that is no
  // browser, such as curl, sends neither header.
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const { origin, host } = request.headers;
  if (site === undefined && (origin === undefined || hostOf(origin) === host)) return;
  throw new Refusal('forbidden', 'This can be done from a page of this service only.');
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
