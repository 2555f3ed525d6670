// The motor list against the truth of the invented population: of the listed agreements, how many are motor finance; of those that any
// bureau has on file, how many are listed; and whether the period of each is right on both sides of every border.
import { motorAgreements } from '../../../src/domain/agreements/motor-agreements.ts';
import { SHIPPED_SCHEME } from '../../../src/domain/agreements/motor-scheme.ts';
import { BUREAU_IDS, type CreditReport } from '../../../src/domain/reports/credit-report.ts';
import { populationDocuments, TODAY } from '../bureaus/population-documents.ts';

const BUREAUS = BUREAU_IDS.map((id) => ({ id, status: 'ok' as const }));

export type MotorListScore = {
  people: number;
  right: number;
  wrong: number;
  onFile: number;
  found: number;
  otherGoods: number;
  /** Listed agreements that were moved to a border of a period, and those of them whose period or ban is not that of the day. */
  atBorders: number;
  wrongWindows: number;
  precision: number;
  recall: number;
};

/** Both sides of each border, by hand: the start, its period, and whether discretionary commission was still allowed. */
const BORDERS = [
  ['2007-04-05', 'before', true],
  ['2007-04-06', 'conred-6', true],
  ['2014-03-31', 'conred-6', true],
  ['2014-04-01', 'conred-5', true],
  ['2021-01-27', 'conred-5', true],
  ['2021-01-28', 'conred-5', false],
  ['2024-11-01', 'conred-5', false],
  ['2024-11-02', 'after', false],
] as const;

/** The report with every record begun on this day, by the word of every bureau. */
function movedTo(report: CreditReport, startDate: string): CreditReport {
  const records = report.consumerData.records.map(({ disagreements = [], ...record }) => ({
    ...record,
    disagreements: disagreements.filter(({ field }) => field !== 'startDate'),
    bureaus: record.bureaus.map(({ startDate: _, ...ref }) => ref),
    startDate,
  }));
  return { ...report, consumerData: { records } };
}

export function scoreMotorList(seed: string, people: number): MotorListScore {
  const count = { right: 0, wrong: 0, onFile: 0, found: 0, otherGoods: 0, atBorders: 0, wrongWindows: 0 };
  let person = 0;
  for (const { report, agreementsOf, onFile } of populationDocuments(seed, people)) {
    const given = { asOf: TODAY, bureaus: BUREAUS, scheme: SHIPPED_SCHEME };
    const { agreements } = motorAgreements(report, given);
    const isMotor = (id: string) => {
      const truth = onFile.get(id);
      return ['hire-purchase', 'lease'].includes(truth?.type ?? '') && truth?.isOtherGoods !== true;
    };
    const listed = agreements.map(({ record }) => agreementsOf[record] ?? []);
    const right = listed.filter((ids) => ids.every(isMotor)).length;
    count.right += right;
    count.wrong += listed.length - right;
    const found = new Set(listed.flat());
    const motor = [...onFile.keys()].filter(isMotor);
    count.onFile += motor.length;
    count.found += motor.filter((id) => found.has(id)).length;
    count.otherGoods += [...onFile.values()].filter((one) => one?.isOtherGoods).length;
    const [day, window, isPossible] = BORDERS[person % BORDERS.length] as (typeof BORDERS)[number];
    person += 1;
    for (const moved of motorAgreements(movedTo(report, day), given).agreements) {
      count.atBorders += 1;
      if (moved.windows.join() !== window || moved.discretionaryPossible !== isPossible)
        count.wrongWindows += 1;
    }
  }
  const precision = count.right / (count.right + count.wrong);
  return { people, ...count, precision, recall: count.found / count.onFile };
}
