// What a caller may do: one list, read by the routes, the credentials and the token's scopes.

export const PERMISSIONS = ['reports:write', 'reports:read', 'wallet:read'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}
