// Rows that look alike, several of one bureau and several of another: which are joined, and how many of them are offered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BARE_LOAN,
  type Changes,
  merge as mergeAs,
  pounds,
} from '../../../test/support/bureaus/merged-rows.ts';

const PHONE: Changes = { accountType: 'communications', companyName: 'Skerrow Mobile' };
const ONE: Changes = { ...PHONE, accountNumber: '4477112233' };
const TWO: Changes = { ...PHONE, accountNumber: '9630771854' };
const TERM: Changes = { numberOfPayments: 36 };

const merge = (equifax: Changes[], experian: Changes[], transunion: Changes[] = []) =>
  mergeAs({ equifax, experian, transunion }, BARE_LOAN);

const namesOf = (rows: ReturnType<typeof merge>): number[] =>
  rows.map(({ possiblySame = [] }) => possiblySame.length).sort((a, b) => a - b);

test('two phones of one day are paired off where there is one way only to give every one its partner', () => {
  const chain: [Changes[], Changes[], Changes[]] = [
    [ONE, TWO],
    [ONE, PHONE],
    [PHONE, TWO],
  ];
  for (const files of [chain, chain.map((file) => file.toReversed()) as typeof chain]) {
    const rows = merge(...files);
    assert.equal(rows.length, 2);
    assert.ok(rows.every(({ bureaus }) => bureaus.length === 3));
  }
  // A phone that a bureau lacks leaves one over: which, nothing says.
  assert.equal(merge([ONE, TWO], [PHONE]).length, 3);
});

test('a number of payments pairs off two phones of which one has a term', () => {
  const rows = merge([{ ...ONE, ...TERM }, TWO], [PHONE, { ...PHONE, ...TERM }]);
  assert.deepEqual(
    rows.map(({ bureaus, numberOfPayments }) => [bureaus.length, numberOfPayments]).sort(),
    [
      [2, 36],
      [2, undefined],
    ].sort(),
  );
  // Both have it, or one bureau's alone: nothing is told.
  assert.equal(
    merge(
      [
        { ...ONE, ...TERM },
        { ...TWO, ...TERM },
      ],
      [{ ...PHONE, ...TERM }, PHONE],
    ).length,
    4,
  );
  assert.equal(merge([ONE, TWO], [PHONE, { ...PHONE, ...TERM }]).length, 4);
});

test('of two and two that nothing tells apart each is offered one, and one of three is offered two', () => {
  const two = merge([ONE, TWO], [PHONE, { ...PHONE, payment: pounds(34) }]);
  assert.deepEqual(namesOf(two), [1, 1, 1, 1]);
  assert.deepEqual(namesOf(merge([ONE, TWO], [PHONE])), [1, 1, 2]);
});

test('a lone supply with another number is offered, one of two is not', () => {
  const other = { ...TWO, startDate: '2023-05-10' };
  assert.deepEqual(namesOf(merge([ONE], [TWO])), [1, 1]);
  assert.deepEqual(
    namesOf(merge([ONE, other], [{ ...PHONE, accountNumber: '1028456677' }, other])),
    [0, 0, 0],
  );
});

test('a loan of which start and end lie weeks behind those of another under one number is the next one', () => {
  const loan: Changes = {
    accountType: 'short-term-loan',
    accountNumber: '4477112233',
    accountStatus: 'settled',
  };
  const first = { ...loan, startDate: '2025-02-23', endDate: '2025-04-08' };
  const next = { ...loan, startDate: '2025-04-02', endDate: '2025-05-11', lastUpdated: '2026-03-30' };
  assert.equal(merge([first], [next]).length, 2);
  assert.equal(merge([first, { ...next, lastUpdated: '2025-05-24' }], []).length, 2);
  assert.equal(merge([first], [{ ...next, startDate: '2025-03-10', endDate: '2025-04-28' }]).length, 1);
});

test('a buyer and a seller with one telling sum are one, whenever they began', () => {
  const failed: Changes = { accountStatus: 'default', balance: pounds(306) };
  const buyer: Changes = {
    ...failed,
    companyName: 'Lindenhall Portfolio 3 Limited',
    companyType: 'debt-purchaser',
    accountType: 'communications',
    startDate: '2025-01-09',
  };
  const seller = { ...PHONE, ...failed };
  assert.equal(merge([seller], [buyer]).length, 1);
  // Defaulted on two days, or of another sum.
  const [one, other] = [{ defaultDate: '2024-02-03' }, { defaultDate: '2024-03-09' }];
  assert.deepEqual(namesOf(merge([{ ...seller, ...one }], [{ ...buyer, ...other }])), [0, 0]);
  const paid = { ...buyer, balance: pounds(212) };
  assert.deepEqual(namesOf(merge([seller], [paid])), [0, 0]);
});
