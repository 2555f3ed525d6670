// Test mode's synthetic reports (interface, "Test mode"): the e-mail's prefix selects the scenario, the consumer seeds everything
// else. The same request on the same day gives the same bytes; on another day the dates move along with it, while lenders and amounts
// stay (unless the consumer was too young for an account of that age, and is a month older now). Nothing is stored, charged or sent.
// A test number changes what is on file about the same accounts (synthetic/on-file.ts), and is no part of the seed.
import { BUREAUS, type RegisteredBureau, searchRoomOf } from '../bureaus/index.ts';
import { RECORDS_MAX } from '../domain/reports/bureau-file.ts';
import { type Consumer, UK_ADDRESS_FIELDS } from '../domain/reports/consumer.ts';
import { coverageOf } from '../domain/reports/coverage.ts';
import type { AccountRecord, BureauId, CreditReport } from '../domain/reports/credit-report.ts';
import type { TestOutcomes } from '../domain/reports/test-options.ts';
import { SCENARIOS, type ScenarioName, scenarioOf } from './scenario-names.ts';
import { type AccountKind, makeAccount } from './synthetic/accounts.ts';
import { markAccounts } from './synthetic/bureau-marks.ts';
import { wholeMonthsBetween } from './synthetic/calendar.ts';
import type { Lender } from './synthetic/lenders.ts';
import { COURSES, putOnFile } from './synthetic/on-file.ts';
import { makeParts } from './synthetic/parts.ts';
import { createRandom, type Random } from './synthetic/random.ts';
import { makeResidencies } from './synthetic/residencies.ts';
import { makeSearches } from './synthetic/searches.ts';
import { type TestEffect, testEffectOf } from './test-numbers.ts';

export type SyntheticRequest = {
  consumer: Consumer;
  bureaus: readonly BureauId[];
  /** Of bureaus that do not answer `ok`. */
  outcomes?: TestOutcomes;
};

/** The whole report at once. The service runs `syntheticSteps`, since a thousand records take a while. */
export function syntheticReport(request: SyntheticRequest, today: string): CreditReport {
  const steps = syntheticSteps(request, today);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** `today` is a UTC day, YYYY-MM-DD; every date in the report lies before or on it. */
export function* syntheticSteps(request: SyntheticRequest, today: string): Generator<void, CreditReport> {
  const { consumer } = request;
  const effect = testEffectOf(consumer.mobileNumber);
  const { outcomes = {} } = request;
  const asked = BUREAUS.filter(({ id }) => request.bureaus.includes(id));
  const answered = asked.map(({ id }) => ({ id, status: outcomes[id] ?? ('ok' as const) }));
  // The report is what the bureaus with a file give; where all that answered have none, it is empty.
  const withFile = asked.filter(({ id }) => outcomes[id] === undefined);
  const [bureaus, scenario] =
    withFile.length > 0 ? [withFile, scenarioOf(consumer.email)] : [asked, 'no-records' as const];
  const seed = seedText(consumer, bureaus, scenario);
  const random = createRandom(seed);
  const ageMonths = wholeMonthsBetween(consumer.dateOfBirth, today);
  const name = {
    ...(consumer.title !== undefined && { title: consumer.title }),
    firstName: consumer.firstName,
    lastName: consumer.lastName,
  };
  const plain = {
    person: { ...name, dateOfBirth: consumer.dateOfBirth },
    residencies: makeResidencies(consumer.addresses, random, ageMonths),
    consumerData: { records: makeRecords(scenario, name, bureaus, random, today, ageMonths, effect) },
    previousSearches: { providers: scenario === 'no-records' ? [] : makeSearches(random, today) },
  };
  const report =
    effect === undefined
      ? plain
      : yield* putOnFile(effect, plain, { bureaus, random: createRandom(seed + effect) });
  const parts = makeParts(effect, { consumer, bureaus: withFile.map(({ id }) => id), today });
  const coverage = coverageOf(report, { consumer, bureaus: answered, roomOf: searchRoomOf, today });
  return { ...report, coverage, ...parts };
}

const ADULT_MONTHS = 18 * 12;

function makeRecords(
  scenario: ScenarioName,
  name: Pick<AccountRecord, 'title' | 'firstName' | 'lastName'>,
  bureaus: readonly RegisteredBureau[],
  random: Random,
  today: string,
  ageMonths: number,
  effect: TestEffect | undefined,
): AccountRecord[] {
  const kinds: readonly AccountKind[] =
    effect === 'many-records' ? many(SCENARIOS[scenario]) : SCENARIOS[scenario];
  const subject = kinds.findIndex((kind) => kind === 'pcp' || kind.endsWith('hire-purchase'));
  const marks = markAccounts(kinds.length, bureaus, random);
  // A month short of adult life: an account starts up to 27 days before its whole months.
  const needs = { random, today, borrowingMonths: ageMonths - ADULT_MONTHS - 1, taken: new Set<Lender>() };
  return kinds.map((kind, index) => {
    const course = effect !== undefined && index === subject ? COURSES[effect] : undefined;
    const account = makeAccount(kind, needs, course);
    const heard = account.lastUpdated === undefined ? {} : { lastUpdated: account.lastUpdated };
    return { ...name, ...account, bureaus: (marks[index] ?? []).map((mark) => ({ ...mark, ...heard })) };
  });
}

/** As many as one bureau may give. */
function many(kinds: readonly AccountKind[]): AccountKind[] {
  if (kinds.length === 0) return [];
  return Array.from({ length: RECORDS_MAX }, (_, index) => kinds[index % kinds.length] as AccountKind);
}

// Field by field: a request read back from storage may have its keys in another order, and must still get the same report.
function seedText(consumer: Consumer, bureaus: readonly RegisteredBureau[], scenario: ScenarioName): string {
  const { firstName, middleName, lastName, dateOfBirth, addresses } = consumer;
  const places = addresses.map(({ ukAddress }) => UK_ADDRESS_FIELDS.map((field) => ukAddress[field]));
  const bureauIds = bureaus.map(({ id }) => id);
  return JSON.stringify([scenario, bureauIds, firstName, middleName, lastName, dateOfBirth, places]);
}
