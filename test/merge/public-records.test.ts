// Judgments and insolvencies of the invented population, over every bureau's wire and merged, against the truth: which records are one, and
// what the attributes make of them. PUBLIC_PEOPLE=3000 is the long run.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUREAUS } from '../../src/bureaus/index.ts';
import { createPopulation } from '../../src/bureaus/simulation/population/population.ts';
import type { SimulatedParts } from '../../src/bureaus/simulation/population/simulated-file.ts';
import { attributesOf } from '../../src/domain/attributes/attributes.ts';
import { PUBLIC_RECORD_NAMES } from '../../src/domain/attributes/public-records.ts';
import { composeReport } from '../../src/domain/merging/compose-report.ts';
import { mergeFiles } from '../../src/domain/merging/merge-files.ts';
import type { BureauFile } from '../../src/domain/reports/bureau-file.ts';
import type { CreditReport } from '../../src/domain/reports/credit-report.ts';
import { FILE_PARTS } from '../../src/domain/reports/file-parts.ts';
import { assertIsBureauFile } from '../support/bureaus/bureau-file-check.ts';
import { consumerOf } from '../support/bureaus/invented-files.ts';
import { readerOverTheWire } from '../support/bureaus/over-the-wire.ts';
import { naivePublicRecords } from '../support/merging/naive-public.ts';

const TODAY = '2026-11-15';
const nowMs = (): number => Date.UTC(2026, 10, 15, 6);
const PEOPLE = Number(process.env.PUBLIC_PEOPLE ?? 600);

for (const seed of ['public, one', 'public, two']) {
  test(`judgments and insolvencies of ${PEOPLE} people are found and joined as they are (seed "${seed}")`, async (t) => {
    const population = createPopulation({ seed, size: PEOPLE, today: TODAY });
    const readers = BUREAUS.map((entry) => ({ entry, read: readerOverTheWire(entry, population, nowMs) }));
    const pairs = { true: 0, joined: 0, right: 0 };
    let [people, records] = [0, 0];
    for (let index = 0; index < PEOPLE; index += 1) {
      const { parts } = population.truth(index);
      if (parts === undefined || parts.judgments.length + parts.insolvencies.length === 0) continue;
      people += 1;
      const files: BureauFile[] = [];
      const truthOf = new Map<string, string>();
      for (const { entry, read } of readers) {
        const file = await read(index);
        if (file === null) continue;
        assertIsBureauFile(file, entry.id);
        files.push(file);
        const held = population.file(entry.id, index)?.parts;
        assert.ok(held !== undefined);
        for (const [ref, truth] of truthsOf(file, held)) truthOf.set(`${entry.id} ${ref}`, truth);
      }
      records += truthOf.size;
      const whole = mergeFiles(files, undefined, FILE_PARTS);
      const { parts: merged } = whole;
      const report = composeReport(consumerOf(population.person(index), 0), whole, (place) => place);
      assertFigures(report);
      const rows = [...(merged.judgments ?? []), ...(merged.insolvencies ?? [])].map(({ bureaus }) =>
        bureaus.map(({ id, ref }) => truthOf.get(`${id} ${ref}`)),
      );
      assert.equal(rows.flat().length, truthOf.size, 'no record is lost');
      for (const row of rows) {
        assert.ok(row.every((truth) => truth !== undefined));
        pairs.joined += pairsOf(row.length);
        pairs.right += [...Map.groupBy(row, (truth) => truth).values()].reduce(
          (sum, same) => sum + pairsOf(same.length),
          0,
        );
      }
      for (const same of Map.groupBy(truthOf.values(), (truth) => truth).values()) {
        pairs.true += pairsOf(same.length);
      }
    }
    const [precision, recall] = [pairs.right / pairs.joined, pairs.right / pairs.true];
    t.diagnostic(`${people} people, ${records} records, ${pairs.true} pairs: ${precision} ${recall}`);
    assert.ok(people > PEOPLE / 20, String(people));
    assert.ok(precision >= 0.999, `precision ${precision}`);
    assert.ok(recall >= 0.98, `recall ${recall}`);
  });
}

/** On the day of the report and on days before it. */
function assertFigures(report: CreditReport): void {
  for (const asOf of [TODAY, '2025-09-30', '2024-02-29']) {
    const { figures } = attributesOf(report, { asOf, day: TODAY, incomePence: null });
    const values = PUBLIC_RECORD_NAMES.map((name) => {
      const figure = figures[name];
      return [name, 'value' in figure ? figure.value : null];
    });
    assert.deepEqual(Object.fromEntries(values), naivePublicRecords(report, asOf), asOf);
  }
}

const pairsOf = (count: number): number => (count * (count - 1)) / 2;

/** Records keep their order on every wire: judgments first, then insolvencies. */
function truthsOf(file: BureauFile, held: SimulatedParts): [ref: string, truth: string][] {
  const read = [file.judgments ?? [], file.insolvencies ?? []];
  return [held.judgments, held.insolvencies].flatMap((list, which) => {
    assert.equal(read[which]?.length, list.length, file.bureau);
    return list.map(({ recordId }, at): [string, string] => [read[which]?.[at]?.ref ?? '', recordId]);
  });
}
