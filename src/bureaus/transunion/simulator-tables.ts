// The codes that the TransUnion simulator writes, and the tables that its look-up serves: the lists of built-in-codes.ts. What has no
// code on this wire is written as the nearest that has.
import type { AccountType, CompanyType } from '../../domain/reports/credit-report.ts';
import type {
  MonthMark,
  SimulatedAccount,
  SimulatedSearch,
} from '../simulation/population/simulated-file.ts';
import {
  ACCOUNT_STATUS_ROWS,
  ACCOUNT_TYPE_ROWS,
  COMPANY_TYPE_ROWS,
  FREQUENCY_ROWS,
  MONTH_STATUS_ROWS,
  PAYMENT_ROWS,
  PURPOSE_ROWS,
} from './built-in-codes.ts';
import { PUBLIC_TABLES } from './public-codes.ts';

export const TABLES_VERSION = 'simulated-3';

export function typeCodeOf({ type, product, lenderType }: SimulatedAccount): string {
  const row =
    ACCOUNT_TYPE_ROWS.find(({ meaning }) => meaning.type === type && meaning.product === product) ??
    ACCOUNT_TYPE_ROWS.find(
      ({ meaning }) => isSale(type, lenderType, meaning) && meaning.product === product,
    ) ??
    ACCOUNT_TYPE_ROWS.find(({ meaning }) => meaning.type === type);
  return row?.code ?? '';
}

/** A credit sale is hire purchase by a motor financier and an unsecured loan by anybody else. */
function isSale(
  type: AccountType,
  lenderType: CompanyType,
  meaning: { type: string; product?: string },
): boolean {
  const kind = lenderType === 'motor-finance' ? 'hire-purchase' : 'unsecured-loan';
  return meaning.type === 'sale' && meaning.product !== undefined && type === kind;
}

/** The groups 1 and 3 hold several kinds. */
const GROUPS: Partial<Record<AccountType, number>> = {
  mortgage: 2,
  'credit-card': 3,
  'store-card': 3,
  'charge-card': 3,
  'budget-account': 3,
  communications: 4,
  utility: 5,
  'mail-order': 6,
  'current-account': 7,
  other: 8,
  insurance: 9,
  'home-credit': 10,
};

export function groupOf(type: AccountType): number {
  return GROUPS[type] ?? 1;
}

const COMPANY_CODES = new Map([...COMPANY_TYPE_ROWS].reverse().map(({ code, meaning }) => [meaning, code]));

export function companyCodeOf(type: CompanyType): string {
  return COMPANY_CODES.get(type) ?? 'XX';
}

/** Arrears, arrangements and dormant accounts are normal ones: the rest of the record tells. */
export function statusCodeOf({ status, defaultDate }: SimulatedAccount): string {
  if (status === 'default' || status === 'written-off') return 'D';
  if (status === 'transferred') return defaultDate === undefined ? 'S' : 'D';
  if (status === 'settled' || status === 'closed') return 'S';
  return status === 'query' ? 'Q' : 'N';
}

const MONTHS: Record<Exclude<MonthMark, number>, readonly [acc: string, pay: string]> = {
  default: ['DF', 'D'],
  settled: ['ST', 'U'],
  dormant: ['DT', 'U'],
  query: ['QY', 'U'],
  arrangement: ['UC', 'U'],
  transferred: ['UC', 'U'],
  unclassified: ['UC', 'U'],
};

export function monthCodesOf(mark: MonthMark): readonly [acc: string, pay: string] {
  if (typeof mark !== 'number') return MONTHS[mark];
  const behind = Math.min(mark, 6);
  return [behind === 0 ? 'OK' : behind < 3 ? 'AA' : 'BB', String(behind)];
}

export const PURPOSES: Record<SimulatedSearch['purpose'], string> = {
  'credit-application': 'CA',
  quotation: 'QS',
  identity: 'AI',
  'consumer-enquiry': 'ZC',
  'debt-recovery': 'ZD',
};
/** Two purposes that no public list has: these codes are ours. */
const OWN_PURPOSES = [
  { code: 'ZC', description: 'Consumer Enquiry' },
  { code: 'ZD', description: 'Debt Recovery' },
];

/** The purposes that other lenders do not see, by code. The simulator rejects all others. */
export const SOFT_PURPOSES = ['QS'];

export function toWireTables(): object[] {
  return [
    table('accounttype', ACCOUNT_TYPE_ROWS),
    table('accountstatus', ACCOUNT_STATUS_ROWS),
    table('accountstatuscode', MONTH_STATUS_ROWS),
    table('accountholderstatus', [{ code: 'N', description: 'Normal' }]),
    table('payment', PAYMENT_ROWS),
    table('paymentfrequency', FREQUENCY_ROWS),
    table('currency', [{ code: 'GBP', description: 'Pounds Sterling' }]),
    table('suppliertype', COMPANY_TYPE_ROWS),
    table('companytype', COMPANY_TYPE_ROWS),
    table('searchpurpose', [...PURPOSE_ROWS, ...OWN_PURPOSES]),
    ...Object.entries(PUBLIC_TABLES).map(([id, rows]) => table(id, rows)),
    table('reporttype', [
      { code: '1', description: 'Not matched' },
      { code: '3', description: 'Individual report' },
    ]),
    table('linkreporttype', [
      { code: '0', description: 'Non link report' },
      { code: '1', description: 'Address link report' },
      { code: '2', description: 'Associate link report' },
    ]),
  ];
}

function table(id: string, rows: readonly { code: string; description: string }[]): object {
  return {
    '@id': id,
    '@desc': id,
    row: rows.map(({ code, description }) => ({ '@value': code, '@desc': description })),
  };
}
