// Canaries: every personal field and every secret has a word of its own that occurs nowhere else. After stories with good, bad and
// broken requests, no such word may be found in a log line, the metrics, a trace, an error body, the database's tables or its files;
// neither as it stands nor in base64, hex, as an address or as JSON writes it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTracing, type Tracing } from '../../src/tracing/start.ts';
import {
  type Answer,
  type Client,
  clientOf,
  createTenant,
  type House,
  openHouse,
  sql,
  ukAddress,
} from '../support/house.ts';
import { type Collector, startCollector } from '../support/otlp-collector.ts';
import { createStandIn, type StandIn } from '../support/stand-in-world.ts';

const run = randomBytes(4).toString('hex');
const planted = new Set<string>();
const word = (field: string): string => {
  planted.add(`Zq${field}${run}`);
  return `Zq${field}${run}`;
};
const digits = String(randomBytes(4).readUInt32BE()).padStart(10, '0');

/** A request in which every field is a canary. */
const CONSUMER = {
  sessionId: word('Session'),
  ipAddress: `2001:db8:${run.slice(0, 4)}:${run.slice(4)}::7`,
  title: word('Title'),
  firstName: word('First'),
  middleName: word('Middle'),
  lastName: `${word('Last')} "O'Brien" ünï`,
  email: `${word('Mail')}@example.com`,
  mobileNumber: `+44${digits}`,
  externalReference: `${word('Reference')}/a b`,
  addresses: [
    {
      type: 'current',
      ukAddress: ukAddress({
        buildingName: word('Building'),
        thoroughfare: word('Street'),
        district: word('District'),
        townOrCity: word('Town'),
        county: word('County'),
      }),
    },
  ],
};
const GUESS = word('Code');
const KEY = word('Key');

const canaries = (): string[] => [...planted, CONSUMER.ipAddress, digits, ...secrets];

function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  // Base64 depends on where it begins: these three are what stays the same wherever it does.
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    return text.slice(shift === 0 ? 0 : shift + 1, -2);
  });
  const plain = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
  return [...new Set([...plain, bytes.toString('hex'), ...base64])];
}

function findIn(haystack: string, words: string[]): string[] {
  const lower = haystack.toLowerCase();
  return words.filter((one) => spellings(one).some((spelling) => lower.includes(spelling.toLowerCase())));
}

let collector: Collector;
let tracing: Tracing | null;
let house: House;
let world: StandIn;
let client: Client;
let secrets: string[];
const errors: Answer[] = [];

before(async () => {
  collector = await startCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: null };
  tracing = await startTracing(
    { ...settings, OTEL_SERVICE_NAME: 'trefoil', OTEL_TRACES_SAMPLER_ARG: 1 },
    '0',
  );
  world = createStandIn();
  house = await openHouse({ LOG_LEVEL: 'debug' }, undefined, world);
  const tenant = await createTenant(house, { balanceCredits: 100_000 });
  client = await clientOf(house, tenant);
  secrets = [tenant.clientSecret, client.token];
  await tellStories();
  await tracing?.stop();
});
after(async () => {
  await house.close();
  await collector.close();
});

