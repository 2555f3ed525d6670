// The beginning of an external reference, found without storing it. A path has a few bytes for the first four characters and two for each one
// after, up to the sixteenth, each a keyed hash of all characters up to there. So references with the same beginning have paths with
// the same beginning, and one index finds them. What it finds is compared with the reference itself before it is shown: two bytes may
// be the same by chance, and a reference may be longer than its path.
import { createCipheriv } from 'node:crypto';
import type { Keyring } from '../keys/keyring.ts';

/** Shorter beginnings are not searched for: they would find half of a tenant's reports. */
const BEGINNING_MIN = 4;
/** A block of the cipher. In bytes of UTF-8, so that a character of several bytes is never cut wrongly: both sides cut alike. */
const BLOCK = 16;
const FIRST_BYTES = 4;
const NEXT_BYTES = 2;

/** References are found whatever their case. */
export function foldReference(reference: string): string {
  return reference.toLowerCase();
}

/** Null where the reference is too short to have a beginning. */
export type PathOfReference = (tenantId: string, reference: string) => Buffer | null;

export function createReferencePaths(keyring: Keyring): PathOfReference {
  return (tenantId, reference) => {
    const text = Buffer.from(foldReference(reference)).subarray(0, BLOCK);
    if (text.length < BEGINNING_MIN) return null;
    const count = text.length - BEGINNING_MIN + 1;
    // A block for each beginning, padded with zeros, which no reference has. AES as the keyed hash: all of them in one call.
    const blocks = Buffer.alloc(count * BLOCK);
    for (let n = 0; n < count; n += 1) text.copy(blocks, n * BLOCK, 0, BEGINNING_MIN + n);
    const cipher = createCipheriv('aes-256-ecb', keyring.mac('hash-reference-paths', tenantId), null);
    cipher.setAutoPadding(false);
    const hashes = cipher.update(blocks);
    const path = Buffer.alloc(FIRST_BYTES + (count - 1) * NEXT_BYTES);
    hashes.copy(path, 0, 0, FIRST_BYTES);
    for (let n = 1; n < count; n += 1) {
      hashes.copy(path, FIRST_BYTES + (n - 1) * NEXT_BYTES, n * BLOCK, n * BLOCK + NEXT_BYTES);
    }
    return path;
  };
}

/** The first path after all that begin with this one; null where there is none, which is one in four thousand million. */
export function pathAfter(path: Buffer): Buffer | null {
  const last = path.findLastIndex((byte) => byte !== 0xff);
  if (last === -1) return null;
  const after = Buffer.from(path.subarray(0, last + 1));
  after[last] = (after[last] as number) + 1;
  return after;
}
