// Values off the wire: what is right is read, what is wrong is absent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accountNumber,
  at,
  houseNumber,
  isoDate,
  londonInstant,
  many,
  toLondonTime,
  wholePounds,
  wireText,
} from './wire-values.ts';

test('a path leads through objects only, takes the first of many, and ignores inherited properties', () => {
  assert.equal(at({ a: [{ b: 'x' }, { b: 'y' }] }, 'a', 'b'), 'x');
  assert.equal(at({ a: 'text' }, 'a', 'length'), undefined);
  assert.equal(at({}, 'constructor', 'name'), undefined);
  assert.equal(at(null, 'a'), undefined);
  assert.deepEqual(many({ a: { b: '1' } }, 'a', 'b'), ['1']);
  assert.deepEqual(many({ a: { b: ['1', '2'] } }, 'a', 'b'), ['1', '2']);
  assert.deepEqual(many({ a: { b: '' } }, 'a', 'b'), []);
  assert.deepEqual(many({ a: null }, 'a', 'b'), []);
});

test('text keeps its markup and loses invisible characters; a long one is truncated between characters', () => {
  assert.equal(wireText(' <script>alert(1)</script>\u0000\u202e \n x '), '<script>alert(1)</script> x');
  assert.equal(wireText({ '@a': '1', '#text': 'x' }), 'x');
  assert.equal(wireText('\ud800a'), 'a');
  assert.equal(wireText('   '), undefined);
  assert.equal(wireText({}), undefined);
  const long = wireText(`${'a'.repeat(199)}💷${'b'.repeat(100_000)}`);
  assert.equal(long, 'a'.repeat(199));
});

test('only whole, sensible pounds are an amount', () => {
  assert.deepEqual(wholePounds('0000163'), { amount: 16_300, currency: 'GBP' });
  assert.deepEqual(wholePounds(12, 'EUR'), { amount: 1_200, currency: 'EUR' });
  for (const wrong of ['-5', '1.50', '1e3', '', 'NaN', '٣', '99999999999', null, -1, 1.5, {}]) {
    assert.equal(wholePounds(wrong), undefined);
  }
});

test('dates are real days, written one way or the other', () => {
  assert.equal(isoDate('2024-02-29'), '2024-02-29');
  assert.equal(isoDate('2024-02-29T00:00:00'), '2024-02-29');
  assert.equal(isoDate({ day: 5, month: '3', year: 2021 }), '2021-03-05');
  for (const wrong of [
    '2023-02-29',
    '29/02/2024',
    '2024-2-9',
    '9999-01-01',
    { day: 31, month: 2, year: 2020 },
    '',
  ]) {
    assert.equal(isoDate(wrong), undefined);
  }
});

test("London's time is that of Intl, every hour of ten years", () => {
  const london = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  for (let ms = Date.UTC(2020, 0, 1); ms < Date.UTC(2030, 0, 1); ms += 3_600_000) {
    const instant = new Date(ms).toISOString();
    const local = toLondonTime(instant);
    assert.equal(local.replace('T', ' '), london.format(ms));
    // Read back it is the same instant, except in the autumn hour that happens twice.
    const back = londonInstant(local) ?? '';
    assert.ok(back === instant || Date.parse(back) === ms - 3_600_000, `${instant} ${back}`);
  }
  assert.equal(londonInstant('2026-07-01T10:00:00Z'), '2026-07-01T10:00:00.000Z');
  assert.equal(londonInstant('2026-07-01'), undefined);
  assert.equal(londonInstant('2026-07-01T25:00:00'), undefined);
});

test('house numbers lose their padding, account numbers that are tokens are not shown', () => {
  assert.equal(houseNumber('00877'), '877');
  assert.equal(houseNumber('012A'), '12A');
  assert.equal(houseNumber('0'), '0');
  assert.equal(accountNumber('****1234'), '****1234');
  assert.equal(accountNumber('12345678/01'), '12345678/01');
  assert.equal(accountNumber('9f8a7b6c-1234-4abc-9def-000000000000'), undefined);
  assert.equal(accountNumber('ABCDEF'), undefined);
});
