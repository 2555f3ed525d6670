// What a caller may do: one list of permissions, one table from role to permissions. The edge checks them, and nobody else.
// A credential carries scopes, which are the first list alone; what is in the second is for people who signed in.

export const PERMISSIONS = ['reports:write', 'reports:read', 'wallet:read'] as const;
/** What a credential may carry as a scope, too. */
export type Permission = (typeof PERMISSIONS)[number];

export const STAFF_PERMISSIONS = [
  /** Reports about real people, not only those of test mode. */
  'reports:live',
  /** The document of one report, and whom it is about. Every look is an entry of the audit trail. */
  'reports:reveal',
  'credentials:manage',
  /** Every call on the tenant, the refused ones too, and its messages: what whoever builds on the interface looks at. */
  'requests:read',
  'members:manage',
  'audit:read',
  'tenant:manage',
  /** Over all tenants: their list, prices, credits, switching off. */
  'service:operate',
] as const;
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];

export type AnyPermission = Permission | StaffPermission;

export const ROLES = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

const ADMIN = [
  'reports:write',
  'reports:read',
  'reports:live',
  'reports:reveal',
  'wallet:read',
  'credentials:manage',
  'requests:read',
  'members:manage',
  'audit:read',
] as const;

export const PERMISSIONS_OF: Record<Role | 'operator', readonly AnyPermission[]> = {
  owner: [...ADMIN, 'tenant:manage'],
  admin: ADMIN,
  // Test reports only: without reports:live the edge keeps live ones away.
  developer: [
    'reports:write',
    'reports:read',
    'reports:reveal',
    'wallet:read',
    'credentials:manage',
    'requests:read',
  ],
  finance: ['wallet:read'],
  viewer: ['reports:read', 'reports:live', 'wallet:read'],
  // Operators never see what is in a report.
  operator: ['wallet:read', 'audit:read', 'service:operate'],
};

export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** `owner` -> `Owner`, as people read it. */
export function roleName(role: Role | 'operator'): string {
  return `${role[0]?.toUpperCase()}${role.slice(1)}`;
}

/** Nobody makes or unmakes an owner but an owner; everything else is up to whoever manages members. */
export function mayAssign(actor: Role, from: Role | null, to: Role | null): boolean {
  if (!PERMISSIONS_OF[actor].includes('members:manage')) return false;
  return actor === 'owner' || (from !== 'owner' && to !== 'owner');
}
