// `evidence verify` as it is run: a program and a file, no settings, no database. Which packs it refuses is tested beside verify-pack.ts.
// Alone: it starts processes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fingerprintOf } from '../storage/keys/evidence-keys.ts';
import { jsonFile, PART_NAMES, type Part, writePack } from '../usecases/evidence/pack.ts';

const ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10';
let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const kid = fingerprintOf(publicKey);
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const at = new Date('2026-11-16T10:00:00.000Z');
  const parts = PART_NAMES.map((name): Part => {
    if (name === 'report.pdf') return { name, absent: 'Not in this test.' };
    return { name, bytes: jsonFile({ takenBy: 'tenant', entries: [], lines: [] }) };
  });
  const facts = { service: 'https://credit.example.com', tenantId: ID, creditReportId: ID, test: true };
  const more = { simulated: false, madeAt: at, issuedAt: at, auditHead: null, ledgerHead: null };
  const { zip } = writePack({ ...facts, ...more }, parts, { kid, publicPem, privateKey });
  writeFileSync(join(folder, 'pack.zip'), zip);
  const key = {
    ...createPublicKey(publicPem).export({ format: 'jwk' }),
    kid,
    activeFrom: at,
    retiredAt: null,
  };
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: [key] }));
  writeFileSync(join(folder, 'none.json'), JSON.stringify({ keys: [] }));
});
after(() => rmSync(folder, { recursive: true }));

function run(...words: string[]) {
  const door = join(import.meta.dirname, '../../bin/trefoil.js');
  // Nothing of a service: not a setting, not a folder of data.
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? '' }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [door, 'evidence', 'verify', ...words],
    options,
  );
  return { status, stdout, stderr };
}

test('it says what the pack is and whose key it was; without keys it judges nothing', () => {
  const known = run('pack.zip', '--keys', 'keys.json');
  assert.deepEqual([known.status, known.stderr], [0, '']);
  assert.match(known.stdout, /whole and as it was signed: test credit report 0199d1c2/);
  assert.match(known.stdout, /among the keys given/);
  assert.match(known.stdout, /Without report\.pdf: the manifest says why\./);
  const unchecked = run('pack.zip');
  assert.deepEqual([unchecked.status, unchecked.stdout], [2, '']);
  assert.match(unchecked.stderr, /^Missing: --keys \(/);
  assert.doesNotMatch(unchecked.stderr, /credit\.example\.com/, 'no address out of the pack');
});

test('a refusal has exit code 1 and a name, for machines too; a file that is not there has exit code 2', () => {
  const foreign = run('pack.zip', '--keys', 'none.json', '--json');
  assert.deepEqual(
    [foreign.status, JSON.parse(foreign.stdout)],
    [1, [{ problem: 'key-foreign', file: null }]],
  );
  assert.match(foreign.stderr, /^The pack is refused\. key-foreign: /);
  assert.equal(run('missing.zip').status, 2);
});
