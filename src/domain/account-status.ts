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
const PASSING: readonly AccountStatus[] = ['query', 'arrangement', 'delinquent'];
/** Bureaus are told once a month, and some of them late: so long apart may still be the same month's news. */
export const SAME_NEWS_DAYS = 60;

export function worstStatus(sources: readonly Comparable[]): AccountStatus {
  const newestDay = Math.max(...sources.map(({ updatedDay }) => updatedDay ?? -Infinity));
  const isFresh = ({ updatedDay }: Comparable) => newestDay - (updatedDay ?? newestDay) <= SAME_NEWS_DAYS;
  const adverse = sources
    .filter(({ account }) => PASSING.includes(account.accountStatus))
    .filter(isFresh)
    .concat(sources.filter(({ account }) => LASTING.includes(account.accountStatus)))
    .map(({ account }) => account.accountStatus);
  if (adverse.length > 0) return adverse.reduce(worse);
  // Nothing adverse is current: the newest word counts, and the worse of two that are equally new.
  const told = sources.filter(({ account }) => account.accountStatus !== 'unknown');
  const lastDay = Math.max(...told.map(({ updatedDay }) => updatedDay ?? -Infinity));
  return told
    .filter(({ updatedDay }) => (updatedDay ?? -Infinity) === lastDay)
    .map(({ account }) => account.accountStatus)
    .reduce<AccountStatus>(worse, 'unknown');
}

function worse(a: AccountStatus, b: AccountStatus): AccountStatus {
  return SEVERITY.indexOf(b) > SEVERITY.indexOf(a) ? b : a;
}
