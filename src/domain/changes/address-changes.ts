// Addresses that only one of the two reports has, and those that became current. One place is one place however it is spelt.
import { monthsBefore } from '../days/calendar-day.ts';
import { isFuller, placeKey, readPlace } from '../merging/place-keys.ts';
import type { Residency } from '../reports/credit-report.ts';
import type { CoverageChanges } from './coverage-changes.ts';
import type { Side } from './side.ts';
import type { When } from './when.ts';

type AddressChange = { addressId: string; addressLine1: string; isCurrent: boolean };
export const ADDRESS_WHYS = ['bureau-not-heard-now', 'unknown'] as const;
export type AddressChanges = {
  new: (AddressChange & { when: When })[];
  gone: (AddressChange & { why: (typeof ADDRESS_WHYS)[number] })[];
  /** Listed in both, current only now. */
  nowCurrent: AddressChange[];
};

export function addressChanges(earlier: Side, later: Side, coverage: CoverageChanges): AddressChanges {
  const left = [...earlier.report.residencies];
  const take = (test: (was: Residency) => boolean): Residency | undefined => {
    const at = left.findIndex(test);
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
  const changes: AddressChanges = { new: [], gone: [], nowCurrent: [] };
  const others: Residency[] = [];
  const compare = (was: Residency, now: Residency): void => {
    if (now.isCurrent && !was.isCurrent) changes.nowCurrent.push(toChange(now));
  };
  for (const now of later.report.residencies) {
    const was = take(({ addressId }) => addressId === now.addressId);
    if (was === undefined) others.push(now);
    else compare(was, now);
  }
  for (const now of others) {
    const was = take((one) => isOnePlace(one, now));
    if (was === undefined)
      changes.new.push({ ...toChange(now), when: movedWhen(now, earlier.day, later.day) });
    else compare(was, now);
  }
  const isAway = coverage.bureaus.some(({ before, now }) => before === 'file' && now !== 'file');
  const why = isAway ? 'bureau-not-heard-now' : 'unknown';
  changes.gone = left.map((was) => ({ ...toChange(was), why }));
  return changes;
}

function toChange({ addressId, address: { addressLine1 }, isCurrent }: Residency): AddressChange {
  return { addressId, addressLine1, isCurrent };
}

/** The same, or one of them with less said. */
function isOnePlace(a: Residency, b: Residency): boolean {
  const [one, other] = [readPlace(a.address.ukAddress), readPlace(b.address.ukAddress)];
  if (one.postcode !== other.postcode) return false;
  return placeKey(one) === placeKey(other) || isFuller(one, other) || isFuller(other, one);
}

/** Bureaus count from when they first saw a person there, which is some weeks off. */
const COUNT_MONTHS_OFF = 2;

function movedWhen({ yearsAtAddress, monthsAtAddress }: Residency, since: string, now: string): When {
  if (yearsAtAddress === undefined || monthsAtAddress === undefined) return 'undated';
  const months = yearsAtAddress * 12 + monthsAtAddress;
  if (monthsBefore(now, months) > since) return 'since';
  return monthsBefore(now, Math.max(0, months - COUNT_MONTHS_OFF)) <= since ? 'before' : 'undated';
}
