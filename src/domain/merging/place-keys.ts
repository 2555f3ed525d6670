// A place made comparable: its flat, number and house name, whichever fields of the address hold them. "Flat B, 14", "14B" and a
// number inside the street are one place; a spelling that leaves out the flat, the house's name or its number is the one place that
// it fits.
import type { UkAddress } from '../reports/consumer.ts';

export type AddressPlace = {
  postcode: string;
  /** Flat and house, in order: "3 14". */
  numbers: string;
  /** "B" of 14B. */
  letters: string;
  name: string;
  /** With its kind in full: "CHURCH LANE". */
  street: string;
  /** A letter is that of a flat. In 14B alone it may be a house of its own, next to 14. */
  hasFlatLetter: boolean;
};

export function readPlace({
  postcode,
  subBuildingName,
  buildingName,
  buildingNumber,
  thoroughfare,
}: UkAddress): AddressPlace {
  const flats: string[] = [plain(subBuildingName)];
  const takeFlat = (text: string): string =>
    text.replace(FLAT, (_, flat: string) => {
      flats.push(flat);
      return ' ';
    });
  const house = [buildingName, buildingNumber].map((part) => takeFlat(plain(part)));
  // Only where no field has it: a street may begin with a number of its own.
  const street = STREET_FLAT.test(plain(thoroughfare)) ? takeFlat(plain(thoroughfare)) : plain(thoroughfare);
  const inStreet = /\d/.test(house.join('')) ? undefined : /^[\s,]*(\d+[A-Z]?)\b/.exec(street)?.[1];
  const numbers: string[] = [];
  const letters: string[] = [];
  const words: string[] = [];
  const read = (text: string): void => {
    for (const word of text.match(/\p{N}+|\p{L}+/gu) ?? []) {
      if (/\p{N}/u.test(word)) numbers.push(word.replace(/^0+(?=\d)/, ''));
      else if (word.length === 1) letters.push(word);
      else if (!EMPTY_WORDS.has(word)) words.push(LONG_FORMS.get(word) ?? word);
    }
  };
  // The flat first, wherever it stands.
  for (const flat of flats) read(flat);
  const hasFlatLetter = letters.length > 0;
  for (const part of [...house, inStreet ?? '']) read(part);
  return {
    postcode: postcode.toUpperCase().replace(/[^A-Z0-9]/g, ''),
    numbers: numbers.join(' '),
    letters: letters.sort().join(''),
    name: words.join(' '),
    street: streetOf(street),
    hasFlatLetter,
  };
}

function streetOf(text: string): string {
  const words = text.match(/\p{L}+/gu) ?? [];
  const last = words.at(-1) ?? '';
  return [...words.slice(0, -1), STREET_FORMS.get(last) ?? last].join(' ');
}

const STREET_FORMS = new Map(
  Object.entries({
    AV: 'AVENUE',
    AVE: 'AVENUE',
    CL: 'CLOSE',
    CRES: 'CRESCENT',
    DR: 'DRIVE',
    GDNS: 'GARDENS',
    GR: 'GROVE',
    LA: 'LANE',
    LN: 'LANE',
    PK: 'PARK',
    PL: 'PLACE',
    RD: 'ROAD',
    SQ: 'SQUARE',
    ST: 'STREET',
    TER: 'TERRACE',
  }),
);

