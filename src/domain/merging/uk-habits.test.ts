// The habits of UK files, one by one: what joins records that look different, and what keeps apart those that look alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL,
  type Changes,
  idsOf,
  merge,
  pounds,
  without,
} from '../../../test/support/bureaus/merged-rows.ts';
import type { FileAccount } from '../reports/bureau-file.ts';
import { scoreTerms, tellingSums } from './account-sums.ts';
import type { Comparable } from './comparable-account.ts';

test('another number is another account; without one, so is another holder, another kind or a start months away', () => {
  assert.equal(merge({ equifax: [{}], experian: [{ accountNumber: '4471920032' }] }).length, 2);
  const others: Partial<FileAccount>[] = [
    { firstName: 'Bram' },
    { accountType: 'credit-card', startDate: '2024-03-20' },
    { startDate: '2024-06-02', startBalance: pounds(9_500) },
  ];
  for (const other of others) {
    const records = merge({ equifax: [{}], experian: [{ ...other, ...without('accountNumber') }] });
    assert.equal(records.length, 2, JSON.stringify(other));
  }
});

test('six equal digits, or four and the lender, are not outvoted by another name, kind, holder or start', () => {
  const slips: Partial<FileAccount>[] = [
    { companyName: 'Pennywhistle' },
    { companyName: 'Pennywhistle', startDate: '2024-03-20' },
    { accountType: 'credit-card' },
    { accountNumber: '****0031', accountType: 'credit-card' },
    { firstName: 'Bram' },
    { startDate: '2025-02-01' },
    { accountNumber: '****0031', startDate: '2025-02-01' },
  ];
  for (const slip of slips) {
    assert.equal(merge({ equifax: [{}], experian: [slip] }).length, 1, JSON.stringify(slip));
  }
});

test('a record whose start is a slip joins the others by its number, though it agrees with one of them only', () => {
  const slip = { startDate: '2024-09-30' };
  assert.deepEqual(
    idsOf(merge({ equifax: [slip], experian: [{}], transunion: [without('accountNumber')] })),
    [ALL],
  );
});

test('numbers that differ in the suffix only are two agreements, at every bureau', () => {
  const parts = (...numbers: string[]) =>
    numbers.map((accountNumber) => ({ accountNumber, ...without('startBalance') }));
  assert.deepEqual(
    idsOf(
      merge({
        equifax: parts('4471920031-01', '4471920031-02'),
        experian: parts('4471920031/02', '4471920031/01'),
        transunion: parts('****3101', '****0031-02'),
      }),
    ),
    [ALL, ALL],
  );
});

test('first names in another form are one holder: a second one, a pet name, a slip, both holders', () => {
  for (const [one, other] of [
    ['Mary Ann', 'Mary'],
    ['Elizabeth', 'Beth'],
    ['Robert', 'Bob'],
    ['Samantha', 'Smantha'],
    ['Ada & Rohan', 'Ada'],
    ['Jean-Luc', 'JEAN LUC'],
  ] as const) {
    const records = merge({
      equifax: [{ firstName: one }],
      experian: [{ firstName: other, ...without('accountNumber') }],
    });
    assert.equal(records.length, 1, `${one} | ${other}`);
  }
});

test('an older state that a bureau keeps beside the newest is one row, with the newest balance and every adverse word', () => {
  const [record, ...others] = merge({
    equifax: [
      {},
      { lastUpdated: '2025-06-01', balance: pounds(8_000), accountStatus: 'delinquent' },
      { lastUpdated: '2025-02-01', balance: pounds(8_500), accountStatus: 'arrangement' },
    ],
    experian: [{}],
  });
  assert.deepEqual(others, []);
  assert.deepEqual(record?.balance, pounds(6_124));
  assert.equal(record?.accountStatus, 'open');
  assert.deepEqual(record?.adverse, [
    { bureau: 'equifax', status: 'arrangement', date: '2025-02-01' },
    { bureau: 'equifax', status: 'delinquent', date: '2025-06-01' },
  ]);
});

test('two accounts with one number that a bureau reports on one day are two rows', () => {
  assert.equal(merge({ equifax: [{}, { balance: pounds(500), startBalance: pounds(900) }] }).length, 2);
});

test('a default that was satisfied stays readable after the account is settled', () => {
  const settled: Partial<FileAccount> = {
    accountStatus: 'settled',
    balance: pounds(0),
    endDate: '2025-05-01',
  };
  const [record] = merge({ equifax: [{ ...settled, defaultDate: '2024-11-02' }], experian: [settled] });
  assert.equal(record?.accountStatus, 'settled');
  assert.deepEqual(record?.adverse, [{ bureau: 'equifax', status: 'default', date: '2024-11-02' }]);
});

