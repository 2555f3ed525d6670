// The cards that a tenant keeps, what is charged to one by itself, and whom invoices are made out to.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Invoice, Party } from '../../domain/wallet/invoice.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import {
  type AutomaticTopUpRow,
  findAutomatic,
  setAutomatic,
  switchOff,
} from '../../storage/wallet/automatic-top-ups.ts';
import {
  findBillingDetails,
  findInvoice,
  listInvoices,
  setBillingDetails,
} from '../../storage/wallet/invoices.ts';
import {
  findMethod,
  listCopies,
  listMethods,
  type PaymentMethod,
  removeMethod,
} from '../../storage/wallet/payment-methods.ts';
import { makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import { cutPage, type Page, type Paged } from '../page.ts';
import { cursorIn, needProvider, notAnswered } from './payments.ts';

type AutomaticRequest = { isOn: boolean; threshold: number; credits: number; paymentMethodId: string };

export type WaysToPay = ReturnType<typeof createWaysToPay>;

export function createWaysToPay(needs: { database: Database; provider: PaymentProvider | null }) {
  const { database, provider } = needs;

  async function needMethod(tenantId: string, id: string): Promise<PaymentMethod> {
    const asked = needProvider(provider);
    const method = isUuid(id) ? await findMethod(database, tenantId, asked.id, id) : null;
    if (method === null) throw new Refusal('not-found', 'There is no card with this id.');
    return method;
  }

  return {
    listMethods: async (tenantId: string) =>
      provider === null ? [] : listMethods(database, tenantId, provider.id),

    async removeMethod(caller: Caller, id: string, from: From): Promise<void> {
      const { tenantId } = caller;
      const method = await needMethod(tenantId, id);
      const asked = needProvider(provider);
      for (const reference of await listCopies(database, tenantId, asked.id, method.id)) {
        const removed = await asked.removeCard(reference);
        if (removed.kind === 'unanswered') throw notAnswered();
      }
      const object = { kind: 'payment-method', id };
      await makeAudited(database, { caller, from, action: 'card-removed', object }, async (tx) => {
        await removeMethod(tx, tenantId, id);
        const automatic = await findAutomatic(tx, tenantId);
        if (automatic?.methodId === id) await switchOff(tx, tenantId, 'card-removed');
        return { result: null, before: { last4: method.last4 } };
      });
    },

    /** Null where it was never set. */
    readAutomatic: (tenantId: string) => findAutomatic(database, tenantId),

    async setAutomatic(caller: Caller, to: AutomaticRequest, from: From): Promise<AutomaticTopUpRow> {
      const { tenantId } = caller;
      const method = await needMethod(tenantId, to.paymentMethodId);
      const object = { kind: 'tenant', id: tenantId };
      const { isOn, threshold, credits } = to;
      const by = { caller, from, action: 'automatic-top-up-changed' as const, object };
      return makeAudited(database, by, async (tx) => {
        const before = await findAutomatic(tx, tenantId);
        await setAutomatic(tx, tenantId, { isOn, threshold, credits, methodId: method.id });
        const result = await findAutomatic(tx, tenantId);
        if (result === null) throw new Error('what was set is there');
        return { result, ...(before !== null && { before: factsOf(before) }), after: factsOf(result) };
      });
    },

    readDetails: (tenantId: string) => findBillingDetails(database, tenantId),

    setDetails(caller: Caller, to: Party, from: From): Promise<Party> {
      const { tenantId } = caller;
      const object = { kind: 'tenant', id: tenantId };
      return makeAudited(
        database,
        { caller, from, action: 'billing-details-changed', object },
        async (tx) => {
          const before = await findBillingDetails(tx, tenantId);
          await setBillingDetails(tx, tenantId, to);
          return { result: to, ...(before !== null && { before }), after: to };
        },
      );
    },

    async listInvoices(tenantId: string, { size, token }: Page): Promise<Paged<Invoice>> {
      const before = token === null ? null : cursorIn(token);
      const rows = await listInvoices(database, tenantId, before, size + 1);
      return cutPage(rows, size, ({ issuedAt, id }) => `${issuedAt.toISOString()} ${id}`);
    },

    async readInvoice(tenantId: string, id: string): Promise<Invoice> {
      const invoice = isUuid(id) ? await findInvoice(database, tenantId, id) : null;
      if (invoice === null) throw new Refusal('not-found', 'There is no invoice with this id.');
      return invoice;
    },
  };
}

function factsOf({ isOn, threshold, credits, methodId }: AutomaticTopUpRow) {
  return { isOn, threshold, credits, paymentMethodId: methodId };
}
