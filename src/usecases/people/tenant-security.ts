// What a tenant asks of its members when they sign in.
import type { Database } from '../../storage/engine/connection/database.ts';
import { readRequiresTotp, setRequiresTotp } from '../../storage/people/members.ts';
import { makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';

export type TenantSecurityRules = {
  read(tenantId: string): Promise<{ requiresTotp: boolean }>;
  requireTotp(caller: Caller, isRequired: boolean, from: From): Promise<void>;
};

export function createTenantSecurity(needs: { database: Database }): TenantSecurityRules {
  const { database } = needs;
  return {
    read: async (tenantId) => ({ requiresTotp: await readRequiresTotp(database, tenantId) }),

    requireTotp(caller, isRequired, from) {
      const object = { kind: 'tenant', id: caller.tenantId };
      return makeAudited(database, { caller, from, action: 'tenant-changed', object }, async (tx) => ({
        result: undefined,
        before: { requiresTotp: await setRequiresTotp(tx, caller.tenantId, isRequired) },
        after: { requiresTotp: isRequired },
      }));
    },
  };
}
