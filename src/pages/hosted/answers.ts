// The questions to a consumer and the validation of their answers. Input is kept as typed; what the bureaus are asked is made from it at
// the end. Messages follow the GOV.UK patterns: missing fields first, then wrong ones.
import { fix as fixPostcode, isValid as isPostcode } from 'postcode';
import type { Consumer, PreviousName, UkAddress } from '../../domain/reports/consumer.ts';
import { UNSEEN } from '../../domain/shown/plain-text.ts';

const NAME_FIELDS = ['firstName', 'lastName'] as const;
export const ADDRESS_FIELDS = ['flat', 'building', 'street', 'town', 'postcode'] as const;
const DATE_FIELDS = ['day', 'month', 'year'] as const;
export type Field =
  | (typeof NAME_FIELDS)[number]
  | (typeof ADDRESS_FIELDS)[number]
  | (typeof DATE_FIELDS)[number]
  | 'mobile';
export type Typed = { [name in Field]?: string };
/** The lists are absent until the consumer said whether there are any. `at`: the page that they were led to last. */
export type Answers = Typed & { otherNames?: Typed[]; otherAddresses?: Typed[]; at?: string };
/** `more`: the choice whether to add one to a list. */
export type FieldProblem = { field: Field | 'more'; message: string };

export const QUESTION_IDS = [
  'name',
  'other-names',
  'date-of-birth',
  'address',
  'other-addresses',
  'mobile',
] as const;
export type QuestionId = (typeof QUESTION_IDS)[number];
export type ListId = Extract<QuestionId, 'other-names' | 'other-addresses'>;
/** A form of fields. */
export type FieldsForm = {
  fields: readonly Field[];
  /** Everything that is wrong, in the order of the fields. */
  check: (typed: Typed, today: string) => FieldProblem[];
};

export const FORMS: Record<Exclude<QuestionId, ListId>, FieldsForm> = {
  name: { fields: NAME_FIELDS, check: checkName },
  'date-of-birth': { fields: DATE_FIELDS, check: checkDateOfBirth },
  address: { fields: ADDRESS_FIELDS, check: checkAddress },
  mobile: { fields: ['mobile'], check: checkMobile },
};

/** Lists to which the consumer adds one after the other. */
export const LISTS: Record<
  ListId,
  { key: 'otherNames' | 'otherAddresses'; form: FieldsForm; max: number; unanswered: string; more: string }
> = {
  'other-names': {
    key: 'otherNames',
    form: FORMS.name,
    max: 3,
    unanswered: 'Select yes if you have had another name',
    more: 'Select yes if you have another name to add',
  },
  'other-addresses': {
    key: 'otherAddresses',
    form: FORMS.address,
    max: 4,
    unanswered: 'Select yes if you have lived at another address',
    more: 'Select yes if you have another address to add',
  },
};

export const isList = (id: QuestionId): id is ListId => id in LISTS;

const NAME_LENGTH_MAX = 60;
const BUILDING_NUMBER_LENGTH_MAX = 20;
const STREET_LENGTH_MAX = 100;
const TYPED_LENGTH_MAX = 200;
// Characters that hide or reverse text, and the line breaks that browsers add.
const ANY_UNSEEN = new RegExp(`[${UNSEEN}]`, 'g');

/** The fields of a form, as they were sent. */
export function readFields({ fields }: FieldsForm, form: URLSearchParams): Typed {
  const typed = fields.map((field) => {
    const text = (form.get(field) ?? '').normalize('NFC').replace(ANY_UNSEEN, '').trim().replace(/\s+/g, ' ');
    return [field, text.slice(0, TYPED_LENGTH_MAX)];
  });
  return Object.fromEntries(typed);
}

function checkName(answers: Typed): FieldProblem[] {
  return [
    ...required(answers, 'firstName', 'Enter your first name', 'First name', NAME_LENGTH_MAX),
    ...required(answers, 'lastName', 'Enter your last name', 'Last name', NAME_LENGTH_MAX),
  ];
}

function checkDateOfBirth({ day, month, year }: Typed, today: string): FieldProblem[] {
  if (!day && !month && !year) return [{ field: 'day', message: 'Enter your date of birth' }];
  if (!day) return [{ field: 'day', message: 'Date of birth must include a day' }];
  if (!month) return [{ field: 'month', message: 'Date of birth must include a month' }];
  if (!year) return [{ field: 'year', message: 'Date of birth must include a year' }];
  if (!/^\d{4}$/.test(year)) return [{ field: 'year', message: 'Year must include 4 numbers' }];
  const date = toDate(day, month, year);
  if (date === null) return [{ field: 'day', message: 'Date of birth must be a real date' }];
  if (date >= today) return [{ field: 'day', message: 'Date of birth must be in the past' }];
  if (year < '1900') return [{ field: 'year', message: 'Year must be 1900 or later' }];
  return [];
}

function checkAddress(answers: Typed): FieldProblem[] {
  const { building = '', postcode = '' } = answers;
  return [
    ...tooLong(answers, 'flat', 'Flat or unit', NAME_LENGTH_MAX),
    ...required(answers, 'building', 'Enter the number or name of the building', 'Building', NAME_LENGTH_MAX),
    ...(isNumber(building) && building.length > BUILDING_NUMBER_LENGTH_MAX
      ? [
          {
            field: 'building' as const,
            message: `Building number must be ${BUILDING_NUMBER_LENGTH_MAX} characters or fewer`,
          },
        ]
      : []),
    ...tooLong(answers, 'street', 'Street', STREET_LENGTH_MAX),
    ...required(answers, 'town', 'Enter the town or city', 'Town or city', NAME_LENGTH_MAX),
    ...(postcode === ''
      ? [{ field: 'postcode' as const, message: 'Enter the postcode' }]
      : isPostcode(toPostcode(postcode))
        ? []
        : [{ field: 'postcode' as const, message: 'Enter a full UK postcode, like LS1 4AB' }]),
  ];
}

