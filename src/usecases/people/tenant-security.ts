// What a tenant asks of its members when they sign in.
import type { Database } from '../../storage/engine/connection/database.ts';
import { readRequiresTotp, setRequiresTotp } from '../../storage/people/members.ts';
import { makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';

export type TenantSecurityRules = ReturnType<typeof createTenantSecurity>;

export function createTenantSecurity(needs: { database: Database }) {
  const { database } = needs;
  return {
    read: async (tenantId: string) => ({
      requiresTotp: await readRequiresTotp(database, tenantId),
    }),

    requireTotp(caller: Caller, isRequired: boolean, from: From): Promise<void> {
      const object = { kind: 'tenant', id: caller.tenantId };
      return makeAudited(database, { caller, from, action: 'tenant-changed', object }, async (tx) => ({
        result: undefined,
        before: { requiresTotp: await setRequiresTotp(tx, caller.tenantId, isRequired) },
        after: { requiresTotp: isRequired },
      }));
    },
  };
}
