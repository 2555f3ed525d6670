// The other half of read.ts: bodies, keys, retention, waits, and the table of what the interface leaves open.
import { SETTINGS } from '../../../src/config/config.ts';
import { captured, figure, OPENAPI, read, spelled } from './figures-in-files.ts';

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
  /< \$\{EXACT_NOW\} \+ interval '(\d+) days'/,
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
export const READ_TOO: [page: string, sentence: string][] = [
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
    'docs/errors.md',
    `More than ${figure('src/usecases/webhooks/wait-for-events.ts', 'WAITING_PER_TENANT_MAX')} requests of a tenant that wait for events`,
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
];
