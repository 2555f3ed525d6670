// Members of a tenant, their roles, and invitations. An invitation works once: it is consumed by an update that finds it open.
import { foldEmail } from '../../domain/people/email.ts';
import { isRole, type Role } from '../../domain/people/permissions.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import { FOLDED_EMAIL } from './people.ts';

export type TenantAccess = {
  /** Null when the person is not a member. */
  role: Role | null;
  tenantIsEnabled: boolean;
  requiresTotp: boolean;
};

const FIND_ACCESS = statement(
  'find-tenant-access',
  `select m.role, t.is_enabled, t.requires_totp from tenants t
   left join memberships m on m.tenant_id = t.id and m.person_id = $2 where t.id = $1`,
);

/** Null when there is no such tenant. */
export async function findTenantAccess(
  db: Queryable,
  tenantId: string,
  personId: string,
): Promise<TenantAccess | null> {
  const [row] = await db.query<{ role: string | null; is_enabled: boolean; requires_totp: boolean }>(
    FIND_ACCESS,
    [tenantId, personId],
  );
  if (row === undefined) return null;
  const role = row.role !== null && isRole(row.role) ? row.role : null;
  return { role, tenantIsEnabled: row.is_enabled, requiresTotp: row.requires_totp };
}

export type Member = {
  personId: string;
  firstName: string;
  lastName: string;
  email: string;
  totpEnabled: boolean;
  role: Role;
  createdAt: Date;
  lastAccessedAt: Date | null;
};

const MEMBERS = `select p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", p.email,
    p.totp_enabled as "totpEnabled", m.role, m.created_at as "createdAt", m.last_accessed_at as "lastAccessedAt"
  from memberships m join people p on p.id = m.person_id where m.tenant_id = $1`;

const LIST_MEMBERS = statement('list-members', `${MEMBERS} order by m.created_at, p.id`);

export function listMembers(db: Queryable, tenantId: string): Promise<Member[]> {
  return db.query<Member>(LIST_MEMBERS, [tenantId]);
}

// The owners are locked with the member, in one order: two owners who remove each other at once must not both succeed.
const LOCK_MEMBERS = statement(
  'lock-members',
  `select person_id as "personId", role from memberships
   where tenant_id = $1 and (person_id = any($2::uuid[]) or role = 'owner') order by person_id for update`,
);

/** The given members and every owner, locked until the transaction ends. */
export function lockMembers(
  db: Queryable,
  tenantId: string,
  personIds: string[],
): Promise<{ personId: string; role: Role }[]> {
  return db.query<{ personId: string; role: Role }>(LOCK_MEMBERS, [tenantId, personIds]);
}

const SET_ROLE = statement(
  'set-member-role',
  'update memberships set role = $3 where tenant_id = $1 and person_id = $2',
);

export async function setMemberRole(
  db: Queryable,
  tenantId: string,
  personId: string,
  role: Role,
): Promise<void> {
  await db.query(SET_ROLE, [tenantId, personId, role]);
}

const DELETE_MEMBER = statement(
  'delete-member',
  'delete from memberships where tenant_id = $1 and person_id = $2',
);

export async function deleteMember(db: Queryable, tenantId: string, personId: string): Promise<void> {
  await db.query(DELETE_MEMBER, [tenantId, personId]);
}

const ADD_MEMBER = statement(
  'add-member',
  `insert into memberships (tenant_id, person_id, role) values ($1, $2, $3) on conflict do nothing returning 1 as one`,
);

/** False when they already were a member: their role stays. */
export async function addMember(
  db: Queryable,
  tenantId: string,
  personId: string,
  role: Role,
): Promise<boolean> {
  return (await db.query(ADD_MEMBER, [tenantId, personId, role])).length === 1;
}

const READ_REQUIRES_TOTP = statement(
  'read-requires-totp',
  'select requires_totp as "isRequired" from tenants where id = $1',
);

export async function readRequiresTotp(db: Queryable, tenantId: string): Promise<boolean> {
  const [row] = await db.query<{ isRequired: boolean }>(READ_REQUIRES_TOTP, [tenantId]);
  return row?.isRequired ?? false;
}

const SET_REQUIRES_TOTP = statement(
  'set-requires-totp',
  `update tenants t set requires_totp = $2 from tenants old where t.id = $1 and old.id = t.id returning old.requires_totp as before`,
);

/** Answers the value before. */
export async function setRequiresTotp(
  db: Queryable,
  tenantId: string,
  isRequired: boolean,
): Promise<boolean> {
  const [row] = await db.query<{ before: boolean }>(SET_REQUIRES_TOTP, [tenantId, isRequired]);
  return row?.before ?? false;
}

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
};

const LOCK_TENANT_OF_INVITATIONS = statement(
  'lock-tenant-of-invitations',
  'select id from tenants where id = $1 for no key update',
);

