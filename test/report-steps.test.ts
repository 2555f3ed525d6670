// The steps of a report's timeline in the console: events folded into what people tell, in order, with each credit in one step.
import assert from 'node:assert/strict';
import type { TimelineEvent } from '../console/api/shapes.ts';
import { WHY_FAILED } from '../console/pages/reports/failure-words.ts';
import { isWithoutText, offset, stepsOf } from '../console/pages/reports/report-steps.ts';
import { test } from './support/long.ts';

const START_MS = Date.parse('2026-11-15T18:16:24.000Z');
let ms = 0;
/** Each a tenth of a second after the one before. */
function event(kind: TimelineEvent['kind'], facts: TimelineEvent['facts'] = {}): TimelineEvent {
  ms += 100;
  const at = new Date(START_MS + ms).toISOString();
  return { at, kind, actor: 'system', actorId: null, actorName: null, credits: 0, facts };
}
const money = (move: string, amount: number, smsId: string | null = null): TimelineEvent =>
  event('money', { move, amount, smsId });
const bureau = (name: string): TimelineEvent => event('bureau', { bureau: name, outcome: 'ok', tookMs: 12 });

const [FIRST, SECOND] = ['sms-1', 'sms-2'];

test('eighteen events are eight steps: money is in its step, a resend in its text, bureaus are one', () => {
  const events = [
    event('request-received', { requestId: 'r' }),
    event('device-check', { result: 'verified' }),
    event('risk', { verdict: 'challenge', reasons: ['new-pair'] }),
    money('hold', 300),
    money('hold', 40, FIRST),
    event('sms', { smsId: FIRST, state: 'delivered', deliveredAfterMs: 2_000 }),
    money('post', 40, FIRST),
    event('guess', { result: 'wrong', triesLeft: 2 }),
    money('hold', 40, SECOND),
    event('sms', { smsId: SECOND, state: 'delivered', deliveredAfterMs: 900 }),
    event('resend', { sends: 2, sendsLeft: 1, sms: 'accepted' }),
    money('post', 40, SECOND),
    event('guess', { result: 'right', triesLeft: 0 }),
    bureau('equifax'),
    bureau('experian'),
    bureau('transunion'),
    money('post', 300),
    event('ended', { status: 'complete' }),
  ];
  const steps = stepsOf(events);
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ['received', 'checked', 'text', 'guess', 'text', 'guess', 'bureaus', 'ended'],
  );
  const times = steps.map(({ event: { at } }) => at);
  assert.deepEqual(times, times.toSorted(), 'in order');
  const spent = steps.reduce(
    (sum, step) => sum + (step.kind === 'text' ? step.credits : step.kind === 'ended' ? step.charged : 0),
    0,
  );
  assert.equal(spent, 380, 'each credit once');
  const told = steps.map((step) => ('isAgain' in step ? step.isAgain : 'tries' in step ? step.tries : null));
  assert.deepEqual(told, [null, null, false, 1, true, 2, null, null]);
  assert.equal(isWithoutText(steps), false);
});

test('test mode sends no text: its resends are steps; refused calls of one code are one step', () => {
  const refused = () =>
    event('request-refused', { code: 'challenge-not-found', method: 'POST', route: '/x' });
  const steps = stepsOf([
    event('request-received'),
    event('resend', { sendsLeft: 1, sms: 'accepted' }),
    refused(),
    refused(),
    event('resend', { sendsLeft: 0, sms: 'refused' }),
  ]);
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ['received', 'resend', 'refused', 'resend'],
  );
  assert.equal(steps[2]?.kind === 'refused' && steps[2].times, 2);
  assert.equal(isWithoutText(steps), true);
});

test('a text that no gateway took, and a new one that was delivered, leave nobody without a code', () => {
  const first = event('sms', { smsId: FIRST, state: 'refused' });
  assert.equal(isWithoutText(stepsOf([first])), true);
  const again = event('sms', { smsId: SECOND, state: 'delivered' });
  assert.equal(isWithoutText(stepsOf([first, event('resend', { sms: 'accepted' }), again])), false);
});

test('an offset is in tenths of a second, from a minute on in minutes', () => {
  assert.deepEqual(
    [offset(0, 0), offset(0, 260), offset(0, 59_940), offset(0, 252_000), offset(5, 0)],
    ['+0.0 s', '+0.3 s', '+59.9 s', '+4 min 12 s', '+0.0 s'],
  );
});

test('why a report failed is said to the desk without the words of the API', () => {
  for (const [reason, { title, more, tell = '' }] of Object.entries(WHY_FAILED)) {
    const said = `${title} ${more} ${tell}`;
    assert.doesNotMatch(said, /generate|sessionId|\bGET\b|subBuilding|send the request/, reason);
  }
});
