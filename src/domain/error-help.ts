// The cause of each refusal and how to fix it, in the words of docs/errors.md; a test compares the two. For people who look up their
// errors in the console; the message of the answer itself says what is wrong with that request.
import { KEY_LIFETIME_HOURS } from './idempotency.ts';
import type { RefusalCode } from './refusal.ts';
import { ATTEMPTS_MAX, CHALLENGE_LIFETIME_MINUTES, countInWords } from './reports/challenge.ts';

export type ErrorHelp = { cause: string; mend: string };

export const ERROR_HELP: Record<RefusalCode, ErrorHelp> = {
  'validation-error': {
    cause: 'the body, the query or the `Idempotency-Key` header is not acceptable.',
    mend: 'Fix each field listed in `details`.',
  },
  unauthorized: {
    cause: 'there is no good access token.',
    mend: 'Get a new one at `POST /v1/oauth/token`.',
  },
  'insufficient-funds': {
    cause: 'the wallet cannot pay for the operation.',
    mend: 'Top the wallet up, then send the request again; the same `Idempotency-Key` may be used.',
  },
  forbidden: {
    cause: 'the token is good and does not reach this far.',
    mend: 'The message says what is missing: a scope, a role, the right tenant or a proof.',
  },
  'not-found': {
    cause:
      'no route has this path, or there is nothing of this kind with this id: no link, consent text, webhook endpoint, event, payment, request, credential or member, say.',
    mend: 'Compare with `/openapi.json`.',
  },
  'credit-report-not-found': {
    cause: 'the tenant has no report with this id.',
    mend: 'Use `data.creditReportId` of the generate answer, with the same tenant.',
  },
  'challenge-not-found': {
    cause: 'the report is there and has no challenge with this id.',
    mend: 'Use `data.challenge.challengeId` of the same generate answer.',
  },
  'method-not-allowed': {
    cause: 'the path exists and does not take this method.',
    mend: 'Use one of the methods in `Allow`.',
  },
  conflict: {
    cause: 'the request does not go with the present state and no code below says it better.',
    mend: 'Read the thing again, then decide.',
  },
  'request-in-progress': {
    cause:
      'the first request with this `Idempotency-Key` has not been answered yet; or when a report is read while it is still being made.',
    mend: "Wait and send it once more: you get the first one's answer.",
  },
  'challenge-already-completed': {
    cause: 'a code is submitted to a challenge that was passed.',
    mend: 'Read the report with `GET /{tenantId}/v1/credit-reports/{creditReportId}`.',
  },
  'challenge-closed': {
    cause: 'a new code is asked for and the challenge is over.',
    mend: `It was passed: read the report. It failed, after ${countInWords(ATTEMPTS_MAX)} wrong codes for one: send a new generate request.`,
  },
  'credit-report-not-complete': {
    cause:
      'the agreements, attributes or changes are asked of a report that has no document (for changes also the one in `since`): it was blocked, failed, or waits for its code.',
    mend: 'Submit the code if it waits for one; otherwise send a new generate request.',
  },
  'challenge-expired': {
    cause: `a code or a resend comes more than ${CHALLENGE_LIFETIME_MINUTES} minutes after the last send.`,
    mend: 'Send a new generate request.',
  },
  'credit-report-purged': {
    cause:
      "a complete report is read after its tenant's retention (30 days by default), or after it was erased; or when an erased request is repeated with its `Idempotency-Key`; or when its evidence pack is asked for.",
    mend: 'Send a new generate request if a report is still needed.',
  },
  'payload-too-large': {
    cause:
      'the body is larger than the address takes: 32 KiB for a generate request, 48 KiB for a link to the hosted page and for settings, 64 KiB for a consent text, 256 KiB for lenders, 384 KiB for a logo, 16 KiB for anything else.',
    mend: 'Send less: the message names the limit of the address.',
  },
  'unsupported-media-type': {
    cause: 'a body comes with another `Content-Type` than the address takes, or compressed.',
    mend: 'Send `Content-Type: application/json`; another `charset` than UTF-8 is not taken, nor a `Content-Encoding`.',
  },
  'idempotency-key-reused': {
    cause: `a request with this \`Idempotency-Key\` was begun on this path within ${KEY_LIFETIME_HOURS} hours with another body, or by another caller.`,
    mend: 'Use a new key for a new request, and the same caller with the very same body for a repeat',
  },
  'rate-limited': {
    cause: 'there were too many requests, challenges or wrong codes.',
    mend: 'Wait for `Retry-After`',
  },
  'no-sends-left': {
    cause: 'another text is asked for and the challenge has no send left.',
    mend: 'Submit the code that was sent last, or send a new generate request.',
  },
  'internal-error': {
    cause: 'there is a bug in the service.',
    mend: 'Send the request again with the same `Idempotency-Key`, and give the operator the `X-Request-Id`',
  },
  'service-unavailable': {
    cause: 'the service cannot do this now.',
    mend: 'Wait and send the request again, with the same `Idempotency-Key` if it had one.',
  },
};

/** Where one code has several causes: the words of the message that tell this one, and what mends it. The first that fits is meant. */
export const MENDS_BY_MESSAGE: readonly { code: RefusalCode; said: string; mend: string }[] = [
  {
    code: 'challenge-closed',
    said: 'device could not be verified',
    mend: "Load the fingerprint script on the consumer's page, and send a new generate request with its session id.",
  },
  {
    code: 'no-sends-left',
    said: 'No gateway took',
    mend: 'Check the mobile number, then send a new generate request.',
  },
  {
    code: 'forbidden',
    said: 'access to this tenant',
    mend: 'Use the tenant of the credential (`GET /v1/my/tenants`); if it is that one, ask the operator whether it is disabled.',
  },
  {
    code: 'forbidden',
    said: 'the access token does not carry',
    mend: 'Ask for the scope when getting the token, or leave `scope` out to get all that the credential has.',
  },
  {
    code: 'forbidden',
    said: 'for test mode only',
    mend: 'Set `test` to true, or use a credential that an owner or an admin made for live reports.',
  },
];

/** Of errors that are no refusals of a route: the token endpoint's, and those that a client makes where no answer came. */
export const OTHER_MENDS: Record<string, string> = {
  invalid_client:
    'Compare the client id and the secret: the secret may have been rotated, the credential revoked or the tenant disabled.',
  invalid_scope: 'Ask for scopes that the credential has, or leave `scope` out.',
  temporarily_unavailable: 'Wait for `Retry-After`',
  'no-answer':
    'Compare the address of the service with your setting, then send the request again with the same `Idempotency-Key`.',
  aborted: 'Send the request again with the same `Idempotency-Key`, where its outcome is unknown.',
  timeout: 'Send the request again with the same `Idempotency-Key`: the work may have been done.',
};

/** As sentences: a capital at the start, a full stop at the end. The message of the answer tells which of several causes it was. */
export function errorHelpOf(code: string, message: string | null = null): ErrorHelp {
  const { cause, mend } = ERROR_HELP[code as RefusalCode] ?? ERROR_HELP['internal-error'];
  const told = MENDS_BY_MESSAGE.find((one) => one.code === code && message?.includes(one.said));
  return { cause: asSentence(cause), mend: asSentence(told?.mend ?? mend) };
}

function asSentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
