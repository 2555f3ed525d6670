// What consumers ask of a tenant on the hosted page: complaints, and requests to erase their data. Taken from anybody who has the link, also
// after it ended; listed, read and closed by the tenant. To erase is another step: reports/erase-reports.ts.
import { randomUUIDv7 } from 'node:crypto';
import {
  dueAtOf,
  type RequestKind,
  type RequestOutcome,
  requestNumber,
} from '../../domain/hosted/consumer-request.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import {
  closeRequest,
  findRequest,
  insertRequest,
  listRequests,
  openRequest,
  type RequestBody,
  type RequestFilters,
  type RequestRow,
  sealRequest,
} from '../../storage/hosted/consumer-requests.ts';
import { findTenantOfSession } from '../../storage/hosted/sessions.ts';
import type { Vault } from '../../storage/keys/vault.ts';
import { auditCaller, auditConsumer, changeAudited } from '../audited-change.ts';
import { type Caller, type From, isKeptToTest } from '../caller.ts';
import { cutPage, idIn, type Page, type Paged } from '../page.ts';
import type { LinkSecrets } from './link-secrets.ts';

export type ConsumerRequest = RequestRow & { number: string; dueAt: Date };
/** What was written; null once it was purged or erased. */
type OpenedRequest = ConsumerRequest & { body: RequestBody | null };

export type Asked =
  | { kind: 'taken'; number: string; dueAt: Date }
  /** The link has had as many as it may. */
  | { kind: 'too-many' };

export type ConsumerRequests = ReturnType<typeof createConsumerRequests>;

export function createConsumerRequests(needs: { database: Database; vault: Vault; secrets: LinkSecrets }) {
  const { database, vault, secrets } = needs;

  const find = async (db: Queryable, caller: Caller, id: string) => {
    const row = isUuid(id) ? await findRequest(db, caller.tenantId, id) : null;
    if (row === null || (!row.isTest && isKeptToTest(caller))) throw notFound();
    return row;
  };

  return {
    /** `page`: the form, which is taken once. `secret`: of the browser that started the link, where it is that one. Null without such a link. */
    async take(
      sessionId: string,
      { kind, page, text, contact }: RequestBody & { kind: RequestKind; page: string },
      secret: string | null,
    ): Promise<Asked | null> {
      const whose = isUuid(sessionId) ? await findTenantOfSession(database, sessionId) : null;
      if (whose === null) return null;
      const { tenantId } = whose;
      const id = randomUUIDv7();
      const body = sealRequest(await vault.forTenant(tenantId), id, { text, contact });
      const secretHash = secret === null ? null : secrets.hashSecret(sessionId, secret);
      const given = { tenantId, id, sessionId, kind, page, secretHash, body };
      const taken = await database.transaction(async (tx) => {
        const row = await insertRequest(tx, given);
        if (row?.isNew)
          await auditConsumer(tx, tenantId, {
            action: 'consumer-request-received',
            object: { kind: 'consumer-session', id: sessionId },
            after: { consumerRequestId: id, kind },
          });
        return row;
      });
      if (taken === null) return { kind: 'too-many' };
      return { kind: 'taken', number: requestNumber(taken.id), dueAt: dueAtOf(taken.receivedAt) };
    },

    async list(
      { tenantId }: Caller,
      filters: RequestFilters,
      { size, token }: Page,
    ): Promise<Paged<ConsumerRequest>> {
      const page = { beforeId: idIn(token), size: size + 1 };
      const rows = await listRequests(database, tenantId, filters, page);
      const { items, token: next } = cutPage(rows, size, ({ id }) => id);
      return { items: items.map(toRequest), token: next };
    },

    /** With what was written. A person's look is an entry of the audit trail. */
    async read(caller: Caller, id: string, from: From): Promise<OpenedRequest> {
      const { body, ...row } = await find(database, caller, id);
      const tenantVault = await vault.forTenant(caller.tenantId);
      const opened = body === null ? null : openRequest(tenantVault, row.id, body);
      if (caller.sessionId !== null && opened !== null)
        await auditCaller(database, caller, from, {
          action: 'consumer-request-seen',
          object: { kind: 'consumer-session', id: row.sessionId },
          after: { consumerRequestId: row.id },
        });
      return { ...toRequest(row), body: opened };
    },

    close(caller: Caller, id: string, outcome: RequestOutcome, from: From): Promise<ConsumerRequest> {
      const by = { caller, from, action: 'consumer-request-closed', objectKind: 'consumer-session' } as const;
      return changeAudited(
        database,
        by,
        // The trail names the session, so that the evidence of its report has the entry.
        async (tx) => ({ id: (await find(tx, caller, id)).sessionId }),
        async (tx) => {
          const isDone = await closeRequest(tx, { tenantId: caller.tenantId, id, outcome });
          const { body: _, ...row } = await find(tx, caller, id);
          if (!isDone && row.outcome !== outcome) throw closedBefore(row.outcome);
          return {
            result: toRequest(row),
            after: { consumerRequestId: row.id, outcome },
            isRepeated: !isDone,
          };
        },
      );
    },
  };
}

function toRequest(row: RequestRow): ConsumerRequest {
  return { ...row, number: requestNumber(row.id), dueAt: dueAtOf(row.receivedAt) };
}

function notFound(): Refusal {
  return new Refusal('not-found', 'There is no request of a consumer with this id.');
}

function closedBefore(outcome: RequestOutcome | null): Refusal {
  return new Refusal('conflict', `This request was closed as ${outcome}, and an outcome is not changed.`);
}
