// Poison values in every field of every operation: in bodies, paths, queries and headers. They are refused or accepted, never a fault; no
// answer and no log line has a library's wording or the value that was sent; no prototype is polluted. A value is tried in every third place,
// in another one with each operation, and in each of generateReport, which reads most by rules of its own; POISON=all tries all of them.
// Alone: it measures its own process.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { statement } from '../../src/storage/engine/connection/database.ts';
import {
  type Answer,
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openChallenge,
  openHouse,
} from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { type Call, type Draft, fullDraft, inProcess, type Places, staffOf, toCall } from './calls.ts';
import { faultOf, type Json, operationOf, operations } from './contract.ts';
import { CANARY, IN_ADDRESS, LEAKS, RAW, TEXTS, WORDS } from './poison.ts';
import { exchange, LAST } from './sockets.ts';

// A placeholder for the poison, which replaces it byte for byte.
const HOLE = '@@HOLE@@';
const BODY_LIMIT = 32 * 1024;
const WHOLE = process.env.POISON === 'all' ? operations.map(({ id }) => id) : ['generateReport'];

const prototypeBefore = Object.getOwnPropertyNames(Object.prototype);
let house: House;
let client: Client;
let port: number;
let places: Places;
let base: `/${string}/v1/credit-reports`;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  const { reportId, challengeId } = await openChallenge(client);
  places = {
    client,
    reportIds: [reportId],
    consentTextId: '',
    challengeIds: [challengeId],
    pageToken: '',
    staff: await staffOf(house),
  };
  base = `/${client.tenant.tenantId}/v1/credit-reports`;
  await house.service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (house.service.app.server.address() as AddressInfo).port;
});
after(() => house.close());

// First: every call is a row of the request log, and what counts those rows takes longer with each.
test('no query of any operation is a fault', async () => {
  const strange = [
    '__proto__=1&__proto__[polluted]=1&constructor[prototype][polluted]=1',
    '&&&=&=x&x',
    '?'.repeat(1_000),
    Array.from({ length: 1_500 }, (_, index) => `p${index}=1`).join('&'),
    ...Object.values(IN_ADDRESS),
  ];
  for (const [turn, operation] of operations.entries()) {
    const named = operation.parameters.filter((one) => one.in === 'query');
    const queries = named.flatMap(({ name }) => [
      ...Object.values(IN_ADDRESS).map((value) => `${name}=${CANARY}${value}`),
      ...Object.values(IN_ADDRESS).map((value) => `${name}=${value}`),
      ...[
        `${name}=1&${name}=2`,
        `${name}[]=1`,
        `${name}[a]=1`,
        `${name}[0]=1&${name}[length]=9e9`,
        name,
        `${name}==`,
      ],
      ...WORDS.map((word) => `${name}=${encodeURIComponent(word)}`),
    ]);
    for (const query of shareOf([...queries, ...strange], operation.id, turn)) {
      const call = toCall(draftOf(operation.id));
      const poisoned = { ...call, url: `${call.url}?${query}` };
      assertHarmless(poisoned, await sent(poisoned), query.slice(0, 80));
    }
  }
});

const withJson = operations.filter(({ body }) => body?.type === 'application/json');

for (const [turn, { id }] of withJson.entries()) {
  test(`no text in a field of ${id} is a fault`, async () => {
    const texts = [...Object.values(TEXTS).map((text) => CANARY + text), ...WORDS];
    for (const [at, path] of fieldsOf(id).entries()) {
      for (const text of shareOf(texts, id, turn + at)) {
        const { call, answer } = await sendBody(id, path, Buffer.from(JSON.stringify(text)));
        assertHarmless(call, answer, `${path} = ${JSON.stringify(text).slice(0, 60)}`);
      }
    }
  });

  test(`no other value in a field of ${id} is a fault`, async () => {
    for (const [at, path] of fieldsOf(id).entries()) {
      for (const [what, raw] of shareOf(Object.entries(RAW), id, turn + at)) {
        const { call, answer } = await sendBody(id, path, raw);
        assertHarmless(call, answer, `${path} is ${what}`);
      }
    }
  });

  test(`no body of ${id} is a fault`, async () => {
    const good = JSON.stringify(draftOf(id).body);
    const whole: Record<string, string | Buffer> = {
      ...RAW,
      'an object 100,000 deep': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      'unfinished, 250,000 deep': '['.repeat(250_000),
      'byte order mark first': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)]),
      'in UTF-16': Buffer.from(`\ufeff${good}`, 'utf16le'),
      'every key twice': good.replace('{', `{${good.slice(1, -1)}${good === '{}' ? '' : ','}`),
      'keys without end': `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`,
      'a key with a NUL': '{"a\\u0000b":1}',
      'a key with half a surrogate': '{"a\\ud800":1}',
      'exactly the limit': good.padEnd(BODY_LIMIT),
      'one byte over the limit': good.padEnd(BODY_LIMIT + 1),
    };
    for (const [what, payload] of Object.entries(whole)) {
      const call = { ...toCall(draftOf(id)), payload };
      assertHarmless(call, await sent(call), what);
    }
  });
}

