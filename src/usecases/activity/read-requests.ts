// The request log as people read it: by the page, one by its id, and the refusals grouped by what went wrong, with what it means and
// how to mend it.
import { errorHelpOf } from '../../domain/error-help.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  type ErrorGroup,
  findRequest,
  groupErrors,
  listRequests,
  REQUESTS_KEPT_DAYS,
  type RequestFilters,
  type RequestRow,
} from '../../storage/activity/requests.ts';
import type { Queryable } from '../../storage/connection/database.ts';
import { fromIdToken, toIdToken } from './list-messages.ts';

const ERRORS_DAYS = 7;
const DAY_MS = 86_400_000;

export type LoggedRequest = RequestRow & { help: { cause: string; mend: string } | null };

export function createReadRequests(needs: { database: Queryable; nowMs: () => number }) {
  const { database } = needs;
  return {
    async list(
      tenantId: string,
      filters: RequestFilters,
      page: { size: number; token: string | null },
    ): Promise<{ items: LoggedRequest[]; token: string | null }> {
      const beforeId = page.token === null ? null : fromIdToken(page.token);
      const rows = await listRequests(database, tenantId, filters, { beforeId, size: page.size + 1 });
      const shown = rows.slice(0, page.size);
      return {
        items: shown.map(withHelp),
        token: rows.length > page.size ? toIdToken(shown.at(-1)) : null,
      };
    },

    async find(tenantId: string, id: string): Promise<LoggedRequest> {
      const row = isUuid(id) ? await findRequest(database, tenantId, id) : null;
      if (row === null) {
        throw new Refusal(
          'not-found',
          `There is no request with this id here. They are kept for ${REQUESTS_KEPT_DAYS} days, and written down a moment after the answer.`,
        );
      }
      return withHelp(row);
    },

    async errors(
      tenantId: string,
      period: { from: Date | null; to: Date | null },
    ): Promise<{ items: (ErrorGroup & { cause: string; mend: string })[] }> {
      const from = period.from ?? new Date(needs.nowMs() - ERRORS_DAYS * DAY_MS);
      const groups = await groupErrors(database, tenantId, { from, to: period.to });
      return { items: groups.map((group) => ({ ...group, ...errorHelpOf(group.code) })) };
    },
  };
}

export type ReadRequests = ReturnType<typeof createReadRequests>;

function withHelp(row: RequestRow): LoggedRequest {
  return { ...row, help: row.code === null ? null : errorHelpOf(row.code) };
}
