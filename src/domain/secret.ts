// Secrets that a tenant rotates, of credentials and of webhook endpoints.

/** How long the old one goes on working after a rotation, in seconds. */
export const OVERLAPS = { now: 0, '1h': 3_600, '24h': 24 * 3_600, '7d': 7 * 24 * 3_600 } as const;
export type Overlap = keyof typeof OVERLAPS;
export const OVERLAP_NAMES = Object.keys(OVERLAPS) as Overlap[];

const HINT_LETTERS = 4;

/** The part that may be shown again: enough to tell two apart. */
export function hintOf(secret: string): string {
  return secret.slice(-HINT_LETTERS);
}
