// What a release says of itself: the version's part of the changelog, and the versions that must agree before there is one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The part of one version. Links into the project become text: notes are read elsewhere. */
export function notesOf(changelog: string, version: string): string {
  const part = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}]`));
  if (part === undefined) throw new Error(`CHANGELOG.md has no part for ${version}`);
  const [, ...lines] = part.split('\n');
  const text = lines.join('\n').trim();
  if (!/\bupgrad/i.test(text))
    throw new Error(
      `CHANGELOG.md does not say how to upgrade to ${version}, not even that nothing is to be done.`,
    );
  return `# Trefoil ${version}\n\n${text.replaceAll(/\[([^\]]+)\]\((?!https?:)([^)]+)\)/g, '$1')}\n`;
}

/** Where a version is written, and which: all must be the same. */
export function versions(): Record<string, string | undefined> {
  const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
  const python = (file: string, name: string) =>
    new RegExp(`^${name} = "(.*)"$`, 'm').exec(read(`packages/python/${file}`))?.[1];
  return {
    'package.json': JSON.parse(read('package.json')).version,
    'package-lock.json': JSON.parse(read('package-lock.json')).version,
    'packages/sdk/package.json': JSON.parse(read('packages/sdk/package.json')).version,
    'packages/sdk/src/transport.ts': /VERSION = '(.*?)'/.exec(read('packages/sdk/src/transport.ts'))?.[1],
    'packages/python/pyproject.toml': python('pyproject.toml', 'version'),
    'packages/python/trefoil.py': python('trefoil.py', '__version__'),
    'packages/php/composer.json': JSON.parse(read('packages/php/composer.json')).version,
    'packages/php/Trefoil.php': /VERSION = '(.*?)'/.exec(read('packages/php/Trefoil.php'))?.[1],
    'CHANGELOG.md': /^## \[(.*?)\]/m.exec(read('CHANGELOG.md'))?.[1],
  };
}
