// The operators' commands for money: a tenant's balance, top-ups and corrections, and prices.
import { isProductCode, PRODUCT_CODES } from '../domain/wallet/pricing.ts';
import type { Tenant } from '../storage/people/tenants.ts';
import type { Product } from '../storage/wallet/prices.ts';
import { COMMAND_LINE, type Operator } from '../usecases/operating/operate-tenants.ts';
import { type Command, CommandRefused, readCredits, required } from './command.ts';
import { needTenant } from './need-tenant.ts';
import { inLine } from './terminal.ts';

const CREDITS_MAX = 1_000_000_000_000;
const PRICE_MAX = 1_000_000_000;

export type WalletTools = {
  findTenant: (tenantId: string) => Promise<Tenant | null>;
  tenants: Operator;
  listProducts: (tenantId: string) => Promise<Product[]>;
};

export const WALLET_COMMANDS: Command<WalletTools>[] = [
  {
    name: 'wallet show',
    operands: ['<tenant-id>'],
    options: [],
    help: 'The balance of a tenant.',
    run: async (tools, { operands }) => {
      const { id, name, balance, held } = await needTenant(tools, operands[0]);
      return { rows: [{ id, name, balance, held, pounds: (balance / 1000).toFixed(3) }] };
    },
  },
  funds('wallet top-up', 'top-up', 'Put credits in. The same reference again moves nothing.'),
  funds(
    'wallet adjust',
    'adjustment',
    'Correct a wallet, up or down (--amount=-50). Idempotent by the reference too.',
  ),
  {
    name: 'prices list',
    operands: ['<tenant-id>'],
    options: [],
    help: 'What a tenant pays.',
    run: async (tools, { operands }) => ({
      rows: await tools.listProducts((await needTenant(tools, operands[0])).id),
    }),
  },
  {
    name: 'prices set',
    operands: ['<tenant-id>'],
    options: [required('product', `one of ${PRODUCT_CODES.join(', ')}`), required('credits', 'the price')],
    help: "Set a tenant's own price. In force everywhere within 5 seconds.",
    run: async (tools, { operands, options }) => {
      const tenant = await needTenant(tools, operands[0]);
      const product = options.product ?? '';
      if (!isProductCode(product))
        throw new CommandRefused(`--product must be one of ${PRODUCT_CODES.join(', ')}.`);
      const credits = readCredits(options.credits, 'credits', { min: 0, max: PRICE_MAX });
      await tools.tenants.setPrices(COMMAND_LINE, tenant.id, [{ productCode: product, credits }]);
      return {
        say: `${inLine(tenant.name)} pays ${credits} credits for ${product}.`,
        data: { product, credits },
      };
    },
  },
];

function funds(name: string, kind: 'top-up' | 'adjustment', help: string): Command<WalletTools> {
  return {
    name,
    operands: ['<tenant-id>'],
    options: [
      required('amount', 'credits; 1000 credits are one pound'),
      required('reference', 'your own, such as an invoice number'),
      required('reason', 'for the statement'),
    ],
    help,
    run: async (tools, { operands, options }) => {
      const { id: tenantId } = await needTenant(tools, operands[0]);
      const min = kind === 'top-up' ? 1 : -CREDITS_MAX;
      const amount = readCredits(options.amount, 'amount', { min, max: CREDITS_MAX });
      if (amount === 0) throw new CommandRefused('--amount must not be zero.');
      const { reference = '', reason = '' } = options;
      if (reference.length > 200) throw new CommandRefused('--reference must have at most 200 characters.');
      const given = { kind, amount, reference, reason };
      const { isRepeated, balance } = await tools.tenants.moveFunds(COMMAND_LINE, tenantId, given);
      const done = isRepeated
        ? `The reference ${reference} was booked before; nothing was moved.`
        : `Booked ${amount} credits.`;
      return { say: `${done} Balance: ${balance} credits.`, data: { isRepeated, balance } };
    },
  };
}
