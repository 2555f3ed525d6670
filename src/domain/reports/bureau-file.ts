// A bureau file: what one bureau returned about one consumer, in our words and before any merging. A field that the bureau
// did not give is absent, never zero and never an empty string. Account numbers here may be whole: nothing of this type leaves
// the service; the credit report made from it shows trailing digits only.
import type { UkAddress } from './consumer.ts';
import type {
  AccountProduct,
  AccountStatus,
  AccountType,
  Arrears,
  BureauId,
  BureauNote,
  CompanyType,
  LeftOut,
  Money,
  PaymentMonths,
  SearchPurpose,
} from './credit-report.ts';
import type {
  Association,
  BureauScore,
  FraudMarker,
  Insolvency,
  Judgment,
  Notice,
  RollEntry,
} from './file-parts.ts';

export type { SearchPurpose } from './credit-report.ts';

export type BureauFile = {
  bureau: BureauId;
  accounts: FileAccount[];
  searches: FileSearch[];
  residencies: FileResidency[];
  /** The rest of the file; each absent where there is none. */
  judgments?: FileJudgment[];
  insolvencies?: FileInsolvency[];
  associations?: FileAssociation[];
  aliases?: FileAssociation[];
  notices?: FileNotice[];
  fraudMarkers?: Omit<FraudMarker, 'id'>[];
  scores?: Omit<BureauScore, 'id'>[];
  /** Records of the reply that are not in this file; absent where there are none. */
  leftOut?: LeftOut[];
  /** What was hard to read, as a whole; absent where nothing was. */
  notes?: BureauNote[];
};

/** The most accounts, and the most searches, that one bureau may return: more than any person has. What is bigger is rejected. */
export const RECORDS_MAX = 1_000;
/** The same of each other part of a file. */
export const PART_RECORDS_MAX = 100;
/** A notice of correction has at most 200 words by law; bureaus allow more. */
export const NOTICE_LENGTH_MAX = 8_000;

export type FileAccount = {
  /** The bureau's own reference of this record, unique within its file. */
  ref: string;
  title?: string;
  firstName?: string;
  lastName?: string;
  /** As the bureau gives it: whole, masked or suffixed. */
  accountNumber?: string;
  accountType: AccountType;
  accountStatus: AccountStatus;
  /** What the bureau's code tells beyond `accountType`, and the code itself. */
  product?: AccountProduct;
  typeCode?: string;
  companyType?: CompanyType;
  companyName?: string;
  numberOfPayments?: number;
  /** In months. */
  repaymentPeriod?: number;
  payment?: Money;
  startBalance?: Money;
  /** What is owed now: of a default without a current balance, the balance of the default. */
  balance?: Money;
  /** The bureau has a balance and does not tell it: not the same as having none. */
  isBalanceWithheld?: true;
  /** What was owed when it defaulted; it stays after the default is satisfied. */
  defaultBalance?: Money;
  /** The lump at the end. */
  balloon?: Money;
  creditLimit?: Money;
  /** Dates are YYYY-MM-DD. */
  startDate?: string;
  endDate?: string;
  defaultDate?: string;
  /** Since when there is an arrangement to pay. */
  arrangementDate?: string;
  lastUpdated?: string;
  isJoint?: boolean;
  /** The record has another birthday, close enough to be a slip of the pen. */
  birthdayDiffers?: true;
  /** At most HISTORY_MONTHS_MAX months. */
  history?: PaymentMonths;
  arrears?: Arrears;
  notices?: FileNotice[];
};

/** A notice of correction or dispute. */
export type FileNotice = Omit<Notice, 'id'>;

/** `ref`: unique within its file, of a judgment and of an insolvency. */
type PublicRecord = { ref: string; birthdayDiffers?: true; notices?: FileNotice[] };
export type FileJudgment = Omit<Judgment, 'bureaus' | 'notices'> & PublicRecord;
export type FileInsolvency = Omit<Insolvency, 'bureaus' | 'notices'> & PublicRecord;

/** An associate or an alias, by name. */
export type FileAssociation = Omit<Association, 'bureaus' | 'notices'> & { notices?: FileNotice[] };

export type FileSearch = {
  /** Unique within its file. */
  ref: string;
  /** Of a company without a name, a label for its kind ("Bank"). */
  companyName: string;
  /** The kind of company, where the bureau says. */
  companyType?: CompanyType;
  /** An instant, ISO 8601 in UTC. A bureau that gives a day only means its first moment. */
  date: string;
  isDateOnly: boolean;
  /** What the search was for, in the bureau's own code. */
  kind?: string;
  /** The same in our words, which every bureau shares: searches of two bureaus are compared by it. */
  purpose?: SearchPurpose;
};

export type FileResidency = {
  /** The bureau's own id of the address, where it has one. */
  addressId?: string;
  address: UkAddress;
  isCurrent: boolean;
  /** Months lived there, where the bureau says. */
  monthsAtAddress?: number;
  /** When the person was on the electoral roll there. */
  roll?: Omit<RollEntry, 'bureaus'>[];
};
