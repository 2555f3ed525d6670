// The tenants of the person behind a call, and the one that they select to work in.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { listTenants, type TenantListItem, touchMembership } from '../../storage/people/tenants.ts';
import type { Identified } from '../caller.ts';
import { idIn, type Page, type Paged, toToken } from '../page.ts';

export type ListMyTenants = (
  caller: Identified,
  page: Page,
) => Promise<Paged<TenantListItem> & { total: number }>;

export function createListMyTenants(needs: { database: Queryable }): ListMyTenants {
  return async (caller, page) => {
    const afterId = idIn(page.token);
    // A credential belongs to one tenant, so its token sees that one alone; a person sees all of theirs.
    const whose = { personId: caller.person.id, onlyTenantId: caller.boundTenantId };
    const { items, total, nextAfterId } = await listTenants(needs.database, whose, {
      size: page.size,
      afterId,
    });
    return { items, total, token: nextAfterId === null ? null : toToken(nextAfterId) };
  };
}

export type SelectTenant = (caller: Identified, tenantId: string) => Promise<{ id: string; name: string }>;

export function createSelectTenant(needs: { database: Queryable }): SelectTenant {
  return async (caller, tenantId) => {
    const { boundTenantId } = caller;
    const isReachable = isUuid(tenantId) && (boundTenantId === null || tenantId === boundTenantId);
    const tenant = isReachable ? await touchMembership(needs.database, caller.person.id, tenantId) : null;
    if (tenant === null) throw new Refusal('forbidden', 'You do not have access to this tenant.');
    return tenant;
  };
}
