// Judgments and insolvencies of the invented population, over every bureau's wire and merged, against the truth: which records are one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUREAUS } from '../../src/bureaus/index.ts';
import { createPopulation } from '../../src/bureaus/simulation/population/population.ts';
import type { SimulatedParts } from '../../src/bureaus/simulation/population/simulated-file.ts';
import { mergeFiles } from '../../src/domain/merging/merge-files.ts';
import type { BureauFile } from '../../src/domain/reports/bureau-file.ts';
import { FILE_PARTS } from '../../src/domain/reports/file-parts.ts';
import { assertIsBureauFile } from '../support/bureaus/bureau-file-check.ts';
import { readerOverTheWire } from '../support/bureaus/over-the-wire.ts';

const TODAY = '2026-11-15';
const nowMs = (): number => Date.UTC(2026, 10, 15, 6);
const PEOPLE = 3_000;

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
      const { parts: merged } = mergeFiles(files, undefined, FILE_PARTS);
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
    assert.ok(people > 150, String(people));
    assert.ok(precision >= 0.999, `precision ${precision}`);
    assert.ok(recall >= 0.98, `recall ${recall}`);
  });
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
