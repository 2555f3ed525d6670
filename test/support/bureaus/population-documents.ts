// Credit reports of the invented population, without the wire: each person's document, and the truth behind each of its records. What
// merging leaves out of a record and the bureau's own record has (limit, dates, joint, history) is added, so that figures have it.
import type { Agreement } from '../../../src/bureaus/simulation/population/agreements.ts';
import { createPopulation } from '../../../src/bureaus/simulation/population/population.ts';
import type { SimulatedAccount } from '../../../src/bureaus/simulation/population/simulated-file.ts';
import { composeReport } from '../../../src/domain/merging/compose-report.ts';
import { mergeFiles } from '../../../src/domain/merging/merge-files.ts';
import {
  type AccountRecord,
  BUREAU_IDS,
  type CreditReport,
} from '../../../src/domain/reports/credit-report.ts';
import { type EquifaxDialect, toNeutralFile } from './neutral-files.ts';

export type PersonDocument = {
  report: CreditReport;
  /** The agreements behind each record, in its order. */
  agreementsOf: string[][];
  /** Every agreement that any bureau has on file, and what it truly is. */
  onFile: Map<string, TrueAgreement | undefined>;
};

export type TrueAgreement = Pick<Agreement, 'type' | 'startDate' | 'isOtherGoods'>;

export const TODAY = '2026-03-31';

/** Of all people, or of those from one number up to another. */
export function* populationDocuments(
  seed: string,
  people: number,
  dialect?: EquifaxDialect,
  [from, to]: readonly [number, number] = [0, people],
): Generator<PersonDocument> {
  const population = createPopulation({ seed, today: TODAY, size: Math.max(people, 10) });
  for (let person = from; person < to; person += 1) {
    const { forename, surname, dateOfBirth } = population.person(person);
    const simulated = BUREAU_IDS.map((bureau) => population.file(bureau, person)).filter(
      (file) => file !== null,
    );
    const files = simulated.map((file) => toNeutralFile(file, dialect));
    const accounts = new Map<string, SimulatedAccount>(
      simulated.flatMap((file) =>
        file.accounts.map((account, index) => [`${file.bureau}/${index}`, account] as const),
      ),
    );
    const merged = mergeFiles(files.map(({ file }) => file));
    const truth = new Map(population.truth(person).agreements.map((one) => [one.id, one]));
    const agreements = new Map(files.flatMap((file) => [...file.agreements]));
    const consumer = { firstName: forename, lastName: surname, dateOfBirth };
    const report = composeReport(
      { ...consumer, ipAddress: '192.0.2.7', addresses: [] },
      merged,
      (place) => place,
    );
    const sources = merged.accounts.map((account) => account.sources.map(({ ref }) => ref));
    const records = report.consumerData.records.map((record, index) =>
      enriched(
        record,
        (sources[index] ?? []).map((ref) => accounts.get(ref)).filter((account) => account !== undefined),
      ),
    );
    yield {
      report: { ...report, consumerData: { records } },
      agreementsOf: sources.map((refs) => refs.map((ref) => agreements.get(ref) ?? '')),
      onFile: new Map(
        [...new Set(agreements.values())].map(
          (id) => [id, truth.get(id.replace(/\/relative\/\d+$/, ''))] as const,
        ),
      ),
    };
  }
}

function enriched(record: AccountRecord, sources: readonly SimulatedAccount[]): AccountRecord {
  const [newest] = sources.toSorted((a, b) => (a.lastUpdated < b.lastUpdated ? 1 : -1));
  if (newest === undefined) return record;
  const limit = sources.find(({ limitPounds }) => limitPounds !== undefined)?.limitPounds;
  const endDate = sources.find((source) => source.endDate !== undefined)?.endDate;
  const defaultDate = sources.find((source) => source.defaultDate !== undefined)?.defaultDate;
  return {
    ...(limit !== undefined && { creditLimit: { amount: limit * 100, currency: 'GBP' } }),
    ...(endDate !== undefined && { endDate }),
    ...(defaultDate !== undefined && { defaultDate }),
    isJoint: sources.some(({ isJoint }) => isJoint),
    lastUpdated: newest.lastUpdated,
    history: { newest: newest.lastUpdated.slice(0, 7), months: newest.history.map(codeOf).join('') },
    ...record,
  };
}

const CODES: Record<string, string> = {
  default: 'd',
  settled: 's',
  transferred: 't',
  dormant: 'o',
  arrangement: 'a',
  query: 'q',
};

function codeOf(mark: SimulatedAccount['history'][number]): string {
  return typeof mark === 'number' ? String(Math.min(6, mark)) : (CODES[mark] ?? '.');
}
