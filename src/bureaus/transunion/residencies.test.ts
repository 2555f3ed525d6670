// Homes and stays: whose entry counts, which match was chosen, and how long it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toResidencies } from './residencies.ts';

const LINE = { '@current': '1', '#text': '12 ORCHARD STREET, NETHER APPLEWICK ZZ1 1AA' };
const resident = (fields: object, marks: object = {}) => ({
  ...{ '@matchtype': 'IM', '@currentname': '1', '@declaredalias': '0', ervalid: '1' },
  ...marks,
  ...fields,
});
const monthsOf = (...residents: object[]) =>
  toResidencies({}, { addressconfs: { addressconf: [{ address: LINE, resident: residents }] } }).map(
    ({ monthsAtAddress }) => monthsAtAddress,
  );

test('a stay is its duration, or its dates where there is none', () => {
  assert.deepEqual(monthsOf(resident({ duration: 'P9Y' })), [108]);
  assert.deepEqual(monthsOf(resident({ duration: 'P1Y2M', startdate: '2000-01-01' })), [14]);
  assert.deepEqual(monthsOf(resident({ startdate: '2017-10-16', enddate: '2021-03-31' })), [41]);
  assert.deepEqual(monthsOf(resident({ startdate: '2014-10-16', enddate: '2023-10-15' })), [108]);
  assert.deepEqual(monthsOf(resident({ startdate: '2014-10-16' })), [undefined]);
  assert.deepEqual(monthsOf(resident({ duration: 'P9999M' })), [undefined]);
});

test('who is on the roll without a history of it is on it since nobody knows when', () => {
  const rollOf = (fields: object) =>
    toResidencies({}, { addressconfs: { addressconf: [{ address: LINE, resident: [resident(fields)] }] } })[0]
      ?.roll;
  for (const ervalid of ['1', '4']) assert.deepEqual(rollOf({ ervalid }), [{}]);
  for (const ervalid of ['2', '3', '5', '']) assert.deepEqual(rollOf({ ervalid }) ?? [], []);
  assert.deepEqual(rollOf({ erhistory: { startdate: '2020-10-16' } }), [{ from: '2020-10-16' }]);
});

test('only an individual match under the name or a declared alias is the person', () => {
  const stay = { duration: 'P12M' };
  assert.deepEqual(monthsOf(resident(stay, { '@currentname': '0', '@declaredalias': '1' })), [12]);
  assert.deepEqual(monthsOf(resident(stay, { '@currentname': '0' })), []);
  for (const mark of ['SM', 'HM', 'XX'])
    assert.deepEqual(monthsOf(resident(stay, { '@matchtype': mark })), []);
});

test('a stay under two names, one after the other, is both; at the same time it is the longer', () => {
  const before = resident({ duration: 'P24M', startdate: '2018-01-01', enddate: '2020-01-01' });
  const since = resident(
    { duration: 'P30M', startdate: '2020-01-01' },
    { '@currentname': '0', '@declaredalias': '1' },
  );
  assert.deepEqual(monthsOf(since, before), [54]);
  assert.deepEqual(monthsOf(before, resident({ duration: 'P30M', startdate: '2019-01-01' })), [30]);
  assert.deepEqual(monthsOf(before, resident({ duration: 'P30M' })), [30]);
});

test('of several matches only the chosen one is a home, with its id', () => {
  const match = (selected: string, id: string) => ({
    '@selected': selected,
    addressmatch: { buildingno: id, posttown: 'TOWN', postcode: 'ZZ11AA', domicileid: id },
  });
  const homes = (...fullmatch: object[]) =>
    toResidencies({ picklist: { applicant: { address: { fullmatches: { fullmatch } } } } }, {}).map(
      ({ addressId, address }) => [addressId, address.postcode],
    );
  assert.deepEqual(homes(match('0', '1'), match('1', '2')), [['2', 'ZZ1 1AA']]);
  assert.deepEqual(homes(match('0', '1')), [['1', 'ZZ1 1AA']]);
  assert.deepEqual(homes(match('0', '1'), match('0', '2')), []);
});

test('a linked home is one home in every spelling, and the count of its report is no id', () => {
  const applicant = {
    addresslinks: {
      addresses: {
        address: [
          { '@current': '1', '@addressid': '1', '#text': '12 ORCHARD STREET, NETHER APPLEWICK, ZZ1 1AA' },
          { '@current': '0', '@addressid': '2', '#text': 'FLAT A, 7 MILL LANE, UPTON, TOWN, ZZ1 2AB' },
          { '@current': '0', '@addressid': '3', '#text': 'FLAT B, 7 MILL LANE, UPTON, TOWN, ZZ1 2AB' },
        ],
      },
    },
    addressconfs: { addressconf: [{ address: LINE, resident: [resident({ duration: 'P5M' })] }] },
  };
  assert.deepEqual(
    toResidencies({}, applicant).map(({ addressId, address, isCurrent, monthsAtAddress }) => [
      ...[addressId, address.subBuildingName, isCurrent, monthsAtAddress],
    ]),
    [
      [undefined, undefined, true, 5],
      [undefined, 'FLAT A', false, undefined],
      [undefined, 'FLAT B', false, undefined],
    ],
  );
});
