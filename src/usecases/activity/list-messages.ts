// The messages of a tenant, newest first, by the page; all of them, or those in one state. Where texts reach no phone, each has what it says.
import { listMessages, type MessageRow } from '../../storage/activity/message-lists.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import type { Vault } from '../../storage/keys/vault.ts';
import { findLabels, type ReportLabel } from '../../storage/reports/report-labels.ts';
import { type Caller, isKeptToTest } from '../caller.ts';
import { cutPage, idIn, type Page, type Paged, toToken } from '../page.ts';

/** The state follows from a message and its hold, so no index has it: a page of one state reads at most so many messages. */
const READ_MAX = 500;
const READ_SIZE = 200;

type State = MessageRow['state'];
/** `to` and `text` are there where texts are kept in the outbox, in place of being sent. */
export type Message = MessageRow & ReportLabel & { to?: string; text?: string };
/** With a state, a page may have fewer messages than asked for, and still a token. */
export type ListMessages = (caller: Caller, page: Page, state?: State | null) => Promise<Paged<Message>>;

type KeptText = { tenantId: string; smsId: string; to: string; text: string };

export function createListMessages(needs: {
  database: Queryable;
  vault: Vault;
  /** Null where texts are sent to phones. */
  listTexts: (() => Promise<readonly KeptText[]>) | null;
}): ListMessages {
  const { database, vault, listTexts } = needs;
  const list = createList(database);
  return async (caller, page, state = null) => {
    // Test mode sends none: every message is of a live report.
    if (isKeptToTest(caller)) return { items: [], token: null };
    const { tenantId } = caller;
    const { items: rows, token } = await list(tenantId, page, state);
    const ids = rows.flatMap(({ reportId }) => (reportId === null ? [] : [reportId]));
    const labels = await findLabels(database, vault, tenantId, ids);
    const items = rows.map((row) => ({ ...row, ...(labels.get(row.reportId ?? '') ?? NO_LABEL) }));
    if (listTexts === null) return { items, token };
    const own = (await listTexts()).filter((text) => text.tenantId === tenantId);
    const said = new Map(own.map(({ smsId, to, text }) => [smsId, { to, text }]));
    return { items: items.map((item) => ({ ...item, ...said.get(item.id) })), token };
  };
}

const NO_LABEL: ReportLabel = { externalReference: null, mobileEnding: null };

function createList(database: Queryable) {
  return async (tenantId: string, { size, token }: Page, state: State | null): Promise<Paged<MessageRow>> => {
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
