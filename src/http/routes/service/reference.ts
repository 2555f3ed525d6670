// The interactive reference at /reference and the OpenAPI document behind it. The reference is a large library that few processes
// need: it is loaded on the first request. It loads nothing from other hosts, and the page's policy forbids it. In the embedded
// development default it comes with a token and the id of the demo tenant, so that a call can be sent at once.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { isUuid } from '../../../domain/ids.ts';
import { isKnownHost } from '../../../domain/known-host.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { type Document, documentOf, FOR_A_MINUTE, once, sendDocument } from '../../../html/document.ts';
import { FONT_CSS } from '../../../html/font.ts';
import { PROVIDER_ROUTES } from '../../../identity/provider.ts';
import { forPrograms } from '../../openapi/for-programs.ts';
import { EXAMPLE_TENANT_ID } from '../../schemas/common.ts';

type Page = { document: Document; policy: string };
type Pages = { html: string; open: Page; script: Document };
/** Of the page with a demo token in it, which lives for 15 minutes: nobody uses up the demo's tokens by looking at the page. */
const DEMO_PAGE_MS = 240_000;
const CHUNK_PIECES = 12;
type DemoCredential = { tenantId: string; clientId: string; clientSecret: string };
type DemoAccess = { tenantId: string; token: string };

export type ReferenceNeeds = {
  publicUrl: string;
  /** Of the embedded development default; null without a demo tenant, and everywhere else. */
  demoCredential: () => DemoCredential | null;
};

export function referenceRoutes(app: FastifyInstance, needs: ReferenceNeeds): void {
  const pages = once(loadPages);
  const demoPage = createDemoPage(app);
  const text = once(() => JSON.stringify(app.swagger()));
  const document = once(() => documentOf('application/json; charset=utf-8', text()));
  const programs = once(() =>
    documentOf('application/json; charset=utf-8', JSON.stringify(forPrograms(JSON.parse(text())))),
  );
  const pieces = once(() =>
    text()
      .split(EXAMPLE_TENANT_ID)
      .map((piece) => Buffer.from(piece)),
  );
  const open = { config: { access: 'public' as const }, schema: { hide: true } };

  app.get<{ Querystring: { tenantId?: string } }>('/openapi.json', open, async (request, reply) => {
    const { tenantId } = request.query;
    reply.header('access-control-allow-origin', '*');
    if (tenantId === undefined) return sendDocument(request, reply, document(), FOR_A_MINUTE);
    if (typeof tenantId !== 'string' || !isUuid(tenantId))
      throw new Refusal('validation-error', 'tenantId must be a UUID: the examples then use it.');
    return reply
      .header('cache-control', FOR_A_MINUTE)
      .type('application/json; charset=utf-8')
      .send(Readable.from(joined(pieces(), tenantId.toLowerCase())));
  });

  app.get('/openapi.programs.json', open, async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    return sendDocument(request, reply, programs(), FOR_A_MINUTE);
  });

  // With the slash, so that the page's relative URLs resolve below it.
  app.get('/reference', open, async (_request, reply) => reply.redirect('/reference/', 301));

  app.get('/reference/', open, async (request, reply) => {
    const isKnown = isKnownHost(request.headers.host, needs.publicUrl);
    const own = isKnown ? await demoPage(needs.demoCredential(), pages) : null;
    const page = own ?? (await pages()).open;
    reply.header('content-security-policy', page.policy);
    return sendDocument(request, reply, page.document, own === null ? 'no-cache' : null);
  });

  app.get('/reference/js/scalar.js', open, async (request, reply) =>
    sendDocument(request, reply, (await pages()).script, 'public, max-age=3600'),
  );
}

