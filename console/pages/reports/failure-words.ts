// Why a report has no document, for the support desk: the cause as a headline, what follows, and what to tell the consumer. The API says the
// same to the developer who called (src/domain/reports/report.ts).
import type { FAILURES } from '../../../src/domain/reports/report.ts';

type Why = { title: string; more: string; tell?: string };

const PLACES: Why = {
  title: 'The bureaus know several places that match the address',
  more: 'A flat, the name of a house or its number tells them apart. The report was not charged.',
  tell: 'Is there a flat number, or a name or number of the house, that we left out?',
};

export const WHY_FAILED: Record<keyof typeof FAILURES, Why> = {
  'attempts-exhausted': {
    title: 'The code was wrong too often',
    more: 'That ended the request.',
    tell: 'The code was wrong too often, so the check stopped. I can send you a new link.',
  },
  'challenge-expired': {
    title: 'Time ran out: no right code was entered',
    more: 'A code works for a few minutes.',
    tell: 'The code ran out of time. I can send you a new link, and then a new code comes.',
  },
  'no-bureau-answered': {
    title: 'None of the bureaus answered',
    more: 'The report was not charged. Try again later.',
    tell: 'The credit bureaus could not be reached. It is not your fault; we try again later.',
  },
  'address-ambiguous': PLACES,
  'address-ambiguous-partly': PLACES,
  'bureaus-refused': {
    title: 'The bureaus refused this service',
    more: 'The report was not charged. Another try does not help before the operator has looked at it.',
  },
  interrupted: {
    title: 'The service was interrupted',
    more: 'The report was not charged. Try again.',
  },
  'device-unverified': {
    title: 'The device could not be checked',
    more: 'The device check of the page did not run, or was too old. No code was sent, and nothing was charged.',
    tell: 'Something in your browser stopped our check, often an ad blocker. Another browser may help.',
  },
  'insufficient-funds': {
    title: 'The wallet could not pay for the text with the code',
    more: 'Nothing was charged.',
  },
  unreachable: {
    title: 'A code was needed, and there was no mobile number for it',
    more: 'Nothing was charged.',
    tell: 'We need a mobile number to send a code to. Which one is yours?',
  },
  'too-many-challenges': {
    title: 'Too many codes were asked for, or were wrong, in a short time',
    more: 'Nothing was charged. Try again later.',
    tell: 'Too many codes were asked for, or were wrong. It works again later.',
  },
};

/** Of a report that failed; null for one that did not, or for a reason of a later version. */
export function whyFailed(reason: unknown): Why | null {
  return typeof reason === 'string' && Object.hasOwn(WHY_FAILED, reason)
    ? WHY_FAILED[reason as keyof typeof WHY_FAILED]
    : null;
}
