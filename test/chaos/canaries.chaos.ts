// The long canary test: every personal field and every secret is a unique word. Two processes log at the most verbose level, with traces,
// gateways and bureaus that fail and quote, a database that goes down, and kills, until there are CANARY_LINES log lines. Then no canary
// may be found in a log, a metric, a trace, an error body, a table, a database file or a temporary file.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, SimulatedMessage, Simulator } from '../../src/sms/simulator.ts';
import { startTwilioSimulator } from '../../src/sms/twilio/simulator.ts';
import { startVonageSimulator } from '../../src/sms/vonage/simulator.ts';
import { startTracing, type Tracing } from '../../src/telemetry/start-tracing.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { type Canaries, createCanaries } from '../support/canaries/canaries.ts';
import { type CanaryBureau, openCanaryBureaus } from '../support/canaries/canary-consumers.ts';
import { tellPeoplesStories } from '../support/canaries/canary-people.ts';
import { createStoryteller, type Storyteller } from '../support/canaries/canary-stories.ts';
import {
  inWords,
  searchFolder,
  searchServerFiles,
  searchTables,
} from '../support/canaries/where-canaries-may-be.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { type Collector, startCollector } from '../support/formats/otlp-collector.ts';
import { createTenant, type House, openHouse, TEST_ORIGIN, tokenOf } from '../support/house.ts';
import { type DatabaseDoor, type Mood, openDatabaseDoor } from '../support/http/doors.ts';
import {
  call,
  endAll,
  newPath,
  type ServiceProcess,
  startService,
  untilReady,
} from '../support/processes.ts';
import { gatewaySettings, TWILIO_ACCOUNT, VONAGE_ACCOUNT } from '../support/worlds/sms-world.ts';

const LINES = Number(process.env.CANARY_LINES ?? 2_000);
const RUN = process.env.CANARY_SEED ?? randomBytes(4).toString('hex');
const PROCESSES = 2;
const CALLERS = 48;
const METRICS_TOKEN = `metrics-${randomBytes(12).toString('hex')}`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chance = createRandom(RUN);
const canaries: Canaries = createCanaries(RUN);

let collector: Collector;
let tracing: Tracing | null;
let database: TestDatabase;
let databaseDoor: DatabaseDoor;
let house: House;
let gateways: Simulator[];
let bureaus: CanaryBureau[] = [];
const processes: ServiceProcess[] = [];
let settings: Record<string, string>;
let storyteller: Storyteller;
const pages: { text: string; isPage: boolean }[] = [];
const metricsPages: string[] = [];
const done = { kills: 0, outages: 0, moods: 0 };

