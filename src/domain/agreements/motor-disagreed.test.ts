// Motor agreements of which bureaus do not say the same: none is missing because one bureau's word is shown and another's is not, and
// a start on the other side of a border is there to the day. Over files, through merging, as a report is made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Changes, merge, pounds, without } from '../../../test/support/bureaus/merged-rows.ts';
import { documentOf } from '../../../test/support/merging/records.ts';
import { createChance } from '../../bureaus/simulation/population/chance.ts';
import {
  type AccountRecord,
  type AccountType,
  BUREAU_IDS,
  COMPANY_TYPES,
  type CompanyType,
} from '../reports/credit-report.ts';
import { motorAgreements } from './motor-agreements.ts';
import { SHIPPED_SCHEME, windowOf } from './motor-scheme.ts';

const BUREAUS = BUREAU_IDS.map((id) => ({ id, status: 'ok' as const }));
const read = (records: AccountRecord[]) =>
  motorAgreements(documentOf(records), { asOf: '2026-11-15', bureaus: BUREAUS, scheme: SHIPPED_SCHEME });

/** A lender that neither registry nor name tells, and too small an amount: only the kind of company says motor. */
const QUIET: Changes = { companyName: 'Brackenshaw Ltd', startBalance: pounds(4_000), balance: pounds(900) };
const OF_LOANS: readonly AccountType[] = ['hire-purchase', 'lease', 'unsecured-loan', 'other'];

test('3,000 agreements of which one bureau says motor finance and others something else: none is missing', () => {
  const chance = createChance('said');
  const others = COMPANY_TYPES.filter((type) => type !== 'debt-purchaser');
  let beside = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const telling = chance.pick(BUREAU_IDS);
    const [equifax, experian, transunion] = BUREAU_IDS.map((id): [Changes] => {
      const kind: CompanyType = id === telling ? 'motor-finance' : chance.pick(others);
      const companyType = id !== telling && chance.is(10) ? undefined : kind;
      const accountType = chance.pick(id === telling ? OF_LOANS : OF_LOANS.slice(0, 3));
      return [{ ...QUIET, companyType, accountType, lastUpdated: `2026-0${chance.int(1, 3)}-01` }];
    }) as [[Changes], [Changes], [Changes]];
    const records = merge({ equifax, experian, transunion });
    const own = records.filter(({ bureaus }) => bureaus.some(({ id }) => id === telling));
    const [agreement, ...more] = read(own).agreements;
    assert.equal(agreement?.certainty, 'stated', JSON.stringify([equifax, experian, transunion]));
    assert.deepEqual(more, []);
    if (own[0]?.companyType !== 'motor-finance') beside += 1;
  }
  assert.ok(beside > 1_000, `only ${beside} were to be read beside a reference`);
});

test('what an older record of the same bureau says of the kind of company counts too', () => {
  const records = merge({
    equifax: [
      { ...QUIET, companyType: 'bank' },
      { ...QUIET, companyType: 'motor-finance', lastUpdated: '2025-11-01' },
    ],
  });
  assert.deepEqual(
    records.map(({ companyType, bureaus: [ref] }) => [companyType, ref?.companyType]),
    [['bank', 'motor-finance']],
  );
  assert.equal(read(records).agreements.length, 1);
});

test('a purchase that one bureau files under a shop and another under a bank is judged by its amount, as one under a bank is', () => {
  const kinds = (one: CompanyType, other: CompanyType, amount: number) => {
    const sale = { companyName: 'Brackenshaw Ltd', startBalance: pounds(amount) };
    return read(
      merge({
        equifax: [{ ...sale, companyType: one, lastUpdated: '2026-03-02' }],
        experian: [{ ...sale, companyType: other }],
      }),
    );
  };
  for (const [one, other] of [
    ['bank', 'retailer'],
    ['retailer', 'bank'],
  ] as const) {
    assert.equal(kinds(one, other, 12_000).agreements.length, 1);
  }
  assert.equal(kinds('retailer', 'mail-order', 12_000).agreements.length, 0);
  assert.equal(kinds('retailer', 'debt-purchaser', 12_000).agreements.length, 0);
  assert.equal(kinds('retailer', 'other', 12_000).notCounted.length, 1);
});

