// Verifies an evidence pack from its bytes and the service's keys alone: no database, no network. Each thing that can be wrong with it has a
// name. The keys come from the caller, never from the pack: anybody can sign a forged one with a key of their own.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { auditText } from '../../domain/activity/audit-proof.ts';
import { isUuid } from '../../domain/ids.ts';
import { chainText } from '../../domain/wallet/ledger-proof.ts';
import { fingerprintOf } from '../../storage/keys/evidence-keys.ts';
import { hashConsentRecord } from '../hosted/consent-record.ts';
import {
  FILE_NAMES,
  FORMAT,
  JWS,
  jwsInput,
  MANIFEST,
  type Manifest,
  PART_NAMES,
  PUBLIC_KEY,
  SIGNATURE,
  SUMMED,
  SUMS,
  sha256,
} from './pack.ts';
import type { AuditFile, ChargesFile, ConsentFile } from './parts.ts';
import { type PackedFile, readZip, requireSameZip, type ZipProblem, ZipRefused } from './zip.ts';

/** Far larger than any pack: what is larger is not read. */
export const PACK_BYTES_MAX = 64 * 1024 * 1024;

/** One of /.well-known/evidence-keys.json. */
export type KnownKey = { kid: string; x: string; pem?: string; activeFrom: string; retiredAt: string | null };

const PROBLEMS = {
  'too-large': 'It is larger than a pack can be.',
  'not-a-zip': 'It does not begin as a ZIP does.',
  'compressed-file': 'A file is compressed; the service compresses none. It was packed anew, or is a trap.',
  'unsafe-name': 'A file has a name that would leave the folder, or that no file of a pack can have.',
  'duplicate-name': 'Two files have the same name.',
  'file-added': 'There is a file that no pack has.',
  'file-missing': 'A file is missing.',
  'file-altered': 'A file is not the one that was listed.',
  'names-swapped': 'A file has the content of another one of the list.',
  'cut-off': 'It ends too early.',
  'trailing-bytes': 'There is something after its end.',
  'zip-altered': 'The files are as they were signed, but the ZIP around them is not the one that was issued.',
  'list-unreadable': 'The list of hashes is not as the service writes it.',
  'key-unreadable': 'The public key is not one for Ed25519.',
  'signature-wrong': 'The list of hashes was not signed by the key in the pack.',
  'jws-wrong': 'The JWS is not a signature of the list by the key in the pack.',
  'manifest-wrong': 'The manifest does not say what is in the pack.',
  unreadable: 'A file of it is not of the form that the service writes.',
  'consent-wrong': 'The consent is not the one whose hash is in the audit trail.',
  'chain-wrong': 'An entry does not have the hash that follows from what it says.',
  'key-foreign': 'It was signed by a key that is not among the keys given: not by this service.',
  'key-not-in-use': 'It was signed by a key that was not in use at the time that the pack names.',
} as const;
type PackProblem = keyof typeof PROBLEMS;

export class PackRefused extends Error {
  readonly problem: PackProblem;
  readonly file: string | null;
  constructor(problem: PackProblem, file: string | null = null) {
    super(`${problem}${file === null ? '' : ` (${file})`}: ${PROBLEMS[problem]}`);
    this.problem = problem;
    this.file = file;
  }
}

type VerifiedPack = { manifest: Manifest; manifestSha256: string; kid: string };

export function verifyPack(zip: Buffer, known: readonly KnownKey[]): VerifiedPack {
  if (zip.length > PACK_BYTES_MAX) throw new PackRefused('too-large');
  try {
    const files = readZip(zip, FILE_NAMES);
    const verified = judge(files, known);
    requireSameZip(zip, files);
    return verified;
  } catch (error) {
    if (error instanceof ZipRefused) throw new PackRefused(error.problem satisfies ZipProblem, error.file);
    // Anybody can sign anything with a key of their own: what is no JSON of ours ends here too.
    throw error instanceof PackRefused ? error : new PackRefused('unreadable');
  }
}

function judge(files: readonly PackedFile[], known: readonly KnownKey[]): VerifiedPack {
  const bytesOf = (name: string): Buffer => {
    const file = files.find((one) => one.name === name);
    if (file === undefined) throw new PackRefused('file-missing', name);
    return file.bytes;
  };
  const sums = bytesOf(SUMS);
  const key = readKey(bytesOf(PUBLIC_KEY));
  const signature = bytesOf(SIGNATURE);
  const jws = bytesOf(JWS);
  if (!verify(null, sums, key, signature)) throw new PackRefused('signature-wrong');
  const listed = readSums(sums);
  judgeFiles(files, listed);
  const kid = fingerprintOf(key);
  if (!isJws(jws.toString('latin1'), kid, sums, key)) throw new PackRefused('jws-wrong');
  const manifest: Manifest = jsonIn(bytesOf(MANIFEST));
  if (!isTrue(manifest, files, kid)) throw new PackRefused('manifest-wrong');
  judgeChains(manifest, bytesOf('audit.json'), bytesOf('charges.json'));
  judgeConsent(jsonIn(bytesOf('consent.json')), jsonIn(bytesOf('audit.json')));
  judgeKey(manifest, kid, known);
  return { manifest, manifestSha256: sha256(bytesOf(MANIFEST)), kid };
}

function readKey(pem: Buffer): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new PackRefused('key-unreadable', PUBLIC_KEY);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new PackRefused('key-unreadable', PUBLIC_KEY);
  return key;
}

