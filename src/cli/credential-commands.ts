// The operators' commands for API credentials.
import { DEFAULT_SCOPES, isPermission, PERMISSIONS } from '../domain/people/permissions.ts';
import type { Tenant } from '../storage/people/tenants.ts';
import type { CreateCredential, RevokeCredential } from '../usecases/operating/operate-in-tenant.ts';
import { COMMAND_LINE } from '../usecases/operating/operate-tenants.ts';
import { type Command, CommandRefused, flag, optional, required } from './command.ts';
import { needTenant } from './need-tenant.ts';

export type CredentialTools = {
  findTenant: (tenantId: string) => Promise<Tenant | null>;
  createCredential: CreateCredential;
  revokeCredential: RevokeCredential;
};

export const CREDENTIAL_COMMANDS: Command<CredentialTools>[] = [
  {
    name: 'credentials create',
    operands: [],
    options: [
      required('tenant', 'the id of the tenant'),
      required('owner', "the owner's e-mail address"),
      required('name', 'what it is for'),
      optional('scopes', `from ${PERMISSIONS.join(',')}; by default all but wallet:manage and hosted:write`),
      flag('test-only', 'it makes and reads test reports alone'),
    ],
    help: 'Make an API credential. The secret is shown once.',
    run: async (tools, { options }) => {
      const tenant = await needTenant(tools, options.tenant);
      const scopes = options.scopes?.split(',').map((scope) => scope.trim()) ?? [...DEFAULT_SCOPES];
      if (!scopes.every(isPermission))
        throw new CommandRefused(`--scopes must come from ${PERMISSIONS.join(',')}.`);
      const { owner: ownerEmail = '', name = '' } = options;
      const isTestOnly = options['test-only'] !== undefined;
      const given = { tenantId: tenant.id, ownerEmail, name, scopes, isTestOnly };
      const made = await tools.createCredential(COMMAND_LINE, given);
      return {
        say: `client id  ${made.clientId}\nsecret     ${made.clientSecret}   (shown once)${isTestOnly ? '\nfor        test reports alone' : ''}`,
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
      const isDone = await tools.revokeCredential(COMMAND_LINE, clientId);
      if (!isDone) throw new CommandRefused(`There is no live credential with the client id ${clientId}.`);
      return { say: `The credential ${clientId} is revoked.`, data: { clientId, revoked: true } };
    },
  },
];
