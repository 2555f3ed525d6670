// The cookie of a browser that somebody has signed in on before. It carries a mark of ours, so that a flood cannot make such cookies up:
// one look at it, without a statement, tells who must wait for a turn first.
import { randomBytes, timingSafeEqual } from 'node:crypto';

/** A keyed hash of a secret that lets a person in; `kind` is its purpose. */
export type HashToken = (kind: string, ...parts: string[]) => Buffer;

export function newDeviceToken(hashToken: HashToken): string {
  const id = randomBytes(32).toString('base64url');
  return `${id}.${markOf(hashToken, id).toString('base64url')}`;
}

/** Those of earlier releases carry no mark: their browsers wait like new ones, and get a marked one with the next sign-in. */
export function isMarkedDevice(hashToken: HashToken, token: string | null): token is string {
  const [id = '', mark = ''] = token?.split('.') ?? [];
  const [given, expected] = [Buffer.from(mark, 'base64url'), markOf(hashToken, id)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function markOf(hashToken: HashToken, id: string): Buffer {
  return hashToken('device-mark', id);
}
