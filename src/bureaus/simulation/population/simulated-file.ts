// What a simulated bureau holds about a person, before it is put into that bureau's wire form: already distorted the way that
// this bureau distorts (rounding, decorated names, missing numbers), but not yet spelt in its codes. The simulators read this;
// nothing outside the simulators, the population and its scoring does.
import type { UkAddress } from '../../../domain/consumer.ts';
import type { AccountStatus, AccountType, BureauId, CompanyType } from '../../../domain/credit-report.ts';

export type SimulatedPerson = {
  id: string;
  title: string;
  forename: string;
  middleName?: string;
  surname: string;
  dateOfBirth: string;
  /** Current first. */
  addresses: { id: string; address: UkAddress; monthsAtAddress: number }[];
};

export type SimulatedAccount = {
  /** The agreement that this record is of: the ground truth that merging is scored against. Never put on a wire. */
  agreementId: string;
  holder: { title?: string; forename: string; surname: string };
  /** Index into the person's addresses. */
  addressIndex: number;
  /** As this bureau writes it; absent where it does not tell. */
  lenderName?: string;
  lenderType: CompanyType;
  /** As this bureau holds it: whole, masked or suffixed; absent where it does not tell. */
  accountNumber?: string;
  type: AccountType;
  status: AccountStatus;
  startDate: string;
  endDate?: string;
  defaultDate?: string;
  lastUpdated: string;
  /** Whole pounds, as all three bureaus report them. */
  balancePounds?: number;
  /** The bureau has a balance and does not show it. */
  isBalanceSuppressed?: true;
  startBalancePounds?: number;
  paymentPounds?: number;
  limitPounds?: number;
  numberOfPayments?: number;
  repaymentPeriodMonths?: number;
  isJoint: boolean;
  /** Newest first: months in arrears (0 to 6), or what the month was marked with. */
  history: (number | 'default' | 'settled' | 'dormant' | 'arrangement' | 'query' | 'unclassified')[];
};

export type SimulatedSearch = {
  /** Ground truth, as above. */
  enquiryId: string;
  companyName?: string;
  companyType: CompanyType;
  /** An instant, ISO 8601 in UTC; a bureau that only tells days cuts it on its wire. */
  at: string;
  purpose: 'credit-application' | 'quotation' | 'identity' | 'consumer-enquiry' | 'debt-recovery';
};

export type SimulatedFile = {
  bureau: BureauId;
  person: SimulatedPerson;
  accounts: SimulatedAccount[];
  searches: SimulatedSearch[];
};

/** What a simulator asks: the caller's words, as far as the wire carries them. */
export type SimulatedQuestion = {
  forename: string;
  surname: string;
  dateOfBirth: string;
  postcode: string;
  /** House number, name or flat, in whatever form it came. */
  premises: string[];
};

export type SimulatedBureau = {
  /** `ambiguous`: the address fits several places, so that the bureau answers with a list to pick from. */
  find(
    question: SimulatedQuestion,
  ):
    | { kind: 'found'; file: SimulatedFile }
    | { kind: 'ambiguous'; candidates: UkAddress[] }
    | { kind: 'nobody' };
};
