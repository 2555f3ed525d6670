// The operators' commands, one list: tenants, people, credentials, wallets, prices, the ledger and the signing keys.
import { isRole, ROLES } from '../domain/people/permissions.ts';
import { RETENTION_DAYS_MAX, RETENTION_DAYS_MIN } from '../domain/reports/retention.ts';
import { SERVICE_TRAIL } from '../storage/activity/audit.ts';
import type { Tenant } from '../storage/people/tenants.ts';
import type { VerifyAudit } from '../usecases/activity/read-audit.ts';
import type { VerifyConsents } from '../usecases/hosted/verify-consents.ts';
import type { AddPerson } from '../usecases/operating/operate-in-tenant.ts';
import type { OperateService } from '../usecases/operating/operate-service.ts';
import { COMMAND_LINE } from '../usecases/operating/operate-tenants.ts';
import type { EraseReports } from '../usecases/reports/erase-reports.ts';
import type { VerifyInvoiceNumbers, VerifyLedger } from '../usecases/wallet/verify-ledger.ts';
import {
  type Command,
  CommandFailed,
  CommandRefused,
  type Given,
  type Output,
  optional,
  readWhole,
  required,
} from './command.ts';
import { CREDENTIAL_COMMANDS, type CredentialTools } from './credential-commands.ts';
import { DEVICE_COMMANDS, type DeviceTools } from './device-commands.ts';
import { KEY_COMMANDS } from './key-commands.ts';
import { needTenant } from './need-tenant.ts';
import { inLine } from './terminal.ts';
import { WALLET_COMMANDS, type WalletTools } from './wallet-commands.ts';

export type Tools = CredentialTools &
  DeviceTools &
  WalletTools & {
    service: OperateService;
    listAllTenants: () => Promise<Tenant[]>;
    findTenant: (tenantId: string) => Promise<Tenant | null>;
    addPerson: AddPerson;
    verifyLedger: VerifyLedger;
    verifyInvoiceNumbers: VerifyInvoiceNumbers;
    eraseReports: EraseReports;
    verifyAudit: VerifyAudit;
    verifyConsents: VerifyConsents;
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
    help: 'Create a tenant with an empty wallet.',
    run: async (tools, { options }) => {
      const tenant = await tools.tenants.createTenant(COMMAND_LINE, options.name ?? '');
      return { say: `Made the tenant ${tenant.id}.`, data: tenant };
    },
  },
  enabling('tenants disable', false, 'Refuse all calls on a tenant.'),
  enabling('tenants enable', true, 'Take calls on a tenant again.'),
  {
    name: 'tenants retention',
    operands: ['<tenant-id>'],
    options: [optional('days', `from ${RETENTION_DAYS_MIN} to ${RETENTION_DAYS_MAX}; shown when not given`)],
    help: "For how many days the personal parts of a tenant's reports are kept. Fewer purges older ones within minutes, for good.",
    run: async (tools, { operands, options }) => {
      const { id, retentionDays: before } = await needTenant(tools, operands[0]);
      const range = { min: RETENTION_DAYS_MIN, max: RETENTION_DAYS_MAX, of: 'days' };
      const days = options.days === undefined ? before : readWhole(options.days, 'days', range);
      const { retentionDays } = await tools.tenants.setRetention(COMMAND_LINE, id, days);
      return {
        say: `The reports of the tenant ${id} are kept for ${retentionDays} ${retentionDays === 1 ? 'day' : 'days'}.`,
        data: { id, retentionDays },
      };
    },
  },
  ...DEVICE_COMMANDS,
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
      const person = await tools.addPerson(COMMAND_LINE, { tenantId: tenant.id, email, role, ...names });
      const password =
        person.password === null ? 'They were known already.' : `Password, shown once: ${person.password}`;
      const { ownersTold, ownersNotTold } = person;
      const told = [
        ...(ownersTold.length > 0 ? [`Mailed to the owners: ${ownersTold.join(', ')}.`] : []),
        ...(ownersNotTold.length > 0
          ? [`No mail could be sent (SMTP_URL). Tell the owners: ${ownersNotTold.join(', ')}.`]
          : []),
      ];
      return {
        say: [`Added ${email} to ${inLine(tenant.name)}. ${password}`, ...told].join('\n'),
        data: person,
      };
    },
  },
  operating('people make-operator', true, 'Let a person operate the service: all tenants, prices, credits.'),
  operating('people unmake-operator', false, 'A person operates the service no longer.'),
  {
    name: 'people unlink',
    operands: ['<email>'],
    options: [],
    help: "Forget which account at an external OpenID provider is a person's; their next sign-in there links it anew.",
    run: async (tools, { operands: [email = ''] }) => {
      const issuers = await tools.service.unlinkIdentities(COMMAND_LINE, email);
      if (issuers === null) throw new CommandRefused('There is no person with this e-mail address.');
      const said =
        issuers.length === 0 ? 'was linked to no provider' : `is no longer linked to ${issuers.join(', ')}`;
      return { say: `${email} ${said}.`, data: { email, issuers } };
    },
  },
  ...CREDENTIAL_COMMANDS,
  ...WALLET_COMMANDS,
  {
    name: 'ledger verify',
    operands: [],
    options: [optional('tenant', 'one tenant only; all by default')],
    help: 'Prove the books: chain, balances, holds, reports, payments, invoices. Exit code 1 when anything is wrong, or there is no tenant.',
    run: async (tools, { options }) => {
      const ofAll = options.tenant === undefined ? await tools.verifyInvoiceNumbers() : [];
      return verify(tools, options.tenant, tools.verifyLedger, {
        more: [],
        words: 'The books are not true.',
        ofAll,
      });
    },
  },
  {
    name: 'audit verify',
    operands: [],
    options: [optional('tenant', 'one tenant only; all and the service itself by default')],
    help: 'Prove the audit logs: every entry as it was written, none missing. Exit code 1 when anything is wrong, or there is no tenant.',
    run: (tools, { options }) =>
      verify(tools, options.tenant, tools.verifyAudit, {
        more: [SERVICE_TRAIL],
        words: 'An audit log is not true.',
      }),
  },
  {
    name: 'consents verify',
    operands: [],
    options: [optional('tenant', 'one tenant only; all by default')],
    help: 'Recompute the hashes of every consent given on the hosted page: text, session, record and audit log. Exit code 1 when anything is wrong, or there is no tenant.',
    run: (tools, { options }) =>
      verify(tools, options.tenant, tools.verifyConsents, { more: [], words: 'A consent is not true.' }),
  },
  {
    name: 'reports erase',
    operands: ['<tenant-id>'],
    options: [
      optional('report', 'the id of one report'),
      optional('reference', 'the externalReference of the consumer: all reports under it'),
    ],
    help: 'Erase a consumer: everything personal, at once and for good. Noted in ERASURE_JOURNAL first, where that is set. The books stay true. Give one of the two.',
    run: erase,
  },
  {
    name: 'reports erase-again',
    operands: [],
    options: [],
    help: 'After a restore: erase whoever ERASURE_JOURNAL lists once more. Safe to run twice.',
    run: eraseAgain,
  },
  ...KEY_COMMANDS,
];

