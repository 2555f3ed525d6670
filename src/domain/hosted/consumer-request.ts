// What a consumer asks of the tenant on the hosted page: a complaint, or that their data is erased. The tenant has a clock for both.

export const REQUEST_KINDS = ['complaint', 'erasure'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const REQUEST_OUTCOMES = ['accepted', 'rejected'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** Data Protection Act 2018, section 164A, for a complaint; one month by UK GDPR, Article 12, for an erasure, which is no shorter. */
export const ANSWER_DAYS = 30;
/** Of one link, so that nobody fills the list of a tenant with it. */
export const REQUESTS_PER_SESSION_MAX = 5;
/** What was written stays at least so long, however short the tenant's retention: it must outlive the clock. */
export const REQUEST_DAYS_MIN = 90;
export const REQUEST_TEXT_MAX = 4_000;
export const REQUEST_CONTACT_MAX = 200;

const DAY_MS = 24 * 60 * 60 * 1000;

export function dueAtOf(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + ANSWER_DAYS * DAY_MS);
}

/** Letters that nobody confuses when they read them out. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const NUMBER_LETTERS = 8;

/** The random end of the id that has this number, as somebody types it; null where it can be none. */
export function idEndOf(number: string): string | null {
  const letters = [...number.toUpperCase().replace(/[\s-]/g, '')].map((letter) => LETTERS.indexOf(letter));
  if (letters.length !== NUMBER_LETTERS || letters.includes(-1)) return null;
  return letters
    .reduce((sum, digit) => sum * 32 + digit, 0)
    .toString(16)
    .padStart(10, '0');
}

/** The number that a consumer is told, from the random end of the id. */
export function requestNumber(id: string): string {
  let left = Number.parseInt(id.slice(-10), 16);
  let number = '';
  for (let place = 0; place < NUMBER_LETTERS; place++) {
    number = (LETTERS[left % 32] ?? '') + number;
    left = Math.floor(left / 32);
  }
  return `${number.slice(0, 4)}-${number.slice(4)}`;
}
