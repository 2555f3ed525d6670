// The credit report: the document that a caller pays for, in the interface's own words. A field that no bureau
// gave is absent, never zero and never an empty string.
import type { BureauId, Money } from './bureaus.ts';
import type { UkAddress } from './consumer.ts';
import type { FilePart, FileParts, Notice, RollEntry } from './file-parts.ts';
import type { Altered, BureauNote, LeftOut } from './reservations.ts';

export { BUREAU_IDS, BUREAU_NAMES, type BureauId, type Money } from './bureaus.ts';
export * from './reservations.ts';

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

/**
 * Our addition: what the bureau's own code says of a financed purchase, a lease or a car loan. Where a code covers hire purchase and
 * conditional sale, it is `hire-purchase`.
 */
export const ACCOUNT_PRODUCTS = [
  'pcp',
  'balloon-hire-purchase',
  'hire-purchase',
  'conditional-sale',
  'credit-sale',
  'finance-lease',
  'operating-lease',
  'motor-loan',
] as const;
export type AccountProduct = (typeof ACCOUNT_PRODUCTS)[number];

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

/** The agreement is over: what is left is a debt, not a payment by the month. */
export const NO_PAYMENTS: readonly AccountStatus[] = ['default', 'written-off'];

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
  /** Absent where no bureau's code tells. */
  product?: AccountProduct;
  /** The lump that is due at the end of the agreement. */
  balloon?: Money;
  defaultDate?: string;
  /** What was owed on the day of the default. It stays when the default is satisfied; `balance` is what is owed now. */
  defaultBalance?: Money;
  creditLimit?: Money;
  isJoint?: boolean;
  /** When a bureau last heard from the company about it. */
  lastUpdated?: string;
  history?: PaymentHistory;
  bureaus: BureauRef[];
  /** Our addition: who came after the lender, by the registry of lenders. */
  companyNow?: LaterLender[];
  /** Our addition: what each bureau says, where they do not say the same and it is news. Absent when there is none. */
  disagreements?: Disagreement[];
  /** Our addition: every adverse word of any bureau, satisfied and superseded ones too. Absent when there is none. */
  adverse?: AdverseWord[];
  /** Our addition: other records of this report that may be the same agreement, each by one of its `bureaus`. */
  possiblySame?: { id: BureauId; ref: string }[];
  /** Our addition: notices of correction and dispute about this record. Absent when there is none. */
  notices?: Notice[];
};

/** `on` and `what`: the day that accounts went to it, and which; absent where it is the same lender under its present name. */
export type LaterLender = { name: string; on?: string; what?: string; isVerified: boolean };

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

/** A bureau's record of an agreement, and what only this record says. All but `id` and `ref` are our additions. */
export type BureauRef = {
  id: BureauId;
  ref: string;
  /** The bureau's own code of the type of account. */
  typeCode?: string;
  /** The record has another date of birth, close enough to be a slip of the pen. */
  birthdayDiffers?: true;
  /** Arrears as far as the bureau counts them: further back than its months. */
  arrears?: Arrears;
  /** What this bureau says, where it is not what the record shows. Of two records of one bureau, what the newer says otherwise. */
  accountType?: AccountType;
  companyType?: CompanyType;
  startDate?: string;
  /** When this bureau last heard from the company. */
  lastUpdated?: string;
  /** The bureau has a balance and does not tell it. */
  balanceWithheld?: true;
};

/** Of the last `months`: how many were one or two payments behind and how many three or more; the worst, as in HISTORY_CODES. */
export type Arrears = { months: number; oneOrTwo: number; threeOrMore: number; worst?: string };

/** One bureau's adverse word. `date`: of the default or the arrangement where the bureau gives it, else of the bureau's record. */
export type AdverseWord = { bureau: BureauId; status: AdverseStatus; date?: string };
export const ADVERSE_STATUSES = ['arrangement', 'delinquent', 'default', 'written-off'] as const;
export type AdverseStatus = (typeof ADVERSE_STATUSES)[number];

/** The fields in which bureaus may disagree, the weightiest first. */
export const DISAGREEMENT_FIELDS = [
  'accountStatus',
  'balance',
  'accountType',
  'product',
  'startDate',
  'endDate',
  'defaultDate',
  'startBalance',
  'payment',
  'balloon',
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
  /** Our addition: when the person was on the electoral roll there, by bureau. Absent where no bureau was asked. */
  electoralRoll?: RollEntry[];
};

/** What a search was for, the weightiest first. */
export const SEARCH_PURPOSES = [
  'credit-application',
  'quotation',
  'identity',
  'consumer-enquiry',
  'debt-recovery',
  'other',
] as const;
export type SearchPurpose = (typeof SEARCH_PURPOSES)[number];

export type SearchRecord = {
  date: string;
  /** Our additions, from here on. Absent where no bureau says; where they differ, the first of SEARCH_PURPOSES. */
  purpose?: SearchPurpose;
  /** Who has it on file, and what else each says of it, where it is not what is shown. */
  bureaus?: { id: BureauId; date?: string; purpose?: SearchPurpose }[];
};
export type SearchProvider = { companyName: string; records: SearchRecord[] };

export type BureauCoverage = {
  id: BureauId;
  answered: boolean;
  hasFile: boolean;
  /** How many of the coverage's names and addresses were sent to it, the first ones. */
  names: number;
  addresses: number;
  /** What was sent to it otherwise than it was given. */
  altered?: Altered[];
  /** Records that it sent and that are not in the report. */
  leftOut?: LeftOut[];
  notes?: BureauNote[];
  /** Of the parts that the report has, those that it was not asked for. Absent where it was asked for all. */
  notAsked?: FilePart[];
};

/** Our addition: what was searched, by whom it was answered, and how far back a credit file reaches. */
export type Coverage = {
  bureaus: BureauCoverage[];
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
} & FileParts;

/** The document as JSON, written once: the same text is stored and sent, and it is not parsed on its way back to a caller. */
export type CreditReportText = { json: string };
