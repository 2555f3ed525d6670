// What operators do to tenants, over the API or by commands: make, switch off and on, set prices and pages, move credits, invite the
// first owner. Each is an entry of that tenant's audit trail. What is in a report is not theirs to see.
import { isUuid } from '../domain/ids.ts';
import type { ProductCode } from '../domain/pricing.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Actor, appendAudit } from '../storage/audit.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { listProducts, type Product, setPrice } from '../storage/prices.ts';
import {
  findTenant,
  listAllTenants,
  listOrigins,
  setOrigins,
  setTenantEnabled,
  type Tenant,
} from '../storage/tenants.ts';
import type { Caller, Identified } from './identify-caller.ts';
import type { Members } from './members.ts';
import type { createCreateTenant, createMoveFunds, Funded, FundsRequest } from './operate.ts';
import type { From } from './sessions.ts';

/** Whoever may run commands on the machine: who that is, the service cannot know. */
export const COMMAND_LINE: Actor = { kind: 'operator', id: null, address: 'command line' };

export function createOperateTenants(needs: {
  database: Database;
  createTenant: ReturnType<typeof createCreateTenant>;
  moveFunds: ReturnType<typeof createMoveFunds>;
}) {
  const { database } = needs;

  const tenantOf = (tenantId: string): Promise<Tenant> => findTenantOf(database, tenantId);
  const note = (
    db: Queryable,
    actor: Actor,
    tenantId: string,
    action: string,
    facts: { before: Record<string, unknown>; after: Record<string, unknown> },
  ): Promise<void> =>
    appendAudit(db, { tenantId, actor, action, object: { kind: 'tenant', id: tenantId }, ...facts });

  return {
    list: (): Promise<Tenant[]> => listAllTenants(database),
    create: needs.createTenant,

    async setEnabled(actor: Actor, tenantId: string, isEnabled: boolean): Promise<void> {
      const tenant = await tenantOf(tenantId);
      const before = { isEnabled: tenant.isEnabled };
      await database.transaction(async (tx) => {
        await setTenantEnabled(tx, tenant.id, isEnabled);
        await note(tx, actor, tenant.id, 'tenant-changed', { before, after: { isEnabled } });
      });
    },

    /** The pages whose device sessions count for the tenant. */
    async setOrigins(actor: Actor, tenantId: string, allowedOrigins: string[]): Promise<void> {
      const tenant = await tenantOf(tenantId);
      await database.transaction(async (tx) => {
        const before = { allowedOrigins: await listOrigins(tx, tenant.id) };
        await setOrigins(tx, tenant.id, allowedOrigins);
        await note(tx, actor, tenant.id, 'tenant-changed', { before, after: { allowedOrigins } });
      });
    },

    listProducts: async (tenantId: string): Promise<Product[]> =>
      listProducts(database, (await tenantOf(tenantId)).id),

    async setPrice(actor: Actor, tenantId: string, code: ProductCode, credits: number): Promise<void> {
      const tenant = await tenantOf(tenantId);
      const before = (await listProducts(database, tenant.id)).find((product) => product.code === code);
      const facts = { before: { code, credits: before?.credits ?? null }, after: { code, credits } };
      await database.transaction(async (tx) => {
        await setPrice(tx, tenant.id, code, credits);
        await note(tx, actor, tenant.id, 'price-changed', facts);
      });
    },

    /** Idempotent by the reference: the same one again moves nothing. */
    moveFunds: async (actor: Actor, tenantId: string, given: FundsRequest): Promise<Funded> =>
      needs.moveFunds(actor, (await tenantOf(tenantId)).id, given),
  };
}

export type OperateTenants = ReturnType<typeof createOperateTenants>;

export function createInviteOwner(needs: { database: Database; members: Members }) {
  return async (who: Identified, tenantId: string, email: string, from: From) => {
    const tenant = await findTenantOf(needs.database, tenantId);
    const caller: Caller = { ...who, tenantId: tenant.id, role: 'operator' };
    return needs.members.invite(caller, { email, role: 'owner' }, from);
  };
}

export type InviteOwner = ReturnType<typeof createInviteOwner>;

async function findTenantOf(database: Database, tenantId: string): Promise<Tenant> {
  const tenant = isUuid(tenantId) ? await findTenant(database, tenantId.toLowerCase()) : null;
  if (tenant === null) throw new Refusal('not-found', 'There is no tenant with this id.');
  return tenant;
}