test('an accepted text comes back as it was sent, neither normalised nor truncated', async () => {
  for (const name of [
    'e\u0301',
    '\u00e9',
    '\u{1f468}\u200d\u{1f469}',
    '\uffff',
    '\u0130',
    "O'Brien; --",
    '__proto__',
  ]) {
    const { status, body } = await client.generate({ firstName: name, lastName: name });
    assert.equal(status, 200);
    const { person } = body.data.creditReport;
    assert.deepEqual([person.firstName, person.lastName], [name, name]);
    const read = await client.get(`${base}/${body.data.creditReportId}`);
    assert.equal(read.body.data.creditReport.person.firstName, name);
  }
});

test('of two fields with one name the last counts, in the validation and in the handler', async () => {
  const good = JSON.stringify(generateBody());
  const lastIsBad = await client.post(base, good.replace(/}$/, ',"firstName":5}'));
  assert.equal(lastIsBad.status, 400);
  const lastIsGood = await client.post(base, good.replace('{', '{"firstName":5,'));
  assert.equal(lastIsGood.body.data.creditReport.person.firstName, 'Ada');
});

test('no form to the token endpoint is a fault', async () => {
  const fields = Object.keys(operationOf('issueToken').body?.schema.properties);
  const values = [
    ...Object.values(TEXTS).map((text) => encodeURIComponent((CANARY + text).toWellFormed())),
    ...Object.values(IN_ADDRESS),
    'client_credentials&grant_type=client_credentials',
  ];
  for (const field of fields) {
    for (const value of values) {
      const good = new URLSearchParams(draftOf('issueToken').body);
      good.delete(field);
      const call = { ...toCall(draftOf('issueToken')), payload: `${good}&${field}=${value}` };
      assertHarmless(call, await sent(call), `${field}=${value.slice(0, 60)}`);
    }
  }
});

test('no path parameter is a fault', async () => {
  for (const [turn, operation] of operations.entries()) {
    const draft = draftOf(operation.id);
    const named = operation.parameters.filter((one) => one.in === 'path');
    for (const [at, parameter] of named.entries()) {
      for (const [what, value] of shareOf(Object.entries(IN_ADDRESS), operation.id, turn + at)) {
        const call = toCall({ ...draft, params: { ...draft.params, [parameter.name]: HOLE } });
        const poisoned = { ...call, url: call.url.replace(encodeURIComponent(HOLE), value + CANARY) };
        assertHarmless(poisoned, await sent(poisoned), `${parameter.name} is ${what}`);
      }
    }
  }
});

test('no header value is a fault, and an odd content type never bypasses the validation', async () => {
  const stored = await countReports();
  const bad = JSON.stringify(generateBody({ lastName: undefined }));
  const types = [
    'application/json\t',
    ' application/json',
    '\tapplication/json',
    'application/json;',
    'application/json ;',
    'application/json\t; charset=utf-8',
    'APPLICATION/JSON',
    'aPPlication/jSON; ChArSeT=UTF-8',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset="utf-8"',
    'application/json; charset=utf-7',
    'application/json, text/plain',
    'application/json/',
    'application/jsonx',
    'application/vnd.api+json',
    'application/json;/',
    'application/json\x0b',
    '/json',
    '*/*',
    'multipart/form-data; boundary=x',
    'application/json\r\ncontent-type: text/plain',
    'text/plain\r\ncontent-type: application/json',
    '',
  ];
  for (const type of types) {
    const head = [`content-type: ${type}`, `content-length: ${bad.length}`];
    await raw(['POST', base], head, bad, 'refused');
  }
  assert.equal(await countReports(), stored);
});

