// Who came after the lender that a record names, in words: what it is called now, or where its accounts, or some of them, went.
import type { LaterLender } from '../reports/credit-report.ts';
import { day } from './report-words.ts';

export const LATER_LENDER = 'Later lender';

/** Undefined where the registry knows of nothing. */
export function laterLenders(later: readonly LaterLender[] | undefined): string | undefined {
  return later
    ?.map(({ name, on, what = 'accounts', isVerified }) => {
      const words = on === undefined ? `now called ${name}` : `${name}, on ${day(on)}: ${what}`;
      return isVerified ? words : `${words} (not verified)`;
    })
    .join('; ');
}
