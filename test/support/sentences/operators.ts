// Sentences of the operators' pages with figures: made from the constants that decide them, and those that no constant decides, with a reason.
import { SETTINGS } from '../../../src/config/config.ts';
import { EXCHANGE_KEPT_HOURS } from '../../../src/storage/activity/test-exchanges.ts';
import { captured, figure, spelled } from './figures-in-files.ts';

const OPERATIONS = 'docs/operations.md';
const DEPLOY = 'docs/deploy/README.md';
const LIVE = 'docs/going-live.md';
const COMMANDS = 'docs/commands.md';
const SIGNALS_PAGE = 'docs/device-signals.md';
const FACTS = 'src/domain/reports/risk-facts.ts';
const LEDGER = 'src/storage/wallet/ledger.ts';
const CHALLENGE = 'src/domain/reports/challenge.ts';
const HOUSE = 'src/start/housekeeping.ts';
const SIGNALS = 'src/start/end-on-signals.ts';
const PRIMARY = 'src/start/primary.js';
const DEVICES = 'src/domain/reports/device-signals.ts';
const POOL = 'src/storage/engine/connection/database.ts';

const seconds = (file: string, name: string): number => figure(file, name) / 1_000;
const interval = (file: string, before: string): string =>
  captured(file, new RegExp(`${before}[\\s\\S]*?interval '(\\d+ (?:day|hour)s?)'`));
const days = (file: string, name: string): string => {
  const kept = figure(file, name);
  return kept === 1 ? '1 day' : `${kept} days`;
};

const houseMinutes = figure(HOUSE, 'HOUSEKEEPING_MS') / 60_000;
const codeMinutes = figure(CHALLENGE, 'CHALLENGE_LIFETIME_MINUTES');
const codes = figure(CHALLENGE, 'SENDS_MAX');
const silence = figure(LEDGER, 'SMS_SILENCE_HOURS');
const [statement, answer] = [seconds(POOL, 'STATEMENT_TIMEOUT_MS'), seconds(POOL, 'ANSWER_TIMEOUT_MS')];
const signing = figure('src/identity/signing-keys.ts', 'ACTIVATION_DELAY_SECONDS');
const unused = figure('src/storage/reports/device-sessions.ts', 'UNUSED_KEPT_MINUTES') / 60;
const deadline = Number(SETTINGS.REQUEST_DEADLINE_MS.fallback) / 1_000;
const exit = seconds(SIGNALS, 'EXIT_DEADLINE_MS');
const retention = captured('src/storage/schema.sql', /retention_days +integer not null default (\d+)/);
const lock =
  figure('src/storage/migrate.ts', 'LOCK_WAIT_MS') + figure('src/storage/migrate.ts', 'BACK_OFF_MS');

