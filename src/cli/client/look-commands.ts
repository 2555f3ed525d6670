// Looking at what there is: events, test numbers and scenarios, the outbox of a service that sends no texts, the pages of a service.

import { CONTEXT_VARIABLES, type Context } from '../../config/client-config.ts';
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
import { type ClientCommand, calling, openClient } from './tools.ts';

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
      optional('wait', 'seconds to wait for one, up to 30; 0 by default'),
    ],
    help: 'The newest text in the outbox of a service that sends none to phones, with its code.',
    run: async (tools, { options }) => {
      const { context } = await openClient(tools, options);
      const wait = readWhole(options.wait ?? '0', 'wait', { min: 0, max: 30, of: 'seconds' });
      return latestText(context, { wait: String(wait), ...(options.to !== undefined && { to: options.to }) });
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
    help: 'The credential of the demo tenant as lines for a shell: eval "$(npm run -s trefoil -- demo env)"',
    run: async (tools) => {
      const demo = await tools.demo();
      if (demo === null)
        throw new CommandFailed(
          'There is no demo tenant in this folder. Start the service with npm start, or set DATA_DIR.',
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

/** The outbox shows codes: where it is not open, a token of the tenant opens it. */
async function latestText(
  { baseUrl, clientId, clientSecret }: Context,
  query: Record<string, string>,
): Promise<Output> {
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  const granted = await fetch(`${baseUrl}/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic.toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token = '' } = (await granted.json()) as { access_token?: string };
  const answer = await fetch(`${baseUrl}/dev/outbox/latest?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  });
  const text = (await answer.json().catch(() => ({}))) as Record<string, string>;
  if (answer.status === 404)
    throw new CommandFailed(
      'No text was sent, or this service sends its texts to phones: then there is no outbox.',
    );
  if (!answer.ok)
    throw new CommandFailed(`The outbox answered ${answer.status}. ${text.message ?? ''}`.trim());
  return { say: `${text.sentAt}  ${text.to}  ${text.state}  ${text.text}`, data: text };
}
