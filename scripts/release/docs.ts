// The manual as files, for a file server without a service: npm run docs:export writes them into dist/docs. Each page is the one that a
// service serves. Addresses are relative, so the folder may be anywhere; what only a service has (search, console, reference) is left out.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fastify from 'fastify';
import { FONT_FILES } from '../../src/html/font.ts';
import { FIRST_PAGE, PAGES } from '../../src/http/manual/contents.ts';
import { forPrograms } from '../../src/http/openapi/for-programs.ts';
import { docsRoutes } from '../../src/http/routes/service/docs.ts';
import { pack } from './pack.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A stand-in: whoever reads these pages has no service yet. */
const SERVICE = 'http://127.0.0.1:8080';

/** Every file by its name, in the order of names. */
export async function exportDocs(): Promise<Map<string, string | Buffer>> {
  const app = fastify();
  docsRoutes(app, { publicUrl: SERVICE, hasDemo: false, hasOutbox: false, securityContact: null });
  const served = async (url: string): Promise<string> => {
    const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } });
    if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}`);
    return body;
  };
  const files = new Map<string, string | Buffer>();
  for (const { path, bytes } of FONT_FILES) files.set(path.slice(1), bytes);
  const names = new Map(PAGES.map(({ slug }) => [`/docs/${slug}`, `${slug}.html`]));
  for (const { slug } of PAGES) names.set(`/docs/${slug}.md`, `${slug}.md`);
  for (const file of globSync('docs/{collections/*,test-numbers}.json', { cwd: ROOT }))
    names.set(`/docs/${basename(file)}`, basename(file));
  const first = await served(`/docs/${FIRST_PAGE}`);
  for (const [asset] of first.matchAll(/\/docs\/assets\/[\w.-]+/g))
    names.set(asset, asset.slice('/docs/'.length));
  for (const [url, name] of names) files.set(name, await served(url));
  for (const name of ['llms.txt', 'llms-full.txt']) files.set(name, await served(`/${name}`));
  const document = readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8');
  files.set('openapi.json', document);
  files.set('openapi.programs.json', JSON.stringify(forPrograms(JSON.parse(document))));
  await app.close();

  const isThere = (address: string): string | null => {
    const name = names.get(address) ?? address.slice(1);
    return files.has(name) ? name : null;
  };
  for (const [name, text] of files) if (typeof text === 'string') files.set(name, moved(name, text, isThere));
  files.set('index.html', files.get(`${FIRST_PAGE}.html`) ?? '');
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}

type IsThere = (address: string) => string | null;

function moved(name: string, text: string, isThere: IsThere): string {
  if (name.endsWith('.css')) return text.replaceAll(/url\(\/fonts\//g, 'url(../fonts/');
  if (name.endsWith('.html')) return movedPage(text, isThere);
  if (name.endsWith('.json')) return text;
  // Markdown, whose links have the whole address of the service; in llms.txt files are named by it.
  const link = new RegExp(`\\[([^\\]]+)\\]\\(${SERVICE}(/[^)#\\s]*)(#[^)\\s]*)?\\)`, 'g');
  const linked = text.replaceAll(link, (_whole, words, path, anchor = '') => {
    const target = isThere(path);
    return target === null ? words : `[${words}](${target}${anchor})`;
  });
  if (name !== 'llms.txt') return linked;
  return linked
    .replace(` This service answers at ${SERVICE}.`, '')
    .replace(`, the clients to install ${SERVICE}/sdk/`, '')
    .replaceAll(new RegExp(`${SERVICE}(/[\\w./-]+\\w)`, 'g'), (whole, path) => isThere(path) ?? whole);
}

/** A link to what only a service has becomes its words. */
function movedPage(text: string, isThere: IsThere): string {
  return text
    .replace(/<form role="search".*?<\/form>\n?/s, '')
    .replace(/<nav aria-label="Elsewhere">.*?<\/nav>\n?/s, '')
    .replaceAll('href="/docs"', `href="${FIRST_PAGE}.html"`)
    .replaceAll(/<a href="(\/[^"#]*)(#[^"]*)?">(.*?)<\/a>/gs, (whole, path, _anchor, words) =>
      isThere(path) === null ? words : whole,
    )
    .replaceAll(/ (href|src)="(\/[^"#]*)(#[^"]*)?"/g, (_whole, attribute, path, anchor = '') => {
      const target = isThere(path);
      if (target === null) throw new Error(`${path} is not in the export`);
      return ` ${attribute}="${target}${anchor}"`;
    });
}

export async function writeDocs(folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  const files = await exportDocs();
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return files.size;
}

/** As a tarball, whose folder npm calls `package`. */
export async function packDocs(folder: string, version: string): Promise<string> {
  const stage = join(folder, 'docs');
  await writeDocs(stage);
  const described = { name: 'trefoil-docs', version, license: 'Apache-2.0' };
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  return pack(stage, folder);
}

if (import.meta.main) {
  const folder = join(ROOT, 'dist/docs');
  process.stdout.write(`${await writeDocs(folder)} files in ${folder}\n`);
}
