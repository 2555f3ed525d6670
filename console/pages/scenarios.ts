// What the playground offers: the scenarios, branches and test numbers of test mode, and the request that they make.
import { BUREAU_IDS } from '../../src/domain/credit-report.ts';
import { TEST_NUMBERS } from '../../src/world/test-numbers.ts';

export const SCENARIOS = [
  { value: 'default', label: 'Default', hint: '4 records: two hire purchases, a card, a mortgage' },
  { value: 'test001', label: 'test001', hint: 'No records' },
  { value: 'test002', label: 'test002', hint: 'One hire purchase' },
  { value: 'test003', label: 'test003', hint: 'Mixed: hire purchase, card, mortgage' },
  { value: 'test004', label: 'test004', hint: 'All settled' },
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
    words: 'Every payment on time. The number decides what is on file.',
  },
  ...TEST_NUMBERS,
];
export const TEST_CODE = '123456';

export function requestOf(scenario: string, branch: string, mobileNumber = PLAIN_NUMBER): string {
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
  return JSON.stringify(request, null, 2);
}
