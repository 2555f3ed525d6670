// What consumers and data-protection officers read of the device check has the figures by which housekeeping deletes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CONSENT_SKELETON } from '../src/domain/hosted/consent-text.ts';
import { DEVICE_HASHES_KEPT_MONTHS, SIGNALS_KEPT_DAYS } from '../src/domain/reports/device-signals.ts';

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, '..', file), 'utf8').split('\n');
const [days, months] = [`${SIGNALS_KEPT_DAYS} days`, `${DEVICE_HASHES_KEPT_MONTHS} months`];

/** How long, as it is said, in this order. */
const saidIn = (text = ''): string[] => text.match(/\d+ (?:days|months)/g) ?? [];

test('the consent text that a tenant begins with says how long a device is known', () => {
  assert.deepEqual(saidIn(CONSENT_SKELETON), [days, months]);
});

test('the page on the device check says it in its table, and in the sentence for the consumer', () => {
  const lines = linesOf('docs/device-signals.md');
  assert.deepEqual(saidIn(lines.filter((line) => line.startsWith('> ')).join(' ')), [days, months]);
  const rowOf = (begin: string) => saidIn(lines.find((line) => line.startsWith(begin)))[0];
  assert.equal(rowOf('| The signals as they were read'), days);
  assert.equal(rowOf('| Keyed hashes of device'), months);
});

test('so does the page for operators', () => {
  const row = linesOf('docs/operations.md').find((line) => line.startsWith('| Device sessions:'));
  assert.deepEqual(saidIn(row), [days, months]);
});
