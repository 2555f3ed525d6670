// `trigger`: makes an event happen in test mode, by doing what causes it. Nothing is made up: the event is the service's own.
import type { Trefoil } from '@trefoil/sdk';
import type { EventType } from '../../domain/webhooks/events.ts';
import { CommandFailed, CommandRefused, type Given, type Output } from '../command.ts';
import { testRequest } from './report-commands.ts';
import { type ClientCommand, type ClientTools, calling, openClient } from './tools.ts';

const RIGHT_CODE = '123456';
const WRONG_CODE = '000000';

type Done = { creditReportId: string } | { deliveries: number };
type Cause = (trefoil: Trefoil) => Promise<Done>;

/** Each event that a credential can cause. */
const CAUSES: Partial<Record<EventType, Cause>> = {
  'report.completed': reporting({}),
  'report.failed': reporting({ number: 'all-bureaus-down' }),
  'report.blocked': reporting({ branch: 'block' }),
  'challenge.sent': reporting({ branch: 'challenge' }),
  'challenge.retry': challenging([WRONG_CODE]),
  'challenge.passed': challenging([RIGHT_CODE]),
  'challenge.failed': challenging([WRONG_CODE, WRONG_CODE, WRONG_CODE]),
  'challenge.expired': expiring,
  'sms.delivered': onClock('sms-late', 'PT31S'),
  'sms.undelivered': reporting({ branch: 'challenge', number: 'sms-undelivered' }),
  ping: pinging,
};
export const TRIGGERS = Object.keys(CAUSES) as EventType[];

export const TRIGGER: ClientCommand = calling({
  name: 'trigger',
  operands: ['<type>'],
  options: [],
  help: `Make an event happen in test mode: ${TRIGGERS.join(', ')}. A ping goes to every webhook endpoint.`,
  run: trigger,
});

async function trigger(tools: ClientTools, { operands: [type = ''], options }: Given): Promise<Output> {
  const cause = CAUSES[type as EventType];
  if (cause === undefined) throw new CommandRefused(`<type> must be one of ${TRIGGERS.join(', ')}.`);
  const { trefoil } = await openClient(tools, options);
  const done = await cause(trefoil);
  const about =
    'creditReportId' in done ? `the test report ${done.creditReportId}` : `${done.deliveries} endpoints`;
  return { say: `Caused ${type}, with ${about}.`, data: { type, ...done } };
}

function reporting(options: Given['options']): Cause {
  return async (trefoil) => {
    const { creditReportId } = await trefoil.reports.generate(testRequest(options));
    return { creditReportId };
  };
}

function challenging(codes: readonly string[]): Cause {
  return async (trefoil) => {
    const outcome = await trefoil.reports.generate(testRequest({ branch: 'challenge' }));
    if (outcome.status === 'authentication-required')
      for (const code of codes) await outcome.challenge.submit(code);
    return { creditReportId: outcome.creditReportId };
  };
}

/** A code that comes too late is what says that a challenge has expired. */
async function expiring(trefoil: Trefoil): Promise<Done> {
  return onClock(undefined, 'PT5M1S')(trefoil);
}

function onClock(number: string | undefined, by: string): Cause {
  return async (trefoil) => {
    const { id: clock } = await trefoil.testClocks.create();
    const made = await reporting({ branch: 'challenge', number, clock })(trefoil);
    await trefoil.testClocks.advance(clock, by);
    return made;
  };
}

async function pinging(trefoil: Trefoil): Promise<Done> {
  const endpoints = await trefoil.webhooks.list();
  if (endpoints.length === 0)
    throw new CommandFailed('There is no webhook endpoint to send a ping to. Make one in the console.');
  for (const { id } of endpoints) await trefoil.webhooks.test(id);
  return { deliveries: endpoints.length };
}
