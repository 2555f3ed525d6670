// What `testOptions` ask the fake for, as they ask test mode: how each bureau answers, what becomes of a text, what later calls answer.
// Nothing takes its time, and a call that hangs is answered: the client repeats it with its key until it is.
import type { FakeAnswer } from './fake-calls.ts';
import type { Complete, GenerateRequest, TestAnswers } from './generated.ts';

type BureauAnswer = Complete['bureaus'][number];

/** How long a search is waited for. */
const SEARCH_MS = 10_000;
const RETRY_AFTER = 2;
const ANSWERS: Record<string, FakeAnswer> = {
  'insufficient-funds': { status: 402, code: 'insufficient-funds' },
  'rate-limited': { status: 429, code: 'rate-limited', retryAfter: RETRY_AFTER },
  'internal-error': { status: 500, code: 'internal-error' },
  'service-unavailable': { status: 503, code: 'service-unavailable', retryAfter: RETRY_AFTER },
};
/** By the ending of the mobile number: docs/test-your-integration.md has them all, and the service knows the others. */
const OF_NUMBER: Record<string, string> = {
  '402': 'insufficient-funds',
  '429': 'rate-limited',
  '500': 'internal-error',
  '503': 'service-unavailable',
};
const OF_CODE: Record<string, string> = {
  '000429': 'rate-limited',
  '000500': 'internal-error',
  '000503': 'service-unavailable',
};
const NUMBERS = /^\+447700900(\d{3})$/;

const endingOf = ({ mobileNumber }: Partial<GenerateRequest>): string =>
  NUMBERS.exec(mobileNumber ?? '')?.[1] ?? '';

const answerFor = (asked: string | undefined): FakeAnswer | null => ANSWERS[asked ?? ''] ?? null;

/** Null where it is answered as always. */
export const answerOfNumber = (input: Partial<GenerateRequest>): FakeAnswer | null =>
  answerFor(OF_NUMBER[endingOf(input)]);

export const answerOfCode = (code: string): FakeAnswer | null => answerFor(OF_CODE[code]);

/** Of a later call about a report that was made so long ago. */
export function answerOn(
  { testOptions }: GenerateRequest,
  call: 'read' | 'resendSms',
  madeAgoMs: number,
): FakeAnswer | null {
  const { forMs = Number.POSITIVE_INFINITY, ...on }: TestAnswers = testOptions?.on ?? {};
  return madeAgoMs < forMs ? answerFor(on[call]) : null;
}

export function bureausOf({ bureaus, testOptions = {} }: GenerateRequest): BureauAnswer[] {
  const { bureaus: outcomes = {}, bureauDelayMs = {} } = testOptions;
  return bureaus.map((id) => {
    const isLate = (bureauDelayMs[id] ?? 0) > SEARCH_MS;
    return { id, status: isLate ? 'timeout' : (outcomes[id] ?? 'ok') };
  });
}

export const hasAnswered = ({ status }: BureauAnswer): boolean => status === 'ok' || status === 'no-trace';

/** What becomes of its text. */
export function smsOf(input: GenerateRequest, isAgain = false): 'accepted' | 'refused' | 'unknown' {
  const ending = endingOf(input);
  const numbered = ending === '005' ? 'refused' : ending === '006' ? 'unknown' : 'accepted';
  const sms = input.testOptions?.sms ?? numbered;
  if (sms === 'refused-first') return isAgain ? 'accepted' : 'refused';
  return sms === 'refused' || sms === 'unknown' ? sms : 'accepted';
}
