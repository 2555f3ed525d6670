// Makes all files of a release into dist/release: npm run release. The same commit makes the same bytes. docs/releasing.md says what for.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { packSdk } from '../pack-sdk.ts';
import { packDocs } from './docs.ts';
import { notesOf, versions } from './notes.ts';
import { packService } from './package.ts';
import { sbom } from './sbom.ts';
import { wheel } from './wheel.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'dist/release');
const WORK = join(ROOT, 'dist/release-work');

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const stop = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const found = versions();
const version = found['package.json'] as string;
if (new Set(Object.values(found)).size !== 1)
  stop(`The versions differ: ${JSON.stringify(found)}. Write the same into all of these files.`);
if (git('status', '--porcelain') !== '')
  stop('There are changes that are not committed. Commit or remove them: a release is made of one commit.');

for (const folder of [OUT, WORK]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const sdk = await packSdk(WORK);
renameSync(join(WORK, 'stage'), join(WORK, 'sdk'));
const { name, bytes } = wheel();
const python = join(WORK, name);
writeFileSync(python, bytes);
const service = await packService(WORK, join(WORK, 'sdk'), [sdk, python]);
const docs = await packDocs(WORK, version);
for (const file of [sdk, service, python, docs]) renameSync(file, join(OUT, basename(file)));
for (const file of ['packages/sdk/src/browser.js', 'packages/php/Trefoil.php'])
  copyFileSync(join(ROOT, file), join(OUT, basename(file)));
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const at = new Date(git('log', '-1', '--format=%cI')).toISOString();
writeFileSync(join(OUT, `trefoil-${version}.cdx.json`), `${JSON.stringify(sbom(lock, at), null, 2)}\n`);
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
writeFileSync(join(OUT, 'NOTES.md'), notesOf(changelog, version));
rmSync(WORK, { recursive: true, force: true });

const sums = readdirSync(OUT)
  .sort()
  .map((file) => {
    const content = readFileSync(join(OUT, file));
    process.stdout.write(`${String(content.length).padStart(9)}  ${file}\n`);
    return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`;
  });
writeFileSync(join(OUT, 'SHA256SUMS'), sums.join(''));
process.stdout.write(`Trefoil ${version} in dist/release; check it with: sha256sum -c SHA256SUMS
Tag it with: git tag -a v${version} ${git('rev-parse', 'HEAD')} --cleanup=verbatim -F dist/release/NOTES.md\n`);
