import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consumerLike, HOME } from '../../../test/support/bureaus/bureau-people.ts';
import { answerToTwin, readTwin, TWIN_PEOPLE } from '../../../test/support/bureaus/wire-twins.ts';
import { defaultsOf } from '../../../test/support/settings/default-values.ts';
import type { Consumer, UkAddress } from '../../domain/reports/consumer.ts';
import { toInput } from './request.ts';
import { faultOf } from './request-rules.ts';
import { EXPERIAN_SETTINGS } from './settings.ts';

const SETTINGS = defaultsOf(EXPERIAN_SETTINGS);
const TODAY = '2026-11-17';

function ask(changes: Partial<Consumer>) {
  const { input, altered } = toInput({ reportId: 'r', consumer: consumerLike(changes) }, SETTINGS, TODAY);
  assert.ok(input !== null);
  assert.equal(faultOf(input), null);
  return { input, altered };
}
const askAt = (...homes: Partial<UkAddress>[]) =>
  ask({ addresses: homes.map((home) => ({ ukAddress: { ...HOME, ...home } })) });

/** The paths of a tree, in their order. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => pathsOf(one, `${path}/${index}`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, one]) => pathsOf(one, `${path}/${key}`));
}

test('a request has the elements of the wire in their order', async () => {
  const twin = JSON.parse(readTwin('experian-request.json')).Input;
  const consumer: Consumer = {
    title: 'Ms',
    firstName: 'Zoë',
    lastName: 'O’Brien-Hazelwick',
    dateOfBirth: '1985-04-12',
    gender: 'F',
    ipAddress: '192.0.2.7',
    previousNames: [{ firstName: 'Zoë', lastName: 'Thistleton' }],
    addresses: [
      {
        ukAddress: {
          buildingNumber: '12',
          thoroughfare: 'Orchard Street',
          townOrCity: 'Nether Applewick',
          postcode: 'ZZ1 1AA',
        },
      },
      {
        ukAddress: {
          subBuildingName: 'Flat 2',
          buildingName: 'Rook Court',
          thoroughfare: 'Larkspur Row',
          townOrCity: 'Leeds',
          postcode: 'ZZ1 2AB',
        },
      },
    ],
  };
  const { requests, answer } = await answerToTwin('experian', readTwin('experian-error.json'), {
    reportId: 'wires-ex-error',
    consumer,
  });
  const { Input: input } = JSON.parse(requests[0] ?? '');
  const { TestMode, ShowConsumer, ...parameters } = input.Control.Parameters;
  assert.deepEqual([TestMode, ShowConsumer], ['N', 'Y']);
  const asTwin = { ...input, Control: { ...input.Control, Parameters: parameters } };
  assert.deepEqual(pathsOf(asTwin), pathsOf(twin));
  assert.deepEqual(asTwin.Applicant, twin.Applicant);
  assert.deepEqual(asTwin.LocationDetails, twin.LocationDetails);
  assert.deepEqual(answer.altered, [
    { field: '/firstName', sent: 'Zoe', change: 'folded' },
    { field: '/lastName', sent: "O'Brien-Hazelwick", change: 'folded' },
    { field: '/previousNames/0/firstName', sent: 'Zoe', change: 'folded' },
  ]);
});

const NAMES: [firstName: string, lastName: string, sentFirst: string, sentLast: string][] = [
  ['Zoë', 'Hazelwick', 'Zoe', 'Hazelwick'],
  // An apostrophe in the surname only.
  ["D'Arcy", "D'Arcy", 'DArcy', "D'Arcy"],
  ['Ada', 'O’Brien', 'Ada', "O'Brien"],
  ['Séamus', 'Ó Súilleabháin', 'Seamus', 'O Suilleabhain'],
  ['Jo', 'St. John', 'Jo', 'St John'],
  ['Łukasz', 'Großmann', 'Lukasz', 'Grossmann'],
  ['Wrenwrenwrenwrenwren', 'Wainbridge'.repeat(4), 'Wrenwrenwrenwre', 'Wainbridge'.repeat(3)],
];
for (const [firstName, lastName, sentFirst, sentLast] of NAMES) {
  test(`${firstName} ${lastName} is asked for as ${sentFirst} ${sentLast}`, () => {
    const { input, altered = [] } = ask({ firstName, lastName });
    const { Forename, Surname } = input.Applicant[0]?.Name ?? {};
    assert.deepEqual([Forename, Surname], [sentFirst, sentLast]);
    assert.deepEqual(
      altered.map(({ field, sent }) => [field, sent]),
      [
        ...(firstName === sentFirst ? [] : [['/firstName', sentFirst]]),
        ...(lastName === sentLast ? [] : [['/lastName', sentLast]]),
      ],
    );
  });
}

test('a surname of one letter, or of none that the bureau knows, is not asked for', async () => {
  for (const lastName of ['O', '李']) {
    const consumer = { ...TWIN_PEOPLE.ada, lastName };
    const enquiry = { reportId: 'wires-ex-ordinary', consumer };
    const { answer, requests } = await answerToTwin('experian', readTwin('experian-ordinary.json'), enquiry);
    assert.deepEqual(answer, {
      status: 'rejected-request',
      altered: [{ field: '/lastName', change: 'left-out' }],
    });
    assert.deepEqual(requests, []);
  }
});

test('parts of an address are in their alphabets and lengths, and a long street goes on', () => {
  const { input, altered } = askAt({
    subBuildingName: 'Flat 2/1',
    buildingName: 'St. Anne’s',
    thoroughfare: 'The Street That Has A Name Of More Than Sixty Characters And Goes On Beyond',
    county: 'Co. West-Exampleshire',
  });
  assert.deepEqual(input.LocationDetails[0]?.UKLocation, {
    Flat: 'Flat 2/1',
    HouseName: "St Anne's",
    HouseNumber: '12',
    Street: 'The Street That Has A Name Of More Than Sixty Characters And',
    Street2: 'Goes On Beyond',
    PostTown: 'Nether Applewick',
    County: 'Co West Exampleshire',
    Postcode: 'ZZ1 1AA',
  });
  assert.deepEqual(
    altered?.map(({ field, change }) => [field, change]),
    [
      ['/addresses/0/ukAddress/buildingName', 'folded'],
      ['/addresses/0/ukAddress/county', 'folded'],
    ],
  );
});

test('a bare "Flat" prevents a match and is left out', () => {
  const { input, altered } = askAt({ subBuildingName: 'Flat ' }, { subBuildingName: 'Flat 2' });
  assert.deepEqual(
    input.LocationDetails.map(({ UKLocation }) => UKLocation.Flat),
    [undefined, 'Flat 2'],
  );
  assert.deepEqual(altered, [{ field: '/addresses/0/ukAddress/subBuildingName', change: 'left-out' }]);
});

test('the days of residency follow each other, end today and never begin before the birth', () => {
  const { input } = askAt({}, {}, {});
  const day = ({ CCYY, MM, DD }: { CCYY: string; MM: string; DD: string }) => `${CCYY}-${MM}-${DD}`;
  const days = (residencies: typeof input.Residency) =>
    residencies.map((one) => [one.LocationCode, day(one.ResidencyDateFrom), day(one.ResidencyDateTo)]);
  assert.deepEqual(days(input.Residency), [
    ['01', '2023-11-1', '2026-11-17'],
    ['02', '2020-11-1', '2023-11-1'],
    ['02', '2017-11-1', '2020-11-1'],
  ]);
  const young = ask({ dateOfBirth: '2024-02-29' });
  assert.deepEqual(days(young.input.Residency), [['01', '2024-2-29', '2026-11-17']]);
});

test('three previous names are sent whole; what has no room is said', () => {
  const names = ['Sedgewren', 'Mallow', 'Larkford', 'Pellam'];
  const previousNames = names.map((lastName) => ({ firstName: 'Jenny', lastName }));
  const addresses = Array.from({ length: 5 }, () => ({ ukAddress: HOME }));
  const { input, altered } = ask({ previousNames, addresses });
  assert.deepEqual(
    input.Applicant[0]?.Alias,
    names.slice(0, 3).map((Surname) => ({ Title: 'Ms', Forename: 'Jenny', Surname, Source: '', Gender: '' })),
  );
  assert.equal(input.LocationDetails.length, 3);
  assert.deepEqual(
    altered,
    ['/previousNames/3', '/addresses/3', '/addresses/4'].map((field) => ({ field, change: 'left-out' })),
  );
});

test('a soft search with consent is asked for, with all records and of the person alone', () => {
  const { input } = ask({});
  assert.deepEqual(input.Application, { ApplicationType: 'UC', SearchConsent: 'Y' });
  assert.deepEqual([input.Control.ClientRef, input.Control.Parameters.FullFBLRequired], ['r', 'Y']);
  assert.deepEqual(input.ThirdPartyData, { OptOut: 'Y', TransientAssocs: 'N', HHOAllowed: 'N' });
});

test('any name and address makes a request that the schema allows, or none', () => {
  const WORDS = [
    'Zoë',
    "O'Brien",
    'Ó',
    'St.',
    '李',
    'a & b',
    '12–14',
    '#4',
    'x'.repeat(90),
    'é'.repeat(40),
    '1/2',
    '’',
  ];
  const word = (at: number) => WORDS[at % WORDS.length] as string;
  let sent = 0;
  for (let n = 0; n < 500; n += 1) {
    const ukAddress = {
      subBuildingName: word(n),
      buildingName: word(n * 5 + 1),
      buildingNumber: word(n * 7 + 2),
      thoroughfare: `${word(n)} ${word(n * 11 + 3)}`,
      district: `${word(n * 3)} ${word(n)}`,
      townOrCity: word(n * 13 + 4),
      county: word(n * 5),
      postcode: 'ZZ1 1AA',
    };
    const consumer = consumerLike({
      title: word(n * 5 + 2),
      firstName: word(n + 1),
      middleName: word(n * 7),
      lastName: word(n * 5 + 3),
      previousNames: [{ firstName: word(n + 2), lastName: word(n + 3) }],
      addresses: [{ ukAddress }],
    });
    const { input } = toInput({ reportId: 'r', consumer }, SETTINGS, TODAY);
    if (input === null) continue;
    sent += 1;
    assert.equal(faultOf(input), null, JSON.stringify(consumer));
  }
  assert.ok(sent > 200, `${sent}`);
});
