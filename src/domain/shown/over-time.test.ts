import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord } from '../../../test/support/merging/records.ts';
import { overTimeWords } from './over-time.ts';

const DAY = '2026-11-18';
const paid = (newest: string, months: string) => carRecord({ history: { newest, months } });

test('the months of all accounts are told together, each once, up to six years', () => {
  const said = (...records: ReturnType<typeof paid>[]) => overTimeWords(records, DAY);
  const [all, two] = ['All accounts together, over 72 months on file: ', 'behind or in default in 2 months'];
  assert.equal(said(), null);
  assert.equal(said(carRecord()), null);
  assert.equal(said(paid('2026-11', 'qq')), null, 'a month in query says nothing');
  assert.equal(said(paid('2026-11', '0'.repeat(80))), `${all}no payment was late.`);
  // Both were late in October, one of them in September too.
  const late = [paid('2026-11', '010'), paid('2026-10', `12${'0'.repeat(69)}`)];
  assert.equal(said(...late), `All accounts together, over 72 months on file: ${two}, the last Oct 2026.`);
  assert.equal(
    said(paid('2026-11', 'd')),
    'All accounts together, over 1 month on file: behind or in default in 1 month, in Nov 2026.',
  );
  assert.equal(said(paid('2019-01', '6')), null, 'older than six years');
});
