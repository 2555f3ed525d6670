// Search: what somebody has of a report, a call or an event (the beginning of a reference or of an id) to the rows themselves.

import type { StoredEvent } from '../../domain/webhooks/events.ts';
import { listRequestsById } from '../../storage/activity/requests.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { listEventsById } from '../../storage/webhooks/event-feed.ts';
import { type Caller, isKeptToTest } from '../caller.ts';
import type { DetailedReport, IdRange, ListReports } from '../reports/list-reports.ts';
import { type LoggedRequest, shownTo } from './read-requests.ts';

/** Of each kind. */
const FOUND_MAX = 8;
const ID_DIGITS_MIN = 8;
const ID_DIGITS = 32;

/** `subjectId`: of the report or the link that it tells of. */
type FoundEvent = Pick<StoredEvent, 'id' | 'type' | 'at' | 'subjectId'> & { test: boolean };
export type Found = { reports: DetailedReport[]; requests: LoggedRequest[]; events: FoundEvent[] };
export type Search = (caller: Caller, asked: { text: string; test?: boolean | undefined }) => Promise<Found>;

export function createSearch(needs: { database: Queryable; listReports: ListReports }): Search {
  const { database, listReports } = needs;
  return async (caller, asked) => {
    const { tenantId, permissions } = caller;
    const text = asked.text.trim();
    const ids = idsBeginningWith(text);
    const seesRequests = permissions.includes('requests:read');
    const isTestOnly = isKeptToTest(caller);
    const [reports, requests, events] = await Promise.all([
      listReports.search({ tenantId, test: asked.test, text, ids, size: FOUND_MAX }),
      ids === null || !seesRequests ? [] : listRequestsById(database, tenantId, ids, FOUND_MAX),
      ids === null || !permissions.includes('webhooks:read')
        ? []
        : listEventsById(database, tenantId, { ids, isTestOnly, size: FOUND_MAX }),
    ]);
    return {
      reports: await listReports.withExtras(tenantId, reports),
      requests: shownTo(caller, requests),
      events: events.map(({ id, type, isTest, at, subjectId }) => ({
        id,
        type,
        test: isTest,
        at,
        subjectId,
      })),
    };
  };
}

/** Null unless the text can be the beginning of an id; hyphens do not count. */
function idsBeginningWith(text: string): IdRange | null {
  const digits = text.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < ID_DIGITS_MIN || digits.length > ID_DIGITS) return null;
  return { from: toId(digits.padEnd(ID_DIGITS, '0')), to: toId(digits.padEnd(ID_DIGITS, 'f')) };
}

function toId(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
