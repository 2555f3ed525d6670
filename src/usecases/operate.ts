// What operators do: make tenants, people and credentials, move credits by hand, set prices. Secrets are made here, shown
// once and kept as hashes.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { isAmount } from '../domain/ledger.ts';
import { PERMISSIONS, type Permission } from '../domain/permissions.ts';
import { Refusal } from '../domain/refusal.ts';
import { insertCredential } from '../storage/credentials.ts';
import { type Database, isCheckViolation, type Queryable } from '../storage/database.ts';
import { applyMoves } from '../storage/ledger.ts';
import { findPersonByEmail, insertPerson } from '../storage/people.ts';
import { insertMembership, insertTenant, isMember } from '../storage/tenants.ts';

export function createCreateTenant(needs: { database: Queryable; newDataKey: (tenantId: string) => Buffer }) {
  return async (name: string): Promise<{ id: string; name: string }> => {
    const id = randomUUIDv7();
    await insertTenant(needs.database, { id, name, dataKey: needs.newDataKey(id) });
    return { id, name };
  };
}

/** The password is random and shown once; null when the person was there and only became a member. */
export function createAddPerson(needs: {
  database: Database;
  hashPassword: (password: string) => Promise<string>;
}) {
  return async (given: {
    tenantId: string;
    email: string;
    firstName: string;
    lastName: string;
    role: string;
  }): Promise<{ id: string; email: string; password: string | null }> => {
    const password = randomBytes(12).toString('base64url');
    const passwordHash = await needs.hashPassword(password);
    return needs.database.transaction(async (tx) => {
      const known = await findPersonByEmail(tx, given.email);
      const id = known?.id ?? randomUUIDv7();
      if (known === null) await insertPerson(tx, { id, passwordHash, ...given });
      await insertMembership(tx, { tenantId: given.tenantId, personId: id, role: given.role });
      return { id, email: given.email, password: known === null ? password : null };
    });
  };
}

export function createCreateCredential(needs: {
  database: Database;
  hashSecret: (secret: string) => Buffer;
}) {
  return async (given: {
    tenantId: string;
    ownerEmail: string;
    name: string;
    scopes?: readonly Permission[];
  }): Promise<{ clientId: string; clientSecret: string }> => {
    const owner = await findPersonByEmail(needs.database, given.ownerEmail);
    if (owner === null)
      throw new Refusal('not-found', 'There is no person with this e-mail address. Add them first.');
    if (!(await isMember(needs.database, given.tenantId, owner.id)))
      throw new Refusal('forbidden', 'This person is not a member of the tenant. Add them to it first.');
    const clientId = `tf-${randomBytes(9).toString('hex')}`;
    const clientSecret = randomBytes(32).toString('base64url');
    await insertCredential(needs.database, {
      tenantId: given.tenantId,
      id: randomUUIDv7(),
      ownerId: owner.id,
      name: given.name,
      clientId,
      secretHash: needs.hashSecret(clientSecret),
      scopes: given.scopes ?? PERMISSIONS,
    });
    return { clientId, clientSecret };
  };
}

export type Funded = { isRepeated: boolean; balance: number };

/** Puts credits in, or corrects what is there; idempotent by the reference. */
export function createMoveFunds(needs: { database: Queryable }) {
  return async (given: {
    kind: 'top-up' | 'adjustment';
    tenantId: string;
    amount: number;
    reference: string;
    reason: string;
    /** Who did it, where a person did. */
    personId?: string | null;
  }): Promise<Funded> => {
    const { kind, tenantId, amount, reference, reason, personId = null } = given;
    if (!isAmount(kind === 'top-up' ? amount : Math.abs(amount))) {
      throw new Refusal('validation-error', 'The amount must be a whole number of credits, and not zero.');
    }
    const key = `${kind}:${reference}`;
    const move = { kind, tenantId, key, amount, personId, reference, reason };
    const [moved] = await applyMoves(needs.database, [move]).catch((error: unknown) => {
      if (!isCheckViolation(error)) throw error;
      throw new Refusal('validation-error', 'The wallet cannot count so many credits. Nothing was moved.');
    });
    if (moved === undefined) throw new Error('every move must be answered');
    if (moved.result.startsWith('key-reused:')) {
      const [, , first] = moved.result.split(':');
      throw new Refusal(
        'conflict',
        `The reference ${reference} was used before, for ${first} credits. Nothing was moved.`,
      );
    }
    if (moved.result === 'insufficient') {
      throw new Refusal(
        'insufficient-funds',
        `Only ${moved.availableCredits} credits are there to take back.`,
      );
    }
    return { isRepeated: moved.result === 'repeated', balance: moved.availableCredits };
  };
}
