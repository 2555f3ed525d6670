// One record of CAIS as an account of the file.
import { given } from '../../domain/given.ts';
import type { FileAccount } from '../../domain/reports/bureau-file.ts';
import type { Arrears, Money } from '../../domain/reports/credit-report.ts';
import { field, list } from '../reading/json.ts';
import { byTheMonth } from '../reading/monthly-payment.ts';
import { toPaymentMonths } from '../reading/payment-months.ts';
import { accountNumber, wholeNumber, wireText } from '../reading/wire-values.ts';
import { hasUnknownLetter, type StatusSigns, toAccountStatus, toMonth, toMonths } from './account-status.ts';
import { toAccountKind, toCompanyType } from './codes.ts';
import { countOrNone, fromDate, fromPounds, moneyOrNone, toMoney } from './values.ts';

const MONTHS_MAX = 1_200;

/** `hasUnknownCode`: one of its codes is in no list. */
type ReadAccount = { account: FileAccount; hasUnknownCode: boolean };

export function fromDetail(detail: unknown, ref: string, more: { birthdayDiffers?: true }): ReadAccount {
  const text = (...path: string[]) => wireText(field(detail, ...path));
  const company = toCompanyType(text('CompanyType'));
  const { isUnknown, accountType, ...kind } = toAccountKind(text('AccountType'), company.companyType);
  const codes = field(detail, 'AccountStatusCodes');
  const { signs, dates } = readSigns(detail, codes);
  const accountStatus = toAccountStatus(signs);
  const lastUpdated = fromDate(field(detail, 'LastUpdatedDate'));
  const defaultBalance = moneyOrNone(field(detail, 'CurrentDefBalance', 'Amount'));
  const repaymentPeriod = repaymentPeriodOf(detail);
  const account = {
    ref,
    accountType,
    accountStatus,
    ...more,
    ...given({
      ...kind,
      title: text('Name', 'Title'),
      firstName: text('Name', 'Forename'),
      lastName: text('Name', 'Surname'),
      accountNumber: accountNumber(field(detail, 'AccountNumber')),
      companyType: company.companyType,
      companyName: text('SupplyCompanyName'),
      ...paymentsOf(detail, repaymentPeriod),
      repaymentPeriod,
      balance: balanceOf(detail, signs, defaultBalance),
      defaultBalance,
      creditLimit: toMoney(fromPounds(field(detail, 'CreditLimit', 'Amount'))),
      startDate: fromDate(field(detail, 'CAISAccStartDate')),
      ...dates,
      lastUpdated,
      isJoint: fromJoint(text('JointAccount')),
      // The first code is that of the month of the last update.
      history: toPaymentMonths(lastUpdated, toMonths(codes)),
      arrears: arrearsOf(detail),
    }),
  };
  return { account, hasUnknownCode: isUnknown || company.isUnknown || hasUnknownLetter(signs, codes) };
}

type Dates = Record<'endDate' | 'defaultDate' | 'arrangementDate', string | undefined>;

function readSigns(detail: unknown, codes: unknown): { signs: StatusSigns; dates: Dates } {
  const letter = (...path: string[]) => wireText(field(detail, ...path))?.toUpperCase();
  const [status, instruction, caption] = ['AccountStatus', 'SpecialInstrInd', 'SettleDateCaption'].map(
    (name) => letter(name),
  );
  const month = typeof codes === 'string' ? codes[0] : undefined;
  const settlementDate = fromDate(field(detail, 'SettlementDate'));
  const satisfiedOn = fromDate(field(detail, 'DefaultSatisfyDate'));
  const isDefault =
    status === 'F' ||
    month === '8' ||
    month === '9' ||
    (caption === 'D' && settlementDate !== undefined) ||
    (fromPounds(field(detail, 'CurrentDefBalance', 'Amount')) ?? 0) > 0;
  // The caption says what the day is; without one, that of a default is the day of the default.
  const isDayOfDefault = caption === 'D' || (caption !== 'S' && isDefault);
  const settledOn = isDayOfDefault ? undefined : settlementDate;
  const isSettled =
    status === 'S' ||
    isSettledWord(letter('Balance', 'Narrative')) ||
    isSettledWord(letter('CurrentDefBalance', 'Narrative')) ||
    satisfiedOn !== undefined ||
    // Without a caption, a letter that says it is alive is believed.
    (settledOn !== undefined && (caption === 'S' || (status !== 'A' && status !== 'D')));
  const instructedOn = fromDate(field(detail, 'SpecialInstrDet', 'StartDate'));
  // A partial settlement and a voluntary termination end an account on their own day.
  const isEnding = (instruction === 'P' && isSettled) || instruction === 'V';
  return {
    signs: {
      status,
      month,
      instruction,
      isDefault,
      isSettled,
      hasDelinquentBalance: (fromPounds(field(detail, 'DelinquentBalance', 'Amount')) ?? 0) > 0,
    },
    dates: {
      endDate: satisfiedOn ?? settledOn ?? (isEnding ? instructedOn : undefined),
      defaultDate: isDayOfDefault ? settlementDate : undefined,
      arrangementDate: instruction === 'A' || instruction === 'M' ? instructedOn : undefined,
    },
  };
}

