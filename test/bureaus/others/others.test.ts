// Replies that were written from the bureaus' own wires, by hands that had not seen the adapters, the simulators or their code lists:
// every field of every record is read as it was written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareReading, type Mismatch, readReply } from './compare.ts';
import { writeEquifax } from './equifax.ts';
import type { Reply } from './expected.ts';
import { writeExperian } from './experian.ts';
import { writeTransunion } from './transunion.ts';
import { createPerson, type Person } from './truth.ts';

const SEED = 20_261_118;
const PEOPLE = 100;
const WIRES: [name: string, write: (person: Person) => Reply][] = [
  ['Equifax over SOAP', (person) => writeEquifax(person, false)],
  ['Equifax in JSON', (person) => writeEquifax(person, true)],
  ['Experian in JSON', writeExperian],
  ['TransUnion', writeTransunion],
];

const shown = ({ person, field, expected, read }: Mismatch) =>
  `person ${person}, ${field}: ${JSON.stringify(expected)} was read as ${JSON.stringify(read)}`;

for (const [name, write] of WIRES) {
  test(`${name}: replies by others are read field by field`, async () => {
    const wrong: Mismatch[] = [];
    let compared = 0;
    for (let at = 0; at < PEOPLE; at += 1) {
      const person = createPerson(SEED, at);
      const reply = write(person);
      const comparison = compareReading(person, reply, await readReply(person, reply));
      compared += comparison.compared;
      wrong.push(...comparison.wrong);
    }
    assert.ok(compared > 10_000, `only ${compared} fields`);
    assert.deepEqual(wrong.map(shown).slice(0, 20), []);
  });
}

test('a figure that is not what was written is noticed, at each bureau', async () => {
  for (const [name, write] of WIRES) {
    const person = createPerson(SEED, 1);
    const reply = write(person);
    const changed = { ...reply, text: reply.text.replaceAll(String(person.score), String(person.score + 1)) };
    const { wrong } = compareReading(person, changed, await readReply(person, changed));
    assert.ok(
      wrong.some(({ field }) => field === 'scores.value'),
      name,
    );
  }
});
