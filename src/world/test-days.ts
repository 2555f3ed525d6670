// Bad days of test mode: what a test number and `testOptions` together ask for, and what they do to a request.
import { Refusal } from '../domain/refusal.ts';
import type { Consumer } from '../domain/reports/consumer.ts';
import type { TestOptions, TestText } from '../domain/reports/test-options.ts';
import { type TestDay, testDayOf } from './test-numbers.ts';
import type { PretendedReceipt } from './world.ts';

const RETRY_AFTER_SECONDS = 2;
const LATE_RECEIPT_SECONDS = 30;
/** Requests of a process that wait on purpose: they must not take the slots of those that work. */
const HELD_MAX = 20;

export const NOT_A_MOBILE =
  'Codes are sent to mobile numbers only, and this test number is not one: send the number of a mobile phone.';

/** The options of a request have the last word. */
export function dayOf({ mobileNumber }: Consumer, options: TestOptions = {}): TestDay {
  const day = testDayOf(mobileNumber);
  return {
    ...day,
    ...(options.sms !== undefined && { sms: options.sms }),
    ...(options.delayMs !== undefined && { delayMs: options.delayMs }),
    bureaus: { ...day.bureaus, ...options.bureaus },
  };
}

const WORDS: Record<NonNullable<TestDay['refusal']>, string> = {
  'insufficient-funds': 'The wallet cannot pay for this request.',
  'rate-limited': `Too many requests. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
  'service-unavailable': 'The service cannot do this now. Try again shortly.',
  'internal-error': 'Something went wrong on our side.',
};

export function refusalOf(code: NonNullable<TestDay['refusal']>): Refusal {
  const message = `${WORDS[code]} (Test mode: the mobile number of the request asks for this answer.)`;
  const canWait = code === 'rate-limited' || code === 'service-unavailable';
  return new Refusal(code, message, {
    isRehearsed: true,
    ...(canWait && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
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
