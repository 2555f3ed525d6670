// What the playground offers: the scenarios, branches, test numbers and refusals of test mode, and the request that they make.
import { BUREAU_IDS } from '../../../src/domain/reports/credit-report.ts';
import { TEST_NUMBERS } from '../../../src/world/test-numbers.ts';

/** By what is on file; the value is the beginning of the e-mail address that chooses it. */
export const SCENARIOS = [
  { value: 'default', label: 'Two loans, card, mortgage', hint: 'any other address' },
  { value: 'test001', label: 'No records', hint: 'test001' },
  { value: 'test002', label: 'One loan', hint: 'test002' },
  { value: 'test003', label: 'Loan, card, mortgage', hint: 'test003' },
  { value: 'test004', label: 'All settled', hint: 'test004' },
];
export const BRANCHES = [
  { value: 'allow', label: 'Allow', hint: 'The report at once' },
  { value: 'challenge', label: 'Challenge', hint: 'A code by SMS first' },
  { value: 'block', label: 'Block', hint: 'Refused by risk' },
];
export const PLAIN_NUMBER = '+447700900123';
export const TEST_DATA: readonly { number: string; label: string; words: string }[] = [
  {
    number: PLAIN_NUMBER,
    label: 'Plain',
    words: 'Every payment on time, nothing fails. The number decides what is on file, or how the day goes.',
  },
  ...TEST_NUMBERS,
];
export const TEST_CODE = '123456';

type Body = Record<string, unknown>;
/** Requests that are refused, each for another reason. */
export const REFUSALS: { value: string; label: string; spoil: (body: Body) => Body }[] = [
  { value: '', label: 'None: it is accepted', spoil: (body) => body },
  {
    value: 'no-first-name',
    label: 'A field is missing',
    spoil: ({ firstName, ...body }) => body,
  },
  {
    value: 'address',
    label: 'An address without a building',
    spoil: (body) => ({
      ...body,
      addresses: [{ type: 'current', ukAddress: { townOrCity: 'Leeds', postcode: 'LS1 4AB' } }],
    }),
  },
  { value: 'bureau', label: 'A bureau that is not there', spoil: (body) => ({ ...body, bureaus: ['acme'] }) },
  {
    value: 'birth',
    label: 'A date of birth that is no date',
    spoil: (body) => ({ ...body, dateOfBirth: '12/04/1985' }),
  },
];

export function requestOf(
  scenario: string,
  branch: string,
  mobileNumber = PLAIN_NUMBER,
  refusal = '',
): string {
  const request = {
    test: true,
    challengeOptions: { status: branch },
    sessionId: 'test',
    bureaus: BUREAU_IDS,
    ipAddress: '203.0.113.7',
    searchType: 'pcp',
    firstName: 'Ada',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    email: `${scenario === 'default' ? 'ada' : scenario}@example.com`,
    mobileNumber,
    externalReference: 'playground',
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
    ],
  };
  const spoil = REFUSALS.find(({ value }) => value === refusal)?.spoil ?? ((body: Body) => body);
  return JSON.stringify(spoil(request), null, 2);
}