function jsonIn<File>(bytes: Buffer): File {
  return JSON.parse(bytes.toString('utf8'));
}

function readSums(sums: Buffer): Map<string, string> {
  const listed = new Map<string, string>();
  for (const line of sums.toString('latin1').split('\n').slice(0, -1)) {
    const [, hash, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
    if (hash === undefined || name === undefined || !SUMMED.includes(name) || listed.has(name))
      throw new PackRefused('list-unreadable', SUMS);
    listed.set(name, hash);
  }
  return listed;
}

function judgeFiles(files: readonly PackedFile[], listed: Map<string, string>): void {
  const summed = files.filter(({ name }) => SUMMED.includes(name));
  for (const name of listed.keys())
    if (!summed.some((file) => file.name === name)) throw new PackRefused('file-missing', name);
  for (const { name, bytes } of summed) {
    const hash = sha256(bytes);
    if (!listed.has(name)) throw new PackRefused('file-added', name);
    if (listed.get(name) === hash) continue;
    const isOther = [...listed.values()].includes(hash);
    throw new PackRefused(isOther ? 'names-swapped' : 'file-altered', name);
  }
}

function isJws(jws: string, kid: string, payload: Buffer, key: KeyObject): boolean {
  const [header = '', body, signature = '', ...more] = jws.split('.');
  if (body !== '' || more.length > 0) return false;
  const said = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid })).toString('base64url');
  const bytes = Buffer.from(signature, 'base64url');
  // In its one spelling: base64url would leave some bits of the last letter open.
  return (
    header === said &&
    bytes.toString('base64url') === signature &&
    verify(null, jwsInput(header, payload), key, bytes)
  );
}

function isTrue(manifest: Manifest, files: readonly PackedFile[], kid: string): boolean {
  const present = files.filter(({ name }) => SUMMED.includes(name) && name !== MANIFEST);
  const said = JSON.stringify(manifest.files);
  const found = JSON.stringify(
    present.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes) })),
  );
  const absent = manifest.absent.map(({ name }) => name);
  // Each part is there or named as absent, never both, never neither, and nothing else is named.
  const missing = PART_NAMES.filter((name) => !present.some((file) => file.name === name));
  const isEach = JSON.stringify(absent) === JSON.stringify(missing);
  return (
    manifest.format === FORMAT && manifest.key.kid === kid && said === found && isEach && inForm(manifest)
  );
}

/** What is printed of it is in the form that the service writes: ids, a time, a word. */
function inForm({ tenantId, creditReportId, test, issuedAt }: Manifest): boolean {
  return isUuid(tenantId) && isUuid(creditReportId) && typeof test === 'boolean' && isTime(issuedAt);
}

function isTime(text: unknown): boolean {
  const at = new Date(String(text));
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

/** Each entry's hash follows from the hash before it and what it says. */
function judgeChains(manifest: Manifest, audit: Buffer, charges: Buffer): void {
  const { tenantId } = manifest;
  const hash = (previous: Buffer, text: string): string =>
    createHash('sha256').update(previous).update(text).digest('hex');
  const { entries }: AuditFile = jsonIn(audit);
  for (const { hash: said, previousHash, ...entry } of entries) {
    const previous = previousHash === null ? Buffer.alloc(32) : Buffer.from(previousHash, 'hex');
    if (hash(previous, auditText(tenantId, entry)) !== said)
      throw new PackRefused('chain-wrong', 'audit.json');
  }
  const { lines }: ChargesFile = jsonIn(charges);
  for (const { hash: said, previousHash, ...line } of lines) {
    const previous = previousHash === null ? Buffer.from(tenantId) : Buffer.from(previousHash, 'hex');
    if (hash(previous, chainText(line)) !== said) throw new PackRefused('chain-wrong', 'charges.json');
  }
}

/** The text has its hash, the record that hash and one of its own, and the trail has both since the consumer agreed. */
function judgeConsent(consent: ConsentFile, { entries }: AuditFile): void {
  if (consent.takenBy === 'tenant') return;
  const { sessionId, text, record, recordSha256 } = consent;
  const isText = sha256(Buffer.from(text.body)) === text.sha256;
  const isRecord =
    record === null ||
    (record.sha256 === text.sha256 &&
      record.sessionId === sessionId &&
      hashConsentRecord(record).toString('hex') === recordSha256);
  const given = entries.find((entry) => entry.action === 'consent-given' && entry.objectId === sessionId);
  const said = JSON.parse(given?.after ?? 'null');
  const isSaid = said?.sha256 === text.sha256 && said?.recordSha256 === recordSha256;
  if (!isText || !isRecord || !isSaid) throw new PackRefused('consent-wrong', 'consent.json');
}

function judgeKey(manifest: Manifest, kid: string, known: readonly KnownKey[]): void {
  const key = known.find((one) => one.kid === kid && fingerprintOfJwk(one.x) === kid);
  if (key === undefined) throw new PackRefused('key-foreign');
  const atMs = Date.parse(manifest.issuedAt);
  // So that a time that cannot be read is none at which the key was in use.
  const isInUse =
    atMs >= Date.parse(key.activeFrom) && (key.retiredAt === null || atMs <= Date.parse(key.retiredAt));
  if (!isInUse) throw new PackRefused('key-not-in-use');
}

function fingerprintOfJwk(x: string): string | null {
  try {
    return fingerprintOf(createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }));
  } catch {
    return null;
  }
}
