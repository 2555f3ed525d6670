// Motor agreements: both sides of every border, what counts as motor and why, and files as an unlucky world makes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord, differing, documentOf, pounds } from '../../../test/support/merging/records.ts';
import { type AccountRecord, BUREAU_IDS } from '../reports/credit-report.ts';
import { type MotorAgreement, motorAgreements } from './motor-agreements.ts';
import { SHIPPED_SCHEME } from './motor-scheme.ts';

const BUREAUS = BUREAU_IDS.map((id) => ({ id, status: 'ok' as const }));
const read = (...records: AccountRecord[]) =>
  motorAgreements(documentOf(records), { asOf: '2026-11-15', bureaus: BUREAUS, scheme: SHIPPED_SCHEME });
const one = (record: AccountRecord): MotorAgreement =>
  read(record).agreements[0] ?? assert.fail('not listed');

const BORDERS: [start: string, window: string, discretionaryPossible: boolean][] = [
  ['2007-04-05', 'before', true],
  ['2007-04-06', 'conred-6', true],
  ['2012-02-29', 'conred-6', true],
  ['2014-03-31', 'conred-6', true],
  ['2014-04-01', 'conred-5', true],
  ['2021-01-27', 'conred-5', true],
  ['2021-01-28', 'conred-5', false],
  ['2024-02-29', 'conred-5', false],
  ['2024-11-01', 'conred-5', false],
  ['2024-11-02', 'after', false],
];

for (const [startDate, window, discretionaryPossible] of BORDERS) {
  test(`an agreement of ${startDate} is ${window}, discretionary commission ${discretionaryPossible ? 'possible' : 'banned'}`, () => {
    const agreement = one(carRecord({ startDate }));
    assert.deepEqual(agreement.windows, [window]);
    assert.equal(agreement.discretionaryPossible, discretionaryPossible);
  });
}

test('where bureaus put the start on both sides of a border both periods are given, with who says which', () => {
  const pairs = BORDERS.flatMap(([day, window], at) => {
    const next = BORDERS[at + 1];
    return next === undefined || next[1] === window ? [] : [[day, next[0], window, next[1]] as const];
  });
  assert.equal(pairs.length, 3);
  for (const [early, late, before, after] of pairs) {
    const agreement = one(differing('startDate', late, early));
    assert.deepEqual(agreement.windows, [before, after]);
    assert.deepEqual(
      agreement.startDates.map(({ date, bureaus }) => [date, bureaus]),
      [
        [early, ['experian']],
        [late, ['equifax']],
      ],
    );
  }
  const banned = one(differing('startDate', '2021-01-27', '2021-01-28'));
  assert.deepEqual([banned.windows, banned.discretionaryPossible], [['conred-5'], null]);
  assert.deepEqual(
    banned.startDates.map(({ discretionaryPossible }) => discretionaryPossible),
    [true, false],
  );
});

test('a start date that only one of two bureaus gives is used, without saying which of them gave it', () => {
  const bureaus: AccountRecord['bureaus'] = [
    { id: 'equifax', ref: 'a' },
    { id: 'transunion', ref: 'b' },
  ];
  const agreement = one(carRecord({ bureaus }));
  assert.deepEqual(agreement.startDates, [
    { date: '2019-03-02', window: 'conred-5', discretionaryPossible: true },
  ]);
});

test('without a start date, or with one that does not exist, the period is unknown and the date is named as unknown', () => {
  const { startDate: _none, ...undated } = carRecord();
  for (const record of [undated, carRecord({ startDate: '2019-02-29' })]) {
    const agreement = one(record);
    assert.deepEqual(agreement.windows, ['unknown-date']);
    assert.equal(agreement.discretionaryPossible, null);
    assert.ok(agreement.unknown.includes('startDate'));
  }
});

