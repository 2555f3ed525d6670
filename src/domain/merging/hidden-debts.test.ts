// What merging must never do, whatever the rules are: hide a debt or an adverse word, or invent a second debt out of one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merge as mergeAs, pounds } from '../../../test/support/bureaus/merged-rows.ts';
import type { FileAccount } from '../reports/bureau-file.ts';
import type { AccountRecord } from '../reports/credit-report.ts';

const CARD: Omit<FileAccount, 'ref'> = {
  firstName: 'Ada',
  lastName: 'Sample',
  accountNumber: '5412753312340987',
  accountType: 'credit-card',
  accountStatus: 'open',
  companyType: 'bank',
  companyName: 'Brackenshaw Bank plc',
  creditLimit: pounds(3_000),
  balance: pounds(1_250),
  startDate: '2019-06-04',
  lastUpdated: '2026-03-01',
};

const merge = (given: Parameters<typeof mergeAs>[0]): AccountRecord[] => mergeAs(given, CARD);
const all = (record: AccountRecord | undefined) => JSON.stringify(record);
const SATISFIED = {
  accountStatus: 'settled',
  balance: pounds(0),
  defaultDate: '2021-05-17',
  endDate: '2023-02-01',
} as const;

test('a satisfied default of one bureau is in the document', () => {
  const [record, ...others] = merge({ equifax: [SATISFIED] });
  assert.equal(others.length, 0);
  assert.match(all(record), /2021-05-17|default/);
});

test('what is still owed three weeks after another account ended is not hidden behind it', () => {
  const bare = { accountNumber: undefined, creditLimit: undefined };
  const ended = { ...bare, accountStatus: 'settled', balance: pounds(0), endDate: '2026-02-08' } as const;
  const owed = { ...bare, balance: pounds(4_176) };
  assert.equal(merge({ equifax: [ended], experian: [{ ...owed, lastUpdated: '2026-02-28' }] }).length, 1);
  assert.equal(merge({ equifax: [ended], experian: [{ ...owed, lastUpdated: '2026-03-01' }] }).length, 2);
  // Nothing is owed, or the number says that they are one.
  assert.equal(merge({ equifax: [ended], experian: [{ ...owed, balance: pounds(0) }] }).length, 1);
  const numbered = { accountNumber: '5412753312340987' };
  assert.equal(
    merge({ equifax: [{ ...ended, ...numbered }], experian: [{ ...owed, ...numbered }] }).length,
    1,
  );
});

test('a satisfied default that one bureau dates and another does not is in the document', () => {
  const [record, ...others] = merge({
    equifax: [SATISFIED],
    experian: [{ ...SATISFIED, defaultDate: undefined }],
  });
  assert.equal(others.length, 0);
  assert.match(all(record), /2021-05-17|default/);
});

test('an open account that defaulted and was brought up to date shows that it did', () => {
  const [record] = merge({ equifax: [{ defaultDate: '2021-05-17' }], experian: [{}] });
  assert.match(all(record), /2021-05-17|default/);
});

test('a satisfied default keeps what was owed on its day, and nothing is owed now', () => {
  const [record] = merge({ experian: [{ ...SATISFIED, defaultBalance: pounds(812) }], equifax: [SATISFIED] });
  assert.deepEqual([record?.defaultBalance, record?.balance], [pounds(812), pounds(0)]);
});

test('an arrangement is dated by the day that it began, where the bureau gives it', () => {
  const said = { accountStatus: 'arrangement', arrangementDate: '2025-01-09' } as const;
  const [record] = merge({ experian: [said], equifax: [{ accountStatus: 'arrangement' }] });
  assert.deepEqual(record?.adverse, [
    { bureau: 'equifax', status: 'arrangement', date: '2026-03-01' },
    { bureau: 'experian', status: 'arrangement', date: '2025-01-09' },
  ]);
});

test('the day of an arrangement that is over is no adverse word of what came after it', () => {
  const [record] = merge({ equifax: [{ accountStatus: 'delinquent', arrangementDate: '2025-01-09' }] });
  assert.deepEqual(record?.adverse, [{ bureau: 'equifax', status: 'delinquent', date: '2026-03-01' }]);
});

