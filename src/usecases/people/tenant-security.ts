// What a tenant asks of its members when they sign in.
import { appendAudit } from '../../storage/audit.ts';
import type { Database } from '../../storage/connection/database.ts';
import { readRequiresTotp, setRequiresTotp } from '../../storage/people/members.ts';
import { actorOf, type Caller, type From } from '../caller.ts';

export type TenantSecurityRules = {
  read(tenantId: string): Promise<{ requiresTotp: boolean }>;
  requireTotp(caller: Caller, isRequired: boolean, from: From): Promise<void>;
};

export function createTenantSecurity(needs: { database: Database }): TenantSecurityRules {
  const { database } = needs;
  return {
    read: async (tenantId) => ({ requiresTotp: await readRequiresTotp(database, tenantId) }),

    async requireTotp(caller, isRequired, from) {
      await database.transaction(async (tx) => {
        const before = await setRequiresTotp(tx, caller.tenantId, isRequired);
        await appendAudit(tx, {
          tenantId: caller.tenantId,
          actor: actorOf(caller, from),
          action: 'tenant-changed',
          object: { kind: 'tenant', id: caller.tenantId },
          before: { requiresTotp: before },
          after: { requiresTotp: isRequired },
        });
      });
    },
  };
}
