// The manual over HTTP: every page and link of it, the twins, the search, the lists for programs, and what / and security.txt answer.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { after, before, test } from 'node:test';
import fastify from 'fastify';
import { collectionTexts } from '../../../scripts/collections.ts';
import { REFUSAL_CODES } from '../../../src/domain/refusal.ts';
import { INTEGRATORS, PAGES, PARTS } from '../../../src/http/manual/contents.ts';
import { CLIENTS, sdkRoutes } from '../../../src/http/routes/service/sdk.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { TEST_NUMBERS } from '../../../src/world/test-numbers.ts';
import { document } from '../../fuzz/contract.ts';
import { type House, openHouse, send, TEST_ORIGIN } from '../../support/house.ts';
import { assertProblem } from '../../support/http/problem-shape.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CONTACT = 'mailto:security@example.com';

let house: House;
/** The HTML of every page, by its address. */
const pages = new Map<string, string>();
before(async () => {
  house = await openHouse({ SECURITY_CONTACT: CONTACT });
  for (const { slug } of PAGES) pages.set(`/docs/${slug}`, (await ask(`/docs/${slug}`)).text);
});
after(() => house.close());

const ask = (url: string, headers: Record<string, string> = {}) => send(house, { url, headers });

test('the parts are those of the readers, and every page is there, with its heading', () => {
  assert.deepEqual(
    PARTS.map(({ name }) => name),
    ['Start', 'Guides', 'API', 'Errors', 'Testing', 'Operations'],
  );
  for (const [address, page] of pages) {
    assert.match(page, /<h1 id="[\w-]+">/, address);
    assert.ok(page.includes('aria-current="page"'), address);
  }
});

test('the image has every file that the manual shows', () => {
  const [last = ''] = readFileSync(join(ROOT, 'docs/deploy/Containerfile'), 'utf8')
    .split(/^FROM /m)
    .slice(-1);
  const copied = last
    .split('\n')
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => line.split(' ').slice(1, -1));
  const isCopied = (file: string) => copied.some((path) => matchesGlob(file, path));
  assert.deepEqual(
    PAGES.filter(({ file }) => !isCopied(file)),
    [],
  );
});

test('every link of every page leads to a page, and to a heading where it names one', async () => {
  const broken: string[] = [];
  for (const [from, page] of pages) {
    for (const [, href = ''] of page.matchAll(/ href="([^"]+)"/g)) {
      if (/^(https?|data|mailto):/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? from : path;
      const isThere = pages.has(target) || (await isAnswered(target));
      const hasAnchor =
        anchor === undefined || anchor === 'main' || pages.get(target)?.includes(` id="${anchor}"`);
      if (!isThere || !hasAnchor) broken.push(`${from}: ${href}`);
    }
  }
  assert.deepEqual(broken, []);
});

const answered = new Map<string, Promise<boolean>>();
function isAnswered(path: string): Promise<boolean> {
  const known = answered.get(path) ?? ask(path).then(({ status }) => status < 400);
  answered.set(path, known);
  return known;
}

test('a page loads nothing from other hosts, runs nothing inline, and cannot be framed', async () => {
  const { text, headers } = await ask('/docs/concepts');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.doesNotMatch(text, /<script(?! src="\/docs\/assets\/)|<style| style=| on\w+=/);
  for (const [, asset = ''] of text.matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)) {
    const sent = await ask(asset);
    assert.equal(sent.status, 200);
    assert.match(String(sent.headers['cache-control']), /immutable/);
  }
});

test('the pages name this service, where the documents have a stand-in', async () => {
  const { text } = await ask('/docs/device-script');
  assert.ok(text.includes(`${TEST_ORIGIN}/v1/fingerprints/device`));
  for (const [address, page] of pages)
    assert.doesNotMatch(page, /credit\.example(?![\w.-])|http:\/\/127\.0\.0\.1:8080/, address);
});

test('each page has a Markdown twin, whose links lead to other twins of this service', async () => {
  for (const { slug, file } of PAGES) {
    const { status, headers, text } = await ask(`/docs/${slug}.md`);
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/markdown/);
    assert.equal(text.split('\n')[0], readFileSync(join(ROOT, file), 'utf8').split('\n')[0]);
  }
  const { text } = await ask('/docs/start.md');
  assert.ok(text.includes(`](${TEST_ORIGIN}/docs/errors.md#repeat-or-not)`));
});

