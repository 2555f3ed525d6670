// The Python client as a wheel, which is a zip with a list of its files. A package and not the single module: only a package can carry
// py.typed, by which a type checker knows that its types are to be believed.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackedFile, writeZip } from '../../src/usecases/evidence/zip.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export function wheel(): { name: string; bytes: Buffer } {
  const project = read('packages/python/pyproject.toml');
  const stated = (name: string): string => {
    const found = new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)?.[1];
    if (found === undefined) throw new Error(`packages/python/pyproject.toml has no ${name}`);
    return found;
  };
  const [name, version] = [stated('name'), stated('version')];
  const about = `${name}-${version}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.4',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${stated('description')}`,
    `Requires-Python: ${stated('requires-python')}`,
    'License-Expression: Apache-2.0',
    'License-File: LICENSE',
    'Description-Content-Type: text/markdown',
    '',
    read('packages/python/README.md'),
  ];
  const tags = ['Wheel-Version: 1.0', 'Generator: trefoil', 'Root-Is-Purelib: true', 'Tag: py3-none-any', ''];
  const files = [
    file(`${name}/__init__.py`, read('packages/python/trefoil.py')),
    file(`${name}/py.typed`, ''),
    file(`${about}/METADATA`, metadata.join('\n')),
    file(`${about}/WHEEL`, tags.join('\n')),
    file(`${about}/licenses/LICENSE`, read('LICENSE')),
  ];
  const record = file(`${about}/RECORD`, `${[...files.map(recordOf), `${about}/RECORD,,`].join('\n')}\n`);
  return { name: `${name}-${version}-py3-none-any.whl`, bytes: writeZip([...files, record]) };
}

const file = (name: string, text: string): PackedFile => ({ name, bytes: Buffer.from(text) });

function recordOf({ name, bytes }: PackedFile): string {
  return `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`;
}
