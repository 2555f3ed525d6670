// The figures of the service's borders, written a second time, and both sides of those that a pure function judges: one below, at, one above.
// Those that a statement or a clock judges are tried on a database, in the tests of their subject (alerts, deliveries, challenges, retention).
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { attentionOf } from '../src/domain/activity/attention.ts';
import { diffLines } from '../src/domain/line-diff.ts';
import { isExpired, resendCode, submitCode } from '../src/domain/reports/challenge.ts';
import { judgeTry, whyUrlRefused } from '../src/domain/webhooks/webhooks.ts';
import { whyPasswordRefused } from '../src/identity/passwords.ts';
import { segmentsOf } from '../src/sms/message.ts';
import { verifyPack } from '../src/usecases/evidence/verify-pack.ts';

const ROOT = join(import.meta.dirname, '..');

/** By file of src. Amounts are in the unit that the name ends with. */
const FIGURES: Record<string, Record<string, number>> = {
  'bureaus/asking/call': { CONNECT_MS: 3_000, WHOLE_MS: 10_000, REPLY_BYTES_MAX: 2_097_152 },
  'bureaus/experian/request': { SURNAME_LENGTH_MIN: 2 },
  'bureaus/reading/json': {
    JSON_BYTES_MAX: 1_310_720,
    JSON_KEYS_MAX: 75_000,
    JSON_ENTRIES_MAX: 262_144,
    JSON_NESTS_MAX: 100_000,
    JSON_DIFFERENT_KEYS_MAX: 10_000,
  },
  'bureaus/reading/xml-text': { VALUE_LENGTH_MAX: 65_536 },
  'bureaus/transunion/wire': { LETTERS_MIN: 2 },
  'cli/bureau-commands': { EXIT_WRONG: 2 },
  'cli/client/follow-feed': { SERVER_AWAY: 6 },
  'domain/activity/figures': { STEPS_MAX: 400, BUCKETS_PER_DOUBLING: 4, BUCKET_MAX: 63 },
  'domain/agreements/motor-records': { VEHICLE_PENCE_MIN: 500_000 },
  'domain/attributes/activity': { SEARCHES_KEPT_MONTHS: 12 },
  'domain/attributes/payment-marks': { REPORTING_MONTHS: 2 },
  'domain/changes/record-changes': { BALANCE_MIN_PENCE: 10_000, BALANCE_MIN_SHARE: 0.1 },
  'domain/hosted/consent-text': { CONSENT_LENGTH_MAX: 10_000, CONSENT_TEXTS_MAX: 20 },
  'domain/hosted/consumer-session': {
    LINK_HOURS_MAX: 168,
    LINK_HOURS_DEFAULT: 24,
    RESUMABLE_HOURS: 24,
    GENERATES_MAX: 3,
    OPENS_PER_HOUR_MAX: 20,
    START_AGAIN_SECONDS: 10,
    ANSWERS_BYTES_MAX: 16_384,
    EMBED_ORIGINS_MAX: 5,
  },
  'domain/hosted/logo-limits': { LOGO_PIXELS_MAX: 512, LOGO_BYTES_MAX: 262_144 },
  'domain/idempotency': { KEY_LIFETIME_HOURS: 24 },
  'domain/lenders/lender-csv': { OWN_LENDERS_MAX: 500, LENDER_CSV_LENGTH_MAX: 60_000 },
  'domain/merging/account-score': { CLEAR_LEAD_MIN: 2, CONFLICT_SCORE_MAX: -3 },
  'domain/merging/account-sums': { SOLE_DAYS_MAX: 7, SOLE_DAYS_MORE: 7, TOLD_DAYS_MAX: 3, TOLD_SUMS_MIN: 2 },
  'domain/merging/search-likeness': { HOUR_MS: 3_600_000 },
  'domain/reports/bureau-file': { RECORDS_MAX: 1_000 },
  'domain/reports/challenge': {
    ATTEMPTS_MAX: 3,
    SENDS_MAX: 3,
    REFUSED_SENDS_MAX: 5,
    CHALLENGE_LIFETIME_MINUTES: 5,
    CHALLENGE_LIFETIME_MS: 300_000,
  },
  'domain/reports/credit-report': { HISTORY_MONTHS_MAX: 72 },
  'domain/reports/origins': { ORIGINS_MAX: 50 },
  'domain/reports/retention': { RETENTION_DAYS_MIN: 1, RETENTION_DAYS_MAX: 3_650 },
  'domain/reports/risk-facts': {
    SESSION_LIFETIME_MINUTES: 30,
    SESSION_LIFETIME_MS: 1_800_000,
    CORRECTIONS_MAX: 3,
    CORRECTION_MINUTES: 10,
  },
  'domain/reports/test-clock': {
    TEST_CLOCK_LIFETIME_DAYS: 7,
    TEST_CLOCK_DAYS_MAX: 731,
    TEST_CLOCKS_MAX: 100,
  },
  'domain/reports/test-options': { TEST_DELAY_MS_MAX: 25_000 },
  'domain/wallet/pricing': { SMS_COUNTED_CREDITS_MIN: 40 },
  'domain/webhooks/webhooks': {
    ENDPOINTS_MAX: 20,
    RATE_DEFAULT: 20,
    LEASE_MS: 60_000,
    THROTTLE_MS: 600_000,
    FAILING_MS: 432_000_000,
    FAILURES_MIN: 10,
  },
  'http/manual/search': { QUERY_LENGTH_MAX: 100 },
  'http/routes/people/auth': { SIGN_IN_SECONDS: 600 },
  'http/schemas/webhooks/events': { WAIT_SECONDS_MAX: 25 },
  'identity/access-tokens': { TOKEN_LIFETIME_SECONDS: 900 },
  'identity/passwords': { PASSWORD_LENGTH_MIN: 12, PASSWORD_LENGTH_MAX: 200 },
  'identity/provider': { CODE_LIFETIME_SECONDS: 60, SIGN_IN_LIFETIME_SECONDS: 600 },
  'identity/provider-adapter': { LIFETIME_SECONDS_DEFAULT: 600 },
  'identity/signing-keys': { ACTIVATION_DELAY_SECONDS: 6, RETIRED_KEY_SECONDS: 3_600 },
  'outbound/breaker': { WINDOW_OUTCOMES: 20, FAILURES_MAX: 8, WINDOW_MS: 30_000, OPEN_MS: 4_000 },
  'pages/hosted/report-page': { SHOWN_MS: 1_800_000 },
  'risk/built-in/decide': { YOUNG_MS: 2_000 },
  'risk/http-provider/client': { DEADLINE_MS: 3_000 },
  'sms/message': { SEGMENT_CHARACTERS_MAX: 160 },
  'storage/activity/add-up-minutes': { KEPT_DAYS: 3 },
  'storage/activity/outbox': { KEPT_HOURS: 24 },
  'storage/activity/report-events': { KEPT_DAYS: 90 },
  'storage/activity/request-log': { UNKNOWN_KEPT_DAYS: 1, REQUESTS_KEPT_DAYS: 30 },
  'storage/activity/requests': { SLACK_MS: 60_000 },
  'storage/activity/test-exchanges': { KEPT_MAX: 1_000, KEPT_PER_SECOND: 50, EXCHANGE_KEPT_HOURS: 24 },
  'storage/engine/connection/database': { CONNECT_TIMEOUT_MS: 5_000, STATEMENT_TIMEOUT_MS: 15_000 },
  'storage/engine/connection/shares': { WAITING_PER_TENANT_MAX: 1_000 },
  'storage/reports/challenge-limits': { WRONG_CODES_WINDOW_SECONDS: 86_400 },
  'storage/reports/device-sessions': {
    HASHES_KEPT_DAYS: 395,
    SIGNALS_KEPT_DAYS: 30,
    UNUSED_KEPT_MINUTES: 60,
  },
  'storage/reports/finders': { PHONE_END_DIGITS: 4 },
  'storage/reports/report-rows': { LEASE_SECONDS: 50 },
  'storage/reports/risk-facts': { EVENTS_KEPT_DAYS: 30, COUNT_MAX: 5_000 },
  'storage/reports/sms-messages': { KEPT_DAYS: 90 },
  'storage/webhooks/delivery-log': { DELIVERIES_KEPT_DAYS: 30 },
  'storage/webhooks/event-feed': { EVENTS_KEPT_DAYS: 30 },
  'storage/webhooks/notices': { ATTEMPTS_MAX: 12 },
  'turns/turns': { CROWD_GAP_MS: 4 },
  'usecases/activity/figure-turns': { WAITING_MAX: 64 },
  'usecases/activity/once': { KEPT_MAX: 10_000 },
  'usecases/evidence/verify-pack': { PACK_BYTES_MAX: 67_108_864 },
  'usecases/operating/seed-demo': { DEMO_CREDITS: 100_000 },
  'usecases/people/invitations': { INVITATION_SECONDS: 604_800 },
  'usecases/people/passwords': { RESET_SECONDS: 3_600 },
  'usecases/people/second-step': { RECOVERY_CODES: 10 },
  'usecases/people/sessions': { SESSION_SECONDS: 604_800, REFRESH_SECONDS: 28_800, REUSE_GRACE_SECONDS: 10 },
  'usecases/people/sign-in': { STEP_SECONDS: 600, DEVICE_SECONDS: 15_552_000 },
  'usecases/reports/list-reports': { COUNT_MAX: 1_000 },
};

