// The residencies of a synthetic report: the request's own addresses, one of them current.
import type { ConsumerAddress } from '../../domain/reports/consumer.ts';
import type { Residency } from '../../domain/reports/credit-report.ts';
import { formatUkAddress } from '../../domain/reports/uk-address.ts';
import { addressIdOf } from '../address-id.ts';
import type { Random } from './random.ts';

/** `ageMonths`: the consumer's age, which bounds all stays together. */
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
      addressId: addressIdOf(printed.addressLine1),
      address: { type: 'uk', ukAddress, ...printed },
      yearsAtAddress: Math.floor(stayMonths / 12),
      monthsAtAddress: stayMonths % 12,
      isCurrent: index === current,
    };
  });
}
