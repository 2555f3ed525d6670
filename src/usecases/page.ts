// One page of a list, and the tokens that lead from one page to the next. A token is opaque to callers: it holds the cursor of the
// last row that they have seen.
import { isUuid } from '../domain/ids.ts';
import { Refusal } from '../domain/refusal.ts';

/** The page that is wanted: the first one when there is no token. */
export type Page = { size: number; token: string | null };

/** A page of items, with the token of the next one; null on the last page. */
export type Paged<Item> = { items: Item[]; token: string | null };

/** Cuts rows that were read with one more than the page holds: the extra row says that there is a next page. */
export function cutPage<Row>(rows: Row[], size: number, cursorOf: (last: Row) => string): Paged<Row> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, token: rows.length > size && last !== undefined ? toToken(cursorOf(last)) : null };
}

export function toToken(cursor: string): string {
  return Buffer.from(cursor).toString('base64url');
}

/** The cursor in a token; refuses what this service did not make. */
export function fromToken(token: string, isCursor: (text: string) => boolean): string {
  const cursor = Buffer.from(token, 'base64url').toString('utf8');
  if (isCursor(cursor)) return cursor;
  throw new Refusal('validation-error', 'The pageToken is not one that this service answered.', {
    details: [{ path: '/pageToken', message: 'use the token of the previous page as it came' }],
  });
}

/** Of lists whose cursor is the id of a row. */
export function idIn(token: string | null): string | null {
  return token === null ? null : fromToken(token, isUuid);
}

/** Of lists whose cursor is the number of an entry. */
export function seqIn(token: string | null): number | null {
  return token === null ? null : Number(fromToken(token, (text) => /^[1-9]\d{0,14}$/.test(text)));
}