/** In capitals, without what falls within a word: "St. Mary's" is "ST MARYS". */
function plain(text: string | undefined): string {
  return (text ?? '')
    .toUpperCase()
    .replace(/['’]/g, '')
    .replace(/\b(1ST|2ND|3RD)\b/g, (ordinal) => ORDINALS[ordinal] ?? ordinal);
}

const ORDINALS: Record<string, string> = { '1ST': 'FIRST', '2ND': 'SECOND', '3RD': 'THIRD' };

const FLAT_WORDS = 'APARTMENT|APPT|APT|FLAT|FLT|UNIT';
/** "Flat 3", "Apt. No 3B", "FLAT B", before or behind the house. */
const FLAT = new RegExp(
  `\\b(?:${FLAT_WORDS})\\b[\\s.]*(?:(?:NO|NUMBER)\\b[\\s.]*)?(\\d+\\s?[A-Z]?|[A-Z])\\b`,
  'g',
);
const STREET_FLAT = new RegExp(`^\\s*(?:${FLAT_WORDS})\\b`);

const EMPTY_WORDS = new Set([...FLAT_WORDS.split('|'), 'AND', 'NO', 'NUMBER', 'THE']);

/** Short forms with one meaning in the name of a house. */
const LONG_FORMS = new Map(
  Object.entries({
    APTS: 'APARTMENTS',
    BLDG: 'BUILDING',
    BLDGS: 'BUILDINGS',
    COTT: 'COTTAGE',
    CRT: 'COURT',
    CT: 'COURT',
    FLR: 'FLOOR',
    GRD: 'GROUND',
    HSE: 'HOUSE',
    LDG: 'LODGE',
    MANS: 'MANSIONS',
    MNR: 'MANOR',
  }),
);

export function placeKey({ postcode, numbers, letters, name }: AddressPlace): string {
  return `${postcode} ${[numbers + letters, name].filter((part) => part !== '').join(' ')}`;
}

/** Names that are cut off keep at least this much. */
const CUT_LENGTH_MIN = 5;

/** Whether `full` is the same place with more said: its name, its number, its flat or all of them are left out of `part`. */
export function isFuller(full: AddressPlace, part: AddressPlace): boolean {
  if (full.numbers === '' && full.name === '') return false;
  if (part.numbers === '' && part.letters === '' && part.name === '') return true;
  if (placeKey(full) === placeKey(part)) return false;
  const isCut = part.name.length >= CUT_LENGTH_MIN && full.name.startsWith(part.name);
  if (part.name === '') return part.numbers !== '' && isNumberOf(full, part);
  if (full.name !== part.name && !isCut) return false;
  const isNumberLeftOut = part.numbers === '' && part.letters === '';
  const isHouseLeftOut = full.letters === part.letters && full.numbers.startsWith(`${part.numbers} `);
  return isNumberLeftOut || isHouseLeftOut || isNumberOf(full, part);
}

/** One flat of one street, whose house is named in one place and numbered in the other: "Flat 3, Rook Court" and "Flat 3, 14". */
export function isSameFlat(a: AddressPlace, b: AddressPlace): boolean {
  const [named, numbered] = a.name === '' ? [b, a] : [a, b];
  if (named.name === '' || numbered.name !== '' || named.street === '' || named.street !== numbered.street)
    return false;
  const [flat, house, ...more] = numbered.numbers.split(' ');
  return (
    house !== undefined && more.length === 0 && named.numbers === flat && named.letters === numbered.letters
  );
}

/** One number or name of one street, in two postcodes of one part of a town: a slip, or a code that changed. */
export function isSlippedPostcode(a: AddressPlace, b: AddressPlace): boolean {
  if (a.street === '' || a.street !== b.street || a.postcode.length !== b.postcode.length) return false;
  if (a.numbers !== b.numbers || a.letters !== b.letters || a.name !== b.name) return false;
  if (a.numbers === '' && a.name === '') return false;
  const differing = [...a.postcode].filter((sign, at) => sign !== b.postcode[at]).length;
  return differing === 1 && a.postcode.slice(0, -2) === b.postcode.slice(0, -2);
}

/** The same number, or that of the house without the flat. */
function isNumberOf(full: AddressPlace, part: AddressPlace): boolean {
  if (full.letters === part.letters)
    return (
      full.numbers === part.numbers || (part.numbers !== '' && full.numbers.endsWith(` ${part.numbers}`))
    );
  return full.hasFlatLetter && part.letters === '' && full.numbers === part.numbers;
}
