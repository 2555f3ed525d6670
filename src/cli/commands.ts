// The operators' commands, one list: tenants, people, credentials, wallets, prices, the ledger and the signing keys.
import { isUuid } from '../domain/ids.ts';
import { isPermission, isRole, PERMISSIONS, ROLES } from '../domain/permissions.ts';
import { isProductCode, PRODUCT_CODES } from '../domain/pricing.ts';
import { SERVICE_TRAIL } from '../storage/audit.ts';
import type { Product } from '../storage/prices.ts';
import type { Tenant } from '../storage/tenants.ts';
import type { VerifyAudit } from '../usecases/audit.ts';
import type {
  createAddPerson,
  createCreateCredential,
  createCreateTenant,
  createMoveFunds,
} from '../usecases/operate.ts';
import type { SigningKeyRotation } from '../usecases/rotate-signing-key.ts';
import type { VerifyLedger } from '../usecases/verify-ledger.ts';
import { type Command, CommandRefused, type Output, optional, readCredits, required } from './command.ts';

const CREDITS_MAX = 1_000_000_000_000;
const PRICE_MAX = 1_000_000_000;

export type Tools = {
  createTenant: ReturnType<typeof createCreateTenant>;
  listAllTenants: () => Promise<Tenant[]>;
  findTenant: (tenantId: string) => Promise<Tenant | null>;
  setTenantEnabled: (tenantId: string, isEnabled: boolean) => Promise<boolean>;
  addPerson: ReturnType<typeof createAddPerson>;
  createCredential: ReturnType<typeof createCreateCredential>;
  revokeCredential: (clientId: string) => Promise<boolean>;
  moveFunds: ReturnType<typeof createMoveFunds>;
  listProducts: (tenantId: string) => Promise<Product[]>;
  setPrice: (tenantId: string, product: Product['code'], credits: number) => Promise<boolean>;
  verifyLedger: VerifyLedger;
  verifyAudit: VerifyAudit;
  setOperator: (email: string, isOperator: boolean) => Promise<boolean>;
  rotateSigningKey: SigningKeyRotation;
};

export const COMMANDS: Command<Tools>[] = [
  {
    name: 'tenants list',
    operands: [],
    options: [],
    help: 'Every tenant, with its balance.',
    run: async (tools) => ({ rows: await tools.listAllTenants() }),
  },
  {
    name: 'tenants create',
    operands: [],
    options: [required('name', 'what people call it')],
    help: 'Make a tenant with an empty wallet.',
    run: async (tools, { options }) => {
      const tenant = await tools.createTenant(options.name ?? '');
      return { say: `Made the tenant ${tenant.id}.`, data: tenant };
    },
  },
  enabling('tenants disable', false, 'Refuse all calls on a tenant.'),
  enabling('tenants enable', true, 'Take calls on a tenant again.'),
  {
    name: 'people add',
    operands: [],
    options: [
      required('tenant', 'the id of the tenant'),
      required('email', 'e-mail address'),
      required('first-name', 'first name'),
      required('last-name', 'last name'),
      optional('role', `one of ${ROLES.join(', ')}; owner by default`),
    ],
    help: 'Add a person to a tenant. The password is shown once.',
    run: async (tools, { options }) => {
      const tenant = await needTenant(tools, options.tenant);
      const { email = '', role = 'owner' } = options;
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandRefused('--email must be an e-mail address.');
      if (!isRole(role)) throw new CommandRefused(`--role must be one of ${ROLES.join(', ')}.`);
      const names = { firstName: options['first-name'] ?? '', lastName: options['last-name'] ?? '' };
      const person = await tools.addPerson({ tenantId: tenant.id, email, role, ...names });
      const password =
        person.password === null ? 'They were known already.' : `Password, shown once: ${person.password}`;
      return { say: `Added ${email} to ${tenant.name}. ${password}`, data: person };
    },
  },
  operating('people make-operator', true, 'Let a person operate the service: all tenants, prices, credits.'),
  operating('people unmake-operator', false, 'A person operates the service no longer.'),
  {
    name: 'credentials create',
    operands: [],
    options: [
      required('tenant', 'the id of the tenant'),
      required('owner', "the owner's e-mail address"),
      required('name', 'what it is for'),
      optional('scopes', `from ${PERMISSIONS.join(',')}; all by default`),
    ],
    help: 'Make an API credential. The secret is shown once.',
    run: async (tools, { options }) => {
      const tenant = await needTenant(tools, options.tenant);
      const scopes = options.scopes?.split(',').map((scope) => scope.trim()) ?? [...PERMISSIONS];
      if (!scopes.every(isPermission))
        throw new CommandRefused(`--scopes must come from ${PERMISSIONS.join(',')}.`);
      const { owner: ownerEmail = '', name = '' } = options;
      const made = await tools.createCredential({ tenantId: tenant.id, ownerEmail, name, scopes });
      return {
        say: `client id  ${made.clientId}\nsecret     ${made.clientSecret}   (shown once)`,
        data: made,
      };
    },
  },
  {
    name: 'credentials revoke',
    operands: ['<client-id>'],
    options: [],
    help: 'Stop a credential: no new tokens, and live ones are refused within 5 seconds.',
    run: async (tools, { operands: [clientId = ''] }) => {
      const isDone = await tools.revokeCredential(clientId);
      if (!isDone) throw new CommandRefused(`There is no live credential with the client id ${clientId}.`);
      return { say: `The credential ${clientId} is revoked.`, data: { clientId, revoked: true } };
    },
  },
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
      await tools.setPrice(tenant.id, product, credits);
      return { say: `${tenant.name} pays ${credits} credits for ${product}.`, data: { product, credits } };
    },
  },
  {
    name: 'ledger verify',
    operands: [],
    options: [optional('tenant', 'one tenant only; all by default')],
    help: 'Prove the books: chain, balances, holds, reports. Exit code 1 when anything is wrong.',
    run: (tools, { options }) =>
      verify(tools, options.tenant, tools.verifyLedger, { more: [], words: 'The books are not true.' }),
  },
  {
    name: 'audit verify',
    operands: [],
    options: [optional('tenant', 'one tenant only; all and the service itself by default')],
    help: 'Prove the audit trails: every entry as it was written, none missing. Exit code 1 when anything is wrong.',
    run: (tools, { options }) =>
      verify(tools, options.tenant, tools.verifyAudit, {
        more: [SERVICE_TRAIL],
        words: 'An audit trail is not true.',
      }),
  },
  {
    name: 'keys rotate',
    operands: [],
    options: [],
    help: 'Make a new key for signing tokens. Tokens signed by the old one go on working until they expire.',
    run: async (tools) => {
      const { kid, activeInSeconds } = await tools.rotateSigningKey();
      return {
        say: `The new signing key ${kid} is in use in ${activeInSeconds} seconds.`,
        data: { kid, activeInSeconds },
      };
    },
  },
];