test('what no credit file says is named on every agreement, and what this one lacks', () => {
  assert.deepEqual(one(carRecord()).unknown, ['commission', 'apr', 'dealer', 'vehicle']);
  const bare = one({
    accountType: 'hire-purchase',
    accountStatus: 'settled',
    companyType: 'motor-finance',
    bureaus: [{ id: 'experian', ref: 'x' }],
  });
  for (const name of ['lender', 'startDate', 'endDate', 'startBalance', 'payment', 'term', 'accountNumber'])
    assert.ok(bare.unknown.includes(name), name);
  assert.ok(!('last4' in bare) && !('startBalance' in bare) && !('term' in bare));
});

const MOTOR: [what: string, record: Partial<AccountRecord>, certainty: string][] = [
  ['hire purchase of a motor-finance company', {}, 'stated'],
  [
    'of a company with a motor name',
    { companyType: 'finance-house', companyName: 'OXLIP CAR FIN' },
    'stated',
  ],
  ['of a lender known for it', { companyType: 'bank', companyName: 'BLACK HORSE LTD (I)' }, 'stated'],
  ['of a finance house, £5,000', smallHouse(5_000), 'likely'],
  [
    'of an unnamed company, by its payments',
    unnamed({ payment: pounds(100), numberOfPayments: 60 }),
    'likely',
  ],
  ['a lease of a motor-finance company', { accountType: 'lease' }, 'stated'],
  [
    'a lease of a leasing company',
    { ...unnamed({}), accountType: 'lease', companyType: 'leasing' },
    'likely',
  ],
  ['a loan of a motor-finance company', { accountType: 'unsecured-loan' }, 'stated'],
  [
    'a debt that was bought',
    { companyType: 'debt-purchaser', companyName: 'Cormorant Recoveries' },
    'likely',
  ],
];
for (const [what, overrides, certainty] of MOTOR) {
  test(`listed as motor: ${what}`, () => {
    const agreement = one(carRecord(overrides));
    assert.equal(agreement.certainty, certainty);
    assert.ok(agreement.why.length >= 1);
  });
}

const DOUBTFUL: [what: string, record: Partial<AccountRecord>][] = [
  ['hire purchase of a retailer', { companyType: 'retailer', companyName: 'Haberdash & Daughters' }],
  ['a furniture shop, however much', { companyType: 'finance-house', companyName: 'Sofa & Bed Finance' }],
  ['of a finance house, £4,999', smallHouse(4_999)],
  ['of a bank, with no amount', unnamed({ companyType: 'bank' })],
  [
    'a loan of a lender whose name speaks of motor finance',
    { accountType: 'unsecured-loan', companyType: 'finance-house' },
  ],
  ['a phone on lease', { accountType: 'lease', companyType: 'communications', companyName: 'Beaconet' }],
];
for (const [what, overrides] of DOUBTFUL) {
  test(`not counted, and told why: ${what}`, () => {
    const { agreements, notCounted } = read(carRecord(overrides));
    assert.equal(agreements.length, 0);
    assert.equal(notCounted[0]?.record, 0);
    assert.ok((notCounted[0]?.why.length ?? 0) > 0);
  });
}

function smallHouse(amount: number): Partial<AccountRecord> {
  const none = { payment: pounds(0), balance: pounds(0) };
  return {
    companyType: 'finance-house',
    companyName: 'Tallowgate Finance',
    startBalance: pounds(amount),
    ...none,
  };
}

function unnamed(more: Partial<AccountRecord>): Partial<AccountRecord> {
  const nothing = { startBalance: pounds(0), balance: pounds(0), payment: pounds(0) };
  return { companyType: 'other', companyName: 'Quill & Co', ...nothing, ...more };
}

test('cards, mortgages and a finance house’s loans are neither listed nor in doubt', () => {
  const { agreements, notCounted } = read(
    carRecord({ accountType: 'credit-card' }),
    carRecord({ accountType: 'mortgage', companyType: 'mortgage-lender' }),
    carRecord({ accountType: 'unsecured-loan', companyType: 'finance-house', companyName: 'Tallowgate' }),
  );
  assert.deepEqual([agreements, notCounted], [[], []]);
});

