// Reads a request to the simulated Equifax, and refuses what the bureau would refuse: a namespace that is wrong or that the children
// inherit, elements in another order, nothing asked for, a street that is too long.
import { at, isoDate, wireText } from '../reading/wire-values.ts';
import type { SimulatedQuestion } from '../simulation/population/simulated-file.ts';
import { DATA_SETS, type DataSet } from './data-sets.ts';
import { namespaceOf } from './wire.ts';

const STREET_MAX = 30;

export type AskedQuestion = { question: SimulatedQuestion; asked: (set: DataSet) => boolean };

/** Null for a request that is not complete. */
export function readQuestion(request: unknown): AskedQuestion | null {
  const search = at(request, 'soleSearch');
  const primary = at(search, 'primary');
  const address = at(primary, 'currentAddress', 'address');
  const forename = wireText(at(primary, 'name', 'forename'));
  const surname = wireText(at(primary, 'name', 'surname'));
  const dateOfBirth = isoDate(at(primary, 'dob'));
  const postcode = wireText(at(address, 'postcode'));
  const requested = at(search, 'requestedData');
  const sets = DATA_SETS.filter((name) => at(requested, name) !== undefined);
  const streets = ['street1', 'street2'].map((name) => wireText(at(address, name)) ?? '');
  if (streets.some((street) => street.length > STREET_MAX) || sets.length === 0) return null;
  if (!forename || !surname || !dateOfBirth || !postcode) return null;
  const premises = ['name', 'number'].flatMap((name) => wireText(at(address, name)) ?? []);
  const question = { forename, surname, dateOfBirth, postcode, premises };
  return { question, asked: (set) => sets.includes(set) };
}

const ORDERS: readonly [path: string[], names: readonly string[]][] = [
  [[], ['clientRef', 'soleSearch']],
  [['soleSearch'], ['creditSearchConfig', 'matchCriteria', 'requestedData', 'primary']],
  [
    ['soleSearch', 'matchCriteria'],
    ['associate', 'attributable', 'family', 'potentialAssociate', 'subject'],
  ],
  [
    ['soleSearch', 'requestedData'],
    [...DATA_SETS, 'scoreAndCharacteristicRequests'],
  ],
  [
    ['soleSearch', 'primary'],
    ['dob', 'name', 'currentAddress', 'previousAddress'],
  ],
  [
    ['soleSearch', 'primary', 'name'],
    ['middleName', 'surname', 'title', 'forename'],
  ],
  ...['currentAddress', 'previousAddress'].map((which): [string[], string[]] => [
    ['soleSearch', 'primary', which, 'address'],
    ['county', 'district', 'name', 'number', 'postcode', 'postTown', 'street1', 'street2'],
  ]),
];

/** Every name is known and stands in its place. `request`: as it was read from XML. */
export function isInOrder(request: unknown): boolean {
  return ORDERS.every(([path, order]) => {
    const element = at(request, ...path);
    if (typeof element !== 'object' || element === null) return true;
    const places = Object.keys(element).map((name) => order.indexOf(name));
    return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1));
  });
}

/** The request has a prefix of its own, and nothing inside it is in a namespace. */
export function hasNamespace(body: string, version: string, name: string): boolean {
  const tag = new RegExp(`<([\\w.-]+):${name}\\s([^>]*)>`).exec(body);
  const [, prefix, attributes = ''] = tag ?? [];
  return (
    prefix !== undefined &&
    attributes.includes(`xmlns:${prefix}="${namespaceOf(version, name)}"`) &&
    !/\sxmlns="[^"]/.test(body)
  );
}
