// The outbox by itself, on a clock that is advanced: what it keeps, which events it emits, and when receipts are sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Receipt } from '../gateway.ts';
import { createOutbox, OUTBOX_MESSAGES_MAX, type OutboxEvent } from './outbox.ts';

const DELIVER_AFTER_MS = 2_000;

function openOutbox() {
  const receipts: Receipt[] = [];
  let nowMs = 0;
  let due: { atMs: number; work: () => void }[] = [];
  const outbox = createOutbox({
    nowMs: () => nowMs,
    deliverAfterMs: DELIVER_AFTER_MS,
    onReceipt: async (receipt) => void receipts.push(receipt),
    later: (work, afterMs) => {
      const entry = { atMs: nowMs + afterMs, work };
      due.push(entry);
      return () => {
        due = due.filter((one) => one !== entry);
      };
    },
  });
  const advance = (ms: number): void => {
    nowMs += ms;
    const ready = due.filter(({ atMs }) => atMs <= nowMs);
    due = due.filter(({ atMs }) => atMs > nowMs);
    for (const { work } of ready) work();
  };
  return { outbox, receipts, advance, waiting: () => due.length };
}

const textTo = (smsId: string, to = '+447700900123', code = '123456') => ({
  tenantId: 'tenant',
  smsId,
  to,
  text: `${code} is your security code.`,
  validitySeconds: 300,
});

test('a message is kept with its code, newest first, and is delivered once after a delay', async () => {
  const { outbox, receipts, advance } = openOutbox();
  assert.equal(await outbox.send(textTo('a')), 'accepted');
  assert.equal(await outbox.send(textTo('b', '+447700900456', '654321')), 'accepted');
  assert.deepEqual(
    outbox.list().map(({ smsId, code, state }) => [smsId, code, state]),
    [
      ['b', '654321', 'on-its-way'],
      ['a', '123456', 'on-its-way'],
    ],
  );
  advance(DELIVER_AFTER_MS - 1);
  assert.deepEqual(receipts, []);
  advance(1);
  advance(DELIVER_AFTER_MS);
  assert.deepEqual(
    receipts,
    ['a', 'b'].map((smsId) => ({ tenantId: 'tenant', smsId, state: 'delivered' })),
  );
  assert.deepEqual(
    outbox.list().map(({ state }) => state),
    ['delivered', 'delivered'],
  );
});

test('a message that was marked or delayed is not delivered by itself', async () => {
  const { outbox, receipts, advance, waiting } = openOutbox();
  await outbox.send(textTo('marked'));
  await outbox.send(textTo('delayed'));
  assert.equal((await outbox.mark('marked', 'not-delivered'))?.state, 'not-delivered');
  assert.equal(outbox.delay('delayed')?.isDelayed, true);
  advance(DELIVER_AFTER_MS * 10);
  assert.equal(waiting(), 0);
  assert.deepEqual(
    receipts.map(({ smsId, state }) => [smsId, state]),
    [['marked', 'not-delivered']],
  );
  assert.equal((await outbox.mark('delayed', 'delivered'))?.isDelayed, false);
  assert.equal(receipts.length, 2);
});

test('delivered stays delivered on the page, and every receipt is still sent', async () => {
  const { outbox, receipts } = openOutbox();
  await outbox.send(textTo('a'));
  await outbox.mark('a', 'delivered');
  assert.equal((await outbox.mark('a', 'not-delivered'))?.state, 'delivered');
  assert.equal(receipts.length, 2);
  assert.equal(await outbox.mark('absent', 'delivered'), null);
  assert.equal(outbox.delay('absent'), null);
  assert.equal(receipts.length, 2);
});

