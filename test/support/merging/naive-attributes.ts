// The attributes once more, as a person with a pencil would work them out from the definitions of docs/attributes.md: slow, one figure
// at a time, with a calendar of its own. The value alone, or null where it is unknown. For comparison with src/domain/attributes/.
import type { AccountRecord, CreditReport } from '../../../src/domain/reports/credit-report.ts';
import { withoutDoubles } from './naive-doubles.ts';
import { CARDS, LOANS, monthly, pence } from './naive-payments.ts';
import { naivePublicRecords } from './naive-public.ts';

type Value = number | string | null;
const ASSETS = ['hire-purchase', 'lease'];
const HOUSEHOLD = ['communications', 'utility', 'insurance', 'rental'];
const OVER = ['settled', 'closed', 'transferred'];
const ORDER = ['up-to-date', 'late', '1', '2', '3', '4', '5', '6', 'arrangement', 'default'];

export function naiveAttributes(
  report: CreditReport,
  asOf: string,
  day: string,
  income: number | null,
): Record<string, Value> {
  const isPast = asOf < day;
  const all = report.consumerData.records.filter(
    (one) => !isPast || one.startDate === undefined || one.startDate <= asOf,
  );
  const isOpen = (one: AccountRecord): boolean => {
    if (isPast && one.startDate === undefined) return false;
    if (!OVER.includes(one.accountStatus)) return true;
    return isPast && one.endDate !== undefined && one.endDate > asOf;
  };
  const isOver = (one: AccountRecord): boolean =>
    OVER.includes(one.accountStatus) &&
    (!isPast || (one.startDate !== undefined && one.endDate !== undefined && one.endDate <= asOf));
  const open = all.filter(isOpen);
  const of = (types: string[]) => open.filter((one) => types.includes(one.accountType));
  const cards = of(CARDS);
  const once = (records: AccountRecord[], amountOf: (one: AccountRecord) => number | null = () => 1) =>
    withoutDoubles(report.consumerData.records, records, amountOf);
  const count = (records: AccountRecord[]): number => once(records).length;
  const sum = (records: AccountRecord[], amountOf: (one: AccountRecord) => number | null): Value => {
    const kept = once(records, amountOf);
    return add(kept, kept.map(amountOf));
  };
  const balances = (records: AccountRecord[]): Value => sum(records, (one) => pence(one.balance));
  const payments = (records: AccountRecord[]): Value => {
    const paying = records.filter(
      (one) =>
        one.accountType !== 'current-account' && !['default', 'written-off'].includes(one.accountStatus),
    );
    return sum(paying, monthly);
  };
  const usable = cards.filter(
    (one) =>
      pence(one.balance) !== null && pence(one.creditLimit) !== null && Number(one.creditLimit?.amount) > 0,
  );
  const usedOnce = once(usable, (one) => pence(one.balance));
  const used = usedOnce.reduce((total, one) => total + Number(one.balance?.amount), 0);
  const limit = usedOnce.reduce((total, one) => total + Number(one.creditLimit?.amount), 0);
  const share = (a: number, b: number) => Math.round((a / b) * 1000) / 10;
  const present = (value: Value): Value => (isPast ? null : value);
  const total = balances(open.filter(({ accountType }) => accountType !== 'rental'));
  const commitments = payments(open);
  const dated = all.filter((one) => one.startDate !== undefined && one.startDate <= asOf);
  const starts = dated.map((one) => one.startDate as string).sort();
  const isBad = (word: string) => word === 'default' || word === 'written-off';
  const fallen = all.filter((one) =>
    one.defaultDate === undefined
      ? isBad(one.accountStatus) || (one.adverse ?? []).some((word) => isBad(word.status))
      : one.defaultDate <= asOf,
  );
  const fallenBy = fallen.filter(
    (one) =>
      !isPast ||
      one.defaultDate !== undefined ||
      (one.adverse ?? []).some((word) => isBad(word.status) && String(word.date ?? '9999') <= asOf),
  );
  const fallenOn = fallen.filter((one) => one.defaultDate !== undefined);
  const fallenWithin = (months: number) =>
    count(fallenOn.filter((one) => String(one.defaultDate) > back(asOf, months)));
  const credit = [...CARDS, ...LOANS, ...ASSETS, 'mortgage', 'secured-loan'];
  const newWithin = (months: number) =>
    count(
      dated.filter((one) => credit.includes(one.accountType) && String(one.startDate) > back(asOf, months)),
    );
  const searches = (months: number): Value => {
    if (back(asOf, months) < back(day, 12)) return null;
    const days = report.previousSearches.providers.flatMap(({ records }) =>
      records.map(({ date }) => date.substring(0, 10)),
    );
    return days.filter((one) => one > back(asOf, months) && one <= asOf).length;
  };
  const now = nowOf(all, isOpen, asOf, isPast, count);
  const newestDefault = fallenOn
    .map((one) => String(one.defaultDate))
    .sort()
    .pop();
  return {
    ...naivePublicRecords(report, asOf),
    balanceTotal: present(total),
    balanceMortgages: present(balances(of(['mortgage']))),
    balanceSecuredLoans: present(balances(of(['secured-loan']))),
    balanceCards: present(balances(cards)),
    balanceLoans: present(balances(of(LOANS))),
    balanceAssetFinance: present(balances(of(ASSETS))),
    balanceCurrentAccounts: present(balances(of(['current-account']))),
    balanceHousehold: present(balances(of(HOUSEHOLD))),
    balanceOther: present(balances(of(['other']))),
    balanceUnsecured: present(balances(of([...CARDS, ...LOANS, 'current-account']))),
    limitTotal: present(sum(cards, (one) => pence(one.creditLimit) || null)),
    limitUnused: present(usable.length === 0 ? null : limit - used),
    utilisationTotal: present(usable.length === 0 ? null : share(used, limit)),
    utilisationHighest: present(
      usable.length === 0
        ? null
        : Math.max(
            ...usable.map((one) => share(Number(one.balance?.amount), Number(one.creditLimit?.amount))),
          ),
    ),
    cardsOverLimit: present(
      usable.length === 0 && cards.length > 0
        ? null
        : count(usable.filter((one) => Number(one.balance?.amount) > Number(one.creditLimit?.amount))),
    ),
    commitmentsTotal: present(commitments),
    commitmentsMortgages: present(payments(of(['mortgage']))),
    commitmentsSecuredLoans: present(payments(of(['secured-loan']))),
    commitmentsCards: present(payments(cards)),
    commitmentsLoans: present(payments(of(LOANS))),
    commitmentsAssetFinance: present(payments(of(ASSETS))),
    commitmentsHousehold: present(payments(of(HOUSEHOLD))),
    commitmentsOther: present(payments(of(['other']))),
    debtToIncome: present(
      income === null || commitments === null ? null : share(Number(commitments), income),
    ),
    balanceToYearIncome: present(
      income === null || total === null ? null : share(Number(total), income * 12),
    ),
    ...now,
    arrearsWorst6Months: worst(all, asOf, isPast, isOpen, 6),
    arrearsWorst12Months: worst(all, asOf, isPast, isOpen, 12),
    arrearsWorst24Months: worst(all, asOf, isPast, isOpen, 24),
    arrearsWorst72Months: worst(all, asOf, isPast, isOpen, 72),
    defaultsTotal: count(fallenBy),
    defaults12Months: fallenWithin(12),
    defaults24Months: fallenWithin(24),
    defaults36Months: fallenWithin(36),
    defaults72Months: fallenWithin(72),
    defaultNewestMonths: newestDefault === undefined ? null : age(newestDefault, asOf),
    defaultsBalance: present(
      balances(fallen.filter((one) => isOpen(one) && ['default', 'written-off'].includes(one.accountStatus))),
    ),
    accountsTotal: count(isPast ? dated : all),
    accountsOpen: count(open),
    accountsEnded: count(all.filter(isOver)),
    accountsJoint: count(open.filter((one) => one.isJoint)),
    accountOldestMonths: starts[0] === undefined ? null : age(starts[0], asOf),
    accountNewestMonths: starts.length === 0 ? null : age(String(starts.at(-1)), asOf),
    newCredit6Months: newWithin(6),
    newCredit12Months: newWithin(12),
    searches3Months: searches(3),
    searches6Months: searches(6),
    searches12Months: searches(12),
  };
}

