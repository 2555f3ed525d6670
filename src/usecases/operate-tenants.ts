// What operators do to tenants over the API: make, switch off and on, set prices, move credits, invite the first owner. Each is
// an entry of that tenant's audit trail. What is in a report is not theirs to see.
import { isUuid } from '../domain/ids.ts';
import type { ProductCode } from '../domain/pricing.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Actor, appendAudit } from '../storage/audit.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { listProducts, type Product, setPrice } from '../storage/prices.ts';
import { findTenant, listAllTenants, setTenantEnabled, type Tenant } from '../storage/tenants.ts';
import type { Caller, Identified } from './identify-caller.ts';
import type { Members } from './members.ts';
import type { createCreateTenant, createMoveFunds, Funded } from './operate.ts';
import type { From } from './sessions.ts';

export type FundsRequest = {
  kind: 'top-up' | 'adjustment';
  amount: number;
  reference: string;
  reason: string;
};

export function createOperateTenants(needs: {
  database: Database;
  members: Members;
  createTenant: ReturnType<typeof createCreateTenant>;
  moveFunds: ReturnType<typeof createMoveFunds>;
}) {
  const { database } = needs;

  const tenantOf = async (tenantId: string): Promise<Tenant> => {
    const tenant = isUuid(tenantId) ? await findTenant(database, tenantId.toLowerCase()) : null;
    if (tenant === null) throw new Refusal('not-found', 'There is no tenant with this id.');
    return tenant;
  };
  const note = (
    db: Queryable,
    who: Identified,
    from: From,
    tenantId: string,
    action: string,
    facts: { before?: Record<string, unknown>; after: Record<string, unknown> },
  ): Promise<void> => {
    const actor: Actor = { kind: 'operator', id: who.person.id, address: from.address };
    return appendAudit(db, { tenantId, actor, action, object: { kind: 'tenant', id: tenantId }, ...facts });
  };

  return {
    list: (): Promise<Tenant[]> => listAllTenants(database),

    async create(who: Identified, name: string, from: From): Promise<{ id: string; name: string }> {
      const made = await needs.createTenant(name);
      await note(database, who, from, made.id, 'tenant-created', { after: { name } });
      return made;
    },

    async setEnabled(who: Identified, tenantId: string, isEnabled: boolean, from: From): Promise<void> {
      const tenant = await tenantOf(tenantId);
      const before = { isEnabled: tenant.isEnabled };
      await database.transaction(async (tx) => {
        await setTenantEnabled(tx, tenant.id, isEnabled);
        await note(tx, who, from, tenant.id, 'tenant-changed', { before, after: { isEnabled } });
      });
    },

    listProducts: async (tenantId: string): Promise<Product[]> =>
      listProducts(database, (await tenantOf(tenantId)).id),

    async setPrice(
      who: Identified,
      tenantId: string,
      code: ProductCode,
      credits: number,
      from: From,
    ): Promise<void> {
      const tenant = await tenantOf(tenantId);
      const before = (await listProducts(database, tenant.id)).find((product) => product.code === code);
      const facts = { before: { code, credits: before?.credits ?? null }, after: { code, credits } };
      await database.transaction(async (tx) => {
        await setPrice(tx, tenant.id, code, credits);
        await note(tx, who, from, tenant.id, 'price-changed', facts);
      });
    },

    /** Idempotent by the reference: the same one again moves nothing. */
    async moveFunds(who: Identified, tenantId: string, given: FundsRequest, from: From): Promise<Funded> {
      const tenant = await tenantOf(tenantId);
      const funded = await needs.moveFunds({ ...given, tenantId: tenant.id });
      const { kind, amount, reference } = given;
      if (!funded.isRepeated)
        await note(database, who, from, tenant.id, 'credits-moved', { after: { kind, amount, reference } });
      return funded;
    },

    async inviteOwner(who: Identified, tenantId: string, email: string, from: From) {
      const tenant = await tenantOf(tenantId);
      const caller: Caller = { ...who, tenantId: tenant.id, role: 'operator' };
      return needs.members.invite(caller, { email, role: 'owner' }, from);
    },
  };
}

export type OperateTenants = ReturnType<typeof createOperateTenants>;
