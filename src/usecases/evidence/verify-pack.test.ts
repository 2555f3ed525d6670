// A pack verifies as it was issued, and however it was tampered with it is refused by the name of what is wrong.
import assert from 'node:assert/strict';
import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { auditText } from '../../domain/activity/audit-proof.ts';
import { chainText } from '../../domain/wallet/ledger-proof.ts';
import { type EvidenceSigner, fingerprintOf } from '../../storage/keys/evidence-keys.ts';
import { hashConsentRecord } from '../hosted/consent-record.ts';
import {
  JWS,
  jsonFile,
  jwsInput,
  type Manifest,
  type Part,
  SIGNATURE,
  SUMS,
  sha256,
  writePack,
} from './pack.ts';
import { type KnownKey, PACK_BYTES_MAX, PackRefused, verifyPack } from './verify-pack.ts';
import { type PackedFile, readZip, writeZip } from './zip.ts';

const TENANT = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a01';
const REPORT = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10';
const ISSUED = new Date('2026-11-16T10:00:00.000Z');

function newSigner(): EvidenceSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  return { kid: fingerprintOf(publicKey), publicPem, privateKey };
}

function knownOf({ kid, publicPem }: EvidenceSigner, more: Partial<KnownKey> = {}): KnownKey {
  const { x = '' } = createPublicKey(publicPem).export({ format: 'jwk' });
  return { kid, x, activeFrom: '2026-11-01T00:00:00.000Z', retiredAt: null, ...more };
}

const hashOf = (previous: Buffer, text: string): string =>
  createHash('sha256').update(previous).update(text).digest('hex');

const ENTRY = {
  ...{ seq: 1, atMicros: '1794823200000000', actorKind: 'person', actorId: REPORT, action: 'report-seen' },
  ...{ objectKind: 'report', objectId: REPORT, address: '203.0.113.7', before: null, after: null },
};
const LINE = {
  kind: 'hold' as const,
  ...{ seq: 7, transferKey: 'hold:x', amount: 300, fromAccount: 'available', toAccount: 'held' },
  ...{ holdId: REPORT, lines: null, reportId: REPORT, smsId: null, credentialId: null, personId: null },
  ...{
    reference: null,
    reason: null,
    availableAfter: 700,
    heldAfter: 300,
    createdAtMicros: '1794823200000000',
  },
};
const BEFORE = Buffer.alloc(32, 9);

function partsOf(change: { entry?: object; line?: object } = {}): Part[] {
  const entry = { ...ENTRY, hash: hashOf(Buffer.alloc(32), auditText(TENANT, ENTRY)), previousHash: null };
  const line = { ...LINE, hash: hashOf(BEFORE, chainText(LINE)), previousHash: BEFORE.toString('hex') };
  const lines = [{ ...line, ...change.line }];
  return [
    { name: 'report.json', bytes: Buffer.from('{"person":{"firstName":"Ada","lastName":"Hazelwick"}}') },
    { name: 'report.pdf', absent: 'Not in this test.' },
    { name: 'timeline.json', bytes: jsonFile({ events: [] }) },
    { name: 'consent.json', bytes: jsonFile({ takenBy: 'tenant' }) },
    { name: 'charges.json', bytes: jsonFile({ tenantId: TENANT, lines }) },
    { name: 'audit.json', bytes: jsonFile({ tenantId: TENANT, entries: [{ ...entry, ...change.entry }] }) },
    { name: 'bureau-references.json', bytes: jsonFile({ bureaus: [] }) },
  ];
}

const withAudit = (text: string): Part[] =>
  partsOf().map((part) =>
    part.name === 'audit.json' ? { name: part.name, bytes: Buffer.from(text) } : part,
  );

const facts = {
  ...{ service: 'https://credit.example.com', tenantId: TENANT, creditReportId: REPORT, test: true },
  ...{ simulated: false, madeAt: ISSUED, issuedAt: ISSUED, auditHead: null, ledgerHead: null },
};
const ours = newSigner();
const issue = (signer = ours, parts = partsOf()): Buffer => writePack(facts, parts, signer).zip;
const good = issue();
const NAMES = readZip(good, [...namesIn(good)]).map(({ name }) => name);
const known = [knownOf(newSigner()), knownOf(ours)];

