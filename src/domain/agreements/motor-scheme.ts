// The redress schemes for motor finance as dated facts: periods by the day an agreement began, what is known about the rules, and the
// state of the whole. Law changes faster than releases, so an operator can replace the file (MOTOR_SCHEME_FILE); every answer says
// which version it used. No amount is in it, and whether anybody has a claim is not for a credit file to say.
import { isCalendarDay } from '../days/calendar-day.ts';
import { MOTOR_PRODUCTS, type MotorProduct } from './motor-product.ts';
import shipped from './uk-motor-2026.json' with { type: 'json' };
import { UNSAID } from './unsaid-words.ts';

type SchemeWindow = {
  id: string;
  name: string;
  /** First and last day on which an agreement of the period began. */
  from: string;
  to: string;
  status: string;
  source: string;
};

type SchemeFact = { id: string; text: string; source: string; asOf: string; status: string };

export type MotorScheme = {
  id: string;
  version: string;
  title: string;
  /** In a sentence: "in the period of the FCA scheme". */
  shortTitle?: string;
  asOf: string;
  status: string;
  /** How it stands, in a sentence that consumers read. */
  notice?: string;
  /** Oldest first; they do not overlap. None where there is no scheme. */
  windows: SchemeWindow[];
  /** From this day on no discretionary commission was allowed. */
  discretionaryCommissionBannedFrom: string;
  /** `lease` is all kinds of it. */
  productsOutside: MotorProduct[];
  facts: SchemeFact[];
};

/** Where a day is in relation to the periods, besides their ids. */
const OUTSIDE_WINDOWS = ['before', 'between', 'after', 'none', 'unknown-date'] as const;

/** The id of the period, or `before` the first, `between` two, `after` the last; `none` where the file has no period. */
export function windowOf({ windows }: MotorScheme, day: string): string {
  const first = windows[0];
  if (first === undefined) return 'none';
  if (day < first.from) return 'before';
  const found = windows.find(({ from, to }) => day >= from && day <= to);
  return found?.id ?? (windows.some(({ from }) => from > day) ? 'between' : 'after');
}

const TEXT_MAX = 1_000;
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LISTS_MAX = 100;

/** Of a file's JSON. Lists every problem, a sentence each, so that a file is mended in one go. */
export function readMotorScheme(value: unknown): { scheme: MotorScheme } | { problems: string[] } {
  const problems: string[] = [];
  const root = asObject(value);
  if (root === null) return { problems: ['the file must hold one JSON object.'] };
  const say = (problem: string): void => void problems.push(problem);
  const scheme = {
    id: readId(root, '', say),
    version: readText(root, 'version', '', say),
    title: readText(root, 'title', '', say),
    ...('shortTitle' in root && { shortTitle: readText(root, 'shortTitle', '', say) }),
    asOf: readDay(root, 'asOf', '', say),
    status: readText(root, 'status', '', say),
    ...('notice' in root && { notice: readText(root, 'notice', '', say) }),
    windows: readList(root, 'windows', say).map((item, at) => readWindow(item, `windows[${at}].`, say)),
    discretionaryCommissionBannedFrom: readDay(root, 'discretionaryCommissionBannedFrom', '', say),
    productsOutside: readList(root, 'productsOutside', say).map((item) => readProduct(item, say)),
    facts: readList(root, 'facts', say).map((item, at) => readFact(item, `facts[${at}].`, say)),
  };
  if (problems.length === 0) problems.push(...orderProblems(scheme.windows));
  return problems.length === 0 ? { scheme } : { problems };
}

export const SHIPPED_SCHEME: MotorScheme = mustRead(shipped);

function mustRead(value: unknown): MotorScheme {
  const read = readMotorScheme(value);
  if ('problems' in read) throw new Error(`the shipped scheme file is wrong: ${read.problems.join(' ')}`);
  return read.scheme;
}

type Say = (problem: string) => void;
type Fields = Record<string, unknown>;

function readWindow(value: unknown, path: string, say: Say): SchemeWindow {
  const fields = asObject(value) ?? {};
  const window = {
    id: readId(fields, path, say),
    name: readText(fields, 'name', path, say),
    from: readDay(fields, 'from', path, say),
    to: readDay(fields, 'to', path, say),
    status: readText(fields, 'status', path, say),
    source: readText(fields, 'source', path, say),
  };
  if ((OUTSIDE_WINDOWS as readonly string[]).includes(window.id))
    say(`${path}id must not be one of ${OUTSIDE_WINDOWS.join(', ')}: these have a meaning of their own.`);
  if (window.from > window.to) say(`${path}from must not be after ${path}to.`);
  return window;
}

function readFact(value: unknown, path: string, say: Say): SchemeFact {
  const fields = asObject(value) ?? {};
  return {
    id: readId(fields, path, say),
    text: readText(fields, 'text', path, say),
    source: readText(fields, 'source', path, say),
    asOf: readDay(fields, 'asOf', path, say),
    status: readText(fields, 'status', path, say),
  };
}

function readProduct(value: unknown, say: Say): MotorProduct {
  const product = MOTOR_PRODUCTS.find((one) => one === value);
  if (product === undefined) say(`productsOutside must be of: ${MOTOR_PRODUCTS.join(', ')}.`);
  return product ?? 'unknown';
}

function orderProblems(windows: readonly SchemeWindow[]): string[] {
  const isTwice = new Set(windows.map(({ id }) => id)).size < windows.length;
  const isMixed = windows.some(({ from }, at) => at > 0 && from <= (windows[at - 1] as SchemeWindow).to);
  return [
    ...(isTwice ? ['windows must not use an id twice.'] : []),
    ...(isMixed ? ['windows must be listed oldest first and must not overlap.'] : []),
  ];
}

function asObject(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function readList(fields: Fields, name: string, say: Say): unknown[] {
  const value = fields[name];
  if (Array.isArray(value) && value.length <= LISTS_MAX) return value;
  say(`${name} must be a list of at most ${LISTS_MAX} entries; it may be empty.`);
  return [];
}

function readText(fields: Fields, name: string, path: string, say: Say): string {
  const value = fields[name];
  if (typeof value !== 'string' || value.trim() === '' || value.length > TEXT_MAX) {
    say(`${path}${name} must be a text of 1 to ${TEXT_MAX} characters.`);
    return '';
  }
  const unsaid = UNSAID.exec(value);
  if (unsaid !== null) say(`${path}${name} must not say "${unsaid[0]}": a credit file cannot know it.`);
  return value;
}

function readId(fields: Fields, path: string, say: Say): string {
  const id = readText(fields, 'id', path, () => {});
  if (!ID.test(id)) say(`${path}id must be small letters, digits and hyphens, such as conred-5.`);
  return id;
}

function readDay(fields: Fields, name: string, path: string, say: Say): string {
  const value = fields[name];
  if (typeof value === 'string' && isCalendarDay(value)) return value;
  say(`${path}${name} must be a real date as YYYY-MM-DD.`);
  return '';
}
