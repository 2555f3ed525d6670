// The person's addresses in TransUnion's reply: the one asked for in parts, linked ones in one line, and the length of stay from the
// address confirmations.
import type { FileResidency } from '../../domain/bureau-file.ts';
import type { UkAddress } from '../../domain/consumer.ts';
import { at, many, wireText, yesNo } from '../reading/wire-values.ts';
import { addressKey, fromLine, fromParts } from './address.ts';

const MONTHS_MAX = 1_200;

export function toResidencies(result: unknown, applicant: unknown): FileResidency[] {
  const confirmations = new Map(confirmationsOf(applicant).flatMap(readConfirmation));
  const found = new Map<string, FileResidency>();
  const add = (address: UkAddress | undefined, addressId: string | undefined, isCurrent: boolean): void => {
    if (address === undefined || found.has(addressKey(address))) return;
    const confirmed = confirmations.get(addressKey(address));
    found.set(addressKey(address), {
      ...(addressId !== undefined && { addressId }),
      address,
      isCurrent: confirmed?.isCurrent ?? isCurrent,
      ...(confirmed?.months !== undefined && { monthsAtAddress: confirmed.months }),
    });
  };
  for (const [index, match] of matchesOf(result).entries()) {
    add(fromParts(match), wireText(at(match, 'domicileid')), index === 0);
  }
  for (const link of linksOf(applicant)) {
    add(fromLine(link), wireText(at(link, '@addressid')), yesNo(at(link, '@current')) === true);
  }
  return [...found.values()];
}

/** The residents' names of the confirmations: the caller checks that they are the consumer's. */
export function residentNames(applicant: unknown): (string | undefined)[] {
  return confirmationsOf(applicant).map((entry) => wireText(at(findResident(entry), 'name')));
}

/** Counted before anything is mapped, for the limit. */
export function placesCount(result: unknown, applicant: unknown): number {
  return matchesOf(result).length + linksOf(applicant).length + confirmationsOf(applicant).length;
}

function matchesOf(result: unknown): unknown[] {
  return many(result, 'picklist', 'applicant').flatMap((entry) =>
    many(entry, 'address').flatMap((address) => many(address, 'addressmatch')),
  );
}

function linksOf(applicant: unknown): unknown[] {
  return many(applicant, 'addresslinks', 'addresses', 'address');
}

function confirmationsOf(applicant: unknown): unknown[] {
  return many(applicant, 'addressconfs', 'addressconf');
}

type Confirmation = { isCurrent: boolean | undefined; months: number | undefined };

function readConfirmation(confirmation: unknown): [string, Confirmation][] {
  const address = fromLine(at(confirmation, 'address'));
  if (address === undefined) return [];
  const months = toMonths(wireText(at(findResident(confirmation), 'duration')));
  return [[addressKey(address), { isCurrent: yesNo(at(confirmation, 'address', '@current')), months }]];
}

/** Only a resident who was matched as the person, under the current name or a declared alias. */
function findResident(confirmation: unknown): unknown {
  return many(confirmation, 'resident').find(
    (entry) =>
      wireText(at(entry, '@matchtype')) === 'IM' &&
      (yesNo(at(entry, '@currentname')) === true || yesNo(at(entry, '@declaredalias')) === true),
  );
}

/** "P108M", "P9Y", "P1Y2M". */
function toMonths(duration: string | undefined): number | undefined {
  const [, years, months] = /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:\d{1,5}D)?$/.exec(duration ?? '') ?? [];
  if (years === undefined && months === undefined) return undefined;
  const sum = Number(years ?? 0) * 12 + Number(months ?? 0);
  return sum > MONTHS_MAX ? undefined : sum;
}
