// Files of three bureaus for the rules of merging: their values come from small pools, so that records collide in every way.
import fc from 'fast-check';
import type { BureauFile, FileAccount } from '../../../src/domain/reports/bureau-file.ts';
import { ACCOUNT_PRODUCTS, ACCOUNT_STATUSES, BUREAU_IDS } from '../../../src/domain/reports/credit-report.ts';

const someMoney = fc
  .constantFrom(0, 100, 5_000, 5_100, 120_000, 950_000)
  .map((amount) => ({ amount, currency: 'GBP' }));
const someDay = fc.constantFrom('2019-05-04', '2024-01-31', '2024-02-01', '2024-02-03', '2024-03-20');
const someNumber = fc.constantFrom(
  '12345678',
  '12345678/01',
  '****5678',
  'XX678',
  '99995678',
  '87654321',
  '1234-****',
  '',
);

const someAccount: fc.Arbitrary<Omit<FileAccount, 'ref'>> = fc.record(
  {
    accountType: fc.constantFrom(
      'hire-purchase',
      'unsecured-loan',
      'credit-card',
      'store-card',
      'mortgage',
      'other',
    ),
    accountStatus: fc.constantFrom(...ACCOUNT_STATUSES),
    title: fc.constantFrom('Ms', 'Mrs'),
    firstName: fc.constantFrom('Ada', 'A', 'Zoë'),
    lastName: fc.constantFrom('Sample', "O'Sample"),
    accountNumber: someNumber,
    companyType: fc.constantFrom('bank', 'finance-house', 'debt-purchaser'),
    companyName: fc.constantFrom(
      'Marlowick Bank plc',
      'MARLOWICK BANK (I)',
      'Marlowick Loans',
      'MARLOWICK GROUP (I)',
      'Corncrake Cards',
      'Gull Recoveries',
      'Bank',
    ),
    numberOfPayments: fc.constantFrom(24, 48),
    repaymentPeriod: fc.constantFrom(24, 48),
    payment: someMoney,
    startBalance: someMoney,
    balance: someMoney,
    creditLimit: someMoney,
    product: fc.constantFrom(...ACCOUNT_PRODUCTS),
    balloon: someMoney,
    defaultBalance: someMoney,
    startDate: someDay,
    endDate: someDay,
    defaultDate: someDay,
    lastUpdated: someDay,
    isJoint: fc.boolean(),
    birthdayDiffers: fc.constant(true as const),
  },
  { requiredKeys: ['accountType', 'accountStatus'], noNullPrototype: true },
);

const someSearch = fc.record(
  {
    companyName: fc.constantFrom('Marlowick Bank plc', 'MARLOWICK BANK (I)', 'Corncrake Cards', 'Bank'),
    date: fc.constantFrom('2025-06-01T23:30:00.000Z', '2025-06-02T00:00:00.000Z', '2025-06-02T10:15:00.000Z'),
    isDateOnly: fc.boolean(),
    purpose: fc.constantFrom('quotation' as const, 'identity' as const),
    kind: fc.constantFrom('A', 'B'),
  },
  { requiredKeys: ['companyName', 'date', 'isDateOnly'], noNullPrototype: true },
);

const someResidency = fc.record(
  {
    address: fc.record(
      {
        subBuildingName: fc.constantFrom('Flat 2', '2'),
        buildingNumber: fc.constantFrom('12', '00012', '7'),
        thoroughfare: fc.constantFrom('High Street', 'HIGH STREET'),
        townOrCity: fc.constantFrom('Larchminster', 'LARCHMINSTER'),
        postcode: fc.constantFrom('ZA1 1AA', 'za11aa', 'ZA1 2AA'),
      },
      { requiredKeys: ['townOrCity', 'postcode'], noNullPrototype: true },
    ),
    isCurrent: fc.boolean(),
    monthsAtAddress: fc.nat(300),
  },
  { requiredKeys: ['address', 'isCurrent'], noNullPrototype: true },
);

const whole = fc.record(
  {
    accountType: fc.constantFrom('hire-purchase' as const, 'credit-card' as const),
    accountStatus: fc.constantFrom(...ACCOUNT_STATUSES),
    firstName: fc.constant('Ada'),
    accountNumber: fc.constantFrom('12345678', '22225678', '87654321'),
    companyName: fc.constantFrom('Marlowick Bank plc', 'Corncrake Cards'),
    payment: someMoney,
    startBalance: someMoney,
    startDate: someDay,
  },
  { noNullPrototype: true },
);
const losable = ['accountNumber', 'companyName', 'payment', 'startBalance', 'startDate'] as const;
const someNews = fc.record(
  { accountStatus: fc.constantFrom(...ACCOUNT_STATUSES), balance: someMoney },
  { requiredKeys: [], noNullPrototype: true },
);

/** A few agreements, each given by each bureau any number of times: parts are left out, some are newer, some are of another record. */
const someAccounts = fc.array(whole, { minLength: 1, maxLength: 3 }).chain((agreements) =>
  fc.array(
    fc
      .record({
        agreement: fc.constantFrom(...agreements),
        lost: fc.subarray([...losable], { maxLength: 2 }),
        odd: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: someAccount }),
        told: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: someNews }),
        lastUpdated: fc.constantFrom('2026-01-31', '2026-03-02'),
        decoration: fc.constantFrom('', '', ' LOANS'),
      })
      .map(({ agreement, lost, told, odd, lastUpdated, decoration }): Omit<FileAccount, 'ref'> => {
        const companyName = `${agreement.companyName}${decoration}`;
        const kept = Object.entries({ ...agreement, companyName, lastUpdated }).filter(
          ([field]) => !lost.includes(field as (typeof losable)[number]),
        );
        return { ...(Object.fromEntries(kept) as typeof agreement), ...told, ...odd };
      }),
    { minLength: 3, maxLength: 15 },
  ),
);

export const someFiles: fc.Arbitrary<BureauFile[]> = fc
  .record({
    accounts: someAccounts,
    searches: fc.array(fc.array(someSearch, { maxLength: 5 }), { minLength: 3, maxLength: 3 }),
    residencies: fc.array(fc.array(someResidency, { maxLength: 4 }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ accounts, searches, residencies }) =>
    BUREAU_IDS.map((bureau, at) => ({
      bureau,
      accounts: accounts
        .filter((_, index) => index % 3 === at)
        .map((account, index) => ({ ref: `${bureau}-${index}`, ...account })),
      searches: (searches[at] ?? []).map((search, index) => ({ ref: `${bureau}-s${index}`, ...search })),
      residencies: residencies[at] ?? [],
    })),
  );
