// Equifax's codes, mapped to ours. Product elements, monthly marks and company classes are this bureau's own: D is a default here
// and a dormant account elsewhere, so no table is shared.
import type { SearchPurpose } from '../../domain/reports/bureau-file.ts';
import type { AccountStatus, AccountType, CompanyType } from '../../domain/reports/credit-report.ts';
import type { PaymentsAYear } from '../reading/monthly-payment.ts';

/** The elements that accounts are grouped under. No element tells a PCP from hire purchase, or one lease from another. */
export const PRODUCTS: Record<string, AccountType> = {
  bankDefaultAgreement: 'current-account',
  basicBankAccount: 'current-account',
  bridgingFinance: 'secured-loan',
  budgetAccount: 'budget-account',
  buyToLetMortgage: 'mortgage',
  chargeCard: 'charge-card',
  commsSupplyAccount: 'communications',
  consolidatedDebt: 'unsecured-loan',
  councilArrears: 'other',
  creditCard: 'credit-card',
  currentAccount: 'current-account',
  fixedTermAgreement: 'other',
  greenDeals: 'other',
  hirePurchase: 'hire-purchase',
  homeLendingAgreement: 'home-credit',
  insuranceAgreement: 'insurance',
  localAuthorityHousing: 'rental',
  mailOrderAccount: 'mail-order',
  optionAccount: 'store-card',
  payDayOrShortTermLoan: 'short-term-loan',
  propertyRental: 'rental',
  publicUtilityAccount: 'utility',
  rentalAgreement: 'lease',
  securedLoan: 'secured-loan',
  socialHousingRental: 'rental',
  studentLoan: 'student-loan',
  uncategorisedAgreement: 'other',
  unpresentableCheque: 'current-account',
  unsecuredLoan: 'unsecured-loan',
  xmasClub: 'other',
};

/** Known second hand only. */
const FURTHER_PRODUCTS: Record<string, AccountType> = {
  homeCredit: 'home-credit',
  mortgageAccount: 'mortgage',
  overdraft: 'current-account',
};

type Product = { name: string; type: AccountType };

const BY_NAME: ReadonlyMap<string, Product> = new Map(
  Object.entries({ ...PRODUCTS, ...FURTHER_PRODUCTS }).map(([name, type]) => [
    name.toLowerCase(),
    { name, type },
  ]),
);

/** By the name of its element, whatever the case; undefined for one that is in no list. */
export function findProduct(element: string): Product | undefined {
  return BY_NAME.get(element.toLowerCase());
}

/** A residential mortgage is a secured loan with this loan type. */
export function toAccountType(product: string, loanType: string | undefined): AccountType {
  if (product === 'securedLoan' && loanType === 'MORTGAGE') return 'mortgage';
  return findProduct(product)?.type ?? 'other';
}

/** What the newest month's mark says of the account. */
const STATUSES: Record<string, AccountStatus> = {
  ZERO: 'open',
  '0': 'open',
  A: 'delinquent',
  B: 'delinquent',
  I: 'arrangement',
  S: 'settled',
  // Either "not yet due" or "unclassified".
  U: 'unknown',
  R: 'default',
  D: 'default',
  Q: 'query',
  // Gone away.
  G: 'delinquent',
  N: 'dormant',
  // Never taken up.
  Z: 'closed',
  // Given back of their own will; R is a repossession.
  V: 'closed',
  W: 'written-off',
  X: 'transferred',
};

/** The marks in our alphabet. Those that say nothing (U, Z, ".") are not in it. */
export const MONTH_CODES: ReadonlyMap<string, string> = new Map([
  ...['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX'].map(
    (word, count) => [word, String(count)] as const,
  ),
  ...['0', '1', '2', '3', '4', '5', '6'].map((digit) => [digit, digit] as const),
  // Moderate arrears, bad arrears and "gone away": late, without a number.
  ...['A', 'B', 'G'].map((mark) => [mark, 'l'] as const),
  ['I', 'a'],
  ['S', 's'],
  ['V', 's'],
  ['R', 'd'],
  ['D', 'd'],
  ['Q', 'q'],
  ['N', 'o'],
  ['W', 'w'],
  ['X', 't'],
]);

