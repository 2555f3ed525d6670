// A place made comparable: its flat, number and house name, whichever fields of the address hold them. "Flat B, 14", "14B" and a
// number inside the street are one place; a spelling that leaves out the house's name or number is the one place that it fits.
import type { UkAddress } from '../consumer.ts';

export type Place = {
  postcode: string;
  /** Flat and house, in order: "3 14". */
  numbers: string;
  /** "B" of 14B. */
  letters: string;
  name: string;
};

export function readPlace({
  postcode,
  subBuildingName,
  buildingName,
  buildingNumber,
  thoroughfare,
}: UkAddress): Place {
  // Only where no field has it: a street may begin with a number of its own.
  const hasNumber = /\d/.test(`${buildingName ?? ''}${buildingNumber ?? ''}`);
  const inStreet = hasNumber ? undefined : /^\s*(\d+[A-Z]?)\b/i.exec(thoroughfare ?? '')?.[1];
  const numbers: string[] = [];
  const letters: string[] = [];
  const words: string[] = [];
  for (const part of [subBuildingName, buildingName, buildingNumber, inStreet]) {
    for (const word of (part ?? '').toUpperCase().match(/\p{N}+|\p{L}+/gu) ?? []) {
      if (/\p{N}/u.test(word)) numbers.push(word.replace(/^0+(?=\d)/, ''));
      else if (word.length === 1) letters.push(word);
      else if (!EMPTY_WORDS.has(word)) words.push(word);
    }
  }
  return {
    postcode: postcode.toUpperCase().replace(/[^A-Z0-9]/g, ''),
    numbers: numbers.join(' '),
    letters: letters.sort().join(''),
    name: words.join(' '),
  };
}

const EMPTY_WORDS = new Set(['APARTMENT', 'APT', 'FLAT', 'NO', 'NUMBER', 'THE', 'UNIT']);

export function placeKey({ postcode, numbers, letters, name }: Place): string {
  return `${postcode} ${[numbers + letters, name].filter((part) => part !== '').join(' ')}`;
}

/** Whether `full` is the same place with more said: its name or its number is left out of `part`. */
export function isFuller(full: Place, part: Place): boolean {
  if (full.name === '' || (full.numbers === '' && part.numbers === '')) return false;
  const isSameNumber = full.numbers === part.numbers && full.letters === part.letters;
  if (part.name === '') return isSameNumber && part.numbers !== '';
  return full.name === part.name && part.numbers === '' && part.letters === '' && full.numbers !== '';
}