function add(records: AccountRecord[], amounts: (number | null)[]): Value {
  const given = amounts.filter((amount) => amount !== null);
  if (records.length > 0 && given.length === 0) return null;
  return given.reduce((sum, amount) => sum + amount, 0);
}

/** So many months earlier, by the machine's calendar. */
function back(day: string, months: number): string {
  const date = new Date(`${day.substring(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(last, Number(day.substring(8))));
  return date.toISOString().substring(0, 10);
}

function age(from: string, to: string): number {
  const [a, b] = [new Date(from), new Date(to)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return b.getUTCDate() < a.getUTCDate() ? months - 1 : months;
}

/** Every month of a history as YYYY-MM, with its mark by the order of ORDER. */
const MARKS = new WeakMap<AccountRecord, Map<string, number>>();

function marksOf(one: AccountRecord): Map<string, number> {
  const found = MARKS.get(one);
  if (found !== undefined) return found;
  const marks = new Map<string, number>();
  MARKS.set(one, marks);
  for (const { newest, months } of one.history === undefined
    ? []
    : [one.history, ...(one.history.bureaus ?? [])]) {
    for (let back = 0; back < months.length; back += 1) {
      const date = new Date(`${newest}-01T00:00:00Z`);
      date.setUTCMonth(date.getUTCMonth() - back);
      const code = months.charAt(back);
      const word = { l: 'late', a: 'arrangement', d: 'default', w: 'default', 0: 'up-to-date' }[code] ?? code;
      const rank = 'sotq'.includes(code) ? 0 : ORDER.indexOf(word);
      const month = date.toISOString().substring(0, 7);
      if (rank >= 0) marks.set(month, Math.max(rank, marks.get(month) ?? 0));
    }
  }
  return marks;
}

function nowOf(
  all: AccountRecord[],
  isOpen: (one: AccountRecord) => boolean,
  asOf: string,
  isPast: boolean,
  count: (records: AccountRecord[]) => number,
): Record<string, Value> {
  const month = asOf.substring(0, 7);
  const unsure = all.filter((one) =>
    isPast
      ? one.startDate === undefined ||
        (OVER.includes(one.accountStatus) && one.endDate === undefined) ||
        (isOpen(one) && !marksOf(one).has(month))
      : isOpen(one) && one.accountStatus === 'unknown',
  );
  const sure = all.filter((one) => isOpen(one) && !unsure.includes(one));
  if (sure.length === 0 && unsure.length > 0)
    return { arrearsNow: null, arrearsWorstNow: null, arrangementsNow: null };
  const opened = all.filter(isOpen);
  const ranks = opened.map((one) => {
    const marks = marksOf(one);
    if (isPast) return marks.get(month) ?? 0;
    if (one.accountStatus === 'arrangement') return 8;
    if (one.accountStatus !== 'delinquent') return 0;
    const newest = [one.history?.newest ?? '', ...(one.history?.bureaus ?? []).map((other) => other.newest)]
      .sort()
      .pop();
    const rank = marks.get(newest ?? '') ?? 0;
    return rank >= 1 && rank <= 7 ? rank : 1;
  });
  const isLate = (rank: number | undefined) => rank !== undefined && rank >= 1 && rank <= 7;
  const late = ranks.filter(isLate);
  return {
    arrearsNow: count(opened.filter((_, at) => isLate(ranks[at]))),
    arrearsWorstNow: sure.length === 0 ? null : (ORDER[Math.max(0, ...late)] as string),
    arrangementsNow: count(opened.filter((_, at) => ranks[at] === 8)),
  };
}

function worst(
  all: AccountRecord[],
  asOf: string,
  isPast: boolean,
  isOpen: (one: AccountRecord) => boolean,
  months: number,
): Value {
  const from = back(`${asOf.substring(0, 7)}-01`, months - 1).substring(0, 7);
  const to = asOf.substring(0, 7);
  const ranks: number[] = [];
  for (const one of all) {
    const first =
      one.startDate !== undefined && one.startDate.substring(0, 7) > from
        ? one.startDate.substring(0, 7)
        : from;
    const last =
      one.endDate !== undefined && one.endDate.substring(0, 7) < to ? one.endDate.substring(0, 7) : to;
    const own = [...marksOf(one)]
      .filter(([month]) => month >= first && month <= last)
      .map(([, rank]) => rank);
    if (one.defaultDate !== undefined) {
      if (one.defaultDate <= asOf && one.defaultDate.substring(0, 7) >= from) own.push(9);
    } else if (!isPast && ['default', 'written-off'].includes(one.accountStatus)) own.push(9);
    for (const { status, date } of one.adverse ?? []) {
      if (date === undefined || date > asOf || date.substring(0, 7) < from) continue;
      if (status === 'delinquent') own.push(1);
      else if (status === 'arrangement') own.push(8);
      else if (one.defaultDate === undefined) own.push(9);
    }
    if (!isPast && isOpen(one) && one.accountStatus === 'delinquent') own.push(1);
    if (!isPast && isOpen(one) && one.accountStatus === 'arrangement') own.push(8);
    ranks.push(...own);
  }
  if (ranks.length === 0) return null;
  return ORDER[Math.max(0, ...ranks)] as string;
}
