// The attributes against a naive recomputation, on documents of the invented population: every figure of every person, on the day of the
// report and on days before it. FIGURES_PEOPLE=10000 is the long run.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTRIBUTE_NAMES, attributesOf } from '../../src/domain/attributes/attributes.ts';
import { populationDocuments, TODAY } from '../support/bureaus/population-documents.ts';
import { naiveAttributes } from '../support/merging/naive-attributes.ts';

const PEOPLE = Number(process.env.FIGURES_PEOPLE ?? 200);
const DAYS = [TODAY, '2025-09-30', '2024-02-29'];

test('every attribute equals a naive recomputation, person by person', (context) => {
  const wrong: string[] = [];
  let compared = 0;
  let unknown = 0;
  let person = 0;
  for (const { report } of populationDocuments('unseen attributes', PEOPLE)) {
    for (const asOf of DAYS) {
      const incomePence = person % 3 === 0 ? null : 150_000 + person * 37;
      const { figures } = attributesOf(report, { asOf, day: TODAY, incomePence });
      const naive = naiveAttributes(report, asOf, TODAY, incomePence);
      for (const name of ATTRIBUTE_NAMES) {
        const figure = figures[name];
        const value = 'value' in figure ? figure.value : null;
        compared += 1;
        unknown += value === null ? 1 : 0;
        if (value !== naive[name])
          wrong.push(`person ${person}, ${asOf}, ${name}: ${value}, naive ${naive[name]}`);
      }
    }
    person += 1;
  }
  context.diagnostic(
    `${person} people, ${compared} figures, ${unknown} of them unknown, ${wrong.length} differ`,
  );
  assert.deepEqual(wrong.slice(0, 20), []);
});
