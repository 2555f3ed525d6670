// Contexts: which services and tenants a developer calls. A secret is never an argument, which other users of the machine could read.
import { Trefoil } from '@trefoil/sdk';
import type { Context } from '../../config/client-config.ts';
import { isUuid } from '../../domain/ids.ts';
import { START } from '../../settings/how-started.ts';
import { CommandFailed, CommandRefused, flag, type Given, type Output, optional } from '../command.ts';
import { forgetContext, keepContext, listContexts, useContext } from './context.ts';
import type { ClientCommand, ClientTools } from './tools.ts';

export const CONTEXT_COMMANDS: ClientCommand[] = [
  {
    name: 'login',
    operands: [],
    options: [
      optional('url', 'where the service is, such as https://reports.example.invalid'),
      optional('tenant', 'the id of the tenant'),
      optional(
        'client-id',
        'of a credential; its secret is asked for, read from stdin or TREFOIL_CLIENT_SECRET',
      ),
      optional('name', 'what to call this context; "default" by default'),
      flag('demo', 'the demo tenant of the service in this folder'),
    ],
    help: 'Keep an address and a credential for later commands, after they were tried. What is not given is asked for.',
    run: login,
  },
  {
    name: 'contexts list',
    operands: [],
    options: [],
    help: 'The contexts that are kept, without their secrets.',
    run: async ({ config }) => ({ rows: listContexts(config) }),
  },
  changing('contexts use', useContext, 'Use another context from now on.', 'is in use'),
  changing('contexts forget', forgetContext, 'Remove a context and its secret.', 'is forgotten'),
];

async function login(tools: ClientTools, { options }: Given): Promise<Output> {
  const { name = 'default' } = options;
  const context = options.demo === undefined ? await gather(tools, options) : await demoOf(tools);
  const { permissions } = await new Trefoil(context).tenant.access();
  keepContext(tools.config, name, context);
  const { clientSecret: _kept, ...shown } = context;
  return {
    say: `Context ${name}: the tenant ${context.tenantId} at ${context.baseUrl}, with ${permissions.join(', ')}.`,
    data: { name, permissions, ...shown },
  };
}

async function demoOf(tools: ClientTools): Promise<Context> {
  const demo = await tools.demo();
  if (demo === null)
    throw new CommandFailed(
      `There is no demo tenant in this folder. Start the service with ${START}, or set DATA_DIR.`,
    );
  const { baseUrl, tenantId, clientId, clientSecret } = demo;
  return { baseUrl, tenantId, clientId, clientSecret };
}

async function gather(tools: ClientTools, options: Given['options']): Promise<Context> {
  const { given } = tools.config;
  const need = async (
    part: Exclude<keyof Context, 'clientSecret'>,
    option: string,
    question: string,
  ): Promise<string> => {
    const value = options[option] ?? given[part] ?? (await tools.ask?.(question, false)) ?? '';
    if (value === '') throw new CommandRefused(`Missing: --${option}.`);
    return value;
  };
  const baseUrl = await need('baseUrl', 'url', 'Address of the service: ');
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new CommandRefused('--url must be an http:// or https:// address.');
  const tenantId = await need('tenantId', 'tenant', 'Tenant id: ');
  if (!isUuid(tenantId))
    throw new CommandRefused('--tenant must be the id of a tenant, as the console shows it.');
  const clientId = await need('clientId', 'client-id', 'Client id: ');
  const asked = given.clientSecret ?? (await tools.ask?.('Client secret (not shown): ', true));
  const clientSecret = (asked ?? (await tools.readInput())).trim();
  if (clientSecret === '')
    throw new CommandRefused('The client secret is missing: give it on stdin, or set TREFOIL_CLIENT_SECRET.');
  return { baseUrl, tenantId, clientId, clientSecret };
}

function changing(
  name: string,
  change: (config: ClientTools['config'], context: string) => boolean,
  help: string,
  done: string,
): ClientCommand {
  return {
    name,
    operands: ['<name>'],
    options: [],
    help,
    run: async ({ config }, { operands: [context = ''] }) => {
      if (!change(config, context))
        throw new CommandRefused('There is no context with this name. See: trefoil contexts list');
      return { say: `The context ${context} ${done}.`, data: { name: context } };
    },
  };
}
