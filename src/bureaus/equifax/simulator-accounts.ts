// Encodes a simulated account in Equifax's wire format, in the order of its elements: whole pounds, suppressed balances, months by their
// age. SOAP has no lender names and no account numbers; the JSON twin has both.
import type { AccountStatus, AccountType, CompanyType } from '../../domain/reports/credit-report.ts';
import type { Dialect } from '../simulation/dialect.ts';
import type {
  MonthMark,
  SimulatedAccount,
  SimulatedPerson,
} from '../simulation/population/simulated-file.ts';
import { PRODUCTS } from './codes.ts';
import { date, type Style, type Tree, word } from './wire.ts';

export type Holder = Pick<SimulatedPerson, 'title' | 'forename' | 'surname' | 'dateOfBirth'>;
/** How a reply is written. */
export type Hand = { style: Style; dialect: Dialect };

/** An attribute in XML is a key in JSON. */
export function attribute({ style }: Hand, name: string, value: string | boolean): Tree {
  return { [style === 'soap' ? `@${name}` : name]: value };
}

/** Where a record comes from; a thin reply does not say. */
export function sourcedFrom(hand: Hand, source: string): Tree {
  return hand.dialect === 'thin' ? {} : attribute(hand, 'sourcedFrom', source);
}

const PRODUCT_OF: Record<AccountType, string> = {
  'hire-purchase': 'hirePurchase',
  'credit-card': 'creditCard',
  'store-card': 'optionAccount',
  'charge-card': 'chargeCard',
  'unsecured-loan': 'unsecuredLoan',
  'secured-loan': 'securedLoan',
  mortgage: 'securedLoan',
  'current-account': 'currentAccount',
  'mail-order': 'mailOrderAccount',
  'home-credit': 'homeLendingAgreement',
  'short-term-loan': 'payDayOrShortTermLoan',
  'student-loan': 'studentLoan',
  lease: 'rentalAgreement',
  communications: 'commsSupplyAccount',
  utility: 'publicUtilityAccount',
  insurance: 'insuranceAgreement',
  rental: 'propertyRental',
  'budget-account': 'budgetAccount',
  other: 'uncategorisedAgreement',
};

/** The type of a loan is a key of the JSON twin. Over SOAP a mortgage has the element that public readers look for. */
export function productOf(type: AccountType, style: Style): string {
  return type === 'mortgage' && style === 'soap' ? 'mortgageAccount' : PRODUCT_OF[type];
}

export const CLASS_OF: Record<CompanyType, string> = {
  bank: 'BK',
  'building-society': 'BS',
  'finance-house': 'FN',
  'motor-finance': 'MF',
  'credit-card-issuer': 'CC',
  'mortgage-lender': 'ML',
  retailer: 'RT',
  'mail-order': 'MO',
  communications: 'CS',
  utility: 'UT',
  insurer: 'IN',
  'debt-purchaser': 'DC',
  'credit-union': 'CU',
  leasing: 'LS',
  'home-credit': 'HC',
  'public-body': 'PB',
  other: 'OT',
};

/** A record and the bureau's mark of whose it is. */
export type Marked<Record> = { record: Record; holder: Holder; mark: string };

/** The twin lists every product, even without accounts; SOAP only those with accounts. */
export function toInsight(accounts: Marked<SimulatedAccount>[], hand: Hand): Tree {
  const groups: { [product: string]: Tree[] } = {};
  if (hand.style === 'json') for (const product of Object.keys(PRODUCTS)) groups[product] = [];
  for (const account of accounts) {
    const product = productOf(account.record.type, hand.style);
    groups[product] ??= [];
    groups[product].push(toAccount(account, hand));
  }
  return groups;
}

function toAccount({ record: account, holder, mark }: Marked<SimulatedAccount>, hand: Hand): Tree {
  const { style, dialect } = hand;
  const { numberOfPayments = 0, paymentPounds = 0, limitPounds } = account;
  const balance = (pounds: number | undefined): Tree =>
    pounds === undefined
      ? attribute(hand, 'suppressed', true)
      : { ...attribute(hand, 'suppressed', false), balanceAmount: money(pounds) };
  const { title, forename, surname } = account.holder;
  const isJson = style === 'json';
  return {
    ...sourcedFrom(hand, 'INR'),
    dob: date(style, account.dateOfBirth ?? holder.dateOfBirth),
    name: { surname, title, forename },
    nameMatchStatus: mark,
    paymentHistory: toHistory(account),
    companyClass: CLASS_OF[account.lenderType],
    companyName: isJson ? account.lenderName : undefined,
    accountNumber: isJson ? account.accountNumber : undefined,
    creditLimit:
      limitPounds === undefined
        ? undefined
        : { ...attribute(hand, 'suppressed', false), limit: money(limitPounds) },
    currentBalance: balance(account.isBalanceSuppressed ? undefined : account.balancePounds),
    defaultBalance: balance(account.defaultBalancePounds ?? 0),
    endDate: account.endDate === undefined ? undefined : date(style, account.endDate),
    fixedPaymentTerms:
      numberOfPayments === 0 && paymentPounds === 0
        ? undefined
        : { numberOfPayments, paymentAmount: money(paymentPounds) },
    insightQuality: dialect === 'thin' ? undefined : { qualityIndicator1: false, qualityIndicator2: false },
    lastUpdateDate: date(style, account.lastUpdated),
    loanType: isJson && account.type === 'mortgage' ? 'MORTGAGE' : undefined,
    paymentFrequency: word(style, 'monthly'),
    // An element that nobody knows.
    reviewBand: dialect === 'others' ? 'K4' : undefined,
    // Zero is "not reported".
    startBalance: balance(account.startBalancePounds ?? 0),
    startDate: date(style, account.startDate),
  };
}

function money(amount: number): Tree {
  return { amount, currency: 'GBP' };
}

const NUMBERS = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX'];

const MARKS: Record<Exclude<MonthMark, number>, string> = {
  default: 'D',
  settled: 'S',
  dormant: 'N',
  arrangement: 'I',
  query: 'Q',
  transferred: 'X',
  unclassified: 'U',
};

/** As many as lenders see; a consumer's own report has up to 72. */
const MONTHS_SHOWN = 36;

/** The wire has no status besides the marks: the newest mark carries it. */
const NEWEST: Record<AccountStatus, string> = {
  open: 'ZERO',
  closed: 'ZERO',
  settled: 'S',
  default: 'D',
  delinquent: 'ONE',
  arrangement: 'I',
  dormant: 'N',
  query: 'Q',
  'written-off': 'W',
  transferred: 'X',
  unknown: 'U',
};

function toHistory({ history, status }: SimulatedAccount): Tree[] {
  const spell = (mark: MonthMark): string =>
    typeof mark === 'number' ? (NUMBERS[mark] ?? 'SIX') : MARKS[mark];
  const [newest, ...older] = history.slice(0, MONTHS_SHOWN);
  const isDown = status === 'delinquent' && typeof newest === 'number' && newest > 0;
  const marks = [isDown ? spell(newest) : NEWEST[status], ...older.map(spell)];
  return marks.map((paymentStatus, ageInMonths) => ({ ageInMonths, paymentStatus }));
}
