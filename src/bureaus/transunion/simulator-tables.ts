// The code tables that the TransUnion simulator serves. The codes are invented: the bureau's own are known to its members only,
// and the adapter must read whatever the look-up operation returns.
import type { AccountStatus, AccountType, CompanyType } from '../../domain/credit-report.ts';
import type { MonthMark, SimulatedSearch } from '../simulation/population/simulated-file.ts';

type Rows<Meaning extends string> = Record<Meaning, readonly [code: string, description: string]>;

export const TABLES_VERSION = 'simulated-1';

export const ACCOUNT_TYPES: Rows<AccountType> = {
  'hire-purchase': ['QH', 'Hire purchase / Conditional sale'],
  'credit-card': ['QC', 'Credit Card'],
  'store-card': ['QS', 'Store Card'],
  'charge-card': ['QG', 'Charge Card'],
  'unsecured-loan': ['QL', 'Unsecured Loan'],
  'secured-loan': ['QK', 'Second Mortgage (secured loan)'],
  mortgage: ['QM', 'Mortgage (unspecified type)'],
  'current-account': ['QA', 'Current Account'],
  'mail-order': ['QO', 'Mail Order'],
  'home-credit': ['QD', 'Home Credit'],
  'short-term-loan': ['QP', 'Short Term Loan'],
  'student-loan': ['QU', 'Student Loan'],
  lease: ['QE', 'Finance Lease'],
  communications: ['QT', 'Telecommunications Supplier'],
  utility: ['QY', 'Utility'],
  insurance: ['QI', 'Insurance'],
  rental: ['QR', 'Property Rental'],
  'budget-account': ['QB', 'Budget Account'],
  other: ['QX', 'Miscellaneous'],
};

/** Deliberately unlike other bureaus: D is dormant and S is delinquent. */
export const ACCOUNT_STATUSES: Rows<AccountStatus> = {
  open: ['N', 'Normal, up to date'],
  settled: ['T', 'Settled'],
  closed: ['C', 'Closed'],
  default: ['F', 'Default'],
  delinquent: ['S', 'Delinquent'],
  arrangement: ['P', 'Arrangement to pay'],
  dormant: ['D', 'Dormant'],
  query: ['Q', 'Query'],
  'written-off': ['W', 'Written-off'],
  transferred: ['A', 'Assigned to another company'],
  unknown: ['U', 'Unclassified'],
};

/** A month's payment; the months in arrears are digits. G is an arrangement here and somebody who has gone away elsewhere. */
export const PAYMENTS: Rows<Exclude<MonthMark, number>> = {
  default: ['D', 'Default'],
  settled: ['S', 'Settled'],
  dormant: ['?', 'Inactive'],
  arrangement: ['G', 'Arrangement to pay'],
  query: ['Q', 'In query'],
  transferred: ['A', 'Assigned to another company'],
  unclassified: ['U', 'Unclassified'],
};
const ARREARS = ['1', '2', '3', '4', '5'].map((count) => [count, `${count} payments in arrears`] as const);

export const COMPANY_TYPES: Rows<CompanyType> = {
  bank: ['01', 'Bank'],
  'building-society': ['02', 'Building Society'],
  'finance-house': ['03', 'Finance House'],
  'motor-finance': ['04', 'Motor Finance'],
  'credit-card-issuer': ['05', 'Credit Card Issuer'],
  'mortgage-lender': ['06', 'Mortgage Lender'],
  retailer: ['07', 'Retailer'],
  'mail-order': ['08', 'Mail Order'],
  communications: ['09', 'Telecommunications'],
  utility: ['10', 'Utility'],
  insurer: ['11', 'Insurer'],
  'debt-purchaser': ['12', 'Debt Purchaser'],
  'credit-union': ['13', 'Credit Union'],
  leasing: ['14', 'Leasing Company'],
  'home-credit': ['15', 'Home Credit'],
  'public-body': ['16', 'Public Body'],
  other: ['99', 'Other'],
};

export const PURPOSES: Rows<SimulatedSearch['purpose']> = {
  'credit-application': ['ZA', 'Application for credit'],
  quotation: ['ZQ', 'Quotation'],
  identity: ['ZI', 'Identity check'],
  'consumer-enquiry': ['ZC', 'Consumer enquiry'],
  'debt-recovery': ['ZD', 'Debt recovery'],
};

/** The purposes that other lenders do not see, by code. The simulator rejects all others. */
export const SOFT_PURPOSES = ['ZQ', 'ZC'];

export const MONTHLY = 'M1';

export function toWireTables(): object[] {
  return [
    table('accounttype', 'Account types', Object.values(ACCOUNT_TYPES)),
    table('accountstatus', 'Account statuses', Object.values(ACCOUNT_STATUSES)),
    table('payment', 'Payments', [
      ['0', 'Up to date'],
      ...ARREARS,
      ['6', '6 or more payments in arrears'],
      ...Object.values(PAYMENTS),
    ]),
    table('suppliertype', 'Supplier types', Object.values(COMPANY_TYPES)),
    table('companytype', 'Company types', Object.values(COMPANY_TYPES)),
    table('searchpurpose', 'Search purposes', Object.values(PURPOSES)),
    table('paymentfrequency', 'Payment frequencies', [
      [MONTHLY, 'Monthly'],
      ['W1', 'Weekly'],
    ]),
    table('currency', 'Currencies', [['001', 'GBP']]),
    table('reporttype', 'Report types', [
      ['1', 'Not matched'],
      ['3', 'Individual report'],
    ]),
  ];
}

function table(id: string, desc: string, rows: readonly (readonly [string, string])[]): object {
  return {
    '@id': id,
    '@desc': desc,
    row: rows.map(([value, description]) => ({ '@value': value, '@desc': description })),
  };
}
