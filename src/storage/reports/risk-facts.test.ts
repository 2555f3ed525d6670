// The counters of the risk assessment, below the API: exact under concurrency, within their windows, separate for each tenant, purged
// in time, and never anything that names a person.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import {
  openRiskHouse,
  openSession,
  type RiskHouse,
  signalsOf,
} from '../../../test/support/consumers/devices.ts';
import { createTenant, type House, sql } from '../../../test/support/house.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

let risk: RiskHouse;
let house: House;
let tenantId: string;
before(async () => {
  risk = await openRiskHouse();
  house = risk.house;
});
after(() => house.close());
beforeEach(async () => {
  risk.travelTo(null);
  tenantId = (await createTenant(house)).tenantId;
});

const ask = async (about: { device?: string; person?: string; number?: string; address?: string } = {}) => {
  const { device = 'd', person = 'p', number, address = '203.0.113.7' } = about;
  const consumer: Consumer = {
    firstName: person,
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    ipAddress: address,
    addresses: [],
    ...(number !== undefined && { mobileNumber: number }),
  };
  const canvas = `${tenantId}-${device}`;
  const sessionId = await openSession(house, signalsOf({ canvas }), {}, '203.0.113.7');
  return risk.gatherFacts({ tenantId, reportId: randomUUIDv7(), sessionId, consumer });
};
const upTo = (count: number) => Array.from({ length: count }, (_none, index) => index + 1);
const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

test('forty people in parallel on one device are each counted once: the counts are 1 to 40', async () => {
  const facts = await Promise.all(upTo(40).map((n) => ask({ person: `person ${n}` })));
  for (const window of ['hour', 'day', 'month'] as const) {
    const counts = facts.map(({ velocities }) => velocities['people-per-device'][window]);
    assert.deepEqual(inOrder(counts), upTo(40));
  }
  const again = await ask({ person: 'person 7' });
  assert.equal(again.velocities['people-per-device'].hour, 40, 'the same person again is not another one');
});

test('so are thirty devices of one person, and thirty people with one number', async () => {
  const devices = await Promise.all(upTo(30).map((n) => ask({ device: `device ${n}` })));
  assert.deepEqual(inOrder(devices.map(({ velocities }) => velocities['devices-per-person'].day)), upTo(30));
  const number = '+447700900555';
  const people = await Promise.all(upTo(30).map((n) => ask({ person: `q${n}`, device: `e${n}`, number })));
  assert.deepEqual(inOrder(people.map(({ velocities }) => velocities['people-per-number'].month)), upTo(30));
});

test('a number is one phone, with the zero of calls within the country or without it', async () => {
  await ask({ person: 'one', number: '+447700900556' });
  const { velocities } = await ask({ person: 'two', number: '+4407700900556' });
  assert.equal(velocities['people-per-number'].hour, 2);
});

test('a name is one person in any spelling: case, spaces, composed letters and characters that are not seen', async () => {
  const spellings = [
    ...['zoë ann', 'ZOË ANN', ' Zoë  Ann ', 'Zoe\u0308 Ann', 'Zoë\u00A0Ann', 'Zoë\tAnn', 'Ｚoë Ann'],
    ...['Zo\u200Bë Ann', 'Zoë\u200D Ann', '\uFEFFZoë Ann', 'Zo\u00ADë Ann', 'Zoë\u2060 Ann', '\u202EZoë Ann'],
    ...[
      'Zoë\uFE0F Ann',
      'Zoë\u034F Ann',
      'Zoë\u3164 Ann',
      'Zo\u{E0041}ë Ann',
      'Zo\u0007ë Ann',
      'Zoë\u200B Ann\u200B',
    ],
  ];
  for (const person of spellings) {
    const { velocities } = await ask({ person });
    assert.equal(velocities['people-per-device'].hour, 1, JSON.stringify(person));
  }
  assert.equal((await ask({ person: 'Zoe Ann' })).velocities['people-per-device'].hour, 2, 'another name');
});

