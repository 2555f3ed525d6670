// The messages of a tenant, newest first, by the page.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { listMessages, type MessageRow } from '../../storage/activity/message-lists.ts';
import type { Queryable } from '../../storage/connection/database.ts';

export function createListMessages(needs: { database: Queryable }) {
  return async (
    tenantId: string,
    page: { size: number; token: string | null },
  ): Promise<{ items: MessageRow[]; token: string | null }> => {
    const beforeId = page.token === null ? null : fromIdToken(page.token);
    const rows = await listMessages(needs.database, tenantId, { beforeId, size: page.size + 1 });
    const items = rows.slice(0, page.size);
    return { items, token: rows.length > page.size ? toIdToken(items.at(-1)) : null };
  };
}

export type ListMessages = ReturnType<typeof createListMessages>;

/** The token of a page that ends with this row. */
export function toIdToken(last: { id: string } | undefined): string | null {
  return last === undefined ? null : Buffer.from(last.id).toString('base64url');
}

export function fromIdToken(token: string): string {
  const id = Buffer.from(token, 'base64url').toString('utf8');
  if (isUuid(id)) return id;
  throw new Refusal('validation-error', 'The pageToken is not one that this service answered.', {
    details: [{ path: '/pageToken', message: 'use the token of the previous page as it came' }],
  });
}
