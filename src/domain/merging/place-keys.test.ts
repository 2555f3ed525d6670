// Spellings of one home, and homes that only look alike. Each pair is one person's, at two bureaus, in one postcode.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BureauFile } from '../reports/bureau-file.ts';
import type { UkAddress } from '../reports/consumer.ts';
import { BUREAU_IDS } from '../reports/credit-report.ts';
import { mergeResidencies } from './merge-residencies.ts';

type Spelling = Partial<UkAddress>;

/** How many homes the bureaus' spellings make; one of each bureau. */
function homes(...spellings: Spelling[]): number {
  const files = spellings.map((spelling, at): BureauFile => {
    const address = {
      thoroughfare: 'High Street',
      townOrCity: 'Larchminster',
      postcode: 'ZA1 1AA',
      ...spelling,
    };
    const bureau = BUREAU_IDS[at % BUREAU_IDS.length] as (typeof BUREAU_IDS)[number];
    return { bureau, accounts: [], searches: [], residencies: [{ address, isCurrent: true }] };
  });
  const count = mergeResidencies(files).length;
  assert.equal(mergeResidencies(files.toReversed()).length, count, 'the order of the files');
  return count;
}

const FLAT: Spelling = { subBuildingName: 'Flat 3', buildingNumber: '14' };
const NAMED: Spelling = { subBuildingName: 'Flat 4', buildingName: 'Curlew Court', buildingNumber: '14' };

const ONE: [what: string, one: Spelling, other: Spelling][] = [
  ['the flat in front, in the name', FLAT, { buildingName: 'Flat 3, 14' }],
  ['the flat behind', FLAT, { buildingName: '14 Flat 3' }],
  ['the flat behind the number', FLAT, { buildingNumber: '14, Apt 3' }],
  ['Apt', FLAT, { subBuildingName: 'Apt. 3', buildingNumber: '14' }],
  ['Flat No', FLAT, { subBuildingName: 'FLAT NO. 03', buildingNumber: '0014' }],
  ['the flat alone in its field', FLAT, { subBuildingName: '3', buildingNumber: '14' }],
  ['flat and number in the street', FLAT, { thoroughfare: 'Flat 3, 14 High Street' }],
  ['the number in the street', FLAT, { subBuildingName: 'Flat 3', thoroughfare: '14 High St' }],
  ['the flat left out', FLAT, { buildingNumber: '14' }],
  ['a letter for a flat', { subBuildingName: 'Flat B', buildingNumber: '14' }, { buildingNumber: '14B' }],
  ['a letter behind', { subBuildingName: 'Flat B', buildingNumber: '14' }, { buildingNumber: '14 Flat B' }],
  ['a flat’s letter left out', { subBuildingName: 'Flat B', buildingNumber: '14' }, { buildingNumber: '14' }],
  ['a letter apart', { buildingNumber: '14a' }, { buildingNumber: '14 A' }],
  ['“The”', { buildingName: 'The Old Forge' }, { buildingName: 'OLD FORGE' }],
  ['an apostrophe', { buildingName: "St. Mary's House" }, { buildingName: 'ST MARYS HOUSE' }],
  ['a short form', { buildingName: 'Curlew Court' }, { buildingName: 'CURLEW CT' }],
  ['a name cut off', { buildingName: 'Curlew Mansions' }, { buildingName: 'CURLEW MANSIO' }],
  [
    'a floor',
    { subBuildingName: 'First Floor Flat', buildingNumber: '14' },
    { subBuildingName: '1ST FLR FLAT', buildingNumber: '14' },
  ],
  ['the name left out', NAMED, { subBuildingName: 'Flat 4', buildingNumber: '14' }],
  ['the number left out', NAMED, { subBuildingName: 'Flat 4', buildingName: 'Curlew Court' }],
  ['flat and number left out', NAMED, { buildingName: 'Curlew Court' }],
  ['flat and name left out', NAMED, { buildingNumber: '14' }],
  [
    'a flat of a house by its name and by its number',
    { subBuildingName: 'Flat 3', buildingName: 'Curlew Court' },
    { subBuildingName: 'Apt 3', buildingNumber: '0014', thoroughfare: 'HIGH ST' },
  ],
  ['another last sign of the postcode', FLAT, { ...FLAT, thoroughfare: 'High St', postcode: 'ZA1 1AB' }],
  ['a postcode without a blank', FLAT, { ...FLAT, postcode: 'za11aa' }],
  ['the town in the county', FLAT, { ...FLAT, townOrCity: 'Westshire', county: 'Larchminster' }],
];

for (const [what, one, other] of ONE) {
  test(`one home: ${what}`, () => assert.equal(homes(one, other), 1));
}

const TWO: [what: string, one: Spelling, other: Spelling][] = [
  ['another flat', FLAT, { ...FLAT, subBuildingName: 'Flat 4' }],
  ['flat and number the other way round', FLAT, { subBuildingName: 'Flat 14', buildingNumber: '3' }],
  ['a number with a letter and one without', { buildingNumber: '14B' }, { buildingNumber: '14' }],
  ['two letters', { buildingNumber: '14A' }, { buildingNumber: '14B' }],
  ['another number', { buildingNumber: '14' }, { buildingNumber: '4' }],
  ['another name', { buildingName: 'Rose Cottage' }, { buildingName: 'Rose Villa' }],
  ['a name and a number, which may be any', { buildingName: 'Rose Cottage' }, { buildingNumber: '14' }],
  ['another part of a postcode', FLAT, { ...FLAT, postcode: 'ZA1 2AA' }],
  ['two signs of a postcode', FLAT, { ...FLAT, postcode: 'ZA1 1BB' }],
  [
    'another sign of the postcode and another street',
    FLAT,
    { ...FLAT, postcode: 'ZA1 1AB', thoroughfare: 'Mill Lane' },
  ],
  [
    'another sign of the postcode, and no street',
    { ...FLAT, thoroughfare: '' },
    { ...FLAT, thoroughfare: '', postcode: 'ZA1 1AB' },
  ],
  [
    'another flat of a house by name and by number',
    { subBuildingName: 'Flat 3', buildingName: 'Curlew Court' },
    { subBuildingName: 'Flat 4', buildingNumber: '14' },
  ],
  [
    'a street that is a number',
    { buildingNumber: '14', thoroughfare: '3 Mile Lane' },
    { buildingNumber: '3' },
  ],
  [
    'a street that is an ordinal',
    { buildingName: 'Rose Cottage', thoroughfare: '1st Avenue' },
    { buildingNumber: '1' },
  ],
];

for (const [what, one, other] of TWO) {
  test(`two homes: ${what}`, () => assert.equal(homes(one, other), 2));
}

test('three spellings, each with less said than the last, are one home', () => {
  assert.equal(
    homes(NAMED, { buildingName: 'Curlew Court', buildingNumber: '14' }, { buildingNumber: '14' }),
    1,
  );
});

test('a spelling that fits two homes stays by itself, however much more they say', () => {
  assert.equal(homes(NAMED, { ...NAMED, subBuildingName: 'Flat 5' }, { buildingNumber: '14' }), 3);
  const lettered = ['Flat A', 'Flat B'].map((subBuildingName) => ({ subBuildingName, buildingNumber: '14' }));
  assert.equal(homes(...lettered, { buildingNumber: '14' }), 3);
});