test('parallel requests with overlapping keys do not deadlock, and the counts are right', async () => {
  process.stdout.write(`  seed ${SEED}\n`);
  let state = SEED;
  const pick = (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % count;
  };
  const asked = upTo(150).map(() => ({
    device: `d${pick(4)}`,
    person: `p${pick(4)}`,
    number: `+44770090000${pick(4)}`,
    address: `203.0.113.${pick(4)}`,
  }));
  await Promise.all(asked.map(ask));
  const last = { device: 'd1', person: 'p1', number: '+447700900001', address: '203.0.113.1' };
  const { velocities } = await ask(last);
  const all = [...asked, last];
  const distinct = (where: Partial<typeof last>, of: keyof typeof last): number => {
    const [[key = 'device', value] = []] = Object.entries(where) as [keyof typeof last, string][];
    return new Set(all.filter((one) => one[key] === value).map((one) => one[of])).size;
  };
  assert.equal(velocities['people-per-device'].hour, distinct({ device: 'd1' }, 'person'));
  assert.equal(velocities['devices-per-person'].hour, distinct({ person: 'p1' }, 'device'));
  assert.equal(velocities['people-per-number'].hour, distinct({ number: '+447700900001' }, 'person'));
  const fromAddress = all.filter(({ address }) => address === '203.0.113.1').length;
  assert.equal(velocities['requests-per-address'].hour, fromAddress);
});

test('requests older than an hour, a day and 30 days leave their window', async () => {
  const seen = async (ms: number) => {
    risk.travelTo(new Date(NOON_MS + ms));
    const { hour, day, month } = (await ask({ person: `at ${ms}` })).velocities['people-per-device'];
    return [hour, day, month];
  };
  assert.deepEqual(await seen(0), [1, 1, 1]);
  assert.deepEqual(await seen(HOUR_MS - 1), [2, 2, 2]);
  assert.deepEqual(await seen(HOUR_MS), [2, 3, 3]);
  assert.deepEqual(await seen(24 * HOUR_MS), [1, 3, 4]);
  assert.deepEqual(await seen(30 * 24 * HOUR_MS), [1, 1, 4]);
});

test('one tenant does not count the requests of another', async () => {
  await ask({ person: 'one', number: '+447700900001' });
  tenantId = (await createTenant(house)).tenantId;
  const { velocities } = await ask({ person: 'two', number: '+447700900001' });
  for (const { month } of Object.values(velocities)) assert.equal(month, 1);
});

test('an unverified device is not counted as a device', async () => {
  const consumer = {
    firstName: 'p',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    ipAddress: '203.0.113.7',
    addresses: [],
  };
  const question = { tenantId, reportId: randomUUIDv7(), sessionId: 'forged', consumer };
  const facts = await risk.gatherFacts(question);
  assert.deepEqual([facts.session, facts.address, facts.sessionAgeMs], ['forged', null, null]);
  assert.equal(facts.velocities['devices-per-person'].month, 0);
  assert.equal(facts.velocities['requests-per-address'].month, 1);
  assert.equal((await ask()).velocities['people-per-device'].month, 1);
});

test('the address of the script is compared with the one that the caller sent', async () => {
  assert.equal((await ask({ address: '203.0.113.7' })).address, 'same');
  assert.equal((await ask({ address: '203.0.113.99' })).address, 'same-network');
  assert.equal((await ask({ address: '198.51.100.7' })).address, 'different');
});

test('a request is recorded once', async () => {
  const sessionId = await openSession(house);
  const consumer = {
    firstName: 'p',
    lastName: 'S',
    dateOfBirth: '1985-04-12',
    ipAddress: '203.0.113.8',
    addresses: [],
  };
  const question = { tenantId, reportId: randomUUIDv7(), sessionId, consumer };
  assert.equal((await risk.gatherFacts(question)).velocities['requests-per-address'].hour, 1);
  await assert.rejects(risk.gatherFacts(question), { code: '23505' });
  const next = await risk.gatherFacts({ ...question, reportId: randomUUIDv7() });
  assert.equal(next.velocities['requests-per-address'].hour, 2);
});

