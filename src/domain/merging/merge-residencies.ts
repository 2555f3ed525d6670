// Residencies of several bureaus as one list. One place is one postcode with the same flat, name and number, however they are
// spread over the fields, padded or capitalised.
import type { BureauFile, FileResidency } from '../bureau-file.ts';
import type { UkAddress } from '../consumer.ts';
import type { BureauId } from '../credit-report.ts';
import { compareText } from './compare-text.ts';

export type MergedResidency = {
  /** The place: equal for every spelling of it, in every report. */
  key: string;
  address: UkAddress;
  isCurrent: boolean;
  /** Absent where no bureau says how long. */
  monthsAtAddress?: number;
  bureaus: BureauId[];
  /** Every spelling that was merged into it. */
  spellings: UkAddress[];
};

type Sighting = FileResidency & { bureau: BureauId };

/** Current first, then by the place; the order of the files makes no difference. */
export function mergeResidencies(files: readonly BureauFile[]): MergedResidency[] {
  const sightings = files.flatMap(({ bureau, residencies }) =>
    residencies.map((residency) => ({ ...residency, bureau })),
  );
  const places = Map.groupBy(sightings, ({ address }) => placeKey(address));
  return [...places.entries()].map(([key, all]) => toMerged(key, all)).sort(compareResidencies);
}

function placeKey(address: UkAddress): string {
  const premises = [address.subBuildingName, address.buildingName, address.buildingNumber]
    .flatMap((part) => (part ?? '').toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !EMPTY_WORDS.has(word))
    .map((word) => word.replace(/^0+(?=\d)/, ''));
  return `${address.postcode.toUpperCase().replace(/[^A-Z0-9]/g, '')} ${premises.join(' ')}`;
}

const EMPTY_WORDS = new Set(['APARTMENT', 'APT', 'FLAT', 'NO', 'NUMBER', 'UNIT']);

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
    spellings: all.map(({ address }) => address),
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
