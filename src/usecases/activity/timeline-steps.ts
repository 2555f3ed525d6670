// The guesses, resends and searches of a report's timeline, as its events tell of them.
import { SENDS_MAX } from '../../domain/reports/challenge.ts';
import type { SearchFacts, StoredEvent } from '../../domain/webhooks/events.ts';
import { listReportEvents, type ReportEvent } from '../../storage/activity/report-events.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import type { Report } from '../../storage/reports/reports.ts';
import { listEventsOfSubject } from '../../storage/webhooks/event-feed.ts';

export async function listSteps(db: Queryable, tenantId: string, { id }: Report) {
  const [earlier, events] = await Promise.all([
    listReportEvents(db, tenantId, id),
    listEventsOfSubject(db, tenantId, id),
  ]);
  return { earlier, events };
}

/**
 * The guesses, resends and searches that the events tell of. The first send is part of the challenge, not a step of its own. The statement
 * that settles a report writes its event last, and may take long: searches are counted back from when it settled the report.
 */
export function toSteps(report: Report, settledMs: number, events: StoredEvent[]): ReportEvent[] {
  const first = events.find(isSend);
  return events.flatMap((event): ReportEvent[] => {
    const { id, at, type, facts } = event;
    switch (type) {
      case 'challenge.retry':
      case 'challenge.failed':
      case 'challenge.passed': {
        const result = type === 'challenge.passed' ? 'right' : 'wrong';
        return [{ id, at, kind: 'guess', facts: { result, triesLeft: Number(facts.attemptsRemaining) } }];
      }
      case 'challenge.sent':
      case 'sms.undelivered': {
        if (event === first || !isSend(event)) return [];
        const sends = Number(facts.sends);
        const sms = String(facts.sms ?? 'refused');
        return [{ id, at, kind: 'resend', facts: { sends, sendsLeft: SENDS_MAX - sends, sms } }];
      }
      case 'report.completed':
      case 'report.failed':
        return ((facts.bureaus ?? []) as SearchFacts[]).map((search) => ({
          id,
          at: new Date(
            Math.max(Math.min(at.getTime(), settledMs) - (search.agoMs ?? 0), report.createdAt.getTime()),
          ),
          kind: 'bureau',
          facts: {
            bureau: search.id,
            outcome: search.status,
            tookMs: search.tookMs ?? null,
            simulated: search.simulated ?? false,
          },
        }));
      default:
        return [];
    }
  });
}

/** What says how a send of a code went. */
function isSend({ type, facts }: StoredEvent): boolean {
  return type === 'challenge.sent' || (type === 'sms.undelivered' && facts.reason === 'refused');
}