test('the latest message is found by its digits, is waited for, and is null after the timeout', async () => {
  const { outbox } = openOutbox();
  assert.equal(await outbox.latest({ to: '+447700900123', waitMs: 0 }), null);
  const waited = outbox.latest({ to: ' 447700900123', waitMs: 60_000 });
  await outbox.send(textTo('other', '+447700900456'));
  await outbox.send(textTo('first'));
  assert.equal((await waited)?.smsId, 'first');
  await outbox.send(textTo('second'));
  assert.equal((await outbox.latest({ to: '447700900123', waitMs: 60_000 }))?.smsId, 'second');
  assert.equal((await outbox.latest({ waitMs: 0 }))?.smsId, 'second');
  assert.equal(await outbox.latest({ to: '+447700900789', waitMs: 1 }), null);
});

test('a refused message is not kept; one with an unknown outcome is kept and delivered', async () => {
  const { outbox, receipts, advance } = openOutbox();
  outbox.failNext('refused');
  outbox.failNext('unknown', 2);
  const outcomes = [];
  for (const smsId of ['a', 'b', 'c', 'd']) outcomes.push(await outbox.send(textTo(smsId)));
  assert.deepEqual(outcomes, ['refused', 'unknown', 'unknown', 'accepted']);
  advance(DELIVER_AFTER_MS);
  assert.deepEqual(
    receipts.map(({ smsId }) => smsId),
    ['b', 'c', 'd'],
  );
});

test(`no more than ${OUTBOX_MESSAGES_MAX} messages are kept, and an evicted one is still delivered`, async () => {
  const { outbox, receipts, advance } = openOutbox();
  for (let n = 0; n <= OUTBOX_MESSAGES_MAX; n += 1) await outbox.send(textTo(`sms-${n}`));
  assert.equal(outbox.list().length, OUTBOX_MESSAGES_MAX);
  assert.equal(outbox.list().at(-1)?.smsId, 'sms-1');
  outbox.clear();
  assert.deepEqual(outbox.list(), []);
  advance(DELIVER_AFTER_MS);
  assert.equal(receipts.length, OUTBOX_MESSAGES_MAX + 1);
});

test('a listener gets every change until it unsubscribes', async () => {
  const { outbox } = openOutbox();
  const heard: OutboxEvent[] = [];
  const end = outbox.subscribe((event) => void heard.push(event));
  await outbox.send(textTo('a'));
  await outbox.mark('a', 'delivered');
  outbox.clear();
  end();
  await outbox.send(textTo('b'));
  assert.deepEqual(
    heard.map((event) => (event.kind === 'changed' ? event.message.state : event.kind)),
    ['on-its-way', 'delivered', 'cleared'],
  );
});

test('a receipt over HTTP is forged, and closing cancels timers and waits', async () => {
  const { outbox, waiting } = openOutbox();
  await outbox.send(textTo('a'));
  assert.equal(outbox.readReceipt({ method: 'POST', url: '/', headers: {}, body: '{}' }), 'forged');
  const waited = outbox.latest({ to: '+447700900789', waitMs: 60_000 });
  await outbox.close();
  assert.equal(await waited, null);
  assert.equal(waiting(), 0);
});

test('clearing by number removes that number alone, and keeps the queued failures', async () => {
  const { outbox } = openOutbox();
  await outbox.send(textTo('a'));
  await outbox.send(textTo('b', '+447700900456'));
  outbox.failNext('refused');
  outbox.clear('447700900123');
  assert.deepEqual(
    outbox.list().map(({ smsId }) => smsId),
    ['b'],
  );
  assert.equal(outbox.failuresAhead(), 1);
  outbox.clear();
  assert.deepEqual([outbox.list(), outbox.failuresAhead()], [[], 0]);
});

test('queueing, using and removing a failure emit events', async () => {
  const { outbox } = openOutbox();
  const events: string[] = [];
  outbox.subscribe(({ kind }) => void events.push(kind));
  outbox.failNext('refused');
  assert.equal(await outbox.send(textTo('a')), 'refused');
  assert.equal(outbox.failuresAhead(), 0);
  outbox.failNext('unknown');
  outbox.forgetFailures();
  assert.equal(await outbox.send(textTo('b')), 'accepted');
  assert.deepEqual(events, ['failures', 'failures', 'failures', 'failures', 'changed']);
});
