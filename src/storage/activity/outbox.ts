// Texts and mails that are shown instead of sent, for development and a sandbox: in a table, so that every process shows the same. What they
// say and to whom is sealed under a key of the service; housekeeping removes them after a day.
import { randomUUID } from 'node:crypto';
import { type Database, type Queryable, statement } from '../engine/connection/database.ts';
import type { Keyring } from '../keys/keyring.ts';
import { open, seal } from '../keys/vault.ts';

const KEPT_HOURS = 24;
const TEXTS_SHOWN_MAX = 500;
const MAILS_SHOWN_MAX = 200;

type TextState = 'on-its-way' | 'delivered' | 'not-delivered';
type Said = { tenantId: string; to: string; text: string };
type KeptText = Said & { smsId: string; sentAtMs: number; state: TextState; isDelayed: boolean };
type KeptMail = { id: number; to: string; subject: string; text: string; sentAtMs: number };
type Failure = 'refused' | 'unknown';

export type OutboxStore = ReturnType<typeof createOutboxStore>;

const INSERT_TEXT = statement(
  'insert-outbox-text',
  `with failed as (
     delete from outbox_items where id = (
       select id from outbox_items where kind = 'failure' order by id limit 1 for update skip locked)
     returning state),
   kept as (
     insert into outbox_items (kind, key, state, sealed, sent_at)
     select 'text', $1, 'on-its-way', $2, $3 where not exists (select from failed where state = 'refused')
     on conflict (key) do update set state = excluded.state, is_delayed = false, is_cleared = false,
       sealed = excluded.sealed, sent_at = excluded.sent_at, revision = excluded.revision)
   select state from failed`,
);
const INSERT_MAIL = statement(
  'insert-outbox-mail',
  `insert into outbox_items (kind, key, state, sealed, sent_at) values ('mail', $1, 'sent', $2, $3)`,
);
const INSERT_FAILURES = statement(
  'insert-outbox-failures',
  `insert into outbox_items (kind, key, state, sent_at)
   select 'failure', gen_random_uuid()::text, $1, clock_timestamp() from generate_series(1, $2::int)`,
);
const DELETE_FAILURES = statement(
  'delete-outbox-failures',
  `delete from outbox_items where kind = 'failure'`,
);
const COUNT_FAILURES = statement(
  'count-outbox-failures',
  `select count(*) as count from outbox_items where kind = 'failure'`,
);
const TEXT = `key as "smsId", state, is_delayed as "isDelayed", sealed, sent_at as "sentAt"`;
const LIST_TEXTS = statement(
  'list-outbox-texts',
  `select ${TEXT} from outbox_items where kind = 'text' and not is_cleared order by id desc limit ${TEXTS_SHOWN_MAX}`,
);
const LIST_MAILS = statement(
  'list-outbox-mails',
  `select id, key, sealed, sent_at as "sentAt" from outbox_items where kind = 'mail' order by id desc limit ${MAILS_SHOWN_MAX}`,
);
const LIST_ON_THEIR_WAY = statement(
  'list-outbox-on-their-way',
  `select key as "smsId", sent_at as "sentAt" from outbox_items where kind = 'text' and state = 'on-its-way' and not is_delayed`,
);
const MARK_TEXT = statement(
  'mark-outbox-text',
  `update outbox_items set state = case state when 'delivered' then state else $2 end, is_delayed = false,
     revision = nextval('outbox_revisions')
   where kind = 'text' and key = $1 and not is_cleared returning ${TEXT}`,
);
// Also one that was cleared from the page.
const DELIVER_TEXT = statement(
  'deliver-outbox-text',
  `update outbox_items set state = 'delivered', revision = nextval('outbox_revisions')
   where kind = 'text' and key = $1 and state = 'on-its-way' and not is_delayed returning ${TEXT}`,
);
const DELAY_TEXT = statement(
  'delay-outbox-text',
  `update outbox_items set is_delayed = state = 'on-its-way', revision = nextval('outbox_revisions')
   where kind = 'text' and key = $1 and not is_cleared returning ${TEXT}`,
);
const CLEAR_TEXTS = statement(
  'clear-outbox-texts',
  `update outbox_items set is_cleared = true, revision = nextval('outbox_revisions') where kind = 'text' and key = any ($1)`,
);
const READ_REVISION = statement(
  'read-outbox-revision',
  `select concat(max(revision), ' ', count(*)) as revision from outbox_items`,
);
const PURGE = statement(
  'purge-outbox',
  `delete from outbox_items where sent_at <= clock_timestamp() - make_interval(hours => ${KEPT_HOURS})`,
);

