// What a tenant filled in on a link, and what its holder may make of it. Pure. A link can come into other hands, so what was filled in is
// locked: only fields that the tenant named may be changed, and each change is told by its name, never by its value.
import type { ConsumerAddress, PreviousName } from '../reports/consumer.ts';
import {
  CHANGEABLE_FIELDS,
  type ChangeableField,
  type HostedDetails,
  type Prefill,
  SINGLE_FIELDS,
} from './consumer-session.ts';

/** What was filled in and may not be changed. Of a list its entries are locked; the consumer may add others. */
export function lockedIn(prefill: Prefill, mayChange: readonly string[]): ChangeableField[] {
  return CHANGEABLE_FIELDS.filter((field) => (prefill[field]?.length ?? 0) > 0 && !mayChange.includes(field));
}

/**
 * The details that the bureaus are asked for. What was filled in wins over what was typed, except where it may be changed. `changed` has
 * JSON pointers into the prefill, and `/previousNames` where a name was added to the one that was filled in: under another name, another
 * person is found. Whoever asks gives the current address first.
 */
export function settleDetails(
  prefill: Prefill,
  typed: HostedDetails,
  mayChange: readonly string[],
): { details: HostedDetails; changed: string[] } {
  const locked = lockedIn(prefill, mayChange);
  const details = { ...typed, ...prefill };
  const replaced = SINGLE_FIELDS.filter(
    (field) =>
      prefill[field] !== undefined &&
      !locked.includes(field) &&
      plain(prefill[field]) !== plain(typed[field] ?? ''),
  );
  for (const field of replaced) Object.assign(details, { [field]: typed[field] });

  const addresses = locked.includes('addresses')
    ? addTo(prefill.addresses, typed.addresses.slice(1), addressKey)
    : replace(prefill.addresses, typed.addresses, addressKey);
  const settle = locked.includes('previousNames') ? addTo : replace;
  const bornAs = prefill.previousNames?.map((name) => ({
    ...name,
    firstName: name.firstName || details.firstName,
  }));
  const names = settle(bornAs, typed.previousNames ?? [], nameKey);
  const isNamed = prefill.firstName !== undefined || prefill.lastName !== undefined;
  const { previousNames: _settled, ...rest } = details;
  return {
    details: {
      ...rest,
      addresses: addresses.list,
      ...(names.list.length > 0 && { previousNames: names.list }),
    },
    changed: [
      ...replaced.map((field) => `/${field}`),
      ...addresses.gone.map((index) => `/addresses/${index}`),
      ...names.gone.map((index) => `/previousNames/${index}`),
      ...(isNamed && names.isLonger ? ['/previousNames'] : []),
    ],
  };
}

/** Whether the consumer sees the report: a link on which something was changed may be in other hands. */
export function mayShow(session: {
  showReport: boolean;
  showReportIfChanged: boolean;
  changed: readonly string[];
}): boolean {
  return session.showReport && (session.changed.length === 0 || session.showReportIfChanged);
}

/** `gone`: places of what was filled in and is not there any more. */
type Settled<Entry> = { list: Entry[]; gone: number[]; isLonger: boolean };

function addTo<Entry>(
  before: readonly Entry[] = [],
  typed: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Settled<Entry> {
  const known = before.map(keyOf);
  const added = typed.filter((entry) => !known.includes(keyOf(entry)));
  return { list: [...before, ...added], gone: [], isLonger: added.length > 0 };
}

/** What is the same stays as it was given: a form has fewer fields. The first has a meaning, so another one there is a change. */
function replace<Entry>(
  before: readonly Entry[] = [],
  typed: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Settled<Entry> {
  const known = new Map(before.map((entry) => [keyOf(entry), entry]));
  const list = typed.map((entry) => known.get(keyOf(entry)) ?? entry);
  const isThere = (entry: Entry, index: number) => (index === 0 ? list[0] === entry : list.includes(entry));
  return {
    list,
    gone: before.flatMap((entry, index) => (isThere(entry, index) ? [] : [index])),
    isLonger: list.some((entry) => !before.includes(entry)),
  };
}

/** By what a form can say of an address, where the name and the number of a building are one field. */
function addressKey({ ukAddress }: ConsumerAddress): string {
  const { subBuildingName = '', buildingName = '', buildingNumber = '', thoroughfare = '' } = ukAddress;
  const building = `${buildingName},${buildingNumber}`.split(',').map(plain).filter(Boolean);
  const rest = [subBuildingName, thoroughfare, ukAddress.townOrCity, ukAddress.postcode].map(plain);
  return JSON.stringify([[...new Set(building)].sort(), ...rest]);
}

const nameKey = ({ firstName, lastName }: PreviousName): string =>
  JSON.stringify([plain(firstName), plain(lastName)]);

/** As a form sends it. */
const plain = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');
