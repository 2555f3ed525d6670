// Account records and documents for tests of what is worked out from them: a test names only what it is about.
import type {
  AccountRecord,
  BureauId,
  CreditReport,
  Money,
} from '../../../src/domain/reports/credit-report.ts';

export const pounds = (amount: number): Money => ({ amount: amount * 100, currency: 'GBP' });

/** A car on hire purchase, at one bureau. */
export function carRecord(overrides: Partial<AccountRecord> = {}): AccountRecord {
  return {
    accountNumber: '****4821',
    accountType: 'hire-purchase',
    accountStatus: 'open',
    companyType: 'motor-finance',
    companyName: 'Larkfield Motor Finance',
    numberOfPayments: 48,
    repaymentPeriod: 48,
    payment: pounds(243),
    startBalance: pounds(10_000),
    balance: pounds(6_000),
    startDate: '2019-03-02',
    bureaus: [{ id: 'equifax', ref: 'EFX1' }],
    ...overrides,
  };
}

/** At two bureaus, which give these values of a field; the first is the one shown. */
export function differing(
  field: NonNullable<AccountRecord['disagreements']>[number]['field'],
  shown: string | number | Money,
  other: string | number | Money,
  overrides: Partial<AccountRecord> = {},
): AccountRecord {
  const ids: BureauId[] = ['equifax', 'experian'];
  return carRecord({
    ...overrides,
    [field]: shown,
    bureaus: ids.map((id) => ({ id, ref: `${id} 1` })),
    disagreements: [
      {
        field,
        values: [
          { bureau: 'equifax', value: shown },
          { bureau: 'experian', value: other },
        ],
      },
      ...(overrides.disagreements ?? []),
    ],
  });
}

export function documentOf(
  records: AccountRecord[],
  more: { searches?: string[]; dateOfBirth?: string } = {},
): CreditReport {
  const { searches = [], dateOfBirth = '1985-04-12' } = more;
  return {
    person: { firstName: 'Ada', lastName: 'Sample', dateOfBirth },
    residencies: [],
    consumerData: { records },
    previousSearches: {
      providers: searches.map((date) => ({ companyName: 'Larkfield Motor Finance', records: [{ date }] })),
    },
  };
}
