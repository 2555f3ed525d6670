// A simulated file as its adapter would map it, without the wire in between: the same fields are lost. For scoring the merge alone,
// on any number of people.
import type {
  SimulatedAccount,
  SimulatedFile,
} from '../../../src/bureaus/simulation/population/simulated-file.ts';
import { given } from '../../../src/domain/given.ts';
import type { BureauFile, FileAccount, FileSearch } from '../../../src/domain/reports/bureau-file.ts';
import type { UkAddress } from '../../../src/domain/reports/consumer.ts';
import type {
  AccountProduct,
  AccountStatus,
  AccountType,
  BureauId,
  Money,
} from '../../../src/domain/reports/credit-report.ts';
import { historyOnWire } from './neutral-history.ts';

/** `agreements` and `enquiries`: the ground truth behind each record, by reference. */
export type NeutralFile = {
  file: BureauFile;
  agreements: Map<string, string>;
  enquiries: Map<string, string>;
  /** By the very object that stands in the file. */
  homes: Map<UkAddress, string>;
};

/** Equifax gives lender names and account numbers in JSON only; over SOAP no record has them. */
export type EquifaxDialect = 'json' | 'soap';

export function toNeutralFile(simulated: SimulatedFile, dialect: EquifaxDialect = 'json'): NeutralFile {
  const { bureau, person } = simulated;
  const isNameless = bureau === 'equifax' && dialect === 'soap';
  const lost = [...(LOST[bureau] ?? []), ...(isNameless ? LOST_OVER_SOAP : [])];
  const accounts = simulated.accounts.map((account, index) => ({ account, ref: `${bureau}/${index}` }));
  const searches = simulated.searches.map((search, index) => ({ search, ref: `${bureau}/search/${index}` }));
  const residencies = person.addresses.map(({ address, monthsAtAddress }, index) => ({
    // A copy: two files must not share it, or the score could not tell them apart.
    address: { ...address, ...(bureau === 'equifax' ? padNumber(address) : {}) },
    isCurrent: index === 0,
    ...(bureau === 'equifax' ? inYears(monthsAtAddress) : { monthsAtAddress }),
  }));
  return {
    file: {
      bureau,
      accounts: accounts.map(({ account, ref }) =>
        toAccount(bureau, bureau === 'equifax' ? onEquifax(account) : account, ref, lost),
      ),
      searches: searches.map(
        ({ search, ref }): FileSearch => ({
          ref,
          companyName: (isNameless ? undefined : search.companyName) ?? search.companyType,
          companyType: search.companyType,
          // Only TransUnion gives the time of day.
          date: bureau === 'transunion' ? search.at : `${search.at.slice(0, 10)}T00:00:00.000Z`,
          isDateOnly: bureau !== 'transunion',
          kind: `${bureau} ${search.purpose}`,
          purpose: search.purpose,
        }),
      ),
      residencies,
    },
    agreements: new Map(accounts.map(({ account, ref }) => [ref, account.agreementId])),
    enquiries: new Map(searches.map(({ search, ref }) => [ref, search.enquiryId])),
    homes: new Map(residencies.map(({ address }, index) => [address, person.addresses[index]?.id ?? ''])),
  };
}

function padNumber({ buildingNumber }: UkAddress): Partial<UkAddress> {
  return buildingNumber === undefined ? {} : { buildingNumber: buildingNumber.padStart(5, '0') };
}

/** Equifax's roll has years: what lies between two of them is whole years, about as many as these. */
function inYears(months: number): { monthsAtAddress?: number } {
  const years = Math.round(months / 12);
  return years === 0 ? {} : { monthsAtAddress: years * 12 };
}

/** Equifax gives the balance of a default beside the current one, which may be missing; zero is "not reported" at the start. */
function onEquifax({ startBalancePounds, ...account }: SimulatedAccount): SimulatedAccount {
  const isOver = account.endDate !== undefined || OVER.includes(account.status);
  const owed = account.balancePounds ?? (isOver ? undefined : account.defaultBalancePounds);
  return {
    ...account,
    ...given({ balancePounds: owed, startBalancePounds: startBalancePounds || undefined }),
  };
}
const OVER: readonly AccountStatus[] = ['settled', 'closed', 'transferred'];

