// One simulated account or search in Experian's codes: whole pounds, twelve months and three counters, no start balance and no balloon,
// no lender name where the population has none.
import { given } from '../../domain/given.ts';
import type { AccountStatus } from '../../domain/reports/credit-report.ts';
import { startFolding } from '../asking/fold.ts';
import type { Dialect } from '../simulation/dialect.ts';
import type { SimulatedAccount, SimulatedSearch } from '../simulation/population/simulated-file.ts';
import { fromAccountKind, fromCompanyType } from './codes.ts';
import { toName, toWireDate } from './request.ts';
import type {
  CaisDetail,
  MatchDetails,
  PreviousApplicationDetail,
  WireAmount,
  WireDate,
  WireLocation,
} from './wire.ts';

/** On the wire, and counted by the bureau. */
const MONTHS = 12;
const MONTHS_COUNTED = 36;

/** Whose the record is, and where. */
export type Owner = {
  dateOfBirth: string;
  match: MatchDetails;
  location: WireLocation;
  dialect: Dialect;
};

export function toDetail(account: SimulatedAccount, owner: Owner): CaisDetail {
  /** A thin record leaves out what the file does not need. */
  const full = <T>(value: T): T | undefined => (owner.dialect === 'thin' ? undefined : value);
  const state = stateOf(account);
  const { repaymentPeriodMonths, numberOfPayments, paymentPounds } = account;
  return given({
    ...identityOf(account, owner, full),
    ...amountsOf(account, state, full),
    ...standingOf(state, full),
    RepaymentPeriod: textOf(repaymentPeriodMonths) ?? full('0'),
    Payment: textOf(paymentPounds),
    AdditionlInfoBlocks: '',
    // A term in months is a number of payments only where they are monthly.
    PaymentFrequency: repaymentPeriodMonths === undefined ? full('M') : 'M',
    AccountStatus: state.letter,
    NumAddInfoBlocks: full('0'),
    ...(isCard(account) ? full(balancesOf(account, state.months)) : {}),
    CompanyType: fromCompanyType(account.lenderType),
    AccountType: fromAccountKind(account.type, account.product),
    AccountNumber: account.accountNumber,
    SupplyCompanyName: account.lenderName,
    NoOfPayments: textOf(numberOfPayments),
    MnthlyRepayment:
      paymentPounds === undefined ? undefined : full([{ MnthlyRepayment: sevenDigits(paymentPounds) }]),
    DefaultSatisfyDate: account.defaultDate === undefined ? undefined : dateOf(account.endDate),
    TransColnAcntFlag: owner.dialect === 'others' ? 'N' : undefined,
  }) as CaisDetail;
}

type Full = <T>(value: T) => T | undefined;

type State = {
  letter: CaisDetail['AccountStatus'];
  /** A letter of the balance where the figure would stand. */
  narrative?: 'S' | 'T';
  caption: 'S' | 'D';
  instruction?: string | undefined;
  /** The newest first. */
  months: string[];
  /** In default, and owed. */
  isOpenDefault: boolean;
};

function stateOf({ status, history, defaultDate, balancePounds }: SimulatedAccount): State {
  const codes = CODES_OF[status];
  const months = history.map(toMonth);
  if (codes.month !== undefined) months.splice(0, 1, codes.month);
  const hasEnded = status === 'settled' || status === 'closed';
  const isDefault = defaultDate !== undefined || codes.AccountStatus === 'F';
  const isSatisfied = hasEnded && isDefault;
  const isPaid = hasEnded && balancePounds === 0;
  return {
    // A default that was satisfied keeps its letter.
    letter: isSatisfied && isPaid ? 'F' : codes.AccountStatus,
    ...(isPaid && { narrative: isSatisfied ? 'T' : 'S' }),
    caption: isDefault ? 'D' : 'S',
    instruction: codes.SpecialInstrInd,
    months,
    isOpenDefault: isDefault && !hasEnded,
  };
}

function identityOf(account: SimulatedAccount, owner: Owner, full: Full) {
  return {
    Name: nameOf(account.holder),
    CAISAccStartDate: toWireDate(account.startDate),
    Location: full(owner.location),
    SettlementDate: dateOf(account.defaultDate ?? account.endDate),
    LastUpdatedDate: toWireDate(account.lastUpdated),
    DateOfBirth: dateOf(account.dateOfBirth) ?? full(toWireDate(owner.dateOfBirth)),
    MatchDetails: full(owner.match),
    InformationSource: full('N'),
    JointAccount: account.isJoint ? 'J' : undefined,
  };
}

function amountsOf(account: SimulatedAccount, { narrative, isOpenDefault }: State, full: Full) {
  const { type, status, limitPounds, balancePounds, defaultBalancePounds } = account;
  // The balance of a default stands in a field of its own, and then in no other.
  const defaultBalance = defaultBalancePounds === 0 ? undefined : amountOf(defaultBalancePounds);
  const isElsewhere = isOpenDefault && defaultBalance?.Amount === textOf(balancePounds);
  const balance = isElsewhere ? undefined : amountOf(balancePounds);
  return {
    CreditLimit:
      limitPounds === undefined
        ? full('')
        : { Amount: String(limitPounds), Caption: type === 'current-account' ? 'O' : 'C' },
    Balance: narrative === undefined ? (balance ?? full('')) : { Narrative: narrative },
    CurrentDefBalance: defaultBalance ?? full(''),
    DelinquentBalance: (status === 'delinquent' ? amountOf(balancePounds) : undefined) ?? full(''),
  };
}

