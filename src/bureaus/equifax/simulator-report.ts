// Encodes a simulated file in Equifax's wire format, for the SOAP service and for its JSON twin: whole pounds, zero-padded house
// numbers, suppressed balances, days without a time. SOAP has no lender names and no account numbers; the twin has both.
import type { AccountStatus, AccountType, CompanyType } from '../../domain/credit-report.ts';
import type {
  MonthMark,
  SimulatedAccount,
  SimulatedFile,
  SimulatedPerson,
  SimulatedSearch,
} from '../simulation/population/simulated-file.ts';
import { PRODUCTS } from './codes.ts';
import { date, type Style, type Tree, toWireAddress, word } from './wire.ts';

const PRODUCT_OF: Record<AccountType, keyof typeof PRODUCTS> = {
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

const CLASS_OF: Record<CompanyType, string> = {
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

export const SEARCH_TYPES: Record<SimulatedSearch['purpose'], string> = {
  'credit-application': 'creditApplication',
  quotation: 'creditQuotation',
  identity: 'identityCheck',
  'consumer-enquiry': 'creditfileRequest',
  'debt-recovery': 'debtCollection',
};

const CREDIT_PURPOSES: readonly SimulatedSearch['purpose'][] = ['credit-application', 'quotation'];

/** `home`: the index of the address that was asked for. Addresses are listed newest first. */
export function toPrimary(file: SimulatedFile, home: number, style: Style, nowMs: number): Tree {
  const place = (index: number): Tree => toPlace(file, index, style, nowMs);
  const others = file.person.addresses.map((_, index) => index).filter((index) => index !== home);
  return {
    suppliedAddressData: [{ index: 0, ...place(home) }],
    linkedAddressData: others.map((index) => ({
      linkType: word(style, index < home ? 'nextFromSuppliedCurrent' : 'previousFromSuppliedCurrent'),
      ...place(index),
    })),
  };
}

function toPlace(file: SimulatedFile, index: number, style: Style, nowMs: number): Tree {
  const { person } = file;
  const home = person.addresses[index];
  if (home === undefined) return {};
  // All searches are filed under the newest address.
  const searches = index === 0 ? file.searches : [];
  return {
    addressMatchStatus: word(style, 'singleMatch'),
    matchedAddress: { address: { ...toPadded(home.address), addressID: home.id } },
    addressSpecificData: {
      electoralRollData: { electoralRoll: [toRoll(person, index, style, nowMs)] },
      insightData: toInsight(file, index, style),
      previousSearches: {
        previousCreditSearch: searches
          .filter(({ purpose }) => CREDIT_PURPOSES.includes(purpose))
          .map((search) => toSearch(search, person, style)),
        previousNonCreditSearch: searches
          .filter(({ purpose }) => !CREDIT_PURPOSES.includes(purpose))
          .map((search) => toSearch(search, person, style)),
      },
    },
  };
}

export function toPadded(address: Parameters<typeof toWireAddress>[0]): Tree {
  const number = address.buildingNumber?.replace(/^\d+/, (digits) => digits.padStart(5, '0'));
  return { ...toWireAddress(address), number };
}

/** On the roll from the month of moving in to the month of moving out; no end at the current address. */
function toRoll(person: SimulatedPerson, index: number, style: Style, nowMs: number): Tree {
  const monthsBefore = person.addresses.slice(0, index).reduce((sum, home) => sum + home.monthsAtAddress, 0);
  const months = person.addresses[index]?.monthsAtAddress ?? 0;
  const monthStart = (ago: number): string => {
    const now = new Date(nowMs);
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 10);
  };
  return {
    name: { forename: person.forename, surname: person.surname },
    annualRegisterPeriod: {
      start: date(style, monthStart(monthsBefore + months)),
      end: index === 0 ? undefined : date(style, monthStart(monthsBefore)),
    },
  };
}

/** The twin lists every product, even without accounts; SOAP only those with accounts. */
function toInsight({ accounts, person }: SimulatedFile, home: number, style: Style): Tree {
  const groups: Record<string, Tree[]> = {};
  if (style === 'json') for (const product of Object.keys(PRODUCTS)) groups[product] = [];
  for (const account of accounts.filter(({ addressIndex }) => addressIndex === home)) {
    const product = PRODUCT_OF[account.type];
    groups[product] ??= [];
    groups[product].push(toAccount(account, person, style));
  }
  return groups;
}

const pounds = (amount: number): Tree => ({ amount, currency: 'GBP' });
const balance = (amount: number | undefined): Tree | undefined =>
  amount === undefined ? undefined : { suppressed: false, balanceAmount: pounds(amount) };

function toAccount(account: SimulatedAccount, person: SimulatedPerson, style: Style): Tree {
  const { numberOfPayments, paymentPounds, limitPounds } = account;
  const hasTerms = numberOfPayments !== undefined || paymentPounds !== undefined;
  return {
    name: account.holder,
    nameMatchStatus: word(style, 'subject'),
    dob: date(style, person.dateOfBirth),
    companyClass: CLASS_OF[account.lenderType],
    companyName: style === 'json' ? account.lenderName : undefined,
    accountNumber: style === 'json' ? account.accountNumber : undefined,
    loanType: account.type === 'mortgage' ? 'MORTGAGE' : undefined,
    currentBalance: account.isBalanceSuppressed ? { suppressed: true } : balance(account.balancePounds),
    startBalance: balance(account.startBalancePounds),
    creditLimit: limitPounds === undefined ? undefined : { suppressed: false, limit: pounds(limitPounds) },
    fixedPaymentTerms: hasTerms
      ? { numberOfPayments, paymentAmount: paymentPounds === undefined ? undefined : pounds(paymentPounds) }
      : undefined,
    paymentFrequency: hasTerms ? word(style, 'monthly') : undefined,
    startDate: date(style, account.startDate),
    endDate: account.endDate === undefined ? undefined : date(style, account.endDate),
    lastUpdateDate: date(style, account.lastUpdated),
    paymentHistory: toHistory(account),
    sourcedFrom: 'INR',
  };
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

function toSearch(search: SimulatedSearch, person: SimulatedPerson, style: Style): Tree {
  return {
    companyType: CLASS_OF[search.companyType],
    companyName: style === 'json' ? search.companyName : undefined,
    searchDate: date(style, search.at.slice(0, 10)),
    searchType: word(style, SEARCH_TYPES[search.purpose]),
    jointApplicant: false,
    optIn: false,
    name: { title: person.title, forename: person.forename, surname: person.surname },
    dob: date(style, person.dateOfBirth),
  };
}