test('an unsecured loan with a final payment is not counted and not hidden; another loan, or another with one, is neither', () => {
  const listed = (changes: Changes) => {
    const bank: Changes = {
      ...QUIET,
      accountType: 'unsecured-loan',
      companyType: 'bank',
      balloon: pounds(7_854),
    };
    const { agreements, notCounted } = read(merge({ equifax: [{ ...bank, ...changes }] }));
    return [agreements.length, notCounted.length];
  };
  assert.deepEqual(listed({}), [0, 1]);
  assert.deepEqual(listed({ balloon: undefined }), [0, 0]);
  assert.deepEqual(listed({ accountType: 'secured-loan' }), [0, 0]);
});

const BORDERS = [
  ...SHIPPED_SCHEME.windows.flatMap(({ from, to }) => [
    [dayFrom(from, -1), from],
    [to, dayFrom(to, 1)],
  ]),
  [
    dayFrom(SHIPPED_SCHEME.discretionaryCommissionBannedFrom, -1),
    SHIPPED_SCHEME.discretionaryCommissionBannedFrom,
  ],
] as [string, string][];

const KINDS: [what: string, changes: Changes][] = [
  ['hire purchase', {}],
  ['a lease', { accountType: 'lease' }],
  ['a loan of a motor-finance company', { accountType: 'unsecured-loan' }],
  ['a car loan', { accountType: 'unsecured-loan', companyType: 'bank', product: 'motor-loan' }],
  ['a PCP filed as a loan', { accountType: 'unsecured-loan', companyType: 'bank', product: 'pcp' }],
];

for (const [what, changes] of KINDS) {
  test(`${what}: a start on the other side of a border by one day is a disagreement and in the agreement`, () => {
    for (const [before, after] of BORDERS) {
      const [record, ...others] = merge({
        equifax: [{ ...changes, startDate: before }],
        experian: [{ ...changes, startDate: after }],
        transunion: [{ ...changes, startDate: after }],
      });
      assert.ok(record !== undefined && others.length === 0);
      assert.deepEqual(
        record.disagreements?.find(({ field }) => field === 'startDate')?.values.map(({ value }) => value),
        [before, after, after],
      );
      const [agreement] = read([record]).agreements;
      assert.deepEqual(
        agreement?.startDates.map(({ date, bureaus, window }) => [date, bureaus, window]),
        [
          [before, ['equifax'], windowOf(SHIPPED_SCHEME, before)],
          [after, ['experian', 'transunion'], windowOf(SHIPPED_SCHEME, after)],
        ],
      );
    }
  });
}

test('the start of a bureau counts though only another one says that it is motor finance', () => {
  const loan: Changes = { accountType: 'unsecured-loan', companyType: 'bank' };
  const [record] = merge({
    equifax: [{ ...loan, startDate: '2014-03-31' }],
    experian: [{ ...loan, startDate: '2014-04-01' }],
    transunion: [{ ...loan, ...without('startDate'), companyType: 'motor-finance' }],
  });
  assert.deepEqual(read(record === undefined ? [] : [record]).agreements[0]?.windows, [
    'conred-6',
    'conred-5',
  ]);
});

test('a day that carries no news elsewhere stands beside the reference, and only where it differs', () => {
  const card: Changes = { ...without('startBalance'), accountType: 'credit-card', companyType: 'bank' };
  const [record] = merge({
    equifax: [{ ...card, startDate: '2024-03-09' }],
    experian: [card],
    transunion: [card],
  });
  assert.equal(record?.disagreements, undefined);
  assert.deepEqual(
    record?.bureaus.map(({ id, startDate }) => [id, startDate]),
    [
      ['equifax', '2024-03-09'],
      ['experian', undefined],
      ['transunion', undefined],
    ],
  );
});

function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
