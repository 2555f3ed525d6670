// Whether a question matches a person and an address on file. Names are compared without case, accents, spaces, hyphens and
// apostrophes; addresses by house number or name and by flat, in whatever field they came.
import type { UkAddress } from '../../../domain/reports/consumer.ts';
import type { SimulatedPerson, SimulatedQuestion } from './simulated-file.ts';

export function isSamePerson(person: SimulatedPerson, question: SimulatedQuestion): boolean {
  const isNamed = ({ forename, surname }: Pick<SimulatedQuestion, 'forename' | 'surname'>) =>
    foldName(person.surname) === foldName(surname) && foldName(person.forename) === foldName(forename);
  return (
    person.dateOfBirth === question.dateOfBirth && [question, ...(question.earlierNames ?? [])].some(isNamed)
  );
}

export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toUpperCase();
}

/** `flat-missing`: the building matches, and it has several homes. */
export function comparePlace(
  address: UkAddress,
  premises: readonly string[],
): 'same' | 'flat-missing' | 'other' {
  const flat = wordsOf(address.subBuildingName);
  const building = [...wordsOf(address.buildingName), ...wordsOf(address.buildingNumber)];
  const asked = premises.flatMap(wordsOf);
  const rest = without(asked, building);
  if (rest === null) return asked.join('') === [...building, ...flat].join('') ? 'same' : 'other';
  if (flat.length === 0) return rest.length === 0 ? 'same' : 'other';
  if (rest.length === 0) return 'flat-missing';
  return rest.join('') === flat.join('') ? 'same' : 'other';
}

/** The candidates for an address without its flat, as the bureau would list them. */
export function neighbours(address: UkAddress): UkAddress[] {
  const own = Number(wordsOf(address.subBuildingName)[0] ?? 1);
  const first = Math.max(1, own - 1);
  return [0, 1, 2, 3].map((step) => ({ ...address, subBuildingName: `Flat ${first + step}` }));
}

const EMPTY_WORDS = new Set(['FLAT', 'APARTMENT', 'APT', 'UNIT', 'NO', 'NUMBER', 'THE']);

function wordsOf(text: string | undefined): string[] {
  const words = (text ?? '').toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  return words.filter((word) => !EMPTY_WORDS.has(word)).map((word) => word.replace(/^0+(?=\d)/, ''));
}

/** The words without `taken`; null if one of those is missing. */
function without(words: readonly string[], taken: readonly string[]): string[] | null {
  const rest = [...words];
  // From the end: a flat is written before its building.
  for (const word of [...taken].reverse()) {
    const place = rest.lastIndexOf(word);
    if (place < 0) return null;
    rest.splice(place, 1);
  }
  return rest;
}
