// Lost commit acknowledgements: a proxy cuts the connection to PostgreSQL around a statement that money depends on, so that the server has
// committed and the service never learns it. The caller retries with the same key. CUTS and TEST_SEED set the run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { type CuttingProxy, type Moment, startCuttingProxy } from '../support/database/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import {
  createCredential,
  createTenant,
  openHouse,
  requestToken,
  sql,
  TEST_ORIGIN,
} from '../support/house.ts';
import { assertTrueBooks } from '../support/ledger/true-books.ts';
import { createPerson, openBrowser, signIn } from '../support/people.ts';
import { call, endAll, type ServiceProcess, until, untilReady } from '../support/processes.ts';
import { commandsOn } from '../support/services/commands.ts';
import {
  actIn,
  actOn,
  REFUSED_BY_GATEWAY,
  SCENES,
  type SceneName,
  type Stage,
  untilDefinite,
} from '../support/services/crash-scenes.ts';
import { startLive } from '../support/services/live-fleet.ts';
import { startProvider } from '../support/worlds/provider.ts';
import { createProviderWorld } from '../support/worlds/provider-world.ts';

const CUTS = Number(process.env.CUTS ?? 48);
const ROTATIONS = Math.ceil(CUTS / 12);
const AFTER: Moment[] = ['sent', 'done'];
/** One in this many is cut before the server has it, which the service cannot distinguish. */
const BEFORE_EACH = 6;
const SEED = process.env.TEST_SEED ?? '';
const NAMES = Object.keys(SCENES) as SceneName[];
/** Statements of timers and of write-behind queues: they may run at any time or not at all. */
const BACKGROUND = /rate-window|signing-key|record-hand-overs|clear-up|expire|ping|find-|list-|read-/;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let database: TestDatabase;
let proxy: CuttingProxy;
let service: ServiceProcess;
let stage: Stage;
before(async () => {
  database = await createTestDatabase();
  const { user, path, name } = wayTo(database);
  proxy = await startCuttingProxy({ path });
  const provider = await startProvider();
  provider.gateway = ({ email }) => (email.startsWith(REFUSED_BY_GATEWAY) ? 'refused' : 'accepted');
  const house = await openHouse({}, database, createProviderWorld(provider.url));
  stage = { house, provider, act: actIn(house) };
  service = await startLive(provider, {
    DATABASE_URL: `postgres://${user}@127.0.0.1:${proxy.port}/${name}`,
    PUBLIC_URL: TEST_ORIGIN,
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'warn',
  });
  await untilReady(service);
});
after(async () => {
  await endAll();
  await proxy?.close();
  await stage?.provider.close();
  await stage?.house.close();
  await database?.drop();
});

/** The socket of the test server, which listens nowhere else. */
function wayTo({ url }: TestDatabase) {
  const { username, pathname, searchParams, port } = new URL(url);
  const folder = searchParams.get('host');
  if (folder === null) throw new Error('the server of the tests is expected at a unix socket');
  return { user: username, name: pathname.slice(1), path: `${folder}/.s.PGSQL.${port || 5432}` };
}

