// Which status is shown where bureaus differ: the worst of those that may still be true. A default and a write-off are never
// undone, so they win at any age; arrears pass, so an older word of them gives way once another bureau is well ahead.
import type { Comparable } from './comparable-account.ts';
import type { AccountStatus } from './credit-report.ts';

/** From the mildest to the most severe. */
export const SEVERITY: readonly AccountStatus[] = [
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
/** Bureaus are told once a month, and some of them late: so long apart may still be the same month's news. */
export const SAME_NEWS_DAYS = 60;

export function worstStatus(sources: readonly Comparable[]): AccountStatus {
  const newestDay = newestOf(sources);
  let adverse: AccountStatus = 'unknown';
  for (const { updatedDay, account } of sources) {
    const isNews = newestDay - (updatedDay ?? newestDay) <= SAME_NEWS_DAYS;
    const counts = isNews ? ADVERSE : LASTING;
    if (counts.includes(account.accountStatus)) adverse = worse(adverse, account.accountStatus);
  }
  if (adverse !== 'unknown') return adverse;
  // Nothing adverse is current: the newest word counts, and the worse of two that are equally new.
  const told = sources.filter(({ account }) => account.accountStatus !== 'unknown');
  const lastDay = newestOf(told);
  return told.reduce<AccountStatus>(
    (worst, { updatedDay, account }) =>
      (updatedDay ?? -Infinity) === lastDay ? worse(worst, account.accountStatus) : worst,
    'unknown',
  );
}

function newestOf(sources: readonly Comparable[]): number {
  return sources.reduce((newest, { updatedDay }) => Math.max(newest, updatedDay ?? -Infinity), -Infinity);
}

function worse(a: AccountStatus, b: AccountStatus): AccountStatus {
  return SEVERITY.indexOf(b) > SEVERITY.indexOf(a) ? b : a;
}
