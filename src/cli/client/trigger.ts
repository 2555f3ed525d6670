// `trigger`: makes an event happen in test mode. Where a credential can do what causes it, that is done, and the event is the service's
// own; any other is made up by the service, about nothing that is there.
import type { Trefoil } from '@trefoil/sdk';
import { EVENT_TYPE_NAMES, type EventType } from '../../domain/webhooks/events.ts';
import { CommandFailed, CommandRefused, type Given, type Output, optional } from '../command.ts';
import { testRequest } from './report-commands.ts';
import { type ClientCommand, type ClientTools, calling, openClient } from './tools.ts';

const RIGHT_CODE = '123456';
const WRONG_CODE = '000000';

type Done = { creditReportId: string } | { deliveries: number } | { eventId: string };
type Cause = (trefoil: Trefoil, options: Given['options']) => Promise<Done>;

/** Each event that a credential can cause. */
const CAUSES: Partial<Record<EventType, Cause>> = {
  'report.completed': reporting({}),
  'report.failed': reporting({ number: 'all-bureaus-down' }),
  'report.blocked': reporting({ branch: 'block' }),
  'challenge.sent': reporting({ branch: 'challenge' }),
  'challenge.retry': challenging([WRONG_CODE]),
  'challenge.passed': challenging([RIGHT_CODE]),
  'challenge.failed': challenging([WRONG_CODE, WRONG_CODE, WRONG_CODE]),
  // A code that comes too late is what says that a challenge has expired.
  'challenge.expired': onClock(undefined, 'PT5M1S'),
  'sms.delivered': onClock('sms-late', 'PT31S'),
  'sms.undelivered': reporting({ branch: 'challenge', number: 'sms-undelivered' }),
  ping: pinging,
};
export const TRIGGER: ClientCommand = calling({
  name: 'trigger',
  operands: ['<type>'],
  options: [
    optional('reference', 'your own reference for the report that causes it'),
    optional('data', 'fields of the event as JSON, such as {"available":0}: it is then made up'),
  ],
  help: `Make an event happen in test mode, of any type: ${Object.keys(CAUSES).join(', ')} by what causes them, the others made up. A ping goes to every webhook endpoint that is active.`,
  run: trigger,
});

async function trigger(tools: ClientTools, { operands: [type = ''], options }: Given): Promise<Output> {
  const known = EVENT_TYPE_NAMES.find((name) => name === type);
  if (known === undefined) throw new CommandRefused(`<type> must be one of ${EVENT_TYPE_NAMES.join(', ')}.`);
  const data = dataOf(options.data);
  const cause = data === undefined ? CAUSES[known] : undefined;
  const { trefoil } = await openClient(tools, options);
  const done = cause === undefined ? await making(trefoil, known, data) : await cause(trefoil, options);
  return { say: `Caused ${type}, with ${aboutOf(done)}.`, data: { type, ...done } };
}

function aboutOf(done: Done): string {
  if ('creditReportId' in done) return `the test report ${done.creditReportId}`;
  return 'eventId' in done ? `the made-up event ${done.eventId}` : `${done.deliveries} endpoints`;
}

function dataOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data))
      return data as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw new CommandRefused('--data must be an object in JSON, such as {"available":0}.');
}

async function making(
  trefoil: Trefoil,
  type: EventType,
  data: Record<string, unknown> | undefined,
): Promise<Done> {
  const { id } = await trefoil.events.trigger({ type, ...(data !== undefined && { data }) });
  return { eventId: id };
}

function reporting(asked: Given['options']): Cause {
  return async (trefoil, { reference }) => {
    const { creditReportId } = await trefoil.reports.generate(testRequest({ ...asked, reference }));
    return { creditReportId };
  };
}

function challenging(codes: readonly string[]): Cause {
  return async (trefoil, { reference }) => {
    const outcome = await trefoil.reports.generate(testRequest({ branch: 'challenge', reference }));
    if (outcome.status === 'authentication-required')
      for (const code of codes) await outcome.challenge.submit(code);
    return { creditReportId: outcome.creditReportId };
  };
}

function onClock(number: string | undefined, by: string): Cause {
  return async (trefoil, options) => {
    const { id: clock } = await trefoil.testClocks.create();
    const made = await reporting({ branch: 'challenge', number, clock })(trefoil, options);
    await trefoil.testClocks.advance(clock, by);
    return made;
  };
}

async function pinging(trefoil: Trefoil): Promise<Done> {
  const endpoints = (await trefoil.webhooks.list()).filter(({ state }) => state !== 'disabled');
  if (endpoints.length === 0)
    throw new CommandFailed('There is no active webhook endpoint to send a ping to. Make or enable one.');
  for (const { id } of endpoints) await trefoil.webhooks.test(id);
  return { deliveries: endpoints.length };
}
