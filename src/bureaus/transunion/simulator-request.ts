// What the TransUnion simulator makes of a request: whether the bureau's schema would take it (order, lengths), and whom it asks for.
import { at, isoDate, many, wireText } from '../reading/wire-values.ts';
import type { SimulatedQuestion } from '../simulation/population/simulated-file.ts';
import { LENGTHS, LETTERS_MIN, SEARCH_ROOM } from './wire.ts';

const ORDERS = {
  creditrequest: [
    'applicant',
    'score',
    'purpose',
    'credittype',
    'balorlim',
    'term',
    'transient',
    'autosearch',
    'autosearchmaximum',
  ],
  applicant: ['address', 'name', 'dob', 'hho', 'tpoptout', 'applicantdemographics'],
  address: [
    'abodeno',
    'buildingno',
    'buildingname',
    'street1',
    'street2',
    'sublocality',
    'locality',
    'posttown',
    'postcode',
    'startdate',
    'enddate',
    'duration',
  ],
  name: ['title', 'forename', 'othernames', 'surname', 'suffix'],
} as const;

/** The element that the schema refuses; null where it refuses none. */
export function refusedElement(request: unknown): string | null {
  const applicant = at(request, 'applicant');
  const [addresses, names] = [many(applicant, 'address'), many(applicant, 'name')];
  if (!isInOrder(request, 'creditrequest') || at(request, '@schemaversion') === undefined)
    return 'creditrequest';
  if (!isInOrder(applicant, 'applicant') || at(request, '@datasets') === undefined) return 'applicant';
  const isCounted =
    addresses.length >= 1 &&
    addresses.length <= SEARCH_ROOM.addresses &&
    names.length >= 1 &&
    names.length <= SEARCH_ROOM.names;
  if (!isCounted) return 'applicant';
  if (!addresses.every((one) => isInOrder(one, 'address'))) return 'address';
  if (!names.every((one) => isInOrder(one, 'name'))) return 'name';
  return (
    [...addresses, ...names].map(tooLong).find((name) => name !== null) ??
    names.map(tooShort).find((name) => name !== null) ??
    null
  );
}

function isInOrder(element: unknown, name: keyof typeof ORDERS): boolean {
  const order: readonly string[] = ORDERS[name];
  const places = Object.keys((element ?? {}) as object)
    .filter((key) => !key.startsWith('@') && !key.startsWith('#'))
    .map((key) => order.indexOf(key));
  return places.every((place, index) => place > (places[index - 1] ?? -1));
}

function tooLong(element: unknown): string | null {
  return (
    Object.entries(LENGTHS).find(([name, max]) => (wireText(at(element, name)) ?? '').length > max)?.[0] ??
    null
  );
}

function tooShort(name: unknown): string | null {
  if ((wireText(at(name, 'surname')) ?? '').length < LETTERS_MIN) return 'surname';
  const title = at(name, 'title');
  return title !== undefined && (wireText(title) ?? '').length < LETTERS_MIN ? 'title' : null;
}

export function readQuestion(request: unknown): SimulatedQuestion | null {
  const applicant = at(request, 'applicant');
  const address = many(applicant, 'address')[0];
  const [name, ...earlierNames] = many(applicant, 'name').map((one) => ({
    forename: wireText(at(one, 'forename')) ?? '',
    surname: wireText(at(one, 'surname')) ?? '',
  }));
  const dateOfBirth = isoDate(at(applicant, 'dob'));
  const postcode = wireText(at(address, 'postcode'));
  if (!name?.forename || !name.surname || !dateOfBirth || !postcode) return null;
  const premises = ['abodeno', 'buildingno', 'buildingname'].flatMap(
    (part) => wireText(at(address, part)) ?? [],
  );
  return { ...name, earlierNames, dateOfBirth, postcode, premises };
}
