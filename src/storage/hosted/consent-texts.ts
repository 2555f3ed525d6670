// Consent texts: a draft that may be changed, and published versions that never are (a trigger refuses it).
import { type Queryable, statement } from '../engine/connection/database.ts';
import { NOW } from '../reports/report-rows.ts';

export type ConsentDraft = {
  id: string;
  name: string;
  locale: string;
  body: string;
  updatedAt: Date;
  /** The newest published one; null before the first. */
  version: number | null;
  publishedAt: Date | null;
  sha256: string | null;
  /** The draft says what the newest version says. */
  isPublished: boolean;
};

export type ConsentVersion = {
  id: string;
  version: number;
  name: string;
  locale: string;
  body: string;
  sha256: string;
  publishedAt: Date;
};

export type DraftContent = { name: string; locale: string; body: string };

const DRAFT = `select d.id, d.name, d.locale, d.body, d.updated_at as "updatedAt", t.version, t.published_at as "publishedAt",
  encode(t.sha256, 'hex') as sha256, coalesce(t.body = d.body and t.name = d.name and t.locale = d.locale, false) as "isPublished"
  from consent_drafts d left join lateral (select * from consent_texts c where c.tenant_id = d.tenant_id and c.id = d.id
    order by c.version desc limit 1) t on true`;

const LIST = statement(
  'list-consent-drafts',
  `${DRAFT} where d.tenant_id = $1 order by d.created_at, d.id limit 100`,
);
const FIND = statement('find-consent-draft', `${DRAFT} where d.tenant_id = $1 and d.id = $2`);

export function listDrafts(db: Queryable, tenantId: string): Promise<ConsentDraft[]> {
  return db.query<ConsentDraft>(LIST, [tenantId]);
}

export async function findDraft(db: Queryable, tenantId: string, id: string): Promise<ConsentDraft | null> {
  const [row] = await db.query<ConsentDraft>(FIND, [tenantId, id]);
  return row ?? null;
}

const LOCK = statement(
  'lock-consent-draft',
  'select id from consent_drafts where tenant_id = $1 and id = $2 for update',
);

/** Locked until the transaction ends: two that publish at once make two versions, one after the other. */
export async function lockDraft(db: Queryable, tenantId: string, id: string): Promise<ConsentDraft | null> {
  const locked = await db.query(LOCK, [tenantId, id]);
  return locked.length === 0 ? null : findDraft(db, tenantId, id);
}

const INSERT = statement(
  'insert-consent-draft',
  `insert into consent_drafts (tenant_id, id, name, locale, body, created_at, updated_at)
   select $1, $2, $3, $4, $5, ${NOW}, ${NOW}
   where (select count(*) from consent_drafts where tenant_id = $1) < $6
   on conflict (tenant_id, id) do nothing
   returning id`,
);

/** `repeated`: this very request made it before. */
export async function insertDraft(
  db: Queryable,
  draft: DraftContent & { tenantId: string; id: string },
  countMax: number,
): Promise<'made' | 'repeated' | 'too-many'> {
  const { tenantId, id, name, locale, body } = draft;
  const made = await db.query(INSERT, [tenantId, id, name, locale, body, countMax]);
  if (made.length > 0) return 'made';
  return (await findDraft(db, tenantId, id)) === null ? 'too-many' : 'repeated';
}

const UPDATE = statement(
  'update-consent-draft',
  `update consent_drafts set name = $3, locale = $4, body = $5, updated_at = ${NOW} where tenant_id = $1 and id = $2`,
);

export async function updateDraft(
  db: Queryable,
  draft: DraftContent & { tenantId: string; id: string },
): Promise<void> {
  await db.query(UPDATE, [draft.tenantId, draft.id, draft.name, draft.locale, draft.body]);
}

const PUBLISH = statement(
  'publish-consent-text',
  `insert into consent_texts (tenant_id, id, version, name, locale, body, sha256, published_at)
   select d.tenant_id, d.id, coalesce((select max(t.version) from consent_texts t where t.tenant_id = $1 and t.id = $2), 0) + 1, d.name,
          d.locale, d.body, sha256(convert_to(d.body, 'UTF8')), ${NOW}
   from consent_drafts d where d.tenant_id = $1 and d.id = $2`,
);

/** The draft as it stands becomes the next version. The caller holds its lock. */
export async function publishDraft(db: Queryable, tenantId: string, id: string): Promise<void> {
  await db.query(PUBLISH, [tenantId, id]);
}

const VERSION = `select t.id, t.version, t.name, t.locale, t.body, encode(t.sha256, 'hex') as sha256, t.published_at as "publishedAt"
  from consent_texts t`;
const LIST_VERSIONS = statement(
  'list-consent-versions',
  `${VERSION} where t.tenant_id = $1 and t.id = $2 order by t.version desc limit 200`,
);
const FIND_VERSION = statement(
  'find-consent-version',
  `${VERSION} where t.tenant_id = $1 and t.id = $2 and ($3::int is null or t.version = $3) order by t.version desc limit 1`,
);

/** Newest first. */
export function listVersions(db: Queryable, tenantId: string, id: string): Promise<ConsentVersion[]> {
  return db.query<ConsentVersion>(LIST_VERSIONS, [tenantId, id]);
}

/** The newest when no version is named; null when none is published. */
export async function findVersion(
  db: Queryable,
  tenantId: string,
  id: string,
  version: number | null,
): Promise<ConsentVersion | null> {
  const [row] = await db.query<ConsentVersion>(FIND_VERSION, [tenantId, id, version]);
  return row ?? null;
}
