// Equifax's codes, mapped to ours. Product elements, monthly marks and company classes are this bureau's own: D is a default here
// and a dormant account elsewhere, so no table is shared.
import type { SearchPurpose } from '../../domain/bureau-file.ts';
import type { AccountStatus, AccountType, CompanyType } from '../../domain/credit-report.ts';

/** The elements that accounts are grouped under. An unknown one is `other`. */
export const PRODUCTS: Record<string, AccountType> = {
  bankDefaultAgreement: 'other',
  basicBankAccount: 'current-account',
  bridgingFinance: 'secured-loan',
  budgetAccount: 'budget-account',
  buyToLetMortgage: 'mortgage',
  chargeCard: 'charge-card',
  commsSupplyAccount: 'communications',
  consolidatedDebt: 'other',
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
  unpresentableCheque: 'other',
  unsecuredLoan: 'unsecured-loan',
  xmasClub: 'other',
};

/** A residential mortgage is a secured loan with this loan type. */
export function toAccountType(product: string, loanType: string | undefined): AccountType {
  if (product === 'securedLoan' && loanType === 'MORTGAGE') return 'mortgage';
  return Object.hasOwn(PRODUCTS, product) ? (PRODUCTS[product] ?? 'other') : 'other';
}

const MARKS: Record<string, AccountStatus> = {
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
  G: 'delinquent',
  N: 'dormant',
  Z: 'closed',
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

const MONTHS_DOWN = /^([1-6]|ONE|TWO|THREE|FOUR|FIVE|SIX)$/;

/** From the newest month's mark; an end date closes an account that the mark calls open. */
export function toAccountStatus(mark: string | undefined, hasEnded: boolean): AccountStatus {
  if (mark === undefined) return hasEnded ? 'settled' : 'open';
  if (MONTHS_DOWN.test(mark)) return 'delinquent';
  const status = Object.hasOwn(MARKS, mark) ? (MARKS[mark] ?? 'unknown') : 'unknown';
  return status === 'open' && hasEnded ? 'closed' : status;
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

const PURPOSES: Record<string, SearchPurpose> = {
  CREDIT_APPLICATION: 'credit-application',
  CREDIT_QUOTATION: 'quotation',
  IDENTITY_CHECK: 'identity',
  CREDITFILE_REQUEST: 'consumer-enquiry',
  CONSUMER_ENQUIRY: 'consumer-enquiry',
  DEBT_COLLECTION: 'debt-recovery',
};

export function toPurpose(searchType: string | undefined): SearchPurpose | undefined {
  if (searchType === undefined) return undefined;
  return Object.hasOwn(PURPOSES, searchType) ? PURPOSES[searchType] : 'other';
}
