// The formats of the request schemas: checks that JSON Schema cannot express, each with its error message. A message says how to mend
// the value and never quotes it.
import { isIP } from 'node:net';
import { toNormalised } from 'postcode';
import { Type } from 'typebox';
import { isDayOfCalendar } from '../../domain/days/months.ts';
import { idEndOf } from '../../domain/hosted/consumer-request.ts';
import { toExactOrigin } from '../../domain/hosted/consumer-session.ts';
import { isUuid } from '../../domain/ids.ts';
import { toOrigin } from '../../domain/reports/origins.ts';
import { DURATION, isDuration } from '../../domain/reports/test-clock.ts';
import { isPlainText, UNSEEN } from '../../domain/shown/plain-text.ts';
import { EVENT_TYPE_NAMES } from '../../domain/webhooks/events.ts';

const PLAIN = `^[^${UNSEEN}]*$`;
// The same, with line ends.
const LINES = PLAIN.replace('\\u0000-\\u001f', '\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u001f');
// Of a page on the web: labels of letters and digits, or an address; internationalised names in their ASCII form.
const HOST = '([a-z0-9-]+(\\.[a-z0-9-]+)*|\\[[0-9a-f:]+\\])';
// A time with a zone, or a date.
const TIME =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$';
const TIME_SHAPE = new RegExp(TIME);
const EVENT_WORD = /^[\w/.:-]{0,64}$/;
const ANY_EVENT = EVENT_TYPE_NAMES.map((name) => name.replace('.', '\\.')).join('|');
const LINES_OF_TEXT = new RegExp(LINES);
const VAT_NUMBER = /^[A-Za-z]{2}[0-9A-Za-z ]{2,18}$/;
const BLANK = /^\s*$/;

type Words = {
  message: string;
  isValid: (text: string) => boolean;
  /** How the OpenAPI document shows it, in formats that every tool knows; there a number in a query is a number. */
  documented: { type?: 'integer' | 'boolean'; [keyword: string]: unknown };
};

