// Sentences of the pages about limits, lifetimes and statuses, made here from the constants that decide them.
import { CONNECT_MS, WHOLE_MS } from '../../../src/bureaus/asking/call.ts';
import { SETTINGS } from '../../../src/config/config.ts';
import { CONSENT_LENGTH_MAX, CONSENT_TEXTS_MAX } from '../../../src/domain/hosted/consent-text.ts';
import { ANSWER_DAYS, REQUEST_DAYS_MIN } from '../../../src/domain/hosted/consumer-request.ts';
import {
  ADDRESS_FINDS_MAX,
  EMBED_ORIGINS_MAX,
  GENERATES_MAX,
  LINK_HOURS_DEFAULT,
  LINK_HOURS_MAX,
  OPENS_PER_HOUR_MAX,
  RESUMABLE_HOURS,
} from '../../../src/domain/hosted/consumer-session.ts';
import { LOGO_BYTES_MAX, LOGO_PIXELS_MAX } from '../../../src/domain/hosted/logo-limits.ts';
import { KEY_LIFETIME_HOURS } from '../../../src/domain/idempotency.ts';
import { LENDER_CSV_LENGTH_MAX, OWN_LENDERS_MAX } from '../../../src/domain/lenders/lender-csv.ts';
import {
  ATTEMPTS_MAX,
  CHALLENGE_LIFETIME_MINUTES,
  SENDS_MAX,
} from '../../../src/domain/reports/challenge.ts';
import { PASSED_CODE_MS } from '../../../src/domain/reports/report.ts';
import { CORRECTION_MINUTES, SESSION_LIFETIME_MINUTES } from '../../../src/domain/reports/risk-facts.ts';
import { TEST_CLOCK_LIFETIME_DAYS, TEST_CLOCKS_MAX } from '../../../src/domain/reports/test-clock.ts';
import { TEST_DELAY_MS_MAX } from '../../../src/domain/reports/test-options.ts';
import { KEY_LIVES_HOURS } from '../../../src/domain/wallet/payment.ts';
import {
  ENDPOINTS_MAX,
  FAILING_MS,
  FAILURES_MIN,
  THROTTLE_MS,
  TRIES_LIVE_MS,
  TRIES_TEST_MS,
} from '../../../src/domain/webhooks/webhooks.ts';
import { STATUS_OF } from '../../../src/http/problems.ts';
import { WAIT_SECONDS_MAX } from '../../../src/http/schemas/webhooks/events.ts';
import { TOKEN_LIFETIME_SECONDS } from '../../../src/identity/access-tokens.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../../src/identity/passwords.ts';
import { SHOWN_MS } from '../../../src/pages/hosted/report-page.ts';
import { REQUESTS_KEPT_DAYS } from '../../../src/storage/activity/request-log.ts';
import { EVENTS_KEPT_DAYS } from '../../../src/storage/webhooks/event-feed.ts';
import { INVITATION_SECONDS } from '../../../src/usecases/people/invitations.ts';
import { RESET_SECONDS } from '../../../src/usecases/people/passwords.ts';
import {
  REFRESH_SECONDS,
  REUSE_GRACE_SECONDS,
  SESSION_SECONDS,
} from '../../../src/usecases/people/sessions.ts';
import { DEVICE_SECONDS } from '../../../src/usecases/people/sign-in.ts';

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const words = (count: number): string => WORDS[count] ?? String(count);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const DEADLINE_SECONDS = Number(SETTINGS.REQUEST_DEADLINE_MS.fallback) / 1_000;
const TOKEN_MINUTES = TOKEN_LIFETIME_SECONDS / 60;
const [, first = 0, second = 0, third = 0, ...later] = TRIES_LIVE_MS;
const hours = later.map((ms) => ms / HOUR_MS);
const lastHours = hours.pop();

