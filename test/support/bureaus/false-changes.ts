// Which changes between two reports are false, by the truth of the population: what is said to be new or gone and stands in both reports,
// and what is said to have happened since and has not. What bureaus list one time and not the other is no falsehood: it is so.
import type { Agreement } from '../../../src/bureaus/simulation/population/agreements.ts';
import type { SimulatedFile } from '../../../src/bureaus/simulation/population/simulated-file.ts';
import type { Compared, TwoFiles } from './two-reports.ts';

/** A line for each false change. */
export function falseChanges(compared: Compared, two: TwoFiles): string[] {
  return [
    ...falseListings(compared),
    ...falseEvents(compared, two),
    ...falseSearches(compared, two),
    ...falseHomes(compared, two),
  ];
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

/** What does not say that it is from before the earlier report must be true of the time since. */
function falseEvents({ changes: { records }, now }: Compared, { truth, day, today }: TwoFiles): string[] {
  const agreements = new Map(truth.agreements.map((one) => [one.id, one]));
  const isTrue = (recordId: string, test: (agreement: Agreement) => boolean) =>
    (now.get(recordId) ?? []).some((id) => {
      const agreement = agreements.get(id.replace('/bought', ''));
      return agreement !== undefined && test(agreement);
    });
  const isSince = (date: string | undefined) => date !== undefined && date > day && date <= today;
  const check = (
    kind: 'new' | 'settled' | 'transferred' | 'reopened' | 'better' | 'worse' | 'balances',
    test: (agreement: Agreement) => boolean,
  ) =>
    records[kind]
      .filter(({ when }) => when === 'since' || (when === 'undated' && kind !== 'new'))
      .filter(({ recordId }) => !isTrue(recordId, test))
      .map(({ companyName, when }) => `${kind} ${when}: ${companyName}`);
  return [
    ...check('new', ({ startDate }) => isSince(startDate)),
    ...check('settled', ({ endDate }) => isSince(endDate)),
    ...check('transferred', ({ sold }) => isSince(sold?.on)),
    ...check('reopened', () => false),
    ...check('better', () => false),
    // Arrears of the population grow in the last three months; before a default in the last six.
    ...check(
      'worse',
      ({ defaultDate, status }) => day < today && (status === 'delinquent' || (defaultDate ?? '') > day),
    ),
    ...check(
      'balances',
      ({ endDate, defaultDate, monthlyPence }) =>
        day < today && monthlyPence !== 0 && !((endDate ?? defaultDate ?? '9999') <= day),
    ),
  ];
}

function falseSearches({ changes: { searches } }: Compared, { earlier, later, day }: TwoFiles): string[] {
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
function falseHomes({ changes: { addresses } }: Compared, { earlier, later }: TwoFiles): string[] {
  const homes = (files: readonly SimulatedFile[]) =>
    new Set(files.flatMap(({ person }) => person.addresses.map(({ id }) => id)));
  const [was, is] = [homes(earlier), homes(later)];
  const found: string[] = [];
  if (addresses.new.length > is.difference(was).size) found.push('address: new');
  if (addresses.gone.length > was.difference(is).size) found.push('address: gone');
  if (addresses.nowCurrent.length > 0) found.push('address: now current');
  return found;
}
