// The motor list against the truth of the invented population, on a seed that no rule was made on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { motorAgreements } from '../../src/domain/agreements/motor-agreements.ts';
import { SHIPPED_SCHEME } from '../../src/domain/agreements/motor-scheme.ts';
import { BUREAU_IDS } from '../../src/domain/credit-report.ts';
import { populationDocuments, TODAY } from '../support/bureaus/population-documents.ts';

const PEOPLE = Number(process.env.FIGURES_PEOPLE ?? 300);
const BUREAUS = BUREAU_IDS.map((id) => ({ id, status: 'ok' as const }));

test('of the listed agreements 999 of 1,000 are motor finance, and 98 of 100 that any bureau has are listed', (context) => {
  const count = { right: 0, wrong: 0, onFile: 0, found: 0, notCounted: 0 };
  for (const { report, agreementsOf, onFile } of populationDocuments('unseen motor list', PEOPLE)) {
    const given = { asOf: TODAY, bureaus: BUREAUS, scheme: SHIPPED_SCHEME };
    const { agreements, notCounted } = motorAgreements(report, given);
    const isMotor = (id: string) => ['hire-purchase', 'lease'].includes(onFile.get(id) ?? '');
    const listed = agreements.map(({ record }) => agreementsOf[record] ?? []);
    const right = listed.filter((ids) => ids.every(isMotor)).length;
    count.right += right;
    count.wrong += listed.length - right;
    count.notCounted += notCounted.length;
    const found = new Set(listed.flat());
    const motor = [...onFile.keys()].filter(isMotor);
    count.onFile += motor.length;
    count.found += motor.filter((id) => found.has(id)).length;
  }
  const precision = count.right / (count.right + count.wrong);
  const recall = count.found / count.onFile;
  const told = `${PEOPLE} people: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}, ${JSON.stringify(count)}`;
  context.diagnostic(told);
  assert.ok(count.onFile > PEOPLE / 2, told);
  assert.ok(precision >= 0.999, told);
  assert.ok(recall >= 0.98, told);
});