function namesIn(zip: Buffer): Set<string> {
  return new Set(zip.toString('latin1').match(/[A-Za-z0-9.-]+\.(?:json|pem|md|sig|jws)|SHA256SUMS/g));
}
const unpacked = (): PackedFile[] =>
  readZip(good, NAMES).map((file) => ({ ...file, bytes: Buffer.from(file.bytes) }));

function problemOf(zip: Buffer, keys: KnownKey[] = known): string {
  try {
    verifyPack(zip, keys);
    return 'accepted';
  } catch (error) {
    if (error instanceof PackRefused) return error.problem;
    throw error;
  }
}

/** The file with this name, changed. */
const withFile = (name: string, change: (bytes: Buffer) => Buffer): Buffer =>
  writeZip(unpacked().map((file) => (file.name === name ? { name, bytes: change(file.bytes) } : file)));
const flip =
  (at: number) =>
  (bytes: Buffer): Buffer => {
    const changed = Buffer.from(bytes);
    changed[at % changed.length] = (changed[at % changed.length] as number) ^ 1;
    return changed;
  };

/** Everything as a forger with a key of their own would write it: sums and signatures that fit. */
function signedAnew(files: PackedFile[], signer: EvidenceSigner, alg = 'EdDSA'): Buffer {
  const kept = files.filter(({ name }) => ![SUMS, SIGNATURE, JWS].includes(name));
  const sums = Buffer.from(kept.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`).join(''));
  const header = Buffer.from(JSON.stringify({ alg, kid: signer.kid })).toString('base64url');
  const jws = sign(null, jwsInput(header, sums), signer.privateKey).toString('base64url');
  return writeZip([
    ...kept,
    { name: SUMS, bytes: sums },
    { name: SIGNATURE, bytes: sign(null, sums, signer.privateKey) },
    { name: JWS, bytes: Buffer.from(`${header}..${jws}`) },
  ]);
}

test('a pack verifies as it was issued, with the keys of the service and with no others', () => {
  const verified = verifyPack(good, known);
  assert.equal(verified.kid, ours.kid);
  assert.deepEqual(verified.manifest.absent, [{ name: 'report.pdf', reason: 'Not in this test.' }]);
  assert.equal(problemOf(good, []), 'key-foreign');
  const first = { previousHash: null, hash: hashOf(Buffer.from(TENANT), chainText(LINE)) };
  assert.equal(problemOf(issue(ours, partsOf({ line: first }))), 'accepted', 'the first line of a ledger');
  assert.deepEqual(issue(), good, 'the same parts, time and key give the same bytes');
});

test('200 tampered packs are refused, each by name', () => {
  const cases: [string, Buffer, string, KnownKey[]?][] = [];
  const add = (what: string, zip: Buffer, problem: string, keys?: KnownKey[]): void =>
    void cases.push(keys === undefined ? [what, zip, problem] : [what, zip, problem, keys]);
  const summed = NAMES.filter((name) => ![SUMS, SIGNATURE, JWS].includes(name));
  const expected = (name: string): string =>
    name === SUMS || name === SIGNATURE ? 'signature-wrong' : name === JWS ? 'jws-wrong' : 'file-altered';

  for (const name of NAMES.filter((one) => one !== 'key.pub.pem'))
    for (const at of [0, 7, 31, 40, 52, 60, 63])
      add(`a bit of ${name} at ${at}`, withFile(name, flip(at)), expected(name));
  for (const name of NAMES.filter((one) => one !== 'key.pub.pem')) {
    add(
      `${name} with a byte more`,
      withFile(name, (bytes) => Buffer.concat([bytes, Buffer.of(10)])),
      expected(name),
    );
    add(
      `${name} emptied`,
      withFile(name, () => Buffer.alloc(0)),
      expected(name),
    );
  }
  for (const name of NAMES)
    add(`without ${name}`, writeZip(unpacked().filter((file) => file.name !== name)), 'file-missing');
  for (const name of ['notes.txt', 'REPORT.JSON', 'report.json.bak', 'key.pub.pem2', 'index.html'])
    add(`with ${name}`, writeZip([...unpacked(), { name, bytes: Buffer.from('x') }]), 'file-added');
  add(
    'a part that was absent',
    writeZip([...unpacked(), { name: 'report.pdf', bytes: Buffer.from('%PDF') }]),
    'file-added',
  );
  for (const name of [
    '../report.json',
    '/etc/passwd',
    'a/../../b',
    'C:\\x',
    'sub/report.json',
    '.bashrc',
    'a\0b',
    '',
  ])
    add(
      `a file called ${JSON.stringify(name)}`,
      writeZip([{ name, bytes: Buffer.from('x') }, ...unpacked()]),
      'unsafe-name',
    );
  for (const name of NAMES) {
    const twice = unpacked().filter((file) => file.name === name);
    add(`${name} twice`, writeZip([...unpacked(), ...twice]), 'duplicate-name');
  }
  for (const [index, one] of summed.entries())
    for (const other of summed.slice(index + 1, index + 4)) {
      if (one === 'key.pub.pem' || other === 'key.pub.pem') continue;
      const swap = (name: string): string => (name === one ? other : name === other ? one : name);
      const swapped = unpacked().map(({ name, bytes }) => ({ name: swap(name), bytes }));
      add(`${one} and ${other} swapped`, writeZip(swapped), 'names-swapped');
    }
  const foreign = newSigner();
  const keyOf = (pem: string) => withFile('key.pub.pem', () => Buffer.from(pem));
  add('the key of somebody else in it', keyOf(foreign.publicPem), 'signature-wrong');
  // In the first line, and in the name of the algorithm; then a letter of the key itself, by another one of base64.
  for (const at of [0, 30])
    add(`a bit of the key at ${at}`, withFile('key.pub.pem', flip(at)), 'key-unreadable');
  const [start, letter, end] = [ours.publicPem.slice(0, 60), ours.publicPem[60], ours.publicPem.slice(61)];
  add('a letter of the key', keyOf(`${start}${letter === 'A' ? 'B' : 'A'}${end}`), 'signature-wrong');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  add(
    'a key of another kind',
    keyOf(rsa.export({ type: 'spki', format: 'pem' }) as string),
    'key-unreadable',
  );
  add('issued by a foreign key', issue(foreign), 'key-foreign');
  add('a foreign key under a known name', issue(foreign), 'key-foreign', [
    { ...knownOf(ours), kid: foreign.kid },
  ]);
  add('a key that is no key', issue(), 'key-foreign', [{ ...knownOf(ours), x: '?' }]);
  const retired = knownOf(ours, { retiredAt: '2026-11-16T09:59:59.999Z' });
  add('issued by an old key', issue(), 'key-not-in-use', [retired]);
  add('issued before its key', issue(), 'key-not-in-use', [
    knownOf(ours, { activeFrom: '2026-11-16T10:00:00.001Z' }),
  ]);

  // Signed by our own key, as only the service could, and still not true.
  const mended = (name: string, change: (bytes: Buffer) => Buffer): Buffer =>
    signedAnew(
      unpacked().map((file) => (file.name === name ? { name, bytes: change(file.bytes) } : file)),
      ours,
    );
  add('a JWS that names another algorithm', signedAnew(unpacked(), ours, 'none'), 'jws-wrong');
  add('a manifest of other files', mended('report.json', flip(20)), 'manifest-wrong');
  for (const text of ['{', 'null', '{}', '[]', '{"files":5}', ''])
    add(
      `the manifest ${text}`,
      mended('manifest.json', () => Buffer.from(text)),
      'unreadable',
    );
  for (const entries of ['5', '[null]', '[{"seq":{}}]'])
    add(`audit entries ${entries}`, issue(ours, withAudit(`{"entries":${entries}}`)), 'unreadable');
  add('an altered audit entry', issue(ours, partsOf({ entry: { action: 'report-erased' } })), 'chain-wrong');
  add('an audit entry after another', issue(ours, partsOf({ entry: { previousHash: '00' } })), 'chain-wrong');
  add('an altered line', issue(ours, partsOf({ line: { amount: 1 } })), 'chain-wrong');
  add('a line after another', issue(ours, partsOf({ line: { previousHash: null } })), 'chain-wrong');

  // The ZIP itself.
  add('bytes after the end', Buffer.concat([good, Buffer.from('more')]), 'trailing-bytes');
  add('a second ZIP after the end', Buffer.concat([good, good]), 'trailing-bytes');
  add('bytes before the start', Buffer.concat([Buffer.from('MZ'), good]), 'not-a-zip');
  add('nothing', Buffer.alloc(0), 'not-a-zip');
  add('a page', Buffer.from('<!doctype html>'.repeat(9)), 'not-a-zip');
  for (const cut of [1, 21, 22, 400])
    add(`${cut} bytes short`, good.subarray(0, good.length - cut), 'cut-off');
  const central = good.readUInt32LE(good.length - 6);
  for (const at of [0, 8, 12, 16, 24, 42, 46])
    add(`byte ${at} of the index`, flip(central + at)(good), 'zip-altered');
  for (const at of [4, 6, 10, 12, 14]) add(`byte ${at} of a header`, flip(at)(good), 'zip-altered');
  add('compressed', compressed(), 'compressed-file');
  add('a bomb', compressed(Buffer.alloc(8_000_000)), 'compressed-file');
  const claims = Buffer.from(good);
  claims.writeUInt32LE(0xffff_ffff, 18);
  add('a file that claims 4 GB', claims, 'cut-off');
  add('larger than any pack', Buffer.alloc(PACK_BYTES_MAX + 1), 'too-large');
  add('with a comment', withComment(), 'zip-altered');
  add('in another order', writeZip(unpacked().reverse()), 'manifest-wrong');

  assert.ok(cases.length >= 200, `${cases.length} cases`);
  for (const [what, zip, problem, keys] of cases) assert.equal(problemOf(zip, keys), problem, what);
});

/** With a manifest that says something else, signed by our own key. */
const saying = (change: (manifest: Manifest) => unknown): Buffer =>
  signedAnew(
    unpacked().map((file) =>
      file.name === 'manifest.json'
        ? { name: file.name, bytes: jsonFile(change(JSON.parse(String(file.bytes)))) }
        : file,
    ),
    ours,
  );

test('each thing that a manifest says is judged by itself', () => {
  const PDF = { name: 'report.pdf', reason: 'Not in this test.' };
  const cases: [string, (manifest: Manifest) => unknown, string][] = [
    ['the same', (manifest) => manifest, 'accepted'],
    ['a part neither there nor named as absent', (one) => ({ ...one, absent: [] }), 'manifest-wrong'],
    [
      'a part there and named as absent',
      (one) => ({ ...one, absent: [PDF, { ...PDF, name: 'audit.json' }] }),
      'manifest-wrong',
    ],
    ['an absent part named twice', (one) => ({ ...one, absent: [PDF, PDF] }), 'manifest-wrong'],
    [
      'something absent that no pack has',
      (one) => ({ ...one, absent: [PDF, { name: '\x1b[2J', reason: '' }] }),
      'manifest-wrong',
    ],
    ['another format', (one) => ({ ...one, format: 'trefoil-evidence/2' }), 'manifest-wrong'],
    ['another key', (one) => ({ ...one, key: { ...one.key, kid: newSigner().kid } }), 'manifest-wrong'],
    ['a file less', (one) => ({ ...one, files: one.files.slice(1) }), 'manifest-wrong'],
    ['a tenant that is no id', (one) => ({ ...one, tenantId: '\x1b[31mours' }), 'manifest-wrong'],
    ['a report that is no id', (one) => ({ ...one, creditReportId: `${REPORT}\n` }), 'manifest-wrong'],
    ['a mode that is no mode', (one) => ({ ...one, test: 'live' }), 'manifest-wrong'],
    ['a time that is none', (one) => ({ ...one, issuedAt: 'soon' }), 'manifest-wrong'],
    ['a time in another form', (one) => ({ ...one, issuedAt: '2026-11-16T10:00:00Z' }), 'manifest-wrong'],
  ];
  for (const [what, change, problem] of cases) assert.equal(problemOf(saying(change)), problem, what);
  const times: [string, Partial<KnownKey>, string][] = [
    ['from this instant', { activeFrom: ISSUED.toISOString() }, 'accepted'],
    ['until this instant', { retiredAt: ISSUED.toISOString() }, 'accepted'],
    ['from a time that cannot be read', { activeFrom: 'x' }, 'key-not-in-use'],
    ['until a time that cannot be read', { retiredAt: 'x' }, 'key-not-in-use'],
  ];
  for (const [what, more, problem] of times)
    assert.equal(problemOf(good, [knownOf(ours, more)]), problem, what);
});

const RECORD = {
  ...{ sessionId: REPORT, textId: TENANT, version: 1, sha256: sha256(Buffer.from('I agree.')) },
  ...{ shownAt: ISSUED.toISOString(), agreedAt: ISSUED.toISOString() },
  ...{ address: '203.0.113.9', userAgent: 'A browser', deviceSessionId: 'd', salt: 'c2FsdA' },
};

/** A pack whose consent was taken on the hosted page, with one thing of it otherwise: as only the service itself could sign it. */
function consenting(change: {
  text?: object;
  record?: object | null;
  recordSha256?: string;
  said?: object;
  entry?: object;
}) {
  const record = { ...RECORD, ...change.record };
  const recordSha256 = change.recordSha256 ?? hashConsentRecord(record).toString('hex');
  const text = {
    id: TENANT,
    version: 1,
    name: 'Search',
    locale: 'en-GB',
    body: 'I agree.',
    sha256: RECORD.sha256,
  };
  const after = JSON.stringify({ sha256: RECORD.sha256, recordSha256, ...change.said });
  const given = { ...ENTRY, action: 'consent-given', after, ...change.entry };
  const entry = { ...given, hash: hashOf(Buffer.alloc(32), auditText(TENANT, given)), previousHash: null };
  const consent = {
    takenBy: 'hosted-page',
    sessionId: REPORT,
    text: { ...text, ...change.text },
    record: change.record === null ? null : record,
    recordSha256,
  };
  const parts = partsOf().map((part): Part => {
    if (part.name === 'consent.json') return { name: part.name, bytes: jsonFile(consent) };
    if (part.name === 'audit.json')
      return { name: part.name, bytes: jsonFile({ tenantId: TENANT, entries: [entry] }) };
    return part;
  });
  return issue(ours, parts);
}

test('each thing that a consent is compared by is judged by itself', () => {
  assert.equal(problemOf(consenting({})), 'accepted');
  assert.equal(
    problemOf(consenting({ record: null })),
    'accepted',
    'gone with the personal parts of its session',
  );
  const other = sha256(Buffer.from('another'));
  const kept = { recordSha256: hashConsentRecord(RECORD).toString('hex') };
  const cases: Record<string, Parameters<typeof consenting>[0]> = {
    'a text with another hash': { text: { body: 'I agree to more.' } },
    'a record of another text': { record: { sha256: other } },
    'a record of another session': { record: { sessionId: TENANT } },
    'no record, and a hash that the trail has not': { record: null, recordSha256: other, said: kept },
    'a record with another hash, which the trail has too': { recordSha256: other },
    'a trail that has another text': { said: { sha256: other } },
    'a trail that has another record': { said: { recordSha256: other } },
    'a trail about another session': { entry: { objectId: TENANT } },
    'a trail without a consent': { entry: { action: 'report-seen' } },
  };
  for (const [what, change] of Object.entries(cases))
    assert.equal(problemOf(consenting(change)), 'consent-wrong', what);
});

/** The first file deflated, as a ZIP program would write it. */
function compressed(content?: Buffer): Buffer {
  const [first, ...rest] = unpacked() as [PackedFile, ...PackedFile[]];
  const zip = writeZip([{ ...first, bytes: deflateRawSync(content ?? first.bytes) }, ...rest]);
  zip.writeUInt16LE(8, 8);
  return zip;
}

function withComment(): Buffer {
  const zip = Buffer.concat([good, Buffer.from('hello')]);
  zip.writeUInt16LE(5, good.length - 2);
  return zip;
}
