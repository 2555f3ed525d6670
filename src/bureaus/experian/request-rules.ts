// What the schema asks of a request: its elements in their order, how often, and what may stand in them. The simulator refuses a request
// that the bureau would refuse.
import { SURNAME_LENGTH_MIN } from './request.ts';

type Element = {
  name: string;
  times: readonly [min: number, max: number];
  inside: RegExp | readonly Element[];
};

const ANY = /^[\s\S]*$/;
const FLAG = /^[A-Z]$/;

const once = (name: string, inside: Element['inside'] = ANY): Element => ({ name, times: [1, 1], inside });
const maybe = (name: string, inside: Element['inside'] = ANY): Element => ({ name, times: [0, 1], inside });
const many = (max: number, name: string, inside: Element['inside']): Element => ({
  name,
  times: [0, max],
  inside,
});
/** `letters`: beside letters, digits and blanks. */
const plain = (letters: string, max: number, min = 0) =>
  new RegExp(`^[0-9A-Za-z ${letters}]{${min},${max}}$`);

const DATE = [
  once('CCYY', /^[1-9]\d{0,3}$/),
  once('MM', /^([1-9]|1[0-2])$/),
  once('DD', /^([1-9]|[12]\d|3[01])$/),
];

const NAME = [
  maybe('Title', /^.{0,10}$/s),
  maybe('Forename', plain('\\-', 15, 1)),
  maybe('MiddleName', plain('\\-', 15)),
  once('Surname', plain("\\-'", 30, SURNAME_LENGTH_MIN)),
  maybe('Suffix', /^.{0,10}$/s),
];
const ALIAS = [
  once('Title'),
  once('Forename'),
  maybe('MiddleName'),
  once('Surname'),
  maybe('Suffix'),
  once('Source'),
  once('Gender'),
];
const LOCATION = [
  maybe('Flat', plain("'\\\\/*\\-", 30)),
  maybe('HouseName', plain("'\\-", 50)),
  maybe('HouseNumber', plain("'\\\\/\\-", 10)),
  maybe('Street', plain("'\\-", 60)),
  maybe('Street2', plain("'\\-", 60)),
  maybe('District', plain("'*\\-", 35)),
  maybe('District2', plain("'\\\\*\\-", 35)),
  maybe('PostTown', plain("'\\-", 30)),
  maybe('County', plain('', 30)),
  maybe('Postcode', /^.{0,8}$/s),
];
const CONTROL = [
  ...['ExperianReference', 'ClientAccountNumber', 'ClientBranchNumber'].map((name) => maybe(name)),
  once('ClientRef'),
  once('JobNumber'),
  maybe(
    'Parameters',
    [
      'InteractiveMode',
      'FullFBLRequired',
      'AuthPlusRequired',
      'DetectRequired',
      'TestMode',
      'ShowConsumer',
    ].map((name) => maybe(name)),
  ),
];

const INPUT = [
  many(4, 'Applicant', [
    once('ApplicantIdentifier'),
    once('Name', NAME),
    many(3, 'Alias', ALIAS),
    maybe('Gender'),
    once('DateOfBirth', DATE),
  ]),
  once('Application', [once('ApplicationType'), once('SearchConsent', FLAG)]),
  once('Control', CONTROL),
  many(12, 'LocationDetails', [once('LocationIdentifier', /^\d+$/), once('UKLocation', LOCATION)]),
  many(12, 'Residency', [
    once('ApplicantIdentifier'),
    once('LocationIdentifier'),
    once('LocationCode'),
    once('ResidencyDateFrom', DATE),
    once('ResidencyDateTo', DATE),
  ]),
  once('ThirdPartyData', [once('OptOut', FLAG), maybe('TransientAssocs', FLAG), maybe('HHOAllowed', FLAG)]),
];

/** The path of the first element that is not as it has to be; null where all are. */
export function faultOf(input: unknown): string | null {
  return faultIn(input, INPUT, 'Input');
}

function faultIn(value: unknown, elements: readonly Element[], path: string): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return path;
  const names = elements.map(({ name }) => name);
  const places = Object.keys(value).map((key) => names.indexOf(key));
  if (places.some((place, index) => place < 0 || place < (places[index - 1] ?? 0))) return path;
  for (const element of elements) {
    const given = (value as Record<string, unknown>)[element.name];
    const all = given === undefined ? [] : Array.isArray(given) ? given : [given];
    const here = `${path}/${element.name}`;
    if (all.length < element.times[0] || all.length > element.times[1]) return here;
    for (const one of all) {
      const fault =
        element.inside instanceof RegExp
          ? textFault(one, element.inside, here)
          : faultIn(one, element.inside, here);
      if (fault !== null) return fault;
    }
  }
  return null;
}

function textFault(value: unknown, pattern: RegExp, path: string): string | null {
  return typeof value === 'string' && pattern.test(value) ? null : path;
}
