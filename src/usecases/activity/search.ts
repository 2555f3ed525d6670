// Search: what somebody has of a report or a call (the beginning of a reference, of a report's id, of a request id) to the rows themselves.

import { listRequestsById } from '../../storage/activity/requests.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import type { Caller } from '../caller.ts';
import type { DetailedReport, IdRange, ListReports } from '../reports/list-reports.ts';
import { type LoggedRequest, shownTo } from './read-requests.ts';

/** Of each kind. */
const FOUND_MAX = 8;
const ID_DIGITS_MIN = 8;
const ID_DIGITS = 32;

export type Found = { reports: DetailedReport[]; requests: LoggedRequest[] };
export type Search = (caller: Caller, asked: { text: string; test?: boolean | undefined }) => Promise<Found>;

export function createSearch(needs: { database: Queryable; listReports: ListReports }): Search {
  const { database, listReports } = needs;
  return async (caller, asked) => {
    const { tenantId, permissions } = caller;
    const text = asked.text.trim();
    const ids = idsBeginningWith(text);
    const seesRequests = permissions.includes('requests:read');
    const [reports, requests] = await Promise.all([
      listReports.search({ tenantId, test: asked.test, text, ids, size: FOUND_MAX }),
      ids === null || !seesRequests ? [] : listRequestsById(database, tenantId, ids, FOUND_MAX),
    ]);
    return {
      reports: await listReports.withExtras(tenantId, reports),
      requests: shownTo(caller, requests),
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
