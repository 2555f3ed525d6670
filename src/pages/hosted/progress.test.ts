// What the waiting page says of each bureau, from what this process knows of the searches under way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnderWay } from '../../world/under-way.ts';
import { progressList } from './wait-page.ts';

const said = (list: { text: string }): string[] =>
  [...list.text.matchAll(/<li class="(\w+)"[^>]*><span class="unseen">[^<]*<\/span> ([^<]*)<\/li>/g)].map(
    ([, state, words]) => `${state}: ${words}`,
  );

test('each bureau is asked, has answered or could not be reached; another process says that it is asking', () => {
  const underWay = createUnderWay();
  assert.equal(underWay.of('report'), null);
  underWay.begin('report', ['equifax', 'experian', 'transunion']);
  underWay.note('report', { id: 'equifax', status: 'no-trace' });
  underWay.note('report', { id: 'transunion', status: 'timeout' });
  const searches = underWay.of('report') ?? assert.fail();
  const bureaus = (['equifax', 'experian', 'transunion'] as const).map((id) => ({
    id,
    state: searches.get(id) ?? ('asking' as const),
  }));
  assert.deepEqual(said(progressList({ doing: 'code', bureaus })), [
    'done: Checking your security code',
    'done: Equifax has answered',
    'now: Asking Experian',
    'missed: TransUnion could not be reached',
    'later: Your report',
  ]);
  underWay.end('report');
  assert.equal(underWay.of('report'), null);
  underWay.note('report', { id: 'equifax', status: 'ok' });
  assert.equal(underWay.of('report'), null);
});
