// The known hard cases of merging, one by one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL, CAR, idsOf, merge, pounds, without } from '../../../test/support/bureaus/merged-rows.ts';
import type { FileAccount } from '../reports/bureau-file.ts';
import { BUREAU_IDS } from '../reports/credit-report.ts';

const byAmount = (a?: { amount: number }, b?: { amount: number }) => (a?.amount ?? 0) - (b?.amount ?? 0);

test('one agreement that three bureaus describe alike is one row, without disagreements', () => {
  const [record, ...others] = merge({ equifax: [{}], experian: [{}], transunion: [{}] });
  assert.deepEqual(others, []);
  assert.deepEqual(record, {
    title: 'Ms',
    firstName: 'Ada',
    lastName: 'Sample',
    accountNumber: '****0031',
    accountType: 'hire-purchase',
    accountStatus: 'open',
    companyType: 'motor-finance',
    companyName: 'Brackenshaw Motor Finance Ltd',
    numberOfPayments: 48,
    repaymentPeriod: 48,
    payment: pounds(243),
    startBalance: pounds(9_800),
    balance: pounds(6_124),
    startDate: '2024-03-02',
    isJoint: false,
    lastUpdated: '2026-03-01',
    bureaus: BUREAU_IDS.map((id) => ({ id, ref: `${id}-0`, lastUpdated: '2026-03-01' })),
  });
});

test('decorated names, masked and suffixed numbers, shifted days, rounding and old balances are still one row', () => {
  const [record, ...others] = merge({
    equifax: [
      {
        companyName: 'BRACKENSHAW MOTOR FIN (C) (I)',
        accountNumber: '****0031',
        startDate: '2024-03-05',
        startBalance: pounds(0),
      },
    ],
    experian: [
      {
        ...without('startBalance'),
        accountNumber: '4471920031/01',
        payment: pounds(242),
        balance: pounds(6_367),
        lastUpdated: '2026-02-01',
      },
    ],
    transunion: [
      {
        ...without('accountNumber', 'numberOfPayments'),
        companyName: 'Brackenshaw Motor Fi',
        accountType: 'lease',
      },
    ],
  });
  assert.deepEqual(others, []);
  assert.equal(record?.accountNumber, '****0031');
  assert.equal(record?.accountType, 'hire-purchase');
  assert.equal(record?.startDate, '2024-03-02');
  assert.deepEqual(record?.startBalance, pounds(9_800));
  assert.deepEqual(record?.balance, pounds(6_124));
  assert.deepEqual(
    record?.disagreements?.map(({ field }) => field),
    // A balance of the month before is no news.
    ['accountType', 'startDate'],
  );
});

test('two agreements with one lender on one day are two rows', () => {
  const [van, car]: Partial<FileAccount>[] = [
    { accountNumber: '1111', payment: pounds(200) },
    { accountNumber: '2222' },
  ];
  assert.deepEqual(
    idsOf(merge({ equifax: [van!, car!], experian: [car!, van!], transunion: [van!, car!] })),
    [ALL, ALL],
  );
});

test('two cards with the same last four digits and different lenders stay two rows, and no debt disappears', () => {
  const card = (companyName: string, limit: number, balance: number): Partial<FileAccount> => ({
    ...without('startBalance', 'numberOfPayments', 'repaymentPeriod', 'payment'),
    accountType: 'credit-card',
    companyType: 'credit-card-issuer',
    accountNumber: '****4021',
    creditLimit: pounds(limit),
    companyName,
    balance: pounds(balance),
  });
  const records = merge({
    equifax: [card('Puffin Card Services', 3_000, 1_150)],
    experian: [card('Brackenshaw Bank', 4_500, 2_410)],
  });
  assert.deepEqual(idsOf(records).sort(), ['equifax', 'experian']);
  assert.deepEqual(records.map(({ balance }) => balance).sort(byAmount), [pounds(1_150), pounds(2_410)]);
});

test('without numbers, two agreements with one lender on one day are told apart by their amounts', () => {
  const numberless = without('accountNumber');
  const van = { ...numberless, payment: pounds(200), startBalance: pounds(8_000), balance: pounds(500) };
  const records = merge({
    equifax: [numberless, van],
    experian: [van, numberless],
    transunion: [numberless, van],
  });
  assert.deepEqual(idsOf(records), [ALL, ALL]);
  assert.deepEqual(records.map(({ payment }) => payment?.amount).sort(), [20_000, 24_300]);
});

