// The cost of storage: test-mode generate and OTP submit, compared with pgbench writing the same rows on its own database.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { createTestDatabase } from '../test/support/database/postgres.ts';
import { type Client, openChallenge } from '../test/support/house.ts';
import { type Bench, plantTenant, rowSizes, sealedBytes, withClient } from './bench.ts';
import type { Shot } from './driver.ts';
import type { Line } from './lines.ts';

const CHALLENGES_A_ROUND = 6_000;
const PGBENCH_CHALLENGES_A_ROUND = 60_000;
const PG_INSERT = 'pgbench, inserting the same row';
const PG_SUBMIT = 'pgbench, the two updates of a submit';

export async function storageLines(bench: Bench): Promise<Line[]> {
  const service = await bench.startServer(bench.serviceOrder('service'));
  const generate: Line = {
    name: 'test-mode generate, stored and encrypted',
    measure: () => bench.shoot(service, () => bench.generateShot),
  };
  const submit: Line = {
    name: 'OTP submit, right code',
    measure: async () => {
      const shots = await submitShots(bench.client);
      await withClient(bench.house.database.url, analyse);
      return bench.shoot(service, () => shots.pop() ?? null);
    },
  };
  const { pgbench } = bench;
  if (pgbench === null) return [generate, submit];

  const copy = await createTestDatabase();
  const tenantId = randomUUIDv7();
  await withClient(copy.url, (client) => plantTenant(client, tenantId));
  const sizes = await rowSizes(bench.house.database.url);
  return [
    { ...generate, beside: PG_INSERT, aim: { atLeast: 0.7 } },
    { name: PG_INSERT, measure: () => pgbench(insertScript(tenantId, sizes), copy.url) },
    { ...submit, beside: PG_SUBMIT, aim: { atLeast: 0.7 } },
    {
      name: PG_SUBMIT,
      measure: async () => {
        await fillChallenges(copy.url, tenantId, sizes.details);
        return pgbench(submitScript(tenantId, sizes.body), copy.url);
      },
    },
  ];
}

/** As autovacuum does within a minute: until then the server plans for an empty table. */
async function analyse(client: pg.Client): Promise<void> {
  await client.query('analyze reports');
}

/** A new batch of challenges, made by the service itself, because ciphertext is bound to its row. */
async function submitShots(client: Client): Promise<Shot[]> {
  const shots: Shot[] = [];
  const makeSome = async (): Promise<void> => {
    while (shots.length < CHALLENGES_A_ROUND) {
      const { reportId, challengeId } = await openChallenge(client);
      shots.push({
        method: 'POST',
        path: `/${client.tenant.tenantId}/v1/credit-reports/${reportId}/otp-challenge`,
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ challengeId, code: '123456' }),
      });
    }
  };
  await Promise.all(Array.from({ length: 64 }, makeSome));
  return shots;
}

function insertScript(tenantId: string, sizes: { details: number; body: number }): string {
  return `insert into reports (tenant_id, id, is_test, bureaus, status, details, body)
    values ('${tenantId}', gen_random_uuid(), true, '{equifax,experian,transunion}', 'complete',
            ${sealedBytes(sizes.details)}, ${sealedBytes(sizes.body)});`;
}

async function fillChallenges(databaseUrl: string, tenantId: string, detailsBytes: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('create sequence if not exists bench_next');
    await client.query(
      'create table if not exists bench_ids (n bigint primary key, id uuid, challenge_id uuid)',
    );
    await client.query('truncate bench_ids');
    await client.query(`select setval('bench_next', 1, false)`);
    await client.query(
      `with made as (
         insert into reports (tenant_id, id, is_test, bureaus, status, details, challenge_id, challenge_state, code_hash,
                              attempts, sends, last_sent_at)
         select $1, gen_random_uuid(), true, '{equifax,experian,transunion}', 'pending',
                $2::bytea, gen_random_uuid(), 'open', decode(repeat('cd', 32), 'hex'), 0, 1, now()
         from generate_series(1, $3) returning id, challenge_id)
       insert into bench_ids select row_number() over (), id, challenge_id from made`,
      [tenantId, randomBytes(detailsBytes), PGBENCH_CHALLENGES_A_ROUND],
    );
    await analyse(client);
  });
}

/** A submit's work in the database: find and check the guess, then store the document. */
function submitScript(tenantId: string, bodyBytes: number): string {
  return `select id, challenge_id from bench_ids where n = (select nextval('bench_next')) \\gset
update reports set attempts = attempts + 1,
    challenge_state = case when code_hash = decode(repeat('cd', 32), 'hex') then 'passed' else 'open' end, updated_at = now()
  where tenant_id = '${tenantId}' and id = :id and challenge_id = :challenge_id and challenge_state = 'open'
    and attempts < 3 and now() <= last_sent_at + interval '5 minutes' returning details;
update reports set status = 'complete', body = ${sealedBytes(bodyBytes)}, updated_at = now()
  where tenant_id = '${tenantId}' and id = :id and status = 'pending' and challenge_state = 'passed';
`;
}
