// The settings of the risk assessor, as config.ts reads them: who judges, the limits that block, when a known device is let
// through, and which rules only write down what they would have done.
import {
  BadSetting,
  listOf,
  longText,
  oneOf,
  optional,
  setting,
  type Values,
  webAddress,
  wholeNumber,
  yesOrNo,
} from '../settings/setting.ts';

/** Rules that can be put in the shadow. That a session must be ours is the interface's word and no rule of ours. */
export const RISK_RULES = [
  'people-per-device',
  'devices-per-person',
  'people-per-number',
  'requests-per-address',
  'reserved-address',
  'automation',
  'address-differs',
  'session-young',
  'signals-missing',
  'signals-inconsistent',
  'velocity-raised',
  'known-pair',
] as const;
export type RiskRule = (typeof RISK_RULES)[number];

/** Past this the counters are not exact. */
const LIMIT_MAX = 5_000;

export type Limits = { hour: number; day: number; month: number };

const WINDOWS = 'within an hour, a day and 30 days, as three numbers';

export const RISK_SETTINGS = {
  RISK_ASSESSOR: setting(
    'Who judges the risk of a live request: built-in, or http-provider for a device-risk service.',
    'built-in',
    oneOf('built-in', 'http-provider'),
  ),
  RISK_PEOPLE_PER_DEVICE_MAX: setting(
    `People on one device ${WINDOWS}; more is blocked.`,
    '5,15,150',
    limits,
  ),
  RISK_DEVICES_PER_PERSON_MAX: setting(
    `Devices of one person ${WINDOWS}; more is blocked.`,
    '5,10,50',
    limits,
  ),
  RISK_PEOPLE_PER_NUMBER_MAX: setting(
    `People with one mobile number ${WINDOWS}; more is blocked.`,
    '4,8,30',
    limits,
  ),
  RISK_REQUESTS_PER_ADDRESS_MAX: setting(
    `Requests of one tenant for one consumer's address (ipAddress) ${WINDOWS}; more is blocked.`,
    '100,500,3000',
    limits,
  ),
  RISK_ALLOW_KNOWN: setting(
    'Whether a person who passed a code on this device before may skip the next one.',
    'true',
    yesOrNo,
  ),
  RISK_KNOWN_DAYS: setting('For how many days after a right code.', '90', wholeNumber(1, 365)),
  RISK_ALLOW_SCORE_MAX: setting(
    'The most points against a known pair that still lets it through; src/risk/built-in/README.md lists the points.',
    '10',
    wholeNumber(0, 1_000),
  ),
  RISK_SHADOW: setting(
    `Rules that only record what they would have done, separated by commas, from: ${RISK_RULES.join(', ')}.`,
    '',
    listOf(oneOf(...RISK_RULES)),
  ),
  RISK_HTTP_URL: optional('Where the device-risk service is asked (http-provider).', webAddress),
  RISK_HTTP_KEY: optional('The key that it knows us by.', longText, true),
} as const;

export type RiskValues = Values<typeof RISK_SETTINGS>;

/** What does not fit together, a sentence each. */
export function riskProblems(values: RiskValues, isProduction: boolean): string[] {
  if (values.RISK_ASSESSOR !== 'http-provider') return [];
  const problems: string[] = [];
  if (values.RISK_HTTP_URL === null)
    problems.push('RISK_HTTP_URL must be set when RISK_ASSESSOR is http-provider.');
  if (values.RISK_HTTP_KEY === null)
    problems.push('RISK_HTTP_KEY must be set when RISK_ASSESSOR is http-provider.');
  if (isProduction && values.RISK_HTTP_URL?.startsWith('http://'))
    problems.push('RISK_HTTP_URL must be an https:// address in production.');
  return problems;
}

function limits(value: string): Limits {
  const numbers = value.split(',').map((part) => part.trim());
  const [hour = 0, day = 0, month = 0] = numbers.map(Number);
  const isFine = numbers.length === 3 && numbers.every((part) => /^\d{1,4}$/.test(part));
  if (!isFine || hour < 1 || hour > day || day > month || month > LIMIT_MAX) {
    throw new BadSetting(
      `must be three whole numbers that do not fall, such as 5,15,150, and at most ${LIMIT_MAX}.`,
    );
  }
  return { hour, day, month };
}