test('two phones of one day that only one bureau can tell apart stay split', () => {
  const phone = {
    ...without('startBalance', 'balance'),
    accountType: 'communications' as const,
    payment: pounds(20),
  };
  const numberless = { ...phone, ...without('accountNumber') };
  const records = merge({
    equifax: [
      { ...phone, accountNumber: '1111' },
      { ...phone, accountNumber: '2222' },
    ],
    experian: [
      { ...numberless, lastUpdated: '2026-02-01' },
      { ...numberless, lastUpdated: '2026-02-02' },
    ],
  });
  assert.deepEqual(idsOf(records).sort(), ['equifax', 'equifax', 'experian', 'experian']);
});

test('a record that fits either of two stays split, and is merged once one of them is taken', () => {
  const phone = {
    ...without('startBalance', 'balance'),
    accountType: 'communications' as const,
    payment: pounds(20),
  };
  const [one, two] = [
    { ...phone, accountNumber: '1111' },
    { ...phone, accountNumber: '2222' },
  ];
  const numberless = { ...phone, ...without('accountNumber') };
  assert.equal(merge({ equifax: [one, two], experian: [numberless] }).length, 3);
  assert.equal(merge({ equifax: [one, two], experian: [one, numberless] }).length, 2);
});

test('a record that fits two accounts that rule each other out is merged with the better one, and names the other', () => {
  const round = { payment: pounds(200), balance: pounds(6_000), isJoint: undefined };
  const other = { ...round, payment: pounds(210), balance: pounds(5_000) };
  const given = {
    equifax: [{ ...round, accountNumber: '****1111' }],
    transunion: [{ ...other, ...without('startBalance'), accountNumber: '****2222' }],
  };
  const between = { ...round, ...without('accountNumber', 'payment') };
  const rows = merge({ ...given, experian: [between] });
  assert.deepEqual(idsOf(rows).toSorted(), ['equifax,experian', 'transunion']);
  assert.ok(rows.every(({ possiblySame }) => possiblySame?.length === 1));
});

test('other numbers are a book that moved where the lender, the day and sums that are not round agree, and two accounts otherwise', () => {
  const moved = { accountNumber: '90017755' };
  assert.equal(merge({ equifax: [{}], experian: [moved] }).length, 1);
  assert.equal(merge({ equifax: [{}], experian: [{ ...moved, startDate: '2024-05-20' }] }).length, 2);
  const others = { ...moved, payment: pounds(251), balance: pounds(5_900), startBalance: pounds(9_900) };
  assert.equal(merge({ equifax: [{}], experian: [others] }).length, 2);
  // The next number of a lender's book is another agreement of the day.
  assert.equal(merge({ equifax: [{}], experian: [{ accountNumber: '4471920032' }] }).length, 2);
});

test('a record without lender and number is merged with the one account that fits, and with none where two fit or the terms differ', () => {
  const silent = without('accountNumber', 'companyName', 'startBalance', 'balance');
  assert.deepEqual(idsOf(merge({ equifax: [silent], experian: [{ startDate: '2024-03-04' }] })), [
    'equifax,experian',
  ]);
  const [one, two] = [{ accountNumber: '1111' }, { accountNumber: '2222' }];
  assert.equal(merge({ equifax: [silent], experian: [one, two] }).length, 3);
  assert.equal(merge({ equifax: [silent], experian: [{ payment: pounds(180) }] }).length, 2);
  // Weeks apart it is the only account of its kind at both bureaus, or nobody knows which.
  const later = { startDate: '2024-03-20' };
  assert.equal(merge({ equifax: [silent], experian: [later] }).length, 1);
  const another = { startDate: '2024-04-15', accountNumber: '88112233' };
  assert.equal(merge({ equifax: [silent], experian: [later, another] }).length, 3);
});

