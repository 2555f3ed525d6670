// The sums of a credit report: five for the console and the PDF, four for the hosted page. They are attributes in words.
import { attributesOf } from '../attributes/attributes.ts';
import { addPart, type Figure, isKnown, newTally, withoutRepeats } from '../attributes/figure.ts';
import { counted } from '../in-words.ts';
import type { AccountRecord, CreditReport } from '../reports/credit-report.ts';
import { doublesOf } from '../reports/possible-doubles.ts';
import { leftOutWords } from './left-out-words.ts';
import { lenderOf } from './report-view.ts';
import { pounds, shownName, standingOf } from './report-words.ts';

type Sum = { name: string; value: string | number; note: string; isBad?: boolean };

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = (date: string): string => DAY.format(new Date(date));

const GBP = (amount: number): string => pounds({ amount, currency: 'GBP' });
const wholePounds = (pence: number): string => GBP(Math.round(pence / 100) * 100);
const KINDS = {
  commitmentsMortgages: 'mortgage',
  commitmentsSecuredLoans: 'secured loans',
  commitmentsAssetFinance: 'car finance',
  commitmentsLoans: 'loans',
  commitmentsCards: 'cards',
  commitmentsHousehold: 'household',
  commitmentsOther: 'other',
} as const;

type Sums = {
  sums: Sum[];
  /** What the totals leave out, a sentence each. */
  leftOut: string[];
};

/** Five sums; what is not known says so, and nothing is guessed. What may be one agreement counts once, and the other total is said. */
export function sumsOf(report: CreditReport, reportDay: string): Sums {
  const read = readOpen(report, reportDay);
  return {
    sums: [...totals(read), ...standings(read), searched(report, read.figures)],
    leftOut: leftOutOf(read),
  };
}

/** Of both totals, the same on every surface. What is out of both for one reason is said once. */
function leftOutOf(read: Read): string[] {
  const { balanceTotal, commitmentsTotal } = read.figures;
  const rents = read.open.filter((place) => {
    const { accountType, balance } = read.records[place] as AccountRecord;
    return accountType === 'rental' && (balance?.amount ?? 0) > 0;
  });
  const [debt, monthly] = [leftOutWords(balanceTotal, read), leftOutWords(commitmentsTotal, read)];
  const both = debt.filter((words) => monthly.includes(words));
  const only = (all: string[]) => all.filter((words) => !both.includes(words));
  if (rents.length > 0) debt.push(`${counted(rents.length, 'account')} because rent is not borrowing.`);
  return [
    ...both.map((words) => `The debt total and the monthly total leave out ${words}`),
    ...only(debt).map((words) => `The debt total leaves out ${words}`),
    ...only(monthly).map((words) => `The monthly total leaves out ${words}`),
  ];
}

function totals({ figures, open, withDebt }: Read): Sum[] {
  const { balanceTotal, commitmentsTotal } = figures;
  const use = numberIn(figures.utilisationTotal);
  const monthly = Object.entries(KINDS).flatMap(([name, kind]) => {
    const value = numberIn(figures[name as keyof typeof KINDS]);
    return value === null || value === 0 ? [] : [`${kind} ${wholePounds(value)}`];
  });
  const debts = `${withDebt} of ${counted(open.length, 'open account')}`;
  const cards = use !== null && `cards at ${use} % of limit`;
  const payments = monthly.slice(0, 3).join(' · ') || 'No payments on file';
  return [
    { name: 'Total debt', ...sum(balanceTotal), note: noteOf(debts, cards) },
    { name: 'Each month', ...sum(commitmentsTotal), note: payments },
  ];
}

function standings({ figures, once }: Read): Sum[] {
  const behind = once((record) => standingOf(record).tone === 'warn');
  const defaulted = once((record) => standingOf(record).tone === 'danger');
  const since = defaulted.records.flatMap(({ defaultDate }) => defaultDate ?? []).sort()[0];
  const late = behind.records
    .slice(0, 2)
    .map((record) => `${lenderOf(record)}, ${standingOf(record).words.replace(' behind', '')}`);
  const fallen = `${sum(figures.defaultsBalance).value}${since === undefined ? '' : ` since ${shortDay(since)}`}`;
  return [
    {
      name: 'Behind with payments',
      value: behind.count,
      isBad: behind.count > 0,
      note: noteOf(late.join(' · ') || 'No open account is behind', behind.more),
    },
    {
      name: 'In default',
      value: defaulted.count,
      isBad: defaulted.count > 0,
      note: defaulted.count === 0 ? pastDefaults(figures.defaultsTotal) : noteOf(fallen, defaulted.more),
    },
  ];
}