function standingOf({ months, caption, instruction }: State, full: Full) {
  const counted = months.slice(0, MONTHS_COUNTED);
  const numbers = counted.filter((month) => /\d/.test(month));
  return {
    AccountStatusCodes: months.slice(0, MONTHS).join('').padEnd(MONTHS, ' '),
    Status1To2: String(numbers.filter((month) => /[12]/.test(month)).length),
    StatusTo3: String(numbers.filter((month) => /[3-6]/.test(month)).length),
    NumOfMonthsHistory: String(counted.length),
    SettleDateCaption: caption,
    BankFlag: full('N'),
    WorstStatus: numbers.toSorted().at(-1) ?? '0',
    OwnData: full('N'),
    SpecialInstrInd: instruction,
  };
}

type Codes = { AccountStatus: CaisDetail['AccountStatus']; month?: string; SpecialInstrInd?: string };

// There is no code for an account that was closed without being settled: it is sent as settled.
const CODES_OF: Record<AccountStatus, Codes> = {
  open: { AccountStatus: 'A' },
  settled: { AccountStatus: 'S' },
  closed: { AccountStatus: 'S' },
  default: { AccountStatus: 'F', month: '8' },
  delinquent: { AccountStatus: 'D' },
  arrangement: { AccountStatus: 'A', SpecialInstrInd: 'A' },
  dormant: { AccountStatus: 'A', month: 'D' },
  query: { AccountStatus: 'A', SpecialInstrInd: 'Q' },
  'written-off': { AccountStatus: 'F', month: '9' },
  transferred: { AccountStatus: 'S', SpecialInstrInd: 'C' },
  unknown: { AccountStatus: '', month: '?' },
};

/** The months of a debt that was sold still say default; a settled month and one under an arrangement have no code. */
function toMonth(month: SimulatedAccount['history'][number]): string {
  if (typeof month === 'number') return String(Math.min(month, 6));
  if (month === 'default' || month === 'transferred') return '8';
  return month === 'dormant' ? 'D' : 'U';
}

export function isCard({ type }: SimulatedAccount): boolean {
  return type === 'credit-card' || type === 'store-card';
}

/** The same twelve months as the codes: those before the account began are zeros without a status. */
function balancesOf({ balancePounds }: SimulatedAccount, months: readonly string[]) {
  if (balancePounds === undefined) return {};
  return {
    NumAccountBalances: String(MONTHS),
    AccountBalances: Array.from({ length: MONTHS }, (_, age) => {
      const Status = months[age];
      return Status === undefined
        ? { AccountBalance: sevenDigits(0) }
        : { AccountBalance: sevenDigits(balancePounds + age), Status };
    }),
  };
}

function sevenDigits(pounds: number): string {
  return String(pounds).padStart(7, '0');
}

function dateOf(date: string | undefined): WireDate | undefined {
  return date === undefined ? undefined : toWireDate(date);
}

function textOf(number: number | undefined): string | undefined {
  return number === undefined ? undefined : String(number);
}

function amountOf(pounds: number | undefined): WireAmount | undefined {
  return pounds === undefined ? undefined : { Amount: String(pounds) };
}

export function toApplication(
  search: SimulatedSearch,
  holder: { title?: string; forename: string; surname: string },
  owner: Owner,
): PreviousApplicationDetail {
  const isThin = owner.dialect === 'thin';
  return {
    ...(!isThin && { Location: owner.location }),
    ApplicationDate: toWireDate(search.at.slice(0, 10)),
    Name: nameOf(holder),
    ...(!isThin && { DateOfBirth: toWireDate(owner.dateOfBirth), MatchDetails: owner.match }),
    ApplicationType: applicationType(search),
    ...(!isThin && { JointApplicant: 'C' }),
    CompanyType: fromCompanyType(search.companyType),
    ...(!isThin && { AccountNumber: '00000' }),
    ...(search.companyName !== undefined && { SearcherName: search.companyName }),
  };
}

function applicationType({ purpose, companyType }: SimulatedSearch): string {
  if (purpose === 'quotation') return 'QL';
  if (purpose === 'identity') return 'IA';
  if (purpose === 'consumer-enquiry') return 'UC';
  if (purpose === 'debt-recovery') return 'DR';
  if (companyType === 'motor-finance') return 'HP';
  if (companyType === 'credit-card-issuer') return 'CC';
  return companyType === 'mortgage-lender' ? 'MG' : 'PL';
}

export function nameOf(person: { title?: string; forename: string; middleName?: string; surname: string }) {
  const { title, forename, middleName, surname } = person;
  return toName(
    { ...given({ title, middleName }), firstName: forename, lastName: surname },
    startFolding(),
    '',
  );
}