test('every link of every twin is answered, and leads to a heading where it names one', async () => {
  const broken: string[] = [];
  for (const { slug } of PAGES) {
    const { text } = await ask(`/docs/${slug}.md`);
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const path = href.startsWith('#')
        ? `/docs/${slug}${href}`
        : href.replace(TEST_ORIGIN, '').replace('.md', '');
      if (/^(https?|mailto):/.test(path)) continue;
      const [address = '', anchor] = path.split('#');
      const isTwin = !href.startsWith(TEST_ORIGIN) && !href.startsWith('#');
      const hasAnchor = anchor === undefined || pages.get(address)?.includes(` id="${anchor}"`);
      if (isTwin || !(await isAnswered(address)) || !hasAnchor) broken.push(`${slug}: ${href}`);
    }
  }
  assert.deepEqual(broken, []);
});

test('a page for integrators names no file of the project, which they have not, and no link of it is lost', async () => {
  const named: string[] = [];
  for (const { slug, file } of INTEGRATORS) {
    const { text } = await ask(`/docs/${slug}.md`);
    for (const [, path = ''] of text.matchAll(/(?<![\w/.])([\w.-]+\/[\w./-]*\w)/g))
      if (existsSync(join(ROOT, path))) named.push(`${slug}: ${path}`);
    const source = readFileSync(join(ROOT, file), 'utf8');
    const links = (given: string) => [...given.matchAll(/\]\([^)\s]+\)/g)].length;
    if (links(text) !== links(source)) named.push(`${slug}: a link to what is not served`);
  }
  assert.deepEqual(named, []);
});

test('the clients are served as they are', async () => {
  for (const [name, path] of [
    ['browser.js', 'packages/sdk/src/browser.js'],
    ['Trefoil.php', 'packages/php/Trefoil.php'],
    ['trefoil.py', 'packages/python/trefoil.py'],
  ] as const) {
    const { status, text } = await ask(`/sdk/${name}`);
    assert.deepEqual([status, text], [200, readFileSync(join(ROOT, path), 'utf8')], name);
  }
  for (const name of ['nothing', '..%2f..%2fpackage.json', 'constructor'])
    assertProblem(await ask(`/sdk/${name}`), 404, 'not-found');
});

test('a checkout packs the clients when one is asked for; without a way to pack, what is there is served', async () => {
  const listed = (await ask('/sdk/')).text;
  for (const name of CLIENTS.keys()) assert.ok(listed.includes(`href="/sdk/${name}"`), name);
  const [bare, checkout] = ['bare', 'checkout'].map((name) =>
    mkdtempSync(join(tmpdir(), `trefoil-${name}-`)),
  );
  for (const name of ['scripts', 'packages']) symlinkSync(join(ROOT, name), join(checkout as string, name));
  const answerOf = async (root = '', name = 'trefoil-sdk.tgz') => {
    const app = fastify().setErrorHandler((error: Error, _request, reply) =>
      reply.code(404).send(error.message),
    );
    sdkRoutes(app, root);
    const { statusCode, rawPayload } = await app.inject({ url: `/sdk/${name}` });
    await app.close();
    return { statusCode, bytes: rawPayload };
  };
  const packed = await answerOf(checkout);
  assert.deepEqual([packed.statusCode, packed.bytes.subarray(0, 2)], [200, Buffer.of(31, 139)]);
  assert.equal((await answerOf(checkout, `trefoil-${VERSION}-py3-none-any.whl`)).statusCode, 200);
  assert.deepEqual(readdirSync(join(checkout as string, 'dist')), ['sdk'], 'no work is left behind');

  assert.match((await answerOf(bare)).bytes.toString(), /npm run sdk:pack/);
  mkdirSync(join(bare as string, 'dist/sdk'), { recursive: true });
  writeFileSync(join(bare as string, `dist/sdk/trefoil-sdk-${VERSION}.tgz`), Buffer.of(31, 139, 0, 255));
  assert.deepEqual(await answerOf(bare), { statusCode: 200, bytes: Buffer.of(31, 139, 0, 255) });
  for (const root of [bare, checkout]) rmSync(root as string, { recursive: true });
});