async function erase(tools: Tools, { operands, options }: Given): Promise<Output> {
  const { report, reference } = options;
  if ((report === undefined) === (reference === undefined))
    throw new CommandRefused('Give either --report or --reference.');
  const { id: tenantId } = await needTenant(tools, operands[0]);
  const which = report !== undefined ? { reportId: report } : { externalReference: reference ?? '' };
  const { reports, sessions } = await tools.eraseReports.erase(COMMAND_LINE, tenantId, which);
  const before = reports.filter(({ wasErasedBefore }) => wasErasedBefore).length;
  const again = before === 0 ? '' : ` (${before} of them had been before)`;
  const pages = sessions === 0 ? '' : ` and ${counted(sessions, 'session')} of the hosted page`;
  return { say: `Erased: ${counted(reports.length, 'report')}${again}${pages}.`, data: reports };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

async function eraseAgain(tools: Tools): Promise<Output> {
  const counts = await tools.eraseReports.eraseAgain(COMMAND_LINE);
  if (counts === null) throw new CommandRefused('ERASURE_JOURNAL is not set.');
  const { unreadable, ...data } = counts;
  const said = `Of ${data.listed} listed ${data.erased} were erased again; ${data.unknown} are not in this database.`;
  if (unreadable.length === 0) return { say: said, data };
  throw new CommandFailed(
    `${said} Not read: line ${unreadable.join(', ')} of the journal, which is not a time and two ids. A line that was cut off by a full disk stands for an erasure that was refused: remove it, and run this again.`,
  );
}

/** Verification failed: the rows are printed like any other output, and the exit code is 1. */
export class LedgerBroken extends Error {
  readonly output: Output;
  constructor(output: Output, message: string) {
    super(message);
    this.output = output;
  }
}

/** A job that verifies every night must not pass on a wrong or empty database. */
const NO_TENANT =
  'There is nothing to verify: this database has no tenant. Is it the database of the service? If it is new, make a tenant first.';

/** Verifies one tenant, or all tenants and `more`. */
async function verify(
  tools: Tools,
  tenantId: string | undefined,
  prove: VerifyLedger | VerifyAudit | VerifyConsents,
  wrong: { more: string[]; words: string; ofAll?: string[] },
): Promise<Output> {
  const tenants = tenantId === undefined ? await tools.listAllTenants() : [await needTenant(tools, tenantId)];
  if (tenants.length === 0) throw new CommandFailed(NO_TENANT);
  const ids = [...tenants.map(({ id }) => id), ...(tenantId === undefined ? wrong.more : [])];
  const rows: { tenant: string; entries: number; problem: string }[] = [];
  for (const id of ids) {
    const { entries, problems } = await prove(id);
    if (problems.length === 0) rows.push({ tenant: id, entries, problem: 'none' });
    for (const problem of problems) rows.push({ tenant: id, entries, problem });
  }
  for (const problem of wrong.ofAll ?? []) rows.push({ tenant: 'all', entries: 0, problem });
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
      if (!(await tools.service.setOperator(COMMAND_LINE, email, isOperator)))
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
      await tools.tenants.setEnabled(COMMAND_LINE, id, isEnabled);
      return { say: `The tenant ${id} is ${isEnabled ? 'enabled' : 'disabled'}.`, data: { id, isEnabled } };
    },
  };
}
