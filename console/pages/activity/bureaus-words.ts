// What stood out at the bureaus, in sentences: when one was slow or did not answer, and what that meant for the reports.
import { counted } from '../../../src/domain/in-words.ts';
import type { Bureaus } from '../../api/shapes.ts';
import { bureauName, duration, number, shortDay } from '../../parts/words.ts';

type Bureau = Bureaus['bureaus'][number];
type State = Bureau['steps'][number]['state'];

export const STATE_WORDS: Record<State, string> = {
  usual: 'as usual',
  slow: 'twice as slow as the 7 days before',
  unanswered: '1 in 10 unanswered',
  'no-calls': 'no calls',
};

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
});
export const clockOf = (time: string | Date): string => CLOCK.format(new Date(time));
export const stepOf = (time: string, step: Bureaus['step']): string =>
  step === 'day' ? shortDay(time) : clockOf(time);

export type Incident = {
  id: string;
  state: 'slow' | 'unanswered';
  title: string;
  more: string;
  /** Behind it. */
  reports: number;
};

const HALF_HOUR_MS = 30 * 60_000;

/** Times that follow each other are one: `10:00 to 11:30`, `3 Nov`. */
function spansOf({ steps }: Bureau, state: State, step: Bureaus['step']): string[] {
  const spans: { from: string; last: string }[] = [];
  for (const [place, one] of steps.entries()) {
    if (one.state !== state) continue;
    const span = spans.at(-1);
    if (span !== undefined && steps[place - 1]?.from === span.last) span.last = one.from;
    else spans.push({ from: one.from, last: one.from });
  }
  return spans.map(({ from, last }) => {
    if (step === 'half-hour')
      return `from ${clockOf(from)} to ${clockOf(new Date(Date.parse(last) + HALF_HOUR_MS))}`;
    return from === last ? `on ${shortDay(from)}` : `from ${shortDay(from)} to ${shortDay(last)}`;
  });
}

/** The slow ones first, as they are what consumers notice. */
export function incidentsOf({ bureaus, step }: Bureaus): Incident[] {
  const slow = bureaus.flatMap((bureau): Incident[] => {
    const spans = spansOf(bureau, 'slow', step);
    if (spans.length === 0) return [];
    const cells = bureau.steps.filter(({ state }) => state === 'slow');
    const worst = Math.max(...cells.map(({ p95Ms }) => p95Ms ?? 0));
    const usual = bureau.usual.p95Ms === null ? '' : `, usually ${duration(bureau.usual.p95Ms)}`;
    const asked = cells.reduce((sum, one) => sum + one.asked, 0);
    const silent = cells.reduce((sum, one) => sum + one.unanswered, 0);
    const without = silent === 0 ? 'it answered each of them' : `${number(silent)} got no answer of it`;
    return [
      {
        ...{ id: bureau.id, state: 'slow', reports: asked },
        title: `${bureauName(bureau.id)} was slow ${spans.join(', ')}: 95 % within ${duration(worst)}${usual}`,
        more: `${counted(asked, 'report')} ${asked === 1 ? 'was' : 'were'} made in that time. They waited for it; ${without}.`,
      },
    ];
  });
  const silent = bureaus.flatMap((bureau): Incident[] => {
    const spans = spansOf(bureau, 'unanswered', step);
    if (spans.length === 0) return [];
    const name = bureauName(bureau.id);
    return [
      {
        ...{ id: bureau.id, state: 'unanswered', reports: bureau.unanswered },
        title: `${name} did not answer ${number(bureau.unanswered)} of ${counted(bureau.asked, 'call')} (${spans.join(', ')})`,
        more: `${bureau.unanswered === 1 ? 'That report is' : 'Those reports are'} without ${name}, and it was not charged.`,
      },
    ];
  });
  return [...slow, ...silent];
}
