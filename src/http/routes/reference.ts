// The interactive reference at /reference and the OpenAPI document behind it. The reference is a large library that few processes
// need: it is loaded on the first request. It loads nothing from other hosts, and the page's policy forbids it. In the embedded
// development default it comes with a token and the id of the demo tenant, so that a call can be sent at once.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { isUuid } from '../../domain/ids.ts';
import { isKnownHost } from '../../domain/known-host.ts';
import { Refusal } from '../../domain/refusal.ts';
import { FONT_CSS } from '../../html/font.ts';
import { PROVIDER_ROUTES } from '../../identity/provider.ts';
import { EXAMPLE_TENANT_ID } from '../schemas/common.ts';

type Pages = { html: string; script: Buffer };
type DemoCredential = { tenantId: string; clientId: string; clientSecret: string };
type DemoAccess = { tenantId: string; token: string };

export type ReferenceNeeds = {
  publicUrl: string;
  /** Of the embedded development default; null without a demo tenant, and everywhere else. */
  demoCredential: () => DemoCredential | null;
};

export function referenceRoutes(app: FastifyInstance, needs: ReferenceNeeds): void {
  let loading: Promise<Pages> | null = null;
  const pages = (): Promise<Pages> => {
    loading ??= loadPages();
    return loading;
  };
  const open = { config: { access: 'public' as const }, schema: { hide: true } };

  app.get<{ Querystring: { tenantId?: string } }>('/openapi.json', open, async (request, reply) => {
    const { tenantId } = request.query;
    const shared = { 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' };
    if (tenantId === undefined) return reply.headers(shared).send(app.swagger());
    if (typeof tenantId !== 'string' || !isUuid(tenantId))
      throw new Refusal('validation-error', 'tenantId must be a UUID: the examples then use it.');
    const text = JSON.stringify(app.swagger()).replaceAll(EXAMPLE_TENANT_ID, tenantId.toLowerCase());
    return reply.headers(shared).type('application/json; charset=utf-8').send(text);
  });

  // With the slash, so that the page's relative URLs resolve below it.
  app.get('/reference', open, async (_request, reply) => reply.redirect('/reference/', 301));

  app.get('/reference/', open, async (request, reply) => {
    const isKnown = isKnownHost(request.headers.host, needs.publicUrl);
    // First: while the library is loaded, the process is busy and sheds calls.
    const access = isKnown ? await demoAccess(app, needs.demoCredential()) : null;
    const { html: page } = await pages();
    const html = withAccess(page, access);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(html))
      .header('cache-control', access === null ? 'no-cache' : 'no-store')
      .send(html);
  });

  app.get('/reference/js/scalar.js', open, async (_request, reply) => {
    const { script } = await pages();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .header('cache-control', 'public, max-age=3600')
      .send(script);
  });
}

/** In the page, so that there is a way back while the library loads. */
const BAR =
  '<header class="bar"><a href="/app">← Back to the console</a><a href="/docs">Documentation</a><span>API reference</span></header>';
const DOCUMENT = '/openapi.json';
const TOKEN = 'the-demo-token';

async function demoAccess(
  app: FastifyInstance,
  credential: DemoCredential | null,
): Promise<DemoAccess | null> {
  if (credential === null) return null;
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
    readFileSync(join(import.meta.dirname, '../../../web', file), 'utf8');
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
  const script = await promisify(gzip)((await renderer.inject('/reference/js/scalar.js')).rawPayload);
  await renderer.close();
  return { html, script };
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