/** S settled, T satisfied. */
function isSettledWord(narrative: string | undefined): boolean {
  return narrative === 'S' || narrative === 'T';
}

/** What is owed now. */
function balanceOf(
  detail: unknown,
  { isDefault, isSettled, instruction, month }: StatusSigns,
  defaultBalance: Money | undefined,
): Money | undefined {
  const stated = fromPounds(field(detail, 'Balance', 'Amount'));
  // Where the figure would stand the bureau says that it is settled: nothing is owed.
  if (isSettledWord(wireText(field(detail, 'Balance', 'Narrative'))?.toUpperCase())) return toMoney(0);
  if (isDefault && isSettled && instruction !== 'C') return stated === 0 ? toMoney(0) : undefined;
  if (stated !== undefined) return toMoney(stated);
  // A debt that was assigned is owed to its buyer.
  if (isSettled || instruction === 'C') return undefined;
  if (isDefault) return defaultBalance;
  // Of twelve months, the newest; those before the first month of an account are filled with zeros and have no status.
  const [newest] = list(detail, 'AccountBalances');
  const isMonth = wireText(field(newest, 'Status')) !== undefined || (month ?? ' ').trim() !== '';
  return isMonth ? toMoney(fromPounds(field(newest, 'AccountBalance'))) : undefined;
}

const PAYMENTS_A_YEAR: Readonly<Record<string, number>> = { W: 52, F: 26, M: 12, Q: 4, A: 1 };

/** `MnthlyRepayment` is by the month whatever the frequency. */
function paymentsOf(detail: unknown, repaymentPeriod: number | undefined) {
  const letter = wireText(field(detail, 'PaymentFrequency'))?.toUpperCase();
  const aYear = letter === undefined ? undefined : (PAYMENTS_A_YEAR[letter] ?? null);
  const numberOfPayments =
    countOrNone(field(detail, 'NoOfPayments'), MONTHS_MAX) ??
    // As many as months, where it is paid by the month.
    (letter === 'M' ? repaymentPeriod : undefined);
  const said = byTheMonth({ payment: moneyOrNone(field(detail, 'Payment')), numberOfPayments }, aYear);
  const byMonth = moneyOrNone(field(list(detail, 'MnthlyRepayment')[0], 'MnthlyRepayment'));
  return { ...given({ payment: byMonth }), ...said };
}

function repaymentPeriodOf(detail: unknown): number | undefined {
  return (
    countOrNone(field(detail, 'RepaymentPeriod'), MONTHS_MAX) ??
    countOrNone(field(list(detail, 'RepaymentPeriods')[0], 'RepaymentPeriod'), MONTHS_MAX)
  );
}

/** Arrears further back than the twelve months are known only by these counts. */
function arrearsOf(detail: unknown): Arrears | undefined {
  const count = (name: string) => wholeNumber(field(detail, name), MONTHS_MAX);
  const months = count('NumOfMonthsHistory');
  const [oneOrTwo, threeOrMore] = [count('Status1To2'), count('StatusTo3')];
  if (!months || oneOrTwo === undefined || threeOrMore === undefined) return undefined;
  const worst = toMonth(wireText(field(detail, 'WorstStatus'))?.toUpperCase());
  return { months, oneOrTwo, threeOrMore, ...given({ worst }) };
}

/** J: joint, this holder; M: joint, the other one. Absent says nothing. */
function fromJoint(code: string | undefined): boolean | undefined {
  if (code === undefined) return undefined;
  return /^[JMY]$/i.test(code);
}
