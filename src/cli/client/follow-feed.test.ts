// How long a service that is away is waited for, at the first start as after a loss. What restarts and stops do is in
// test/scenarios/listen.test.ts.
// Alone: it replaces the timers.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { TrefoilError, type WebhookEvent } from '@trefoil/sdk';
import { fakeTrefoil } from '@trefoil/sdk/testing';
import { CommandFailed } from '../command.ts';
import { followFeed, SERVER_AWAY } from './follow-feed.ts';
import type { FeedPlace, Position } from './place.ts';

const AWAY_SECONDS_MAX = 30;

/** Follows a feed whose answers are these, then none; resolves with the error and the seconds that it was patient for. */
async function follow(t: TestContext, answers: { items: []; next: string | null }[], begin: Position | null) {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] });
  const fake = fakeTrefoil();
  fake.next('listEvents', ...answers.map((answer) => ({ answer })));
  let position = begin;
  const place: FeedPlace = { read: () => position, write: (to) => (position = to), free: () => {} };
  let [seconds, lostAt] = [0, 0];
  const following = followFeed({
    events: {
      ...fake.trefoil.events,
      page: (...given) => {
        if (fake.calls.length >= answers.length) fake.next('listEvents', 'no-answer');
        return fake.trefoil.events.page(...given);
      },
    },
    place,
    filter: {},
    onEvent: async () => true,
    onHeard: () => {},
    onLost: () => (lostAt ||= seconds),
    awaySecondsMax: AWAY_SECONDS_MAX,
    ending: new AbortController().signal,
  });
  let error: unknown = null;
  following.catch((thrown: unknown) => (error = thrown));
  for (; error === null && seconds < 2 * AWAY_SECONDS_MAX; seconds += 1) {
    await new Promise(setImmediate);
    t.mock.timers.tick(1_000);
  }
  await new Promise(setImmediate);
  return { error, position, asked: fake.calls.map(({ query }) => query), patientFor: seconds - lostAt };
}

test('a service that is away from the first request on is waited for as long as one that was lost, then exit code 6', async (t) => {
  const first = await follow(t, [], { after: 'latest' });
  assert.ok(first.error instanceof CommandFailed, String(first.error));
  assert.equal(first.error.exitCode, SERVER_AWAY);
  assert.match(first.error.message, /^The service did not answer for 30 seconds\. Nothing is lost/);
  assert.ok(Math.abs(first.patientFor - AWAY_SECONDS_MAX) <= 2, `${first.patientFor} s`);
  assert.deepEqual(first.position, { after: 'latest' }, 'begins there when it is back');
  assert.ok(first.asked.every(({ after, wait }) => after === 'latest' && wait === '0'));
});

test('the newest place is asked for once and kept; it is before the first event where there is none', async (t) => {
  const { error, position, asked } = await follow(t, [{ items: [], next: null }], { after: 'latest' });
  assert.equal((error as CommandFailed).exitCode, SERVER_AWAY);
  assert.deepEqual(position, { after: null });
  assert.deepEqual(asked.slice(0, 2), [{ after: 'latest', wait: '0' }, { wait: '25' }]);
});

test('the place moves when an event was dealt with: not before, and not past one that the program ended at', async () => {
  const ids = ['first', 'second', 'third'];
  const events = ids.map((id) => ({ id }) as WebhookEvent);
  let position: Position = { after: null };
  const seen: [during: string, place: string | null][] = [];
  await followFeed({
    events: { ...fakeTrefoil().trefoil.events, page: async () => ({ items: events, next: 'third' }) },
    place: { read: () => position, write: (to) => (position = to), free: () => {} },
    filter: {},
    onEvent: async ({ id }) => {
      await new Promise(setImmediate);
      seen.push([id, position.after]);
      return id !== 'third';
    },
    onHeard: () => {},
    onLost: () => {},
    awaySecondsMax: AWAY_SECONDS_MAX,
    ending: new AbortController().signal,
  });
  assert.deepEqual(seen, [
    ['first', null],
    ['second', 'first'],
    ['third', 'second'],
  ]);
  assert.deepEqual(position, { after: 'second' });
});

test('what may be better in a moment is asked for again: no answer, 429, 5xx; anything else ends it', async () => {
  for (const [status, isAskedAgain] of [
    [0, true],
    [400, false],
    [428, false],
    [429, true],
    [430, false],
    [499, false],
    [500, true],
    [503, true],
  ] as const) {
    const ending = new AbortController();
    let asked = 0;
    const page = async (): Promise<never> => {
      asked += 1;
      if (asked === 2) ending.abort();
      throw new TrefoilError({ status, code: 'planted', message: 'planted', retryAfter: 0.001 } as never);
    };
    const followed = followFeed({
      events: { ...fakeTrefoil().trefoil.events, page },
      place: { read: () => null, write: () => {}, free: () => {} },
      filter: {},
      onEvent: async () => true,
      onHeard: () => {},
      onLost: () => {},
      awaySecondsMax: AWAY_SECONDS_MAX,
      ending: ending.signal,
    });
    await followed.catch(() => {});
    assert.equal(asked, isAskedAgain ? 2 : 1, `${status}`);
  }
});
