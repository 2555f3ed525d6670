// The outbox of several processes: two of them over one database. What one takes, the other shows, marks, delays and delivers; nothing is
// readable in the table; a message that an ended process left on its way is delivered by the next.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { createMailOutbox } from '../../src/mail/outbox.ts';
import type { Receipt } from '../../src/sms/gateway.ts';
import { createOutbox, type Outbox } from '../../src/sms/outbox/outbox.ts';
import { createOutboxStore } from '../../src/storage/activity/outbox.ts';
import { createDatabase, type Database } from '../../src/storage/engine/connection/database.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { after, before, test } from '../support/long.ts';
import { until } from '../support/processes.ts';

const NEVER_MS = 3_600_000;

let own: TestDatabase;
let database: Database;
let store: ReturnType<typeof createOutboxStore>;
let receipts: Receipt[] = [];
let opened: Outbox[] = [];
let one: Outbox;
let other: Outbox;

before(async () => {
  own = await createTestDatabase();
  database = createDatabase({
    connection: { connectionString: own.url },
    poolSize: 4,
    namedStatements: true,
  });
  store = createOutboxStore({ database, keyring: createKeyring(Buffer.alloc(32, 7)) });
});
after(async () => {
  await Promise.all(opened.map((outbox) => outbox.close()));
  await database?.close();
  await own?.drop();
});
beforeEach(async () => {
  await Promise.all(opened.map((outbox) => outbox.close()));
  await database.query({ name: 'empty', text: 'delete from outbox_items' }, []);
  receipts = [];
  opened = [];
  one = open();
  other = open();
});

function open(deliverAfterMs = NEVER_MS): Outbox {
  const onReceipt = async (receipt: Receipt) => void receipts.push(receipt);
  const outbox = createOutbox({ store, nowMs: () => Date.now(), deliverAfterMs, onReceipt });
  opened.push(outbox);
  return outbox;
}

const textTo = (smsId: string, to = '+447700900123', code = '123456') => ({
  tenantId: 'tenant',
  smsId,
  to,
  text: `${code} is your security code.`,
  validitySeconds: 300,
});
const idsOf = async (outbox: Outbox) => (await outbox.list()).map(({ smsId }) => smsId);

test('what one process takes every process shows, newest first, with its code', async () => {
  assert.equal(await one.send(textTo('a')), 'accepted');
  assert.equal(await other.send(textTo('b', '+447700900456', '654321')), 'accepted');
  for (const outbox of [one, other]) {
    const shown = (await outbox.list()).map(({ smsId, code, state }) => [smsId, code, state]);
    assert.deepEqual(shown, [
      ['b', '654321', 'on-its-way'],
      ['a', '123456', 'on-its-way'],
    ]);
  }
});

test('a message is found by its number, waited for across processes, and given up in time', async () => {
  assert.equal(await one.latest({ to: '+447700900123', waitMs: 0 }), null);
  const waited = one.latest({ to: ' 447700900123', waitMs: 60_000 });
  await other.send(textTo('else', '+447700900456'));
  await other.send(textTo('first'));
  assert.equal((await waited)?.smsId, 'first');
  await other.send(textTo('second'));
  assert.equal((await one.latest({ to: '447700900123', waitMs: 60_000 }))?.smsId, 'second');
  assert.equal(await one.latest({ to: '+447700900789', waitMs: 1 }), null);
});

test('a message is delivered once, by whichever process, and not when another one marked or delayed it', async () => {
  for (const smsId of ['marked', 'delayed', 'plain']) await one.send(textTo(smsId));
  assert.equal((await other.mark('marked', 'not-delivered'))?.state, 'not-delivered');
  assert.equal((await other.delay('delayed'))?.isDelayed, true);
  // More processes start and find them.
  const [quick, quicker] = [open(30), open(20)];
  opened.push(open(0), open(0));
  await quick.send(textTo('quick'));
  await quicker.send(textTo('quicker'));
  await until('all are delivered', () => receipts.length === 4);
  const told = receipts.map(({ smsId, state }) => `${smsId} ${state}`).sort();
  assert.deepEqual(told, ['marked not-delivered', 'plain delivered', 'quick delivered', 'quicker delivered']);
  assert.equal((await one.mark('delayed', 'delivered'))?.isDelayed, false);
  assert.equal((await one.mark('delayed', 'not-delivered'))?.state, 'delivered');
  assert.equal(receipts.length, 6);
  assert.equal(await one.mark('unknown', 'delivered'), null);
});

