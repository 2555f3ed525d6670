// Five sums of a credit report, which the console and the PDF begin with. They are attributes in words.
import { attributesOf } from './attributes/attributes.ts';
import type { Figure } from './attributes/figure.ts';
import type { CreditReport } from './credit-report.ts';
import { counted } from './in-words.ts';
import { hasEnded, pounds, shownName, standingOf } from './report-words.ts';

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

/** Five sums; what is not known says so, and nothing is guessed. */
export function sumsOf(report: CreditReport, reportDay: string): Sum[] {
  const { records } = report.consumerData;
  const { figures } = attributesOf(report, { asOf: reportDay, day: reportDay, incomePence: null });
  const open = records.filter(({ accountStatus }) => !hasEnded(accountStatus));
  const withDebt = open.filter(({ balance }) => balance !== undefined && balance.amount > 0).length;
  const behind = open.filter(({ accountStatus }) => accountStatus === 'delinquent');
  const defaulted = open.filter((record) => standingOf(record).tone === 'danger');
  const since = defaulted.flatMap(({ defaultDate }) => defaultDate ?? []).sort()[0];
  const use = numberIn(figures.utilisationTotal);
  const searches = report.previousSearches.providers.flatMap(({ companyName, records: dates }) =>
    dates.map(({ date }) => ({ companyName, date })),
  );
  const lastSearch = searches.sort((a, b) => b.date.localeCompare(a.date))[0];
  const monthly = Object.entries(KINDS).flatMap(([name, kind]) => {
    const value = numberIn(figures[name as keyof typeof KINDS]);
    return value === null || value === 0 ? [] : [`${kind} ${wholePounds(value)}`];
  });
  return [
    {
      name: 'Total debt',
      ...sum(figures.balanceTotal),
      note: `${withDebt} of ${counted(open.length, 'open account')}${use === null ? '' : ` · cards at ${use} % of limit`}${leftOut(figures.balanceTotal, 'balance')}`,
    },
    {
      name: 'Each month',
      ...sum(figures.commitmentsTotal),
      note: `${monthly.slice(0, 3).join(' · ') || 'No payments on file'}${leftOut(figures.commitmentsTotal, 'payment')}`,
    },
    {
      name: 'Behind with payments',
      value: behind.length,
      isBad: behind.length > 0,
      note:
        behind.length === 0
          ? 'No open account'
          : behind
              .slice(0, 2)
              .map((record) => `${nameOf(record)}, ${standingOf(record).words.replace(' behind', '')}`)
              .join(' · '),
    },
    {
      name: 'In default',
      value: defaulted.length,
      isBad: defaulted.length > 0,
      note:
        defaulted.length === 0
          ? pastDefaults(figures.defaultsTotal)
          : `${sum(figures.defaultsBalance).value}${since === undefined ? '' : ` since ${shortDay(since)}`}`,
    },
    {
      name: 'Searches, 12 months',
      value: numberIn(figures.searches12Months) ?? '–',
      note:
        lastSearch === undefined
          ? 'None on file'
          : `last ${shortDay(lastSearch.date)}, ${shownName(lastSearch.companyName)}`,
    },
  ];
}

const nameOf = ({ companyName }: { companyName?: string }): string =>
  shownName(companyName ?? 'Lender not named');
const numberIn = (figure: Figure): number | null =>
  'value' in figure && typeof figure.value === 'number' ? figure.value : null;
const sum = (figure: Figure): { value: string } => {
  const value = numberIn(figure);
  return { value: value === null ? '–' : wholePounds(value) };
};
const leftOut = (figure: Figure, what: string): string =>
  figure.leftOut === undefined || figure.leftOut.length === 0
    ? ''
    : ` · ${counted(figure.leftOut.length, 'account')} without a ${what}`;
const pastDefaults = (figure: Figure): string => {
  const past = numberIn(figure) ?? 0;
  return past === 0 ? 'None on file' : `${counted(past, 'earlier default')}, not open`;
};
