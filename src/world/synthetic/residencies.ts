// Where a made-up report says that the consumer lives: the request's own addresses, one of them current.
import { hash } from 'node:crypto';
import type { ConsumerAddress } from '../../domain/consumer.ts';
import type { Residency } from '../../domain/credit-report.ts';
import { formatUkAddress } from '../../domain/uk-address.ts';
import type { Random } from './random.ts';

/** `ageMonths` is the consumer's age: nobody has lived in houses for longer than that. */
export function makeResidencies(
  addresses: readonly ConsumerAddress[],
  random: Random,
  ageMonths: number,
): Residency[] {
  const marked = addresses.findIndex((address) => address.type?.toLowerCase() === 'current');
  const current = marked === -1 ? 0 : marked;
  let monthsLeft = Math.max(0, ageMonths);
  return addresses.map(({ ukAddress }, index) => {
    const printed = formatUkAddress(ukAddress);
    const stayMonths = Math.min(random.int(7, 170), monthsLeft);
    monthsLeft -= stayMonths;
    return {
      addressId: addressId(printed.addressLine1),
      address: { type: 'uk', ukAddress, ...printed },
      yearsAtAddress: Math.floor(stayMonths / 12),
      monthsAtAddress: stayMonths % 12,
      isCurrent: index === current,
    };
  });
}

// The same printed address always has the same id, in every report. A version 8 UUID is the one whose bits are
// ours to choose; version 7, which all other ids are, would differ from one report to the next.
function addressId(printed: string): string {
  const hex = hash('sha256', printed.toLowerCase(), 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
