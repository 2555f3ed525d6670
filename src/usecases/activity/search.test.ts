// What a text is looked up as. What is found, and by whom: test/api/search/.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearch } from './search.ts';

/** What the lists are asked for when somebody types this. */
async function askedFor(text: string) {
  let asked: { text: string; ids: { from: string; to: string } | null; size: number } | undefined;
  const listReports = {
    search: async (wanted: typeof asked) => {
      asked = wanted;
      return [];
    },
    withExtras: async () => [],
  };
  const search = createSearch({
    database: { query: async () => [] } as never,
    listReports: listReports as never,
  });
  await search({ tenantId: 't', permissions: [], sessionId: null } as never, { text });
  return asked ?? assert.fail();
}

test('from eight to thirty-two digits a text may be the beginning of an id, with or without hyphens', async () => {
  const isId = async (digits: number) => (await askedFor('0'.repeat(digits))).ids !== null;
  assert.deepEqual(await Promise.all([7, 8, 9].map(isId)), [false, true, true]);
  assert.deepEqual(await Promise.all([31, 32, 33].map(isId)), [true, true, false]);
  const whole = { from: '0199d1c2-7a00-0000-0000-000000000000', to: '0199d1c2-7aff-ffff-ffff-ffffffffffff' };
  assert.deepEqual((await askedFor('0199D1C2-7A')).ids, whole);
  assert.deepEqual((await askedFor(' 0199d1c27a ')).ids, whole);
  assert.equal((await askedFor('case-0199d1c2')).ids, null);
});

test('eight of each kind are found, by the text without blanks around it', async () => {
  const { text, size } = await askedFor('  case-7 ');
  assert.deepEqual([text, size], ['case-7', 8]);
});
