// Experian's code lists, as seen in public client code, mapped to ours. The letters are this bureau's own: D is a dormant month, not
// the default that it is elsewhere.
import type { SearchPurpose } from '../../domain/bureau-file.ts';
import {
  type AccountStatus,
  type AccountType,
  type CompanyType,
  HISTORY_MONTHS_MAX,
} from '../../domain/credit-report.ts';
import { UNKNOWN_MONTH } from '../reading/payment-months.ts';

const ACCOUNT_TYPE: Partial<Record<AccountType, string[]>> = {
  'current-account': ['00', '11', '15'],
  'hire-purchase': ['01', '29'],
  'unsecured-loan': ['02', '17', '19', '26'],
  mortgage: ['03', '12', '13', '14', '25', '30', '31', '32', '33', '34', '35', '69'],
  'budget-account': ['04'],
  'credit-card': ['05', '38'],
  'charge-card': ['06', '44'],
  rental: ['07', '63', '64'],
  'mail-order': ['08'],
  'secured-loan': ['16'],
  communications: ['18', '53', '54', '55', '56', '57', '58', '59'],
  utility: ['21', '39', '40', '41', '42', '43'],
  lease: ['22', '23'],
  'short-term-loan': ['28'],
  'store-card': ['37'],
  insurance: ['45', '46', '47', '48', '49', '50', '51'],
  'student-loan': ['60', '62'],
  'home-credit': ['61'],
};

const COMPANY_TYPE: Partial<Record<CompanyType, string[]>> = {
  bank: ['01'],
  'finance-house': ['02', '25'],
  retailer: ['03'],
  'mail-order': ['04', '61'],
  leasing: ['06', '20'],
  'building-society': ['08'],
  'credit-card-issuer': ['09'],
  utility: ['10', '13'],
  'motor-finance': ['12'],
  'public-body': ['15', '26', '35', '36', ...numbers(37, 59)],
  communications: ['16', '17', '34'],
  'debt-purchaser': ['18'],
  'mortgage-lender': ['21'],
  'credit-union': ['24'],
  'home-credit': ['27'],
};

const ACCOUNT_TYPE_OF = turned(ACCOUNT_TYPE);
const COMPANY_TYPE_OF = turned(COMPANY_TYPE);

/** Deferred and fixed-term sales: for a car this is hire purchase. */
const FINANCED_SALES = ['17', '19'];

export function toAccountType(code: string | undefined, company: CompanyType | undefined): AccountType {
  const padded = code?.padStart(2, '0') ?? '';
  if (FINANCED_SALES.includes(padded) && company === 'motor-finance') return 'hire-purchase';
  return ACCOUNT_TYPE_OF.get(padded) ?? 'other';
}

/** Unknown (00) and absent are absent; a code that we do not map is "other". */
export function toCompanyType(code: string | undefined): CompanyType | undefined {
  const padded = code?.padStart(2, '0');
  if (padded === undefined || padded === '00') return undefined;
  return COMPANY_TYPE_OF.get(padded) ?? 'other';
}

export type StatusSigns = {
  /** A active, D delinquent, F default, S settled. */
  status: string | undefined;
  /** Of the newest month: 0 to 6 months down, 8 default, 9 bad debt, D dormant. */
  month: string | undefined;
  /** A arrangement, C debt assigned, M debt management, Q query. */
  instruction: string | undefined;
  /** Of the balance: S settled, T satisfied. */
  narrative: string | undefined;
  hasEnded: boolean;
};

/**
 * The most severe sign first, so that no milder one hides it. A debt that was assigned was in default before, and its months still
 * say so; it is `transferred`, because the lender has sold it and the buyer reports the rest.
 */
export function toAccountStatus(signs: StatusSigns): AccountStatus {
  const { status, month, instruction, narrative, hasEnded } = signs;
  if (month === '9') return 'written-off';
  if (instruction === 'C') return 'transferred';
  if (isDefaulted(signs)) return 'default';
  if (status === 'S' || narrative === 'S' || narrative === 'T') return 'settled';
  if (instruction === 'A' || instruction === 'M') return 'arrangement';
  if (instruction === 'Q') return 'query';
  if (status === 'D' || /^[3-6]$/.test(month ?? '')) return 'delinquent';
  if (month === 'D') return 'dormant';
  if (status === 'A') return 'open';
  return hasEnded ? 'settled' : 'unknown';
}

/** Whether it ever defaulted, whatever happened since. */
export function isDefaulted({ status, month }: Pick<StatusSigns, 'status' | 'month'>): boolean {
  return status === 'F' || month === '8' || month === '9';
}

// S is a slow payer: in arrears, without saying by how much. U (unclassified) and ? say nothing.
const MONTHS: Partial<Record<string, string>> = {
  '0': '0',
  '1': '1',
  '2': '2',
  '3': '3',
  '4': '4',
  '5': '5',
  '6': '6',
  '8': 'd',
  '9': 'w',
  S: 'l',
  D: 'o',
};

/** `AccountStatusCodes` in our alphabet, newest first. Not trimmed before: a blank is a month without data. */
export function toMonths(codes: unknown): string {
  if (typeof codes !== 'string') return '';
  const read = codes.slice(0, HISTORY_MONTHS_MAX);
  if (/^[0-6]+$/.test(read)) return read;
  return read.replace(/[\s\S]/g, (code) => MONTHS[code] ?? UNKNOWN_MONTH);
}

export function fromAccountType(type: AccountType): string {
  return ACCOUNT_TYPE[type]?.at(-1) ?? '36';
}

export function fromCompanyType(type: CompanyType): string {
  return COMPANY_TYPE[type]?.[0] ?? '11';
}

const PURPOSES: [RegExp, SearchPurpose][] = [
  [/^Q[A-Z]$/, 'quotation'],
  [/^(I[AFGMT]|GF|AO)$/, 'identity'],
  [/^(UC|UE|EQ)$/, 'consumer-enquiry'],
  [/^(DR|RS|RT)$/, 'debt-recovery'],
  [/^(CC|CA|HP|PL|SL|MG|MB|MX|CS|HC|SC|TM|TF)$/, 'credit-application'],
];

/** The purpose of a search. There are some 85 codes; the undocumented ones are "other". */
export function toPurpose(code: string | undefined): SearchPurpose | undefined {
  if (code === undefined) return undefined;
  return PURPOSES.find(([pattern]) => pattern.test(code))?.[1] ?? 'other';
}

function turned<T extends string>(codes: Partial<Record<T, string[]>>): Map<string, T> {
  const pairs = Object.entries(codes) as [T, string[]][];
  return new Map(pairs.flatMap(([word, list]) => list.map((code) => [code, word] as const)));
}

function numbers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}
