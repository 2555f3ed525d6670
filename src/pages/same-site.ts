// CSRF: forms from other sites are refused. These pages keep no credential in the browser, but another site must not empty the outbox
// or start a report.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

export async function refuseForeignSites(request: FastifyRequest): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  // Browsers send it on every request and no page can forge it; `none` is a navigation by the user. Clients that are not browsers,
  // such as curl, send neither header.
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
