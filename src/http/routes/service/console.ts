// The console at /app: one page for every path below it, and its scripts and style sheet under names that contain their hash. The page
// holds no data: it calls the same API as every other client, by cookie.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consoleAssets } from '../../../../web/build-console.mjs';
import { Refusal } from '../../../domain/refusal.ts';
import { type Document, documentOf, FOR_GOOD, sendDocument } from '../../../html/document.ts';
import { FONT_CSS, FONT_PATH } from '../../../html/font.ts';
import { ICON } from '../../../html/icon.ts';
import { COOKIES, readCookie } from '../../edge/cookies.ts';

const PAGE = { config: { access: 'public' as const }, schema: { hide: true } };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** As deep as its paths go: a tenant, a mode, a page, one thing on it, a part of that. */
const PATHS = [
  '/app',
  '/app/:tenant',
  '/app/:tenant/:mode',
  '/app/:tenant/:mode/:page',
  '/app/:tenant/:mode/:page/:id',
  '/app/:tenant/:mode/:page/:id/:part',
];

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
const FOLDER = '/app/assets/';

export function consoleRoutes(app: FastifyInstance): void {
  // Built before the service listens; no request waits for it.
  const { files, entry, style, first } = consoleAssets(FONT_CSS);
  const assets = new Map(Object.entries(files).map(([name, text]) => [name, assetOf(name, text)]));
  serveAssets(app, assets);
  const page = documentOf(
    'text/html; charset=utf-8',
    `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Trefoil</title>
<link rel="icon" href="${ICON}">
<link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${FOLDER}${style}">
${first.map((name) => `<link rel="modulepreload" href="${FOLDER}${name}">\n`).join('')}<script type="module" src="${FOLDER}${entry}"></script>
</head>
<body>
<div id="root"><noscript><main><h1>Trefoil</h1><p>The console needs JavaScript. The API does not: see <a href="/reference">the reference</a>.</p></main></noscript></div>
</body>
</html>
`,
  );
  for (const path of PATHS) {
    app.get(path, PAGE, async (request, reply) => {
      if (isSignedOut(request)) {
        return reply.redirect(`/v1/auth/login?returnTo=${encodeURIComponent(request.url)}`, 303);
      }
      reply
        .header('content-security-policy', POLICY)
        .header('referrer-policy', 'same-origin')
        .header('cross-origin-opener-policy', 'same-origin');
      return sendDocument(request, reply, page, null);
    });
  }
}

/** Pages that are for everybody. */
const OPEN_PAGES = ['/app/signed-in', '/app/signed-out'];

/**
 * Certainly signed out: our cookies (`SameSite=Strict`) come with whatever was typed, bookmarked or followed from our own pages, and
 * none did. Such a browser goes to the sign-in at once. After a link from elsewhere nobody can tell: the page itself finds out.
 */
function isSignedOut(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== 'none' && site !== 'same-origin') return false;
  if (OPEN_PAGES.includes(request.url.split('?')[0] ?? '')) return false;
  return readCookie(request, COOKIES.access) === null && readCookie(request, COOKIES.refresh) === null;
}

function assetOf(name: string, text: string): Document {
  return documentOf(TYPES[name.split('.').at(-1) ?? ''] ?? '', text);
}

function serveAssets(app: FastifyInstance, assets: ReadonlyMap<string, Document>): void {
  app.get<{ Params: { name: string } }>('/app/assets/:name', PAGE, async (request, reply) => {
    const asset = assets.get(request.params.name);
    if (asset === undefined) throw new Refusal('not-found', 'There is nothing at this address.');
    return sendDocument(request, reply, asset, FOR_GOOD);
  });
}
