// A caller's page in a real browser that loads the fingerprint script, and a stand-in for the service: two small servers on two origins.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { fingerprintScript } from '../../../web/build.mjs';

const SCRIPT = fingerprintScript();

/** The caller's page. SERVICE in it is replaced by the service's address. */
export type Site = {
  html: string;
  csp?: string;
  answers?: Answer[];
  hasRealTimers?: true;
  /** Runs in the page before anything else does. */
  first?: string;
};
/** The answers to the first reports, before sessions are opened. */
export type Answer = { status: number; body?: object; withoutCors?: true };
export type Seen = { page: Page; calls: unknown[]; errors: string[]; reports: string[]; requested: string[] };

export const TAG = '<script src="SERVICE/v1/fingerprints/device"></script>';
export const REGISTER = 'window.service = window.service || {}; service.deviceFingerprint = called;';
export const REGISTERED = `<script>${REGISTER}</script>`;

export type Visit = (site: Site, first: First, look: (seen: Seen) => Promise<void>) => Promise<void>;
type First = 'call' | 'error' | 'report';

export function visitIn(browser: Browser): Visit {
  return (site, first, look) => visit(browser, site, first, look);
}

/** Opens the page, waits for the first event, lets a minute of the page's clock pass, then reads its state. */
async function visit(browser: Browser, site: Site, first: First, look: (seen: Seen) => Promise<void>) {
  const { answers = [] } = site;
  const reports: string[] = [];
  const service = await listen(serviceOf(reports, answers));
  const caller = await listen(callerOf(site, addressOf(service)));
  const context = await browser.newContext();
  const happened = Promise.withResolvers<void>();
  const deadline = setTimeout(() => happened.reject(new Error(`no ${first} came in 20 s`)), 20_000);
  try {
    const page = await context.newPage();
    const seen: Seen = { page, calls: [], errors: [], reports, requested: [] };
    const note = (what: typeof first) => what === first && happened.resolve();
    page.on('pageerror', ({ message }) => {
      seen.errors.push(message);
      note('error');
    });
    await page.exposeFunction('called', (device: unknown) => {
      seen.calls.push(device);
      note('call');
    });
    // Playwright's clock swallows what a timer throws, so a test of that runs without it.
    if (!site.hasRealTimers) await page.clock.install();
    page.on('requestfinished', async (request) => {
      if (request.method() !== 'POST') return;
      note('report');
      // Shortens the wait before the next report. Harmless when the page is closed by then, or when the clock moves too early: the test is
      // only slower.
      if (reports.length <= answers.length) await page.clock.runFor(5_000).catch(() => {});
    });
    page.on('request', (request) => void seen.requested.push(request.url()));
    if (site.first !== undefined) await page.addInitScript(site.first);
    await page.goto(addressOf(caller));
    await happened.promise;
    if (site.hasRealTimers) await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    else await page.clock.runFor(60_000);
    await look(seen);
  } finally {
    clearTimeout(deadline);
    await context.close();
    for (const server of [service, caller]) {
      server.close();
      server.closeAllConnections();
    }
  }
}

function callerOf({ html, csp }: Site, service: string): RequestListener {
  return (_request, response) => {
    if (csp) response.setHeader('content-security-policy', csp.replaceAll('SERVICE', service));
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Apply</title>${html.replaceAll('SERVICE', service)}`);
  };
}

function serviceOf(reports: string[], answers: Answer[]): RequestListener {
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://service');
    if (/\/(v1\/fingerprints\/device|copy\.js)$/.test(pathname)) {
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
      return response.end(SCRIPT);
    }
    if (!pathname.endsWith('/v1/fingerprints/sessions')) return response.writeHead(404).end();
    if (request.method === 'OPTIONS') {
      const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
      return response.writeHead(204, allowed).end();
    }
    reports.push(await text(request));
    const session = { status: 201, body: { sessionId: `session-${reports.length}` } };
    const { status, body = {}, withoutCors }: Answer = answers[reports.length - 1] ?? session;
    if (!withoutCors) response.setHeader('access-control-allow-origin', '*');
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