/** In a few chunks, each made when the reader has room for it: a copy of the whole for each reader would fill the memory. */
function* joined([first = Buffer.of(), ...pieces]: readonly Buffer[], text: string): Generator<Buffer> {
  const between = Buffer.from(text);
  yield first;
  for (let at = 0; at < pieces.length; at += CHUNK_PIECES)
    yield Buffer.concat(pieces.slice(at, at + CHUNK_PIECES).flatMap((piece) => [between, piece]));
}

/** In the page, so that there is a way back while the library loads. */
const BAR =
  '<header class="bar"><a href="/app">← Back to the console</a><a href="/docs">Documentation</a><span>API reference</span></header>';
const DOCUMENT = '/openapi.json';
const TOKEN = 'the-demo-token';

async function demoAccess(app: FastifyInstance, credential: DemoCredential): Promise<DemoAccess | null> {
  const basic = Buffer.from(`${credential.clientId}:${credential.clientSecret}`).toString('base64');
  const answer = await app.inject({
    method: 'POST',
    url: PROVIDER_ROUTES.token,
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials',
  });
  const { tenantId } = credential;
  return answer.statusCode === 200 ? { tenantId, token: answer.json().access_token } : null;
}

/** The page of the demo tenant; null where there is none. */
function createDemoPage(app: FastifyInstance) {
  let made: { clientId: string; atMs: number; page: Page } | null = null;
  return async (credential: DemoCredential | null, pages: () => Promise<Pages>): Promise<Page | null> => {
    if (credential === null) return null;
    const { clientId } = credential;
    if (made?.clientId === clientId && performance.now() - made.atMs < DEMO_PAGE_MS) return made.page;
    // First: while the library is loaded, the process is busy and sheds calls.
    const access = await demoAccess(app, credential);
    if (access === null) return null;
    const page = pageOf(withAccess((await pages()).html, access));
    made = { clientId, atMs: performance.now(), page };
    return page;
  };
}

/** The page with the demo tenant in its examples and a token filled in. Both are of letters that need no escaping. */
function withAccess(page: string, access: DemoAccess | null): string {
  if (access === null) return page.replace(TOKEN, '');
  return page
    .replace(JSON.stringify(DOCUMENT), JSON.stringify(`${DOCUMENT}?tenantId=${access.tenantId}`))
    .replace(TOKEN, access.token);
}

/** Its colours are switched by classes of its own: so are our tokens, which elsewhere follow the system. */
function styleOf(): string {
  const read = (file: string): string =>
    readFileSync(join(import.meta.dirname, '../../../../web', file), 'utf8');
  const [light = '', dark = ''] = [...read('tokens.css').matchAll(/:root \{([^}]*)\}/g)].map(
    ([, tokens]) => tokens,
  );
  return `${FONT_CSS}:root,.light-mode{${light}}.dark-mode{${dark}}@media (prefers-color-scheme:dark){:root{${dark}}}${read('reference.css')}`;
}

async function loadPages(): Promise<Pages> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const renderer = fastify();
  await renderer.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      url: DOCUMENT,
      authentication: {
        preferredSecurityScheme: 'oauth2',
        securitySchemes: { oauth2: { flows: { clientCredentials: { token: TOKEN } } } },
      },
      pageTitle: 'Trefoil API reference',
      theme: 'none',
      customCss: styleOf(),
      // Each of these would call another host, or keep a token in the browser.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      persistAuth: false,
    },
  });
  const html = (await renderer.inject('/reference/')).body
    .replace(/<html(?![^>]*\blang)/i, '<html lang="en-GB"')
    .replace('<body>', `<body>${BAR}`);
  const script = (await renderer.inject('/reference/js/scalar.js')).rawPayload;
  await renderer.close();
  return {
    html,
    open: pageOf(withAccess(html, null)),
    script: documentOf('text/javascript; charset=utf-8', script),
  };
}

function pageOf(html: string): Page {
  return { document: documentOf('text/html; charset=utf-8', html), policy: policyFor(html) };
}

/** Only the page's own scripts may run, and nothing may be fetched from other hosts. */
function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi)];
  const hashes = inline.map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