/** Until the transaction ends: invitations of a tenant are made and accepted one after the other. */
export async function lockInvitations(db: Queryable, tenantId: string): Promise<void> {
  await db.query(LOCK_TENANT_OF_INVITATIONS, [tenantId]);
}

const LIST_INVITED_ROLES = statement(
  'list-invited-roles',
  `select role from invitations where tenant_id = $1 and ${FOLDED_EMAIL('email')} = $2
     and accepted_at is null and revoked_at is null and expires_at > clock_timestamp()`,
);

/** The roles that an address is invited to, which a new invitation would replace. */
export async function listInvitedRoles(db: Queryable, tenantId: string, email: string): Promise<Role[]> {
  const rows = await db.query<{ role: Role }>(LIST_INVITED_ROLES, [tenantId, foldEmail(email)]);
  return rows.map(({ role }) => role);
}

const INSERT_INVITATION = statement(
  'insert-invitation',
  `with older as (
     update invitations set revoked_at = clock_timestamp()
     where tenant_id = $1 and ${FOLDED_EMAIL('email')} = $8 and accepted_at is null and revoked_at is null and id <> $2)
   insert into invitations (tenant_id, id, token_hash, email, role, invited_by, expires_at)
   values ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7))
   returning created_at as "createdAt", expires_at as "expiresAt"`,
);

/** An older invitation of the same address stops working. */
export async function insertInvitation(
  db: Queryable,
  invitation: {
    tenantId: string;
    id: string;
    tokenHash: Buffer;
    email: string;
    role: Role;
    invitedBy: string | null;
    lifetimeSeconds: number;
  },
): Promise<Invitation> {
  const { tenantId, id, tokenHash, email, role, invitedBy, lifetimeSeconds } = invitation;
  const [row] = await db.query<{ createdAt: Date; expiresAt: Date }>(INSERT_INVITATION, [
    tenantId,
    id,
    tokenHash,
    email,
    role,
    invitedBy,
    lifetimeSeconds,
    foldEmail(email),
  ]);
  if (row === undefined) throw new Error('an insert must answer its row');
  return { id, email, role, invitedBy, ...row };
}

const LIST_INVITATIONS = statement(
  'list-invitations',
  `select id, email, role, invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt"
   from invitations where tenant_id = $1 and accepted_at is null and revoked_at is null and expires_at > clock_timestamp()
   order by created_at desc, id`,
);

/** Open invitations: neither accepted, revoked nor expired. */
export function listInvitations(db: Queryable, tenantId: string): Promise<Invitation[]> {
  return db.query<Invitation>(LIST_INVITATIONS, [tenantId]);
}

const REVOKE_INVITATION = statement(
  'revoke-invitation',
  `update invitations set revoked_at = clock_timestamp()
   where tenant_id = $1 and id = $2 and accepted_at is null and revoked_at is null returning role`,
);

/** The role that it was for; null when there is no open invitation with this id. */
export async function revokeInvitation(db: Queryable, tenantId: string, id: string): Promise<Role | null> {
  const [row] = await db.query<{ role: Role }>(REVOKE_INVITATION, [tenantId, id]);
  return row?.role ?? null;
}

export type OpenInvitation = {
  tenantId: string;
  tenantName: string;
  id: string;
  email: string;
  role: Role;
  invitedBy: string | null;
};

const FIND_INVITATION = statement(
  'find-invitation',
  `select i.tenant_id as "tenantId", t.name as "tenantName", i.id, i.email, i.role, i.invited_by as "invitedBy"
   from invitations i join tenants t on t.id = i.tenant_id
   where i.token_hash = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > clock_timestamp()
     and t.is_enabled`,
);

export async function findInvitation(db: Queryable, tokenHash: Buffer): Promise<OpenInvitation | null> {
  const [row] = await db.query<OpenInvitation>(FIND_INVITATION, [tokenHash]);
  return row ?? null;
}

const ACCEPT_INVITATION = statement(
  'accept-invitation',
  `update invitations set accepted_at = clock_timestamp(), accepted_by = $2
   where token_hash = $1 and accepted_at is null and revoked_at is null and expires_at > clock_timestamp()
   returning id`,
);

/** False when it was used or revoked meanwhile. */
export async function acceptInvitation(db: Queryable, tokenHash: Buffer, personId: string): Promise<boolean> {
  return (await db.query(ACCEPT_INVITATION, [tokenHash, personId])).length === 1;
}

const PURGE_INVITATIONS = statement(
  'purge-invitations',
  `delete from invitations where least(expires_at, accepted_at, revoked_at) < clock_timestamp() - interval '30 days'
   returning id`,
);

/** Deletes the e-mail addresses of invitations that ended 30 days ago. */
export async function purgeInvitations(db: Queryable): Promise<number> {
  return (await db.query(PURGE_INVITATIONS, [])).length;
}