test('a debt that the seller has settled joins the buyer by the day of the default', () => {
  const seller: Partial<FileAccount> = {
    accountStatus: 'settled',
    balance: pounds(0),
    defaultDate: '2025-01-10',
    endDate: '2025-04-02',
  };
  const buyer: Partial<FileAccount> = {
    accountStatus: 'default',
    accountType: 'other',
    companyType: 'debt-purchaser',
    companyName: 'Gull Recoveries Ltd',
    accountNumber: '990017',
    startDate: '2025-04-05',
    startBalance: pounds(900),
    balance: pounds(6_124),
    defaultDate: '2025-01-10',
    ...without('payment', 'numberOfPayments', 'repaymentPeriod'),
  };
  const [record, ...others] = merge({ equifax: [seller], experian: [buyer] });
  assert.deepEqual(others, []);
  assert.equal(record?.companyName, 'Gull Recoveries Ltd');
  assert.equal(record?.accountStatus, 'default');
  assert.deepEqual(record?.balance, pounds(6_124));
  // Where every file has both sides, they are two rows.
  assert.deepEqual(
    idsOf(merge({ equifax: [seller, buyer], experian: [buyer, seller], transunion: [seller, buyer] })),
    [ALL, ALL],
  );
});

test('what may be one agreement and stays split names the other row, on both', () => {
  const [one, other] = merge({
    equifax: [{}],
    experian: [{ companyName: 'Pennywhistle', startDate: '2024-04-25', ...without('accountNumber') }],
  });
  assert.deepEqual(
    [one?.possiblySame, other?.possiblySame].sort((a, b) =>
      (a?.[0]?.id ?? '').localeCompare(b?.[0]?.id ?? ''),
    ),
    [[{ id: 'equifax', ref: 'equifax-0' }], [{ id: 'experian', ref: 'experian-0' }]],
  );
  assert.ok(!merge({ equifax: [{}], experian: [{}] }).some((record) => 'possiblySame' in record));
});

const BARE = {
  accountNumber: undefined,
  startBalance: undefined,
  payment: undefined,
  numberOfPayments: undefined,
};

test("an open account that lies 90 days behind is what is left of the lender's account of that day, not a second one", () => {
  const rows = (older: Changes, newer: Changes = {}) =>
    merge({
      equifax: [
        { ...BARE, ...newer },
        { ...BARE, lastUpdated: '2025-12-01', balance: pounds(7_000), ...older },
      ],
    }).length;
  assert.equal(rows({}), 1);
  // 89 days; settled; a debt that grew; another sum; a part of a mortgage.
  assert.equal(rows({ lastUpdated: '2025-12-02' }), 2);
  assert.equal(rows({ accountStatus: 'settled' }), 2);
  assert.equal(rows({ balance: pounds(5_000) }), 2);
  assert.equal(rows({ creditLimit: pounds(900) }, { creditLimit: pounds(400) }), 2);
  assert.equal(rows({ accountType: 'mortgage' }, { accountType: 'mortgage' }), 2);
});

test('an account in the same words twice is one where two others know one, or one does and nothing is owed', () => {
  const twin = { ...BARE, balance: pounds(0) };
  const owing = { ...BARE, balance: pounds(40) };
  const twins = (one: Changes) => [
    { ...one, ref: 'a' },
    { ...one, ref: 'b' },
  ];
  assert.equal(merge({ equifax: twins(twin), experian: [twin] }).length, 1);
  assert.equal(merge({ equifax: twins(owing), experian: [owing] }).length, 2);
  assert.equal(merge({ equifax: twins(owing), experian: [owing], transunion: [owing] }).length, 1);
  // Nobody else knows it; another bureau has it twice as well; or another of the lender a month later.
  assert.equal(merge({ equifax: twins(twin) }).length, 2);
  assert.equal(merge({ equifax: twins(twin), experian: twins(twin), transunion: [twin] }).length, 2);
  const later = { ...twin, startDate: '2024-04-10' };
  assert.equal(merge({ equifax: twins(twin), experian: [twin, later] }).length, 3);
});

test('what differs in its terms from each of two that are one is another account', () => {
  const [one, two] = [{ payment: pounds(866) }, { payment: pounds(2_467), numberOfPayments: 36 }].map(
    (terms) => ({ ...BARE, balance: undefined, ...terms }),
  );
  const rows = merge({
    equifax: [{ ...one, startBalance: pounds(239_906), numberOfPayments: 48, payment: undefined }],
    experian: [{ ...two }],
    transunion: [{ ...one, startBalance: pounds(239_906) }],
  });
  assert.deepEqual(idsOf(rows).sort(), ['equifax,transunion', 'experian']);
});

test('another name on the same day is a brand where neither bureau has another account of the kind near it', () => {
  const [card, other] = ['Halcyon', 'Brackenshaw Motor Finance Ltd'].map((companyName) => ({
    ...BARE,
    companyName,
    balance: undefined,
  }));
  const count = (more: Changes[]) =>
    merge({ equifax: [card as object, ...more], experian: [other as object] }).length;
  assert.equal(count([]), 1);
  assert.equal(count([{ ...BARE, companyName: 'Pennywhistle', startDate: '2024-03-20' }]), 3);
});

