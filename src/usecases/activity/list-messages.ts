// The messages of a tenant, newest first, by the page; all of them, or those in one state.
import { listMessages, type MessageRow } from '../../storage/activity/message-lists.ts';
import type { Queryable } from '../../storage/connection/database.ts';
import { cutPage, idIn, type Page, type Paged, toToken } from '../page.ts';

/** The state follows from a message and its hold, so no index has it: a page of one state reads at most so many messages. */
const READ_MAX = 2_000;
const READ_SIZE = 200;

type State = MessageRow['state'];
/** With a state, a page may have fewer messages than asked for, and still a token. */
export type ListMessages = (tenantId: string, page: Page, state?: State | null) => Promise<Paged<MessageRow>>;

export function createListMessages(needs: { database: Queryable }): ListMessages {
  const { database } = needs;
  return async (tenantId, { size, token }, state = null) => {
    let beforeId = idIn(token);
    if (state === null) {
      const rows = await listMessages(database, tenantId, { beforeId, size: size + 1 });
      return cutPage(rows, size, ({ id }) => id);
    }
    const found: MessageRow[] = [];
    for (let read = 0; read < READ_MAX; read += READ_SIZE) {
      const rows = await listMessages(database, tenantId, { beforeId, size: READ_SIZE });
      found.push(...rows.filter((row) => row.state === state));
      if (found.length > size) return cutPage(found, size, ({ id }) => id);
      beforeId = rows.at(-1)?.id ?? beforeId;
      if (rows.length < READ_SIZE) return { items: found, token: null };
    }
    return { items: found, token: beforeId === null ? null : toToken(beforeId) };
  };
}
