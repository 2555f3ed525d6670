// What a simulated bureau has on file about a person, before it is encoded for that bureau's wire: already distorted as this
// bureau distorts (rounding, decorated names, missing numbers), but not yet in its codes. Only the simulators, the population and
// the merge score read it.
import type { UkAddress } from '../../../domain/reports/consumer.ts';
import type {
  AccountProduct,
  AccountStatus,
  AccountType,
  BureauId,
  CompanyType,
} from '../../../domain/reports/credit-report.ts';
import type {
  InsolvencyKind,
  InsolvencyStatus,
  JudgmentKind,
  JudgmentStatus,
  RestrictionKind,
} from '../../../domain/reports/file-parts.ts';
import type { Dialect } from '../dialect.ts';

export type SimulatedPerson = {
  id: string;
  title: string;
  forename: string;
  middleName?: string;
  surname: string;
  dateOfBirth: string;
  /** Current first. */
  addresses: { id: string; address: UkAddress; monthsAtAddress: number }[];
  /** In which dialect simulators write by person; drawn from the id where it is absent. */
  dialect?: Dialect;
};

export type SimulatedAccount = {
  /** The agreement behind this record: the ground truth that merging is scored against. Never put on a wire. */
  agreementId: string;
  holder: { title?: string; forename: string; surname: string };
  /** The holder's birthday as it was mistyped on this record; absent where it is right. */
  dateOfBirth?: string;
  /** Index into the person's addresses. */
  addressIndex: number;
  /** As this bureau spells it; absent where it does not say. */
  lenderName?: string;
  lenderType: CompanyType;
  /** As this bureau has it: whole, masked or suffixed; absent where it does not say. */
  accountNumber?: string;
  type: AccountType;
  /** The kind of sale, lease or car loan as it really is; a wire may tell less. */
  product?: AccountProduct;
  status: AccountStatus;
  startDate: string;
  endDate?: string;
  defaultDate?: string;
  lastUpdated: string;
  /** Whole pounds, as all bureaus report them. */
  balancePounds?: number;
  /** The bureau has a balance and withholds it. */
  isBalanceSuppressed?: true;
  /** What was owed on the day of the default. */
  defaultBalancePounds?: number;
  /** The lump at the end of a PCP or a balloon hire purchase. */
  balloonPounds?: number;
  startBalancePounds?: number;
  paymentPounds?: number;
  limitPounds?: number;
  numberOfPayments?: number;
  repaymentPeriodMonths?: number;
  isJoint: boolean;
  /** Told on the day and not filed with the month's accounts, where a bureau keeps the two apart. */
  isToldDailyOnly?: true;
  /** Newest first, from the month of `lastUpdated`: months in arrears (0 to 6), or the mark of the month. */
  history: MonthMark[];
};

export type MonthMark =
  | number
  | 'default'
  | 'settled'
  | 'dormant'
  | 'arrangement'
  | 'query'
  | 'transferred'
  | 'unclassified';

export type SimulatedSearch = {
  /** Ground truth, as above. */
  enquiryId: string;
  companyName?: string;
  companyType: CompanyType;
  /** An instant, ISO 8601 in UTC; a bureau that gives days only truncates it on its wire. */
  at: string;
  purpose: 'credit-application' | 'quotation' | 'identity' | 'consumer-enquiry' | 'debt-recovery';
};

export type SimulatedNotice = { ref: string; date: string; text: string };

/** `recordId`: ground truth, as above. */
type SimulatedPublicRecord = {
  recordId: string;
  court: string;
  caseNumber?: string;
  amountPence?: number;
  date: string;
  notice?: SimulatedNotice;
};
export type SimulatedJudgment = SimulatedPublicRecord & {
  kind: JudgmentKind;
  status: JudgmentStatus;
  satisfiedDate?: string;
};
export type SimulatedInsolvency = SimulatedPublicRecord & {
  kind: InsolvencyKind;
  status: InsolvencyStatus;
  endDate?: string;
  tradingName?: string;
  restriction?: { kind: RestrictionKind; from: string; to: string };
};

/** An associate, or another name of the person. */
export type SimulatedName = {
  title: string;
  forename: string;
  surname: string;
  dateOfBirth: string;
  since: string;
};

export type SimulatedParts = {
  judgments: SimulatedJudgment[];
  insolvencies: SimulatedInsolvency[];
  associates: SimulatedName[];
  aliases: SimulatedName[];
  notices: SimulatedNotice[];
  fraudMarkers: { companyName: string; date: string }[];
};

export type SimulatedFile = {
  bureau: BureauId;
  person: SimulatedPerson;
  accounts: SimulatedAccount[];
  searches: SimulatedSearch[];
  /** Absent where there is none of it. */
  parts?: SimulatedParts;
};

/** Another person on file at the address: written in the dialect `others` only, and never the person's. */
export type SimulatedOther = {
  relation: 'associate' | 'family' | 'stranger';
  person: Pick<SimulatedPerson, 'title' | 'forename' | 'surname' | 'dateOfBirth'>;
  accounts: SimulatedAccount[];
  searches: SimulatedSearch[];
};

/** What a simulator looks up: the request's own words, as far as the wire carries them. */
export type SimulatedQuestion = {
  forename: string;
  surname: string;
  /** Earlier names that were asked for too: a file under any of them is found. */
  earlierNames?: { forename: string; surname: string }[];
  dateOfBirth: string;
  postcode: string;
  /** House number, name and flat, in whatever form they came. */
  premises: string[];
};

export type SimulatedBureau = {
  /** `ambiguous`: the address fits several homes, and the bureau answers with a list to pick from. */
  find(
    question: SimulatedQuestion,
  ):
    | { kind: 'found'; file: SimulatedFile; others?: () => SimulatedOther[] }
    | { kind: 'ambiguous'; candidates: UkAddress[] }
    | { kind: 'nobody' };
};
