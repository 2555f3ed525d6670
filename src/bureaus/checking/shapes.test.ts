// The shapes that are written down agree with the adapters: what a shape calls read, the adapter's code names.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BUREAU_IDS } from '../../domain/reports/credit-report.ts';
import { SHAPES } from './check-bureau.ts';
import type { Declared } from './declared.ts';

const ROOM = join(import.meta.dirname, '..');
const OF_OTHERS = /shape\.ts|simulat|disguise|\.test\.ts/;

/** Operations, put together from two words; products of Equifax, whose accounts are read under any name. */
const BY_OTHER_WAYS = /Response$|^(mortgageAccount|homeCredit|overdraft)$/;

function readNames({ name, use, children }: Declared): string[] {
  return [...(use === 'known' || name === '' ? [] : [name]), ...children.flatMap(readNames)];
}

for (const bureau of BUREAU_IDS) {
  test(`what the shape of ${bureau} calls read is named in the adapter`, () => {
    const files = globSync([`${bureau}/*.ts`, 'reading/*.ts'], { cwd: ROOM }).filter(
      (file) => !OF_OTHERS.test(file),
    );
    const code = files.map((file) => readFileSync(join(ROOM, file), 'utf8')).join('\n');
    const words = new Set(code.match(/[\w@]+/g)?.map((word) => word.replace('@', '').toLowerCase()));
    const { search, lookUp } = SHAPES[bureau];
    const declared = [search.xml, search.json, lookUp].filter((one) => one !== undefined);
    const names = new Set(declared.flatMap(readNames).map((name) => name.replace('@', '')));
    assert.ok(names.size > 40);
    const missing = [...names].filter((name) => !words.has(name.toLowerCase()) && !BY_OTHER_WAYS.test(name));
    assert.deepEqual(missing, []);
  });
}
