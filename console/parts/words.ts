// How the console writes things: credits with pounds beside them, times of London, names of what the API knows by code.
import { londonDate, londonDateBefore } from '../../src/domain/days/london-days.ts';
import { counted, inWords } from '../../src/domain/in-words.ts';
import { BUREAU_NAMES } from '../../src/domain/reports/credit-report.ts';
import type { Status } from '../api/shapes.ts';

const CREDITS_PER_POUND = 1_000;
const NUMBER = new Intl.NumberFormat('en-GB');
const POUNDS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
const WHEN = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

export const number = (value: number): string => NUMBER.format(value);
export const credits = (value: number): string =>
  `${NUMBER.format(value)} ${Math.abs(value) === 1 ? 'credit' : 'credits'}`;
export const pounds = (value: number): string => POUNDS.format(value / CREDITS_PER_POUND);
/** `32.4p`; from a pound on as pounds. */
export const pence = (value: number): string =>
  value < CREDITS_PER_POUND ? `${((value / CREDITS_PER_POUND) * 100).toFixed(1)}p` : pounds(value);
/** Of pence. */
export const money = (pence: number): string => POUNDS.format(pence / 100);
export const when = (time: string): string => WHEN.format(new Date(time));
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'short',
});
/** `8 Nov`: for axes. */
export const shortDay = (time: string | Date): string => SHORT_DAY.format(new Date(time));
export const day = (time: string | Date): string => DAY.format(new Date(time));
/** YYYY-MM-DD in London. */
export const dayKey = londonDate;
export const daysAgo = (days: number): string => londonDateBefore(new Date(), days);
/** `Today`, `Yesterday`, `8 Nov 2026`: above the rows of a day. */
export function dayHeading(time: string): string {
  const key = dayKey(time);
  if (key === dayKey(new Date())) return 'Today';
  return key === daysAgo(1) ? 'Yesterday' : day(time);
}
const TIME_OF_DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'medium' });
/** `18:16:24`, in London. */
export const timeOfDay = (time: string | Date): string => TIME_OF_DAY.format(new Date(time));

/** `410 ms`, `2.4 s`, `3 min`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${NUMBER.format(Math.round(ms / 60_000))} min`;
}

/** `hire-purchase` -> `Hire purchase`. */
export const spoken = inWords;

/** `4 years 9 months`; null where nobody knows how long. */
export function howLong(years = 0, months = 0): string | null {
  const parts = [years > 0 && counted(years, 'year'), months > 0 && counted(months, 'month')];
  const said = parts.filter((part) => part !== false);
  return said.length === 0 ? null : said.join(' ');
}

/** `the body is too large.` -> `The body is too large.` */
export const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** The start of a UUIDv7 is the same for a whole day; its end tells ids apart. */
export const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);

const PROVIDER_NAMES: Record<string, string> = { ...BUREAU_NAMES, smtp: 'SMTP' };
export const bureauName = (id: string): string => PROVIDER_NAMES[id] ?? spoken(id);

export type Tone = 'ok' | 'info' | 'warn' | 'danger' | 'plain' | 'test';
/** A status is always a word, a shape and a colour. */
export const STATUSES: Record<Status, { word: string; shape: string; tone: Tone }> = {
  complete: { word: 'Complete', shape: '●', tone: 'ok' },
  'authentication-required': { word: 'Waiting for code', shape: '◐', tone: 'info' },
  retry: { word: 'Retry', shape: '◑', tone: 'warn' },
  blocked: { word: 'Blocked', shape: '■', tone: 'danger' },
  failed: { word: 'Failed', shape: '✕', tone: 'danger' },
};

export const isKnownStatus = (status: unknown): status is Status =>
  typeof status === 'string' && status in STATUSES;

export const TRANSFERS: Record<string, string> = {
  'top-up': 'Top-up',
  adjustment: 'Adjustment',
  hold: 'Held',
  post: 'Charged',
  void: 'Released',
  expire: 'Hold expired',
};

/** Of a text, with what to do. */
export const NO_GATEWAY_TOOK_IT =
  'No gateway took it: the consumer has no code. It cost nothing and counts as no send. Ask for another code; if that is not sent either, check the mobile number, and ask the operator to look at the gateways.';
