import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { DEFAULT_BUREAU_SETTINGS } from '../../test/support/bureaus/bureau-bench.ts';
import { consumerLike, peopleOf } from '../../test/support/bureaus/bureau-people.ts';
import { BadSetting } from '../settings/setting.ts';
import { BUREAUS } from './index.ts';
import { type BureausNeeds, openBureaus } from './open.ts';
import { PERSONAS } from './simulation/population/personas.ts';
import { startSimulator } from './simulation/server.ts';

const ENQUIRY = { reportId: '01999999-0000-7000-8000-000000000000', consumer: consumerLike() };

function needsLike(more: Partial<BureausNeeds> = {}) {
  const outcomes: string[] = [];
  const needs: BureausNeeds = {
    settings: DEFAULT_BUREAU_SETTINGS,
    population: { bureau: peopleOf },
    onOutcome: (bureau, status) => outcomes.push(`${bureau} ${status}`),
    onBreaker: () => {},
    onFault: (_bureau, fault) => assert.fail(fault),
    onNotice: () => {},
    ...more,
  };
  return { needs, outcomes };
}

test('without an address the simulator of a bureau answers, and isSimulated says so', async (context) => {
  const { needs, outcomes } = needsLike();
  const open = await openBureaus(needs);
  context.after(() => open.close());
  assert.deepEqual(
    [...open.bureaus.keys()],
    BUREAUS.map(({ id }) => id),
  );
  assert.deepEqual(
    open.simulators.map(({ id }) => id),
    BUREAUS.map(({ id }) => id),
  );
  for (const bureau of open.bureaus.values()) {
    assert.equal(bureau.isSimulated, true);
    assert.equal((await bureau.search(ENQUIRY)).status, 'ok');
  }
  assert.deepEqual(
    outcomes,
    BUREAUS.map(({ id }) => `${id} ok`),
  );
});

test('by default the simulators have files on the people whom the documents name', async (context) => {
  const { population, ...needs } = needsLike().needs;
  const open = await openBureaus(needs);
  context.after(() => open.close());
  const { person } = PERSONAS[0] ?? assert.fail();
  const consumer = consumerLike({
    firstName: person.forename,
    lastName: person.surname,
    dateOfBirth: person.dateOfBirth,
    addresses: person.addresses.slice(0, 1).map(({ address }) => ({ ukAddress: address })),
  });
  for (const bureau of open.bureaus.values()) {
    const answer = await bureau.search({ ...ENQUIRY, consumer });
    assert.ok(answer.status === 'ok', bureau.id);
    assert.ok(answer.file.accounts.length > 0);
  }
});

test('a bureau with an address is asked there, and one that BUREAUS leaves out is not opened', async (context) => {
  const [entry = assert.fail()] = BUREAUS;
  const server = await startSimulator(entry.createSimulator({ people: peopleOf(entry.id), nowMs: Date.now }));
  context.after(() => server.close());
  const settings = {
    ...DEFAULT_BUREAU_SETTINGS,
    ...entry.simulatedSettings(server.url),
    BUREAUS: [entry.id],
  };
  const open = await openBureaus(needsLike({ settings }).needs);
  context.after(() => open.close());
  assert.deepEqual([...open.bureaus.keys()], [entry.id]);
  assert.deepEqual(open.simulators, []);
  const bureau = open.bureaus.get(entry.id) ?? assert.fail();
  assert.equal(bureau.isSimulated, false);
  assert.equal((await bureau.search(ENQUIRY)).status, 'ok');
  assert.ok(server.requests() > 0);
});

test('an unreadable certificate file fails the start with the name of its setting', async () => {
  const settings = {
    ...DEFAULT_BUREAU_SETTINGS,
    EXPERIAN_CERTIFICATE_FILE: '/not/there.pem',
    EXPERIAN_KEY_FILE: '/not/there.pem',
  };
  await assert.rejects(openBureaus(needsLike({ settings }).needs), (error) => {
    assert.ok(error instanceof BadSetting);
    assert.match(error.message, /^EXPERIAN_CERTIFICATE_FILE names a file that cannot be read/);
    return true;
  });
});

// A port that was given back may be another process's a moment later: what counts is whether this one still takes the connection.
test('after close no simulator listens', async (context) => {
  const open = await openBureaus(needsLike().needs);
  const taken: unknown[] = [];
  const count = (connection: unknown): void => void taken.push(connection);
  subscribe('net.server.socket', count);
  context.after(() => void unsubscribe('net.server.socket', count));
  const knock = () => Promise.all(open.simulators.map(({ url }) => fetch(url).catch(() => null)));
  await knock();
  assert.equal(taken.length, BUREAUS.length);
  await open.close();
  await knock();
  assert.equal(taken.length, BUREAUS.length);
});
