// The table of reports refuses by itself what must never be, whatever our code does.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';

let home: TestDatabase;
let raw: pg.Client;
const id = randomUUIDv7();

before(async () => {
  home = await createTestDatabase();
  raw = new pg.Client({ connectionString: home.url });
  await raw.connect();
  await raw.query(
    `insert into reports (tenant_id, id, is_test, bureaus, status, body) values ($1, $1, true, '{equifax}', 'pending', '\\x00')`,
    [id],
  );
});
after(async () => {
  await raw.end();
  await home.drop();
});

/** Null where it is taken, otherwise the constraint that refuses it. */
async function refusalOf(change: string): Promise<string | null> {
  await raw.query('begin');
  try {
    const { rowCount } = await raw.query(`update reports set ${change} where id = $1`, [id]);
    assert.equal(rowCount, 1);
    return null;
  } catch (error) {
    assert.ok(error instanceof pg.DatabaseError && error.code === '23514', String(error));
    return error.constraint ?? '';
  } finally {
    await raw.query('rollback');
  }
}

const STATES = ['none', 'open', 'passed', 'failed', 'lost', '', '.'];
const TAKEN: Record<string, readonly string[]> = {
  pending: ['none', 'open', 'passed'],
  complete: ['none', 'passed'],
  blocked: ['none', 'passed'],
  failed: ['none', 'open', 'passed', 'failed'],
  ended: [],
  'pending open': [],
  'pending.': [],
  '': [],
};
/** What a challenge has, all of it or nothing; `more` overrides. */
function challenged(state: string, more: Record<string, string> = {}): string {
  const own = {
    challenge_id: 'id',
    code_hash: "sha256('')",
    attempts: '0',
    sends: '1',
    last_sent_at: 'now()',
  };
  const columns = { ...(state !== 'none' && { ...own, challenge_state: `'${state}'` }), ...more };
  return ['updated_at = now()', ...Object.entries(columns).map((column) => column.join(' = '))].join(', ');
}

test('a report and its challenge are in states that go together, and in no others', async () => {
  for (const [status, taken] of Object.entries(TAKEN))
    for (const state of STATES) {
      const refusal = await refusalOf(`status = '${status}', ${challenged(state)}`);
      assert.equal(refusal, taken.includes(state) ? null : 'reports_status_check', `${status}, ${state}`);
    }
});

const RANGES: [column: string, least: number, most: number, toValue: (count: number) => string][] = [
  ['attempts', 0, 3, String],
  ['sends', 0, 3, String],
  ['refused_sends', 0, 5, String],
  ['bureaus', 1, 3, (count) => `array_fill('equifax'::text, array[${count}])`],
];

for (const [column, least, most, toValue] of RANGES)
  test(`${column}: from ${least} to ${most}`, async () => {
    const refused = `reports_${column}_check`;
    for (let count = least - 1; count <= most + 1; count += 1) {
      const refusal = await refusalOf(challenged('open', { [column]: toValue(count) }));
      assert.equal(refusal, count < least || count > most ? refused : null, `${count}`);
    }
  });

test('a challenge is there as a whole or not at all', async () => {
  assert.equal(await refusalOf(challenged('none', { challenge_id: 'id' })), 'reports_check');
  assert.equal(await refusalOf(challenged('open', { code_hash: 'null' })), 'reports_check');
});
