// A fourth bureau is an entry in a list: a made-up one is added, and everything that runs over the registry runs over it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUREAUS } from '../../src/bureaus/index.ts';
import { openBureaus } from '../../src/bureaus/open.ts';
import {
  BUREAU_SETTINGS,
  type BureauSettings,
  bureauProblems,
  settingsOf,
} from '../../src/bureaus/settings.ts';
import { createPopulation } from '../../src/bureaus/simulation/population/population.ts';
import { markAccounts } from '../../src/world/synthetic/bureau-marks.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { describeContract } from '../support/bureaus/bureau-contract.ts';
import { consumerLike, peopleOf } from '../support/bureaus/bureau-people.ts';
import { MADE_UP } from '../support/bureaus/made-up-bureau.ts';
import { defaultsOf } from '../support/settings/default-values.ts';

const ALL = [...BUREAUS, MADE_UP];
const SETTINGS = settingsOf(ALL);

const valuesWith = (changes: Record<string, unknown>): BureauSettings => ({
  ...defaultsOf(SETTINGS),
  BUREAUS: [MADE_UP.id],
  ...changes,
});

describeContract([{ name: 'a made-up bureau', entry: MADE_UP }]);

test('its settings stand behind those of the others, and its id among the bureaus that live mode can ask', () => {
  const { BUREAUS: wanted } = SETTINGS;
  assert.deepEqual(Object.keys(SETTINGS), [
    ...Object.keys(BUREAU_SETTINGS),
    ...Object.keys(MADE_UP.settings),
  ]);
  assert.equal(wanted.fallback, ALL.map(({ id }) => id).join(','));
  assert.deepEqual(wanted.parse(`equifax,${MADE_UP.id}`), ['equifax', MADE_UP.id]);
});

test('its settings are checked as those of the others are, each of its addresses included', () => {
  const problems = (changes: Record<string, unknown>, isProduction = true) =>
    bureauProblems(valuesWith(changes), isProduction, ALL).map((problem) => problem.split(' ')[0]);
  const url = { TANSY_URL: 'https://tansy.example' };
  assert.deepEqual(problems(url), []);
  assert.deepEqual(problems({}, false), []);
  assert.deepEqual(problems({}), ['TANSY_URL']);
  assert.deepEqual(problems({ ...url, TANSY_STATUS_URL: 'http://tansy.example' }), ['TANSY:']);
  assert.deepEqual(problems({ ...url, TANSY_KEY_FILE: '/key.pem' }), ['TANSY_CERTIFICATE_FILE']);
  assert.deepEqual(problems({ ...url, TANSY_PURPOSE: 'hard' }), ['TANSY_PURPOSE']);
});

test('it is opened with the others, on its simulator where it has no address', async (context) => {
  const open = await openBureaus({
    settings: valuesWith({ BUREAUS: ALL.map(({ id }) => id) }),
    entries: ALL,
    population: { bureau: peopleOf },
    onOutcome: () => {},
    onBreaker: () => {},
    onFault: (_id, fault) => assert.fail(fault),
    onNotice: () => {},
  });
  context.after(() => open.close());
  assert.deepEqual(
    [...open.bureaus.keys()],
    ALL.map(({ id }) => id),
  );
  const bureau = open.bureaus.get(MADE_UP.id) ?? assert.fail();
  assert.equal(bureau.isSimulated, true);
  const { status } = await bureau.search({ reportId: 'report', consumer: consumerLike() });
  assert.equal(status, 'ok');
});

test('the population has files for it, garbled in its own way, and searches that reached it', () => {
  const population = createPopulation({ seed: 'fourth', today: '2026-11-15', bureaus: ALL });
  const people = Array.from({ length: 100 }, (_, index) => index);
  const files = people.flatMap((index) => population.file(MADE_UP.id, index) ?? []);
  assert.ok(files.length > 80 && files.every(({ bureau }) => bureau === MADE_UP.id));
  assert.ok(files.some(({ searches }) => searches.length > 0));
  const namesOf = (id: (typeof ALL)[number]['id']) =>
    people.flatMap((index) => population.file(id, index)?.accounts.map(({ lenderName }) => lenderName) ?? []);
  const [suffix = assert.fail()] = MADE_UP.distortion.lenderSuffixes;
  assert.ok(namesOf(MADE_UP.id).some((name) => name?.endsWith(suffix)));
  for (const { id } of BUREAUS) assert.ok(!namesOf(id).some((name) => name?.endsWith(suffix)));
  assert.throws(
    () => createPopulation({ seed: 'three', today: '2026-11-15' }).file(MADE_UP.id, 0),
    RangeError,
  );
});

test('test mode marks accounts as held by it, with references in its own shape', () => {
  const marks = markAccounts(20, ALL, createRandom('fourth')).flat();
  const own = marks.filter(({ id }) => id === MADE_UP.id);
  assert.ok(own.length > 5 && own.length < 20);
  for (const { ref } of own) assert.match(ref, /^TAN\/\d{6}$/);
});
