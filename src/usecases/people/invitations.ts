// Invitations to a tenant: made and mailed, revoked, accepted. The mailed token is the proof that the address is the invited
// person's. Every change and its audit entry are one transaction.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { isSameEmail } from '../../domain/email.ts';
import { isUuid } from '../../domain/ids.ts';
import { type Role, roleName } from '../../domain/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { hashPassword, whyPasswordRefused } from '../../identity/passwords.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { appendAudit } from '../../storage/audit.ts';
import type { Database } from '../../storage/connection/database.ts';
import {
  acceptInvitation,
  addMember,
  findInvitation,
  type Invitation,
  insertInvitation,
  listInvitations,
  listMembers,
  type OpenInvitation,
  revokeInvitation,
} from '../../storage/people/members.ts';
import { findPersonByEmail, insertPerson } from '../../storage/people/people.ts';
import { findTenant } from '../../storage/tenants.ts';
import { actorOf, type Caller, type From } from '../caller.ts';
import { requireMayAssign } from './members.ts';
import type { HashToken } from './sign-in.ts';

export const INVITATION_SECONDS = 7 * 24 * 3_600;

export type Invitations = {
  list(tenantId: string): Promise<Invitation[]>;
  invite(caller: Caller, given: { email: string; role: Role }, from: From): Promise<Invitation>;
  revoke(caller: Caller, id: string, from: From): Promise<void>;
  /** Null when the invitation does not work any more. */
  find(token: string): Promise<FoundInvitation | null>;
  accept(token: string, given: NewPerson, from: From): Promise<Accepted>;
};

export type FoundInvitation = OpenInvitation & {
  /** Whether the address has an account already. */
  isKnown: boolean;
};

export type NewPerson = { firstName: string; lastName: string; password: string };

/** Null when the invitation does not work any more. */
export type Accepted = { personId: string } | { problems: Record<string, string> } | null;

type Needs = {
  database: Database;
  mailer: Mailer;
  hashToken: HashToken;
  hashPassword: typeof hashPassword;
  whyPasswordRefused: typeof whyPasswordRefused;
  publicUrl: string;
};

export function createInvitations(needs: Needs): Invitations {
  const { database } = needs;
  const hashOf = (token: string): Buffer => needs.hashToken('invitation', token);

  const find = async (token: string): Promise<FoundInvitation | null> => {
    const found = await findInvitation(database, hashOf(token));
    if (found === null) return null;
    return { ...found, isKnown: (await findPersonByEmail(database, found.email)) !== null };
  };

  return {
    list: (tenantId) => listInvitations(database, tenantId),

    async invite(caller, { email, role }, from) {
      const { tenantId } = caller;
      requireMayAssign(caller, null, role);
      const members = await listMembers(database, tenantId);
      if (members.some((member) => isSameEmail(member.email, email)))
        throw new Refusal('conflict', 'This person is a member already. Change their role instead.');
      const tenant = await findTenant(database, tenantId);
      const token = randomBytes(32).toString('base64url');
      const made = await database.transaction(async (tx) => {
        const invitation = await insertInvitation(tx, {
          tenantId,
          id: randomUUIDv7(),
          tokenHash: hashOf(token),
          email,
          role,
          invitedBy: caller.person.id,
          lifetimeSeconds: INVITATION_SECONDS,
        });
        const object = { kind: 'invitation', id: invitation.id };
        const after = { email, role };
        const actor = actorOf(caller, from);
        await appendAudit(tx, { tenantId, actor, action: 'member-invited', object, after });
        return invitation;
      });
      await mail(needs, { email, token, tenantName: tenant?.name ?? '', role });
      return made;
    },

    async revoke(caller, id, from) {
      const { tenantId } = caller;
      await database.transaction(async (tx) => {
        const before = isUuid(id) ? await revokeInvitation(tx, tenantId, id) : null;
        if (before === null) throw new Refusal('not-found', 'There is no open invitation with this id.');
        requireMayAssign(caller, null, before.role);
        const object = { kind: 'invitation', id };
        const actor = actorOf(caller, from);
        await appendAudit(tx, { tenantId, actor, action: 'invitation-revoked', object, before });
      });
    },

    find,

    async accept(token, given, from) {
      const invitation = await find(token);
      if (invitation === null) return null;
      const problems = invitation.isKnown ? {} : await problemsOf(needs, given, invitation.email);
      if (Object.keys(problems).length > 0) return { problems };
      const passwordHash = invitation.isKnown ? '' : await needs.hashPassword(given.password);
      return join(needs, invitation, { ...given, passwordHash, tokenHash: hashOf(token) }, from);
    },
  };
}

async function join(
  { database }: Needs,
  invitation: FoundInvitation,
  given: { firstName: string; lastName: string; passwordHash: string; tokenHash: Buffer },
  from: From,
): Promise<Accepted> {
  const { tenantId, email, role } = invitation;
  const { firstName, lastName, passwordHash, tokenHash } = given;
  try {
    return await database.transaction(async (tx) => {
      const known = await findPersonByEmail(tx, email);
      const personId = known?.id ?? randomUUIDv7();
      if (known === null) await insertPerson(tx, { id: personId, email, firstName, lastName, passwordHash });
      if (!(await acceptInvitation(tx, tokenHash, personId))) throw new InvitationUsed();
      await addMember(tx, tenantId, personId, role);
      await appendAudit(tx, {
        tenantId,
        actor: { kind: 'person', id: personId, address: from.address },
        action: 'invitation-accepted',
        object: { kind: 'invitation', id: invitation.id },
        after: { role },
      });
      return { personId };
    });
  } catch (error) {
    if (error instanceof InvitationUsed || isUniqueViolation(error)) return null;
    throw error;
  }
}

class InvitationUsed extends Error {}

/** A race: the same address joined first, by this invitation or by another one. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

async function problemsOf(
  needs: Pick<Needs, 'whyPasswordRefused'>,
  given: NewPerson,
  email: string,
): Promise<Record<string, string>> {
  const password = await needs.whyPasswordRefused(given.password, email);
  return {
    ...(!isName(given.firstName) && { firstName: 'Enter your first name' }),
    ...(!isName(given.lastName) && { lastName: 'Enter your last name' }),
    ...(password !== null && { password }),
  };
}

/** Letters of any script; no control or bidi characters, which hide or reverse text. */
function isName(text: string): boolean {
  return /\S/.test(text) && text.length <= 100 && !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text);
}

async function mail(
  { mailer, publicUrl }: Needs,
  given: { email: string; token: string; tenantName: string; role: Role },
): Promise<void> {
  const tenantName = given.tenantName.replace(/\s+/g, ' ').slice(0, 100);
  const text = [
    `You are invited to ${tenantName} on Trefoil, as ${roleName(given.role)}.`,
    '',
    'Join here. The link works once, for seven days:',
    `${publicUrl}/invite/${given.token}`,
    '',
  ].join('\n');
  try {
    await mailer.send({ to: given.email, subject: `Join ${tenantName} on Trefoil`, text });
  } catch {
    throw new Refusal(
      'service-unavailable',
      'The invitation was made, but its mail could not be sent. Send the invitation again later.',
      { retryAfterSeconds: 60 },
    );
  }
}
