// The test numbers: mobile numbers that change what test mode does, and nothing in live mode. Ofcom keeps +447700900000 to …999 for
// drama: no phone has one. This table is the only list of them: the test world, the console, docs/test-your-integration.md and docs/test-numbers.json
// (for programs) come from it.
//
// Endings 200 to 299 are data on file, 3xy is bureau x with outcome y, the others are bad days: the ending is the status of the answer where
// there is one. A number that is not here, such as +447700900123 of the examples, does nothing special.
import { BUREAU_IDS, BUREAU_NAMES } from '../domain/reports/credit-report.ts';
import {
  TEST_OUTCOMES,
  type TestOptions,
  type TestOutcomes,
  type TestText,
} from '../domain/reports/test-options.ts';

type TestNumber = {
  /** As a request has it. */
  number: `+447700900${number}`;
  effect: string;
  /** For a list to choose from. */
  label: string;
  /** What it does, in a sentence or two. */
  words: string;
};

/** A bad day: what a test request meets. */
export type TestDay = {
  /** Generate is refused with this code. */
  refusal?: 'insufficient-funds' | 'rate-limited' | 'service-unavailable' | 'internal-error';
  /** Generate takes so long. */
  delayMs?: number;
  /** The report is made and its first answer is 409; a repeat with the same key has it. */
  isInProgress?: true;
  /** The challenge expires as it begins. */
  isExpired?: true;
  sms?: TestText;
  /** No code can reach the number. */
  isUnreachable?: true;
  /** The device could not be verified. */
  isUnverified?: true;
  bureaus?: TestOutcomes;
  bureauDelayMs?: TestOptions['bureauDelayMs'];
};

/** How long a request with 504 takes: longer than the deadline of a request. */
export const HANG_MS = 30_000;
const ANSWER_DAYS = [
  {
    number: '+447700900402',
    effect: 'insufficient-funds',
    label: '402 No funds',
    words: 'Generate answers 402 insufficient-funds. There is no report.',
    day: { refusal: 'insufficient-funds' },
  },
  {
    number: '+447700900409',
    effect: 'in-progress',
    label: '409 In progress',
    words:
      'The report is made, and the first answer is 409 request-in-progress. The same request with the same Idempotency-Key gets the report.',
    day: { isInProgress: true },
  },
  {
    number: '+447700900410',
    effect: 'expired',
    label: '410 Expired code',
    words: 'With a challenge: it expires as it begins. Codes and resends answer 410 challenge-expired.',
    day: { isExpired: true },
  },
  {
    number: '+447700900429',
    effect: 'rate-limited',
    label: '429 Too many requests',
    words: 'Generate answers 429 rate-limited with Retry-After: 2. There is no report.',
    day: { refusal: 'rate-limited' },
  },
  {
    number: '+447700900500',
    effect: 'internal-error',
    label: '500 Fault',
    words: 'Generate answers 500 internal-error. There is no report.',
    day: { refusal: 'internal-error' },
  },
  {
    number: '+447700900503',
    effect: 'service-unavailable',
    label: '503 Unavailable',
    words: 'Generate answers 503 service-unavailable with Retry-After: 2. There is no report.',
    day: { refusal: 'service-unavailable' },
  },
  {
    number: '+447700900504',
    effect: 'hangs',
    label: 'Hangs',
    words:
      'Generate takes 30 seconds. The deadline of the service, 24 seconds by default, answers 503; the report is made, and the same Idempotency-Key finds it.',
    day: { delayMs: HANG_MS },
  },
  {
    number: '+447700900001',
    effect: 'sms-undelivered',
    label: 'Text not delivered',
    words: 'With a challenge: sms is accepted, then the event sms.undelivered says that it did not arrive.',
    day: { sms: 'undelivered' },
  },
  {
    number: '+447700900002',
    effect: 'sms-late',
    label: 'Text delivered late',
    words: 'With a challenge: the event sms.delivered comes after 30 seconds.',
    day: { sms: 'delivered' },
  },
  {
    number: '+447700900003',
    effect: 'sms-no-receipt',
    label: 'No receipt',
    words: 'With a challenge: no receipt ever comes, as with every number but the two before this one.',
    day: { sms: 'no-receipt' },
  },
  {
    number: '+447700900004',
    effect: 'unreachable',
    label: 'Not a mobile',
    words:
      'With a challenge: generate answers 400 validation-error at /mobileNumber, and the report is listed as failed.',
    day: { isUnreachable: true },
  },
  {
    number: '+447700900005',
    effect: 'sms-refused',
    label: 'Text refused',
    words: 'With a challenge: sms is refused, on every resend too. No code was sent; 123456 is still taken.',
    day: { sms: 'refused' },
  },
  {
    number: '+447700900006',
    effect: 'sms-unknown',
    label: 'Text unknown',
    words: 'With a challenge: sms is unknown, on every resend too.',
    day: { sms: 'unknown' },
  },
  {
    number: '+447700900007',
    effect: 'sms-refused-first',
    label: 'Text refused, then accepted',
    words: 'With a challenge: sms is refused, and accepted on every resend.',
    day: { sms: 'refused-first' },
  },
  {
    number: '+447700900010',
    effect: 'device-unverified',
    label: 'Device not verified',
    words: 'With a challenge: sms is none, and any code fails it with device-unverified.',
    day: { isUnverified: true },
  },
] as const satisfies readonly (TestNumber & { day: TestDay })[];