/** Fields that a bureau's wire does not carry. */
const LOST: Partial<Record<BureauId, readonly (keyof FileAccount)[]>> = {
  equifax: ['defaultDate', 'isJoint', 'balloon'],
  experian: ['startBalance', 'balloon'],
  transunion: ['numberOfPayments'],
};
/** TransUnion has a code for each product, Experian one for every sale with a balloon and one for every other, Equifax none. */
const PRODUCT_ON_WIRE: Partial<
  Record<BureauId, (product: AccountProduct | undefined, type: AccountType) => AccountProduct | undefined>
> = {
  // Its code of a hire purchase that it knows no more of is that of the plain one.
  transunion: (product, type) => product ?? (type === 'hire-purchase' ? 'hire-purchase' : undefined),
  // None of its codes is of hire purchase or of a lease without saying which.
  experian: (product, type) => {
    if (type === 'lease') return product ?? 'finance-lease';
    if (type !== 'hire-purchase') return undefined;
    return product === 'pcp' || product === 'balloon-hire-purchase'
      ? 'balloon-hire-purchase'
      : 'hire-purchase';
  },
};
const LOST_OVER_SOAP: readonly (keyof FileAccount)[] = ['accountNumber', 'companyName'];

function toAccount(
  bureau: BureauId,
  account: SimulatedAccount,
  ref: string,
  lost: readonly (keyof FileAccount)[],
): FileAccount {
  const given: { [Field in keyof FileAccount]: FileAccount[Field] | undefined } = {
    ref,
    title: account.holder.title,
    firstName: account.holder.forename,
    lastName: account.holder.surname,
    accountNumber: account.accountNumber,
    accountType: account.type,
    accountStatus: bureau === 'transunion' ? transunionStatus(account) : account.status,
    product: PRODUCT_ON_WIRE[bureau]?.(account.product, account.type),
    companyType: account.lenderType,
    companyName: account.lenderName,
    numberOfPayments: account.numberOfPayments,
    repaymentPeriod: account.repaymentPeriodMonths,
    payment: toMoney(account.paymentPounds),
    startBalance: toMoney(account.startBalancePounds),
    balance: toMoney(bureau === 'transunion' ? transunionBalance(account) : account.balancePounds),
    isBalanceWithheld: bureau === 'equifax' && account.isBalanceSuppressed ? true : undefined,
    defaultBalance: toMoney(account.defaultBalancePounds),
    balloon: toMoney(account.balloonPounds),
    creditLimit: toMoney(account.limitPounds),
    startDate: account.startDate,
    endDate: account.endDate,
    defaultDate: account.defaultDate,
    lastUpdated: account.lastUpdated,
    isJoint: account.isJoint,
    birthdayDiffers: account.dateOfBirth === undefined ? undefined : true,
    history: historyOnWire(bureau, account),
  };
  if (bureau === 'experian') Object.assign(given, saidByExperian(account));
  const kept = Object.entries(given).filter(
    ([field, value]) => value !== undefined && !lost.includes(field as keyof FileAccount),
  );
  return Object.fromEntries(kept) as FileAccount;
}

/**
 * It says that an account is joint, never that it is not; a default without another balance has that of the default; a term is a number
 * of payments; and it has no code for insurers.
 */
function saidByExperian(account: SimulatedAccount): Partial<FileAccount> {
  const { isJoint, status, balancePounds, lenderType } = account;
  const defaultBalance = toMoney(account.defaultBalancePounds || undefined);
  const said = {
    isJoint: isJoint || undefined,
    balance: toMoney(balancePounds) ?? (status === 'default' ? defaultBalance : undefined),
    defaultBalance,
    numberOfPayments: account.numberOfPayments ?? account.repaymentPeriodMonths,
    companyType: lenderType === 'insurer' ? 'other' : lenderType,
  };
  return said as Partial<FileAccount>;
}

/** Four statuses have no code at TransUnion; what is written off or sold keeps its default. */
function transunionStatus({ status, defaultDate }: SimulatedAccount): AccountStatus {
  if (status === 'written-off') return 'default';
  if (status === 'transferred') return defaultDate === undefined ? 'settled' : 'default';
  if (status === 'closed') return 'settled';
  return status === 'unknown' ? 'open' : status;
}

/** Of a default without a balance, that of the default is owed. */
function transunionBalance(account: SimulatedAccount): number | undefined {
  const isOwed = account.defaultDate !== undefined && transunionStatus(account) === 'default';
  return account.balancePounds ?? (isOwed ? account.defaultBalancePounds : undefined);
}

function toMoney(pounds: number | undefined): Money | undefined {
  return pounds === undefined ? undefined : { amount: pounds * 100, currency: 'GBP' };
}
