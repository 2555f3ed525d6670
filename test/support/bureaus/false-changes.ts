// Which changes between two reports are false, by the truth of the population: what is said to be new or gone and stands in both reports,
// and what is said to have happened since and has not. What bureaus list one time and not the other is no falsehood: it is so.
import type { SimulatedFile } from '../../../src/bureaus/simulation/population/simulated-file.ts';
import type { Compared, TwoFiles } from './two-reports.ts';

/** A line for each false change of a record, between two reports of one truth and one day. */
export function falseChanges(compared: Compared): string[] {
  return [...falseListings(compared), ...falseEvents(compared)];
}

function falseListings({ changes: { records }, before, now }: Compared): string[] {
  const [was, is] = [new Set([...before.values()].flat()), new Set([...now.values()].flat())];
  return [
    ...records.new
      .filter(({ recordId }) => now.get(recordId)?.some((id) => was.has(id)))
      .map(({ companyName }) => `new, though listed before: ${companyName}`),
    ...records.gone
      .filter(({ recordId }) => before.get(recordId)?.some((id) => is.has(id)))
      .map(({ companyName }) => `gone, though listed now: ${companyName}`),
  ];
}

/** Nothing has happened: what does not say that it is from before the earlier report is false. */
function falseEvents({ changes: { records } }: Compared): string[] {
  const { settled, transferred, reopened, better, worse, balances } = records;
  return [...settled, ...transferred, ...reopened, ...better, ...worse, ...balances, ...records.new]
    .filter((one) => one.when === 'since' || (one.when === 'undated' && !('why' in one)))
    .map(({ companyName, when }) => `${when}: ${companyName}`);
}

export function falseSearches(
  { changes: { searches } }: Compared,
  { earlier, later, day }: TwoFiles,
): string[] {
  const idsOn = (files: readonly SimulatedFile[], date: string) =>
    new Set(
      files.flatMap((file) =>
        file.searches.filter(({ at }) => at.startsWith(date)).map(({ enquiryId }) => enquiryId),
      ),
    );
  return searches.new
    .filter(({ date, when }) => {
      const [was, is] = [idsOn(earlier, date.slice(0, 10)), idsOn(later, date.slice(0, 10))];
      if (when === 'since') return date.slice(0, 10) <= day;
      return is.size > 0 && is.isSubsetOf(was);
    })
    .map(({ companyName, date }) => `search: ${companyName} ${date}`);
}

/** More homes than one of the reports lacks. */
export function falseHomes({ changes: { addresses } }: Compared, { earlier, later }: TwoFiles): string[] {
  const homes = (files: readonly SimulatedFile[]) =>
    new Set(files.flatMap(({ person }) => person.addresses.map(({ id }) => id)));
  const [was, is] = [homes(earlier), homes(later)];
  const found: string[] = [];
  if (addresses.new.length > is.difference(was).size) found.push('address: new');
  if (addresses.gone.length > was.difference(is).size) found.push('address: gone');
  if (addresses.nowCurrent.length > 0) found.push('address: now current');
  return found;
}
