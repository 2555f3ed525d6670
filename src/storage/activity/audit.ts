// The audit trail: append-only entries in hash chains, one for each tenant and one for the service. Not here: which changes get an
// entry (the use cases decide), nor any detail of a consumer.
import type { AuditAction } from '../../domain/activity/audit-actions.ts';
import type { ProofAuditEntry } from '../../domain/activity/audit-proof.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';

/** The chain of the service itself, for events of no tenant: sign-ins, passwords. */
export const SERVICE_TRAIL = '00000000-0000-0000-0000-000000000000';

export type Actor = {
  kind: 'person' | 'credential' | 'operator' | 'system';
  id: string | null;
  address: string | null;
};

export type NewAuditEntry = {
  tenantId: string;
  actor: Actor;
  action: AuditAction;
  object: { kind: string; id: string };
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

export type AuditEntry = {
  seq: number;
  at: Date;
  actorKind: Actor['kind'];
  actorId: string | null;
  actorName: string | null;
  action: string;
  objectKind: string;
  objectId: string;
  address: string | null;
  before: string | null;
  after: string | null;
};

const APPEND = statement(
  'append-audit-entry',
  'select audit_append($1, $2, $3, $4, $5, $6, $7, $8, $9) as seq',
);

/** In the transaction of the change itself, last: it locks the row of the chain's head until the transaction ends. */
export async function appendAudit(db: Queryable, entry: NewAuditEntry): Promise<void> {
  const { tenantId, actor, action, object, before, after } = entry;
  await db.query(APPEND, [
    tenantId,
    actor.kind,
    actor.id,
    action,
    object.kind,
    object.id,
    actor.address,
    before == null ? null : JSON.stringify(before),
    after == null ? null : JSON.stringify(after),
  ]);
}

export type AuditFilters = {
  action: string | null;
  actorId: string | null;
  objectId: string | null;
  from: Date | null;
  to: Date | null;
};

const COLUMNS = `e.seq, e.at, e.actor_kind as "actorKind", e.actor_id as "actorId", e.action,
  e.object_kind as "objectKind", e.object_id as "objectId", e.address, e.before, e.after,
  coalesce((select p.first_name || ' ' || p.last_name from people p where p.id = e.actor_id),
    (select c.name from credentials c where c.tenant_id = e.tenant_id and c.id = e.actor_id)) as "actorName"`;
const WHERE = `e.tenant_id = $1 and ($2::text is null or e.action = $2) and ($3::uuid is null or e.actor_id = $3)
  and ($4::timestamptz is null or e.at >= $4) and ($5::timestamptz is null or e.at < $5::timestamptz + interval '1 millisecond')
  and ($8::text is null or e.object_id = $8)`;

const LIST = statement(
  'list-audit-entries',
  `select ${COLUMNS} from audit_entries e where ${WHERE} and ($6::bigint is null or e.seq < $6)
   order by e.seq desc limit $7`,
);

const LIST_FORWARD = statement(
  'list-audit-entries-forward',
  `select ${COLUMNS} from audit_entries e where ${WHERE} and e.seq > $6 order by e.seq limit $7`,
);

/** Newest first, before a seq; for pages. */
export function listAuditEntries(
  db: Queryable,
  tenantId: string,
  filters: AuditFilters,
  page: { beforeSeq: number | null; size: number },
): Promise<AuditEntry[]> {
  const { action, actorId, objectId, from, to } = filters;
  return db.query<AuditEntry>(LIST, [
    tenantId,
    action,
    actorId,
    from,
    to,
    page.beforeSeq,
    page.size,
    objectId,
  ]);
}

/** Oldest first, after a seq; for whole periods. */
export function listAuditEntriesForward(
  db: Queryable,
  tenantId: string,
  filters: AuditFilters,
  page: { afterSeq: number; size: number },
): Promise<AuditEntry[]> {
  const { action, actorId, objectId, from, to } = filters;
  return db.query<AuditEntry>(LIST_FORWARD, [
    tenantId,
    action,
    actorId,
    from,
    to,
    page.afterSeq,
    page.size,
    objectId,
  ]);
}

const LIST_FOR_PROOF = statement(
  'list-audit-for-proof',
  `select seq, (extract(epoch from at) * 1000000)::bigint::text as "atMicros", actor_kind as "actorKind",
          actor_id as "actorId", action, object_kind as "objectKind", object_id as "objectId", address, before, after, hash
   from audit_entries where tenant_id = $1 and seq > $2 order by seq limit $3`,
);

type AuditProofRow = ProofAuditEntry & { hash: Buffer };

export function listAuditForProof(
  db: Queryable,
  tenantId: string,
  afterSeq: number,
  size: number,
): Promise<AuditProofRow[]> {
  return db.query<AuditProofRow>(LIST_FOR_PROOF, [tenantId, afterSeq, size]);
}

const FIND_HEAD = statement(
  'find-audit-head',
  'select last_seq as "lastSeq", last_hash as "lastHash" from audit_heads where tenant_id = $1',
);

export async function findAuditHead(
  db: Queryable,
  tenantId: string,
): Promise<{ lastSeq: number; lastHash: Buffer } | null> {
  const [row] = await db.query<{ lastSeq: number; lastHash: Buffer }>(FIND_HEAD, [tenantId]);
  return row ?? null;
}