before(async () => {
  collector = await startCollector();
  database = await createTestDatabase();
  databaseDoor = await openDatabaseDoor(database.url);
  const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: null };
  tracing = await startTracing({ ...otel, OTEL_SERVICE_NAME: 'trefoil', OTEL_TRACES_SAMPLER_ARG: 1 }, '0');
  house = await openHouse({ LOG_LEVEL: 'debug', RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' }, database);
  gateways = [
    await startTwilioSimulator(TWILIO_ACCOUNT),
    await startVonageSimulator({ ...VONAGE_ACCOUNT, receiptsBy: 'GET', nowMs: Date.now }),
  ];
  const opened = await openCanaryBureaus(canaries, chance);
  bureaus = opened.bureaus;
  settings = {
    DATABASE_URL: databaseDoor.url,
    PUBLIC_URL: TEST_ORIGIN,
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'debug',
    METRICS_TOKEN: canaries.secret('the metrics token', METRICS_TOKEN),
    TRUST_PROXY: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '0.3',
    TMPDIR: newPath('tmp'),
    SMS_DEADLINE_MS: '500',
    ...gatewaySettings({ twilio: gateways[0]?.url ?? '', vonage: gateways[1]?.url ?? '' }),
    ...opened.settings,
  };
  mkdirSync(settings.TMPDIR ?? '', { recursive: true });
  await Promise.all(Array.from({ length: PROCESSES }, startOne));
  const tenant = await createTenant(house, { balanceCredits: 5_000_000_000 });
  canaries.secret('a client secret', tenant.clientSecret);
  const token = await tokenOf(house, tenant);
  canaries.secret('an access token', token.split('.')[2] ?? '');
  storyteller = createStoryteller({
    canaries,
    tenantId: tenant.tenantId,
    credentials: tenant,
    token,
    pick: () => chance.pick(living()),
    messages: () => gateways.flatMap(({ messages }) => messages),
    receipt,
  });
});
after(async () => {
  await endAll();
  for (const one of gateways ?? []) await one.close();
  for (const { simulator, door } of bureaus) {
    await door.close();
    await simulator.close();
  }
  await house?.close();
  await databaseDoor?.close();
  await database?.drop();
  await collector?.close();
});

const living = (): ServiceProcess[] => processes.filter((one) => !one.hasEnded());
const output = (): string => processes.map((one) => one.stdout()).join('\n');
const countLines = (): number =>
  processes.reduce((sum, one) => sum + (one.stdout().match(/\n/g)?.length ?? 0), house.logLines.length);

/** A process that starts while the database is unreachable ends and says so; it is started again, as a supervisor would. */
async function startOne(): Promise<void> {
  for (let isReady = false; !isReady; ) {
    const one = await startService(settings);
    isReady = await untilReady(one).then(
      () => true,
      (error: unknown) => {
        if (!one.hasEnded()) throw error;
        return false;
      },
    );
    processes.push(one);
  }
}

function receipt(message: SimulatedMessage, status: string) {
  const from = gateways.find(({ messages }) => messages.includes(message)) ?? gateways[0];
  if (from === undefined) throw new Error('there are two gateways');
  const { method, url, headers, body } = from.callback(message, status);
  const { pathname, search } = new URL(url);
  return { method, path: `${pathname}${search}`, headers, ...(method === 'POST' && { body }) };
}

/** Injects a new fault every second or two. */
async function makeMischief(isOver: () => boolean): Promise<void> {
  const starting: Promise<void>[] = [];
  const moods: Mood[] = ['well', 'well', 'quote', 'nonsense', 'drop'];
  const faults: (Fault | null)[] = [null, null, null, '500', 'garbage', 'drop', 'refuse', 'hang'];
  for (let round = 0; !isOver(); round += 1) {
    for (const { door } of bureaus) door.mood = chance.pick(moods);
    for (const gateway of gateways) {
      const fault = chance.pick(faults);
      gateway.fault = () => (chance.chance(50) ? fault : null);
    }
    done.moods += 1;
    if (round % 12 === 3) {
      databaseDoor.shut();
      await sleep(1_500);
      databaseDoor.open();
      done.outages += 1;
    }
    if (round % 20 === 5 && living().length === PROCESSES) {
      chance.pick(living()).signal('SIGKILL');
      starting.push(startOne());
      done.kills += 1;
    }
    const [one] = living();
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const page = one && (await call(one.origin, { path: '/metrics', headers }).catch(() => null));
    if (page?.status === 200) metricsPages.push(page.text);
    await sleep(1_200);
  }
  databaseDoor.open();
  for (const { door } of bureaus) door.mood = 'well';
  await Promise.all(starting);
}

test(`stories until ${LINES} log lines are written (CANARY_SEED=${RUN})`, async () => {
  const begunMs = performance.now();
  let isOver = false;
  const mischief = makeMischief(() => isOver);
  // Any failure ends the load too: a run that waits for its callers would never end.
  mischief.catch(() => {
    isOver = true;
  });
  const callers = Array.from({ length: CALLERS }, async (_none, n) => {
    const random = createRandom(`${RUN} ${n}`);
    while (!isOver) {
      if (living().length === 0) await sleep(50);
      else await storyteller.tell(random);
    }
  });
  const tenant = await createTenant(house);
  for (let n = 0; n < 4; n += 1) pages.push(...(await tellPeoplesStories(house, canaries, tenant, n)));
  while (countLines() < LINES && !isOver) await sleep(3_000);
  isOver = true;
  await Promise.all([...callers, mischief]);
  for (const one of living()) one.signal('SIGTERM');
  await Promise.all(processes.map((one) => one.ended));
  await tracing?.stop();
  const tookS = ((performance.now() - begunMs) / 1000).toFixed(0);
  const { fields, secrets, codes } = canaries.counts();
  say(`seed ${RUN}, ${tookS} s: ${countLines()} log lines of ${processes.length} processes,`);
  say(`  ${storyteller.requests()} requests, ${storyteller.errors.length + pages.length} error bodies,`);
  say(
    `  statuses ${[...storyteller.statuses]
      .toSorted()
      .map((pair) => pair.join(': '))
      .join(', ')}`,
  );
  say(
    `  ${done.kills} kills, ${done.outages} outages of the database, ${done.moods} turns of bureaus and gateways,`,
  );
  say(`  ${collector.spans().length} spans, ${metricsPages.length} pages of metrics,`);
  say(`  ${fields} fields with canaries, ${secrets} secrets, ${codes} codes from phones`);
  for (const status of [200, 201, 400, 401, 403, 404, 405, 409, 415, 422, 503])
    assert.ok(storyteller.statuses.has(status), `nothing was answered ${status}`);
  assert.ok(countLines() >= LINES && codes > 0 && collector.spans().length > LINES / 10);
});

test('the search finds a planted canary of every kind', () => {
  const { dateOfBirth, postcode, mobileNumber, ipAddress } = canaries.consumer;
  const planted = [canaries.word('First'), canaries.ofPerson('First'), dateOfBirth, postcode];
  for (const one of [...planted, mobileNumber(3), ipAddress(3), canaries.personAddress(1), METRICS_TOKEN])
    assert.ok(canaries.find(`{"a":"${one}"}`).length > 0, one);
  assert.ok(canaries.find(Buffer.from(`{"a":"${canaries.word('First')}"}`).toString('base64')).length > 0);
});

test('every log line is one JSON event, without a canary', () => {
  const lines = output().split('\n');
  const events = lines.filter((line) => line.startsWith('{'));
  for (const line of [...events, ...house.logLines]) {
    const event = JSON.parse(line) as { msg?: unknown; level?: unknown };
    assert.ok(typeof event.msg === 'string' && typeof event.level === 'number', line);
    assert.notEqual(event.msg, 'forged', line);
  }
  // What a start prints for the operator: at most twenty lines of each process, before the first event or between events.
  const others = lines.filter((line) => line !== '' && !line.startsWith('{'));
  assert.ok(others.length <= 20 * processes.length, others.slice(0, 40).join('\n'));
  for (const line of others) assert.match(line, /^(Trefoil|Prepared| {2})/, line);
  say(
    `  ${events.length} events of processes, ${house.logLines.length} of the house, ${others.length} lines of starts`,
  );
  assertNoCanary('the logs', [output(), house.logLines.join('\n'), ...processes.map((one) => one.stderr())]);
});

test('no canary is in the metrics or in a trace', () => {
  // Without the numbers: a count of bytes may happen to be a code's six digits.
  assertNoCanary(
    'the metrics',
    metricsPages.map((page) => page.replaceAll(/ [\d.e+-]+$/gm, '')),
  );
  assertNoCanary('the traces', collector.bodies);
});

test('no canary is in an error body; a page may show people what they typed, except secrets', () => {
  const all = [...storyteller.errors, ...pages];
  const texts = (isPage: boolean) => [
    ...new Set(all.filter((one) => one.isPage === isPage).map(({ text }) => text)),
  ];
  assertNoCanary('error bodies', texts(false));
  const shown = canaries.find(texts(true).join('\n')).filter(({ kind }) => kind !== 'person');
  assert.deepEqual(shown, []);
});

test('no canary is in any table, except people in the allowed columns', async () => {
  const { tables, rows, leaks } = await searchTables(house, canaries);
  say(`  ${tables} tables, ${rows} rows`);
  assert.deepEqual(leaks, []);
});

test('no consumer and no secret is in the files of the database, its log included, or in temporary files', async (t) => {
  const searched = await searchServerFiles(house, canaries);
  if (searched === null) return t.skip('the files of this database server cannot be read from here');
  const temporary = searchFolder(newPath(''), canaries, ['consumer', 'person', 'secret']);
  const megabytes = Math.round((searched.bytes + temporary.bytes) / 1e6);
  say(`  ${searched.files} files of the server, ${temporary.files} temporary ones, ${megabytes} MB`);
  assert.ok(searched.bytes > 1e7);
  assert.deepEqual([...searched.leaks, ...temporary.leaks], []);
});

function assertNoCanary(place: string, texts: string[]): void {
  const leaks = canaries.find(texts.join('\n')).map((hit) => inWords(place, hit));
  assert.deepEqual(leaks.slice(0, 20), []);
}