const FORGET_SENT = statement('forget-outbox-items', 'delete from outbox_items where key = any ($1)');

/** Texts and mails, with the reports and links that they were sent for. */
export async function forgetSent(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query(FORGET_SENT, [ids]);
}

type TextRow = { smsId: string; state: TextState; isDelayed: boolean; sealed: Buffer; sentAt: Date };

export function createOutboxStore({ database, keyring }: { database: Database; keyring: Keyring }) {
  const sealingKey = keyring.key('seal-outbox');
  const context = (key: string): string => `outbox_items.sealed/${key}`;
  const sealed = (key: string, what: object): Buffer => seal(sealingKey, context(key), JSON.stringify(what));
  const opened = (key: string, what: Buffer) =>
    JSON.parse(open(sealingKey, context(key), what).toString('utf8'));
  const toText = ({ sealed: what, sentAt, ...rest }: TextRow): KeptText => ({
    ...(opened(rest.smsId, what) as Said),
    ...rest,
    sentAtMs: sentAt.getTime(),
  });
  const one = async (...[sql, values]: Parameters<typeof database.query>): Promise<KeptText | null> => {
    const [row] = await database.query<TextRow>(sql, values);
    return row === undefined ? null : toText(row);
  };

  return {
    /** Keeps the text, unless the next one is to be refused. Answers the failure that this used up. */
    async insertText(
      { smsId, ...said }: Said & { smsId: string },
      sentAtMs: number,
    ): Promise<Failure | null> {
      const values = [smsId, sealed(smsId, said), new Date(sentAtMs)];
      const [failed] = await database.query<{ state: Failure }>(INSERT_TEXT, values);
      return failed?.state ?? null;
    },
    /** Newest first. */
    listTexts: async () => (await database.query<TextRow>(LIST_TEXTS, [])).map(toText),
    /** Null when there is no such text. Delivered stays delivered. */
    markText: (smsId: string, state: 'delivered' | 'not-delivered') => one(MARK_TEXT, [smsId, state]),
    /** Null unless it is on its way by itself: marked and delayed ones are left as they are. */
    deliverText: (smsId: string) => one(DELIVER_TEXT, [smsId]),
    delayText: (smsId: string) => one(DELAY_TEXT, [smsId]),
    /** Those that nobody delayed, and when they were sent. */
    async listOnTheirWay(): Promise<{ smsId: string; sentAtMs: number }[]> {
      const rows = await database.query<{ smsId: string; sentAt: Date }>(LIST_ON_THEIR_WAY, []);
      return rows.map(({ smsId, sentAt }) => ({ smsId, sentAtMs: sentAt.getTime() }));
    },
    clearTexts: async (smsIds: readonly string[]) => void (await database.query(CLEAR_TEXTS, [smsIds])),
    insertFailures: async (outcome: Failure, count: number) =>
      void (await database.query(INSERT_FAILURES, [outcome, count])),
    countFailures: async () => (await database.query<{ count: number }>(COUNT_FAILURES, []))[0]?.count ?? 0,
    deleteFailures: async () => void (await database.query(DELETE_FAILURES, [])),
    /** Another word after every change, whoever made it. */
    readRevision: async () =>
      (await database.query<{ revision: string }>(READ_REVISION, []))[0]?.revision ?? '',
    async insertMail(
      { key = randomUUID(), to, subject, text }: { key?: string; to: string; subject: string; text: string },
      sentAtMs: number,
    ): Promise<void> {
      await database.query(INSERT_MAIL, [key, sealed(key, { to, subject, text }), new Date(sentAtMs)]);
    },
    /** Newest first. */
    async listMails(): Promise<KeptMail[]> {
      type Row = { id: number; key: string; sealed: Buffer; sentAt: Date };
      const rows = await database.query<Row>(LIST_MAILS, []);
      return rows.map(({ id, key, sealed: what, sentAt }) => ({
        ...(opened(key, what) as { to: string; subject: string; text: string }),
        id,
        sentAtMs: sentAt.getTime(),
      }));
    },
    purgeOutbox: async () => void (await database.query(PURGE, [])),
  };
}