test('a zero that means "not known" is not shown as a start balance', () => {
  assert.ok(!('startBalance' in (merge({ equifax: [{ startBalance: pounds(0) }] })[0] ?? {})));
});

test('disagreements begin with the weightiest, and the kind of company or a start some days off is none', () => {
  const card: Partial<FileAccount> = { accountType: 'credit-card', ...without('startBalance') };
  const [record] = merge({
    equifax: [{ ...card, startDate: '2024-03-09', companyType: 'bank', payment: pounds(90) }],
    experian: [{ ...card, accountStatus: 'arrangement', balance: pounds(0) }],
  });
  assert.deepEqual(
    record?.disagreements?.map(({ field }) => field),
    ['accountStatus', 'balance', 'payment'],
  );
});

test('a bureau that lists an account twice may mask one number, or shift one start, where two sums are equal', () => {
  for (const copy of [{ accountNumber: '....0031' }, { startDate: '2024-03-20' }] as Changes[]) {
    assert.equal(merge({ equifax: [{}, copy] }).length, 1, JSON.stringify(copy));
    const other = { ...copy, payment: pounds(777) };
    assert.equal(merge({ equifax: [{}, other] }).length, 2, JSON.stringify(other));
  }
});

test('with the whole number and a sum that is not round, another name is a brand that we do not know', () => {
  const moved = {
    startDate: '2025-02-01',
    companyName: 'Pennywhistle',
    ...without('startBalance', 'payment'),
  };
  const rowsOf = (balance: number) =>
    merge({ equifax: [{ balance: pounds(balance) }], experian: [{ ...moved, balance: pounds(balance) }] });
  assert.deepEqual([rowsOf(5_913).length, rowsOf(5_900).length], [1, 2]);
});

test('two numbers of one account are explained by a third record that agrees in a sum that is not round', () => {
  const bare = without('startBalance', 'payment');
  const rows = merge({
    equifax: [{ ...bare, accountNumber: '829554173', balance: pounds(25_678) }],
    experian: [{ ...bare, accountNumber: '580427314274', balance: pounds(26_019), payment: pounds(604) }],
    transunion: [
      { ...without('startBalance', 'accountNumber'), balance: pounds(25_678), payment: pounds(604) },
    ],
  });
  assert.deepEqual(idsOf(rows), [ALL]);
});

const loanOf = (changes: object) =>
  ({
    family: 'loan',
    account: {},
    payment: 24_300,
    balance: 612_400,
    startBalance: null,
    limit: null,
    updatedDay: 100,
    ...changes,
  }) as Comparable;

test('a payment by the week is the same as one by the month', () => {
  const score = (week: number) => scoreTerms(loanOf({ payment: 11_000 }), loanOf({ payment: week }), false);
  assert.deepEqual([score(2_500), score(2_800)], [0, -3]);
});

test('a balance one to three payments lower is as good as an equal one, unless it is a multiple of the payment', () => {
  const sums = (earlier: number, later = 612_400, payment: number | null = null) =>
    tellingSums(loanOf({ balance: earlier, updatedDay: 60 }), loanOf({ balance: later, payment }));
  assert.deepEqual([sums(636_700), sums(685_300), sums(709_600), sums(588_100)], [1, 1, 0, 0]);
  // A multiple of the payment says something of a record that does not give it.
  assert.equal(sums(24_300 * 26, 24_300 * 25), 1);
  // Beside the payment itself, which is equal and not round.
  assert.equal(sums(24_300 * 26, 24_300 * 25, 24_300), 1);
});

test('one bureau lists a rental as a lease, and one a loan as a fixed-term agreement of no kind', () => {
  const rows = (one: Changes, other: Changes) =>
    merge({
      equifax: [{ ...without('accountNumber', 'startBalance', 'payment', 'numberOfPayments'), ...one }],
      experian: [{ ...without('accountNumber', 'startBalance', 'payment', 'numberOfPayments'), ...other }],
    }).length;
  const lease: Changes = { accountType: 'lease', balance: pounds(477) };
  assert.equal(rows(lease, { ...lease, accountType: 'rental' }), 1);
  assert.equal(
    rows(lease, { ...lease, accountType: 'rental', balance: pounds(300), startDate: '2024-05-20' }),
    2,
  );
  const term: Changes = { accountType: 'other', balance: pounds(3_984), payment: pounds(100) };
  const loan: Changes = { ...term, accountType: 'unsecured-loan', companyName: undefined };
  assert.equal(rows(term, loan), 1);
  assert.equal(rows(term, { ...loan, balance: pounds(4_984) }), 2);
});
