// Changes against the truth of the invented population, on a seed that no rule was made on. `npm run test:chaos -- changes` does it on ten
// thousand people, with five thousand planted changes.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { falseChanges, falseHomes, falseSearches } from '../support/bureaus/false-changes.ts';
import { KINDS, plant } from '../support/bureaus/planted-changes.ts';
import { changesBetween, type TwoFiles, toSeen, twoFiles } from '../support/bureaus/two-reports.ts';
import { test } from '../support/long.ts';

const PEOPLE = Number(process.env.CHANGES_PEOPLE ?? 120);
const PLANTED = Number(process.env.CHANGES_PLANTED ?? 240);
const SEED = process.env.CHANGES_SEED ?? 'unseen changes';
const FALSE_SHARE_MAX = 0.01;
/** A few people say little about one in a hundred. */
const FALSE_MAX = Math.max(FALSE_SHARE_MAX * PEOPLE, 3);

const compare = ({ earlier, later, day, today }: TwoFiles) =>
  changesBetween({ ...toSeen(earlier), day }, { ...toSeen(later), day: today });

test('the same truth garbled anew: at most one person in a hundred has a change that is false', async (context) => {
  const counts = new Map<string, number>();
  let people = 0;
  let unsure = 0;
  const cases: string[] = [];
  for (const two of twoFiles(SEED, PEOPLE, 0)) {
    const compared = await compare(two);
    const found = falseChanges(compared);
    const homes = falseHomes(compared, two);
    const searches = falseSearches(compared, two);
    const all = [...found, ...homes, ...searches];
    if (all.length > 0) cases.push(`person ${two.person}: ${all.join(', ')}`);
    const { unchanged: _, notCompared: __, unsure: doubts, ...lists } = compared.changes.records;
    if (doubts.length > 0) unsure += 1;
    if (Object.values(lists).some((list) => list.length > 0)) people += 1;
    for (const [kind, list] of Object.entries(lists)) counts.set(kind, (counts.get(kind) ?? 0) + list.length);
  }
  context.diagnostic(
    `seed "${SEED}", ${PEOPLE} people: ${cases.length} with a false change (${((100 * cases.length) / PEOPLE).toFixed(2)} %); ${people} with a record that bureaus list or say otherwise, ${unsure} with one unsure; ${JSON.stringify(Object.fromEntries(counts))}`,
  );
  assert.ok(cases.length <= FALSE_MAX, cases.slice(0, 20).join('\n'));
});

test('every planted change is found, of every kind', async (context) => {
  const planted = new Map<string, number>(KINDS.map((kind) => [kind, 0]));
  const missed: string[] = [];
  let unsure = 0;
  let count = 0;
  for (const two of twoFiles(`${SEED}, planted`, PLANTED * 2, 2)) {
    if (count === PLANTED) break;
    const kind = KINDS[count % KINDS.length] as (typeof KINDS)[number];
    const change = plant(kind, two, two.person);
    if (change === null) continue;
    count += 1;
    planted.set(kind, (planted.get(kind) ?? 0) + 1);
    const compared = await compare(change);
    if (change.isFound(compared)) continue;
    if (change.isNamed(compared)) unsure += 1;
    else missed.push(`${kind} of person ${two.person}`);
  }
  context.diagnostic(
    `${count} planted, ${missed.length} missed, ${unsure} named as unsure only; ${JSON.stringify(Object.fromEntries(planted))}`,
  );
  assert.equal(count, PLANTED);
  assert.deepEqual(missed, []);
});
