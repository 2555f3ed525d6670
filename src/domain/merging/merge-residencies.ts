// Residencies of several bureaus as one list. One place is one postcode with the same flat, name and number, however they are
// spread over the fields, padded or capitalised (place-keys.ts).
import type { BureauFile, FileResidency } from '../reports/bureau-file.ts';
import type { UkAddress } from '../reports/consumer.ts';
import type { BureauId } from '../reports/credit-report.ts';
import type { RollEntry } from '../reports/file-parts.ts';
import { compareText } from './compare-text.ts';
import { mergeRoll } from './parts/merge-roll.ts';
import {
  type AddressPlace,
  isFuller,
  isSameFlat,
  isSlippedPostcode,
  placeKey,
  readPlace,
} from './place-keys.ts';

export type MergedResidency = {
  /** The place: equal for every spelling of it, in every report. */
  key: string;
  address: UkAddress;
  isCurrent: boolean;
  /** Absent where no bureau says how long. */
  monthsAtAddress?: number;
  /** When the person was on the electoral roll; absent where none was asked. */
  electoralRoll?: RollEntry[];
  bureaus: BureauId[];
};

/** One bureau's residency, before merging. */
export type Sighting = FileResidency & { bureau: BureauId };

/** Current first, then by the place; the order of the files makes no difference. */
export function mergeResidencies(files: readonly BureauFile[], isRollAsked = false): MergedResidency[] {
  return [...sightingsByPlace(files)]
    .map(([key, all]) =>
      isRollAsked ? { ...toMerged(key, all), electoralRoll: mergeRoll(all) } : toMerged(key, all),
    )
    .sort(compareResidencies);
}

/** What all bureaus say of each place, by its key. */
export function sightingsByPlace(files: readonly BureauFile[]): Map<string, Sighting[]> {
  const sightings = files.flatMap(({ bureau, residencies }) =>
    residencies.map((residency) => ({ ...residency, bureau })),
  );
  const places = new Map(sightings.map((sighting) => [sighting, readPlace(sighting.address)]));
  const full = fullKeys([...places.values()]);
  const keyOf = (place: AddressPlace) => full.get(placeKey(place)) ?? placeKey(place);
  const keys = postcodeKeys(Map.groupBy(places.values(), keyOf));
  return Map.groupBy(sightings, (sighting) => {
    const key = keyOf(places.get(sighting) as AddressPlace);
    return keys.get(key) ?? key;
  });
}

/** Nobody has more homes in one postcode: what is beyond is not compared. */
const HOMES_MAX = 40;

/** For each place that is said in part only, the one that says most; where two may be meant, it stays by itself. */
function fullKeys(places: readonly AddressPlace[]): Map<string, string> {
  const full = new Map<string, string>();
  for (const near of Map.groupBy(places, ({ postcode }) => postcode).values()) {
    const unique = [...Map.groupBy(near, placeKey)].map(([key, same]) => {
      const hasFlatLetter = same.some((place) => place.hasFlatLetter);
      return [key, { ...(same[0] as AddressPlace), hasFlatLetter }] as const;
    });
    if (unique.length === 1 || unique.length > HOMES_MAX) continue;
    for (const [key, place] of unique) {
      const fuller = unique.filter(([, other]) => isFuller(other, place));
      // One that says more, and one that says more than that, are no two places.
      const fullest = fuller.filter(([, one]) => !fuller.some(([, other]) => isFuller(other, one)));
      if (fullest.length === 1) full.set(key, fullest[0]?.[0] ?? key);
      const flats = unique.filter(([, other]) => isSameFlat(other, place));
      if (fullest.length === 0 && flats.length === 1 && place.name !== '')
        full.set(key, flats[0]?.[0] ?? key);
    }
  }
  return full;
}

/** For each place whose postcode is a slip of that of one other, the other: the one that is said more often. */
function postcodeKeys(places: ReadonlyMap<string, readonly AddressPlace[]>): Map<string, string> {
  const keys = new Map<string, string>();
  if (places.size > HOMES_MAX) return keys;
  for (const [key, [place, ...more]] of places) {
    const near = [...places].filter(([, [other]]) =>
      isSlippedPostcode(place as AddressPlace, other as AddressPlace),
    );
    const [[other, { length }] = ['', []]] = near;
    const isLess = length > more.length + 1 || (length === more.length + 1 && compareText(other, key) < 0);
    if (near.length === 1 && isLess) keys.set(key, other);
  }
  return keys;
}

function toMerged(key: string, all: readonly Sighting[]): MergedResidency {
  const sorted = all.toSorted(compareAddresses);
  const months = all.map(({ monthsAtAddress }) => monthsAtAddress).filter((given) => given !== undefined);
  return {
    key,
    address: tidyAddress((sorted[0] as Sighting).address),
    isCurrent: all.some(({ isCurrent }) => isCurrent),
    // Each bureau counts from when it first saw the person there, so the longest is the nearest to the truth.
    ...(months.length === 0 ? {} : { monthsAtAddress: Math.max(...months) }),
    bureaus: [...new Set(all.map(({ bureau }) => bureau))].sort(),
  };
}

/** The fullest address first; among equals one that is not all capitals. */
function compareAddresses(a: Sighting, b: Sighting): number {
  const [one, other] = [textOf(a.address), textOf(b.address)];
  return (
    Object.keys(b.address).length - Object.keys(a.address).length ||
    Number(/[a-z]/.test(other)) - Number(/[a-z]/.test(one)) ||
    compareText(a.bureau, b.bureau) ||
    compareText(one, other)
  );
}

/** The fields in one order, whichever order the bureau's adapter used, and numbers without their padding. */
function tidyAddress(address: UkAddress): UkAddress {
  const { townOrCity, postcode } = address;
  const parts: Partial<UkAddress> = {};
  for (const field of PARTS) {
    const text = address[field]?.trim().replace(field === 'buildingNumber' ? /^0+(?=\d)/ : /^$/, '');
    if (text !== undefined && text !== '') parts[field] = text;
  }
  return { ...parts, townOrCity, postcode };
}

const PARTS = [
  'subBuildingName',
  'buildingName',
  'buildingNumber',
  'thoroughfare',
  'district',
  'county',
  'country',
] as const;

function textOf(address: UkAddress): string {
  return [...PARTS, 'townOrCity' as const, 'postcode' as const].map((part) => address[part] ?? '').join('\n');
}

function compareResidencies(a: MergedResidency, b: MergedResidency): number {
  return (
    Number(b.isCurrent) - Number(a.isCurrent) ||
    b.bureaus.length - a.bureaus.length ||
    compareText(a.key, b.key)
  );
}
