// Invitations to a tenant: made and mailed, revoked, accepted. The mailed token is the proof that the address is the invited
// person's. Every change and its audit entry are one transaction.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { isUuid } from '../../domain/ids.ts';
import { foldEmail, isSameEmail } from '../../domain/people/email.ts';
import { mayAssign, type Role, roleName } from '../../domain/people/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Hashing, whyPasswordRefused } from '../../identity/passwords.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { appendAudit } from '../../storage/activity/audit.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import { takeGuess } from '../../storage/people/guesses.ts';
import {
  acceptInvitation,
  addMember,
  findInvitation,
  type Invitation,
  insertInvitation,
  listInvitations,
  listInvitedRoles,
  listMembers,
  lockInvitations,
  lockMembers,
  type OpenInvitation,
  revokeInvitation,
} from '../../storage/people/members.ts';
import { findPersonByEmail, insertPerson } from '../../storage/people/people.ts';
import { findTenant } from '../../storage/people/tenants.ts';
import { changeAudited, makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import type { HashToken } from './device-tokens.ts';
import { requireMayAssign } from './members.ts';
import { MAIL_PATIENCE } from './passwords.ts';

export const INVITATION_SECONDS = 7 * 24 * 3_600;
/** Of a tenant, to all addresses: a mailbox may have many. */
const TENANT_PATIENCE = { freeGuesses: 50, firstWaitSeconds: 60, longestWaitSeconds: 3_600 };

export type Invitations = ReturnType<typeof createInvitations>;

type FoundInvitation = OpenInvitation & {
  /** Whether the address has an account already. */
  isKnown: boolean;
};

type NewPerson = { firstName: string; lastName: string; password: string };

/** Null when the invitation does not work any more. */
export type Accepted = { personId: string } | { problems: Record<string, string> } | null;

type Needs = {
  database: Database;
  mailer: Mailer;
  hashToken: HashToken;
  hashPassword: Hashing['hashPassword'];
  whyPasswordRefused: typeof whyPasswordRefused;
  publicUrl: string;
};

export function createInvitations(needs: Needs) {
  const { database } = needs;
  const hashOf = (token: string): Buffer => needs.hashToken('invitation', token);

  const find = async (token: string): Promise<FoundInvitation | null> => {
    const found = await findInvitation(database, hashOf(token));
    if (found === null) return null;
    return { ...found, isKnown: (await findPersonByEmail(database, found.email)) !== null };
  };

  return {
    list: (tenantId: string) => listInvitations(database, tenantId),

    async invite(
      caller: Caller,
      { email, role }: { email: string; role: Role },
      from: From,
    ): Promise<Invitation> {
      const { tenantId } = caller;
      requireMayAssign(caller, null, role);
      const tenant = await findTenant(database, tenantId);
      const token = randomBytes(32).toString('base64url');
      const insert = async (tx: Queryable): Promise<Invitation> => {
        await lockInvitations(tx, tenantId);
        await requireMayInvite(tx, caller, email);
        await takeMail(tx, needs.hashToken, tenantId, email);
        return insertInvitation(tx, {
          tenantId,
          id: randomUUIDv7(),
          tokenHash: hashOf(token),
          email,
          role,
          invitedBy: caller.person.id,
          lifetimeSeconds: INVITATION_SECONDS,
        });
      };
      const by = { caller, from, action: 'member-invited', objectKind: 'invitation' } as const;
      // By its id alone: entries are kept for ever, the address of somebody who never joined is not.
      const made = await changeAudited(database, by, insert, async (_tx, invitation) => ({
        result: invitation,
        after: { role },
      }));
      await mail(needs, { email, token, tenantName: tenant?.name ?? '', role });
      return made;
    },

    revoke(caller: Caller, id: string, from: From): Promise<void> {
      const object = { kind: 'invitation', id };
      return makeAudited(database, { caller, from, action: 'invitation-revoked', object }, async (tx) => {
        const role = isUuid(id) ? await revokeInvitation(tx, caller.tenantId, id) : null;
        if (role === null) throw new Refusal('not-found', 'There is no open invitation with this id.');
        requireMayAssign(caller, null, role);
        return { result: undefined, before: { role } };
      });
    },

    /** Null when the invitation does not work any more. */
    find,

    async accept(token: string, given: NewPerson, from: From): Promise<Accepted> {
      const invitation = await find(token);
      if (invitation === null) return null;
      const problems = invitation.isKnown ? {} : await problemsOf(needs, given, invitation.email);
      if (Object.keys(problems).length > 0) return { problems };
      const passwordHash = invitation.isKnown ? '' : await needs.hashPassword(given.password);
      return join(needs, invitation, { ...given, passwordHash, tokenHash: hashOf(token) }, from);
    },
  };
}

/** Nobody who is a member, no second first owner, and nothing that replaces an invitation which the caller could not revoke. */
async function requireMayInvite(tx: Queryable, caller: Caller, email: string): Promise<void> {
  const members = await listMembers(tx, caller.tenantId);
  if (members.some((member) => isSameEmail(member.email, email)))
    throw new Refusal('conflict', 'This person is a member already. Change their role instead.');
  if (caller.role === 'operator') {
    if (!members.some(({ role }) => role === 'owner')) return;
    throw new Refusal(
      'conflict',
      'This tenant has an owner, who invites everyone else. Ask an owner to do it.',
    );
  }
  for (const role of await listInvitedRoles(tx, caller.tenantId, email)) requireMayAssign(caller, null, role);
}

/** The mails to one address have the patience of reset mails; those of a tenant together have more, and an end. */
async function takeMail(tx: Queryable, hashToken: HashToken, tenantId: string, email: string): Promise<void> {
  const toAddress = hashToken('invitation-mail', tenantId, foldEmail(email));
  const ofTenant = hashToken('invitation-mails', tenantId);
  const isAllowed =
    (await takeGuess(tx, toAddress, MAIL_PATIENCE)) && (await takeGuess(tx, ofTenant, TENANT_PATIENCE));
  if (!isAllowed)
    throw new Refusal(
      'rate-limited',
      'Too many invitations were sent. Wait a few minutes, then send this one.',
      {
        retryAfterSeconds: MAIL_PATIENCE.firstWaitSeconds,
      },
    );
}

/** An invitation is void once its sender loses the permission to invite; an operator has it while there is no owner. */
async function isStillMeant(tx: Queryable, invitation: OpenInvitation): Promise<boolean> {
  const { tenantId, role, invitedBy } = invitation;
  const locked = await lockMembers(tx, tenantId, invitedBy === null ? [] : [invitedBy]);
  const inviter = locked.find(({ personId }) => personId === invitedBy);
  if (inviter !== undefined) return mayAssign(inviter.role, null, role);
  return role === 'owner' && !locked.some((member) => member.role === 'owner');
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
      await lockInvitations(tx, tenantId);
      if (!(await isStillMeant(tx, invitation))) throw new InvitationUsed();
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
