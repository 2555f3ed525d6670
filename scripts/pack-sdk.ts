// Packs the clients as they are published, for /sdk to serve: npm run sdk:pack. The workspace's own package.json leads to TypeScript, which Node runs in this project
// but refuses in node_modules; the tarball has JavaScript and types made by tsc, and a package.json that leads to them. An export condition
// in one package.json for both would reach the users' bundlers too: Vite and webpack set `development`.
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pack, run } from './release/pack.ts';
import { wheel } from './release/wheel.ts';

const ROOT = join(import.meta.dirname, '..');
const SDK = join(ROOT, 'packages/sdk');

/** The tarball's path. */
export async function packSdk(folder: string): Promise<string> {
  const stage = join(folder, 'stage');
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', SDK, '--outDir', stage];
  // What an editor shows is in the types; the same comments in the JavaScript would be a quarter of the tarball.
  await Promise.all([
    run(process.execPath, [...tsc, '--emitDeclarationOnly']),
    run(process.execPath, [...tsc, '--declaration', 'false', '--removeComments']),
  ]);
  // A tenth of the tarball would be blanks at the start of a line; they matter only inside a text of several lines.
  for (const file of globSync('*.{js,d.ts}', { cwd: stage })) {
    const path = join(stage, file);
    const text = readFileSync(path, 'utf8');
    const hasLongText = text.split('\n').some((line) => (line.match(/`/g)?.length ?? 0) % 2 === 1);
    if (!hasLongText || file.endsWith('.d.ts')) writeFileSync(path, text.replaceAll(/^ +/gm, ''));
  }
  dropUnusedTypes(stage);
  writeFileSync(join(stage, 'README.md'), standingAlone(readFileSync(join(SDK, 'README.md'), 'utf8')));
  for (const file of ['src/browser.js', 'src/browser.d.ts'])
    copyFileSync(join(SDK, file), join(stage, file.replace('src/', '')));
  copyFileSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
  const described = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8'));
  const published = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  const exports = {
    '.': published('index'),
    './browser': published('browser'),
    './testing': published('testing'),
  };
  writeFileSync(join(stage, 'package.json'), JSON.stringify({ ...described, exports }, null, 2));
  return pack(stage, folder);
}

/** Without the project around it: no links to its files, and no address of one machine. */
function standingAlone(readme: string): string {
  return readme
    .replaceAll(/\[([^\]]+)\]\(\.[^)]*\)/g, '$1')
    .replaceAll('http://127.0.0.1:8080', 'https://reports.example.invalid');
}

/** Types that no export leads to: of what only our own modules import. */
function dropUnusedTypes(stage: string): void {
  const used = new Set<string>();
  const follow = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    const text = readFileSync(join(stage, `${name}.d.ts`), 'utf8');
    for (const [, next = ''] of text.matchAll(/['"]\.\/([\w-]+)\.[jt]s['"]/g)) follow(next);
  };
  for (const name of ['index', 'testing']) follow(name);
  for (const file of globSync('*.d.ts', { cwd: stage }))
    if (!used.has(file.replace('.d.ts', ''))) rmSync(join(stage, file));
}

/** Into a folder beside it first: two that pack at once each leave whole files. */
async function packClients(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    const tarball = await packSdk(work);
    const { name, bytes } = wheel();
    writeFileSync(join(work, name), bytes);
    return [basename(tarball), name].map((file) => {
      renameSync(join(work, file), join(folder, file));
      return join(folder, file);
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [folder = join(ROOT, 'dist/sdk')] = process.argv.slice(2);
  for (const path of await packClients(folder)) process.stdout.write(`${path}\n`);
}
