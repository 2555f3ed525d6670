// Models state what is right by themselves, so that a test cannot ask the code that it judges.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Imports by which a model would ask the code what is right; types say nothing of it. */
function rulesAsked(text: string): string[] {
  const found = [...text.matchAll(/import (type )?(?:\{([^}]*)\}|\S+(?: as \w+)?)\s+from\s+'([^']+)'/g)];
  return found.flatMap(([, isType, names = '*', path = '']) => {
    const values = names.split(',').filter((name) => name.trim() !== '' && !/^\s*type /.test(name));
    return isType === undefined && values.length > 0 && /(^|\/)src\//.test(path) ? [path] : [];
  });
}

test('a model states its own figures: it imports nothing but types from src', () => {
  const models = globSync(['test/**/*model.ts', 'test/**/naive-*.ts'], { cwd: ROOT });
  assert.ok(models.length >= 4);
  assert.deepEqual(
    models.flatMap((file) => rulesAsked(read(file)).map((path) => `${file} -> ${path}`)),
    [],
  );
  const domain = globSync('test/**/model.test.ts', { cwd: ROOT }).flatMap((file) =>
    rulesAsked(read(file)).filter((path) => path.includes('src/domain/')),
  );
  assert.deepEqual(domain, []);
  const planted = [
    "import { type A, b } from '../src/domain/a.ts';",
    "import * as all from '../src/domain/b.ts';",
    "import {\n  c,\n} from '../src/domain/c.ts';",
  ];
  assert.equal(rulesAsked(planted.join('\n')).length, 3);
  assert.deepEqual(
    rulesAsked("import { type A, type B } from '../src/a.ts';\nimport type { C } from './src/c.ts';"),
    [],
  );
});
