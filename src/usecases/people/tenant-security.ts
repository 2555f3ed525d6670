// What a tenant asks of its members when they sign in.
import { appendAudit } from '../../storage/audit.ts';
import type { Database } from '../../storage/connection/database.ts';
import { readRequiresTotp, setRequiresTotp } from '../../storage/people/members.ts';
import type { Caller, From } from '../caller.ts';
import { actorOf } from '../caller.ts';

export function createTenantSecurity(needs: { database: Database }) {
  const { database } = needs;
  return {
    read: async (tenantId: string): Promise<{ requiresTotp: boolean }> => ({
      requiresTotp: await readRequiresTotp(database, tenantId),
    }),

    async requireTotp(caller: Caller, isRequired: boolean, from: From): Promise<void> {
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

export type TenantSecurityRules = ReturnType<typeof createTenantSecurity>;
