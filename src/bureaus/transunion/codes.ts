// TransUnion's codes, mapped to ours. Its tables are not public, but its look-up operation serves them with a description of each
// code, and the description is what is matched here. A code without a known description is `other` or `unknown`. The tables are
// this bureau's own: the same letter means something else elsewhere.
import type { SearchPurpose } from '../../domain/bureau-file.ts';
import type { AccountStatus, AccountType, CompanyType } from '../../domain/credit-report.ts';
import { UNKNOWN_MONTH } from '../reading/payment-months.ts';

/** Descriptions by table id and code. */
export type CodeTables = { version: string; tables: ReadonlyMap<string, ReadonlyMap<string, string>> };

/** In arrears, without a number of months. */
const LATE = 'l';

type Words<T> = readonly (readonly [pattern: RegExp, meaning: T])[];

// Order matters: the first match wins, so "unsecured" comes before "secured loan".
const ACCOUNT_TYPE_WORDS: Words<AccountType> = [
  [/hire purchase|conditional sale|personal contract/, 'hire-purchase'],
  [/store card/, 'store-card'],
  [/charge card/, 'charge-card'],
  [/credit card/, 'credit-card'],
  [/home credit|home collected/, 'home-credit'],
  [/short term|pay ?day/, 'short-term-loan'],
  [/student/, 'student-loan'],
  [/unsecured|personal loan/, 'unsecured-loan'],
  [/second mortgage|second charge|secured loan/, 'secured-loan'],
  [/mortgage/, 'mortgage'],
  [/current account|bank account|overdraft/, 'current-account'],
  [/mail order|home shopping|catalogue/, 'mail-order'],
  [/lease|contract hire/, 'lease'],
  [/telecom|communication|mobile|broadband/, 'communications'],
  [/utility|utilities|water|electric|\bgas\b|energy/, 'utility'],
  [/insurance/, 'insurance'],
  [/rent/, 'rental'],
  [/budget|revolving/, 'budget-account'],
];

const ACCOUNT_STATUS_WORDS: Words<AccountStatus> = [
  [/up to date|no arrears/, 'open'],
  [/default/, 'default'],
  [/written off|write off|bad debt/, 'written-off'],
  [/transfer|debt sold|assigned/, 'transferred'],
  [/arrangement|debt management/, 'arrangement'],
  [/delinquen|arrears|late/, 'delinquent'],
  [/settled|satisfied|paid in full/, 'settled'],
  [/closed/, 'closed'],
  [/dormant|inactive/, 'dormant'],
  [/query|dispute/, 'query'],
  [/\b(open|active|live|normal)\b/, 'open'],
];

// One month's payment, in our alphabet.
const PAYMENT_WORDS: Words<string> = [
  [/up to date|no arrears/, '0'],
  [/default|repossess/, 'd'],
  [/written off|write off|bad debt/, 'w'],
  [/transfer|debt sold|assigned/, 't'],
  [/arrangement|debt management/, 'a'],
  [/settled|satisfied|paid in full/, 's'],
  [/dormant|inactive/, 'o'],
  [/query|dispute/, 'q'],
  [/arrears|late|delinquen|missed|gone away/, LATE],
];

const COMPANY_TYPE_WORDS: Words<CompanyType> = [
  [/building society/, 'building-society'],
  [/motor|vehicle|car finance/, 'motor-finance'],
  [/credit card|card issuer/, 'credit-card-issuer'],
  [/mortgage/, 'mortgage-lender'],
  [/credit union/, 'credit-union'],
  [/home credit|home collected/, 'home-credit'],
  [/mail order|home shopping|catalogue/, 'mail-order'],
  [/debt|collection/, 'debt-purchaser'],
  [/leas/, 'leasing'],
  [/telecom|communication|mobile|broadband/, 'communications'],
  [/utility|utilities|water|electric|\bgas\b|energy/, 'utility'],
  [/insur/, 'insurer'],
  [/council|government|public|authority/, 'public-body'],
  [/retail|store/, 'retailer'],
  [/finance house|finance company|loan/, 'finance-house'],
  [/bank/, 'bank'],
];

const PURPOSE_WORDS: Words<SearchPurpose> = [
  [/quotation/, 'quotation'],
  [/identity|money laundering|verification/, 'identity'],
  [/consumer enquiry|subject access|own (file|report)/, 'consumer-enquiry'],
  [/debt|collection|recovery|tracing/, 'debt-recovery'],
  [/application/, 'credit-application'],
];

export function describe(
  tables: CodeTables | null,
  table: string,
  code: string | undefined,
): string | undefined {
  return code === undefined ? undefined : tables?.tables.get(table)?.get(code);
}

export function toAccountType(
  tables: CodeTables | null,
  code: string | undefined,
  group?: string,
): AccountType {
  const description = describe(tables, 'accounttype', code) ?? describe(tables, 'accountgroup', group);
  return meaningOf(ACCOUNT_TYPE_WORDS, description) ?? 'other';
}

export function toAccountStatus(tables: CodeTables | null, code: string): AccountStatus {
  return meaningOf(ACCOUNT_STATUS_WORDS, describe(tables, 'accountstatus', code)) ?? 'unknown';
}

/** Lenders and searchers have separate tables. */
export function toCompanyType(
  tables: CodeTables | null,
  table: 'suppliertype' | 'companytype',
  code: string | undefined,
): CompanyType | undefined {
  if (code === undefined) return undefined;
  return meaningOf(COMPANY_TYPE_WORDS, describe(tables, table, code)) ?? 'other';
}

export function toPurpose(tables: CodeTables | null, code: string | undefined): SearchPurpose | undefined {
  const description = describe(tables, 'searchpurpose', code);
  return description === undefined ? undefined : (meaningOf(PURPOSE_WORDS, description) ?? 'other');
}

// A file has hundreds of months and a table a dozen codes: each description is matched once.
const monthsOf = new WeakMap<CodeTables, Map<string, string>>();

/** The digits mean the months in arrears even without a table; every other code means what its description says. */
export function toMonth(tables: CodeTables | null, code: string): string {
  const known = tables === null ? undefined : monthsOf.get(tables)?.get(code);
  if (known !== undefined) return known;
  const bare = /^[0-6]$/.test(code) ? code : UNKNOWN_MONTH;
  const description = describe(tables, 'payment', code);
  if (tables === null || description === undefined) return bare;
  const said = meaningOf(PAYMENT_WORDS, description) ?? bare;
  const late = /\b[1-6]\b/.exec(description)?.[0] ?? (bare === UNKNOWN_MONTH ? LATE : bare);
  const month = said === LATE ? late : said;
  const months = monthsOf.get(tables) ?? new Map<string, string>();
  monthsOf.set(tables, months.set(code, month));
  return month;
}

export function isMonthly(tables: CodeTables | null, code: string | undefined): boolean {
  return /^monthly$/i.test(describe(tables, 'paymentfrequency', code) ?? '');
}

function meaningOf<T>(words: Words<T>, description: string | undefined): T | undefined {
  const plain = description?.toLowerCase().replace(/[-/_]+/g, ' ');
  return plain === undefined ? undefined : words.find(([pattern]) => pattern.test(plain))?.[1];
}