export const OPERATORS_MADE: Record<string, readonly string[]> = {
  [OPERATIONS]: [
    `a report's hold ends within ${codes * codeMinutes + 1} minutes (${spelled(codes)} codes of ${spelled(codeMinutes)} minutes, and clear-up), an SMS's within ${silence} hours`,
    `clear-up runs every ${seconds(HOUSE, 'CLEAR_UP_MS')} seconds`,
    `over ${codeMinutes} minutes means that clear-up is not running`,
    `over ${Number(captured('docs/deploy/alerts.yml', /trefoil_payments_waiting_seconds\) > (\d+)/)) / 60} minutes: the provider does not answer`,
    `Every process runs housekeeping every ${houseMinutes} minutes`,
    `read at most every ${seconds('src/telemetry/gauges.ts', 'BACKLOG_FRESH_MS')} seconds`,
    `give it ${captured('docs/deploy/helm/values.yaml', /limits: \{ memory: (\d+)Mi/)} MB`,
    `none was released for ${spelled(seconds('src/storage/engine/connection/readiness.ts', 'STUCK_MS_MAX'))} seconds`,
    `when its statement times out (${answer} seconds)`,
    `After ${spelled(figure('src/sms/relay.ts', 'UNKNOWNS_IN_A_ROW_MAX'))} messages in a row that it may or may not have accepted, its breaker opens for ${seconds('src/sms/relay.ts', 'OPEN_MS')} seconds`,
    `end after ${silence} hours without a receipt`,
    `the process has been busy for ${spelled(seconds('src/http/edge/overload.ts', 'BUSY_MS_MAX'))} seconds without a pause`,
    `\`REQUEST_DEADLINE_MS\` (${deadline} seconds, checked twice a second: no caller waits more than ${deadline + 1})`,
    `a statement may take ${statement} to ${answer} seconds behind a lock, a bureau ${seconds('src/bureaus/asking/call.ts', 'WHOLE_MS')},`,
    `SIGTERM drains within ${exit} seconds`,
    `a running statement times out after ${statement} seconds`,
    `The relay has ${seconds('src/mail/smtp.ts', 'TIMEOUT_MS')} seconds for each step`,
    `the next run, ${spelled(houseMinutes)} minutes later`,
    `is the machine's clock right (${figure('src/payments/stripe/signature.ts', 'TOLERANCE_SECONDS') / 60} minutes)`,
    `replaced after ${seconds(PRIMARY, 'BACK_OFF_MS')} s, doubled up to ${seconds(PRIMARY, 'BACK_OFF_MS_MAX')} s while they keep dying; ${spelled(figure(PRIMARY, 'DEATHS_MAX'))} deaths within a minute`,
    `or after ${spelled(seconds(SIGNALS, 'LEAVE_IDLE_MS'))} seconds without a request`,
    `A second signal, or ${exit} seconds, ends the process`,
    `The new key signs after ${signing} seconds`,
    `shown to nobody from then on, for ${days('src/storage/webhooks/delivery-log.ts', 'DELIVERIES_KEPT_DAYS')};`,
    `Housekeeping purges the rest, every ${houseMinutes} minutes`,
    `the tenant's retention, ${retention} days by default`,
    `the tenant's retention, and at least ${figure('src/domain/hosted/consumer-request.ts', 'REQUEST_DAYS_MIN')} days`,
    `payment provider's events | ${interval('src/storage/wallet/payments.ts', 'delete from payment_events')} |`,
    `(\`Idempotency-Key\`) | ${figure('src/domain/idempotency.ts', 'KEY_LIFETIME_HOURS')} hours |`,
    `of live ones none | ${EXCHANGE_KEPT_HOURS} hours, the newest ${figure('src/storage/activity/test-exchanges.ts', 'KEPT_MAX').toLocaleString('en-GB')} of a tenant |`,
    `the personal parts of their reports | ${days('src/domain/reports/test-clock.ts', 'TEST_CLOCK_LIFETIME_DAYS')};`,
    `never used | ${days(DEVICES, 'SIGNALS_KEPT_DAYS')}; ${figure(DEVICES, 'DEVICE_HASHES_KEPT_MONTHS')} months; ${figure('src/storage/reports/device-sessions.ts', 'UNUSED_KEPT_MINUTES') / 60} hour |`,
    `| Risk counts | ${days('src/storage/reports/risk-facts.ts', 'EVENTS_KEPT_DAYS')} |`,
    `\`RISK_KNOWN_DAYS\` after it, ${SETTINGS.RISK_KNOWN_DAYS.fallback} by default`,
    `(no number, no text) | ${days('src/storage/reports/sms-messages.ts', 'KEPT_DAYS')} |`,
    `without a valid token | ${days('src/storage/activity/request-log.ts', 'REQUESTS_KEPT_DAYS')}; ${days('src/storage/activity/request-log.ts', 'UNKNOWN_KEPT_DAYS')} |`,
    `which name nobody | ${days('src/storage/activity/add-up-minutes.ts', 'KEPT_DAYS')}, and until`,
    `mails about them | ${days('src/storage/webhooks/delivery-log.ts', 'DELIVERIES_KEPT_DAYS')} |`,
    `of a timeline | ${days('src/storage/webhooks/event-feed.ts', 'EVENTS_KEPT_DAYS')} (those of earlier versions ${days('src/storage/activity/report-events.ts', 'KEPT_DAYS')}) |`,
    `(sealed) | ${figure('src/storage/activity/outbox.ts', 'KEPT_HOURS') / 24} day | \`outbox_items\``,
    `or ${interval('src/storage/people/sessions.ts', 'delete from sessions')} after they were ended; ${interval('src/storage/people/guesses.ts', 'delete from guesses')}; until`,
    `Reset links; invitations | ${interval('src/storage/people/second-factors.ts', 'delete from reset_links')}; ${interval('src/storage/people/members.ts', 'delete from invitations')} after they ended |`,
    `sharded database | ${interval('src/storage/engine/sharded/commits.ts', 'delete from shard_commits')} |`,
    `${figure('src/storage/archive.ts', 'BLOCKS_PER_ROUND')} blocks of a tenant every ${spelled(houseMinutes)} minutes`,
    `within a minute (an SMS's within ${silence} hours)`,
  ],
  [LIVE]: [
    `the tenant's retention (${retention} days by default)`,
    `fewer than ${figure('src/config/weak-settings.ts', 'PASSWORD_LENGTH_MIN')} characters`,
    `a PostgreSQL ${figure('src/storage/migrate.ts', 'VERSION_MIN') / 10_000} or later`,
    `with ${figure('src/identity/access-tokens.ts', 'CLOCK_TOLERANCE_SECONDS')} seconds of tolerance`,
    `Send \`SIGTERM\` to stop a process, and allow ${exit + 1} seconds`,
  ],
  [DEPLOY]: [
    `as there are ${figure(PRIMARY, 'MEMORY_PER_WORKER') / 1024 / 1024} MB of free memory`,
    `Readiness is probed every ${captured('docs/deploy/helm/templates/deployment.yaml', /readinessProbe:\s+httpGet: .*\s+periodSeconds: (\d+)/)} seconds`,
    `${captured('docs/deploy/failover/patroni.yml', /ttl: (\d+)/)} of them the lease`,
    `| ${SETTINGS.RATE_LIMIT_SIGN_INS_PER_ADDRESS.fallback} forms a minute;`,
    `for up to ${spelled((figure('src/storage/migrate.ts', 'TRIES_MAX') * lock) / 60_000)} minutes; then the start is refused`,
  ],
  'docs/deploy/growing.md': [],
  'docs/bureaus.md': [],
  [COMMANDS]: [
    `1 to 3650; ${retention} for a new tenant`,
    `Events of the last ${figure('src/storage/webhooks/event-feed.ts', 'EVENTS_KEPT_DAYS')} days`,
    `in use ${signing} seconds later`,
  ],
  [SIGNALS_PAGE]: [
    `missing after ${spelled(seconds('web/fingerprint.js', 'SIGNALS_MS_MAX'))} seconds`,
    `at most ${Math.ceil(figure(DEVICES, 'SIGNALS_BYTES_MAX') / 1024)} KiB of them | ${figure(DEVICES, 'SIGNALS_KEPT_DAYS')} days; ${unused} hour`,
    `| ${figure(DEVICES, 'DEVICE_HASHES_KEPT_MONTHS')} months, on the session; ${unused} hour`,
    `met in which request) | ${days('src/storage/reports/risk-facts.ts', 'EVENTS_KEPT_DAYS')} |`,
    `as hashes | ${SETTINGS.RISK_KNOWN_DAYS.fallback} days (`,
    `after ${figure(DEVICES, 'SIGNALS_KEPT_DAYS')} days, and keep a mark that recognises the device for ${figure(DEVICES, 'DEVICE_HASHES_KEPT_MONTHS')} months`,
    `longer than ${figure(FACTS, 'SESSION_LIFETIME_MINUTES')} minutes`,
    `within ${figure(FACTS, 'CORRECTION_MINUTES')} minutes of the first request and ${spelled(figure(FACTS, 'CORRECTIONS_MAX'))} times at most`,
    `at most ${SETTINGS.RATE_LIMIT_DEVICE_SESSIONS_PER_ADDRESS.fallback} sessions a minute (`,
  ],
};