test('a bureau whose record has another birthday is named on the row, and only that one', () => {
  const [record] = merge({ equifax: [{}], experian: [{ birthdayDiffers: true }] });
  assert.deepEqual(
    record?.bureaus.map(({ id, birthdayDiffers }) => [id, birthdayDiffers]),
    [
      ['equifax', undefined],
      ['experian', true],
    ],
  );
});

test('two records of one bureau without a number that differ only in product, final payment or birthday stay two', () => {
  const bare = { accountNumber: undefined };
  for (const other of [
    { product: 'pcp' },
    { balloon: pounds(900) },
    { defaultBalance: pounds(900) },
    { typeCode: 'CP' },
    { birthdayDiffers: true },
    { arrangementDate: '2025-01-09' },
  ] as const)
    assert.equal(merge({ equifax: [bare, { ...bare, ...other }] }).length, 2, JSON.stringify(other));
});

for (const word of ['default', 'written-off', 'arrangement', 'delinquent'] as const) {
  test(`an older copy of the same bureau that says ${word} leaves a trace when a newer one says settled`, () => {
    const old = { accountStatus: word, lastUpdated: '2023-01-01' };
    const now = { accountStatus: 'settled', lastUpdated: '2026-03-01' } as const;
    const rows = merge({ equifax: [now, old] });
    assert.equal(rows.length, 1, 'the same number, lender, kind, start and amounts: one account');
    assert.ok(all(rows[0]).includes(word), all(rows[0]));
  });

  test(`an older copy of the same bureau that says ${word} leaves a trace when another bureau joins`, () => {
    const old = { accountStatus: word, lastUpdated: '2023-01-01' };
    const rows = merge({ equifax: [{}, old], experian: [{}] });
    assert.equal(rows.length, 1);
    assert.ok(all(rows[0]).includes(word), all(rows[0]));
  });
}

test('an older state of one account at the same bureau, with the balance of its day, is not a second debt', () => {
  const rows = merge({
    equifax: [{}, { balance: pounds(2_400), lastUpdated: '2024-11-01' }],
    experian: [{}],
  });
  assert.equal(rows.length, 1);
});

const MORTGAGE = {
  accountType: 'mortgage',
  companyName: 'Harcastle Building Society',
  creditLimit: undefined,
  startBalance: pounds(120_000),
  balance: pounds(98_000),
} as const;
for (const [first, second] of [
  ['70412233-01', '70412233-02'],
  ['70412233/01', '70412233/02'],
  ['70412233 001', '70412233 002'],
  ['7041223301', '7041223302'],
] as const) {
  test(`two agreements of one lender are two rows: ${first} and ${second}, at one bureau each`, () => {
    const rows = merge({
      equifax: [{ ...MORTGAGE, accountNumber: first }],
      experian: [{ ...MORTGAGE, accountNumber: second }],
    });
    assert.equal(rows.length, 2);
  });

  test(`two agreements of one lender are two rows: ${first} and ${second}, both at both bureaus`, () => {
    const both = [first, second].map((accountNumber) => ({ ...MORTGAGE, accountNumber }));
    const rows = merge({ equifax: both, experian: both });
    assert.deepEqual(
      rows.map(({ bureaus }) => bureaus.map(({ id }) => id).join()),
      ['equifax,experian', 'equifax,experian'],
    );
  });

  test(`two agreements of one bureau are two rows: ${first} and ${second}`, () => {
    const rows = merge({ equifax: [first, second].map((accountNumber) => ({ ...MORTGAGE, accountNumber })) });
    assert.equal(rows.length, 2);
  });
}

for (const [whole, mask] of [
  ['70412233-01', '****3301'],
  ['70412233-01', '****2233'],
  ['70412233/001', 'XXXXXXX3001'],
  ['5412753312340987', '************0987'],
  ['70412233-01', '70412233'],
  ['70412233-01', '****3-01'],
] as const) {
  test(`a number is not different from its own mask: ${whole} and ${mask}`, () => {
    const rows = merge({ equifax: [{ accountNumber: whole }], experian: [{ accountNumber: mask }] });
    assert.equal(rows.length, 1, 'one debt is shown twice');
  });
}

