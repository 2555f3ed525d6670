// What the person behind a call may learn and choose: their tenants, and the one that they work in.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Queryable } from '../../storage/connection/database.ts';
import { listTenants, type TenantListItem, touchMembership } from '../../storage/tenants.ts';
import type { Identified } from '../caller.ts';

export function createListMyTenants(needs: { database: Queryable }) {
  return async (
    caller: Identified,
    page: { size: number; token: string | null },
  ): Promise<{ items: TenantListItem[]; total: number; token: string | null }> => {
    const afterId = page.token === null ? null : fromToken(page.token);
    // A credential belongs to one tenant, so its token sees that one alone; a person sees all of theirs.
    const whose = { personId: caller.person.id, onlyTenantId: caller.boundTenantId };
    const { items, total, nextAfterId } = await listTenants(needs.database, whose, {
      size: page.size,
      afterId,
    });
    return { items, total, token: nextAfterId === null ? null : toToken(nextAfterId) };
  };
}

export function createSelectTenant(needs: { database: Queryable }) {
  return async (caller: Identified, tenantId: string): Promise<{ id: string; name: string }> => {
    const { boundTenantId } = caller;
    const isReachable = isUuid(tenantId) && (boundTenantId === null || tenantId === boundTenantId);
    const tenant = isReachable ? await touchMembership(needs.database, caller.person.id, tenantId) : null;
    if (tenant === null) throw new Refusal('forbidden', 'You do not have access to this tenant.');
    return tenant;
  };
}

function toToken(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function fromToken(token: string): string {
  const id = Buffer.from(token, 'base64url').toString('utf8');
  if (!isUuid(id)) {
    throw new Refusal('validation-error', 'The pageToken is not one that this service answered.', {
      details: [{ path: '/pageToken', message: 'use the token of the previous page as it came' }],
    });
  }
  return id;
}
