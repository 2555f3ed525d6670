// The events of a report as the few steps that people tell: money belongs to the step that it paid for, a new text to its resend, the
// bureaus are one step. In the order in which they happened.
import type { TimelineEvent } from '../../api/shapes.ts';

export type Step =
  | { kind: 'received'; event: TimelineEvent; heldCredits: number }
  | { kind: 'checked'; event: TimelineEvent; device: TimelineEvent | null }
  | { kind: 'text'; event: TimelineEvent; isAgain: boolean; credits: number }
  | { kind: 'resend'; event: TimelineEvent }
  | { kind: 'guess'; event: TimelineEvent; tries: number }
  | { kind: 'bureaus'; event: TimelineEvent; events: TimelineEvent[] }
  | { kind: 'refused'; event: TimelineEvent; times: number }
  | { kind: 'ended'; event: TimelineEvent; charged: number; released: number };

/** `event` of a step is the last of those that it tells. */
export function stepsOf(events: readonly TimelineEvent[]): Step[] {
  const texts = events.filter(({ kind }) => kind === 'sms');
  const bureaus = events.filter(({ kind }) => kind === 'bureau');
  const device = events.find(({ kind }) => kind === 'device-check') ?? null;
  // Every text but the first is one of the resends; test mode sends none.
  let ownResends = events.filter(({ kind }) => kind === 'resend').length - Math.max(0, texts.length - 1);
  let tries = 0;
  const steps: Step[] = [];
  for (const event of events) {
    switch (event.kind) {
      case 'request-received':
        steps.push({ kind: 'received', event, heldCredits: moved(events, 'hold', null) });
        break;
      case 'risk':
        steps.push({ kind: 'checked', event, device });
        break;
      case 'sms': {
        const credits = moved(events, 'post', event.facts.smsId ?? '');
        steps.push({ kind: 'text', event, isAgain: event !== texts[0], credits });
        break;
      }
      case 'resend':
        if (texts.length === 0 || ownResends-- > 0) steps.push({ kind: 'resend', event });
        break;
      case 'guess':
        tries += 1;
        steps.push({ kind: 'guess', event, tries });
        break;
      case 'bureau':
        if (event === bureaus.at(-1)) steps.push({ kind: 'bureaus', event, events: bureaus });
        break;
      case 'request-refused': {
        const last = steps.at(-1);
        const isSame = last?.kind === 'refused' && last.event.facts.code === event.facts.code;
        if (isSame) Object.assign(last, { event, times: last.times + 1 });
        else steps.push({ kind: 'refused', event, times: 1 });
        break;
      }
      case 'ended': {
        const released = moved(events, 'void', null) + moved(events, 'expire', null);
        steps.push({ kind: 'ended', event, charged: moved(events, 'post', null), released });
        break;
      }
      default:
        break;
    }
  }
  return steps;
}

/** The credits that a kind of move took, of a text or of the report itself. */
function moved(events: readonly TimelineEvent[], move: string, smsId: string | null): number {
  return events
    .filter(({ kind, facts }) => kind === 'money' && facts.move === move && (facts.smsId ?? null) === smsId)
    .reduce((sum, { facts }) => sum + (facts.amount ?? 0), 0);
}

/** Of a report that waits: its newest text did not reach the phone, so nobody can enter a code. */
export function isWithoutText(steps: readonly Step[]): boolean {
  const last = steps.findLast(({ kind }) => kind === 'text' || kind === 'resend');
  if (last?.kind === 'resend') return last.event.facts.sms === 'refused';
  return ['refused', 'not-delivered', 'given-up'].includes(last?.event.facts.state ?? '');
}

/** `+0.3 s`, `+4 min 12 s`. */
export function offset(fromMs: number, toMs: number): string {
  const ms = Math.max(0, toMs - fromMs);
  if (ms < 60_000) return `+${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `+${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
