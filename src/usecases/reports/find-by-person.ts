// Finds reports for somebody who is on the phone, by the last four digits of their number or by their surname. For people who may open documents
// alone; each search is an entry of the audit log, without what was searched for, and their number is limited: nobody can try all endings.
import { Refusal } from '../../domain/refusal.ts';
import type { RateWindows } from '../../storage/activity/rate-windows.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { type Finders, PHONE_END_DIGITS } from '../../storage/reports/finders.ts';
import type { ReportLists } from '../../storage/reports/report-lists.ts';
import { auditCaller } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import { type DetailedReport, type ListReports, toListed } from './list-reports.ts';

const FOUND_MAX = 8;
/** Of one person, in a minute and by all processes. */
const SEARCHES_PER_MINUTE = 10;

export type FindByPerson = (
  caller: Caller,
  asked: { who: string; test: boolean },
  from: From,
) => Promise<DetailedReport[]>;

export function createFindByPerson(needs: {
  database: Database;
  lists: ReportLists;
  listReports: ListReports;
  finders: Finders;
  rateWindows: RateWindows;
  hashKey: (key: string) => string;
}): FindByPerson {
  return async (caller, { who, test }, from) => {
    const { tenantId } = caller;
    const by = toFinder(who.trim());
    const limit = SEARCHES_PER_MINUTE;
    const key = needs.hashKey(`find-by-person ${tenantId} ${caller.person.id}`);
    const { granted, windowEndsInMs } = await needs.rateWindows.take(key, 1, limit);
    if (granted < 1)
      throw new Refusal('rate-limited', `At most ${limit} searches for people a minute. Try again shortly.`, {
        retryAfterSeconds: Math.max(1, Math.ceil(windowEndsInMs / 1_000)),
      });
    const hash =
      by.kind === 'phone-end'
        ? needs.finders.ofPhoneEnd(tenantId, by.text)
        : needs.finders.ofSurname(tenantId, by.text);
    const found = await needs.lists.listReportsByFinder(tenantId, {
      kind: by.kind,
      hash,
      test,
      size: FOUND_MAX,
    });
    await auditCaller(needs.database, caller, from, {
      action: 'reports-searched',
      object: { kind: 'tenant', id: tenantId },
      after: { by: by.kind, found: found.length },
    });
    return needs.listReports.withExtras(tenantId, found.map(toListed));
  };
}

function toFinder(who: string): { kind: 'phone-end' | 'surname'; text: string } {
  const digits = who.replace(/[\s.…·+-]/g, '');
  if (/^\d+$/.test(digits)) {
    if (digits.length >= PHONE_END_DIGITS)
      return { kind: 'phone-end', text: digits.slice(-PHONE_END_DIGITS) };
    throw new Refusal('validation-error', 'The query is not acceptable: 1 problem. See details.', {
      details: [
        {
          path: '/who',
          message: `must be a surname, or at least the last ${PHONE_END_DIGITS} digits of a phone number`,
        },
      ],
    });
  }
  return { kind: 'surname', text: who };
}
