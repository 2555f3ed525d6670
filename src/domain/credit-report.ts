// The credit report: the document that a caller pays for, in the interface's own words. A field that no bureau
// gave is absent, never zero and never an empty string.
import type { UkAddress } from './consumer.ts';

/** The bureaus that a caller can name. Each has its entry in the registry, src/bureaus/index.ts. */
export const BUREAU_IDS = ['equifax', 'experian', 'transunion'] as const;
export type BureauId = (typeof BUREAU_IDS)[number];

/** As people read them. Beside the ids and not in the registry, because the console reads them in a browser. */
export const BUREAU_NAMES: Record<BureauId, string> = {
  equifax: 'Equifax',
  experian: 'Experian',
  transunion: 'TransUnion',
};

// Gap: the interface does not list the values of these three fields; docs/gaps.md holds our lists.
export const ACCOUNT_TYPES = [
  'hire-purchase',
  'credit-card',
  'store-card',
  'charge-card',
  'unsecured-loan',
  'secured-loan',
  'mortgage',
  'current-account',
  'mail-order',
  'home-credit',
  'short-term-loan',
  'student-loan',
  'lease',
  'communications',
  'utility',
  'insurance',
  'rental',
  'budget-account',
  'other',
] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_STATUSES = [
  'open',
  'settled',
  'closed',
  'default',
  'delinquent',
  'arrangement',
  'dormant',
  'query',
  'written-off',
  'transferred',
  'unknown',
] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const COMPANY_TYPES = [
  'bank',
  'building-society',
  'finance-house',
  'motor-finance',
  'credit-card-issuer',
  'mortgage-lender',
  'retailer',
  'mail-order',
  'communications',
  'utility',
  'insurer',
  'debt-purchaser',
  'credit-union',
  'leasing',
  'home-credit',
  'public-body',
  'other',
] as const;
export type CompanyType = (typeof COMPANY_TYPES)[number];

/** An amount in the smallest unit of its currency: pence for GBP. */
export type Money = { amount: number; currency: string };

export type AccountRecord = {
  /** Our addition: the same for one agreement in every report of a tenant about its consumer. Absent in reports from before it was added. */
  recordId?: string;
  title?: string;
  firstName?: string;
  lastName?: string;
  accountNumber?: string;
  accountType: AccountType;
  accountStatus: AccountStatus;
  companyType?: CompanyType;
  companyName?: string;
  numberOfPayments?: number;
  repaymentPeriod?: number;
  payment?: Money;
  startBalance?: Money;
  balance?: Money;
  startDate?: string;
  /** Our additions, from here on. When it ended: settled, closed or transferred. */
  endDate?: string;
  defaultDate?: string;
  creditLimit?: Money;
  isJoint?: boolean;
  /** When a bureau last heard from the company about it. */
  lastUpdated?: string;
  history?: PaymentHistory;
  bureaus: { id: BureauId; ref: string }[];
  /** Our addition: what each bureau says, where they do not say the same and it is news. Absent when there is none. */
  disagreements?: Disagreement[];
  /** Our addition: every adverse word of any bureau, satisfied and superseded ones too. Absent when there is none. */
  adverse?: AdverseWord[];
  /** Our addition: other records of this report that may be the same agreement, each by one of its `bureaus`. */
  possiblySame?: { id: BureauId; ref: string }[];
};

/**
 * How it was paid, month by month. One character a month, the newest first:
 * `0` up to date, `1` to `6` months in arrears (6: six or more), `l` in arrears without saying how many months, `a` arrangement,
 * `d` default, `w` written off, `s` settled, `t` transferred to another company, `q` in query, `o` dormant, `.` not known.
 */
export const HISTORY_CODES = '0123456ladwstqo.';
/** Six years: as long as bureaus keep it. */
export const HISTORY_MONTHS_MAX = 72;
export type PaymentMonths = {
  /** The month of the first character, YYYY-MM. Its status is known. */
  newest: string;
  months: string;
};
/**
 * Of the bureau with the newest month; months that it does not know are those of the next. `bureaus`: what others say, where it
 * differs in a month that both know.
 */
export type PaymentHistory = PaymentMonths & { bureaus?: (PaymentMonths & { bureau: BureauId })[] };

/** One bureau's adverse word. `date`: of the default where the bureau gives it, else of the bureau's record. */
export type AdverseWord = { bureau: BureauId; status: AdverseStatus; date?: string };
export const ADVERSE_STATUSES = ['arrangement', 'delinquent', 'default', 'written-off'] as const;
export type AdverseStatus = (typeof ADVERSE_STATUSES)[number];

/** The fields in which bureaus may disagree, the weightiest first. */
export const DISAGREEMENT_FIELDS = [
  'accountStatus',
  'balance',
  'accountType',
  'startDate',
  'endDate',
  'defaultDate',
  'startBalance',
  'payment',
  'creditLimit',
  'numberOfPayments',
  'repaymentPeriod',
  'isJoint',
  'companyName',
  'accountNumber',
  'firstName',
  'lastName',
  'title',
  'companyType',
] as const;
export type DisagreementField = (typeof DISAGREEMENT_FIELDS)[number];

/** One entry for each bureau that gave the field, sorted by bureau; the value of the record is among them. */
export type Disagreement = {
  field: DisagreementField;
  values: { bureau: BureauId; value: string | number | boolean | Money }[];
};

export type Residency = {
  addressId: string;
  address: { type: 'uk'; ukAddress: UkAddress; addressLine1: string; lines: string[] };
  /** Whole years, and the months beyond them. Both absent where no bureau says how long. */
  yearsAtAddress?: number;
  monthsAtAddress?: number;
  isCurrent: boolean;
};

export type SearchProvider = { companyName: string; records: { date: string }[] };

/** Our addition: what was searched, by whom it was answered, and how far back a credit file reaches. */
export type Coverage = {
  /** `names` and `addresses`: how many of those below were sent to it, the first ones. */
  bureaus: { id: BureauId; answered: boolean; hasFile: boolean; names: number; addresses: number }[];
  names: string[];
  addresses: string[];
  /** The start of the oldest agreement in the report. */
  oldestRecord?: string;
  /** Agreements that ended before this day are normally no longer on file. */
  onFileSince: string;
  notice: string;
};

export type CreditReport = {
  person: { title?: string; firstName: string; lastName: string; dateOfBirth: string };
  residencies: Residency[];
  consumerData: { records: AccountRecord[] };
  previousSearches: { providers: SearchProvider[] };
  /** Absent in reports from before it was added. */
  coverage?: Coverage;
};

/** The document as JSON, written once: the same text is stored and sent, and it is not parsed on its way back to a caller. */
export type CreditReportText = { json: string };
