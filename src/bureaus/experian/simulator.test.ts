import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consumerLike, HOME, peopleOf } from '../../../test/support/bureaus/bureau-people.ts';
import { consumerOf } from '../../../test/support/bureaus/invented-files.ts';
import { toNeutralFile } from '../../../test/support/bureaus/neutral-files.ts';
import { defaultsOf } from '../../../test/support/settings/default-values.ts';
import type { FileAccount } from '../../domain/reports/bureau-file.ts';
import type { Call } from '../bureau.ts';
import { DIALECTS, type Dialect } from '../simulation/dialect.ts';
import { createPopulation } from '../simulation/population/population.ts';
import type { SimulatedBureau } from '../simulation/population/simulated-file.ts';
import { createExperian } from './client.ts';
import { toInput } from './request.ts';
import { EXPERIAN_SETTINGS, type ExperianSettings } from './settings.ts';
import { createExperianSimulator, simulatedExperianSettings } from './simulator.ts';

const SETTINGS: ExperianSettings = {
  ...defaultsOf(EXPERIAN_SETTINGS),
  ...simulatedExperianSettings('http://experian.test'),
};
const nowMs = (): number => Date.UTC(2026, 10, 15, 6);

/** `send`: changes a request on its way. */
function open(dialect: Dialect, people: SimulatedBureau, send = (body: string) => body) {
  const simulator = createExperianSimulator({ people, nowMs, dialect });
  const replies: string[] = [];
  const call: Call = async ({ url, method, headers, body = '' }) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v]));
    const reply = await simulator.handle({
      method,
      path: new URL(url).pathname,
      headers: lower,
      body: send(body),
    });
    replies.push(String(reply.body));
    return { status: reply.status, headers: reply.headers, text: String(reply.body) };
  };
  return { adapter: createExperian({ call, settings: SETTINGS, nowMs, onNotice: assert.fail }), replies };
}

const PEOPLE = 120;
const population = createPopulation({ seed: 'experian', today: '2026-11-15', hasHabits: false });

/** In any order, without references and what a simulated file does not say. */
const asText = (accounts: FileAccount[]) =>
  accounts
    .map(({ ref, typeCode, arrears, ...account }) => JSON.stringify(Object.entries(account).sort()))
    .sort();

for (const dialect of DIALECTS) {
  test(`${dialect}: the files of ${PEOPLE} people come through whole`, async () => {
    const { adapter } = open(dialect, population.bureau('experian'));
    let files = 0;
    for (let index = 0; index < PEOPLE; index += 1) {
      const held = population.file('experian', index);
      const consumer = consumerOf(population.person(index));
      const answer = await adapter.search({ reportId: `report-${index}`, consumer });
      assert.equal(answer.status, held === null ? 'no-trace' : 'ok');
      if (held === null || answer.status !== 'ok') continue;
      files += 1;
      const { accounts, residencies, searches, notes, leftOut } = answer.file;
      const { file } = toNeutralFile(held);
      assert.deepEqual(asText(accounts), asText(file.accounts), `person ${index}`);
      assert.ok(accounts.every(({ arrears }) => arrears !== undefined));
      const homes = residencies.map(({ roll, ...one }) => {
        assert.equal(roll?.length, dialect === 'thin' ? undefined : 1);
        return one;
      });
      assert.deepEqual(homes, file.residencies);
      assert.deepEqual(
        searches.map(({ date, purpose }) => [date, purpose]),
        file.searches.map(({ date, purpose }) => [date, purpose]),
      );
      assert.equal(notes, undefined);
      const others = [{ reason: 'another-person', accounts: 3, searches: 3 }];
      assert.deepEqual(leftOut, dialect === 'others' ? others : undefined);
    }
    assert.ok(files > PEOPLE / 2);
  });
}

