// Searches, residencies and the document made of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BureauFile, FileResidency, FileSearch } from '../reports/bureau-file.ts';
import type { Consumer, UkAddress } from '../reports/consumer.ts';
import type { BureauId } from '../reports/credit-report.ts';
import { composeReport } from './compose-report.ts';
import { mergeFiles } from './merge-files.ts';

const consumer: Consumer = {
  title: 'Ms',
  firstName: 'Ada',
  middleName: 'May',
  lastName: 'Sample',
  dateOfBirth: '1985-04-12',
  ipAddress: '192.0.2.7',
  addresses: [],
};

type Parts = { searches?: Partial<FileSearch>[]; residencies?: Partial<FileResidency>[] };

function compose(given: Partial<Record<BureauId, Parts>>) {
  const files = Object.entries(given).map(([bureau, { searches = [], residencies = [] }]): BureauFile => {
    return {
      bureau: bureau as BureauId,
      accounts: [],
      searches: searches.map((search, index) => ({
        ref: `s${index}`,
        companyName: 'Marlowick Bank plc',
        date: '2025-06-02T00:00:00.000Z',
        isDateOnly: true,
        purpose: 'credit-application',
        ...search,
      })),
      residencies: residencies.map((residency) => ({
        address: {
          buildingNumber: '12',
          thoroughfare: 'High Street',
          townOrCity: 'Larchminster',
          postcode: 'ZA1 1AA',
        },
        isCurrent: true,
        ...residency,
      })),
    };
  });
  return composeReport(consumer, mergeFiles(files), (place) => `id of ${place}`);
}

const datesOf = (given: Partial<Record<BureauId, Parts>>) =>
  compose(given).previousSearches.providers.map(({ companyName, records }) => [
    companyName,
    ...records.map(({ date }) => date),
  ]);

const timed = (date: string): Partial<FileSearch> => ({ date, isDateOnly: false });

