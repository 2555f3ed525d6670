// The log of requests: what was called and refused, as it happens, and a test request once more.
import type { GenerateRequest, Trefoil } from '@trefoil/sdk';
import { CommandRefused, type Given, type Output, optional, readWhole } from '../command.ts';
import { pause } from './forward.ts';
import { type ClientCommand, type ClientTools, calling, openClient } from './tools.ts';

const POLL_MS = 2_000;
/** Reading the log is in the log too: shown, it would never end. */
const OWN_ROUTE = '/:tenantId/v1/requests';
const REMEMBERED = 1_000;

type Logged = Awaited<ReturnType<Trefoil['requests']['read']>>;

export const REQUEST_COMMANDS: ClientCommand[] = [
  calling({
    name: 'logs tail',
    operands: [],
    options: [
      optional('status', 'only this status, such as 404, or class, such as 4xx'),
      optional('lines', 'so many of those before, up to 100; 10 by default'),
    ],
    help: 'Every call on the tenant as it happens, refused ones too. Needs a credential with the scope requests:read.',
    run: tail,
  }),
  calling({
    name: 'requests replay',
    operands: ['<request-id>'],
    options: [],
    help: 'Send a generate request of test mode once more, under a new key. Test requests are kept for 24 hours.',
    run: async (tools, { operands: [requestId = ''], options }) => {
      const { trefoil } = await openClient(tools, options);
      const { body, status, answer } = await trefoil.requests.exchange(requestId);
      const before = (answer as { data?: { status?: string } } | null)?.data?.status ?? String(status);
      const now = await trefoil.reports.generate(body as GenerateRequest);
      const { status: after, creditReportId, requestId: newId } = now;
      return {
        say: `Was ${before}, is ${after}: report ${creditReportId}, request ${newId}.`,
        data: { requestId: newId, creditReportId, before, after },
      };
    },
  }),
];

async function tail(tools: ClientTools, { options, isJson }: Given): Promise<Output> {
  const { status, lines = '10' } = options;
  if (status !== undefined && !/^[1-5](\d\d|xx)$/.test(status))
    throw new CommandRefused('--status must be a status such as 404, or a class such as 4xx.');
  const shownFirst = readWhole(lines, 'lines', { min: 0, max: 100, of: 'lines' });
  const { trefoil } = await openClient(tools, options);
  const list = trefoil.requests.list({ pageSize: 100, ...(status !== undefined && { status }) });
  const seen = new Set<string>();
  /** By whole pages until one has an entry of before: entries are written in another order than they are listed in. */
  const fresh = async (): Promise<Logged[]> => {
    const found: Logged[] = [];
    const isFirst = seen.size === 0;
    for (let token: string | undefined; ; ) {
      const page = await list.page(token);
      const unseen = page.items.filter(({ id }) => !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      found.push(...unseen.filter(({ route }) => route !== OWN_ROUTE));
      if (isFirst || unseen.length < page.items.length || page.token === null) break;
      token = page.token;
    }
    // A set keeps the order of its entries.
    for (const id of [...seen].slice(0, Math.max(0, seen.size - REMEMBERED))) seen.delete(id);
    return found.reverse();
  };
  const show = (entry: Logged): void => tools.say(isJson ? JSON.stringify(entry) : lineOf(entry));
  (await fresh()).slice(shownFirst === 0 ? Number.POSITIVE_INFINITY : -shownFirst).forEach(show);
  while (!tools.ending.aborted) {
    await pause(POLL_MS, tools.ending);
    if (!tools.ending.aborted) (await fresh()).forEach(show);
  }
  return null;
}

function lineOf({ id, at, method, route, status, code, ms, message }: Logged): string {
  return [at, status, method, route, `${ms} ms`, code ?? '', message ?? '', id]
    .filter((part) => part !== '')
    .join('  ');
}