test('no Authorization and no Idempotency-Key is a fault', async () => {
  const values = [
    ...[
      '',
      ' ',
      '\t',
      'x'.repeat(10_000),
      'caf\xe9',
      '\xff\xfe',
      'a,b',
      '"',
      '__proto__',
      '%00',
      `${CANARY};drop`,
    ],
    ...['\x7f', 'a\x0bb', 'é'.repeat(255), 'k'.repeat(255), 'k'.repeat(256)],
  ];
  const good = JSON.stringify(generateBody());
  const json = ['content-type: application/json', `content-length: ${good.length}`];
  for (const value of values) {
    await raw(['POST', base], [...json, `idempotency-key: ${value}`], good);
    await raw(['POST', base], [...json, `idempotency-key: ${value}`, `idempotency-key: ${value}`], good);
    for (const scheme of ['Bearer ', 'Basic ', 'bearer', 'Bearer\t', '']) {
      const lines = [`authorization: ${scheme}${value}`];
      await raw(['GET', '/v1/my/profile'], lines, '', 'refused', 'anonymous');
      await raw(
        ['POST', '/v1/oauth/token'],
        ['content-type: application/x-www-form-urlencoded', 'content-length: 29', ...lines],
        'grant_type=client_credentials',
        'refused',
        'anonymous',
      );
    }
  }
  const twice = [`authorization: Bearer ${client.token}`, `authorization: Bearer x`];
  await raw(['GET', '/v1/my/profile'], twice.toReversed(), '', 'refused', 'anonymous');
});

const HEAVY: Record<string, Json> = {
  'addresses that are empty': { addresses: Array(10_800).fill({}) },
  'addresses with nothing in them': { addresses: Array(1_900).fill({ ukAddress: {} }) },
  'addresses with everything wrong': {
    addresses: Array(500).fill({ type: 5, ukAddress: { postcode: 'x', county: '' } }),
  },
  'bureaus, all different': { bureaus: Array.from({ length: 4_000 }, (_, index) => String(index)) },
  'bureaus that are objects': { bureaus: Array.from({ length: 2_500 }, (_, index) => ({ a: index })) },
  'a name that fills the body': { firstName: ' '.repeat(30_000) },
  'an address of signs': { email: '@'.repeat(30_000) },
  'a postcode that fills the body': { addresses: [{ ukAddress: { postcode: 'A'.repeat(30_000) } }] },
  'a code that fills the body': { challengeId: '-'.repeat(7_500), code: '1'.repeat(7_500) },
};

for (const [what, body] of Object.entries(HEAVY)) {
  // In the thread's CPU time, so that other work on the machine does not matter: how long the event loop is blocked.
  test(`a body made of ${what} is refused within 50 ms of CPU time`, async () => {
    const payload = JSON.stringify(body);
    assert.ok(payload.length > 15_000 && payload.length <= BODY_LIMIT, String(payload.length));
    const call = { ...toCall(draftOf('code' in body ? 'submitOtp' : 'generateReport')), payload };
    // The best of ten: the first includes compiling, the machine may stall in another, and a quadratic check is slow in all of them.
    const spentMs: number[] = [];
    while (spentMs.length < 10 && !spentMs.some((ms) => ms < 50)) {
      const before = process.threadCpuUsage();
      const answer = await sent(call);
      const { user, system } = process.threadCpuUsage(before);
      spentMs.push((user + system) / 1000);
      assertHarmless(call, answer, what);
      assert.ok(answer.status >= 400);
      assert.ok(answer.text.length < 20_000, 'the list of problems is bounded');
    }
    assert.ok(Math.min(...spentMs) < 50, `ms: ${spentMs}`);
  });
}

test('Object.prototype is unchanged', () => {
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), prototypeBefore);
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
});