function checkMobile({ mobile = '' }: Typed): FieldProblem[] {
  if (mobile === '') return [{ field: 'mobile', message: 'Enter your mobile number' }];
  if (toMobile(mobile) !== null) return [];
  return [{ field: 'mobile', message: 'Enter a UK mobile number, like 07700 900 982' }];
}

function required(
  answers: Typed,
  field: Field,
  missing: string,
  label: string,
  lengthMax: number,
): FieldProblem[] {
  if (!answers[field]) return [{ field, message: missing }];
  return tooLong(answers, field, label, lengthMax);
}

function tooLong(answers: Typed, field: Field, label: string, lengthMax: number): FieldProblem[] {
  if ((answers[field] ?? '').length <= lengthMax) return [];
  return [{ field, message: `${label} must be ${lengthMax} characters or fewer` }];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** YYYY-MM-DD, or null when there is no such day. A month may be a word. */
function toDate(day: string, month: string, year: string): string | null {
  const byName = MONTHS.indexOf(month.toLowerCase().slice(0, 3)) + 1;
  const number = /^\d{1,2}$/.test(month) ? Number(month) : byName;
  if (!/^\d{1,2}$/.test(day) || number < 1) return null;
  const text = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** People type brackets, dots and dashes, and mistake O for 0. */
function toPostcode(typed: string): string {
  return fixPostcode(typed.replace(/[^a-z0-9]/gi, ''));
}

/** +447…, or null when it is not a UK mobile number: only those receive texts. */
function toMobile(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, '').replace(/^00/, '+');
  const match = /^(?:\+?44|0|\+440)(7\d{9})$/.exec(digits);
  return match?.[1] === undefined ? null : `+44${match[1]}`;
}

function isNumber(building: string): boolean {
  return /^\d+\s?[a-z]?(?:\s?[-/]\s?\d+\s?[a-z]?)?$/i.test(building);
}

export const dateOfBirthOf = ({ day = '', month = '', year = '' }: Typed): string =>
  toDate(day, month, year) ?? '';

export const mobileOf = ({ mobile = '' }: Typed): string => toMobile(mobile) ?? '';

export function addressOf(answers: Typed): UkAddress {
  const { flat = '', building = '', street = '', town = '', postcode = '' } = answers;
  // "Rose House, 12" is a name and a number.
  const parts = building.split(',').map((part) => part.trim());
  const number = parts.findLast(isNumber) ?? '';
  const name = parts.filter((part) => part !== number && part !== '').join(', ');
  return {
    ...(flat !== '' && { subBuildingName: flat }),
    ...(name !== '' && { buildingName: name }),
    ...(number !== '' && { buildingNumber: number }),
    ...(street !== '' && { thoroughfare: street }),
    townOrCity: town,
    postcode: toPostcode(postcode),
  };
}

/** Only for validated answers. */
export function consumerOf(answers: Answers): Omit<Consumer, 'ipAddress'> {
  const { otherNames = [], otherAddresses = [] } = answers;
  return {
    firstName: answers.firstName ?? '',
    lastName: answers.lastName ?? '',
    dateOfBirth: dateOfBirthOf(answers),
    mobileNumber: mobileOf(answers),
    addresses: [
      { type: 'current', ukAddress: addressOf(answers) },
      ...otherAddresses.map((typed) => ({ type: 'previous', ukAddress: addressOf(typed) })),
    ],
    ...(otherNames.length > 0 && { previousNames: otherNames.map(nameOf) }),
  };
}

function nameOf({ firstName = '', lastName = '' }: Typed): PreviousName {
  return { firstName, lastName };
}

/** The answers that somebody who knows the consumer would type: what a tenant filled in before. */
export function answersOf(known: Partial<Omit<Consumer, 'ipAddress'>>): Answers {
  const { firstName, lastName, dateOfBirth, mobileNumber, addresses = [], previousNames = [] } = known;
  const [year = '', month = '', day = ''] = (dateOfBirth ?? '').split('-');
  const [current, ...others] = addresses;
  return {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(dateOfBirth !== undefined && { day: String(Number(day)), month: String(Number(month)), year }),
    ...(current !== undefined && typedAddress(current.ukAddress)),
    ...(mobileNumber !== undefined && { mobile: spaced(mobileNumber) }),
    ...(others.length > 0 && { otherAddresses: others.map(({ ukAddress }) => typedAddress(ukAddress)) }),
    ...(previousNames.length > 0 && {
      otherNames: previousNames.map((name) => ({ firstName: name.firstName, lastName: name.lastName })),
    }),
  };
}

export function typedAddress(address: UkAddress): Typed {
  return {
    flat: address.subBuildingName ?? '',
    building: [address.buildingName, address.buildingNumber].filter(Boolean).join(', '),
    street: address.thoroughfare ?? '',
    town: address.townOrCity,
    postcode: address.postcode,
  };
}

/** 07700 900 123, as people write it. */
export function spaced(mobile: string): string {
  return mobile.replace(/^\+44(\d{4})(\d{3})(\d{3})$/, '0$1 $2 $3');
}

/** The question that a field of the request came from, by the API's JSON pointer. */
export function questionBehind(path: string): QuestionId {
  if (path.startsWith('/addresses/0')) return 'address';
  if (path.startsWith('/addresses')) return 'other-addresses';
  if (path.startsWith('/previousNames')) return 'other-names';
  if (path.startsWith('/dateOfBirth')) return 'date-of-birth';
  if (path.startsWith('/mobileNumber')) return 'mobile';
  return 'name';
}