function searched({ previousSearches }: CreditReport, figures: Read['figures']): Sum {
  const searches = previousSearches.providers.flatMap(({ companyName, records }) =>
    records.map(({ date }) => ({ companyName, date })),
  );
  const last = searches.sort((a, b) => b.date.localeCompare(a.date))[0];
  return {
    name: 'Searches, 12 months',
    value: numberIn(figures.searches12Months) ?? '–',
    note: last === undefined ? 'None on file' : `last ${shortDay(last.date)}, ${shownName(last.companyName)}`,
  };
}

type Tile = { value: string; words: string; isBad?: boolean };

/** Four figures for the person whose accounts they are; null where none is open. The same totals as above. */
export function tilesOf(
  report: CreditReport,
  reportDay: string,
): { tiles: Tile[]; leftOut: string[] } | null {
  const read = readOpen(report, reportDay);
  const { figures, open, once } = read;
  if (open.length === 0) return null;
  const defaulted = once((record) => standingOf(record).tone === 'danger');
  const behind = once((record) => standingOf(record).tone === 'warn');
  const debt = numberIn(figures.balanceTotal);
  const fallen = numberIn(figures.defaultsBalance);
  return {
    tiles: [
      debt === null
        ? { value: '–', words: 'what you owe is not given' }
        : { value: wholePounds(debt), words: `you owe, on ${counted(read.withDebt, 'account')}` },
      { ...sum(figures.commitmentsTotal), words: 'to pay each month' },
      {
        value: String(defaulted.count),
        words: noteOf(
          defaulted.count === 0 || fallen === null ? 'in default' : `in default, ${wholePounds(fallen)}`,
          defaulted.more,
        ),
        isBad: defaulted.count > 0,
      },
      {
        value: String(behind.count),
        words: noteOf('behind or in an arrangement', behind.more),
        isBad: behind.count > 0,
      },
    ],
    leftOut: leftOutOf(read),
  };
}

type Read = ReturnType<typeof readOpen>;

/** The open accounts by the attributes' rule, so that counts and totals are of the same ones. */
function readOpen(report: CreditReport, day: string) {
  const { records } = report.consumerData;
  const { figures } = attributesOf(report, { asOf: day, day, incomePence: null });
  const doubles = doublesOf(records);
  const { balanceTotal, accountsOpen } = figures;
  const open = placesIn(accountsOpen).sort((a, b) => a - b);
  return {
    records,
    figures,
    doubles,
    open,
    /** Of those that are counted. */
    withDebt: (isKnown(balanceTotal) ? balanceTotal.basis : []).filter(
      (place) => (records[place]?.balance?.amount ?? 0) > 0,
    ).length,
    /** Those of a kind, each agreement once. */
    once(isOne: (record: AccountRecord) => boolean) {
      const tally = newTally();
      for (const index of open) {
        const record = records[index] as AccountRecord;
        if (isOne(record)) addPart(tally, { index, sameAs: doubles[index] ?? [] }, { amount: 1 });
      }
      const { basis, leftOut } = withoutRepeats(tally);
      return {
        count: basis.length,
        records: basis.flatMap((place) => records[place] ?? []),
        more: leftOut.length > 0 && `${leftOut.length} more may be the same`,
      };
    },
  };
}

const placesIn = (figure: Figure): number[] => [
  ...(isKnown(figure) ? figure.basis : []),
  ...(figure.leftOut ?? []).map(({ record }) => record),
];
const noteOf = (...parts: (string | false)[]): string => parts.filter((part) => part !== false).join(' · ');
const numberIn = (figure: Figure): number | null =>
  'value' in figure && typeof figure.value === 'number' ? figure.value : null;
const sum = (figure: Figure): { value: string } => {
  const value = numberIn(figure);
  return { value: value === null ? '–' : wholePounds(value) };
};
const pastDefaults = (figure: Figure): string => {
  const past = numberIn(figure) ?? 0;
  return past === 0 ? 'None on file' : `${counted(past, 'earlier default')}, not open`;
};
