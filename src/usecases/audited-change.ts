// A change to one thing of a tenant that was found and locked, and its audit entry: one transaction.
import type { AuditAction } from '../domain/audit-actions.ts';
import { appendAudit } from '../storage/audit.ts';
import type { Database, Queryable } from '../storage/connection/database.ts';
import { actorOf, type Caller, type From } from './caller.ts';

export type Change<T> = {
  result: T;
  before?: object;
  after?: object;
  /** This very request did it before: no second audit entry. */
  isRepeated?: boolean;
};

/** `lock` finds the thing and refuses what may not be changed; `work` changes it. */
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
    await appendAudit(tx, {
      tenantId: by.caller.tenantId,
      actor: actorOf(by.caller, by.from),
      action: by.action,
      object: { kind: by.objectKind, id: found.id },
      ...(before !== undefined && { before: { ...before } }),
      ...(after !== undefined && { after: { ...after } }),
    });
    return result;
  });
}