const BUREAU_DAYS = BUREAU_IDS.flatMap((id, bureauAt) =>
  TEST_OUTCOMES.map((outcome, outcomeAt) => ({
    number: `+4477009003${bureauAt + 1}${outcomeAt + 1}` as TestNumber['number'],
    effect: `${id}-${outcome}`,
    label: `${BUREAU_NAMES[id]} ${outcome}`,
    words: `${BUREAU_NAMES[id]}, if it is asked, answers ${outcome}; the report is what the others give.`,
    day: { bureaus: { [id]: outcome } } satisfies TestDay as TestDay,
  })),
);

const ALL_DOWN = {
  number: '+447700900399',
  effect: 'all-bureaus-down',
  label: 'All bureaus down',
  words: 'Every bureau is unavailable: the report fails with no-bureau-answered.',
  day: {
    bureaus: Object.fromEntries(BUREAU_IDS.map((id) => [id, 'unavailable'])) as TestOutcomes,
  },
} as const satisfies TestNumber & { day: TestDay };

/** Data on file. */
export const DATA_NUMBERS = [
  {
    number: '+447700900210',
    effect: 'arrears',
    label: 'Arrears',
    words: 'The first hire purchase is three months behind. With test004 it was, before it was settled.',
  },
  {
    number: '+447700900211',
    effect: 'default',
    label: 'Default',
    words:
      'The first hire purchase is in default. With test004 the default is satisfied: settled, with its date.',
  },
  {
    number: '+447700900212',
    effect: 'arrangement',
    label: 'Arrangement to pay',
    words: 'The first hire purchase is in an arrangement after three months of arrears. With test004 it was.',
  },
  {
    number: '+447700900213',
    effect: 'sold-debt',
    label: 'Sold debt',
    words:
      'The first hire purchase defaulted and was sold: the last bureau asked files the purchaser, the others the lender, merged into one record.',
  },
  {
    number: '+447700900214',
    effect: 'disagreements',
    label: 'Bureaus disagree',
    words:
      'All bureaus asked hold the first hire purchase. The second says arrears and another start and balance, the third a joint holder and another payment.',
  },
  {
    number: '+447700900215',
    effect: 'no-history',
    label: 'No history',
    words:
      'A thin file: no record has a history, a last update, an end, a limit or says whether it is joint.',
  },
  {
    number: '+447700900216',
    effect: 'possibly-same',
    label: 'Possibly the same',
    words:
      'The second bureau says so little of the first hire purchase that it stays a record of its own; the two name each other in possiblySame.',
  },
  {
    number: '+447700900217',
    effect: 'public-records',
    label: 'Judgments and insolvency',
    words:
      'A satisfied judgment, one that only the last bureau asked knows to be paid, a debt relief order, an associate, an alias and a notice of correction. Of every other number these lists are empty.',
  },
  {
    number: '+447700900200',
    effect: 'many-records',
    label: '1,000 records',
    words: 'The accounts of the scenario, in turn, until there are 1,000.',
  },
  {
    number: '+447700900201',
    effect: 'hostile-text',
    label: 'Hostile text',
    words:
      'Names of lenders and holders with markup, formulas, marks of direction, stacked accents, long words, emoji.',
  },
] as const satisfies readonly TestNumber[];

export type TestEffect = (typeof DATA_NUMBERS)[number]['effect'];

const DAYS: readonly (TestNumber & { day: TestDay })[] = [...ANSWER_DAYS, ...BUREAU_DAYS, ALL_DOWN];
export const TEST_NUMBERS: readonly TestNumber[] = [...DAYS, ...DATA_NUMBERS].map(
  ({ number, effect, label, words }) => ({ number, effect, label, words }),
);

const EFFECT_OF: ReadonlyMap<string, TestEffect> = new Map(
  DATA_NUMBERS.map(({ number, effect }) => [number, effect]),
);
const DAY_OF: ReadonlyMap<string, TestDay> = new Map(DAYS.map(({ number, day }) => [number, day]));

/** What is on file. */
export function testEffectOf(mobileNumber: string | undefined): TestEffect | undefined {
  return EFFECT_OF.get(mobileNumber ?? '');
}

/** What else happens to a request with this number. */
export function testDayOf(mobileNumber: string | undefined): TestDay {
  return DAY_OF.get(mobileNumber ?? '') ?? {};
}
