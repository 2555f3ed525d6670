// An operator invites the first owner of a tenant, who invites everyone else; never themselves or another operator. Operators do not see
// reports, and must not come to see them as a member.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import type { Invitation } from '../../storage/people/members.ts';
import { isOperator } from '../../storage/people/people.ts';
import { findTenant } from '../../storage/people/tenants.ts';
import type { Caller, From, Identified } from '../caller.ts';
import type { Invitations } from './invitations.ts';

export type InviteOwner = (
  who: Identified,
  tenantId: string,
  email: string,
  from: From,
) => Promise<Invitation>;

export function createInviteOwner(needs: { database: Database; invitations: Invitations }): InviteOwner {
  return async (who, tenantId, email, from) => {
    const tenant = isUuid(tenantId) ? await findTenant(needs.database, tenantId) : null;
    if (tenant === null) throw new Refusal('not-found', 'There is no tenant with this id.');
    if (await isOperator(needs.database, email))
      throw new Refusal(
        'forbidden',
        'An operator cannot be invited by an operator. Invite somebody of the tenant.',
      );
    const caller: Caller = { ...who, tenantId: tenant.id, role: 'operator' };
    return needs.invitations.invite(caller, { email, role: 'owner' }, from);
  };
}
