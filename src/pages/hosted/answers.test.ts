// The validation of answers, both sides of each limit, and the API request that they become.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Answers,
  addressOf,
  answersOf,
  consumerOf,
  dateOfBirthOf,
  FORMS,
  mobileOf,
  questionBehind,
  readFields,
} from './answers.ts';
import { firstUnanswered } from './locked.ts';

const TODAY = '2026-11-15';
const GOOD: Answers = {
  firstName: 'Ada',
  lastName: 'Sample',
  day: '12',
  month: '4',
  year: '1985',
  building: '12',
  street: 'Example Street',
  town: 'Leeds',
  postcode: 'LS1 4AB',
  mobile: '07700 900 982',
};

function problemsOf(id: keyof typeof FORMS, given: Answers): string[] {
  return FORMS[id].check({ ...GOOD, ...given }, TODAY).map(({ message }) => message);
}

const ROWS: [keyof typeof FORMS, Answers, string | null][] = [
  ['name', { firstName: '' }, 'Enter your first name'],
  ['name', { lastName: 'W'.repeat(60) }, null],
  ['name', { lastName: 'W'.repeat(61) }, 'Last name must be 60 characters or fewer'],
  ['date-of-birth', { day: '', month: '', year: '' }, 'Enter your date of birth'],
  ['date-of-birth', { month: '' }, 'Date of birth must include a month'],
  ['date-of-birth', { day: '31', month: '2' }, 'Date of birth must be a real date'],
  ['date-of-birth', { day: '29', month: 'feb', year: '1988' }, null],
  ['date-of-birth', { day: '29', month: 'February', year: '1989' }, 'Date of birth must be a real date'],
  ['date-of-birth', { day: '1st' }, 'Date of birth must be a real date'],
  ['date-of-birth', { year: '85' }, 'Year must include 4 numbers'],
  ['date-of-birth', { day: '14', month: '11', year: '2026' }, null],
  ['date-of-birth', { day: '15', month: '11', year: '2026' }, 'Date of birth must be in the past'],
  ['date-of-birth', { day: '1', month: '1', year: '1900' }, null],
  ['date-of-birth', { day: '31', month: '12', year: '1899' }, 'Year must be 1900 or later'],
  ['address', { building: '' }, 'Enter the number or name of the building'],
  ['address', { town: '' }, 'Enter the town or city'],
  ['address', { postcode: '' }, 'Enter the postcode'],
  ['address', { postcode: 'LS1' }, 'Enter a full UK postcode, like LS1 4AB'],
  ['address', { postcode: '(ls1-4ab)' }, null],
  ['address', { street: '', flat: '' }, null],
  ['address', { building: `${'1'.repeat(21)}` }, 'Building number must be 20 characters or fewer'],
  ['mobile', { mobile: '' }, 'Enter your mobile number'],
  ['mobile', { mobile: '0113 496 0000' }, 'Enter a UK mobile number, like 07700 900 982'],
  ['mobile', { mobile: '07700 900 98' }, 'Enter a UK mobile number, like 07700 900 982'],
  ['mobile', { mobile: '+44 (0)7700 900982' }, null],
  ['mobile', { mobile: '0044 7700-900982' }, null],
];

for (const [id, given, message] of ROWS) {
  test(`${id} ${JSON.stringify(given).slice(0, 60)} ${message === null ? 'is an answer' : `is told: ${message}`}`, () => {
    assert.deepEqual(problemsOf(id, given), message === null ? [] : [message]);
  });
}

test('what the bureaus are asked is made from what was typed, and what a tenant knows reads as typed', () => {
  const typed = {
    ...GOOD,
    month: 'Apr',
    postcode: 'ls1 4ab',
    mobile: '0044 7700 900982',
    otherNames: [{ firstName: 'Ada', lastName: 'Maiden' }],
    otherAddresses: [
      { flat: 'Flat 2', building: 'Rose House, 7', street: '', town: 'York', postcode: 'yo17hh' },
    ],
  };
  const consumer = consumerOf(typed);
  assert.deepEqual(consumer, {
    firstName: 'Ada',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    mobileNumber: '+447700900982',
    addresses: [
      {
        type: 'current',
        ukAddress: {
          buildingNumber: '12',
          thoroughfare: 'Example Street',
          townOrCity: 'Leeds',
          postcode: 'LS1 4AB',
        },
      },
      {
        type: 'previous',
        ukAddress: {
          subBuildingName: 'Flat 2',
          buildingName: 'Rose House',
          buildingNumber: '7',
          townOrCity: 'York',
          postcode: 'YO1 7HH',
        },
      },
    ],
    previousNames: [{ firstName: 'Ada', lastName: 'Maiden' }],
  });
  assert.deepEqual(consumerOf(answersOf(consumer)), consumer);
  assert.deepEqual(answersOf({}), {});
});

test('a building is a number, a name, or both', () => {
  const premises = (building: string) => {
    const { buildingNumber, buildingName } = addressOf({ ...GOOD, building });
    return [buildingName, buildingNumber];
  };
  assert.deepEqual(premises('12a'), [undefined, '12a']);
  assert.deepEqual(premises('3-5'), [undefined, '3-5']);
  assert.deepEqual(premises('Rose Cottage'), ['Rose Cottage', undefined]);
  assert.deepEqual(premises('Rose House, 12'), ['Rose House', '12']);
});

test('characters that cannot be seen are dropped, and letters of every script are kept', () => {
  const form = new URLSearchParams({ firstName: ' \u202eŁuk\u0000asz\r\n ', lastName: 'عبد  الله' });
  assert.deepEqual(readFields(FORMS.name, form), { firstName: 'Łukasz', lastName: 'عبد الله' });
});

test('two hundred accents on one letter are too long a name, one is a letter', () => {
  const typed = (lastName: string) =>
    readFields(FORMS.name, new URLSearchParams({ firstName: 'Ada', lastName }));
  assert.deepEqual(FORMS.name.check(typed(`e${'\u0301'.repeat(200)}`), TODAY), [
    { field: 'lastName', message: 'Last name must be 60 characters or fewer' },
  ]);
  assert.equal(typed('e\u0301').lastName, 'é');
});

test('the first question that is not answered is the next one; none or some is an answer of a list', () => {
  assert.equal(firstUnanswered({}, TODAY, []), 'name');
  assert.equal(firstUnanswered(GOOD, TODAY, []), 'other-names');
  assert.equal(firstUnanswered({ ...GOOD, otherNames: [], town: '' }, TODAY, []), 'address');
  assert.equal(firstUnanswered({ ...GOOD, otherNames: [] }, TODAY, []), 'other-addresses');
  assert.equal(firstUnanswered({ ...GOOD, otherNames: [], otherAddresses: [] }, TODAY, []), null);
  assert.deepEqual([dateOfBirthOf({}), mobileOf({})], ['', '']);
});

test('a field that is refused leads to the question behind it', () => {
  const paths = [
    '/addresses/0/ukAddress/postcode',
    '/addresses/1/ukAddress',
    '/previousNames/0',
    '/dateOfBirth',
  ];
  assert.deepEqual(paths.map(questionBehind), ['address', 'other-addresses', 'other-names', 'date-of-birth']);
  assert.deepEqual(['/mobileNumber', '/lastName'].map(questionBehind), ['mobile', 'name']);
});