const LOAN = {
  accountType: 'unsecured-loan',
  creditLimit: undefined,
  startBalance: undefined,
  payment: undefined,
  companyType: undefined,
} as const;
for (const [one, other] of [
  ['Brackenshaw Bank plc', 'Brackenshaw Partner Finance'],
  ['Brackenshaw Partner Finance', 'Brackenshaw Retail Cards Limited'],
  ['Brackenshaw', 'Brackenshaw Wren Motor Finance'],
] as const) {
  test(`two companies of one group with the same last four digits are two debts: ${one} and ${other}`, () => {
    const rows = merge({
      equifax: [{ ...LOAN, companyName: one, accountNumber: '****0987', balance: pounds(1_250) }],
      experian: [
        {
          ...LOAN,
          companyName: other,
          accountNumber: '****0987',
          balance: pounds(7_900),
          startDate: '2019-06-25',
        },
      ],
    });
    assert.equal(rows.length, 2, 'a debt has disappeared');
  });
}

test('a loan falls by its payments: a stale record that owes more than those explain is another loan', () => {
  const bare = { ...LOAN, accountNumber: undefined, startDate: '2025-07-13' };
  const newest = {
    ...bare,
    startBalance: pounds(13_833),
    balance: pounds(12_501),
    lastUpdated: '2026-02-03',
  };
  const stale = { ...bare, payment: pounds(825), lastUpdated: '2025-09-14' };
  const rowsAt = (owed: number) => merge({ equifax: [newest, { ...stale, balance: pounds(owed) }] }).length;
  // Five months, and one payment more.
  assert.deepEqual([rowsAt(12_501 + 6 * 825), rowsAt(12_501 + 6 * 825 + 1), rowsAt(26_475)], [1, 2, 2]);
  const paidOff = { ...newest, balance: pounds(0), accountStatus: 'settled' } as const;
  assert.equal(merge({ equifax: [paidOff, { ...stale, balance: pounds(26_475) }] }).length, 1);
});

test('two parts of a mortgage under one number are two, though one was not updated for months', () => {
  const part = { ...MORTGAGE, startBalance: undefined, accountNumber: '70412233', payment: undefined };
  const newest = { ...part, balance: pounds(172_725) };
  const stale = { ...part, payment: pounds(1_604), balance: pounds(259_280), lastUpdated: '2025-11-20' };
  assert.equal(merge({ equifax: [newest, stale] }).length, 2, 'a debt has disappeared');
});

test('two parts of a mortgage that a mask shows as one number are two where payments do not explain the balances', () => {
  const part = { ...MORTGAGE, startBalance: undefined, accountNumber: '****0322', payment: undefined };
  const newest = { ...part, payment: pounds(781), balance: pounds(129_878), lastUpdated: '2026-03-25' };
  const rowsAt = (owed: number, lastUpdated = '2025-12-25') =>
    merge({ equifax: [newest, { ...part, balance: pounds(owed), lastUpdated }] }).length;
  assert.deepEqual([rowsAt(107_202), rowsAt(131_440), rowsAt(152_999)], [2, 1, 2], 'a debt has disappeared');
  // Halves owe the same, and a bureau hears of one a month before the other.
  assert.equal(rowsAt(130_659, '2026-02-23'), 2);
});

test('two cards of one lender begun days apart are two where one owes thrice what the other does and nothing else agrees', () => {
  const bare = { ...CARD, accountNumber: undefined, creditLimit: undefined };
  const rowsFor = (startDate: string, owed: number) =>
    merge({ equifax: [bare], transunion: [{ ...bare, startDate, balance: pounds(owed) }] });
  assert.equal(rowsFor('2019-06-08', 3_750).length, 1);
  const apart = rowsFor('2019-06-08', 3_751);
  assert.equal(apart.length, 2, 'a debt has disappeared');
  assert.ok(
    apart.every(({ possiblySame }) => possiblySame !== undefined),
    'and the doubt is shown',
  );
  assert.equal(rowsFor('2019-06-07', 3_751).length, 1, 'within three days the lender is enough');
});

test('a card that was not updated for months is no older state of another that owes a third of it', () => {
  const stale = { ...CARD, accountNumber: undefined, lastUpdated: '2025-05-01' };
  const newest = { ...CARD, creditLimit: undefined };
  const rowsFor = (owed: number) => merge({ equifax: [newest, { ...stale, balance: pounds(owed) }] }).length;
  assert.deepEqual([rowsFor(3_750), rowsFor(3_751)], [1, 2], 'a debt has disappeared');
});