test('every log line is one line of JSON, none has what was sent, and none is a fault', (context) => {
  context.diagnostic(`${house.logLines.length} log lines`);
  assert.ok(house.logLines.length > 3_000);
  const faults: string[] = [];
  for (const line of house.logLines) {
    assert.doesNotMatch(line.trimEnd(), /\n/);
    const { level, msg } = JSON.parse(line);
    assert.ok(msg !== 'forged', line);
    if (level >= 50) faults.push(line);
    assert.ok(!line.includes(CANARY) && !line.includes('zq7'), line);
  }
  const others = faults.filter((line) => !line.includes('"name":"DatabaseLate"'));
  assert.deepEqual([others, faults.length], [[], stalls]);
});

/** Every third, beginning at another one with each turn; all of them for an operation that is tried as a whole. */
function shareOf<One>(values: One[], id: string, turn: number): One[] {
  return WHOLE.includes(id) ? values : values.filter((_one, at) => (at + turn) % 3 === 0);
}

/** JSON pointers to every text field of an operation's body, and to an unknown one. */
function fieldsOf(id: string): string[] {
  const found: string[] = ['/unknown'];
  const walk = (value: Json, path: string): void => {
    if (typeof value === 'string') found.push(path);
    else if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}/${name}`);
    }
  };
  walk(draftOf(id).body, '');
  return found;
}

function draftOf(id: string): Draft {
  const draft = fullDraft(id, places);
  return { ...draft, headers: { ...draft.headers, 'x-note': CANARY } };
}

async function sendBody(id: string, pointer: string, raw: string | Buffer) {
  const body = structuredClone(draftOf(id).body);
  const steps = pointer.slice(1).split('/');
  const last = steps.pop() ?? '';
  const parent = steps.reduce((value, step) => value[step], body);
  parent[last] = HOLE;
  const [head = '', tail = ''] = JSON.stringify(body).split(`"${HOLE}"`);
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(raw as string), Buffer.from(tail)]);
  const call = { ...toCall(draftOf(id)), payload };
  return { call, answer: await sent(call) };
}

let stalls = 0;

/** Once more where the machine stood still for a second: the service sheds what waits for the database then, whatever it was sent. */
async function sent(call: Call): Promise<Answer> {
  const answer = await inProcess(house)(call);
  if (answer.status !== 503 || !answer.text.includes('did not get its turn')) return answer;
  stalls += 1;
  return inProcess(house)(call);
}

function assertHarmless(call: Call, answer: Answer, what: string): void {
  const told = `${call.operation.id}, ${what}: ${answer.status} ${answer.text.slice(0, 400)}`;
  assert.ok(answer.status >= 200 && answer.status < 500, told);
  if (answer.status >= 400) {
    assert.doesNotMatch(answer.text, LEAKS, told);
    assert.ok(!answer.text.includes(CANARY), told);
  }
  const isUnrouted = answer.body?.code === 'not-found';
  if (isUnrouted) assert.deepEqual([answer.status, Object.keys(answer.body)], [404, ['code', 'message']]);
  else assert.equal(faultOf(call.operation, answer), null, told);
}

async function raw(
  [method, url]: [string, string],
  lines: string[],
  body: string,
  wanted: 'refused' | 'any' = 'any',
  who: 'caller' | 'anonymous' = 'caller',
): Promise<void> {
  const token = who === 'caller' ? [`authorization: Bearer ${client.token}`] : [];
  const head = [`${method} ${url} HTTP/1.1`, 'host: trefoil.test', ...token, ...lines, '', ''].join('\r\n');
  const { answers, text } = await exchange(port, head + body, LAST);
  const told = `${lines}: ${text.slice(0, 600)}`;
  const [first] = answers;
  // No answer: the connection was closed because of a malformed header.
  if (first === undefined) return;
  assert.ok(first.status < 500, told);
  if (wanted === 'refused') assert.ok(first.status >= 400, told);
  if (first.status >= 400) {
    assert.doesNotMatch(first.body, LEAKS, told);
    assert.ok(!first.body.includes(CANARY), told);
  }
}

async function countReports(): Promise<number> {
  const [row] = await house.service.database.query<{ count: string }>(COUNT, []);
  return Number(row?.count);
}

const COUNT = statement('count-reports', 'select count(*) as count from reports');
