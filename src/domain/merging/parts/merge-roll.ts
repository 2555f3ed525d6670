// The electoral roll at one place, of several bureaus. A register is a year's, and bureaus keep it by year, month or day: periods that begin
// and end within a year of each other are one, said as exactly as any bureau says it.
import type { FileResidency } from '../../reports/bureau-file.ts';
import type { BureauId } from '../../reports/bureaus.ts';
import type { RollEntry } from '../../reports/file-parts.ts';
import { compareText } from '../compare-text.ts';

type Entry = RollEntry & { bureaus: BureauId[] };
type Sighting = { bureau: BureauId; roll?: FileResidency['roll'] };

/** The newest first. */
export function mergeRoll(sightings: readonly Sighting[]): RollEntry[] {
  const merged: Entry[] = [];
  const known = new Set(sightings.map(({ bureau }) => bureau)).size;
  const all = sightings.flatMap(({ bureau, roll = [] }) =>
    roll.map((entry) => ({ ...entry, bureaus: [bureau] })),
  );
  for (const entry of all.sort(
    (a, b) => compareText(beginOf(a), beginOf(b)) || compareText(textOf(a), textOf(b)),
  )) {
    const same = merged.find((one) => isSamePeriod(one, entry));
    if (same === undefined) {
      merged.push(entry);
      continue;
    }
    const [from, to] = [exactest(same.from, entry.from), exactest(same.to, entry.to)];
    if (from !== undefined) same.from = from;
    if (to !== undefined) same.to = to;
    same.bureaus = [...new Set([...same.bureaus, ...entry.bureaus])].sort(compareText);
  }
  return merged
    .reverse()
    .map(({ bureaus, ...period }) => (bureaus.length === known ? period : { ...period, bureaus }));
}

/** Of one that goes on since nobody says when, after all others. */
function beginOf({ from, to }: Entry): string {
  return from ?? (to === undefined ? '9999' : '');
}

function textOf({ to = '', bureaus }: Entry): string {
  return `${to} ${bureaus.join()}`;
}

/** Of two that a bureau ends and another does not, one is wrong: both stand. Who is on it now since nobody says when is on it since another's day. */
function isSamePeriod(one: RollEntry, other: RollEntry): boolean {
  const isNear = (a = '', b = '') => Math.abs(Number(a.slice(0, 4)) - Number(b.slice(0, 4))) <= 1;
  const isOver = one.to !== undefined;
  const isUnsaid = !isOver && (one.from === undefined || other.from === undefined);
  const isOne = isUnsaid || isNear(one.from, other.from);
  return isOver === (other.to !== undefined) && isOne && isNear(one.to, other.to);
}

/** A day before a month, a month before a year; then the earlier. */
function exactest(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.length !== other.length) return one.length > other.length ? one : other;
  return one < other ? one : other;
}