/** Whether a mark is in the list, also one that says nothing of the month. */
export function isKnownMark(mark: string): boolean {
  return MONTH_CODES.has(mark) || Object.hasOwn(STATUSES, mark) || mark === '.';
}

const MONTHS_DOWN = /^([1-6]|ONE|TWO|THREE|FOUR|FIVE|SIX)$/;

/**
 * From the newest month's mark; an end date closes an account that the mark calls open. Where the mark says nothing, the balance of a
 * default does.
 */
export function toAccountStatus(
  mark: string | undefined,
  { hasEnded, hasDefaulted }: { hasEnded: boolean; hasDefaulted: boolean },
): AccountStatus {
  if (mark !== undefined && MONTHS_DOWN.test(mark)) return 'delinquent';
  const status =
    mark === undefined ? 'open' : Object.hasOwn(STATUSES, mark) ? (STATUSES[mark] ?? 'unknown') : 'unknown';
  const isSilent = mark === undefined || status === 'unknown';
  if (isSilent && hasDefaulted && !hasEnded) return 'default';
  if (mark === undefined && hasEnded) return 'settled';
  return status === 'open' && hasEnded ? 'closed' : status;
}

const PAYMENTS_A_YEAR: ReadonlyMap<string, number> = new Map([
  ['WEEKLY', 52],
  ['FORTNIGHTLY', 26],
  ['FOUR_WEEKLY', 13],
  ['MONTHLY', 12],
  ['QUARTERLY', 4],
  ['HALF_YEARLY', 2],
  ['YEARLY', 1],
  ['ANNUALLY', 1],
]);

export function paymentsAYear(frequency: string | undefined): PaymentsAYear {
  return frequency === undefined ? undefined : (PAYMENTS_A_YEAR.get(frequency) ?? null);
}

/** The term in months: of 52 weekly payments it is 12. */
export function paymentsToMonths(payments: number | undefined, aYear: PaymentsAYear): number | undefined {
  if (payments === undefined || !aYear) return undefined;
  return Math.max(1, Math.round((payments * 12) / aYear));
}

const CLASSES: Record<string, CompanyType> = {
  BK: 'bank',
  BS: 'building-society',
  CC: 'credit-card-issuer',
  CS: 'communications',
  CU: 'credit-union',
  DC: 'debt-purchaser',
  FN: 'finance-house',
  FS: 'finance-house',
  HC: 'home-credit',
  IN: 'insurer',
  LS: 'leasing',
  MF: 'motor-finance',
  ML: 'mortgage-lender',
  MO: 'mail-order',
  PB: 'public-body',
  RT: 'retailer',
  UT: 'utility',
};

export function toCompanyType(companyClass: string | undefined): CompanyType | undefined {
  if (companyClass === undefined) return undefined;
  return Object.hasOwn(CLASSES, companyClass) ? CLASSES[companyClass] : 'other';
}

/** Types of a search are words, and no list of them is public: the first that fits counts. */
const PURPOSES: readonly [words: RegExp, purpose: SearchPurpose][] = [
  [/QUOT/, 'quotation'],
  [/IDENTITY|VERIF|LAUNDERING/, 'identity'],
  [/APPLICATION/, 'credit-application'],
  [/CONSUMER|CREDIT_?FILE/, 'consumer-enquiry'],
  [/DEBT|COLLECT|TRAC(?:E|ING)/, 'debt-recovery'],
];

export function toPurpose(searchType: string | undefined): SearchPurpose | undefined {
  if (searchType === undefined) return undefined;
  return PURPOSES.find(([words]) => words.test(searchType))?.[1] ?? 'other';
}
