// Compares the hash of a secret with the stored one, in constant time.
import { timingSafeEqual } from 'node:crypto';

export function isSameHash(hash: string, stored: string | null): boolean {
  if (stored === null) return false;
  const [one, other] = [Buffer.from(hash), Buffer.from(stored)];
  return one.length === other.length && timingSafeEqual(one, other);
}