test('failures queued in one process are used up by the next messages of any, in order', async () => {
  await one.failNext('refused');
  await one.failNext('unknown', 2);
  assert.equal(await other.failuresAhead(), 3);
  const outcomes = [];
  for (const [n, outbox] of [other, one, other, one].entries())
    outcomes.push(await outbox.send(textTo(`f${n}`)));
  assert.deepEqual(outcomes, ['refused', 'unknown', 'unknown', 'accepted']);
  assert.deepEqual(await idsOf(one), ['f3', 'f2', 'f1']);
  await other.failNext('refused');
  await one.forgetFailures();
  assert.equal(await other.send(textTo('last')), 'accepted');
});

test('clearing by number removes that number alone and keeps failures; what is cleared is still delivered', async () => {
  const quick = open(20);
  await quick.send(textTo('a'));
  await one.send(textTo('b', '+447700900456'));
  await one.failNext('refused');
  await other.clear('447700900123');
  assert.deepEqual(await idsOf(one), ['b']);
  assert.equal(await one.failuresAhead(), 1);
  await other.clear();
  assert.deepEqual([await idsOf(one), await one.failuresAhead()], [[], 0]);
  await until('the cleared one is delivered', () => receipts.some(({ smsId }) => smsId === 'a'));
});

test('a listener hears of changes that another process made, until it unsubscribes', async () => {
  let heard = 0;
  const end = one.subscribe(() => {
    heard += 1;
  });
  const waited = one.latest({ waitMs: 60_000 });
  await other.send(textTo('a'));
  await until('it is heard', () => heard > 0);
  assert.equal((await waited)?.smsId, 'a');
  end();
  const before = heard;
  await one.send(textTo('b'));
  assert.equal(heard, before);
});

test('closing ends the waits; a receipt over HTTP is forged', async () => {
  const waited = one.latest({ to: '+447700900789', waitMs: 60_000 });
  await until('it waits', async () => (await one.list()).length === 0);
  await one.close();
  assert.equal(await waited, null);
  assert.equal(one.readReceipt({ method: 'POST', url: '/', headers: {}, body: '{}' }), 'forged');
});

test('a mail of one process is read in the other, by address', async () => {
  const [mine, yours] = [store, store].map((kept) => createMailOutbox({ store: kept, nowMs: Date.now }));
  await mine?.send({ to: 'Ann@example.com', subject: 'One', text: 'a link' });
  await mine?.send({ to: 'ben@example.com', subject: 'Two', text: 'another' });
  const subjects = async (to?: string) => (await yours?.list(to))?.map(({ subject }) => subject);
  assert.deepEqual(await subjects(), ['Two', 'One']);
  assert.deepEqual(await subjects('ann@example.com'), ['One']);
});

test('the table has no number, code or address in it, and is empty after a day', async () => {
  await one.send(textTo('a', '+447700900321', '424242'));
  await createMailOutbox({ store, nowMs: Date.now }).send({
    to: 'ann@example.com',
    subject: 'Hello there',
    text: 'secret-link',
  });
  const dump = await database.query<{ all: string }>(
    {
      name: 'dump',
      text: `select string_agg(o::text || encode(sealed, 'escape'), ' ') as all from outbox_items o`,
    },
    [],
  );
  for (const said of ['7700900321', '424242', 'ann@example.com', 'Hello', 'secret-link'])
    assert.ok(!dump[0]?.all.includes(said), said);
  const old = `update outbox_items set sent_at = clock_timestamp() - interval '25 hours' where kind = 'text'`;
  await database.query({ name: 'old', text: old }, []);
  await store.purgeOutbox();
  assert.deepEqual([(await store.listTexts()).length, (await store.listMails()).length], [0, 1]);
});
