// API credentials as their tenant manages them: made with a secret that is shown once, rotated with an overlap in which both
// secrets work, revoked. Every change and its audit entry are one transaction.
//
// A secret is derived, with a key of ours, from the id that its request reserved. A request that was done and whose answer got
// lost finds the same secret when it is retried, and changes nothing: a second rotation would end the secret that is in use. That
// id is stored with the idempotency key alone, for as long as the sealed answer would be.
import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction } from '../../domain/activity/audit-actions.ts';
import { isUuid } from '../../domain/ids.ts';
import type { Permission } from '../../domain/people/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hintOf, OVERLAPS, type Overlap } from '../../domain/secret.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import {
  type ListedCredential,
  listCredentials,
  lockCredential,
  noteCredentialUse,
  revokeCredentialOfTenant,
  rotateCredential,
  setOldSecretLifetime,
} from '../../storage/people/credential-secrets.ts';
import { findCredential, insertCredential } from '../../storage/people/credentials.ts';
import { type Change, changeAudited, makeAudited } from '../audited-change.ts';
import { type Caller, type From, isKeptToTest, refuseTestOnly } from '../caller.ts';
import { createOnceAMinute } from '../once-a-minute.ts';

export type NewSecret = { id: string; clientId: string; clientSecret: string };

export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials(needs: {
  database: Database;
  hashSecret: (secret: string) => Buffer;
  /** A keyed hash: the same bytes for the same parts. */
  makeSecret: (...parts: string[]) => Buffer;
}) {
  const { database } = needs;

  const change = <T>(
    caller: Caller,
    id: string,
    from: From,
    action: AuditAction,
    work: (tx: Queryable, before: ListedCredential) => Promise<Change<T>>,
  ): Promise<T> => {
    const lock = async (tx: Queryable): Promise<ListedCredential> => {
      const found = isUuid(id) ? await lockCredential(tx, caller.tenantId, id) : null;
      if (found === null) throw new Refusal('not-found', 'There is no credential with this id.');
      // Here and not in a verb: a rotation shows a secret, and every other change stops, or prolongs, what runs in production.
      if (!found.isTestOnly) refuseTestOnly(caller);
      if (found.revokedAt !== null)
        throw new Refusal('conflict', 'This credential was revoked. Make a new one.');
      return found;
    };
    return changeAudited(database, { caller, from, action, objectKind: 'credential' }, lock, work);
  };

  return {
    list: (tenantId: string) => listCredentials(database, tenantId),

    /** `requestId` is the same when the same request is sent again. */
    async create(
      caller: Caller,
      given: { name: string; scopes: readonly Permission[]; isTestOnly: boolean | undefined },
      from: From,
      requestId: string,
    ): Promise<NewSecret> {
      const { tenantId } = caller;
      // A person who may not see live reports must not see them by way of a credential either.
      const { isTestOnly = isKeptToTest(caller) } = given;
      if (!isTestOnly) refuseTestOnly(caller);
      mustHold(caller, given.scopes);
      const clientId = `tf-${needs.makeSecret('client id', tenantId, requestId).toString('hex', 0, 9)}`;
      const secret = needs.makeSecret('first secret', tenantId, requestId).toString('base64url');
      const id = randomUUIDv7();
      const by = { caller, from, action: 'credential-created', object: { kind: 'credential', id } } as const;
      return makeAudited(database, by, async (tx) => {
        const isNew = await insertCredential(tx, {
          tenantId,
          id,
          ownerId: caller.person.id,
          name: given.name,
          clientId,
          secretHash: needs.hashSecret(secret),
          secretHint: hintOf(secret),
          scopes: given.scopes,
          isTestOnly,
        });
        if (!isNew) {
          const made = await findCredential(tx, clientId);
          if (made === null) throw new Error('a client id that is taken must be found');
          return { result: { id: made.id, clientId, clientSecret: secret }, isRepeated: true };
        }
        return {
          result: { id, clientId, clientSecret: secret },
          after: { name: given.name, clientId, scopes: given.scopes, isTestOnly, secret: hintOf(secret) },
        };
      });
    },

    rotate(caller: Caller, id: string, overlap: Overlap, from: From, requestId: string): Promise<NewSecret> {
      const { tenantId } = caller;
      const secret = needs.makeSecret('next secret', tenantId, id, requestId).toString('base64url');
      return change(caller, id, from, 'credential-rotated', async (tx, found) => {
        mustHold(caller, found.scopes);
        const isNew = await rotateCredential(
          tx,
          { tenantId, id: found.id },
          {
            secretHash: needs.hashSecret(secret),
            secretHint: hintOf(secret),
            overlapSeconds: OVERLAPS[overlap],
          },
        );
        return {
          result: { id: found.id, clientId: found.clientId, clientSecret: secret },
          before: { secret: found.secretHint },
          after: { secret: hintOf(secret), overlap },
          isRepeated: !isNew,
        };
      });
    },

    /** Of the old secret, from now on; `now` ends it. */
    setOverlap(caller: Caller, id: string, overlap: Overlap, from: From): Promise<void> {
      const action = overlap === 'now' ? 'credential-old-secret-ended' : 'credential-overlap-extended';
      return change(caller, id, from, action, async (tx, found) => {
        const which = { tenantId: caller.tenantId, id: found.id };
        if (!(await setOldSecretLifetime(tx, which, OVERLAPS[overlap])))
          throw new Refusal('conflict', 'This credential has one secret only: there is no old one to end.');
        const before = { oldSecret: found.oldSecretHint, until: found.oldExpiresAt?.toISOString() ?? null };
        return { result: undefined, before, after: { overlap } };
      });
    },

    revoke(caller: Caller, id: string, from: From): Promise<void> {
      return change(caller, id, from, 'credential-revoked', async (tx, found) => {
        await revokeCredentialOfTenant(tx, { tenantId: caller.tenantId, id: found.id });
        return { result: undefined, before: { name: found.name, clientId: found.clientId } };
      });
    },
  };
}

/** Notes when and from where a secret was last used, at most once a minute: a token must not cost a write. */
export type NoteUse = (use: { clientId: string; isCurrentSecret: boolean; address: string }) => void;

export function createNoteUse(needs: {
  database: Database;
  nowMs: () => number;
  onFault: (error: unknown) => void;
}): NoteUse {
  const isDue = createOnceAMinute(needs.nowMs);
  return (use) => {
    if (!isDue(`${use.clientId} ${use.isCurrentSecret}`)) return;
    noteCredentialUse(needs.database, use).catch(needs.onFault);
  };
}

/** What somebody may not do, no credential does for them: neither one that they make nor one whose secret they are shown. */
function mustHold(caller: Caller, scopes: readonly Permission[]): void {
  const missing = scopes.filter((scope) => !caller.permissions.includes(scope));
  if (missing.length === 0) return;
  const lacks = `Your role lacks ${missing.join(' and ')}`;
  throw new Refusal('forbidden', `${lacks}, which this credential has. Leave it out, or ask an owner.`);
}