export const FORMATS: Record<string, Words> = {
  'not-blank': {
    message: 'must not be empty or blank',
    isValid: (text) => !BLANK.test(text),
    documented: { pattern: PLAIN.replace('^', '^(?=.*\\S)') },
  },
  'lines-of-text': {
    message:
      'must be plain text in lines, not empty or blank, without control characters or text-direction marks',
    isValid: (text) => !BLANK.test(text) && LINES_OF_TEXT.test(text),
    documented: { pattern: LINES.replace('^', '^(?=[\\s\\S]*\\S)') },
  },
  'birth-date': {
    message: 'must be a real date in the past, not before 1900, as YYYY-MM-DD',
    isValid: isBirthDate,
    documented: { format: 'date' },
  },
  'ip-address': {
    message: 'must be an IPv4 or IPv6 address',
    isValid: (text) => isIP(text) !== 0 && !text.includes('%'),
    documented: { pattern: '^[0-9A-Fa-f.:]{2,45}$' },
  },
  'phone-number': {
    message: 'must be in international format: a plus sign and 7 to 15 digits, such as +447700900123',
    isValid: (text) => /^\+[0-9]{7,15}$/.test(text),
    documented: { pattern: '^\\+[0-9]{7,15}$' },
  },
  'uk-postcode': {
    message: 'must be a UK postcode, such as SW1A 2AA',
    isValid: (text) => toPostcode(text) !== null,
    documented: { pattern: '^[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}$' },
  },
  'email-address': {
    message: 'must look like an e-mail address: a name, an @ and a domain',
    isValid: (text) => /^[^\s@]+@[^\s@]+$/.test(text) && isPlainText(text),
    documented: { format: 'email' },
  },
  'any-uuid': {
    message: 'must be a UUID',
    isValid: isUuid,
    documented: { format: 'uuid' },
  },
  'calendar-date': {
    message: 'must be a real date as YYYY-MM-DD',
    // PostgreSQL has no year 0.
    isValid: (text) => isCalendarDate(text) && text >= '0001-01-01',
    documented: { format: 'date' },
  },
  'time-zone': {
    message: 'must be the name of a time zone, such as Europe/London or UTC',
    isValid: isTimeZone,
    documented: {},
  },
  'page-size': {
    message: 'must be a whole number from 1 to 100',
    isValid: (text) => /^([1-9][0-9]?|100)$/.test(text),
    documented: { type: 'integer', minimum: 1, maximum: 100 },
  },
  'wait-seconds': {
    message: 'must be a whole number of seconds, from 0 to 25',
    isValid: (text) => /^(1?[0-9]|2[0-5])$/.test(text),
    documented: { type: 'integer', minimum: 0, maximum: 25 },
  },
  'hours-of-a-month': {
    message: 'must be a whole number of hours, from 1 to 720',
    isValid: (text) => /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= 720,
    documented: { type: 'integer', minimum: 1, maximum: 720 },
  },
  'income-pence': {
    message: 'must be a whole number of pence, from 1 to 999999999999',
    isValid: (text) => /^[1-9][0-9]{0,11}$/.test(text),
    documented: { type: 'integer', minimum: 1, maximum: 999_999_999_999 },
  },
  'true-or-false': {
    message: 'must be true or false',
    isValid: (text) => text === 'true' || text === 'false',
    documented: { type: 'boolean' },
  },
  'web-origin': {
    message: 'must be the address of a page without a path, such as https://apply.example',
    isValid: (text) => toOrigin(text) !== null,
    documented: { pattern: `^https?://${HOST}(:[0-9]{1,5})?/?$` },
  },
  'exact-origin': {
    message:
      'must be an exact https origin in small letters, without a path or a slash at its end, such as https://apply.example',
    isValid: (text) => toExactOrigin(text) === text,
    documented: { pattern: '^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$' },
  },
  'event-word': {
    message: 'must have at most 64 letters, digits and the marks _ / . : - alone',
    isValid: (text) => EVENT_WORD.test(text),
    documented: { pattern: EVENT_WORD.source },
  },
  'event-types': {
    message: `must come from ${EVENT_TYPE_NAMES.join(', ')}, with commas between`,
    isValid: (text) => text.split(',').every((name) => (EVENT_TYPE_NAMES as string[]).includes(name.trim())),
    documented: { pattern: `^(${ANY_EVENT})(,(${ANY_EVENT}))*$` },
  },
  'vat-number': {
    message: 'must be a VAT number, such as GB123456789',
    isValid: (text) => VAT_NUMBER.test(text),
    documented: { pattern: VAT_NUMBER.source },
  },
  'https-address': {
    message: 'must be an absolute https address, such as https://example.com/trefoil',
    // Which hosts are reached is decided where the settings are known: loopback is, in development alone.
    isValid: (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    documented: { format: 'uri', pattern: PLAIN.replace('^', '^(?=https?://)') },
  },
  'status-or-class': {
    message: 'must be a status such as 404, or one of 2xx, 3xx, 4xx, 5xx',
    isValid: (text) => /^[2-5]([0-9]{2}|xx)$/.test(text),
    documented: { pattern: '^[2-5]([0-9]{2}|xx)$' },
  },
  'reference-start': {
    message: 'must have at least 4 characters',
    isValid: (text) => text.trim().length >= 4,
    documented: { minLength: 4, pattern: PLAIN.replace('^', '^(?=\\s*\\S.{2,}\\S)') },
  },
  'request-number': {
    message: 'must be the number of a request, eight letters and digits such as 7KQ4-M2XP',
    isValid: (text) => idEndOf(text) !== null,
    documented: { pattern: '^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{4}-?[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{4}$' },
  },
  'duration-forward': {
    message: 'must be an ISO 8601 duration without a sign and longer than nought, such as PT5M1S or P31D',
    isValid: isDuration,
    documented: { pattern: DURATION.source.replace('^', '^(?=.*[1-9])') },
  },
  'iso-time': {
    message:
      'must be an ISO 8601 time with a zone, such as 2026-11-15T09:30:00Z, or a date, such as 2026-11-15',
    isValid: (text) => toTime(text) !== null,
    documented: { pattern: TIME },
  },
};

/** One line, which may be empty. */
export function plainOrEmpty(lengthMax: number, more: { description: string; examples: string[] }) {
  return Type.String({ maxLength: lengthMax, pattern: PLAIN, ...more });
}

export function plainText(
  lengthMax: number,
  more: { description?: string; examples: string[]; format?: string },
) {
  return Type.String({ minLength: 1, maxLength: lengthMax, pattern: PLAIN, format: 'not-blank', ...more });
}

/** A postcode in its stored form, `OUT INN`, whatever its spacing, punctuation and case. */
export function toPostcode(text: string): string | null {
  if (text.length > 12) return null;
  return toNormalised(text.replace(/[\s().-]/g, ''));
}

/** Null where a query leaves it out. */
export function toTime(text: string | undefined): Date | null {
  if (text === undefined || !TIME_SHAPE.test(text) || !isCalendarDate(text.slice(0, 10))) return null;
  const time = new Date(text.length === 10 ? beginsMs(Date.parse(text)) : text);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** The end of a period: a date alone includes the whole of that day. */
export function toLastTime(text: string | undefined): Date | null {
  if (text?.length !== 10 || !isCalendarDate(text)) return toTime(text);
  return new Date(beginsMs(Date.parse(text) + DAY_MS) - 1);
}

// Gap: a date alone is a day in the United Kingdom, as in the usage: a statement of a month then adds up to its bill.
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LONDON_HOUR = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** When a day begins, given its midnight in UTC: an hour earlier in summer. */
function beginsMs(utcMidnightMs: number): number {
  const summerMs = utcMidnightMs - HOUR_MS;
  return LONDON_HOUR.format(summerMs) === '00' ? summerMs : utcMidnightMs;
}

function isBirthDate(text: string): boolean {
  if (!isCalendarDate(text)) return false;
  return text >= '1900-01-01' && text < new Date().toISOString().slice(0, 10);
}

function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDayOfCalendar(text);
}

/**
 * A name from the time zone database: an area and a place, or UTC. PostgreSQL reads offsets with the opposite sign, and
 * abbreviations (BST, IST, CET) as other zones than we do.
 */
function isTimeZone(text: string): boolean {
  if (!/^(UTC|GMT|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