test('a card that owes more than thrice the limit of another is not that one', () => {
  const bare = { ...CARD, accountNumber: undefined, creditLimit: undefined };
  const rowsFor = (owed: number) =>
    merge({
      equifax: [{ ...bare, creditLimit: pounds(200), balance: pounds(83) }],
      transunion: [{ ...bare, balance: pounds(owed) }],
    });
  assert.equal(rowsFor(600).length, 1, 'a limit was raised');
  assert.equal(rowsFor(601).length, 2, 'a debt has disappeared');
});

test('beside another account of its lender, a number without its part needs something else that agrees', () => {
  const bare = { ...LOAN, balance: undefined };
  const first = { ...bare, accountNumber: '604322331681', payment: pounds(139) };
  const second = { ...bare, accountNumber: '604322331681/02', balance: pounds(16_078) };
  const sibling = { ...bare, accountNumber: undefined, payment: pounds(382) };
  const apart = merge({ equifax: [first], experian: [second, sibling] });
  assert.equal(apart.filter(({ bureaus }) => bureaus.length > 1).length, 0);
  assert.ok(
    apart.some(({ possiblySame }) => possiblySame !== undefined),
    'and the doubt is shown',
  );
  assert.equal(merge({ equifax: [first], experian: [second] }).length, 1, 'alone, the number is enough');
  const paid = merge({ equifax: [first], experian: [{ ...second, payment: pounds(139) }, sibling] });
  assert.equal(paid.length, 2, 'and so is a payment');
});

test('of two accounts in doubt at one bureau, another number of payments tells that they are not one twice', () => {
  const bare = { ...LOAN, balance: undefined };
  const rows = merge({
    equifax: [
      { ...bare, accountNumber: '69382398', numberOfPayments: 24, payment: pounds(413) },
      { ...bare, accountNumber: '69382398 01', numberOfPayments: 60, balance: pounds(1_184) },
    ],
    experian: [{ ...bare, accountNumber: undefined, payment: pounds(413), balance: pounds(1_125) }],
  });
  assert.equal(rows.length, 3);
});

test('a part of a mortgage that owes more than was lent on another is not joined by three digits', () => {
  const part = { accountType: 'mortgage', startDate: '2024-02-04', creditLimit: undefined } as const;
  const known = { ...part, startBalance: pounds(162_500) };
  const rowsFor = (owed: number) =>
    merge({
      equifax: [{ ...known, accountNumber: '****584', balance: undefined }],
      transunion: [{ ...known, accountNumber: undefined, payment: pounds(1_152), balance: pounds(150_650) }],
      experian: [{ ...part, accountNumber: '719517584-02', payment: pounds(2_810), balance: pounds(owed) }],
    });
  const owed = (rows: AccountRecord[]) => rows.map(({ balance }) => (balance?.amount ?? 0) / 100).sort();
  assert.deepEqual(owed(rowsFor(257_580)), [150_650, 257_580]);
  const [one, other] = rowsFor(257_580);
  assert.ok(one?.possiblySame && other?.possiblySame, 'they are offered');
  // A quarter more than was lent: arrears and fees.
  assert.equal(rowsFor(203_120).length, 1);
  assert.equal(rowsFor(203_130).length, 2);
});

test('an open loan without a start does not join the settled one before it under a number of the customer', () => {
  const loan = { accountType: 'short-term-loan', accountNumber: '****8988', creditLimit: undefined } as const;
  const rowsFor = (settled: { payment?: { amount: number; currency: string } }) =>
    merge({
      experian: [
        { ...loan, startDate: undefined, payment: pounds(67), balance: pounds(201) },
        {
          ...{
            ...loan,
            ...settled,
            accountStatus: 'settled',
            startDate: '2022-12-05',
            endDate: '2023-06-08',
          },
          ...{ balance: pounds(0), lastUpdated: '2023-06-26' },
        },
      ],
    });
  assert.deepEqual(
    rowsFor({})
      .map(({ balance }) => (balance?.amount ?? 0) / 100)
      .sort(),
    [0, 201],
  );
  // The same payment: the lender opened it again, or never gave the day.
  assert.equal(rowsFor({ payment: pounds(67) }).length, 1);
});
