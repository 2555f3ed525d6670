// The motor list against the truth of the invented population: of the listed agreements, how many are motor finance; of those that any
// bureau has on file, how many are listed; and whether the period of each is that of its start.
import { motorAgreements } from '../../src/domain/agreements/motor-agreements.ts';
import { SHIPPED_SCHEME, windowOf } from '../../src/domain/agreements/motor-scheme.ts';
import { BUREAU_IDS } from '../../src/domain/credit-report.ts';
import { populationDocuments, TODAY } from './bureaus/population-documents.ts';

const BUREAUS = BUREAU_IDS.map((id) => ({ id, status: 'ok' as const }));

export type MotorListScore = {
  people: number;
  right: number;
  wrong: number;
  onFile: number;
  found: number;
  otherGoods: number;
  /** Listed agreements whose periods are not exactly those of the dates that bureaus give. */
  wrongWindows: number;
  precision: number;
  recall: number;
};

export function scoreMotorList(seed: string, people: number): MotorListScore {
  const count = { right: 0, wrong: 0, onFile: 0, found: 0, otherGoods: 0, wrongWindows: 0 };
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
    for (const { startDates, windows } of agreements) {
      const expected = new Set(startDates.map(({ date }) => windowOf(SHIPPED_SCHEME, date)));
      if (startDates.length > 0 && [...expected].sort().join() !== [...windows].sort().join())
        count.wrongWindows += 1;
    }
  }
  const precision = count.right / (count.right + count.wrong);
  return { people, ...count, precision, recall: count.found / count.onFile };
}
