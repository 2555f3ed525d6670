// Authorisation: one list of permissions, and one table from role to permissions. Only the edge checks them. The scopes of a
// credential come from the first list; the second is for people who signed in.

export const PERMISSIONS = [
  'reports:write',
  'reports:read',
  'wallet:read',
  /** Money: top-ups, cards, automatic top-up, whom invoices are made out to. A credential has it only where it was given by name. */
  'wallet:manage',
  /** The feed of events, the endpoints that they are sent to, and what was sent. */
  'webhooks:read',
  'webhooks:write',
  /** The request log of the tenant, rejected requests included, and its messages: for developers of an integration. */
  'requests:read',
  /** The tenant's own lenders, which name those of its live reports: for owners, and the credentials that they make for it. */
  'lenders:write',
  /** Consent texts and branding of the hosted page, which consumers see. A credential has it only where it was given by name. */
  'hosted:write',
] as const;
/** Also the scopes of credentials. */
export type Permission = (typeof PERMISSIONS)[number];

/** What a credential gets where nothing else is said. */
export const DEFAULT_SCOPES = PERMISSIONS.filter((one) => one !== 'wallet:manage' && one !== 'hosted:write');

export const STAFF_PERMISSIONS = [
  /** Live reports, about real people; without it, test mode only. */
  'reports:live',
  /** The document of a report, and its consumer. Each view is an entry of the audit trail. */
  'reports:reveal',
  /** Everything personal of a report, for good. */
  'reports:erase',
  'credentials:manage',
  'members:manage',
  'audit:read',
  /** Why a report was allowed, challenged or blocked: an attacker would learn how to get round it. */
  'risk:read',
  'tenant:manage',
  /** Over all tenants: their list, prices, credits, disabling. */
  'service:operate',
] as const;
type StaffPermission = (typeof STAFF_PERMISSIONS)[number];

export type AnyPermission = Permission | StaffPermission;

export const ROLES = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

const ADMIN = [
  'reports:write',
  'reports:read',
  'reports:live',
  'reports:reveal',
  'reports:erase',
  'wallet:read',
  'webhooks:read',
  'webhooks:write',
  'credentials:manage',
  'requests:read',
  'members:manage',
  'audit:read',
  'risk:read',
] as const;

export const PERMISSIONS_OF: Record<Role | 'operator', readonly AnyPermission[]> = {
  owner: [...ADMIN, 'wallet:manage', 'tenant:manage', 'lenders:write', 'hosted:write'],
  admin: ADMIN,
  // Test reports only: the edge requires reports:live for the others.
  developer: [
    'reports:write',
    'reports:read',
    'reports:reveal',
    'wallet:read',
    'webhooks:read',
    'webhooks:write',
    'credentials:manage',
    'requests:read',
  ],
  finance: ['wallet:read', 'wallet:manage'],
  viewer: ['reports:read', 'reports:live', 'wallet:read'],
  // Operators never see the content of a report.
  operator: ['wallet:read', 'audit:read', 'risk:read', 'service:operate'],
};

export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** For display: `owner` -> `Owner`. */
export function roleName(role: Role | 'operator'): string {
  return `${role[0]?.toUpperCase()}${role.slice(1)}`;
}

/** Only an owner makes or unmakes an owner; any other role needs `members:manage`. */
export function mayAssign(actor: Role, from: Role | null, to: Role | null): boolean {
  if (!PERMISSIONS_OF[actor].includes('members:manage')) return false;
  return actor === 'owner' || (from !== 'owner' && to !== 'owner');
}
