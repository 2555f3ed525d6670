// The id of an address: a hash of its text, so that the same address has the same id in every report. It is a version 8 UUID, whose
// bits are free to choose; version 7, as all other ids, would differ from report to report.
import { hash } from 'node:crypto';

export function addressIdOf(place: string): string {
  return uuidOf(hash('sha256', place.toLowerCase(), 'hex'));
}

/** A version 8 UUID out of a hash. */
export function uuidOf(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
