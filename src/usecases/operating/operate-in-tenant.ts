// What operators do within a tenant: make people and credentials, move credits by hand. Secrets are made here, shown once and kept as
// hashes. Each action is an entry of the tenant's audit trail, in the same transaction.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { isAmount } from '../../domain/ledger.ts';
import { PERMISSIONS, type Permission } from '../../domain/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Actor, appendAudit } from '../../storage/audit.ts';
import { type Database, isCheckViolation, type Queryable } from '../../storage/connection/database.ts';
import { insertCredential, revokeCredential } from '../../storage/people/credentials.ts';
import { findPersonByEmail, insertPerson } from '../../storage/people/people.ts';
import { insertMembership, isMember } from '../../storage/tenants.ts';
import { applyMoves } from '../../storage/wallet/ledger.ts';
import { hintOf } from '../people/credentials.ts';

/** The password is random and shown once; null when the person was known and only became a member. */
export type AddPerson = (
  actor: Actor,
  given: { tenantId: string; email: string; firstName: string; lastName: string; role: string },
) => Promise<{ id: string; email: string; password: string | null }>;

export function createAddPerson(needs: {
  database: Database;
  hashPassword: (password: string) => Promise<string>;
}): AddPerson {
  return async (actor, given) => {
    const password = randomBytes(12).toString('base64url');
    const passwordHash = await needs.hashPassword(password);
    return needs.database.transaction(async (tx) => {
      const known = await findPersonByEmail(tx, given.email);
      const id = known?.id ?? randomUUIDv7();
      if (known === null) await insertPerson(tx, { id, passwordHash, ...given });
      const { tenantId, role } = given;
      await insertMembership(tx, { tenantId, personId: id, role });
      const object = { kind: 'person', id };
      await appendAudit(tx, { tenantId, actor, action: 'member-added', object, after: { role } });
      return { id, email: given.email, password: known === null ? password : null };
    });
  };
}

export type CreateCredential = (
  actor: Actor,
  given: {
    tenantId: string;
    ownerEmail: string;
    name: string;
    scopes?: readonly Permission[];
    isTestOnly?: boolean;
  },
) => Promise<{ clientId: string; clientSecret: string }>;

export function createCreateCredential(needs: {
  database: Database;
  hashSecret: (secret: string) => Buffer;
}): CreateCredential {
  return async (actor, given) => {
    const owner = await findPersonByEmail(needs.database, given.ownerEmail);
    if (owner === null)
      throw new Refusal('not-found', 'There is no person with this e-mail address. Add them first.');
    if (!(await isMember(needs.database, given.tenantId, owner.id)))
      throw new Refusal('forbidden', 'This person is not a member of the tenant. Add them to it first.');
    const clientId = `tf-${randomBytes(9).toString('hex')}`;
    const clientSecret = randomBytes(32).toString('base64url');
    const { tenantId, name, scopes = PERMISSIONS, isTestOnly = false } = given;
    const id = randomUUIDv7();
    const secretHint = hintOf(clientSecret);
    await needs.database.transaction(async (tx) => {
      const secretHash = needs.hashSecret(clientSecret);
      const made = { tenantId, id, ownerId: owner.id, name, clientId, secretHash, secretHint, scopes };
      await insertCredential(tx, { ...made, isTestOnly });
      const object = { kind: 'credential', id };
      const after = { name, clientId, scopes, isTestOnly, secret: secretHint };
      await appendAudit(tx, { tenantId, actor, action: 'credential-created', object, after });
    });
    return { clientId, clientSecret };
  };
}

/** False when there is no such credential, or it was revoked before. */
export type RevokeCredential = (actor: Actor, clientId: string) => Promise<boolean>;

export function createRevokeCredential(needs: { database: Database }): RevokeCredential {
  return (actor, clientId) =>
    needs.database.transaction(async (tx) => {
      const revoked = await revokeCredential(tx, clientId);
      if (revoked === null) return false;
      const { tenantId, id, name } = revoked;
      const object = { kind: 'credential', id };
      const before = { name, clientId };
      await appendAudit(tx, { tenantId, actor, action: 'credential-revoked', object, before });
      return true;
    });
}

export type Funded = { isRepeated: boolean; balance: number };

export type FundsRequest = {
  kind: 'top-up' | 'adjustment';
  amount: number;
  reference: string;
  reason: string;
};

/** Puts credits in, or corrects the balance; idempotent by the reference. The caller writes the audit entries. */
export async function moveFunds(
  db: Queryable,
  tenantId: string,
  given: FundsRequest & { personId: string | null },
): Promise<Funded> {
  const { kind, amount, reference } = given;
  if (!isAmount(kind === 'top-up' ? amount : Math.abs(amount))) {
    throw new Refusal('validation-error', 'The amount must be a whole number of credits, and not zero.');
  }
  const move = { ...given, tenantId, key: `${kind}:${reference}` };
  const [moved] = await applyMoves(db, [move]).catch((error: unknown) => {
    if (!isCheckViolation(error)) throw error;
    throw new Refusal('validation-error', 'The wallet cannot count so many credits. Nothing was moved.');
  });
  if (moved === undefined) throw new Error('every move must be answered');
  if (moved.result === 'key-reused') {
    throw new Refusal(
      'conflict',
      `The reference ${reference} was used before, for ${moved.earlier.amount} credits. Nothing was moved.`,
    );
  }
  if (moved.result === 'insufficient') {
    throw new Refusal('insufficient-funds', `Only ${moved.availableCredits} credits are there to take back.`);
  }
  return { isRepeated: moved.result === 'repeated', balance: moved.availableCredits };
}
