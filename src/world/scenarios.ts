// Test mode's synthetic reports (interface, "Test mode"): the e-mail's prefix selects the scenario, the consumer seeds everything
// else. The same request on the same day gives the same bytes; on another day the dates move along with it, while lenders and amounts
// stay (unless the consumer was too young for an account of that age, and is a month older now). Nothing is stored, charged or sent.
import { BUREAUS, type RegisteredBureau, searchRoomOf } from '../bureaus/index.ts';
import { type Consumer, UK_ADDRESS_FIELDS } from '../domain/consumer.ts';
import { coverageOf } from '../domain/coverage.ts';
import type { AccountRecord, BureauId, CreditReport } from '../domain/credit-report.ts';
import { type AccountKind, makeAccount } from './synthetic/accounts.ts';
import { markAccounts } from './synthetic/bureau-marks.ts';
import { wholeMonthsBetween } from './synthetic/calendar.ts';
import type { Lender } from './synthetic/lenders.ts';
import { createRandom, type Random } from './synthetic/random.ts';
import { makeResidencies } from './synthetic/residencies.ts';
import { makeSearches } from './synthetic/searches.ts';

const SCENARIOS = {
  'no-records': [],
  'single-pcp': ['hire-purchase'],
  mixed: ['hire-purchase', 'credit-card', 'mortgage'],
  'all-settled': ['settled-hire-purchase', 'settled-credit-card'],
  default: ['hire-purchase', 'hire-purchase', 'credit-card', 'mortgage'],
} as const satisfies Record<string, readonly AccountKind[]>;

export type ScenarioName = keyof typeof SCENARIOS;

// A Map, not an object: "constructor@example.com" is a prefix like any other.
const SCENARIO_OF_PREFIX: ReadonlyMap<string, ScenarioName> = new Map([
  ['test001', 'no-records'],
  ['test002', 'single-pcp'],
  ['test003', 'mixed'],
  ['test004', 'all-settled'],
]);

/** By the whole local part, in any case: test0011 is not test001. */
export function scenarioOf(email: string | undefined): ScenarioName {
  const prefix = email?.split('@', 1)[0]?.toLowerCase() ?? '';
  return SCENARIO_OF_PREFIX.get(prefix) ?? 'default';
}

export type SyntheticRequest = { consumer: Consumer; bureaus: readonly BureauId[] };

/** `today` is a UTC day, YYYY-MM-DD; every date in the report lies before or on it. */
export function syntheticReport(request: SyntheticRequest, today: string): CreditReport {
  const { consumer } = request;
  const scenario = scenarioOf(consumer.email);
  const bureaus = BUREAUS.filter(({ id }) => request.bureaus.includes(id));
  const random = createRandom(seedText(consumer, bureaus, scenario));
  const ageMonths = wholeMonthsBetween(consumer.dateOfBirth, today);
  const name = {
    ...(consumer.title !== undefined && { title: consumer.title }),
    firstName: consumer.firstName,
    lastName: consumer.lastName,
  };
  const report = {
    person: { ...name, dateOfBirth: consumer.dateOfBirth },
    residencies: makeResidencies(consumer.addresses, random, ageMonths),
    consumerData: { records: makeRecords(scenario, name, bureaus, random, today, ageMonths) },
    previousSearches: { providers: scenario === 'no-records' ? [] : makeSearches(random, today) },
  };
  const answered = bureaus.map(({ id }) => ({ id, status: 'ok' as const }));
  const coverage = coverageOf(report, { consumer, bureaus: answered, roomOf: searchRoomOf, today });
  return { ...report, coverage };
}

const ADULT_MONTHS = 18 * 12;

function makeRecords(
  scenario: ScenarioName,
  name: Pick<AccountRecord, 'title' | 'firstName' | 'lastName'>,
  bureaus: readonly RegisteredBureau[],
  random: Random,
  today: string,
  ageMonths: number,
): AccountRecord[] {
  const kinds = SCENARIOS[scenario];
  const marks = markAccounts(kinds.length, bureaus, random);
  // A month short of adult life: an account starts up to 27 days before its whole months.
  const needs = { random, today, borrowingMonths: ageMonths - ADULT_MONTHS - 1, taken: new Set<Lender>() };
  return kinds.map((kind, index) => ({ ...name, ...makeAccount(kind, needs), bureaus: marks[index] ?? [] }));
}

// Field by field: a request read back from storage may have its keys in another order, and must still get the same report.
function seedText(consumer: Consumer, bureaus: readonly RegisteredBureau[], scenario: ScenarioName): string {
  const { firstName, middleName, lastName, dateOfBirth, addresses } = consumer;
  const places = addresses.map(({ ukAddress }) => UK_ADDRESS_FIELDS.map((field) => ukAddress[field]));
  const bureauIds = bureaus.map(({ id }) => id);
  return JSON.stringify([scenario, bureauIds, firstName, middleName, lastName, dateOfBirth, places]);
}
