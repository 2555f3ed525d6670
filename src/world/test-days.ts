// Bad days of test mode: what a test number and `testOptions` together ask for, and what they do to a request.
import { WHOLE_MS } from '../bureaus/asking/call.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Consumer } from '../domain/reports/consumer.ts';
import {
  TEST_CODES,
  type TestAnswer,
  type TestOptions,
  type TestText,
} from '../domain/reports/test-options.ts';
import { type TestDay, testDayOf } from './test-numbers.ts';
import type { LaterCall, PretendedReceipt } from './world.ts';

const RETRY_AFTER_SECONDS = 2;
const LATE_RECEIPT_SECONDS = 30;
/** Requests of a process that wait on purpose: they must not take the slots of those that work. */
const HELD_MAX = 20;

export const NOT_A_MOBILE =
  'Codes are sent to mobile numbers only, and this test number is not one: send the number of a mobile phone.';

/** The options of a request have the last word. */
export function dayOf({ mobileNumber }: Consumer, options: TestOptions = {}): TestDay {
  const day = testDayOf(mobileNumber);
  const delays = Object.entries(options.bureauDelayMs ?? {});
  // As a live search, which is not waited for any longer.
  const late = Object.fromEntries(
    delays.filter(([, ms]) => ms > WHOLE_MS).map(([id]) => [id, 'timeout' as const]),
  );
  return {
    ...day,
    ...(options.sms !== undefined && { sms: options.sms }),
    ...(options.delayMs !== undefined && { delayMs: options.delayMs }),
    bureauDelayMs: Object.fromEntries(delays.map(([id, ms]) => [id, Math.min(ms, WHOLE_MS)])),
    bureaus: { ...day.bureaus, ...options.bureaus, ...late },
  };
}

const WORDS: Record<NonNullable<TestDay['refusal']>, string> = {
  'insufficient-funds': 'The wallet cannot pay for this request.',
  'rate-limited': `Too many requests. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
  'service-unavailable': 'The service cannot do this now. Try again shortly.',
  'internal-error': 'Something went wrong on our side.',
};

const ASKED_BY = {
  generate: 'the mobile number of the request asks',
  code: 'this code asks',
  token: 'the scope asks',
  resend: 'testOptions.on of its report asks',
  read: 'testOptions.on of its report asks',
};

export function refusalOf(
  code: NonNullable<TestDay['refusal']>,
  call: keyof typeof ASKED_BY = 'generate',
): Refusal {
  const message = `${WORDS[code]} (Test mode: ${ASKED_BY[call]} for this answer.)`;
  const canWait = code === 'rate-limited' || code === 'service-unavailable';
  return new Refusal(code, message, {
    isRehearsed: true,
    ...(canWait && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
}

/** Of a later call; undefined where it is answered as always. */
export function answerTo(call: LaterCall): TestAnswer | undefined {
  if (call.kind === 'code') return Object.hasOwn(TEST_CODES, call.code) ? TEST_CODES[call.code] : undefined;
  if (call.kind === 'token') return call.answer;
  const { on } = call.options ?? {};
  if (on === undefined || call.madeAgoMs >= (on.forMs ?? Number.POSITIVE_INFINITY)) return undefined;
  return call.kind === 'resend' ? on.resendSms : on.read;
}

export function receiptOf(sms: TestText | undefined): PretendedReceipt | null {
  if (sms === 'undelivered') return { isDelivered: false, afterSeconds: 0 };
  return sms === 'delivered' ? { isDelivered: true, afterSeconds: LATE_RECEIPT_SECONDS } : null;
}

/** Lets a request take its time, a few at once. */
export function createHolding(pause: (ms: number) => Promise<void>): (ms: number) => Promise<void> {
  let held = 0;
  return async (ms) => {
    if (held >= HELD_MAX) {
      throw new Refusal(
        'rate-limited',
        `${HELD_MAX} test requests already take their time on purpose. Send this one when they are answered.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    held += 1;
    try {
      await pause(ms);
    } finally {
      held -= 1;
    }
  };
}