test('an account that a bureau lists under two addresses is one row with one reference of that bureau', () => {
  const records = merge({ equifax: [{}, {}], experian: [{}] });
  assert.deepEqual(idsOf(records), ['equifax,experian']);
  assert.equal(merge({ equifax: [without('accountNumber'), without('accountNumber')] }).length, 1);
});

test('two records of one bureau that agree but give neither number nor amounts stay two rows', () => {
  const bare = without('accountNumber', 'startBalance', 'payment', 'balance');
  assert.equal(merge({ equifax: [bare, bare] }).length, 2);
  assert.deepEqual(idsOf(merge({ equifax: [bare, bare], experian: [bare, bare] })), [
    'equifax,experian',
    'equifax,experian',
  ]);
});

test('a sold debt is one row under its buyer, in default, with the buyer’s balance and both lenders in the disagreements', () => {
  const card: Partial<FileAccount> = {
    ...without('startBalance', 'numberOfPayments', 'repaymentPeriod', 'payment'),
    accountType: 'credit-card',
    creditLimit: pounds(3_000),
    defaultDate: '2025-01-10',
  };
  const first = {
    ...card,
    accountStatus: 'transferred' as const,
    balance: pounds(0),
    lastUpdated: '2026-03-20',
  };
  const bought = {
    ...card,
    accountStatus: 'default' as const,
    companyName: 'Gull Recoveries Ltd',
    companyType: 'debt-purchaser' as const,
    accountNumber: '900100200',
    balance: pounds(2_410),
  };
  const [record, ...others] = merge({ equifax: [first], experian: [bought], transunion: [first] });
  assert.deepEqual(others, []);
  assert.equal(record?.companyName, 'Gull Recoveries Ltd');
  assert.equal(record?.companyType, 'debt-purchaser');
  assert.equal(record?.accountStatus, 'default');
  assert.equal(record?.accountNumber, '****0200');
  assert.deepEqual(record?.balance, pounds(2_410));
  const names = record?.disagreements?.find(({ field }) => field === 'companyName')?.values;
  assert.deepEqual(
    names?.map(({ value }) => value),
    [CAR.companyName, 'Gull Recoveries Ltd', CAR.companyName],
  );
  // A buyer without a name leaves the best of the first lender's, in whatever order they come.
  const nameless = { ...bought, companyName: undefined, accountNumber: first.accountNumber };
  const shouted = { ...first, companyName: CAR.companyName?.toUpperCase() };
  const merged = merge({ equifax: [shouted], experian: [nameless as never], transunion: [first] });
  assert.deepEqual(
    merged.map(({ companyName }) => companyName),
    [CAR.companyName],
  );
});

test('a number that agrees up to a suffix identifies an account of the same lender, or with the day and an unround sum', () => {
  const joined = { accountNumber: `${CAR.accountNumber}07` };
  assert.equal(merge({ equifax: [{}], experian: [joined] }).length, 1);
  assert.equal(merge({ equifax: [{}], experian: [{ ...joined, companyName: 'Oxlip Cars' }] }).length, 1);
  const suffixed = { ...joined, ...without('payment', 'startBalance', 'balance') };
  assert.equal(merge({ equifax: [{}], experian: [suffixed] }).length, 1);
  assert.equal(merge({ equifax: [{}], experian: [{ ...suffixed, ...without('companyName') }] }).length, 2);
  assert.equal(merge({ equifax: [{}], experian: [{ ...suffixed, companyName: 'Oxlip Cars' }] }).length, 2);
});

test('another name is a brand that we do not know where the day and two sums that are not round agree, and another lender otherwise', () => {
  const other = { ...without('accountNumber'), companyName: 'Oxlip Car Finance' };
  assert.equal(merge({ equifax: [{}], experian: [other] }).length, 1);
  assert.equal(merge({ equifax: [{}], experian: [{ ...other, startDate: '2024-04-12' }] }).length, 2);
  const others = { ...other, payment: pounds(251), balance: pounds(5_900) };
  assert.equal(merge({ equifax: [{}], experian: [others] }).length, 2);
  const known = { companyName: 'Barclays Bank plc' };
  assert.equal(merge({ equifax: [known], experian: [{ ...other, companyName: 'HSBC Bank plc' }] }).length, 2);
});

