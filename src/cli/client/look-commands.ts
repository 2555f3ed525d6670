// Looking at what there is: events, test numbers and scenarios, the outbox of a service that sends no texts, the pages of a service.

import type { Trefoil } from '@trefoil/sdk';
import { CONTEXT_VARIABLES, type Context } from '../../config/client-config.ts';
import { QUIET_COMMAND, START } from '../../settings/how-started.ts';
import { SCENARIO_LIST } from '../../world/scenario-names.ts';
import { TEST_NUMBERS } from '../../world/test-numbers.ts';
import {
  CommandFailed,
  CommandRefused,
  flag,
  type Output,
  optional,
  readWhole,
  required,
} from '../command.ts';
import { pause } from './forward.ts';
import { type ClientCommand, type ClientTools, calling, openClient } from './tools.ts';

const PAGES = {
  console: '/app',
  docs: '/docs',
  reference: '/reference',
  demo: '/demo',
  outbox: '/dev/outbox',
};

export const LOOK_COMMANDS: ClientCommand[] = [
  calling({
    name: 'events list',
    operands: [],
    options: [
      optional('after', 'the id of an event; the oldest that is kept by default'),
      optional('events', 'only these types, with commas between them'),
      optional('limit', 'at most so many, up to 100; 50 by default'),
    ],
    help: 'Events of the last 30 days, oldest first.',
    run: async (tools, { options }) => {
      const { trefoil } = await openClient(tools, options);
      const { after, events: types, limit = '50' } = options;
      const pageSize = readWhole(limit, 'limit', { min: 1, max: 100, of: 'events' });
      const query = {
        pageSize,
        ...(after !== undefined && { after }),
        ...(types !== undefined && { types }),
      };
      const { items } = await trefoil.events.page(query);
      return {
        rows: items.map(({ id, timestamp, type, data }) => {
          const { creditReportId = '', status = '', test } = data as Record<string, unknown>;
          return { id, timestamp, type, test, status, creditReportId };
        }),
      };
    },
  }),
  calling({
    name: 'events resend',
    operands: ['<event-id>'],
    options: [required('endpoint', 'the id of a webhook endpoint')],
    help: 'Send an event to a webhook endpoint once more.',
    run: async (tools, { operands: [eventId = ''], options }) => {
      const { trefoil } = await openClient(tools, options);
      const queued = await trefoil.webhooks.replay(options.endpoint ?? '', eventId);
      return { say: `The event ${eventId} is queued for the endpoint.`, data: queued };
    },
  }),
  {
    name: 'scenarios',
    operands: [],
    options: [],
    help: 'What test mode can be asked for: scenarios by the e-mail address, test numbers by the mobile number.',
    run: async () => ({
      rows: [
        ...SCENARIO_LIST.map(({ name, prefix, accounts }) => ({
          field: 'email',
          value: prefix === 'any other' ? prefix : `${prefix}@…`,
          effect: name,
          words: accounts.length === 0 ? 'No accounts on file.' : `On file: ${accounts.join(', ')}.`,
        })),
        ...TEST_NUMBERS.map(({ number, effect, words }) => ({
          field: 'mobileNumber',
          value: number,
          effect,
          words,
        })),
      ],
    }),
  },
  calling({
    name: 'messages latest',
    operands: [],
    options: [
      optional('to', 'the number; any by default'),
      optional('wait', 'seconds to wait for one, up to 60; 0 by default'),
    ],
    help: 'The newest text of a service that sends none to phones, with its code. Needs the scope requests:read.',
    run: async (tools, { options }) => {
      const { trefoil } = await openClient(tools, options);
      const wait = readWhole(options.wait ?? '0', 'wait', { min: 0, max: 60, of: 'seconds' });
      return latestText(tools, trefoil, { to: options.to, wait });
    },
  }),
  calling({
    name: 'open',
    operands: ['<page>'],
    options: [flag('print', 'print the address in place of opening it')],
    help: `Open a page of the service in the browser: ${Object.keys(PAGES).join(', ')}.`,
    run: async (tools, { operands: [page = ''], options }) => {
      const path = PAGES[page as keyof typeof PAGES];
      if (!Object.hasOwn(PAGES, page))
        throw new CommandRefused(`<page> must be one of ${Object.keys(PAGES).join(', ')}.`);
      const { context } = await openClient(tools, options);
      const url = `${context.baseUrl}${path}`;
      if (options.print === undefined && !(await tools.openPage(url)))
        tools.note('No browser could be opened here.');
      return { say: url, data: { url } };
    },
  }),
  {
    name: 'demo env',
    operands: [],
    options: [],
    help: `The credential of the demo tenant as lines for a shell: eval "$(${QUIET_COMMAND} demo env)"`,
    run: async (tools) => {
      const demo = await tools.demo();
      if (demo === null)
        throw new CommandFailed(
          `There is no demo tenant in this folder. Start the service with ${START}, or set DATA_DIR.`,
        );
      const lines = Object.entries(CONTEXT_VARIABLES).map(([part, name]) => ({
        name,
        value: demo[part as keyof Context],
      }));
      return {
        say: lines.map(({ name, value }) => `export ${name}='${value}'`).join('\n'),
        data: Object.fromEntries(lines.map(({ name, value }) => [name, value])),
      };
    },
  },
];

const LOOK_MS = 500;

async function latestText(
  tools: ClientTools,
  trefoil: Trefoil,
  { to, wait }: { to: string | undefined; wait: number },
): Promise<Output> {
  const digits = (number: string): string => number.replaceAll(/\D/g, '');
  const isWanted = (text: { to?: string }): boolean =>
    text.to !== undefined && (to === undefined || digits(text.to) === digits(to));
  for (let looks = 0; ; looks += 1) {
    const { items } = await trefoil.requests.messages({ pageSize: 50 }).page();
    const found = items.find(isWanted);
    if (found !== undefined)
      return { say: `${found.createdAt}  ${found.to}  ${found.state}  ${found.text}`, data: found };
    if (items.some(({ gateway }) => gateway !== null && gateway !== 'outbox'))
      throw new CommandFailed('This service sends its texts to phones: what they say is not kept.');
    if (tools.ending.aborted || looks * LOOK_MS >= wait * 1_000)
      throw new CommandFailed('No text was sent to this number, or none came while it was waited for.');
    await pause(LOOK_MS, tools.ending);
  }
}