test('the person is the consumer of the request, and no files make an empty report', () => {
  assert.deepEqual(compose({}), {
    person: { title: 'Ms', firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12' },
    residencies: [],
    consumerData: { records: [] },
    previousSearches: { providers: [] },
  });
});

test('one company asking two bureaus on one day is one search, at the time that one of them gives', () => {
  assert.deepEqual(
    datesOf({
      equifax: { searches: [{ companyName: 'MARLOWICK BANK (I)' }] },
      transunion: { searches: [timed('2025-06-02T09:30:00.000Z')] },
    }),
    [['Marlowick Bank plc', '2025-06-02T09:30:00.000Z']],
  );
});

test('a search just after a British summer midnight matches the same day at a bureau that gives only the day', () => {
  assert.equal(
    datesOf({ equifax: { searches: [{}] }, transunion: { searches: [timed('2025-06-01T23:10:00.000Z')] } })[0]
      ?.length,
    2,
  );
});

test('one bureau asked twice, another purpose, two days between, hours between or no name: two searches', () => {
  const first = timed('2025-06-02T09:30:00.000Z');
  const cases: Partial<Record<BureauId, Parts>>[] = [
    { equifax: { searches: [{}, {}] } },
    { equifax: { searches: [{}] }, experian: { searches: [{ purpose: 'identity' }] } },
    { equifax: { searches: [{}] }, experian: { searches: [{ date: '2025-06-04T00:00:00.000Z' }] } },
    { equifax: { searches: [first] }, experian: { searches: [timed('2025-06-02T13:30:00.000Z')] } },
    { equifax: { searches: [{ companyName: 'Bank' }] }, experian: { searches: [{ companyName: 'Bank' }] } },
  ];
  for (const given of cases) {
    assert.equal(datesOf(given).flatMap(([, ...dates]) => dates).length, 2, JSON.stringify(given));
  }
});

test('searches are grouped by company, newest first, and companies by their newest', () => {
  const searches = [
    { companyName: 'Corncrake Cards', date: '2025-01-05T00:00:00.000Z' },
    { companyName: 'MARLOWICK BANK (I)', date: '2025-03-05T00:00:00.000Z' },
    { companyName: 'Marlowick Bank plc', date: '2024-03-05T00:00:00.000Z' },
    { companyName: 'Corncrake Cards', date: '2025-04-05T00:00:00.000Z' },
  ];
  assert.deepEqual(datesOf({ experian: { searches } }), [
    ['Corncrake Cards', '2025-04-05T00:00:00.000Z', '2025-01-05T00:00:00.000Z'],
    ['Marlowick Bank plc', '2025-03-05T00:00:00.000Z', '2024-03-05T00:00:00.000Z'],
  ]);
});

test('one place in three spellings is one residency, with the fullest address and the longest stay', () => {
  const { residencies } = compose({
    equifax: {
      residencies: [
        {
          address: { buildingNumber: '00012', townOrCity: 'LARCHMINSTER', postcode: 'ZA1 1AA' },
          monthsAtAddress: 31,
          isCurrent: false,
        },
      ],
    },
    experian: { residencies: [{ monthsAtAddress: 34 }] },
    transunion: {
      residencies: [{ address: { buildingName: '12', townOrCity: 'Larchminster', postcode: 'za11aa' } }],
    },
  });
  assert.deepEqual(residencies, [
    {
      addressId: 'id of ZA11AA 12',
      address: {
        type: 'uk',
        ukAddress: {
          buildingNumber: '12',
          thoroughfare: 'High Street',
          townOrCity: 'Larchminster',
          postcode: 'ZA1 1AA',
        },
        addressLine1: '12 High Street, LARCHMINSTER, ZA1 1AA',
        lines: ['12 High Street', 'LARCHMINSTER', 'ZA1 1AA'],
      },
      yearsAtAddress: 2,
      monthsAtAddress: 10,
      isCurrent: true,
    },
  ]);
});

test('where no bureau says how long, the years and months are absent, not zero', () => {
  const [residency] = compose({ experian: { residencies: [{}] } }).residencies;
  assert.ok(residency !== undefined && !('yearsAtAddress' in residency) && !('monthsAtAddress' in residency));
  const [moved] = compose({ experian: { residencies: [{ monthsAtAddress: 0 }] } }).residencies;
  assert.equal(moved?.yearsAtAddress, 0);
});

test('another flat, another number or another postcode is another place, and current ones come first', () => {
  const place = { townOrCity: 'Larchminster', postcode: 'ZA1 1AA', buildingNumber: '12' };
  const { residencies } = compose({
    experian: {
      residencies: [
        { address: { ...place, subBuildingName: 'Flat 1' }, isCurrent: false },
        { address: { ...place, subBuildingName: 'Flat 2' } },
        { address: { ...place, buildingNumber: '13' }, isCurrent: false },
        { address: { ...place, postcode: 'ZA1 1AB' }, isCurrent: false },
      ],
    },
  });
  assert.equal(residencies.length, 4);
  assert.deepEqual(
    residencies.map(({ isCurrent }) => isCurrent),
    [true, false, false, false],
  );
});

test('a home is one place in every spelling: the flat joined on, a name or number left out, the number in the street', () => {
  const town = { townOrCity: 'Larchminster', postcode: 'ZA1 1AA' };
  const street = { ...town, thoroughfare: 'High Street' };
  const spellings: UkAddress[][] = [
    [
      { ...street, subBuildingName: 'Flat B', buildingNumber: '14' },
      { ...street, buildingNumber: '14B' },
    ],
    [
      { ...street, subBuildingName: 'Flat 3', buildingNumber: '14' },
      { ...street, buildingNumber: '3/14' },
    ],
    [
      { ...street, buildingNumber: '14' },
      { ...town, thoroughfare: '14 High St' },
    ],
    [
      { ...street, buildingName: 'Rose Cottage', buildingNumber: '14' },
      { ...street, buildingNumber: '14' },
    ],
    [
      { ...street, buildingName: 'Rose Cottage', buildingNumber: '14' },
      { ...street, buildingName: 'ROSE COTTAGE' },
    ],
    [
      { ...street, subBuildingName: 'Flat 4', buildingName: 'Curlew Court' },
      { ...street, buildingName: '4 Curlew Court' },
    ],
    [
      { ...street, buildingName: 'The Old Forge' },
      { ...street, buildingName: 'OLD FORGE' },
    ],
    [
      { ...street, subBuildingName: 'Flat 3', buildingNumber: '14' },
      { ...street, buildingNumber: '14' },
    ],
    [{ ...street, buildingNumber: '14' }, street],
  ];
  for (const [one, other] of spellings) {
    const { residencies } = compose({
      equifax: { residencies: [{ address: one as UkAddress }] },
      experian: { residencies: [{ address: other as UkAddress }] },
    });
    assert.equal(residencies.length, 1, JSON.stringify([one, other]));
  }
});

test('a spelling that fits two homes of one postcode stays by itself', () => {
  const street = {
    townOrCity: 'Larchminster',
    postcode: 'ZA1 1AA',
    thoroughfare: 'High Street',
    buildingNumber: '14',
  };
  const { residencies } = compose({
    equifax: {
      residencies: [
        { address: { ...street, subBuildingName: 'Flat 1' } },
        { address: { ...street, subBuildingName: 'Flat 2' }, isCurrent: false },
      ],
    },
    experian: { residencies: [{ address: street }] },
  });
  assert.equal(residencies.length, 3);
});

test('a search under a brand, or with a related purpose, is the one search of that day that fits, and none where two do', () => {
  const count = (given: Partial<Record<BureauId, Parts>>) =>
    datesOf(given).flatMap(([, ...dates]) => dates).length;
  const [brand, company] = [{ companyName: 'AQUA' }, { companyName: 'NewDay Ltd' }];
  assert.equal(count({ equifax: { searches: [brand] }, experian: { searches: [company] } }), 1);
  assert.equal(count({ equifax: { searches: [{}] }, experian: { searches: [{ purpose: 'quotation' }] } }), 1);
  const opus = { companyName: 'OPUS' };
  assert.equal(count({ equifax: { searches: [brand, opus] }, experian: { searches: [company] } }), 3);
});
