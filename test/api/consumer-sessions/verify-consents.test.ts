// `consents verify`: of sessions at every step each consent recomputes from the stored text, the sealed record and the audit log; whatever is
// altered past the service is named. CONSENT_SESSIONS sets the run.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import pg from 'pg';
import { createKeyring } from '../../../src/storage/keys/keyring.ts';
import { createVault } from '../../../src/storage/keys/vault.ts';
import { createVerifyConsents, type VerifyConsents } from '../../../src/usecases/hosted/verify-consents.ts';
import { agreeAt, makeLink, publishedText, startLink, submitAt } from '../../support/consumers/hosted.ts';
import { createTestDatabase, IS_SHARDED, type TestDatabase } from '../../support/database/postgres.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { after, before, test } from '../../support/long.ts';
import { endAll } from '../../support/processes.ts';
import { commandsOn, FAILED } from '../../support/services/commands.ts';
import { NO_LIMITS } from '../../support/settings/no-limits.ts';

const SESSIONS = Number(process.env.CONSENT_SESSIONS ?? 42);
const AT_ONCE = 6;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

let database: TestDatabase;
let house: House;
let client: Client;
let tenantId: string;
let verify: VerifyConsents;
before(async () => {
  database = await createTestDatabase();
  house = await openHouse(NO_LIMITS, database);
  client = await clientOf(house, await createTenant(house));
  tenantId = client.tenant.tenantId;
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const vault = createVault({ database: house.service.database, keyring });
  verify = createVerifyConsents({ database: house.service.database, vault });
});
after(async () => {
  await house?.close();
  await database?.drop();
  await endAll();
});

/** As far as the number says: made, started, agreed, declined, reported, on a test clock, erased. */
async function makeSession(texts: string[], clock: string, n: number): Promise<void> {
  const text = texts[n % texts.length] ?? '';
  const step = n % 7;
  const link = await makeLink(client, text, {
    ...(step === 5 && { testOptions: { clock } }),
    ...(step === 6 && { externalReference: `person-${n}` }),
  });
  if (step === 0) return;
  const visit = await startLink(house, link);
  if (step === 1) return;
  await agreeAt(house, visit);
  if (step === 3) await house.service.consumerVisits.decline(visit);
  if (step === 4) assert.equal((await submitAt(house, visit))?.kind, 'done');
  if (step === 6)
    await sql(
      house,
      `update consumer_sessions set created_at = created_at - interval '9 years' where id = $1`,
      [link.id],
    );
}

test(`the hashes of ${SESSIONS} sessions recompute`, async () => {
  const texts: string[] = [];
  for (let n = 0; n < 5; n += 1)
    texts.push(await publishedText(house, tenantId, `Text ${n}: £, ŵ, “quotes”.\n\nEnd.`));
  const clock = await client.post(`/${tenantId}/v1/test-clocks`, { at: '2026-01-05T10:00:00Z' });
  let made = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (made < SESSIONS) await makeSession(texts, clock.body.id, made++);
    }),
  );
  await house.service.keepHouse();
  const sinceMs = performance.now();
  const found = await verify(tenantId);
  const tookMs = performance.now() - sinceMs;
  assert.deepEqual(found, { entries: SESSIONS, problems: [] });
  const counts = await sql<{ agreed: number; purged: number }>(
    house,
    `select count(consented_at)::int as agreed, count(*) filter (where purged_at is not null)::int as purged from consumer_sessions`,
  );
  assert.deepEqual(counts, [{ agreed: SESSIONS - 2 * (SESSIONS / 7), purged: SESSIONS / 7 }]);
  say(
    `${SESSIONS} sessions, ${counts[0]?.agreed} of them agreed to: all recompute, in ${Math.round(tookMs)} ms`,
  );
});

test('more sessions than are read at once are verified to the last one', async () => {
  const other = await clientOf(house, await createTenant(house));
  const { id } = await makeLink(other, await publishedText(house, other.tenant.tenantId), {});
  // A thousand are a page.
  await sql(
    house,
    `insert into consumer_sessions select copy.* from consumer_sessions s cross join generate_series(1, 1000) n
     cross join lateral jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'n', n)) copy where s.id = $1`,
    [id],
  );
  assert.deepEqual(await verify(other.tenant.tenantId), { entries: 1_001, problems: [] });
});

const ALTERED: [string, RegExp][] = [
  ['update consumer_sessions set consent_sha256 = sha256($2) where id = $1', /names another text/],
  [
    'update consumer_sessions set consent_record_sha256 = sha256($2) where id = $1',
    /another consent in the audit log.*another record than/,
  ],
  [
    `update consumer_sessions set consented_at = consented_at + interval '1 second' where id = $1`,
    /another consent in the audit log.*the record of another/,
  ],
  ['update consumer_sessions set consent = consent || $2 where id = $1', /does not open/],
  ['update consumer_sessions set consent = null where id = $1', /has lost the record/],
  [
    `update consumer_sessions set consented_at = null, state = 'opened' where id = $1`,
    /a consent that nobody gave/,
  ],
  ['delete from audit_entries where object_id = $1::text', /has 0 entries/],
  ['delete from consumer_sessions where id = $1', /1 consents in the audit log are of no session/],
  [
    `update consent_texts set body = body || ' ', sha256 = sha256(convert_to(body || ' ', 'UTF8'))
    where (tenant_id, id) = (select tenant_id, consent_text_id from consumer_sessions where id = $1)`,
    /names another text/,
  ],
];

// The rules of the tables are dropped to damage them, which is done on one server.
test('each part that is altered past the service is named, with its session, and by the command with exit code 1', {
  skip: IS_SHARDED,
}, async () => {
  const past = new pg.Client({ connectionString: database.url });
  await past.connect();
  try {
    await past.query('set session_replication_role = replica');
    for (const [change, problem] of ALTERED) {
      const other = await clientOf(house, await createTenant(house));
      const whole = await startLink(
        house,
        await makeLink(other, await publishedText(house, other.tenant.tenantId)),
      );
      const text = await publishedText(house, other.tenant.tenantId);
      const visit = await startLink(house, await makeLink(other, text));
      for (const one of [whole, visit]) await agreeAt(house, one);
      assert.deepEqual(await verify(other.tenant.tenantId), { entries: 2, problems: [] });
      const { rowCount } = await past.query(
        change,
        change.includes('$2') ? [visit.sessionId, Buffer.from('x')] : [visit.sessionId],
      );
      assert.equal(rowCount, 1, change);
      const { problems } = await verify(other.tenant.tenantId);
      assert.match(problems.join('; '), problem, change);
      assert.doesNotMatch(problems.join('; '), new RegExp(whole.sessionId));
    }
  } finally {
    await past.end();
  }
  const commands = commandsOn({ DATABASE_URL: database.url });
  const [row] = await commands.json<{ entries: number; problem: string }[]>(
    'consents',
    'verify',
    '--tenant',
    tenantId,
  );
  assert.deepEqual([row?.entries, row?.problem], [SESSIONS, 'none']);
  const { code, stdout, stderr } = await commands.run('consents', 'verify');
  assert.deepEqual([code, stderr], [FAILED, 'A consent is not true.\n']);
  assert.match(stdout, /names another text than the one that is stored/);
});