/** Each page with what it must say. */
export const MADE: Record<string, readonly string[]> = {
  'docs/limits.md': [
    `| Lifetime of a code | ${CHALLENGE_LIFETIME_MINUTES} minutes after the last send |`,
    `| Guesses | ${ATTEMPTS_MAX} per challenge |`,
    `| Sends | ${SENDS_MAX} per challenge, the first included |`,
    `| Lifetime of a link | 1 to ${LINK_HOURS_MAX} hours, ${LINK_HOURS_DEFAULT} by default |`,
    `| The browser that started it may come back | for ${RESUMABLE_HOURS} hours |`,
    `| Starts of one link | ${OPENS_PER_HOUR_MAX} an hour |`,
    `| Reports of one session | ${GENERATES_MAX} |`,
    `of a tenant's lists, in one request | ${EMBED_ORIGINS_MAX}; `,
    `| Consent texts; characters of one | ${CONSENT_TEXTS_MAX}; ${CONSENT_LENGTH_MAX.toLocaleString('en-GB')} |`,
    `| Logo | PNG, ${LOGO_PIXELS_MAX} pixels each way, ${LOGO_BYTES_MAX / 1024} KB |`,
    `| Access token | ${TOKEN_MINUTES} minutes |`,
    `| Time for one bureau | ${CONNECT_MS / 1_000} seconds to connect, ${WHOLE_MS / 1_000} for the search |`,
    `valid for ${KEY_LIFETIME_HOURS} hours, per tenant and path |`,
    `| Stored answer of an \`Idempotency-Key\` | ${KEY_LIFETIME_HOURS} hours |`,
    `| Device session | ${SESSION_LIFETIME_MINUTES} minutes for its first use;`,
    `bureau answers in a timeline | ${Math.max(REQUESTS_KEPT_DAYS, EVENTS_KEPT_DAYS)} days |`,
    `answer ${STATUS_OF['challenge-expired']}, \`failed\`, and ${STATUS_OF['no-sends-left']} \`no-sends-left\``,
  ],
  'docs/concepts.md': [
    `an access token, which works for ${TOKEN_MINUTES} minutes`,
    `It allows ${words(ATTEMPTS_MAX)} guesses and ${words(SENDS_MAX)} sends (one initial, ${words(SENDS_MAX - 1)} resends)`,
    `expires ${words(CHALLENGE_LIFETIME_MINUTES)} minutes after the last send`,
    `a guess or a resend gets ${STATUS_OF['challenge-expired']}`,
  ],
  'docs/errors.md': [
    `The token has expired (${TOKEN_MINUTES} minutes)`,
    `(${REFRESH_SECONDS / HOUR_SECONDS} hours without a refresh, ${SESSION_SECONDS / DAY_SECONDS} days in all)`,
    `more than ${CHALLENGE_LIFETIME_MINUTES} minutes after the last send`,
    `within ${KEY_LIFETIME_HOURS} hours with another body`,
    `\`REQUEST_DEADLINE_MS\` (${DEADLINE_SECONDS} seconds)`,
    `with its \`sessionId\` within ${SESSION_LIFETIME_MINUTES} minutes`,
    `took longer than ${WHOLE_MS / 1_000} seconds`,
    `The tenant has ${TEST_CLOCKS_MAX} test clocks, ${CONSENT_TEXTS_MAX} consent texts or ${ENDPOINTS_MAX} webhook endpoints`,
  ],
  'docs/people.md': [
    `| ${TOKEN_MINUTES} minutes; ${REFRESH_SECONDS / HOUR_SECONDS} hours, one use; ${SESSION_SECONDS / DAY_SECONDS} days |`,
    `from the same browser within ${REUSE_GRACE_SECONDS} seconds`,
    `| Password | ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`,
    `valid for ${RESET_SECONDS === HOUR_SECONDS ? 'an hour' : RESET_SECONDS}; ${INVITATION_SECONDS / DAY_SECONDS} days |`,
    `| A known browser | ${DEVICE_SECONDS / DAY_SECONDS} days |`,
  ],
  'docs/lenders.md': [
    `at most ${OWN_LENDERS_MAX} lenders and ${LENDER_CSV_LENGTH_MAX.toLocaleString('en-GB')} characters`,
  ],
  'docs/payments.md': [`asked again under its own key, for ${KEY_LIVES_HOURS} hours`],
  'docs/rights.md': [`not before ${REQUEST_DAYS_MIN} days`],
  'docs/device-script.md': [
    `| Use it within ${SESSION_LIFETIME_MINUTES} minutes. |`,
    `corrected within ${CORRECTION_MINUTES} minutes`,
  ],
  'docs/hosted-page.md': [
    `1 to ${LINK_HOURS_MAX}, ${LINK_HOURS_DEFAULT} without it`,
    `keeps the link, for ${RESUMABLE_HOURS} hours`,
    `may be tried again, ${words(GENERATES_MAX)} in all, until ${RESUMABLE_HOURS} hours after Start`,
    `(Settings, **Embedding origins**), ${words(EMBED_ORIGINS_MAX)} at most`,
    `a PNG of at most ${LOGO_PIXELS_MAX} pixels each way`,
    `up to ${ADDRESS_FINDS_MAX} look-ups a link`,
    `a try within ${words(PASSED_CODE_MS / MINUTE_MS)} minutes with the same name`,
    `Hidden after ${SHOWN_MS / MINUTE_MS} minutes`,
  ],
  'docs/test-your-integration.md': [
    `A clock ends after ${words(TEST_CLOCK_LIFETIME_DAYS)} days`,
    `A tenant has ${TEST_CLOCKS_MAX} at most.`,
    `for the ${EVENTS_KEPT_DAYS} days in which it may be sent again`,
    `How many milliseconds each bureau takes, from 0 to ${TEST_DELAY_MS_MAX.toLocaleString('en-GB')}: `,
    `One of more than ${WHOLE_MS.toLocaleString('en-GB')}, the limit of a search in live mode, is \`timeout\``,
    `Generate takes at least so many milliseconds, from 0 to ${TEST_DELAY_MS_MAX.toLocaleString('en-GB')}.`,
  ],
  'docs/webhooks.md': [
    `events of the last ${EVENTS_KEPT_DAYS} days, oldest first`,
    `Answer within ${ANSWER_DAYS} days.`,
    `up to ${EVENTS_KEPT_DAYS} days after it happened`,
    `With \`wait=${WAIT_SECONDS_MAX}\` the answer comes`,
    `after ${first / 1000} seconds, ${second / MINUTE_MS} and ${third / MINUTE_MS} minutes, ${hours.join(', ')} and ${lastHours} hours`,
    `in test mode after ${TRIES_TEST_MS[1] / 1000} and ${TRIES_TEST_MS[2] / 1000} seconds`,
    `gets half its rate for ${THROTTLE_MS / MINUTE_MS} minutes`,
    `after ${words(FAILING_MS / (24 * HOUR_MS))} days, and ${words(FAILURES_MIN)} failures, it is disabled`,
  ],
  'docs/quickstart-curl.md': [`It works for ${TOKEN_MINUTES} minutes`],
  'docs/collections.md': [`which works for ${TOKEN_MINUTES} minutes`],
  'docs/integration-checklist.md': [
    `The token is kept for its ${TOKEN_MINUTES} minutes`,
    `the service answers within ${DEADLINE_SECONDS}.`,
  ],
  'README.md': [`The token in the command works for ${TOKEN_MINUTES} minutes.`],
  'packages/sdk/README.md': [
    `a new text, up to ${words(SENDS_MAX)} in all`,
    `The service answers within ${DEADLINE_SECONDS} seconds, so a shorter one`,
    `| \`OutcomeUnknown\` | ${STATUS_OF['request-in-progress']} \`request-in-progress\``,
    `| \`ChallengeExpired\` | ${STATUS_OF['challenge-expired']} \`challenge-expired\` |`,
    `| \`Gone\` | ${STATUS_OF['credit-report-purged']} |`,
    `| \`KeyReused\` | ${STATUS_OF['idempotency-key-reused']} |`,
    `| \`RateLimited\` | ${STATUS_OF['rate-limited']} \`rate-limited\` |`,
    `| \`NoSendsLeft\` | ${STATUS_OF['no-sends-left']} \`no-sends-left\` |`,
    `| \`InsufficientFunds\` | ${STATUS_OF['insufficient-funds']} |`,
  ],
};
