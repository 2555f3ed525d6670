// What the books say of one report, for its evidence pack: entries of the audit trail and of the ledger with the hashes around them, and
// where both chains stand. In the transaction that issues the pack.
import type { ProofAuditEntry } from '../../domain/activity/audit-proof.ts';
import type { ProofEntry } from '../../domain/wallet/ledger-proof.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import { ENTRY_COLUMNS } from '../wallet/ledger.ts';

/** Null where the chain begins. */
type Around = { previousHash: Buffer | null };
export type ChainedAudit = ProofAuditEntry & Around & { hash: Buffer; nextHash: Buffer | null };
export type ChainedLine = ProofEntry & Around & { hash: Buffer };
export type ChainHead = { seq: number; hash: string } | null;

/** Locks the report until the pack is issued: an erasure waits, or came first. */
const HOLD_REPORT = statement(
  'hold-report-for-evidence',
  `select r.purged_at is not null as "isPurged", date_trunc('milliseconds', clock_timestamp()) as at
   from reports r where r.tenant_id = $1 and r.id = $2 for share`,
);

export async function holdReport(
  tx: Queryable,
  tenantId: string,
  reportId: string,
): Promise<{ isPurged: boolean; at: Date } | null> {
  const [row] = await tx.query<{ isPurged: boolean; at: Date }>(HOLD_REPORT, [tenantId, reportId]);
  return row ?? null;
}

// One statement, so that the head is that of the entries: it is the last row.
const LIST_AUDIT = statement(
  'list-audit-of-objects',
  `select * from (
     select e.seq, (extract(epoch from e.at) * 1000000)::bigint::text as "atMicros", e.actor_kind as "actorKind",
            e.actor_id as "actorId", e.action, e.object_kind as "objectKind", e.object_id as "objectId", e.address,
            e.before, e.after, e.hash, p.hash as "previousHash", n.hash as "nextHash", false as "isHead"
     from audit_entries e
       left join audit_entries p on p.tenant_id = e.tenant_id and p.seq = e.seq - 1
       left join audit_entries n on n.tenant_id = e.tenant_id and n.seq = e.seq + 1
     where e.tenant_id = $1 and e.object_id = any($2::text[])
     union all
     select last_seq, null, null, null, null, null, null, null, null, null, last_hash, null, null, true
     from audit_heads where tenant_id = $1) rows
   order by "isHead", seq`,
);

/** The entries about these objects, oldest first. */
export async function listAuditOf(
  tx: Queryable,
  tenantId: string,
  objectIds: string[],
): Promise<{ entries: ChainedAudit[]; head: ChainHead }> {
  const rows = await tx.query<ChainedAudit & { isHead: boolean }>(LIST_AUDIT, [tenantId, objectIds]);
  const entries = rows.filter(({ isHead }) => !isHead).map(({ isHead: _, ...entry }) => entry);
  return { entries, head: toHead(rows.find(({ isHead }) => isHead)) };
}

const LIST_LINES = statement(
  'list-chained-lines-of-report',
  `select ${ENTRY_COLUMNS}, p.hash as "previousHash" from ledger_entries e
     left join ledger_entries p on p.tenant_id = e.tenant_id and p.seq = e.seq - 1
   where e.tenant_id = $1 and e.report_id = $2 order by e.seq`,
);

export function listLinesOfReport(tx: Queryable, tenantId: string, reportId: string): Promise<ChainedLine[]> {
  return tx.query<ChainedLine>(LIST_LINES, [tenantId, reportId]);
}

const FIND_LEDGER_HEAD = statement(
  'find-ledger-head',
  'select last_seq as seq, last_hash as hash from wallets where tenant_id = $1 and last_seq > 0',
);

export async function findLedgerHead(tx: Queryable, tenantId: string): Promise<ChainHead> {
  const [row] = await tx.query<{ seq: number; hash: Buffer }>(FIND_LEDGER_HEAD, [tenantId]);
  return toHead(row);
}

function toHead(row: { seq: number; hash: Buffer } | undefined): ChainHead {
  return row === undefined ? null : { seq: row.seq, hash: row.hash.toString('hex') };
}