test('an address without a postcode is checked and refused, one that fits several homes is a list', async () => {
  const enquiry = (ukAddress: typeof HOME) => ({
    reportId: 'r',
    consumer: consumerLike({ addresses: [{ ukAddress }] }),
  });
  const without = open('ordinary', peopleOf('experian'), (body) => body.replace(/,"Postcode":"[^"]*"/, ''));
  assert.deepEqual(await without.adapter.search(enquiry(HOME)), { status: 'ambiguous-address' });
  assert.match(
    without.replies.at(-1) ?? '',
    /"CheckDetails":\[\{"LocationIdentifier":"1","PostCodeCheck":"R"/,
  );
  const several = open('ordinary', peopleOf('experian'));
  const answer = await several.adapter.search(enquiry({ ...HOME, postcode: 'ZZ1 1AB' }));
  assert.deepEqual(answer, { status: 'ambiguous-address' });
  const { MultipleLocations } = JSON.parse(several.replies.at(-1) ?? '').Output;
  assert.equal(MultipleLocations[0].UKLocation.length, 3);
});

const WRONG: [string, (input: ReturnType<typeof inputOf>) => unknown][] = [
  ['a surname with an accent', (input) => Object.assign(nameOf(input), { Surname: 'Ó Dúill' })],
  ['a surname of one letter', (input) => Object.assign(nameOf(input), { Surname: 'O' })],
  ['a forename of sixteen letters', (input) => Object.assign(nameOf(input), { Forename: 'x'.repeat(16) })],
  ['an apostrophe in the forename', (input) => Object.assign(nameOf(input), { Forename: "D'Arcy" })],
  ['no days of residency', (input) => Reflect.deleteProperty(input.Residency[0] ?? {}, 'ResidencyDateTo')],
  ['a padded month', (input) => Object.assign(input.Applicant[0]?.DateOfBirth ?? {}, { MM: '04' })],
  ['no job number', (input) => Reflect.deleteProperty(input.Control, 'JobNumber')],
  ['no third-party choice', (input) => Reflect.deleteProperty(input, 'ThirdPartyData')],
  ['an element that nobody knows', (input) => Object.assign(input, { Purpose: 'UC' })],
  ['a hard search', (input) => Object.assign(input.Application, { ApplicationType: 'HP' })],
  [
    'four aliases',
    (input) => Object.assign(input.Applicant[0] ?? {}, { Alias: [1, 2, 3, 4].map(() => ALIAS) }),
  ],
  ['a county with a hyphen', (input) => Object.assign(locationOf(input), { County: 'West-Shire' })],
];
const ALIAS = { Title: '', Forename: 'Ada', Surname: 'May', Source: '', Gender: '' };
const inputOf = () => {
  const { input } = toInput({ reportId: 'r', consumer: consumerLike() }, SETTINGS, '2026-11-15');
  return input ?? assert.fail('It cannot be asked.');
};
const nameOf = ({ Applicant }: ReturnType<typeof inputOf>): object => Applicant[0]?.Name ?? {};
const locationOf = ({ LocationDetails }: ReturnType<typeof inputOf>): object =>
  LocationDetails[0]?.UKLocation ?? {};

for (const [what, change] of WRONG) {
  test(`a request with ${what} is refused with an error inside a 200`, async () => {
    const wrong = inputOf();
    change(wrong);
    const send = (body: string) => (body.includes('Input') ? JSON.stringify({ Input: wrong }) : body);
    const { adapter, replies } = open('ordinary', peopleOf('experian'), send);
    const enquiry = { reportId: 'r', consumer: consumerLike() };
    assert.deepEqual(await adapter.search(enquiry), { status: 'rejected-request' });
    assert.match(replies.at(-1) ?? '', /"Error":\{"ErrorCode"/);
  });
}

test('blocks out of their order are refused', async () => {
  const { Applicant, ...rest } = inputOf();
  const send = (body: string) =>
    body.includes('Input') ? JSON.stringify({ Input: { ...rest, Applicant } }) : body;
  const { adapter } = open('ordinary', peopleOf('experian'), send);
  const enquiry = { reportId: 'r', consumer: consumerLike() };
  assert.deepEqual(await adapter.search(enquiry), { status: 'rejected-request' });
});
