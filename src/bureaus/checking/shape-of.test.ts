// The shape of a reply: what came where, how often, as what.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXml } from '../reading/xml.ts';
import { kindOf, type Seen, shapeOf } from './shape-of.ts';

const at = (seen: Seen, ...path: string[]): Seen =>
  path.reduce((here, name) => here.children.get(name) ?? assert.fail(`no ${name}`), seen);

test('a value is of the kind that an adapter would read it as', () => {
  const rows: [unknown, string][] = [
    [undefined, 'empty'],
    [null, 'empty'],
    ['   ', 'empty'],
    [true, 'flag'],
    ['N', 'flag'],
    ['0012', 'number'],
    [-7, 'number'],
    [12.5, 'decimal'],
    ['12.50', 'decimal'],
    ['£163  ', 'money'],
    ['£12      -', 'money'],
    ['1,250', 'money'],
    ['2026-10', 'date'],
    ['2026-02-28', 'date'],
    ['2026-02-30', 'text'],
    ['2026-11-17T09:30:00', 'date'],
    ['2026-12-20T08:00:00.000Z', 'date'],
    ['17/11/2026', 'text'],
    ['20261117', 'number'],
    ['SINGLE_MATCH', 'text'],
  ];
  assert.deepEqual(
    rows.map(([value]) => kindOf(value)),
    rows.map(([, kind]) => kind),
  );
});

test('lists collapse, in XML and in JSON; an empty list did not come', async () => {
  const xml = shapeOf(await readXml('<a><b c="1"><d>x</d></b><b c="2"/><e/></a>'));
  const b = at(xml, 'a', 'b');
  assert.deepEqual([b.times, b.inParents, b.withChildren, b.isList], [2, 1, 1, true]);
  assert.deepEqual([at(b, '@c').inParents, at(b, 'd').inParents], [2, 1]);
  assert.deepEqual([...at(xml, 'a', 'e').kinds.keys()], ['empty']);
  const json = shapeOf({ a: { b: [{ d: 'x' }, {}], e: [] } });
  assert.deepEqual([at(json, 'a', 'b').times, at(json, 'a', 'b', 'd').times], [2, 1]);
  assert.deepEqual([at(json, 'a', 'e').times, at(json, 'a', 'e').inParents], [0, 0]);
});

test('a date in parts is a date, whatever its keys; one that is none is text', () => {
  const dates = {
    a: { CCYY: '1985', MM: '4', DD: '12' },
    b: { ccyy: 1985, ccyySpecified: true, mm: 4, dd: 12 },
    c: { day: 12, month: 4, year: 1985 },
    d: { day: 31, month: 4, year: 1985 },
    e: { CCYY: '0', CCYYSpecified: 'false' },
  };
  const seen = shapeOf(dates);
  const kinds = Object.keys(dates).map((name) => [...at(seen, name).kinds.keys()].join());
  assert.deepEqual(kinds, ['date', 'date', 'date', 'text', 'empty']);
});

test('a reply that is nested without end is looked at to a depth, and no further', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  assert.equal(shapeOf(deep).times, 1);
});
