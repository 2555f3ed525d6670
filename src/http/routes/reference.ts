// The interactive reference at /reference and the OpenAPI document behind it. The reference is a large library that few processes
// need: it is loaded on the first request. It loads nothing from other hosts, and the page's policy forbids it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { FONT_CSS } from '../../html/font.ts';

type Pages = { html: string; policy: string; script: Buffer };

export function referenceRoutes(app: FastifyInstance): void {
  let loading: Promise<Pages> | null = null;
  const pages = (): Promise<Pages> => {
    loading ??= loadPages();
    return loading;
  };
  const open = { config: { access: 'public' as const }, schema: { hide: true } };

  app.get('/openapi.json', open, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=60')
      .header('access-control-allow-origin', '*')
      .send(app.swagger()),
  );

  // With the slash, so that the page's relative URLs resolve below it.
  app.get('/reference', open, async (_request, reply) => reply.redirect('/reference/', 301));

  app.get('/reference/', open, async (_request, reply) => {
    const { html, policy } = await pages();
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
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
const BAR = '<header class="bar"><a href="/app">← Back to the console</a><span>API reference</span></header>';

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
      url: '/openapi.json',
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
  return { html, policy: policyFor(html), script };
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
