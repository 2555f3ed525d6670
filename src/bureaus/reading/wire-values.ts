// Single values of a bureau's reply, XML or JSON alike: a malformed value is absent, never a throw and never a guess. Replies are
// trees of unknown shape here; each bureau's mapping.ts knows the paths.
import { isDayOfCalendar } from '../../domain/days/months.ts';
import { NOTICE_LENGTH_MAX } from '../../domain/reports/bureau-file.ts';
import type { Money } from '../../domain/reports/credit-report.ts';

const TEXT_LENGTH_MAX = 200;
const POUNDS_MAX = 1_000_000_000;

/** The value at the end of a path; of a repeated element, the first. Capitals do not matter: versions of a service differ in them. */
export function at(tree: unknown, ...path: string[]): unknown {
  let here = first(tree);
  for (const name of path) here = first(child(here, name));
  return here;
}

/** All values under the last name of a path: one or many look the same. */
export function many(tree: unknown, ...path: string[]): unknown[] {
  const found = child(at(tree, ...path.slice(0, -1)), path.at(-1) ?? '');
  if (Array.isArray(found)) return found;
  return found === '' || found === undefined || found === null ? [] : [found];
}

function child(parent: unknown, name: string): unknown {
  if (typeof parent !== 'object' || parent === null) return undefined;
  const fields = parent as Record<string, unknown>;
  if (Object.hasOwn(fields, name)) return fields[name];
  for (const key in fields) if (isSameName(key, name)) return fields[key];
  return undefined;
}

/** The length first: nearly every miss ends there. */
export function isSameName(one: string, other: string): boolean {
  return one.length === other.length && one.toLowerCase() === other.toLowerCase();
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

// A fast path: most values are this, and a large file has tens of thousands of them.
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Plain text: control and invisible characters removed, white space collapsed, truncated to 200. Markup is kept as text. */
export function wireText(value: unknown): string | undefined {
  return plainText(value, TEXT_LENGTH_MAX);
}

/** The same of a consumer's own words, which are longer. */
export function noticeText(value: unknown): string | undefined {
  return plainText(value, NOTICE_LENGTH_MAX);
}

function plainText(value: unknown, lengthMax: number): string | undefined {
  const raw = rawText(value);
  if (raw === undefined) return undefined;
  if (raw.length <= lengthMax && PLAIN.test(raw)) return raw;
  // Truncated twice: the first bounds the work, the second the result, without half a character at its end.
  const clean = raw
    .slice(0, lengthMax * 4)
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, lengthMax)
    .replace(/\p{Cs}$/u, '')
    .trim();
  return clean === '' ? undefined : clean;
}

function rawText(value: unknown): string | undefined {
  const here = first(value);
  if (typeof here === 'string') return here;
  if (typeof here === 'number' || typeof here === 'boolean') return String(here);
  if (typeof here === 'object' && here !== null && Object.hasOwn(here, '#text')) {
    const inner = (here as Record<string, unknown>)['#text'];
    return typeof inner === 'string' ? inner : undefined;
  }
  return undefined;
}

/** Whole pounds become pence. Negative, broken or absurd: absent, since a wrong amount is worse than none. */
export function wholePounds(value: unknown, currency = 'GBP'): Money | undefined {
  const text = wireText(value);
  if (text === undefined || !/^\d{1,12}$/.test(text)) return undefined;
  const pounds = Number(text);
  return pounds > POUNDS_MAX ? undefined : { amount: pounds * 100, currency };
}

/** Where zero means that there is none, as in a term or a lump. */
export function notZero(money: Money | undefined): Money | undefined {
  return money?.amount === 0 ? undefined : money;
}

export function wholeNumber(value: unknown, max: number): number | undefined {
  const text = wireText(value);
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number > max ? undefined : number;
}

export function yesNo(value: unknown): boolean | undefined {
  const text = wireText(value)?.toLowerCase();
  if (text === '1' || text === 'true' || text === 'y') return true;
  return text === '0' || text === 'false' || text === 'n' ? false : undefined;
}

/** YYYY-MM-DD from an ISO date, with or without a time behind it, or from `{day, month, year}`; only real days. */
export function isoDate(value: unknown): string | undefined {
  const here = first(value);
  const year = typeof here === 'object' ? wireText(at(here, 'year')) : undefined;
  const text =
    year === undefined
      ? wireText(here)
      : `${year}-${twoDigits(at(here, 'month'))}-${twoDigits(at(here, 'day'))}`;
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}(?:$|[TZ+-])/.test(text)) return undefined;
  const date = text.slice(0, 10);
  if (date < '1880-01-01' || date > '2199-12-31') return undefined;
  return isDayOfCalendar(date) ? date : undefined;
}

function twoDigits(value: unknown): string {
  return (wireText(value) ?? '').padStart(2, '0');
}

/** An instant without a zone is London's own time. A day alone is not an instant. */
export function londonInstant(value: unknown): string | undefined {
  const text = wireText(value) ?? '';
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  const [, day, time, zone] = parts ?? [];
  if (day === undefined || isoDate(day) === undefined) return undefined;
  const asWritten = Date.parse(`${day}T${time}${zone ?? 'Z'}`);
  if (Number.isNaN(asWritten)) return undefined;
  if (zone !== undefined) return new Date(asWritten).toISOString();
  // The offset an hour earlier decides: of the autumn hour that happens twice, the first one counts.
  const summer = asWritten - HOUR_MS;
  return new Date(londonOffsetMs(summer) === 0 ? asWritten : summer).toISOString();
}

/** The same instant in London's local time, without a zone, as a bureau writes it. */
export function toLondonTime(instant: string): string {
  const ms = Date.parse(instant);
  return new Date(ms + londonOffsetMs(ms)).toISOString().slice(0, 19);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// Summer time is from 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of October (since 1996). A test holds
// it to Intl, which is too slow for a file with a thousand searches.
function londonOffsetMs(ms: number): number {
  const year = new Date(ms).getUTCFullYear();
  return ms >= lastSundayMs(year, 2) + HOUR_MS && ms < lastSundayMs(year, 9) + HOUR_MS ? HOUR_MS : 0;
}

/** For a month of 31 days, counted from 0. */
function lastSundayMs(year: number, month: number): number {
  const lastDay = Date.UTC(year, month, 31);
  return lastDay - new Date(lastDay).getUTCDay() * DAY_MS;
}

/** House numbers come zero-padded: "00877" is 877, "012A" is 12A, "0" stays. */
export function houseNumber(value: unknown): string | undefined {
  return wireText(value)?.replace(/^0+(?=\d)/, '');
}

/** An account number as people know them, whole, masked or suffixed. A long or lower-case token is not one, and is not shown. */
export function accountNumber(value: unknown): string | undefined {
  const text = wireText(value);
  return text !== undefined && /^[0-9A-Zx*#./ -]{3,30}$/.test(text) && /\d/.test(text) ? text : undefined;
}