test('the test numbers are served as they are', async () => {
  const { status, body } = await ask('/docs/test-numbers.json');
  assert.equal(status, 200);
  assert.deepEqual(body, TEST_NUMBERS);
});

test('the document for programs has what a credential may call, and nothing that is for people alone', async () => {
  const { status, text } = await ask('/openapi.programs.json');
  assert.equal(status, 200);
  const programs = JSON.parse(text) as typeof document;
  type Named = { operationId?: string; security?: object[] };
  const idsOf = ({ paths }: { paths: object }, isWanted: (one: Named) => boolean) =>
    Object.values(paths)
      .flatMap((item) => Object.values(item as Record<string, Named>))
      .filter((one) => one.operationId !== undefined && isWanted(one))
      .map(({ operationId }) => operationId)
      .sort();
  const isForPeople = ({ security = [] }: Named) =>
    security.length > 0 && security.every((way) => 'session' in way);
  assert.deepEqual(
    idsOf(programs, () => true),
    idsOf(document, (one) => !isForPeople(one)),
  );
  assert.ok(idsOf(document, isForPeople).length > 40);
  assert.doesNotMatch(text, /"session":\[\]/);
  const components = programs.components as unknown as Record<string, Record<string, unknown>>;
  const referred = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
  assert.deepEqual(
    Object.keys(components.schemas ?? {}).filter((name) => !referred.has(name)),
    [],
  );
  assert.deepEqual(
    [...referred].filter((name) => components.schemas?.[name ?? ''] === undefined),
    [],
  );
});

