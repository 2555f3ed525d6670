// Error answers in the OpenAPI document: one schema per code, with its example.
import { type TSchema, Type } from 'typebox';
import type { RefusalCode } from '../../domain/refusal.ts';
import { CHALLENGE_LIFETIME_MINUTES, countInWords, SENDS_MAX } from '../../domain/reports/challenge.ts';
import { STATUS_OF } from '../problems.ts';

const EXAMPLES: Record<RefusalCode, string> = {
  'validation-error': 'The request body is not acceptable: 1 problem. See details.',
  unauthorized: 'An access token is needed: send the header Authorization: Bearer <token>.',
  'insufficient-funds': 'This request costs 300 credits; 120 are available.',
  forbidden: 'You do not have access to this tenant.',
  'not-found': 'There is nothing at this address.',
  'credit-report-not-found': 'There is no credit report with this id.',
  'challenge-not-found': 'There is no challenge with this id on this report.',
  'method-not-allowed': 'This address takes GET only.',
  conflict: 'The request conflicts with the present state.',
  'request-in-progress': 'The first request with this Idempotency-Key is still running.',
  'challenge-already-completed': 'This challenge was already passed. Read the report with GET.',
  'challenge-closed': 'This challenge is over (passed or failed), so no code is sent.',
  'challenge-expired': `The challenge expired: it lives ${CHALLENGE_LIFETIME_MINUTES} minutes from the last code that was sent.`,
  'credit-report-not-complete': 'This credit report has no document: it was blocked.',
  'credit-report-purged': "This credit report was removed when your tenant's retention ended.",
  'payload-too-large': 'The request body is too large: this address takes 32 KiB at most.',
  'unsupported-media-type': 'The request body must be JSON: send Content-Type: application/json.',
  'idempotency-key-reused': 'This Idempotency-Key was used with another request body, or by another caller.',
  'rate-limited': 'Too many requests: the limit is 600 a minute per caller. Try again in 12 seconds.',
  'no-sends-left': `The ${countInWords(SENDS_MAX)} sends of this challenge are used. Submit the code that was sent last, or send a new generate request.`,
  'internal-error': 'Something went wrong on our side.',
  'service-unavailable':
    'The service cannot do this now: its database cannot be reached, or it is busy. Try again shortly.',
};

// A query with a NUL in it is a `validation-error` on every route.
const EVERYWHERE: RefusalCode[] = [
  'validation-error',
  'rate-limited',
  'internal-error',
  'service-unavailable',
];
const WITH_TOKEN: RefusalCode[] = [...EVERYWHERE, 'unauthorized', 'forbidden'];
export const WITH_BODY: RefusalCode[] = ['validation-error', 'payload-too-large', 'unsupported-media-type'];
export const WITH_KEY: RefusalCode[] = ['request-in-progress', 'idempotency-key-reused'];

/** The error answers of a public route, by status. */
export function publicProblems(...codes: RefusalCode[]) {
  return problems(...EVERYWHERE, ...codes);
}

/** The error answers of a route that needs a token, by status. */
export function callerProblems(...codes: RefusalCode[]) {
  return problems(...WITH_TOKEN, ...codes);
}

/** Error answers by status, exactly these. */
export function problems(...codes: RefusalCode[]) {
  const groups = Map.groupBy(new Set(codes), (code) => STATUS_OF[code]);
  return Object.fromEntries([...groups].map(([status, group]) => [status, problemSchema(group)]));
}

/** Few sets of codes serve all routes: each has one schema. */
const SCHEMAS = new Map<string, TSchema>();

function problemSchema(codes: RefusalCode[]): TSchema {
  const key = codes.join();
  const schema = SCHEMAS.get(key) ?? makeSchema(codes);
  SCHEMAS.set(key, schema);
  return schema;
}

function makeSchema(codes: RefusalCode[]) {
  const examples = codes.map((code) => exampleOf(code));
  return Type.Object(
    {
      code: Type.Enum(codes, { description: 'What is wrong, for programs: act on this.' }),
      message: Type.String({ description: 'For a person: what is wrong and how to mend it.' }),
      ...(codes.includes('validation-error') && {
        details: Type.Array(
          Type.Object(
            {
              path: Type.String({ description: 'JSON pointer into the body, or into the query.' }),
              message: Type.String({ description: 'What is wrong there, and how to mend it.' }),
            },
            { title: 'Problem', additionalProperties: false },
          ),
          { description: 'Every problem, at most 100.' },
        ),
      }),
    },
    {
      title: codes.map(toTitle).join('Or'),
      description: codes.join(', '),
      additionalProperties: false,
      examples,
    },
  );
}

/** `rate-limited` -> `RateLimited`: the name of the schema and of the answer in the document. */
function toTitle(code: RefusalCode): string {
  return code
    .split('-')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('');
}

function exampleOf(code: RefusalCode) {
  const example = { code, message: EXAMPLES[code] };
  if (code !== 'validation-error') return example;
  return {
    ...example,
    details: [
      { path: '/dateOfBirth', message: 'must be a real date in the past, not before 1900, as YYYY-MM-DD' },
    ],
  };
}
