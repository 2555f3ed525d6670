import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { UkAddress } from './consumer.ts';
import { formatUkAddress } from './uk-address.ts';

type Row = [what: string, fields: Partial<UkAddress>, printed: string];

// The town and the postcode are the same in every row, so they are left out.
const TABLE: Row[] = [
  ['a number and a street', { buildingNumber: '12', thoroughfare: 'High Street' }, '12 High Street'],
  ['a number with a letter', { buildingNumber: '12A', thoroughfare: 'High Street' }, '12A High Street'],
  [
    'a named house on a street',
    { buildingName: 'The Manor', thoroughfare: 'Upper Hill' },
    'The Manor|Upper Hill',
  ],
  [
    'a named house with a number',
    { buildingName: 'Victoria House', buildingNumber: '15', thoroughfare: 'The Street' },
    'Victoria House|15 The Street',
  ],
  ['a name that is a number', { buildingName: '7', thoroughfare: 'High Street' }, '7 High Street'],
  [
    'a name that is a number and a letter',
    { buildingName: '12A', thoroughfare: 'Upper Hill' },
    '12A Upper Hill',
  ],
  ['a name that is a range', { buildingName: '1-3', thoroughfare: 'Low Road' }, '1-3 Low Road'],
  ['a name that is a letter', { buildingName: 'K', thoroughfare: 'Portland Road' }, 'K Portland Road'],
  [
    'a name that begins with a number',
    { buildingName: '10 Sellon Court', thoroughfare: 'Western Approach' },
    '10 Sellon Court|Western Approach',
  ],
  [
    'a number sent twice',
    { buildingName: '12A', buildingNumber: '12', thoroughfare: 'Low Road' },
    '12A Low Road',
  ],
  [
    'two numbers that differ',
    { buildingName: '1-3', buildingNumber: '40', thoroughfare: 'Low Road' },
    '1-3|40 Low Road',
  ],
  [
    'a flat in a named house',
    { subBuildingName: 'Flat 1', buildingName: 'Holly House', thoroughfare: 'Oak Avenue' },
    'Flat 1|Holly House|Oak Avenue',
  ],
  [
    'a flat in a range',
    { subBuildingName: 'Caretakers Flat', buildingName: '110-114', thoroughfare: 'High Street West' },
    'Caretakers Flat|110-114 High Street West',
  ],
  [
    'a flat, a named house and a number',
    {
      subBuildingName: 'Stables Flat',
      buildingName: 'The Manor',
      buildingNumber: '11',
      thoroughfare: 'Upper Hill',
    },
    'Stables Flat|The Manor|11 Upper Hill',
  ],
  [
    'a flat at a number',
    { subBuildingName: 'Flat 2', buildingNumber: '27', thoroughfare: 'John Street' },
    'Flat 2|27 John Street',
  ],
  [
    'a numbered flat in a named house',
    {
      subBuildingName: '2B',
      buildingName: 'The Tower',
      buildingNumber: '27',
      thoroughfare: 'John Street',
    },
    '2B The Tower|27 John Street',
  ],
  [
    'a lettered flat at a number',
    { subBuildingName: 'A', buildingNumber: '12', thoroughfare: 'Low Road' },
    '12A Low Road',
  ],
  [
    'a flat and nothing else to number it',
    { subBuildingName: 'Flat 9', thoroughfare: 'Low Road' },
    'Flat 9|Low Road',
  ],
  ['a unit that is a number', { subBuildingName: '9', thoroughfare: 'Low Road' }, '9 Low Road'],
  [
    'a district below the street',
    { buildingNumber: '3', thoroughfare: 'Oak Avenue', district: 'Biddenden' },
    '3 Oak Avenue|Biddenden',
  ],
  ['a number without a street', { buildingNumber: '3', district: 'Biddenden' }, '3 Biddenden'],
  ['a number without street or district', { buildingNumber: '3' }, '3'],
  ['a name without street or district', { buildingName: 'Lighthouse Cottage' }, 'Lighthouse Cottage'],
  [
    'county and country, which are not printed',
    { buildingNumber: '3', thoroughfare: 'Oak Avenue', county: 'Kent', country: 'GB' },
    '3 Oak Avenue',
  ],
  [
    'stray and empty spaces',
    { subBuildingName: ' ', buildingName: '', buildingNumber: ' 3 ', thoroughfare: 'Oak   Avenue ' },
    '3 Oak Avenue',
  ],
];

for (const [what, fields, printed] of TABLE) {
  test(`prints ${what} as "${printed}"`, () => {
    const { lines, addressLine1 } = formatUkAddress({
      townOrCity: 'Ashford',
      postcode: 'TN27 8BT',
      ...fields,
    });
    const expected = [...printed.split('|'), 'ASHFORD', 'TN27 8BT'];
    assert.deepEqual(lines, expected);
    assert.equal(addressLine1, expected.join(', '));
  });
}

test('every printed field keeps its words, and no line is empty', () => {
  const field = fc.option(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 -]{0,12}$/), { nil: undefined });
  const fields = fc.record({
    subBuildingName: field,
    buildingName: field,
    thoroughfare: field,
    district: field,
  });
  fc.assert(
    fc.property(fields, (some) => {
      const present = Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined));
      const { lines, addressLine1 } = formatUkAddress({
        ...present,
        townOrCity: 'York',
        postcode: 'YO1 7HH',
      });
      assert.ok(lines.every((line) => line !== '' && line === line.trim()));
      assert.deepEqual(lines.slice(-2), ['YORK', 'YO1 7HH']);
      for (const value of Object.values(some)) {
        if (value === undefined) continue;
        assert.ok(addressLine1.includes(value.trim().replace(/\s+/g, ' ')), `${value} in ${addressLine1}`);
      }
    }),
  );
});
