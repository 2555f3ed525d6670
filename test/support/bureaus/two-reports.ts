// Two reports about each invented person: one truth, seen on two days and garbled anew each time. With the truth behind each record, search
// and home, so that what is said of the difference can be judged.
import {
  createPopulation,
  type Population,
  type Truth,
} from '../../../src/bureaus/simulation/population/population.ts';
import type { SimulatedFile } from '../../../src/bureaus/simulation/population/simulated-file.ts';
import { type Changes, changesOf } from '../../../src/domain/changes/changes.ts';
import type { KnownRecord, Side } from '../../../src/domain/changes/side.ts';
import { monthsBefore } from '../../../src/domain/days/calendar-day.ts';
import { composeReport } from '../../../src/domain/merging/compose-report.ts';
import { mergeFiles } from '../../../src/domain/merging/merge-files.ts';
import { BUREAU_IDS, type CreditReport } from '../../../src/domain/reports/credit-report.ts';
import { recordIdsOf } from '../merging/record-ids.ts';
import { toNeutralFile } from './neutral-files.ts';

export const TODAY = '2026-03-31';

export type Seen = {
  report: CreditReport;
  files: SimulatedFile[];
  /** The agreements behind each record, in the report's order. */
  agreementsOf: string[][];
};

export type TwoFiles = {
  person: number;
  truth: Truth;
  earlier: SimulatedFile[];
  later: SimulatedFile[];
  /** The days of the two reports. */
  day: string;
  today: string;
};

/** The files of both days. `monthsApart` 0: the same day twice, so that only the garbling differs. */
export function* twoFiles(seed: string, people: number, monthsApart: number): Generator<TwoFiles> {
  const size = Math.max(people, 10);
  const day = monthsBefore(TODAY, monthsApart);
  const before = createPopulation({ seed, today: TODAY, size, monthsAgo: monthsApart });
  const now = createPopulation({ seed, today: TODAY, size, viewSeed: ' again' });
  for (let person = 0; person < people; person += 1) {
    const earlier = filesOf(before, person).map((file) => ({
      ...file,
      searches: file.searches.filter(({ at }) => at.slice(0, 10) <= day),
    }));
    yield { person, truth: now.truth(person), earlier, later: filesOf(now, person), day, today: TODAY };
  }
}

function filesOf(population: Population, person: number): SimulatedFile[] {
  return BUREAU_IDS.map((bureau) => population.file(bureau, person)).filter((file) => file !== null);
}

export function toSeen(files: SimulatedFile[]): Seen {
  const neutral = files.map((file) => toNeutralFile(file));
  const merged = mergeFiles(neutral.map(({ file }) => file));
  const truth = new Map(neutral.flatMap(({ agreements }) => [...agreements]));
  const consumer = { firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12' };
  const report = composeReport(
    { ...consumer, ipAddress: '192.0.2.7', addresses: [] },
    merged,
    (place) => place,
  );
  return {
    report,
    files,
    agreementsOf: merged.accounts.map(({ sources }) => [
      ...new Set(sources.map(({ ref }) => truth.get(ref) as string)),
    ]),
  };
}

/** `before` and `now`: the agreements behind each record, by its id. */
export type Compared = { changes: Changes; before: Map<string, string[]>; now: Map<string, string[]> };

const WHOSE = {
  tenantId: 'tenant',
  consumer: {
    ...{ firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12' },
    ...{ ipAddress: '192.0.2.7', addresses: [] },
  },
};
const recordIds = recordIdsOf();

/** What the service would answer: the earlier report's ids are made, the later one's inherited. */
export async function changesBetween(
  earlier: Seen & { day: string },
  later: Seen & { day: string },
): Promise<Compared> {
  const before = recordIds.mint(WHOSE, earlier.report.consumerData.records);
  const now = await recordIds.inherit(WHOSE, later.report.consumerData.records, before);
  const behind = (seen: Seen, records: KnownRecord[]) =>
    new Map(records.map(({ recordId }, at) => [recordId, seen.agreementsOf[at] ?? []]));
  return {
    changes: changesOf(sideOf(earlier, before), sideOf(later, now)),
    before: behind(earlier, before),
    now: behind(later, now),
  };
}

function sideOf({ report, files, day }: Seen & { day: string }, records: KnownRecord[]): Side {
  const bureaus = BUREAU_IDS.map((id) => ({
    id,
    status: files.some(({ bureau }) => bureau === id) ? ('ok' as const) : ('no-trace' as const),
  }));
  return { report: { ...report, consumerData: { records } }, day, bureaus };
}
