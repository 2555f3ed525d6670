// The settings of risk, as config.ts reads them: which assessor, the limits that block, when a known device is allowed without a
// code, and which rules are in shadow mode.
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

/** Rules that can run in shadow mode. That the session must be valid is required by the interface, and is not in this list. */
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
  'form-corrected',
  'known-pair',
] as const;
export type RiskRule = (typeof RISK_RULES)[number];

/** Above this the counters are not exact. */
const LIMIT_MAX = 5_000;

export type Limits = { hour: number; day: number; month: number };

const WINDOWS = 'within an hour, a day and 30 days, as three numbers';

export const RISK_SETTINGS = {
  RISK_ASSESSOR: setting(
    'What assesses the risk of a live request: built-in, or http-provider for a device-risk service.',
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
  RISK_KNOWN_DAYS: setting(
    'For how many days after a correct code a person is known on a device.',
    '90',
    wholeNumber(1, 365),
  ),
  RISK_ALLOW_SCORE_MAX: setting(
    'The highest score at which a known person and device need no code; src/risk/built-in/README.md lists the points.',
    '10',
    wholeNumber(0, 1_000),
  ),
  RISK_SHADOW: setting(
    `Rules in shadow mode, which only record what they would have done, separated by commas, from: ${RISK_RULES.join(', ')}.`,
    '',
    listOf(oneOf(...RISK_RULES)),
  ),
  RISK_HTTP_URL: optional('Address of the device-risk service (http-provider).', webAddress),
  RISK_HTTP_KEY: optional('Our API key at the device-risk service.', longText, true),
} as const;

export type RiskValues = Values<typeof RISK_SETTINGS>;

/** Mistakes that no single setting shows, a sentence each. */
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
