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
import type { Queryable } from '../../storage/connection/database.ts';
import type { Caller } from '../caller.ts';
import { cutPage, idIn, type Page, type Paged, toToken } from '../page.ts';
import type { Once } from './once.ts';

const ERRORS_DAYS = 7;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export type LoggedRequest = RequestRow & { help: { cause: string; mend: string } | null };

type Reader = Pick<Caller, 'tenantId' | 'sessionId'>;

export type ReadRequests = {
  /** With filters that few calls pass, a page may have fewer than asked for, or none, and still a token. */
  list(caller: Reader, filters: RequestFilters, page: Page): Promise<Paged<LoggedRequest>>;
  find(caller: Reader, id: string): Promise<LoggedRequest>;
  errors(
    tenantId: string,
    period: { from: Date | null; to: Date | null },
  ): Promise<{ items: (ErrorGroup & { cause: string; mend: string })[] }>;
};

export function createReadRequests(needs: {
  database: Queryable;
  nowMs: () => number;
  once: Once;
}): ReadRequests {
  const { database, once } = needs;
  return {
    async list(caller, filters, { size, token }) {
      const page = { beforeId: idIn(token), size: size + 1 };
      const { rows, seenTo } = await listRequests(database, caller.tenantId, filters, page);
      const { items, token: next } = cutPage(
        rows.map((row) => shownTo(caller, row)),
        size,
        ({ id }) => id,
      );
      return { items, token: seenTo === null ? next : toToken(seenTo) };
    },

    async find(caller, id) {
      const row = isUuid(id) ? await findRequest(database, caller.tenantId, id) : null;
      if (row === null) {
        throw new Refusal(
          'not-found',
          `There is no request with this id here. They are kept for ${REQUESTS_KEPT_DAYS} days, and written down a moment after the answer.`,
        );
      }
      return shownTo(caller, row);
    },

    async errors(tenantId, period) {
      // From a whole minute: who asks again within it asks for the same.
      const now = Math.floor(needs.nowMs() / MINUTE_MS) * MINUTE_MS;
      const from = period.from ?? new Date(now - ERRORS_DAYS * DAY_MS);
      const groups = await once(['errors', tenantId, from, period.to], () =>
        groupErrors(database, tenantId, { from, to: period.to }),
      );
      return { items: groups.map((group) => ({ ...group, ...errorHelpOf(group.code) })) };
    },
  };
}

/** A credential is not told the names of people. */
export function shownTo({ sessionId }: Pick<Reader, 'sessionId'>, row: RequestRow): LoggedRequest {
  const personName = sessionId === null ? null : row.personName;
  return { ...row, personName, help: row.code === null ? null : errorHelpOf(row.code) };
}
