// The request log as people read it: by the page, one by its id, and the refusals grouped by what went wrong, with what it means and
// how to mend it.
import { errorHelpOf } from '../../domain/error-help.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type ErrorGroup, groupErrors } from '../../storage/activity/request-errors.ts';
import { REQUESTS_KEPT_DAYS } from '../../storage/activity/request-log.ts';
import {
  findRequest,
  listRequests,
  type RequestFilters,
  type RequestRow,
} from '../../storage/activity/requests.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { type Caller, isKeptToTest, type Kept } from '../caller.ts';
import { cutPage, idIn, type Page, type Paged, toToken } from '../page.ts';
import type { Once } from './once.ts';

const ERRORS_DAYS = 7;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export type LoggedRequest = RequestRow & { help: { cause: string; mend: string } | null };

type Reader = Kept & Pick<Caller, 'tenantId' | 'sessionId'>;

export type ReadRequests = ReturnType<typeof createReadRequests>;

export function createReadRequests(needs: { database: Queryable; nowMs: () => number; once: Once }) {
  const { database, once } = needs;
  return {
    /** With filters that few calls pass, a page may have fewer than asked for, or none, and still a token. */
    async list(
      caller: Reader,
      filters: RequestFilters,
      { size, token }: Page,
    ): Promise<Paged<LoggedRequest>> {
      const page = { beforeId: idIn(token), size: size + 1 };
      const { rows, seenTo } = await listRequests(database, caller.tenantId, filters, page);
      const { items, token: next } = cutPage(rows, size, ({ id }) => id);
      return { items: shownTo(caller, items), token: seenTo === null ? next : toToken(seenTo) };
    },

    async find(caller: Reader, id: string): Promise<LoggedRequest> {
      const row = isUuid(id) ? await findRequest(database, caller.tenantId, id) : null;
      const [shown] = shownTo(caller, row === null ? [] : [row]);
      if (shown === undefined) {
        throw new Refusal(
          'not-found',
          `There is no request with this id here. They are kept for ${REQUESTS_KEPT_DAYS} days, and written down a moment after the answer.`,
        );
      }
      return shown;
    },

    async errors(
      caller: Reader,
      period: { from: Date | null; to: Date | null },
    ): Promise<{ items: (ErrorGroup & { cause: string; mend: string })[] }> {
      // From a whole minute: who asks again within it asks for the same.
      const now = Math.floor(needs.nowMs() / MINUTE_MS) * MINUTE_MS;
      const from = period.from ?? new Date(now - ERRORS_DAYS * DAY_MS);
      const within = { from, to: period.to, isTestMode: isKeptToTest(caller) || null };
      const groups = await once(['errors', caller.tenantId, from, period.to, String(within.isTestMode)], () =>
        groupErrors(database, caller.tenantId, within),
      );
      return { items: groups.map((group) => ({ ...group, ...errorHelpOf(group.code) })) };
    },
  };
}

/**
 * The rows that the caller may see. A caller kept to test mode sees the calls of test reports and those about no report; a credential does
 * not see names of people.
 */
export function shownTo(caller: Omit<Reader, 'tenantId'>, rows: readonly RequestRow[]): LoggedRequest[] {
  const isSeen = ({ test, reportId }: RequestRow): boolean => test ?? reportId === null;
  return (isKeptToTest(caller) ? rows.filter(isSeen) : rows).map((row) => ({
    ...row,
    personName: caller.sessionId === null ? null : row.personName,
    help: row.code === null ? null : errorHelpOf(row.code, row.message),
  }));
}