test('no table of the risk assessment has a name, a number, an address or a signal in clear text', async () => {
  const secret = { person: 'Zebedee', number: '+447700900987', address: '198.51.100.77' };
  await ask({ ...secret, device: 'xylophone' });
  for (const table of ['device_sessions', 'risk_events', 'known_devices']) {
    const rows = await sql<{ text: string }>(house, `select t::text as text from ${table} t`);
    const all = rows
      .map(({ text }) => text + Buffer.from(text.replaceAll('\\x', ''), 'hex').toString())
      .join('\n');
    assert.doesNotMatch(
      all,
      /zebedee|700900987|198\.51\.100\.77|203\.0\.113\.7|xylophone|Europe\/London/i,
      table,
    );
  }
});

test('raw signals are purged after 30 days, unused sessions after one, counted requests after 30', async () => {
  await ask();
  const unused = await openSession(house);
  const idOf = (sessionId: string): string => sessionId.slice(3, 39);
  const used =
    'select count(*) filter (where signals is not null) as raw, count(*) as rows from device_sessions where tenant_id = $1';
  const age = async (days: number) => {
    const interval = `interval '${days} days'`;
    await sql(house, `update device_sessions set created_at = created_at - ${interval}`);
    await sql(house, `update risk_events set at = at - ${interval}`);
    await house.service.keepHouse();
    const [left] = await sql(house, used, [tenantId]);
    const [events] = await sql(house, 'select count(*) from risk_events where tenant_id = $1', [tenantId]);
    return { ...left, events: events?.count };
  };
  assert.notEqual(await risk.sessions.findSession(idOf(unused)), null);
  assert.deepEqual(await age(1.01), { raw: 1, rows: 1, events: 1 });
  assert.equal(await risk.sessions.findSession(idOf(unused)), null);
  assert.deepEqual(await age(28.9), { raw: 1, rows: 1, events: 1 });
  assert.deepEqual(await age(0.1), { raw: 0, rows: 1, events: 0 });
  assert.deepEqual(await age(366), { raw: 0, rows: 0, events: 0 });
});

test('what is over is purged to the last row, however many rows there are', async () => {
  // More than two statements' worth (PURGED_PER_STATEMENT), and of each kind: never used, used long ago, counted.
  const rows = 10_001;
  const sessions = (age: string, of: string) =>
    `insert into device_sessions (id, address_hash, network_hash, flags, signals, created_at, ${of === 'null' ? '' : 'tenant_id, person_hash, used_at,'} is_ours)
     select gen_random_uuid(), sha256('a'), sha256('n'), '{}', '\\x00', now() - interval '${age}', ${of === 'null' ? '' : `${of}, sha256('p'), now() - interval '${age}',`} false
     from generate_series(1, ${rows})`;
  await sql(house, sessions('3 days', 'null'));
  await sql(house, sessions('100 days', `'${tenantId}'`));
  await sql(
    house,
    `insert into risk_events (tenant_id, report_id, at, person_hash, address_hash)
     select $1, gen_random_uuid(), now() - interval '40 days', sha256('p'), sha256('a') from generate_series(1, ${rows})`,
    [tenantId],
  );
  await house.service.keepHouse();
  const [left] = await sql(
    house,
    `select (select count(*)::int from device_sessions where tenant_id is null and created_at < now() - interval '2 days') as unused,
            (select count(*)::int from device_sessions where signals is not null and created_at < now() - interval '31 days') as raw,
            (select count(*)::int from risk_events where at < now() - interval '31 days') as events`,
  );
  assert.deepEqual(left, { unused: 0, raw: 0, events: 0 });
});
