// Which status is shown where bureaus differ: the worst of those that may still be true. A default and a write-off are never
// undone, so they win at any age; arrears are, so an older report of them loses once another bureau is well ahead.
import type { AccountStatus } from '../reports/credit-report.ts';
import type { Comparable } from './comparable-account.ts';

/** From the mildest to the most severe. */
const SEVERITY: readonly AccountStatus[] = [
  'unknown',
  'closed',
  'settled',
  'transferred',
  'dormant',
  'open',
  'query',
  'arrangement',
  'delinquent',
  'default',
  'written-off',
];

const LASTING: readonly AccountStatus[] = ['default', 'written-off'];
const ADVERSE: readonly AccountStatus[] = ['query', 'arrangement', 'delinquent', ...LASTING];
/** Bureaus are updated once a month, and some of them late: this far apart may still be the same month's news. */
const SAME_NEWS_DAYS = 60;

/** `faces`: the newest record of each bureau, which takes back what the same bureau said before, but for a default. */
export function worstStatus(sources: readonly Comparable[], faces: readonly Comparable[]): AccountStatus {
  const newestDay = newestOf(faces);
  const current = faces.filter(({ updatedDay, account }) => {
    const isNews = newestDay - (updatedDay ?? newestDay) <= SAME_NEWS_DAYS;
    return isNews && ADVERSE.includes(account.accountStatus);
  });
  const lasting = sources.filter(({ account }) => LASTING.includes(account.accountStatus));
  if (current.length + lasting.length > 0) return worstOf([...current, ...lasting]);
  // Nothing adverse is current: the newest record that gives a status wins, and the worse of two that are equally new.
  const lastDay = newestOf(faces.filter(({ account }) => account.accountStatus !== 'unknown'));
  return worstOf(faces.filter(({ updatedDay }) => (updatedDay ?? -Infinity) === lastDay));
}

/** The worse of two comes first. */
export function compareSeverity({ account: a }: Comparable, { account: b }: Comparable): number {
  return SEVERITY.indexOf(b.accountStatus) - SEVERITY.indexOf(a.accountStatus);
}

function newestOf(sources: readonly Comparable[]): number {
  return Math.max(...sources.map(({ updatedDay }) => updatedDay ?? -Infinity));
}

function worstOf(sources: readonly Comparable[]): AccountStatus {
  const worst = Math.max(0, ...sources.map(({ account }) => SEVERITY.indexOf(account.accountStatus)));
  return SEVERITY[worst] as AccountStatus;
}