test('the worst status wins: a default at any age, arrears while they may still be current', () => {
  const statusOf = (equifax: Partial<FileAccount>, experian: Partial<FileAccount>) =>
    merge({ equifax: [equifax], experian: [experian] }).map(({ accountStatus }) => accountStatus);
  const old = { lastUpdated: '2025-12-01' };
  const recent = { lastUpdated: '2026-01-15' };
  assert.deepEqual(statusOf({ ...old, accountStatus: 'default' }, {}), ['default']);
  assert.deepEqual(statusOf({ ...old, accountStatus: 'written-off' }, { accountStatus: 'settled' }), [
    'written-off',
  ]);
  assert.deepEqual(statusOf({ ...recent, accountStatus: 'delinquent' }, {}), ['delinquent']);
  assert.deepEqual(statusOf({ ...old, accountStatus: 'delinquent' }, {}), ['open']);
  assert.deepEqual(statusOf({ ...old }, { accountStatus: 'settled' }), ['settled']);
  assert.deepEqual(statusOf({ accountStatus: 'unknown' }, { ...old, accountStatus: 'open' }), ['open']);
});

test('arrears that are no longer shown are listed among the disagreements', () => {
  const [record] = merge({
    equifax: [{ lastUpdated: '2025-12-01', accountStatus: 'delinquent' }],
    experian: [{}],
  });
  assert.deepEqual(record?.disagreements, [
    {
      field: 'accountStatus',
      values: [
        { bureau: 'equifax', value: 'delinquent' },
        { bureau: 'experian', value: 'open' },
      ],
    },
  ]);
});

test('a balance that one bureau holds back is taken from another, and absent where none gives it', () => {
  const silent = without('balance');
  assert.deepEqual(merge({ equifax: [silent], experian: [{}] })[0]?.balance, pounds(6_124));
  assert.ok(!('balance' in (merge({ equifax: [silent], experian: [silent] })[0] ?? {})));
});

test('a record without lender and number that began two weeks apart is the account whose amounts agree, and stays split where few do', () => {
  const silent = { ...without('accountNumber', 'companyName'), startDate: '2024-03-16' };
  const rows = (more: Partial<FileAccount>) =>
    merge({ equifax: [{ ...silent, ...more }], experian: [{}] }).length;
  assert.equal(rows({}), 1);
  assert.equal(rows({ ...without('startBalance', 'payment'), balance: pounds(3_000) }), 2);
  // Beyond a month it takes two sums that are not round.
  assert.equal(rows({ startDate: '2024-05-30' }), 1);
  assert.equal(rows({ startDate: '2024-05-30', payment: pounds(250), balance: pounds(6_000) }), 2);
});

test('a start months off is a slip where lender, limit and a balance that is no round sum agree', () => {
  const card = {
    ...without('accountNumber', 'payment', 'startBalance', 'numberOfPayments'),
    accountType: 'credit-card' as const,
    creditLimit: pounds(1_100),
  };
  // Another card of the lender, so that neither is its only one.
  const other = {
    ...card,
    startDate: '2016-01-05',
    creditLimit: pounds(5_000),
    balance: pounds(3_210),
  };
  const rows = (balance: number, ...others: (typeof other)[]) =>
    merge({
      equifax: [{ ...card, startDate: '2021-05-20', balance: pounds(595) }, ...others],
      experian: [{ ...card, startDate: '2021-11-24', balance: pounds(balance) }],
    }).length;
  assert.equal(rows(594, other), 2);
  assert.equal(rows(640, other), 3);
  assert.equal(rows(640), 1, 'each has one card of the lender, and the limit is the same');
});

test('each bureau keeps its day and whether it holds the balance back, whatever the others say', () => {
  const [record] = merge({
    equifax: [{ ...without('balance'), isBalanceWithheld: true, lastUpdated: '2026-02-01' }],
    experian: [{}],
    transunion: [{ ...without('lastUpdated') }],
  });
  assert.deepEqual(
    record?.bureaus.map(({ lastUpdated, balanceWithheld }) => [lastUpdated, balanceWithheld]),
    [
      ['2026-02-01', true],
      ['2026-03-01', undefined],
      [undefined, undefined],
    ],
  );
  assert.deepEqual(record?.balance, pounds(6_124));
});
