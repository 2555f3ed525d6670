// Searches that the earlier report does not have. A search has no id: it is the same where the day is (or the next one, since some bureaus
// note it later) and the company may be. One from before the earlier report, of a day of which that has another, is taken for the same:
// bureaus name one search by a brand, by a company or not at all.
import { compareLenders, type LenderName, readLenderName } from '../merging/lender-names.ts';
import type { Side } from './side.ts';
import { type Days, type When, whenOf } from './when.ts';

export type NewSearch = { companyName: string; date: string; when: When };

type Search = { companyName: string; date: string; company: LenderName | null; day: number };

const DAY_MS = 86_400_000;

export function newSearches(earlier: Side, later: Side): NewSearch[] {
  const days: Days = { since: earlier.day, now: later.day };
  const known = Map.groupBy(searchesOf(earlier), ({ day }) => day);
  const knownDays = new Set(known.keys());
  const isOld = ({ day, date }: Search) =>
    date.slice(0, 10) <= earlier.day && [day - 1, day, day + 1].some((one) => knownDays.has(one));
  return searchesOf(later)
    .filter((search) => !isOld(search) && !isKnown(search, known))
    .map(({ companyName, date }) => ({ companyName, date, when: whenOf(date.slice(0, 10), days) }));
}

/** Takes what it finds: two searches of one company on one day are two. */
function isKnown(search: Search, known: Map<number, Search[]>): boolean {
  for (const day of [search.day, search.day - 1, search.day + 1]) {
    const found = known
      .get(day)
      ?.findIndex(({ company }) => compareLenders(company, search.company) !== 'different');
    if (found === undefined || found === -1) continue;
    known.get(day)?.splice(found, 1);
    return true;
  }
  return false;
}

function searchesOf({ report }: Side): Search[] {
  return report.previousSearches.providers.flatMap(({ companyName, records }) => {
    const company = readLenderName(companyName);
    return records.map(({ date }) => ({
      companyName,
      date,
      company,
      day: Math.floor(Date.parse(date.slice(0, 10)) / DAY_MS),
    }));
  });
}
