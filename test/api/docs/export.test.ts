// The manual as files: every link of every file leads to a file of the export, wherever its folder is, and to a heading where it names one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportDocs } from '../../../scripts/release/docs.ts';
import { PAGES } from '../../../src/http/manual/contents.ts';

/** Where it might be put. */
const PLACE = 'https://files.invalid/some/where/';

const files = await exportDocs();
const textOf = (name: string): string => String(files.get(name) ?? '');

/** What a file leads to: addresses in the file, as written. */
function linksOf(name: string): string[] {
  const found = (pattern: RegExp) => [...textOf(name).matchAll(pattern)].map(([, link = '']) => link);
  if (name.endsWith('.html')) return found(/ (?:href|src|action)="([^"]+)"/g);
  if (name.endsWith('.css')) return found(/url\(([^)]+)\)/g);
  const prose = textOf(name).replaceAll(/^```.*?^```$/gms, '');
  return name.endsWith('.md') || name.endsWith('.txt')
    ? [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    : [];
}

test('every link of the exported files leads to one of them, and to its heading, under any path', () => {
  const broken: string[] = [];
  let walked = 0;
  for (const name of files.keys()) {
    for (const link of linksOf(name)) {
      if (/^(https?|mailto|data):/.test(link)) continue;
      walked += 1;
      const { href, hash } = new URL(link, `${PLACE}${name}`);
      const target = href.slice(PLACE.length).replace(hash, '');
      const isThere = href.startsWith(PLACE) && files.has(target) && !link.startsWith('/');
      // The headings of a twin, and of all pages in one text, are those of its page.
      const page = textOf(target.replace(/\.md$/, '.html'));
      const hasHeading = hash === '' || name === 'llms-full.txt' || page.includes(` id="${hash.slice(1)}"`);
      if (!isThere || !hasHeading) broken.push(`${name}: ${link}`);
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(walked > 3_000, `${walked} links`);
});

test('it has every page as HTML and as Markdown, a first page, and nothing that needs a service', async () => {
  for (const { slug } of PAGES)
    for (const name of [`${slug}.html`, `${slug}.md`]) assert.ok(files.has(name), name);
  assert.equal(textOf('index.html'), textOf('start.html'));
  for (const name of [
    'llms.txt',
    'llms-full.txt',
    'openapi.json',
    'openapi.programs.json',
    'test-numbers.json',
  ])
    assert.ok(files.has(name), name);
  for (const name of files.keys())
    if (name.endsWith('.html')) assert.doesNotMatch(textOf(name), /<form|(?:href|src)="\//, name);
  assert.doesNotMatch(textOf('llms.txt'), /127\.0\.0\.1/);
});

test('it is the same each time', async () => {
  assert.deepEqual([...(await exportDocs())], [...files]);
});
