// A hostile page posts to the public device endpoint: huge, deep and malformed bodies, and thousands of sessions. Refusals are cheap, storage
// is bounded, and other callers are served meanwhile.
import assert from 'node:assert/strict';
import { openRiskHouse, openSession, type RiskHouse, signalsOf } from '../support/consumers/devices.ts';
import { type House, send, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';

const SESSIONS = '/v1/fingerprints/sessions';
const KIB = 1024;
const LIMIT = 60;

let risk: RiskHouse;
let house: House;
before(async () => {
  risk = await openRiskHouse({ RATE_LIMIT_DEVICE_SESSIONS_PER_ADDRESS: String(LIMIT) });
  house = risk.house;
});
after(() => house.close());

const post = (payload: string, remoteAddress = '198.51.100.1', type = 'application/json') =>
  send(house, { method: 'POST', url: SESSIONS, headers: { 'content-type': type }, remoteAddress, payload });
const countSessions = async (): Promise<number> => {
  const [row] = await sql<{ count: number }>(house, 'select count(*) from device_sessions');
  return row?.count ?? 0;
};

const REFUSED: Record<string, { body: string; type?: string; status: number }> = {
  'of 17 KiB': { body: JSON.stringify({ signals: { canvas: 'x'.repeat(17 * KIB) } }), status: 413 },
  'of 10 MiB': { body: `{"signals":"${'x'.repeat(10 * KIB * KIB)}"}`, status: 413 },
  'nested 8,000 deep in arrays': { body: `${'['.repeat(8_000)}${']'.repeat(8_000)}`, status: 400 },
  'nested 2,500 deep in objects': { body: `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`, status: 400 },
  'that is a list': { body: '[]', status: 400 },
  'that is broken': { body: '{"signals":', status: 400 },
  'that is empty': { body: '', status: 400 },
  'that reaches for a prototype': { body: '{"signals":{"__proto__":{"canvas":"x"}}}', status: 400 },
  'with a NUL': { body: '{"signals":{"canvas":"a\\u0000b"}}', status: 400 },
  'that is a form': { body: 'signals=1', type: 'application/x-www-form-urlencoded', status: 415 },
  'that is text': { body: '{}', type: 'text/plain', status: 415 },
};

for (const [what, { body, type, status }] of Object.entries(REFUSED)) {
  test(`a body ${what} is refused with ${status}, stores nothing, and can be read by the page`, async () => {
    const before = await countSessions();
    const answer = await post(body, '198.51.100.2', type);
    assert.equal(answer.status, status);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.equal(await countSessions(), before);
  });
}

test('signals of the wrong type are dropped, and only a body that is not an object is refused', async () => {
  const strange = [
    { canvas: { deep: 1 } },
    { screen: Array(3_000).fill(1) },
    { languages: Array(3_000).fill('en') },
    { x: 'y' },
    {},
  ];
  for (const signals of strange) {
    const answer = await post(JSON.stringify({ signals }), '198.51.100.3');
    assert.equal(answer.status, 201, JSON.stringify(signals).slice(0, 40));
    const kept = (await risk.sessions.findSession(answer.body.sessionId.slice(3, 39)))?.signals;
    assert.ok(JSON.stringify(kept).length < 200);
  }
  for (const signals of [null, 7, 'text', [], [[1]]]) {
    assert.equal((await post(JSON.stringify({ signals }), '198.51.100.3')).status, 400);
  }
});

test('what is stored of a report is at most 2 KiB, in bytes, whatever is posted', async () => {
  const long = '\u8a9e'.repeat(400);
  const signals = {
    ...{ userAgent: long, platform: long, brandPlatform: long, timeZone: long, canvas: long },
    ...{ languages: Array(3).fill(long), graphics: { vendor: long, renderer: long } },
  };
  const origin = `https://${'a'.repeat(1_000)}.example`;
  const { body } = await send(house, {
    ...{ method: 'POST', url: SESSIONS, remoteAddress: '198.51.100.4', payload: JSON.stringify({ signals }) },
    headers: { 'content-type': 'application/json', origin },
  });
  const [row] = await sql<{ sealed: number; rest: number }>(
    house,
    `select octet_length(signals) as sealed, coalesce(octet_length(origin), 0) + octet_length(flags::text) as rest
     from device_sessions where id = $1`,
    [body.sessionId.slice(3, 39)],
  );
  assert.ok(row !== undefined && row.sealed <= 2 * KIB && row.rest < 400, JSON.stringify(row));
});

test('a session that no report used is deleted after an hour, and not a minute sooner', async () => {
  const [older, newer] = [await openSession(house), await openSession(house)].map((id) => id.slice(3, 39));
  for (const [id, minutes] of [
    [older, 61],
    [newer, 59],
  ])
    await sql(
      house,
      'update device_sessions set created_at = clock_timestamp() - make_interval(mins => $2) where id = $1',
      [id, minutes],
    );
  await house.service.keepHouse();
  assert.equal(await risk.sessions.findSession(String(older)), null);
  assert.notEqual(await risk.sessions.findSession(String(newer)), null);
});

test(`two thousand sessions from one address: ${LIMIT} are opened, the rest is refused before the body is read`, async () => {
  const before = await countSessions();
  const statuses: number[] = [];
  for (let sent = 0; sent < 2_000; sent += 100) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post('{"signals":{}}', '198.51.100.9')),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  const opened = statuses.filter((status) => status === 201).length;
  // A process that had no pause for long sheds load before it counts.
  const refused = statuses.filter((status) => status === 429 || status === 503).length;
  assert.equal(opened + refused, 2_000);
  // The rate window may change while they are sent.
  assert.ok(statuses.includes(429) && opened <= 2 * LIMIT, `${opened} were opened`);
  assert.equal(await countSessions(), before + opened);
  await openSession(house, signalsOf(), {}, '203.0.113.50');
});

test('ten thousand sessions from ten thousand addresses are each stored or refused, and none is stored that was refused', async () => {
  const before = await countSessions();
  const addressOf = (index: number): string =>
    `100.${64 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
  const statuses: number[] = [];
  for (let sent = 0; sent < 10_000; sent += 1_000) {
    const many = Array.from({ length: 1_000 }, (_none, index) =>
      post('{"signals":{}}', addressOf(sent + index)),
    );
    statuses.push(...(await Promise.all(many)).map(({ status }) => status));
  }
  assert.deepEqual(
    statuses.filter((status) => status !== 201 && status !== 503),
    [],
  );
  const opened = statuses.filter((status) => status === 201).length;
  assert.equal(await countSessions(), before + opened);
  await openSession(house, signalsOf(), {}, '203.0.113.51');
});
