// Which status is shown where bureaus differ: the worst of those that may still be true. A default and a write-off are never
// undone, so they win at any age; arrears pass, so an older word of them gives way once another bureau is well ahead.

import type { AccountStatus } from '../credit-report.ts';
import type { Comparable } from './comparable-account.ts';

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
  const newestDay = newestOf(sources, false);
  let adverse: AccountStatus = 'unknown';
  for (const { updatedDay, account } of sources) {
    const isNews = newestDay - (updatedDay ?? newestDay) <= SAME_NEWS_DAYS;
    const counts = isNews ? ADVERSE : LASTING;
    if (counts.includes(account.accountStatus)) adverse = worse(adverse, account.accountStatus);
  }
  if (adverse !== 'unknown') return adverse;
  // Nothing adverse is current: the newest word counts, and the worse of two that are equally new.
  const lastDay = newestOf(sources, true);
  let last: AccountStatus = 'unknown';
  for (const { updatedDay, account } of sources) {
    if ((updatedDay ?? -Infinity) === lastDay) last = worse(last, account.accountStatus);
  }
  return last;
}

/** `isTold`: of the records that tell a status. */
function newestOf(sources: readonly Comparable[], isTold: boolean): number {
  let newest = -Infinity;
  for (const { updatedDay, account } of sources) {
    if (isTold && account.accountStatus === 'unknown') continue;
    if (updatedDay !== null && updatedDay > newest) newest = updatedDay;
  }
  return newest;
}

function worse(a: AccountStatus, b: AccountStatus): AccountStatus {
  return SEVERITY.indexOf(b) > SEVERITY.indexOf(a) ? b : a;
}