test('what one bureau calls a loan and another hire purchase is listed, and both are told', () => {
  const agreement = one(
    differing('accountType', 'unsecured-loan', 'hire-purchase', { companyType: 'finance-house' }),
  );
  assert.equal(agreement.product, 'hire-purchase');
  assert.ok(
    agreement.why.some((line) => line.includes('Equifax: unsecured-loan; Experian: hire-purchase')),
    agreement.why.join(' '),
  );
});

test('twins of one day are both listed and point at each other; so do an agreement and the one that followed it', () => {
  const { agreements } = read(
    carRecord(),
    carRecord({ accountNumber: '****1111', companyName: 'LARKFIELD MOTOR FINANCE LTD' }),
    carRecord({ startDate: '2022-05-01', endDate: '2024-05-10', accountStatus: 'settled' }),
    carRecord({ startDate: '2024-05-12' }),
    carRecord({ startDate: '2019-03-02', companyName: 'Oxlip Car Finance' }),
  );
  assert.deepEqual(
    agreements.map(({ related }) => related),
    [
      [{ record: 1, relation: 'same-day' }],
      [{ record: 0, relation: 'same-day' }],
      [{ record: 3, relation: 'began-as-it-ended' }],
      [{ record: 2, relation: 'ended-as-it-began' }],
      undefined,
    ],
  );
});

test('of a sold debt both are kept: who lent and who bought; where only the purchaser is on file the lender is unknown', () => {
  const sold = one(
    differing('companyName', 'Cormorant Recoveries Ltd', 'Larkfield Motor Finance', {
      companyType: 'debt-purchaser',
      accountStatus: 'default',
      disagreements: [
        {
          field: 'companyType',
          values: [
            { bureau: 'equifax', value: 'debt-purchaser' },
            { bureau: 'experian', value: 'motor-finance' },
          ],
        },
      ],
    }),
  );
  assert.equal(sold.lender.name, 'Larkfield Motor Finance');
  assert.deepEqual(sold.purchaser, { name: 'Cormorant Recoveries Ltd' });
  assert.deepEqual(
    sold.lender.names?.map(({ name, bureaus }) => [name, bureaus]),
    [
      ['Cormorant Recoveries Ltd', ['equifax']],
      ['Larkfield Motor Finance', ['experian']],
    ],
  );
  const bought = one(carRecord({ companyType: 'debt-purchaser', companyName: 'Cormorant Recoveries Ltd' }));
  assert.deepEqual([bought.lender, bought.purchaser], [{}, { name: 'Cormorant Recoveries Ltd' }]);
  assert.ok(bought.unknown.includes('lender'));
});

test('a lender that was renamed shows under every name on file, and a joint agreement says so', () => {
  const renamed = one(
    differing('companyName', 'Oxlip Car Finance', 'Cowslip Motor Loans', { isJoint: true }),
  );
  assert.deepEqual(
    renamed.lender.names?.map(({ name }) => name),
    ['Oxlip Car Finance', 'Cowslip Motor Loans'],
  );
  assert.equal(renamed.lender.name, 'Oxlip Car Finance');
  assert.equal(renamed.isJoint, true);
});

test('an empty list says that this is no proof, and names bureaus that did not answer or were not asked', () => {
  const { notes } = motorAgreements(documentOf([]), {
    asOf: '2024-02-29',
    bureaus: [
      { id: 'equifax', status: 'ok' },
      { id: 'experian', status: 'timeout' },
    ],
    scheme: SHIPPED_SCHEME,
  });
  assert.match(notes[0] ?? '', /before 2018-02-28 .* does not mean that there was no agreement/);
  assert.ok(notes.includes('Experian did not answer: what only it holds is missing.'));
  assert.ok(notes.includes('TransUnion was not asked: what only it holds is missing.'));
});
