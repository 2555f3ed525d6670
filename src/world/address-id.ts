// The id of an address: the same text always has the same one, in every report. A version 8 UUID is the one whose bits are ours to
// choose; version 7, which all other ids are, would differ from one report to the next.
import { hash } from 'node:crypto';

export function addressIdOf(place: string): string {
  const hex = hash('sha256', place.toLowerCase(), 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
