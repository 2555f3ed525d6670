// What a test number puts on file. The accounts of the scenario become bureau files, in which the bureaus say of them what the number
// stands for; the files are merged as in live mode. So adverse words, disagreements, histories and doubts are those of merging.
//
// Most numbers are about the subject, the first hire purchase: every scenario with accounts has one, and it is what agreements and
// attributes are read for. Without accounts there is nothing on file, whatever the number.
import type { RegisteredBureau } from '../../bureaus/index.ts';
import { given } from '../../domain/given.ts';
import { mergeSteps } from '../../domain/merging/merge-files.ts';
import type { BureauFile } from '../../domain/reports/bureau-file.ts';
import type { AccountRecord, CreditReport, Money } from '../../domain/reports/credit-report.ts';
import type { TestEffect } from '../test-numbers.ts';
import { dayBefore, monthEnd } from './calendar.ts';
import { HOSTILE_MARKS, HOSTILE_NAMES } from './hostile-names.ts';
import { DEBT_PURCHASER } from './lenders.ts';
import type { Random } from './random.ts';

/** How the subject was paid in its newest months, the newest first (makeAccount). Empty: on time. */
export const COURSES: Partial<Record<TestEffect, string>> = {
  arrears: '321',
  default: 'dddd54321',
  arrangement: 'aaa321',
  'sold-debt': 'ddddd54321',
  disagreements: '',
  'possibly-same': '',
};

type Report = Omit<CreditReport, 'coverage'>;
type Needs = { bureaus: readonly RegisteredBureau[]; random: Random };

/** The report with what the bureaus say of its accounts, merged. In steps. */
export function* putOnFile(effect: TestEffect, report: Report, needs: Needs): Generator<void, Report> {
  const records = report.consumerData.records.map((record, index) => sayOfEach(effect, record, index));
  const subject = records.findIndex(({ accountType }) => accountType === 'hire-purchase');
  const say = OF_SUBJECT[effect];
  const files = needs.bureaus.map(({ id }, at): BureauFile => {
    const accounts = records.flatMap((record, index) => {
      const said = index === subject && say !== undefined ? say(record, at, needs) : record;
      if (said === null) return [];
      const { bureaus, ...account } = said;
      return bureaus.flatMap((mark) => (mark.id === id ? [{ ...account, ref: mark.ref }] : []));
    });
    return { bureau: id, accounts, searches: [], residencies: [] };
  });
  yield;
  const { accounts } = yield* mergeSteps(files);
  return {
    ...report,
    consumerData: { records: accounts.map(({ record }) => record) },
    previousSearches: effect === 'hostile-text' ? hostileSearches(report) : report.previousSearches,
  };
}

/** Two pounds apart from those of the next; what is paid off stays so. */
function ownSums(record: AccountRecord, index: number): Partial<AccountRecord> {
  const moved = (money: Money | undefined): Money | undefined =>
    money === undefined || money.amount === 0 ? money : { ...money, amount: money.amount + index * 200 };
  const { payment, startBalance, creditLimit, balance } = record;
  return given({
    payment: moved(payment),
    startBalance: moved(startBalance),
    creditLimit: moved(creditLimit),
    balance: moved(balance),
  });
}

/** What every bureau says of an account, the subject or not. */
function sayOfEach(effect: TestEffect, record: AccountRecord, index: number): AccountRecord {
  switch (effect) {
    case 'many-records':
      // Each with digits and sums of its own, so that no two are taken for one.
      return { ...record, ...ownSums(record, index), accountNumber: `****${1_000_000 + index * 7}` };
    case 'no-history': {
      const { history, lastUpdated, endDate, defaultDate, creditLimit, isJoint, ...thin } = record;
      return thin;
    }
    case 'hostile-text':
      return {
        ...record,
        companyName: HOSTILE_NAMES[index % HOSTILE_NAMES.length] as string,
        lastName: `${record.lastName}${HOSTILE_MARKS}`,
      };
    default:
      return record;
  }
}

/** What the bureau at this place among those asked says of the subject. Null: nothing. */
type Say = (subject: AccountRecord, at: number, needs: Needs) => AccountRecord | null;

