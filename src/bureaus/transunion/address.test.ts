// Parsing of one-line addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UkAddress } from '../../domain/reports/consumer.ts';
import { addressKey, fromLine, fromParts } from './address.ts';

const TOWN = { townOrCity: 'Exampleton', postcode: 'ZZ1 1AA' };

const LINES: [line: string, parts: Partial<UkAddress>][] = [
  ['0012 High Street', { buildingNumber: '12', thoroughfare: 'High Street' }],
  ['12A High Street, Upton', { buildingNumber: '12A', thoroughfare: 'High Street', district: 'Upton' }],
  ['Flat 2, 0007 Mill Lane', { subBuildingName: 'Flat 2', buildingNumber: '7', thoroughfare: 'Mill Lane' }],
  [
    'Flat 14, Rose Court, Mill Lane, Upton',
    { subBuildingName: 'Flat 14', buildingName: 'Rose Court', thoroughfare: 'Mill Lane', district: 'Upton' },
  ],
  [
    'Rose Court, 3-5 Mill Lane',
    { buildingName: 'Rose Court', buildingNumber: '3-5', thoroughfare: 'Mill Lane' },
  ],
  ['Thatched Cottage, Mill Lane', { buildingName: 'Thatched Cottage', thoroughfare: 'Mill Lane' }],
  ['Thatched Cottage', { buildingName: 'Thatched Cottage' }],
];

for (const [line, parts] of LINES) {
  test(`"${line}" is parsed into its parts`, () => {
    const expected = { ...parts, ...TOWN };
    assert.deepEqual(fromLine(`${line}, Exampleton, ZZ1 1AA`), expected);
    assert.deepEqual(fromLine(`${line}, Exampleton ZZ1 1AA`), expected, 'no comma before the postcode');
    assert.deepEqual(
      fromLine(`${line.replaceAll(', ', ';')};Exampleton;;;;; ZZ11AA`),
      expected,
      'semicolons',
    );
  });
}

test('a line without any comma is divided behind the street', () => {
  const expected = { buildingNumber: '12', thoroughfare: 'ORCHARD STREET', townOrCity: 'NETHER APPLEWICK' };
  assert.deepEqual(fromLine('12 ORCHARD STREET NETHER APPLEWICK ZZ1 1AA'), {
    ...expected,
    postcode: 'ZZ1 1AA',
  });
  assert.equal(fromLine('608 MILL LANE X9 9AA'), undefined, 'no town');
  assert.equal(fromLine('SOMEWHERE OR OTHER ZZ1 1AA'), undefined);
});

test('a flat and its building may stand in one part', () => {
  const expected = { subBuildingName: 'FLAT 2', buildingName: 'ROOK COURT', thoroughfare: 'LARKSPUR ROW' };
  assert.deepEqual(fromLine('FLAT 2 ROOK COURT, LARKSPUR ROW, Exampleton ZZ1 1AA'), { ...expected, ...TOWN });
});

test('a line without a postcode or a town is not an address', () => {
  for (const line of ['', 'ZZ1 1AA', '12 High Street, Exampleton', ', ZZ1 1AA', undefined, {}]) {
    assert.equal(fromLine(line), undefined);
  }
  assert.equal(fromParts({ posttown: 'Exampleton' }), undefined);
  assert.equal(fromParts('text'), undefined);
});

test('one house in two spellings has one key, two flats have two', () => {
  const key = (parts: Partial<UkAddress>): string => addressKey({ ...parts, ...TOWN });
  assert.equal(
    key({ subBuildingName: 'FLAT 03', buildingNumber: '12' }),
    key({ subBuildingName: 'Flat 3', buildingNumber: '12' }),
  );
  assert.equal(
    addressKey({ buildingNumber: '7', ...TOWN, postcode: 'zz11aa' }),
    key({ buildingNumber: '7' }),
  );
  assert.notEqual(key({ subBuildingName: 'Flat 3' }), key({ subBuildingName: 'Flat 4' }));
  assert.notEqual(key({ buildingName: 'Rose Cottage' }), key({ buildingName: 'Ivy Cottage' }));
});