/** The books or a trail are not true: printed like any other answer, and the exit code says so. */
export class LedgerBroken extends Error {
  readonly output: Output;
  constructor(output: Output, message: string) {
    super(message);
    this.output = output;
  }
}

/** Proves what each tenant has, or one of them; `more` are proven too when all are. */
async function verify(
  tools: Tools,
  tenantId: string | undefined,
  prove: VerifyLedger | VerifyAudit,
  wrong: { more: string[]; words: string },
): Promise<Output> {
  const tenants = tenantId === undefined ? await tools.listAllTenants() : [await needTenant(tools, tenantId)];
  const ids = [...tenants.map(({ id }) => id), ...(tenantId === undefined ? wrong.more : [])];
  const rows: { tenant: string; entries: number; problem: string }[] = [];
  for (const id of ids) {
    const { entries, problems } = await prove(id);
    if (problems.length === 0) rows.push({ tenant: id, entries, problem: 'none' });
    for (const problem of problems) rows.push({ tenant: id, entries, problem });
  }
  if (rows.some(({ problem }) => problem !== 'none')) throw new LedgerBroken({ rows }, wrong.words);
  return { rows };
}

function operating(name: string, isOperator: boolean, help: string): Command<Tools> {
  return {
    name,
    operands: ['<email>'],
    options: [],
    help,
    run: async (tools, { operands: [email = ''] }) => {
      if (!(await tools.setOperator(email, isOperator)))
        throw new CommandRefused('There is no person with this e-mail address. Add them first.');
      const said = isOperator ? 'operates the service now' : 'operates the service no longer';
      return { say: `${email} ${said}.`, data: { email, isOperator } };
    },
  };
}

function enabling(name: string, isEnabled: boolean, help: string): Command<Tools> {
  return {
    name,
    operands: ['<tenant-id>'],
    options: [],
    help,
    run: async (tools, { operands }) => {
      const { id } = await needTenant(tools, operands[0]);
      await tools.setTenantEnabled(id, isEnabled);
      return { say: `The tenant ${id} is ${isEnabled ? 'enabled' : 'disabled'}.`, data: { id, isEnabled } };
    },
  };
}

function funds(name: string, kind: 'top-up' | 'adjustment', help: string): Command<Tools> {
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
      const { isRepeated, balance } = await tools.moveFunds({ kind, tenantId, amount, reference, reason });
      const done = isRepeated
        ? `The reference ${reference} was booked before; nothing was moved.`
        : `Booked ${amount} credits.`;
      return { say: `${done} Balance: ${balance} credits.`, data: { isRepeated, balance } };
    },
  };
}

async function needTenant(tools: Tools, tenantId: string | undefined): Promise<Tenant> {
  const tenant = tenantId !== undefined && isUuid(tenantId) ? await tools.findTenant(tenantId) : null;
  if (tenant === null)
    throw new CommandRefused('There is no tenant with this id. See: npm run trefoil -- tenants list');
  return tenant;
}
