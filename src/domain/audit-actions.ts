// Every action that an entry of the audit trail may name; what each means is in src/usecases/README.md.

/** In the trail of a tenant. */
export const TENANT_ACTIONS = [
  'member-invited',
  'invitation-revoked',
  'invitation-accepted',
  'member-role-changed',
  'member-removed',
  'member-added',
  'credential-created',
  'credential-rotated',
  'credential-overlap-extended',
  'credential-old-secret-ended',
  'credential-revoked',
  'lenders-changed',
  'tenant-changed',
  'report-seen',
  'report-erased',
  'tenant-created',
  'tenant-enabled',
  'tenant-disabled',
  'prices-changed',
  'origins-changed',
  'retention-changed',
  'wallet-topped-up',
  'wallet-adjusted',
] as const;

/** In the trail of the service, beside what operators do to tenants. */
export const SERVICE_ACTIONS = [
  'operator-made',
  'operator-unmade',
  'identities-unlinked',
  'signing-key-rotated',
  'keys-rewrapped',
  'signed-in',
  'signed-out',
  'signed-out-everywhere',
  'session-ended',
  'session-ended-by-reuse',
  'password-changed',
  'password-reset',
  'authenticator-set-up',
  'authenticator-switched-off',
  'recovery-codes-renewed',
] as const;

export type AuditAction = (typeof TENANT_ACTIONS)[number] | (typeof SERVICE_ACTIONS)[number];
