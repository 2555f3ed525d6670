// The manual at /docs, its Markdown twins, the lists for programs that read, the start page at / and security.txt. Public, without data of
// anybody, from our own documents; nothing is loaded from other hosts. Pages are made on their first visit, and kept.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/refusal.ts';
import {
  type Document,
  documentOf,
  FOR_A_MINUTE,
  FOR_GOOD,
  once,
  sendDocument,
} from '../../../html/document.ts';
import { FONT_CSS } from '../../../html/font.ts';
import { VERSION } from '../../../settings/version.ts';
import { FIRST_PAGE } from '../../manual/contents.ts';
import { type Manual, openManual, withAddress } from '../../manual/manual.ts';
import {
  type Assets,
  clientsPage,
  manualPage,
  missingPage,
  searchPage,
  startPage,
} from '../../manual/view.ts';
import { PAGE } from '../../page-answers.ts';
import { CLIENTS } from './sdk.ts';

const WEB = join(import.meta.dirname, '../../../../web');
const DOCS_FOLDER = join(import.meta.dirname, '../../../../docs');
const FOLDER = '/docs/assets/';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const DAY_MS = 86_400_000;
/** How long security.txt says that it is true; it is written anew for each reader. */
const CONTACT_DAYS = 180;

export type DocsNeeds = {
  publicUrl: string;
  /** Of the embedded development default. */
  hasDemo: boolean;
  hasOutbox: boolean;
  /** Where vulnerabilities are reported; null for the page that says how. */
  securityContact: string | null;
};

/** For Postman and Bruno (scripts/collections.ts), and for programs: by name, where each is in the folder of the documents. */
const FILES = new Map([
  ['trefoil.postman_collection.json', 'collections/trefoil.postman_collection.json'],
  ['trefoil.bruno.json', 'collections/trefoil.bruno.json'],
  ['test-numbers.json', 'test-numbers.json'],
]);

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

export function docsRoutes(app: FastifyInstance, needs: DocsNeeds): void {
  const { publicUrl } = needs;
  const manual = openManual(publicUrl);
  const assets = serveAssets(app);
  const { hasDemo, hasOutbox } = needs;
  const start = once(() => documentOf(HTML, startPage(assets, { version: VERSION, hasDemo, hasOutbox })));
  const index = once(async () => documentOf(TEXT, await manual.index()));
  const whole = once(async () => documentOf(TEXT, await manual.whole()));
  const missing = once(() => documentOf(HTML, missingPage(assets)));
  const clients = once(() => documentOf(HTML, clientsPage(assets, publicUrl, [...CLIENTS.keys()])));
  const pageOf = createPages(manual, assets, publicUrl);

  app.get('/', PAGE, async (request, reply) => {
    reply.header('vary', 'accept');
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return reply.send(doorsFor(publicUrl));
    return sendHtml(request, reply, start());
  });

  app.get('/docs', PAGE, async (_request, reply) => reply.redirect(`/docs/${FIRST_PAGE}`, 302));

  app.get<{ Querystring: { q?: unknown } }>('/docs/search', PAGE, async (request, reply) => {
    const { q } = request.query;
    const query = typeof q === 'string' ? q.trim() : '';
    const found = searchPage(assets, query, await manual.search(query));
    return setPageHeaders(reply).type(HTML).header('cache-control', FOR_A_MINUTE).send(found);
  });

  app.get<{ Params: { page: string } }>('/docs/:page', PAGE, async (request, reply) => {
    const page = pageOf(request.params.page);
    if (page === null) return sendHtml(request, reply.code(404), missing(), null);
    return page.type === HTML
      ? sendHtml(request, reply, page)
      : sendDocument(request, reply, page, FOR_A_MINUTE);
  });

  app.get('/sdk', PAGE, async (_request, reply) => reply.redirect('/sdk/', 302));
  app.get('/sdk/', PAGE, async (request, reply) => sendHtml(request, reply, clients()));

  app.get('/llms.txt', PAGE, async (request, reply) =>
    sendDocument(request, reply, await index(), FOR_A_MINUTE),
  );
  app.get('/llms-full.txt', PAGE, async (request, reply) =>
    sendDocument(request, reply, await whole(), FOR_A_MINUTE),
  );

  app.get('/.well-known/security.txt', PAGE, async (_request, reply) =>
    reply
      .type(TEXT)
      .header('cache-control', FOR_A_MINUTE)
      .send(securityText(needs, new Date(Date.now() + CONTACT_DAYS * DAY_MS))),
  );
}

/** A page, its Markdown twin, or a file, by its name; null where there is none. */
function createPages(manual: Manual, assets: Assets, publicUrl: string): (name: string) => Document | null {
  const made = new Map<string, Document>();
  const make = (name: string): Document | null => {
    const file = FILES.get(name);
    if (file !== undefined) {
      const text = readFileSync(join(DOCS_FOLDER, file), 'utf8');
      return documentOf('application/json; charset=utf-8', withAddress(text, publicUrl));
    }
    const isTwin = name.endsWith('.md');
    const page = manual.find(isTwin ? name.slice(0, -'.md'.length) : name);
    if (page === undefined) return null;
    return isTwin
      ? documentOf('text/markdown; charset=utf-8', page.markdown)
      : documentOf(HTML, manualPage(assets, page));
  };
  return (name) => {
    const document = made.get(name) ?? make(name);
    if (document !== null) made.set(name, document);
    return document;
  };
}

/** What `/` answers to a program: where things are. */
function doorsFor(publicUrl: string): Record<string, string> {
  return {
    name: 'Trefoil',
    version: VERSION,
    docs: `${publicUrl}/docs`,
    reference: `${publicUrl}/reference/`,
    openapi: `${publicUrl}/openapi.json`,
    console: `${publicUrl}/app`,
    health: `${publicUrl}/health/ready`,
  };
}

/** By RFC 9116. */
function securityText({ publicUrl, securityContact }: DocsNeeds, expires: Date): string {
  const policy = `${publicUrl}/docs/security`;
  return [
    `Contact: ${securityContact ?? `${policy}#reporting-a-vulnerability`}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${policy}`,
    '',
  ].join('\n');
}

function serveAssets(app: FastifyInstance): Assets {
  const read = (file: string): string => readFileSync(join(WEB, file), 'utf8');
  const css = assetOf('docs', 'css', FONT_CSS + read('tokens.css') + read('base.css') + read('docs.css'));
  const js = assetOf('docs', 'js', read('docs.js'));
  app.get<{ Params: { name: string } }>(`${FOLDER}:name`, PAGE, async (request, reply) => {
    const asset = [css, js].find(({ name }) => name === request.params.name);
    if (asset === undefined) throw new Refusal('not-found', 'There is nothing at this address.');
    return sendDocument(request, reply, asset.document, FOR_GOOD);
  });
  return { css: `${FOLDER}${css.name}`, js: `${FOLDER}${js.name}` };
}

function assetOf(stem: string, ending: 'css' | 'js', text: string): { name: string; document: Document } {
  const type = ending === 'css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  const document = documentOf(type, text);
  return { name: `${stem}-${document.hash.slice(0, 12)}.${ending}`, document };
}

function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  cacheControl: string | null = FOR_A_MINUTE,
) {
  return sendDocument(request, setPageHeaders(reply), document, cacheControl);
}

function setPageHeaders(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', POLICY).header('referrer-policy', 'same-origin');
}
