// The four questions of the demo and the validation of their answers. Input is kept as typed; the API request is made from it at the end.
// Messages follow the GOV.UK patterns: missing fields first, then wrong ones.
import type { GenerateRequest, GivenUkAddress as UkAddress } from '@trefoil/sdk';
import { fix as fixPostcode, isValid as isPostcode } from 'postcode';

export const FIELDS = [
  'firstName',
  'lastName',
  'day',
  'month',
  'year',
  'flat',
  'building',
  'street',
  'town',
  'postcode',
  'mobile',
] as const;
export type Field = (typeof FIELDS)[number];
export type Answers = { [name in Field]?: string };
export type FieldProblem = { field: Field; message: string };

export type QuestionId = 'name' | 'date-of-birth' | 'address' | 'mobile';
export type Question = {
  id: QuestionId;
  fields: readonly Field[];
  /** Everything that is wrong, in the order of the fields. */
  check: (answers: Answers, today: string) => FieldProblem[];
};

export const QUESTIONS: readonly Question[] = [
  { id: 'name', fields: ['firstName', 'lastName'], check: checkName },
  { id: 'date-of-birth', fields: ['day', 'month', 'year'], check: checkDateOfBirth },
  { id: 'address', fields: ['flat', 'building', 'street', 'town', 'postcode'], check: checkAddress },
  { id: 'mobile', fields: ['mobile'], check: checkMobile },
];

const NAME_LENGTH_MAX = 60;
const BUILDING_NUMBER_LENGTH_MAX = 20;
const STREET_LENGTH_MAX = 100;
const TYPED_LENGTH_MAX = 200;
// Characters that hide or reverse text, and the line breaks that browsers add.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The fields of one question, from its form. */
export function readFields(question: Question, form: URLSearchParams): Answers {
  const typed = question.fields.map((field) => {
    const text = (form.get(field) ?? '').replace(UNSEEN, '').trim().replace(/\s+/g, ' ');
    return [field, text.slice(0, TYPED_LENGTH_MAX)];
  });
  return Object.fromEntries(typed);
}

export function firstUnanswered(answers: Answers, today: string): Question | null {
  return QUESTIONS.find((question) => question.check(answers, today).length > 0) ?? null;
}

function checkName(answers: Answers): FieldProblem[] {
  return [
    ...required(answers, 'firstName', 'Enter your first name', 'First name', NAME_LENGTH_MAX),
    ...required(answers, 'lastName', 'Enter your last name', 'Last name', NAME_LENGTH_MAX),
  ];
}

function checkDateOfBirth({ day, month, year }: Answers, today: string): FieldProblem[] {
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

function checkAddress(answers: Answers): FieldProblem[] {
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

function checkMobile({ mobile = '' }: Answers): FieldProblem[] {
  if (mobile === '') return [{ field: 'mobile', message: 'Enter your mobile number' }];
  if (toMobile(mobile) !== null) return [];
  return [{ field: 'mobile', message: 'Enter a UK mobile number, like 07700 900 982' }];
}

function required(
  answers: Answers,
  field: Field,
  missing: string,
  label: string,
  lengthMax: number,
): FieldProblem[] {
  if (!answers[field]) return [{ field, message: missing }];
  return tooLong(answers, field, label, lengthMax);
}

function tooLong(answers: Answers, field: Field, label: string, lengthMax: number): FieldProblem[] {
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

export const dateOfBirthOf = ({ day = '', month = '', year = '' }: Answers): string =>
  toDate(day, month, year) ?? '';

export const mobileOf = ({ mobile = '' }: Answers): string => toMobile(mobile) ?? '';

export function addressOf(answers: Answers): UkAddress {
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
export function toGenerateRequest(
  answers: Answers,
  more: {
    sessionId: string;
    ipAddress: string;
    bureaus: GenerateRequest['bureaus'];
    externalReference: string;
  },
): GenerateRequest {
  return {
    ...more,
    bureaus: [...more.bureaus],
    searchType: 'pcp',
    firstName: answers.firstName ?? '',
    lastName: answers.lastName ?? '',
    dateOfBirth: dateOfBirthOf(answers),
    mobileNumber: mobileOf(answers),
    addresses: [{ type: 'current', ukAddress: addressOf(answers) }],
  };
}

/** The question that a field of the request came from, by the API's JSON pointer. */
export function questionBehind(path: string): QuestionId {
  if (path.startsWith('/addresses')) return 'address';
  if (path.startsWith('/dateOfBirth')) return 'date-of-birth';
  if (path.startsWith('/mobileNumber')) return 'mobile';
  return 'name';
}