/** What is no border: a port, a score that rules out, the sizes of what is simulated. */
const NO_BORDERS = ['PORT', 'RULED_OUT'];

/** Of the constants of a file, those that are made of figures alone, and of other such constants before them. */
function figuresIn(text: string): Map<string, { value: number; isExported: boolean }> {
  const found = new Map<string, { value: number; isExported: boolean }>();
  for (const [, exported, name = '', made = ''] of text.matchAll(
    /^(export )?const ([A-Z][A-Z0-9_]+)(?:: number)? = ([^;'`{[]+);/gm,
  )) {
    const plain = made.replace(/[A-Z][A-Z0-9_]+/g, (used) => String(found.get(used)?.value ?? used));
    if (!/^[-\d_.*+/() ]+$/.test(plain)) continue;
    found.set(name, { value: Number(Function(`return ${plain}`)()), isExported: exported !== undefined });
  }
  return found;
}

/** How long something is kept, and how often it is tried, is in the table without being exported. */
const KEPT = /(^|_)(KEPT|ATTEMPTS|LIFETIME)(_|$)/;

test('every exported figure, and every time that something is kept, is in the table, as it was meant', () => {
  const found: Record<string, Record<string, number>> = {};
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|simulation\//.test(file),
  );
  for (const file of files.sort()) {
    const own = [...figuresIn(readFileSync(join(ROOT, file), 'utf8'))].flatMap(
      ([name, { value, isExported }]) =>
        (isExported || KEPT.test(name)) && !NO_BORDERS.includes(name) ? [[name, value] as const] : [],
    );
    if (own.length > 0) found[file.slice(4, -3)] = Object.fromEntries(own);
  }
  assert.deepEqual(found, FIGURES, 'a new figure gets its row here, and a test of both its sides');
  const planted =
    'const HOUR_MS = 3_600_000;\nexport const KEPT_MS: number = 2 * HOUR_MS;\nexport const NAME = other();';
  assert.deepEqual(
    [...figuresIn(planted)].map(([name, { value }]) => [name, value]),
    [
      ['HOUR_MS', 3_600_000],
      ['KEPT_MS', 7_200_000],
    ],
  );
});

/** One below, at and one above: which of them is let through, or what is said of each. */
const around = <T>(value: number, judge: (value: number) => T): T[] =>
  [value - 1, value, value + 1].map(judge);
const letters = (count: number): string => 'a'.repeat(count);

test('a challenge: the third wrong code is the last, the third text too, and it lives at five minutes', () => {
  const open = { state: 'open', attempts: 0, sends: 1, lastSentAtMs: 0 } as const;
  const wrong = (attempts: number) => submitCode({ ...open, attempts }, false, 0).outcome.kind;
  assert.deepEqual(around(2, wrong), ['wrong', 'exhausted', 'exhausted']);
  const resent = (sends: number) => resendCode({ ...open, sends }, 0).outcome.kind;
  assert.deepEqual(around(3, resent), ['sent', 'sends-used-up', 'sends-used-up']);
  const refused = (refusedSends: number) => resendCode({ ...open, refusedSends }, 0).outcome.kind;
  assert.deepEqual(around(5, refused), ['sent', 'refused-too-often', 'refused-too-often']);
  assert.deepEqual(
    around(300_000, (nowMs) => isExpired(open, nowMs)),
    [false, false, true],
  );
});

test('what needs attention: days left, refused calls, texts that did not arrive', () => {
  const quiet = {
    ...{ balance: 1_000, spentLastWeek: 0, refusedLastDay: 0, refusedDayBefore: 0, textsLastDay: 0 },
    ...{ undeliveredLastDay: 0, simulators: [], fired: [], endingSecrets: [], brokenEndpoints: [] },
  };
  const said = (facts: Partial<typeof quiet>): string =>
    attentionOf({ ...quiet, ...facts })[0]?.message ?? '';
  const lasts = (balance: number): string =>
    /they last (.*)\. Top/.exec(said({ balance, spentLastWeek: 700 }))?.[1] ?? '';
  assert.deepEqual(around(100, lasts), ['less than a day', 'about 1 day', 'about 1 day']);
  assert.deepEqual(around(200, lasts), ['about 1 day', 'about 2 days', 'about 2 days']);
  assert.deepEqual(around(300, lasts), ['about 2 days', 'about 3 days', 'about 3 days']);
  assert.deepEqual(around(700, lasts), ['about 6 days', '', '']);
  const refused = (refusedDayBefore: number) => (count: number) =>
    said({ refusedLastDay: count, refusedDayBefore }) !== '';
  assert.deepEqual(around(10, refused(0)), [false, true, true]);
  assert.deepEqual(around(20, refused(10)), [false, true, true]);
  const undelivered = (count: number) => said({ textsLastDay: 100, undeliveredLastDay: count }) !== '';
  assert.deepEqual(around(5, undelivered), [false, false, true]);
});

test('webhooks: which answers deliver, the last try, the longest address', () => {
  const outcome = (status: number) =>
    judgeTry({ status, wish: null, retryAfterMs: null }, { attempts: 1, isTest: false, chance: 0.5 }).kind;
  assert.deepEqual(around(200, outcome), ['retry', 'delivered', 'delivered']);
  assert.deepEqual(around(299, outcome), ['delivered', 'delivered', 'retry']);
  const tried = (isTest: boolean) => (attempts: number) =>
    judgeTry({ status: 500, wish: null, retryAfterMs: null }, { attempts, isTest, chance: 0.5 }).kind;
  assert.deepEqual(around(10, tried(false)), ['retry', 'failed', 'failed']);
  assert.deepEqual(around(3, tried(true)), ['retry', 'failed', 'failed']);
  const url = (length: number) =>
    whyUrlRefused(`https://example.com/`.padEnd(length, 'a'), () => false) === null;
  assert.deepEqual(around(2_000, url), [true, true, false]);
});

test('lengths and sizes: passwords, texts, differences, packs', async () => {
  const password = (length: number) =>
    whyPasswordRefused('xq7 vm2 kw9 zt4 '.repeat(20).slice(0, length), 'a@example.com');
  const isFine = async (length: number) => (await password(length)) === null;
  assert.deepEqual(await Promise.all(around(12, isFine)), [false, true, true]);
  assert.deepEqual(await Promise.all(around(200, isFine)), [true, true, false]);
  assert.deepEqual(
    around(160, (length) => segmentsOf(letters(length))),
    [1, 1, 2],
  );
  assert.deepEqual(
    around(306, (length) => segmentsOf(letters(length))),
    [2, 2, 3],
  );
  const middle = (lines: number): string => 'same\n'.repeat(lines - 2);
  const isCompared = (lines: number) =>
    diffLines(`a\n${middle(lines)}b`, `c\n${middle(lines)}d`).some(({ kind }) => kind === 'same');
  assert.deepEqual(around(1_500, isCompared), [true, true, false]);
  const tooLarge = (bytes: number): boolean => {
    try {
      verifyPack(Buffer.alloc(bytes), []);
    } catch (error) {
      return /too-large/.test(JSON.stringify(error) + String(error));
    }
    return false;
  };
  assert.deepEqual(around(64 * 1024 * 1024, tooLarge), [false, false, true]);
});
