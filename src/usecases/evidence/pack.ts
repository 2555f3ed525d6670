// The form of an evidence pack: its file names, what the manifest says, the sums, the two signatures. Pure but for the hashes: the same
// parts, time, heads and key give the same bytes.
import { createHash, sign } from 'node:crypto';
import type { EvidenceSigner } from '../../storage/keys/evidence-keys.ts';
import type { ChainHead } from '../../storage/reports/evidence.ts';
import { verifyText } from './verify-text.ts';
import { type PackedFile, writeZip } from './zip.ts';

/** What a pack is about, in this order. One that cannot be had is named in the manifest, with the reason. */
export const PART_NAMES = [
  'report.json',
  'report.pdf',
  'timeline.json',
  'consent.json',
  'charges.json',
  'audit.json',
  'bureau-references.json',
] as const;
type PartName = (typeof PART_NAMES)[number];

export const MANIFEST = 'manifest.json';
export const PUBLIC_KEY = 'key.pub.pem';
const VERIFY = 'VERIFY.md';
export const SUMS = 'SHA256SUMS';
export const SIGNATURE = 'SHA256SUMS.sig';
export const JWS = 'SHA256SUMS.jws';
export const SUMMED: readonly string[] = [...PART_NAMES, MANIFEST, PUBLIC_KEY, VERIFY];
/** Every name that a pack may have. No name comes from data. */
export const FILE_NAMES: readonly string[] = [...SUMMED, SUMS, SIGNATURE, JWS];

export const FORMAT = 'trefoil-evidence/1';
const OWN_CLOCK = "Time by the service's own clock, anchored in the audit chain.";

/** `absent`: why there is no such part. */
export type Part = { name: PartName } & ({ bytes: Buffer } | { absent: string });

type PackFacts = {
  service: string;
  tenantId: string;
  creditReportId: string;
  test: boolean;
  /** A simulator answered in place of one or more bureaus. */
  simulated: boolean;
  madeAt: Date;
  issuedAt: Date;
  /** Where both chains stood: what is in a chain at this place cannot have been added later. */
  auditHead: ChainHead;
  ledgerHead: ChainHead;
};

export type Manifest = Omit<PackFacts, 'madeAt' | 'issuedAt'> & {
  format: string;
  madeAt: string;
  issuedAt: string;
  time: string;
  key: { kid: string; algorithm: 'Ed25519'; publishedAt: string };
  files: { name: string; bytes: number; sha256: string }[];
  absent: { name: string; reason: string }[];
};

type Pack = { zip: Buffer; manifestSha256: string };

export function writePack(facts: PackFacts, parts: readonly Part[], signer: EvidenceSigner): Pack {
  const files = parts.flatMap((part) => ('bytes' in part ? [{ name: part.name, bytes: part.bytes }] : []));
  const publishedAt = `${facts.service}/.well-known/evidence-keys.json`;
  const key: PackedFile = { name: PUBLIC_KEY, bytes: Buffer.from(signer.publicPem) };
  const about = { creditReportId: facts.creditReportId, kid: signer.kid };
  const verify: PackedFile = { name: VERIFY, bytes: Buffer.from(verifyText(about)) };
  const listed = [...files, key, verify];
  const manifest: Manifest = {
    format: FORMAT,
    ...facts,
    madeAt: facts.madeAt.toISOString(),
    issuedAt: facts.issuedAt.toISOString(),
    time: OWN_CLOCK,
    key: { kid: signer.kid, algorithm: 'Ed25519', publishedAt },
    files: listed.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes) })),
    absent: parts.flatMap((part) =>
      'absent' in part ? [{ name: part.name as string, reason: part.absent }] : [],
    ),
  };
  const manifestFile: PackedFile = { name: MANIFEST, bytes: jsonFile(manifest) };
  const summed = [...files, manifestFile, key, verify];
  const sums = Buffer.from(summed.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`).join(''));
  const zip = writeZip([
    ...summed,
    { name: SUMS, bytes: sums },
    { name: SIGNATURE, bytes: sign(null, sums, signer.privateKey) },
    { name: JWS, bytes: Buffer.from(detachedJws(sums, signer)) },
  ]);
  return { zip, manifestSha256: sha256(manifestFile.bytes) };
}

/** RFC 7515, appendix F: the payload, SHA256SUMS, is left out. */
function detachedJws(payload: Buffer, { kid, privateKey }: EvidenceSigner): string {
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid })).toString('base64url');
  return `${header}..${sign(null, jwsInput(header, payload), privateKey).toString('base64url')}`;
}

export function jwsInput(header: string, payload: Buffer): Buffer {
  return Buffer.from(`${header}.${payload.toString('base64url')}`);
}

/** For people too: indented, with a last line break. */
export function jsonFile(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
