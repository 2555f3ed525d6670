// `listen`: events of the tenant, as they happen, to a handler on this machine.
import { TrefoilError, type WebhookEvent } from '@trefoil/sdk';
import { isUuid } from '../../domain/ids.ts';
import { EVENT_TYPE_NAMES } from '../../domain/webhooks/events.ts';
import { CommandFailed, CommandRefused, flag, type Given, type Output, optional } from '../command.ts';
import { followFeed } from './follow-feed.ts';
import { createForward } from './forward.ts';
import { type FeedPlace, LATEST, openPlace, secretOf } from './place.ts';
import { createState } from './state-line.ts';
import { type ClientCommand, type ClientTools, calling, openClient } from './tools.ts';

const AWAY_MINUTES_MAX = 5;

export const LISTEN: ClientCommand = calling({
  name: 'listen',
  operands: [],
  options: [
    optional('forward-to', 'the address of your handler, such as http://localhost:3000/hooks'),
    optional('events', 'only these types, with commas between them'),
    optional('since', 'now, oldest, the id of an event or a time; default: where it ended, at first now'),
    flag('live', 'events of live mode only'),
    flag('test', 'events of test mode only'),
    flag('print-secret', 'print the secret that it signs with, and end'),
  ],
  help:
    'Hand events to a handler on this machine, signed as webhooks are, or show them without --forward-to. Restarts, sleep and a lost network ' +
    `lose nothing and repeat nothing. Exit code 6 after ${AWAY_MINUTES_MAX} minutes without the service.`,
  run: listen,
});

async function listen(tools: ClientTools, { options, isJson }: Given): Promise<Output> {
  const { 'forward-to': url, events: types, 'print-secret': isSecretWanted, live, test } = options;
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new CommandRefused('--forward-to must be an http:// or https:// address.');
  const odd = types?.split(',').filter((type) => !EVENT_TYPE_NAMES.includes(type.trim() as never)) ?? [];
  if (odd.length > 0) throw new CommandRefused(`--events must come from ${EVENT_TYPE_NAMES.join(',')}.`);
  if (live !== undefined && test !== undefined)
    throw new CommandRefused('Give --live or --test, or neither.');
  const { trefoil, context } = await openClient(tools, options);
  const secret = secretOf(tools.config, context);
  if (isSecretWanted !== undefined) return { say: secret, data: { secret } };

  const filter = {
    ...(types !== undefined && { types }),
    ...((live ?? test) !== undefined && { test: test !== undefined }),
  };
  const target = [url ?? '', filter.types ?? '', `${filter.test ?? ''}`].join(' ');
  const place = openPlace(tools.config, context, target);
  const state = createState({ redraw: tools.redraw, note: tools.note, now: () => new Date() });
  try {
    const fromMs = settleStart(place, options.since);
    const forward =
      url === undefined
        ? null
        : createForward({ url, secret, onAway: (isAway) => state.waitingFor(isAway ? url : null) });
    const show = (event: WebhookEvent, outcome: string): void =>
      tools.say(isJson ? JSON.stringify({ ...event, outcome }) : lineOf(event, outcome));
    if (url !== undefined)
      tools.note(`Handing events to ${url}. Its WEBHOOK_SECRET: trefoil listen --print-secret`);
    await followFeed({
      events: trefoil.events,
      place,
      filter,
      awaySecondsMax: AWAY_MINUTES_MAX * 60,
      ending: tools.ending,
      onHeard: state.heard,
      onLost: state.lost,
      onEvent: async (event) => {
        if (Date.parse(event.timestamp) < fromMs) return true;
        const answered = forward === null ? { status: 200 } : await forward(event, tools.ending);
        if (answered === null) return false;
        const isTaken = answered !== 'timeout' && answered.status >= 200 && answered.status < 300;
        show(event, forward === null ? 'shown' : answered === 'timeout' ? 'no answer' : `${answered.status}`);
        // Last, so that the state stays below what was said.
        if (isTaken) state.delivered();
        else state.failed();
        return true;
      },
    });
    tools.note(state.text());
    return null;
  } catch (error) {
    throw isLostPlace(error)
      ? new CommandFailed(
          'The event where it ended is no longer kept, or is not of this tenant. Begin anew: --since oldest, or --since now.',
        )
      : error;
  } finally {
    place.free();
  }
}

/** Puts the place where reading begins, and answers the time before which events are passed over. */
function settleStart(place: FeedPlace, since: string | undefined): number {
  if (since === undefined && place.read() !== null) return Number.NEGATIVE_INFINITY;
  if (since === undefined || since === 'now') {
    place.write({ after: LATEST });
    return Number.NEGATIVE_INFINITY;
  }
  if (isUuid(since)) {
    place.write({ after: since });
    return Number.NEGATIVE_INFINITY;
  }
  const fromMs = since === 'oldest' ? Number.NEGATIVE_INFINITY : Date.parse(since);
  if (Number.isNaN(fromMs))
    throw new CommandRefused(
      '--since must be now, oldest, the id of an event, or a time such as 2026-11-15T09:30:00Z.',
    );
  place.write({ after: null });
  return fromMs;
}

function isLostPlace(error: unknown): boolean {
  return error instanceof TrefoilError && error.status === 400;
}

function lineOf({ id, type, timestamp, data }: WebhookEvent, outcome: string): string {
  const about = (data as { creditReportId?: string; status?: string }) ?? {};
  return [timestamp, type.padEnd(19), outcome.padEnd(9), id, about.creditReportId ?? '', about.status ?? '']
    .join('  ')
    .trimEnd();
}
