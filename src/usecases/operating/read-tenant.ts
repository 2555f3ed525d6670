// What an operator sees of one tenant: its wallet, settings, prices, members, open invitations, and what it spent in 30 days. Nothing of its
// reports.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { type Invitation, listInvitations, listMembers, type Member } from '../../storage/people/members.ts';
import { findTenant, listOrigins, type Tenant } from '../../storage/people/tenants.ts';
import { listProducts, type Product } from '../../storage/wallet/prices.ts';
import type { Figures, ReadStats } from '../activity/read-stats.ts';

export type TenantDetail = Tenant & {
  allowedOrigins: string[];
  prices: Product[];
  members: Pick<Member, 'personId' | 'firstName' | 'lastName' | 'email' | 'role' | 'lastAccessedAt'>[];
  invitations: Pick<Invitation, 'id' | 'email' | 'role' | 'createdAt' | 'expiresAt'>[];
  /** Of the last 30 days, today included. */
  spend: Figures['spend'];
};
export type ReadTenant = (tenantId: string) => Promise<TenantDetail>;

export function createReadTenant(needs: { database: Queryable; readStats: ReadStats }): ReadTenant {
  const { database, readStats } = needs;
  return async (tenantId) => {
    const tenant = isUuid(tenantId) ? await findTenant(database, tenantId) : null;
    if (tenant === null) throw new Refusal('not-found', 'There is no tenant with this id.');
    const [allowedOrigins, prices, members, invitations, stats] = await Promise.all([
      listOrigins(database, tenant.id),
      listProducts(database, tenant.id),
      listMembers(database, tenant.id),
      listInvitations(database, tenant.id),
      readStats(tenant.id, { from: null, to: null, step: 'day', test: false }),
    ]);
    return {
      ...tenant,
      allowedOrigins,
      prices,
      members: members.map(({ personId, firstName, lastName, email, role, lastAccessedAt }) => ({
        personId,
        firstName,
        lastName,
        email,
        role,
        lastAccessedAt,
      })),
      invitations: invitations.map(({ id, email, role, createdAt, expiresAt }) => ({
        id,
        email,
        role,
        createdAt,
        expiresAt,
      })),
      spend: stats.sum.spend,
    };
  };
}
