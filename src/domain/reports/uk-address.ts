// Formatting a UK address: its display lines, and the same lines as one text. Follows Royal Mail's order for the fields that we have:
// sub-building, building, number and street, district, POST TOWN, postcode. Only the post town is in capitals; every other name keeps
// the caller's case. County and country are not printed: Royal Mail requires neither on inland mail, and both are in the fields.
import type { UkAddress } from './consumer.ts';

/** The lines in printing order, and `addressLine1`: the whole address in one line. */
export function formatUkAddress(address: UkAddress): { addressLine1: string; lines: string[] } {
  const { ownLines, streetNumber } = premises(address);
  // Without a street the number starts the district's line; without either it has a line of its own, since a number before the post
  // town would read as part of the town.
  const places = [tidy(address.thoroughfare), tidy(address.district)].filter((place) => place !== undefined);
  const [first, ...others] = places;
  const lines = [
    ...ownLines,
    [streetNumber, first].filter((part) => part !== undefined).join(' '),
    ...others,
    (tidy(address.townOrCity) ?? '').toUpperCase(),
    tidy(address.postcode) ?? '',
  ].filter((line) => line !== '');
  return { addressLine1: lines.join(', '), lines };
}

// Royal Mail's exceptions: a "name" that is really a number ("7", "1-3", "100:1"), a number with a letter ("12A", "3-5b") or a single
// character ("A") is on one line with what it numbers.
const NUMBER_LIKE = /^(?:\d|[a-z]|\d.*\d|\d(?:.*\d)?[a-z])$/i;
const SINGLE_LETTER = /^[a-z]$/i;
const DIGITS = /^\d+$/;

type Premises = { ownLines: string[]; streetNumber: string | undefined };

function premises(address: UkAddress): Premises {
  const unit = tidy(address.subBuildingName);
  const { name, number } = building(tidy(address.buildingName), tidy(address.buildingNumber));

  if (unit === undefined) return { ownLines: name === undefined ? [] : [name], streetNumber: number };
  if (name !== undefined) {
    // "10B Barry Jackson Tower" is one line, "Flat 1" and "Holly House" are two.
    const ownLines = NUMBER_LIKE.test(unit) ? [`${unit} ${name}`] : [unit, name];
    return { ownLines, streetNumber: number };
  }
  if (number === undefined) {
    return NUMBER_LIKE.test(unit)
      ? { ownLines: [], streetNumber: unit }
      : { ownLines: [unit], streetNumber: undefined };
  }
  // Unit A of number 12 is written 12A.
  if (SINGLE_LETTER.test(unit) && DIGITS.test(number)) {
    return { ownLines: [], streetNumber: `${number}${unit}` };
  }
  return { ownLines: [unit], streetNumber: number };
}

type Building = { name: string | undefined; number: string | undefined };

function building(name: string | undefined, number: string | undefined): Building {
  if (name === undefined || !NUMBER_LIKE.test(name)) return { name, number };
  // A caller that sends the number twice ("12A" and "12") means one number; two that differ are both kept.
  if (number === undefined || name.startsWith(number)) return { name: undefined, number: name };
  return { name, number };
}

function tidy(text: string | undefined): string | undefined {
  const tidied = text?.trim().replace(/\s+/g, ' ');
  return tidied === '' ? undefined : tidied;
}
