// The manual at /docs, its Markdown twins, the lists for programs that read, the start page at / and security.txt. Public, without data of
// anybody, from our own documents; nothing is loaded from other hosts. Pages are made on their first visit.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import { FONT_CSS } from '../../html/font.ts';
import { FIRST_PAGE } from '../../manual/contents.ts';
import { openManual, withAddress } from '../../manual/manual.ts';
import { type Assets, manualPage, missingPage, searchPage, startPage } from '../../manual/view.ts';
import { VERSION } from '../../settings/version.ts';
import { PAGE } from '../page-answers.ts';

const WEB = join(import.meta.dirname, '../../../web');
const COLLECTIONS_FOLDER = join(import.meta.dirname, '../../../docs/collections');
const FOLDER = '/docs/assets/';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const FOR_A_MINUTE = 'public, max-age=60';
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

/** For Postman and Bruno (scripts/collections.ts). */
const COLLECTIONS = ['trefoil.postman_collection.json', 'trefoil.bruno.json'];

type Asset = { name: string; type: string; text: string };

export function docsRoutes(app: FastifyInstance, needs: DocsNeeds): void {
  const { publicUrl } = needs;
  const manual = openManual(publicUrl);
  const assets = serveAssets(app);

  app.get('/', PAGE, async (request, reply) => {
    reply.header('vary', 'accept');
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return reply.send(doorsFor(publicUrl));
    return sendHtml(
      reply,
      startPage(assets, { version: VERSION, hasDemo: needs.hasDemo, hasOutbox: needs.hasOutbox }),
    );
  });

  app.get('/docs', PAGE, async (_request, reply) => reply.redirect(`/docs/${FIRST_PAGE}`, 302));

  app.get<{ Querystring: { q?: unknown } }>('/docs/search', PAGE, async (request, reply) => {
    const { q } = request.query;
    const query = typeof q === 'string' ? q.trim() : '';
    return sendHtml(reply, searchPage(assets, query, await manual.search(query)));
  });

  app.get<{ Params: { page: string } }>('/docs/:page', PAGE, async (request, reply) => {
    const { page: name } = request.params;
    const collection = COLLECTIONS.includes(name) ? readCollection(name, publicUrl) : null;
    if (collection !== null) return sendText(reply, collection, 'application/json');
    const isTwin = name.endsWith('.md');
    const page = manual.find(isTwin ? name.slice(0, -3) : name);
    if (page === undefined) return sendHtml(reply, missingPage(assets), 404);
    return isTwin
      ? sendText(reply, page.markdown, 'text/markdown')
      : sendHtml(reply, manualPage(assets, page));
  });

  app.get('/llms.txt', PAGE, async (_request, reply) => sendText(reply, await manual.index()));
  app.get('/llms-full.txt', PAGE, async (_request, reply) => sendText(reply, await manual.whole()));

  app.get('/.well-known/security.txt', PAGE, async (_request, reply) =>
    sendText(reply, securityText(needs, new Date(Date.now() + CONTACT_DAYS * DAY_MS))),
  );
}

function readCollection(name: string, publicUrl: string): string {
  return withAddress(readFileSync(join(COLLECTIONS_FOLDER, name), 'utf8'), publicUrl);
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
  const css = assetOf('docs', 'css', FONT_CSS + read('tokens.css') + read('docs.css'));
  const js = assetOf('docs', 'js', read('docs.js'));
  app.get<{ Params: { name: string } }>(`${FOLDER}:name`, PAGE, async (request, reply) => {
    const asset = [css, js].find(({ name }) => name === request.params.name);
    if (asset === undefined) throw new Refusal('not-found', 'There is nothing at this address.');
    return reply
      .type(asset.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(asset.text);
  });
  return { css: `${FOLDER}${css.name}`, js: `${FOLDER}${js.name}` };
}

function assetOf(stem: string, ending: 'css' | 'js', text: string): Asset {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  const type = ending === 'css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  return { name: `${stem}-${hash}.${ending}`, type, text };
}

function sendHtml(reply: FastifyReply, text: string, status = 200) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'same-origin')
    .header('cache-control', status === 200 ? FOR_A_MINUTE : 'no-store')
    .send(text);
}

function sendText(reply: FastifyReply, text: string, type = 'text/plain') {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', FOR_A_MINUTE).send(text);
}