const OF_SUBJECT: Partial<Record<TestEffect, Say>> = {
  'sold-debt': (subject, at, needs) => {
    const held = heldAt(subject, at, needs);
    return at === needs.bureaus.length - 1 ? boughtBy(held, needs.random) : soldBy(held);
  },
  disagreements: (subject, at, needs) => {
    const held = heldAt(subject, at, needs);
    return at === 0 ? held : at === 1 ? inArrears(held) : jointlyHeld(held);
  },
  'possibly-same': (subject, at, needs) => {
    const held = heldAt(subject, at, needs);
    return at === 0 ? held : at === 1 ? hardlyKnown(held) : null;
  },
};

/** Held by the bureau, though the scenario may not have given it to this one. */
function heldAt(subject: AccountRecord, at: number, { bureaus, random }: Needs): AccountRecord {
  const { id, syntheticReference } = bureaus[at] as RegisteredBureau;
  const ref = subject.bureaus.find((mark) => mark.id === id)?.ref ?? syntheticReference(random.int);
  return { ...subject, bureaus: [{ id, ref }] };
}

/** The months that the purchaser has had the debt. */
const BOUGHT_MONTHS = 3;

/** How many months before its newest one it was sold, and the day. */
function saleOf({ history, accountStatus }: AccountRecord): { back: number; day: string } {
  const back = BOUGHT_MONTHS + (accountStatus === 'settled' ? 1 : 0);
  return { back, day: monthEnd(history?.newest ?? '', back) };
}

/** The lender closed its account on the day of the sale: nothing is owed to it any more. */
function soldBy(subject: AccountRecord): AccountRecord {
  const { back, day } = saleOf(subject);
  const months = `t${(subject.history?.months ?? '').slice(back + 1)}`;
  return {
    ...subject,
    accountStatus: 'transferred',
    balance: pence(subject.balance, 0),
    endDate: day,
    lastUpdated: day,
    history: { newest: day.slice(0, 7), months },
  };
}

/** The purchaser counts from that day, and calls what was left the start balance. */
function boughtBy(subject: AccountRecord, random: Random): AccountRecord {
  const { back, day } = saleOf(subject);
  const { numberOfPayments, repaymentPeriod, payment, startBalance, product, balloon, ...left } = subject;
  return {
    ...left,
    ...DEBT_PURCHASER,
    accountNumber: `****${random.digits(4)}`,
    startDate: day,
    ...((left.balance?.amount ?? 0) > 0 && left.balance && { startBalance: left.balance }),
    history: {
      newest: subject.history?.newest ?? '',
      months: (subject.history?.months ?? '').slice(0, back),
    },
  };
}

/** Two payments behind; or it was, before it was settled. And begun two days earlier. */
function inArrears(subject: AccountRecord): AccountRecord {
  const { history, payment, balance } = subject;
  const isSettled = subject.accountStatus === 'settled';
  const lead = isSettled ? 1 : 0;
  const months = history?.months ?? '';
  return {
    ...subject,
    ...(!isSettled && {
      accountStatus: 'delinquent',
      balance: pence(balance, (balance?.amount ?? 0) + 2 * (payment?.amount ?? 0)),
    }),
    startDate: dayBefore(subject.startDate ?? '', 0, 2),
    history: { newest: history?.newest ?? '', months: `${months.slice(0, lead)}21${months.slice(lead + 2)}` },
  };
}

const OTHER_PAYMENT_PENCE = 1_000;

function jointlyHeld(subject: AccountRecord): AccountRecord {
  const { payment } = subject;
  return { ...subject, isJoint: true, payment: pence(payment, (payment?.amount ?? 0) + OTHER_PAYMENT_PENCE) };
}

/** Name, kind and a start forty days off: too little to merge, too much to ignore. */
function hardlyKnown({ startDate, ...subject }: AccountRecord): AccountRecord {
  const { title, firstName, lastName, accountType, accountStatus, companyType, companyName, bureaus } =
    subject;
  return {
    ...(title !== undefined && { title }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(companyType !== undefined && { companyType }),
    ...(companyName !== undefined && { companyName }),
    accountType,
    accountStatus,
    startDate: dayBefore(startDate ?? '', 1, 10),
    bureaus,
  };
}

function pence(money: Money | undefined, amount: number): Money {
  return { amount, currency: money?.currency ?? 'GBP' };
}

function hostileSearches({ previousSearches: { providers } }: Report): Report['previousSearches'] {
  const named = providers.map((provider, index) => ({
    ...provider,
    companyName: HOSTILE_NAMES[index] as string,
  }));
  return { providers: named };
}
