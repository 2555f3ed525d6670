// The previous searches of a synthetic report: a few lenders, each on a few days of the last two years.
import type { SearchProvider } from '../../domain/reports/credit-report.ts';
import { dayBefore, twoDigits } from './calendar.ts';
import { LENDERS } from './lenders.ts';
import type { Random } from './random.ts';

export function makeSearches(random: Random, today: string): SearchProvider[] {
  const companyNames = new Set<string>();
  const providers = random.int(1, 4);
  while (companyNames.size < providers) companyNames.add(random.pick(LENDERS).companyName);
  return [...companyNames].map((companyName) => {
    const dates = Array.from({ length: random.int(1, 3) }, () => searchTime(random, today));
    // ISO 8601 sorts as text; bureaus list the newest search first.
    return {
      companyName,
      records: dates
        .sort()
        .reverse()
        .map((date) => ({ date })),
    };
  });
}

// At most 22 months and 27 days ago, so inside 24 months; at least a day ago, so before today at any hour. Between 08:00 and 20:00.
function searchTime(random: Random, today: string): string {
  const day = dayBefore(today, random.int(0, 22), random.int(1, 27));
  const hour = twoDigits(random.int(8, 19));
  const minute = twoDigits(random.int(0, 59));
  const second = twoDigits(random.int(0, 59));
  return `${day}T${hour}:${minute}:${second}.${random.digits(3)}Z`;
}