test(`${CUTS} requests whose commit acknowledgement was lost have one effect each (TEST_SEED=${SEED})`, async () => {
  const random = createRandom(SEED);
  const writes = await writesOfEach();
  const met = new Map<string, number>();
  let sentAgain = 0;
  const act = actOn(service);
  const begunMs = performance.now();
  for (let n = 0; n < CUTS; n += 1) {
    const name = random.pick(NAMES);
    const statement = random.pick(writes.get(name) as string[]);
    const moment = n % BEFORE_EACH === 0 ? 'before' : random.pick(AFTER);
    const what = `${name}, ${statement}, ${moment}, cut ${n} of TEST_SEED=${SEED}`;
    const scene = await SCENES[name](stage);
    const cut = proxy.cutNext(statement, moment);
    const first = await act(scene);
    await Promise.race([cut, until(`it comes to ${what}`, () => false, 5_000)]);
    assert.ok([200, 402, 409, 503].includes(first.status), `${what}: ${first.text}`);
    if (first.status === 503) assert.ok(first.headers['retry-after'], what);
    const answer = await untilDefinite(stage.house, act, scene, first, () => {
      sentAgain += 1;
    });
    assert.ok([200, 402].includes(answer.status), `${what}: ${answer.text}`);
    // The same key once more: the same answer, and still one effect.
    const again = await act(scene);
    if (answer.status === 200) assert.equal(again.text, answer.text, what);
    await assertTrueBooks(stage, scene, answer).catch((error: unknown) => {
      throw new Error(what, { cause: error });
    });
    met.set(`${statement} ${moment}`, (met.get(`${statement} ${moment}`) ?? 0) + 1);
  }
  const tookS = (performance.now() - begunMs) / 1000;
  assert.equal(service.hasEnded(), false, 'the process lives');
  await commandsOn({ DATABASE_URL: database.url }).done('ledger', 'verify');
  const before = Math.ceil(CUTS / BEFORE_EACH);
  say(
    `${CUTS} cuts in ${tookS.toFixed(0)} s, seed ${SEED}, ${CUTS - before} of them after the server had the statement: 0 double, 0 lost, ${sentAgain} sent again; the books are true`,
  );
  for (const [what, count] of [...met].sort()) say(`  ${String(count).padStart(4)}  ${what}`);
});

test(`${ROTATIONS} rotations whose commit acknowledgement was lost are done once, and the secret in use stays valid`, async () => {
  const { house } = stage;
  const tenant = await createTenant(house);
  const cookies = new Map<string, string>();
  await signIn(openBrowser(house, { cookies }), await createPerson(house, { tenantId: tenant.tenantId }));
  const headers = {
    ...{ 'content-type': 'application/json', origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' },
    ...{ 'x-trefoil-csrf': '1', cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  };
  for (let n = 0; n < ROTATIONS; n += 1) {
    const made = await createCredential(house, tenant);
    const path = `/${tenant.tenantId}/v1/credentials/${made.credentialId}/rotate` as const;
    const body = JSON.stringify({ overlap: '24h' });
    const rotate = () =>
      call(service.origin, {
        method: 'POST',
        path,
        body,
        headers: { ...headers, 'idempotency-key': `rotation-${n}` },
      });
    const cut = proxy.cutNext('commit', n % 2 === 0 ? 'done' : 'sent');
    assert.equal((await rotate()).status, 503);
    await cut;
    const again = await rotate();
    assert.equal(again.status, 200, again.text);
    assert.equal((await requestToken(house, made)).status, 200, 'the secret in use');
    assert.equal((await requestToken(house, again.body)).status, 200, 'the new one');
    const [noted] = await sql<{ count: number }>(
      house,
      'select count(*) as count from audit_entries where tenant_id = $1 and object_id = $2',
      [tenant.tenantId, made.credentialId],
    );
    assert.equal(noted?.count, 1);
  }
  say(`${ROTATIONS} rotations whose commit was not heard: each done once, both secrets work`);
});

test('a cut request that is retried under another key shows up in the books', async () => {
  const scene = await SCENES['a generate that is allowed'](stage);
  const cut = proxy.cutNext('store-idempotent-answer', 'done');
  const first = await actOn(service)(scene);
  await cut;
  assert.equal(first.status, 503);
  const answer = await actOn(service)({ ...scene, key: `${scene.key}-another` });
  assert.equal(answer.status, 200);
  await assert.rejects(assertTrueBooks(stage, scene, answer), /never answered to a caller/);
});

/** The statements of each scene that change something, as the proxy sees them when nothing is cut. */
async function writesOfEach(): Promise<Map<SceneName, string[]>> {
  const writes = new Map<SceneName, string[]>();
  for (const name of NAMES) {
    const scene = await SCENES[name](stage);
    proxy.passed.length = 0;
    await actOn(service)(scene);
    const names = new Set(proxy.passed.filter((statement) => !BACKGROUND.test(statement)));
    names.delete('begin');
    assert.ok(names.size >= 2, `${name}: ${[...names].join()}`);
    writes.set(name, [...names]);
  }
  return writes;
}
