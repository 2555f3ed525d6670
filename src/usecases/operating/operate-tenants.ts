// What operators do over all tenants, from the console or by commands: list and make them, switch them on and off, set prices and
// pages, put credits in or correct them. Each change and its two audit entries, one on the tenant's trail and one on the service's,
// are one transaction.
import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction } from '../../domain/activity/audit-actions.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ProductCode } from '../../domain/wallet/pricing.ts';
import type { Actor } from '../../storage/activity/audit.ts';
import { listSpending } from '../../storage/activity/spending.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import {
  findTenant,
  insertTenant,
  listAllTenants,
  listOrigins,
  setOrigins,
  setRetention,
  setTenantEnabled,
  type Tenant,
} from '../../storage/people/tenants.ts';
import { listProducts, type Product, setPrice } from '../../storage/wallet/prices.ts';
import { auditOperator } from '../audited-change.ts';
import { type FundsRequest, moveFunds } from './operate-in-tenant.ts';

/** Someone who may run commands on the machine; the service cannot know who. */
export const COMMAND_LINE: Actor = { kind: 'operator', id: null, address: 'command line' };

type Facts = Record<string, unknown>;

export type Operator = ReturnType<typeof createOperator>;

/** `spentCredits`: in the last 30 days, today included. */
type SpendingTenant = Tenant & { spentCredits: number };

export type TenantPrice = { productCode: ProductCode; credits: number };

export function createOperator(needs: { database: Database; newDataKey: (tenantId: string) => Buffer }) {
  const { database, newDataKey } = needs;

  return {
    async listTenants(): Promise<SpendingTenant[]> {
      const [tenants, spent] = await Promise.all([listAllTenants(database), listSpending(database)]);
      return tenants.map((tenant) => ({ ...tenant, spentCredits: spent.get(tenant.id) ?? 0 }));
    },

    async createTenant(actor: Actor, name: string): Promise<Tenant> {
      const id = randomUUIDv7();
      await database.transaction(async (tx) => {
        await insertTenant(tx, { id, name, dataKey: newDataKey(id) });
        await note(tx, actor, id, 'tenant-created', { after: { name } });
      });
      return needTenant(database, id);
    },

    setEnabled: (actor: Actor, tenantId: string, isEnabled: boolean) =>
      database.transaction(async (tx) => {
        const before = await needTenant(tx, tenantId);
        if (before.isEnabled === isEnabled) return before;
        await setTenantEnabled(tx, before.id, isEnabled);
        const action = isEnabled ? 'tenant-enabled' : 'tenant-disabled';
        await note(tx, actor, before.id, action, {
          before: { isEnabled: before.isEnabled },
          after: { isEnabled },
        });
        return { ...before, isEnabled };
      }),

    async listPrices(tenantId: string): Promise<Product[]> {
      const { id } = await needTenant(database, tenantId);
      return listProducts(database, id);
    },

    setPrices: (actor: Actor, tenantId: string, prices: TenantPrice[]) =>
      database.transaction(async (tx) => {
        const { id } = await needTenant(tx, tenantId);
        const before = new Map((await listProducts(tx, id)).map(({ code, credits }) => [code, credits]));
        const changed = prices.filter(({ productCode, credits }) => before.get(productCode) !== credits);
        for (const { productCode, credits } of changed) await setPrice(tx, id, productCode, credits);
        if (changed.length > 0) {
          const was = changed.map(({ productCode }) => [productCode, before.get(productCode)]);
          const is = changed.map(({ productCode, credits }) => [productCode, credits]);
          await note(tx, actor, id, 'prices-changed', {
            before: Object.fromEntries(was),
            after: Object.fromEntries(is),
          });
        }
        return listProducts(tx, id);
      }),

    /** The pages whose device sessions count for the tenant. */
    setOrigins: (actor: Actor, tenantId: string, allowedOrigins: string[]) =>
      database.transaction(async (tx) => {
        const { id } = await needTenant(tx, tenantId);
        const before = { allowedOrigins: await listOrigins(tx, id) };
        await setOrigins(tx, id, allowedOrigins);
        await note(tx, actor, id, 'origins-changed', { before, after: { allowedOrigins } });
      }),

    /** For how many days the personal parts of the tenant's reports are kept, from when each was made. */
    setRetention: (actor: Actor, tenantId: string, retentionDays: number) =>
      database.transaction(async (tx) => {
        const before = await needTenant(tx, tenantId);
        if (before.retentionDays === retentionDays) return before;
        await setRetention(tx, before.id, retentionDays);
        await note(tx, actor, before.id, 'retention-changed', {
          before: { retentionDays: before.retentionDays },
          after: { retentionDays },
        });
        return { ...before, retentionDays };
      }),

    /** The same reference again moves nothing, and makes no second entry. */
    moveFunds: (actor: Actor, tenantId: string, given: FundsRequest) =>
      database.transaction(async (tx) => {
        const { id } = await needTenant(tx, tenantId);
        const funded = await moveFunds(tx, id, { ...given, personId: actor.id });
        const { kind, amount, reference } = given;
        const action = kind === 'top-up' ? 'wallet-topped-up' : 'wallet-adjusted';
        if (!funded.isRepeated) await note(tx, actor, id, action, { after: { amount, reference } });
        return funded;
      }),
  };
}

async function needTenant(db: Queryable, tenantId: string): Promise<Tenant> {
  const tenant = isUuid(tenantId) ? await findTenant(db, tenantId) : null;
  if (tenant === null) throw new Refusal('not-found', 'There is no tenant with this id.');
  return tenant;
}

function note(
  tx: Queryable,
  actor: Actor,
  tenantId: string,
  action: AuditAction,
  facts: { before?: Facts; after: Facts },
): Promise<void> {
  return auditOperator(tx, actor, tenantId, { action, object: { kind: 'tenant', id: tenantId }, ...facts });
}
