// The messages of a tenant, newest first, by the page.
import { listMessages, type MessageRow } from '../../storage/activity/message-lists.ts';
import type { Queryable } from '../../storage/connection/database.ts';
import { cutPage, idIn, type Page, type Paged } from '../page.ts';

export type ListMessages = (tenantId: string, page: Page) => Promise<Paged<MessageRow>>;

export function createListMessages(needs: { database: Queryable }): ListMessages {
  return async (tenantId, { size, token }) => {
    const rows = await listMessages(needs.database, tenantId, { beforeId: idIn(token), size: size + 1 });
    return cutPage(rows, size, ({ id }) => id);
  };
}
