// A change to one thing of a tenant, and its audit entry: one transaction, and the entry last in it. And entries by whoever acted: a
// caller, a consumer, an operator.
import type { AuditAction } from '../domain/activity/audit-actions.ts';
import { type Actor, appendAudit, type NewAuditEntry, SERVICE_TRAIL } from '../storage/activity/audit.ts';
import type { Database, Queryable } from '../storage/engine/connection/database.ts';
import { actorOf, type Caller, type From } from './caller.ts';

export type Change<T> = {
  result: T;
  before?: object;
  after?: object;
  /** This very request did it before, or nothing changed: no audit entry. */
  isRepeated?: boolean;
};

/** `lock` finds the thing, or makes it, and refuses what may not be changed; `work` changes it. */
export function changeAudited<Found extends { id: string }, T>(
  database: Database,
  by: { caller: Caller; from: From; action: AuditAction; objectKind: string },
  lock: (tx: Queryable) => Promise<Found>,
  work: (tx: Queryable, found: Found) => Promise<Change<T>>,
): Promise<T> {
  return database.transaction(async (tx) => {
    const found = await lock(tx);
    const { result, before, after, isRepeated } = await work(tx, found);
    if (isRepeated) return result;
    await auditCaller(tx, by.caller, by.from, {
      action: by.action,
      object: { kind: by.objectKind, id: found.id },
      ...(before !== undefined && { before: { ...before } }),
      ...(after !== undefined && { after: { ...after } }),
    });
    return result;
  });
}

/** Of the tenant itself, or of a thing whose id is known before. */
export function makeAudited<T>(
  database: Database,
  by: { caller: Caller; from: From; action: AuditAction; object: { kind: string; id: string } },
  work: (tx: Queryable) => Promise<Change<T>>,
): Promise<T> {
  const { object, ...rest } = by;
  return changeAudited(database, { ...rest, objectKind: object.kind }, async () => object, work);
}

type Entry = Omit<NewAuditEntry, 'tenantId' | 'actor'>;

/** Of what changes nothing, such as a look, and of a second thing that a change touches. */
export function auditCaller(db: Queryable, caller: Caller, from: From, entry: Entry): Promise<void> {
  return appendAudit(db, { tenantId: caller.tenantId, actor: actorOf(caller, from), ...entry });
}

/** Of what a consumer did on the hosted page: no trail knows them, so the actor is the service. */
export function auditConsumer(tx: Queryable, tenantId: string, entry: Entry): Promise<void> {
  return appendAudit(tx, { tenantId, actor: { kind: 'system', id: null, address: null }, ...entry });
}

/** In both trails, the tenant's first, always: one lock order, so that two operators cannot deadlock. */
export async function auditOperator(
  tx: Queryable,
  actor: Actor,
  tenantId: string,
  entry: Entry,
): Promise<void> {
  for (const trail of [tenantId, SERVICE_TRAIL]) await appendAudit(tx, { tenantId: trail, actor, ...entry });
}

/** What differs, as an entry shows it: these fields before and after. */
export function changedFields<Of extends object>(before: Of, after: Of, names: readonly (keyof Of)[]) {
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (one: Of) => Object.fromEntries(changed.map((name) => [name, one[name]]));
  return { before: only(before), after: only(after), isRepeated: changed.length === 0 };
}