const SEEN = 'measured; the page says where or when';
const WITHIN = 'test/scenarios/three-processes.test.ts: what another process changed is seen in time';
const OUTSIDE = 'of another program';

export const OPERATORS_OTHER: Record<string, readonly (readonly [said: string, reason: string])[]> = {
  [OPERATIONS]: [
    ['the default it may take 5 seconds to notice', OUTSIDE],
    ['A process holds about 180 MB when idle', SEEN],
    ['while 1,500 connections send five times', SEEN],
    ['an hour of a hundred requests a second', SEEN],
    ['(403 within 5 seconds)', WITHIN],
    ['either works within 5 seconds', WITHIN],
    ['of the number, for two days at most', 'kept-data.test.ts ages a row'],
    ['of requests | 2 days; a minute |', 'kept-data.test.ts ages a row'],
    ['the law asks for six years', 'of the law: Trefoil does not decide it'],
    ['A million reports a month are 26 GB a year', SEEN],
    ['the rest grows by 5 GB a year', SEEN],
    ['5 to 23 ms for 10 MB each; it is written in turns of at most 7 ms', SEEN],
  ],
  [DEPLOY]: [
    ['(211 MB, before people could sign in)', SEEN],
    ['It holds about 50 MB, and some 95 MB with the embedded database', SEEN],
    ['for 26 seconds each time', SEEN],
    ['needs Node 20 or later', 'package.json: test/release.test.ts'],
  ],
  [COMMANDS]: [
    ['The tests of one to two minutes', SEEN],
    ['Makes a person an operator of the service; ends it. In force within 5 seconds', WITHIN],
    ['its live ones are rejected within 5 seconds', WITHIN],
  ],
  'docs/deploy/growing.md': [
    ['A process with 8 and three servers has up to 24', 'a product'],
    ["within some 15 seconds of the server's return", SEEN],
    ['1,223 tests in 10 minutes in one go', SEEN],
    ['within 20 % of even', SEEN],
  ],
};
