// An operator invites the first owner of a tenant, who takes it from there.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database } from '../../storage/connection/database.ts';
import { findTenant } from '../../storage/tenants.ts';
import type { Caller, From, Identified } from '../caller.ts';
import type { Members } from './members.ts';

export function createInviteOwner(needs: { database: Database; members: Members }) {
  return async (who: Identified, tenantId: string, email: string, from: From) => {
    const tenant = isUuid(tenantId) ? await findTenant(needs.database, tenantId) : null;
    if (tenant === null) throw new Refusal('not-found', 'There is no tenant with this id.');
    const caller: Caller = { ...who, tenantId: tenant.id, role: 'operator' };
    return needs.members.invite(caller, { email, role: 'owner' }, from);
  };
}

export type InviteOwner = ReturnType<typeof createInviteOwner>;