/** Good, refused and broken requests; test mode and live; a world that fails. */
async function tellStories(): Promise<void> {
  const base = `/${client.tenant.tenantId}/v1/credit-reports`;
  const live = { ...CONSUMER, test: undefined };
  const keep = (answer: Answer): Answer => {
    if (answer.status >= 400) errors.push(answer);
    return answer;
  };
  for (const body of [live, { ...CONSUMER, test: true }]) {
    keep(await client.generate(body, { 'idempotency-key': `${KEY}${body.test}` }));
    keep(
      await client.generate({ ...body, bureaus: ['nobody'] }, { 'idempotency-key': `${KEY}${body.test}` }),
    );
    keep(await client.generate({ ...body, firstName: 'x', bureaus: ['nobody'] }));
    keep(
      await client.generate({
        ...body,
        dateOfBirth: word('Date'),
        ipAddress: word('Address'),
        email: word('NoMail'),
      }),
    );
  }
  world.verdict = 'challenge';
  const { creditReportId: id, challenge } = keep(await client.generate(live)).body.data;
  const code = world.sent.at(-1)?.code;
  keep(await client.submit(id, challenge.challengeId, GUESS));
  keep(await client.submit(id, GUESS, GUESS));
  keep(await client.submit(GUESS, challenge.challengeId, GUESS));
  keep(await client.submit(id, challenge.challengeId, code));
  keep(await client.post(base, `{"firstName":"${word('First')}`));
  keep(await client.post(base, { [word('Field')]: word('Value') }));
  keep(await client.get(`${base}?externalReference=${encodeURIComponent(CONSUMER.externalReference)}`));
  keep(await client.get(`${base}/${word('Path')}?${word('Query')}=1`));
  keep(await client.get(`/${word('Nowhere')}`));
  keep(await client.get('/v1/my/profile', { authorization: `Bearer ${word('Token')}` }));
  // A fault of ours, with the request in its message.
  world.verdict = 'allow';
  world.fetchCreditReport = async () => {
    throw new Error(JSON.stringify(CONSUMER));
  };
  keep(await client.generate(live));
}

test('the stories reached good answers, refusals and a fault, or the search proves nothing', () => {
  const statuses = new Set(errors.map(({ status }) => status));
  for (const status of [400, 401, 404, 500])
    assert.ok(statuses.has(status), `${status} among ${[...statuses]}`);
  assert.ok(house.logLines.length >= 20, `${house.logLines.length} lines`);
  assert.ok(collector.spans().length >= 30, `${collector.spans().length} spans`);
});

test('the search finds what is there, however it is spelled', () => {
  const known = word('First');
  for (const spelling of spellings(known))
    assert.deepEqual(findIn(`x${spelling}y`, [known]), [known], spelling);
  assert.deepEqual(findIn(Buffer.from(`{"a":"${known}"}`).toString('base64'), [known]), [known]);
});

test('no canary is in a log line, in the metrics or in a trace, and every log line is one event', async () => {
  for (const line of house.logLines) {
    assert.deepEqual(findIn(line, canaries()), [], line);
    assert.doesNotThrow(() => JSON.parse(line), line);
  }
  const metrics = await house.service.app.inject({ method: 'GET', url: '/metrics' });
  assert.deepEqual(findIn(metrics.payload, canaries()), []);
  assert.deepEqual(findIn(collector.bodies.join('\n'), canaries()), []);
});

test('no canary is in an error body', () => {
  for (const { text } of errors) assert.deepEqual(findIn(text, canaries()), [], text);
});

test('no canary is in any table, the queue of repeats included', async () => {
  const tables = await sql<{ name: string }>(
    house,
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'`,
  );
  assert.ok(tables.length >= 10);
  let rows = 0;
  for (const { name } of tables) {
    const found = await sql<{ text: string }>(house, `select t::text as text from ${name} t`);
    rows += found.length;
    for (const { text } of found) assert.deepEqual(findIn(text, canaries()), [], name);
  }
  assert.ok(rows > 20, `${rows} rows`);
});

test('no canary is in the files of the database, nor in its write-ahead log', async (t) => {
  await sql(house, 'checkpoint');
  const [where] = await sql<{ folder: string; oid: string }>(
    house,
    `select current_setting('data_directory') as folder, (select oid::text from pg_database where datname = current_database()) as oid`,
  );
  const folders = ['pg_wal', `base/${where?.oid}`].map((name) => join(where?.folder ?? '', name));
  let files: string[];
  try {
    files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  } catch {
    t.diagnostic('NOT SEARCHED: the files of this database server cannot be read from here');
    return;
  }
  // Bytes, each canary as it stands: nothing that we write into a file is spelled otherwise.
  const needles = canaries().map((one) => Buffer.from(one));
  let bytes = 0;
  for (const file of files.filter((one) => statSync(one).isFile())) {
    const content = readFileSync(file);
    bytes += content.length;
    for (const needle of needles) assert.ok(!content.includes(needle), `${needle} is in ${file}`);
  }
  t.diagnostic(`${files.length} files, ${Math.round(bytes / 1e6)} MB`);
  assert.ok(bytes > 1e6);
});
