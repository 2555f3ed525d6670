// Nothing of a person comes out of `trefoil bureau check`, as text or as JSON, on stdout or stderr: canaries in place of values, at the
// paths of codes, in unknown elements, in attributes, in names and keys, in the fault of a bureau.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Call } from '../../src/bureaus/bureau.ts';
import { BUREAU_COMMANDS, CheckFound } from '../../src/cli/bureau-commands.ts';
import { print } from '../../src/cli/command.ts';
import type { Consumer } from '../../src/domain/reports/consumer.ts';
import { DEFAULT_BUREAU_SETTINGS } from '../support/bureaus/bureau-bench.ts';
import { CANARY, plantNames, plantValues } from '../support/bureaus/canaries.ts';
import { answering, WIRES, type Wire } from '../support/bureaus/checked-wires.ts';
import { readTwin, TWIN_PEOPLE } from '../support/bureaus/wire-twins.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-'));
const person = join(folder, 'person.json');
writeFileSync(person, '{}');
after(() => rmSync(folder, { recursive: true }));

/** All that the command says about this reply. */
async function saidOf(wire: Wire, text: string, consumer: Consumer, status = 200): Promise<string[]> {
  const [command] = BUREAU_COMMANDS;
  const notes: string[] = [];
  const tools = {
    settingsFor: () => ({
      ...DEFAULT_BUREAU_SETTINGS,
      ...(wire.file.endsWith('.json') && { EQUIFAX_STYLE: 'json' as const }),
    }),
    toConsumer: () => consumer,
    note: (line: string) => notes.push(line),
    between: (): Call => answering(text, { status, reference: wire.reference }),
  };
  const given = { operands: [wire.bureau], options: { person }, isJson: false };
  const output = await command?.run(tools, given).catch((error: unknown) => {
    if (!(error instanceof CheckFound)) throw error;
    notes.push(error.message);
    return error.output;
  });
  return [print(output ?? null, false), print(output ?? null, true), ...notes];
}

const ADA: Consumer = {
  ...TWIN_PEOPLE.ada,
  ...{ firstName: 'Qnry', lastName: 'Hazelwick-Qanarywick', middleName: 'QNRYS' },
};

for (const wire of WIRES) {
  test(`${wire.file}: no value that a canary stands for is printed`, async () => {
    const text = readTwin(wire.file);
    const replies = [
      plantValues(text),
      // With every other value left alone, marks and codes among them, more of it is read.
      plantValues(text, 2),
      plantValues(text, 3),
      plantNames(text),
      plantNames(plantValues(text, 2)),
    ];
    for (const reply of replies) {
      for (const consumer of [TWIN_PEOPLE[wire.who], ADA]) {
        const said = await saidOf(wire, reply, consumer);
        assert.ok(String(said[0]).length > 300, 'nothing was said');
        for (const output of said) assert.doesNotMatch(output, CANARY);
      }
    }
  });
}

test("a canary's words in a fault, a page or a broken reply are not printed", async () => {
  for (const wire of WIRES) {
    const texts = [
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring>QANARY 91827364</faultstring></soap:Fault></soap:Body></soap:Envelope>',
      '<html><body>Qanary</body></html>',
      '{"Output":{"Error":{"ErrorCode":"QANARY","Message":"qanary","Severity":"QNRY"}}}',
      '{"efxErrorCode":"QANARY","description":"qanary"}',
      'qanary {',
      '<qanary',
    ];
    for (const text of texts) {
      for (const status of [200, 500]) {
        for (const output of await saidOf(wire, text, TWIN_PEOPLE.ada, status)) {
          assert.doesNotMatch(output, CANARY);
        }
      }
    }
  }
});

test('a canary that is printed would be found', () => {
  for (const leak of ['QANARY1', 'Qanarywick 2', '91827003', '1971-09-17', 'QNRY'])
    assert.match(leak, CANARY);
});