test('llms.txt lists every page for integrators with a sentence, and those that they lead to; llms-full.txt has them all', async () => {
  const { text: index, headers } = await ask('/llms.txt');
  assert.match(String(headers['content-type']), /^text\/plain/);
  assert.match(index, /^# Trefoil\n\n> .+\n/);
  const led = new Set<string>();
  for (const { slug } of INTEGRATORS)
    for (const [, to = ''] of (await ask(`/docs/${slug}.md`)).text.matchAll(/\/docs\/([\w-]+)\.md/g))
      led.add(to);
  assert.ok(led.has('device-signals') && led.has('commands') && !led.has('growing'));
  for (const { name, pages: entries } of PARTS)
    for (const { slug } of entries) {
      const isListed = new RegExp(`\\]\\(${TEST_ORIGIN}/docs/${slug}\\.md\\): .{10,}`).test(index);
      assert.equal(isListed, name !== 'Operations' || led.has(slug), slug);
    }
  // A reader that looks for addresses takes the full stop behind a bare one with it.
  const addresses = index.matchAll(new RegExp(`(.)${TEST_ORIGIN}([^\\s()\\]]*)(.)`, 'g'));
  for (const [, before, path = '', after] of addresses) {
    assert.ok(
      `${before}${after}` === '()' || `${before}${path}${after}` === '[]',
      `${before}${path}${after}`,
    );
    if (before === '(') assert.ok([200, 302].includes((await ask(path || '/')).status), path);
  }
  const { text: whole } = await ask('/llms-full.txt');
  for (const { slug } of PAGES)
    assert.ok(whole.includes((await ask(`/docs/${slug}.md`)).text.slice(0, 500)), slug);
});

test('the search finds a heading first, needs every word, and shows what was typed as text', async () => {
  const hits = async (query: string) => {
    const { text } = await ask(`/docs/search?q=${encodeURIComponent(query)}`);
    return [...text.matchAll(/<li><a href="(\/docs\/[^"]+#[^"]+)">/g)].map(([, href]) => href);
  };
  assert.equal((await hits('challenge-expired'))[0], '/docs/errors#challenge-expired');
  assert.ok((await hits('Content security policy'))[0]?.startsWith('/docs/device-script#'));
  assert.deepEqual(await hits('challenge-expired zyxwvut'), []);
  for (const word of [
    'pagination',
    'refund',
    'refunds',
    'CSP',
    'GDPR',
    'throttling',
    'retries',
    'iframe',
    'polling',
  ])
    assert.ok((await hits(word)).length > 0, word);
  assert.ok((await hits('csp'))[0]?.startsWith('/docs/device-script#'));
  assert.ok((await hits('webhook')).length <= 20);
  const { text, status } = await ask(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.equal(status, 200);
  assert.ok(text.includes('value="&quot;&gt;&lt;script&gt;') && !text.includes('<script>alert'));
  for (const query of ['', '?q=', '?q=a&q=b', `?q=${'x'.repeat(5_000)}`])
    assert.equal((await ask(`/docs/search${query}`)).status, 200, query);
});

test('an address that there is not is a page that says so', async () => {
  for (const name of ['nothing', 'nothing.md', '..%2f..%2fpackage.json', '.md', 'constructor']) {
    const { status, text } = await ask(`/docs/${name}`);
    assert.equal(status, 404, name);
    assert.match(text, /There is no such page|not-found/);
  }
  assertProblem(await ask('/docs/assets/x.css'), 404, 'not-found');
});

test('/ leads on: a page for browsers, addresses for programs', async () => {
  const { text } = await ask('/', { accept: 'text/html,*/*' });
  for (const href of ['/docs', '/reference/', '/app']) assert.ok(text.includes(`href="${href}"`), href);
  assert.ok(!text.includes('/demo'), 'the demo is not here');
  const body = JSON.parse((await ask('/')).text);
  assert.deepEqual(Object.keys(body), [
    'name',
    'version',
    'docs',
    'reference',
    'openapi',
    'console',
    'health',
  ]);
  assert.equal(body.version, VERSION);
  assert.equal(body.openapi, `${TEST_ORIGIN}/openapi.json`);
});

test('security.txt has a contact, a policy and an end that is ahead', async () => {
  const { text } = await ask('/.well-known/security.txt');
  assert.match(text, new RegExp(`^Contact: ${CONTACT}$`, 'm'));
  assert.match(text, new RegExp(`^Policy: ${TEST_ORIGIN}/docs/security$`, 'm'));
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  assert.ok(expires > Date.now() + 86_400_000 && expires < Date.now() + 366 * 86_400_000);
});

test('the collections are what the OpenAPI document makes of them; if not, run: npm run openapi', async () => {
  for (const [name, text] of Object.entries(collectionTexts(document))) {
    assert.equal(readFileSync(join(ROOT, 'docs/collections', name), 'utf8'), text, name);
    const served = await ask(`/docs/${name}`);
    assert.equal(served.status, 200);
    assert.ok(served.text.includes(TEST_ORIGIN) && !served.text.includes('127.0.0.1:8080'));
  }
});

test('docs/errors.md says of every code whether to repeat', () => {
  const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');
  const [, table = ''] = /^## Repeat or not\n(.*?)^## /ms.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| `([\w-]+)` \| (yes|no|once|later) \| .+ \|$/gm)].map(
    ([, code]) => code,
  );
  assert.deepEqual(
    REFUSAL_CODES.filter((code) => !rows.includes(code)),
    [],
  );
});
