// `bureau check` as it is run: exit codes and words for each way that it can end. What it finds is tested in test/bureaus/check.test.ts.
// Alone: it starts processes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from '../../test/support/long.ts';
import { BUREAUS } from '../bureaus/index.ts';
import { inventedPopulation } from '../bureaus/open.ts';
import { type SimulatorServer, startSimulator } from '../bureaus/simulation/server.ts';

const DOOR = join(import.meta.dirname, '../../bin/trefoil.js');
const PERSON = {
  ...{ title: 'Ms', firstName: 'Ada', lastName: 'Hazelwick', dateOfBirth: '1985-04-12' },
  addresses: [
    {
      ukAddress: {
        buildingNumber: '12',
        thoroughfare: 'Orchard Street',
        townOrCity: 'Nether Applewick',
        postcode: 'ZZ1 1AA',
      },
    },
  ],
};
/** Of the person, in any case. */
const PERSONAL = /hazelwick|orchard|applewick|1985|ZZ1|\bada\b/i;

let folder: string;
let server: SimulatorServer;
let settings: Record<string, string>;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-'));
  writeFileSync(join(folder, 'person.json'), JSON.stringify(PERSON));
  const entry = BUREAUS.find(({ id }) => id === 'transunion') ?? assert.fail();
  const people = inventedPopulation().bureau('transunion');
  server = await startSimulator(entry.createSimulator({ people, nowMs: Date.now }));
  const simulated = Object.entries(entry.simulatedSettings(server.url));
  settings = Object.fromEntries(simulated.map(([name, value]) => [name, String(value)]));
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

type Run = { code: number; out: string; err: string };

function check(words: string[], env: Record<string, string> = {}): Promise<Run> {
  // From an empty folder, with a database that is nowhere: none is opened.
  const own = { PATH: process.env.PATH ?? '', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ...env };
  return new Promise((resolve) => {
    const args = [DOOR, 'bureau', 'check', ...words];
    execFile(process.execPath, args, { cwd: folder, env: own }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

test('without an address the simulator is asked, and that is said; --json is for machines', async () => {
  const { out, err, code } = await check(['transunion', '--json']);
  assert.match(err, /^TRANSUNION_URL is not set\. This asks our simulator of TransUnion/);
  const report = JSON.parse(out);
  assert.equal(report.isSimulated, true);
  assert.equal(report.exitCode, code);
  assert.equal(report.answer.outcome, 'ok');
  assert.deepEqual(
    report.replies.map(({ kind }: { kind: string }) => kind),
    ['look-up', 'search'],
  );
  assert.doesNotMatch(out + err, PERSONAL);
});

test('with an address one search is made and announced, and nothing of the person is printed', async () => {
  const before = server.requests();
  const { out, err } = await check(['transunion', '--person', 'person.json'], settings);
  assert.equal(server.requests() - before, 2);
  assert.match(err, /^This makes one search at TransUnion\. It may be billed\.\n/);
  assert.match(out, /^TransUnion\n/);
  assert.match(out, /outcome: ok\n/);
  assert.match(out, / {2}acc\[\]: \d+ times\n/);
  assert.doesNotMatch(out + err, PERSONAL);
});

test('a person whom the bureau does not know has to be looked at: exit code 1', async () => {
  writeFileSync(join(folder, 'nobody.json'), JSON.stringify({ ...PERSON, lastName: 'Nowhere' }));
  const { code, out, err } = await check(['transunion', '--person', 'nobody.json'], settings);
  assert.equal(code, 1);
  assert.match(out, /Look at it: TransUnion has no file on this person\.\n {6}Use a test person/);
  assert.match(err, /Something has to be looked at: see the findings\.\n$/);
});

test('credentials that are refused, a bureau that is not there, one that fails: exit code 3', async () => {
  const rows: [Record<string, string>, RegExp][] = [
    [
      { TRANSUNION_PASSWORD: 'another' },
      /Fails: TransUnion refused the credentials\.\n.*TRANSUNION_ settings/,
    ],
    [
      { TRANSUNION_URL: 'http://127.0.0.1:1/callreport7.asmx' },
      /Fails: TransUnion is not available\.\n.*TRANSUNION_URL/,
    ],
    [{ TRANSUNION_URL: `${server.url}/elsewhere` }, /Fails: TransUnion refused the request\./],
  ];
  for (const [changes, words] of rows) {
    const { code, out, err } = await check(['transunion', '--person', 'person.json'], {
      ...settings,
      ...changes,
    });
    assert.equal(code, 3);
    assert.match(out, words);
    assert.match(err, /could not be asked, or refused/);
    assert.doesNotMatch(out + err, PERSONAL);
  }
});

test('wrong use and wrong settings are refused before anything is asked: exit code 2', async () => {
  const before = server.requests();
  const bad = {
    ...PERSON,
    dateOfBirth: '12/04/1985',
    addresses: [{ ukAddress: { townOrCity: 'Nether Applewick', postcode: 'Hazelwick' } }],
  };
  writeFileSync(join(folder, 'bad.json'), JSON.stringify(bad));
  writeFileSync(join(folder, 'list.json'), '[1]');
  const { TRANSUNION_PASSWORD: _password, ...noPassword } = settings;
  const person = ['transunion', '--person', 'person.json'];
  const rows: [string[], Record<string, string>, RegExp][] = [
    [[], {}, /needs <bureau>/],
    [['acme'], {}, /must be one of equifax, experian, transunion/],
    [['transunion'], settings, /--person is needed, since TRANSUNION_URL is set/],
    [['transunion', '--person', 'none.json'], settings, /cannot be read as JSON/],
    [['transunion', '--person', 'list.json'], settings, /it must be an object/],
    [
      ['transunion', '--person', 'bad.json'],
      settings,
      /\/dateOfBirth must be a real date[\s\S]*\/addresses\/0\/ukAddress\/postcode must be a UK postcode/,
    ],
    [person, noPassword, /TRANSUNION_PASSWORD must be set when TRANSUNION_URL is/],
    [person, { ...settings, NODE_ENV: 'production' }, /plain http:\/\/ address is refused in production/],
    [['transunion'], { NODE_ENV: 'production' }, /TRANSUNION_URL must be set in production/],
    [
      person,
      { ...settings, TRANSUNION_CA_FILE: 'none.pem' },
      /TRANSUNION_CA_FILE names a file that cannot be read/,
    ],
  ];
  for (const [words, env, told] of rows) {
    const { code, out, err } = await check(words, env);
    assert.match(err, told);
    assert.equal(code, 2, err);
    assert.equal(out, '');
    assert.doesNotMatch(err, PERSONAL);
  }
  assert.equal(server.requests(), before);
});
