// Encodes the accounts of a simulated file as CallReport 7 has them (`acc`): whole pounds, two marks a month, a default with its own
// balance, suppressed balances left out.
import { monthNumber, monthText } from '../../domain/days/months.ts';
import type { UkAddress } from '../../domain/reports/consumer.ts';
import type { XmlToWrite } from '../reading/xml-writer.ts';
import type { Dialect } from '../simulation/dialect.ts';
import type { SimulatedAccount } from '../simulation/population/simulated-file.ts';
import { fullName, toLine } from './simulator-lines.ts';
import { companyCodeOf, groupOf, monthCodesOf, statusCodeOf, typeCodeOf } from './simulator-tables.ts';

type Tree = { [name: string]: XmlToWrite };

/** As many as lenders see; a consumer's own report has more. */
const MONTHS_SHOWN = 36;

/** `holder`: whose account it is, and where. In the dialect `thin` only what the schema requires or the file needs. */
export function toAcc(
  account: SimulatedAccount,
  holder: { dateOfBirth: string; address: UkAddress | undefined },
  dialect: Dialect,
): Tree {
  const isThin = dialect === 'thin';
  const { address } = holder;
  const isLate = account.status === 'delinquent' && !isThin;
  return {
    supplierdetails: {
      suppliername: account.lenderName?.slice(0, 60),
      suppliertypecode: companyCodeOf(account.lenderType),
    },
    accholderdetails: {
      name: fullName(account.holder),
      address:
        address === undefined || isThin
          ? undefined
          : { '@current': account.addressIndex === 0 ? 1 : 0, '#text': toLine(address, 'holders') },
      dob: account.dateOfBirth ?? (isThin ? undefined : holder.dateOfBirth),
      statuscode: 'N',
      startdate: isThin ? undefined : account.startDate,
      enddate: isThin ? undefined : account.endDate,
    },
    default: account.defaultDate === undefined ? undefined : toDefault(account, account.defaultDate),
    delinquent: isLate
      ? {
          delinqdate: firstDayOf(account, (mark) => typeof mark === 'number' && mark > 0),
          delinqbal: account.balancePounds ?? 0,
        }
      : undefined,
    acchistory: { ah: toMonths(account) },
    accdetails: toDetails(account, isThin),
  };
}

function toDefault(account: SimulatedAccount, defdate: string): Tree {
  const isOver = account.status === 'settled' || account.status === 'closed';
  return {
    defdate,
    origdefbal: account.defaultBalancePounds ?? 0,
    defsatdate: isOver ? (account.endDate ?? account.lastUpdated) : undefined,
  };
}

function toDetails(account: SimulatedAccount, isThin: boolean): Tree {
  const { numberOfPayments, repaymentPeriodMonths, startDate } = account;
  const isArranged = account.status === 'arrangement';
  return {
    accno: account.accountNumber?.slice(0, 20),
    joint: account.isJoint ? 1 : 0,
    status: statusCodeOf(account),
    dateupdated: account.lastUpdated,
    acctypecode: typeCodeOf(account),
    accgroupid: isThin ? undefined : groupOf(account.type),
    currencycode: 'GBP',
    balance: account.isBalanceSuppressed ? undefined : account.balancePounds,
    limit: account.limitPounds,
    openbalance: account.startBalancePounds,
    arrstartdate: isArranged ? firstDayOf(account, (mark) => mark === 'arrangement') : undefined,
    paystartdate: isThin ? undefined : startDate,
    accstartdate: startDate,
    accenddate: account.endDate,
    regpayment: account.paymentPounds,
    repayperiod: repaymentPeriodMonths ?? numberOfPayments ?? (isThin ? undefined : 0),
    repayfreqcode: numberOfPayments === undefined && account.paymentPounds === undefined ? 'P' : 'M',
    lumppayment: account.balloonPounds ?? (isThin ? undefined : 0),
  };
}

/** The first day of the months, back from the newest, that are marked so. */
function firstDayOf(
  { history, lastUpdated }: SimulatedAccount,
  isMarked: (mark: unknown) => boolean,
): string {
  const run = history.findIndex((mark) => !isMarked(mark));
  const months = run === -1 ? history.length : run;
  return `${monthText(monthNumber(lastUpdated) - Math.max(0, months - 1))}-01`;
}

function toMonths({ history, lastUpdated }: SimulatedAccount): Tree[] {
  const newest = monthNumber(lastUpdated);
  const marks = history.length === 0 ? (['unclassified'] as const) : history.slice(0, MONTHS_SHOWN);
  return marks.map((mark, age) => {
    const [acc, pay] = monthCodesOf(mark);
    return { '@m': monthText(newest - age), '@acc': acc, '@pay': pay };
  });
}
