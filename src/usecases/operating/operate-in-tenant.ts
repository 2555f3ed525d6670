// What operators do within a tenant: make people and credentials, move credits by hand. Secrets are made here, shown once and kept as
// hashes. Each action is an entry of the tenant's audit trail, in the same transaction.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { DEFAULT_SCOPES, type Permission, type Role, roleName } from '../../domain/people/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hintOf } from '../../domain/secret.ts';
import { isAmount } from '../../domain/wallet/ledger.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { type Actor, appendAudit } from '../../storage/activity/audit.ts';
import { type Database, isCheckViolation, type Queryable } from '../../storage/engine/connection/database.ts';
import { insertCredential, revokeCredential } from '../../storage/people/credentials.ts';
import { listMembers, type Member } from '../../storage/people/members.ts';
import { findPersonByEmail, insertPerson } from '../../storage/people/people.ts';
import { findTenant, insertMembership, isMember } from '../../storage/people/tenants.ts';
import { applyMoves } from '../../storage/wallet/ledger.ts';

export type AddPerson = (
  actor: Actor,
  given: { tenantId: string; email: string; firstName: string; lastName: string; role: Role },
) => Promise<{
  id: string;
  email: string;
  /** Random and shown once; null when the person was known and only became a member. */
  password: string | null;
  /** The addresses of the owners who were mailed, and of those who could not be: tell them. */
  ownersTold: string[];
  ownersNotTold: string[];
}>;

export function createAddPerson(needs: {
  database: Database;
  hashPassword: (password: string) => Promise<string>;
  mailer: Mailer;
}): AddPerson {
  return async (actor, given) => {
    const password = randomBytes(12).toString('base64url');
    const passwordHash = await needs.hashPassword(password);
    const owners = (await listMembers(needs.database, given.tenantId)).filter(({ role }) => role === 'owner');
    const added = await needs.database.transaction(async (tx) => {
      const known = await findPersonByEmail(tx, given.email);
      const id = known?.id ?? randomUUIDv7();
      if (known === null) await insertPerson(tx, { id, passwordHash, ...given });
      const { tenantId, role } = given;
      await insertMembership(tx, { tenantId, personId: id, role });
      const object = { kind: 'person', id };
      await appendAudit(tx, { tenantId, actor, action: 'member-added', object, after: { role } });
      return { id, email: given.email, password: known === null ? password : null };
    });
    return { ...added, ...(await tellOwners(needs, owners, given)) };
  };
}

/** Whom an operator adds can read the tenant's reports: its owners hear of it. The person is a member whether or not they could be told. */
async function tellOwners(
  needs: { database: Database; mailer: Mailer },
  owners: readonly Member[],
  added: { tenantId: string; email: string; role: Role },
): Promise<{ ownersTold: string[]; ownersNotTold: string[] }> {
  const tenantName = (await findTenant(needs.database, added.tenantId))?.name
    .replace(/\s+/g, ' ')
    .slice(0, 100);
  const text = [
    `The operator of Trefoil added ${added.email} to ${tenantName}, as ${roleName(added.role)}.`,
    '',
    'If you did not ask for this, remove them under Members in the console, and ask the operator.',
    '',
  ].join('\n');
  const ownersTold: string[] = [];
  const ownersNotTold: string[] = [];
  for (const { email } of owners) {
    const subject = `A ${roleName(added.role).toLowerCase()} was added to ${tenantName} on Trefoil`;
    const isTold = await needs.mailer.send({ to: email, subject, text }).then(
      () => true,
      () => false,
    );
    (isTold ? ownersTold : ownersNotTold).push(email);
  }
  return { ownersTold, ownersNotTold };
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
    const { tenantId, name, scopes = DEFAULT_SCOPES, isTestOnly = false } = given;
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

type Funded = { isRepeated: boolean; balance: number };

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
      `This reference was used before, for ${moved.earlier.amount} credits. Nothing was moved.`,
    );
  }
  if (moved.result === 'insufficient') {
    throw new Refusal('insufficient-funds', `Only ${moved.availableCredits} credits are there to take back.`);
  }
  return { isRepeated: moved.result === 'repeated', balance: moved.availableCredits };
}
