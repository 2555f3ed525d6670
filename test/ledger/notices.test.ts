// Mails about what happened: which roles are told of which event, and how often a mail that cannot be sent is tried.
// Alone: it looks for statements among all objects of its process.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Mailer } from '../../src/mail/mailer.ts';
import { createSendNotices } from '../../src/usecases/webhooks/send-notices.ts';
import { collectStatements } from '../support/database/statements.ts';
import { createTenant, type House, openHouse, sql } from '../support/house.ts';
import { createPerson } from '../support/people.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

const MONEY = 'owner admin finance';
const MAKERS = 'owner admin developer';
/** Type by type. A viewer is told of nothing. */
const TOLD: Record<string, string> = {
  'endpoint.failing': 'owner developer',
  'endpoint.disabled': 'owner developer',
  'wallet.low': MONEY,
  'wallet.depleted': MONEY,
  'wallet.recovered': MONEY,
  'wallet.velocity': MONEY,
  'sms.failing': MAKERS,
  'payment.failed': MONEY,
  'top-up.needs-action': MONEY,
  'invoice.issued': MONEY,
  'card.expiring': MONEY,
  'credential.expiring': MAKERS,
};
const ROLES = ['owner', 'admin', 'developer', 'finance', 'viewer'];
const TIME = '2026-07-15T22:30:00.000Z';
const FACTS = {
  ...{ failingSince: TIME, disabledAt: TIME, expiresAt: TIME, lastUsedAt: TIME },
  ...{ available: 1, threshold: 2, totalPence: 100, credits: 1_000, reason: 'declined', kind: 'invoice' },
};

async function happen(tenantId: string, type: string, at: Date): Promise<void> {
  await sql(
    house,
    `with happened as (
       insert into events (tenant_id, id, at, type, is_test, facts) values ($1, $2, $3, $4, false, $5) returning id
     ) insert into notices (tenant_id, id, event_id, created_at, due_at) select $1, $2, id, $3, $3 from happened`,
    [tenantId, randomUUIDv7(), at, type, FACTS],
  );
}

function sendingBy(send: Mailer['send']) {
  const { database } = house.service;
  const mailer: Mailer = { send, close: () => {} };
  return createSendNotices({ database, mailer, publicUrl: 'http://x', onFault: () => {} });
}

test('of each kind of event those are told by mail whose work it is, and nobody else', async () => {
  const written = readFileSync('src/usecases/webhooks/send-notices.ts', 'utf8').matchAll(
    /case '([\w.-]+)':/g,
  );
  assert.deepEqual([...written].map(([, type]) => type).sort(), Object.keys(TOLD).sort());
  for (const [type, roles] of Object.entries(TOLD)) {
    const { tenantId, personId } = await createTenant(house);
    const people = new Map([[`${personId}@example.com`, 'owner']]);
    for (const role of ROLES) people.set((await createPerson(house, { tenantId, role })).email, role);
    await createPerson(house, { tenantId: (await createTenant(house)).tenantId });
    await happen(tenantId, type, new Date());
    const told: (string | undefined)[] = [];
    const send = sendingBy(async ({ to }) => void told.push(people.get(to)));
    assert.equal(await send(), 1);
    assert.deepEqual([...new Set(told)].sort(), roles.split(' ').sort(), type);
    assert.equal(await send(), 0, `${type}, once`);
  }
});

// Of payments the type is a parameter: test/api/payments/automatic-top-up.test.ts.
test('a statement that records such an event has its mail due too', async () => {
  const recording = (await collectStatements()).flatMap(({ name, text }) => {
    const types = [...text.matchAll(/'([\w.-]+)' as type\b/g)].map(([, type = '']) => type);
    return types.filter((type) => TOLD[type] !== undefined).map((type) => ({ name, type, text }));
  });
  const silent = recording
    .filter(({ text }) => !text.includes('insert into notices'))
    .map(({ name }) => name);
  assert.deepEqual(silent, []);
  assert.deepEqual([...new Set(recording.map(({ type }) => type))].sort(), [
    'credential.expiring',
    'endpoint.disabled',
    'endpoint.failing',
    'sms.failing',
    'wallet.velocity',
  ]);
});

test('a mail that cannot be sent is tried every five minutes, twelve times', async () => {
  const { tenantId } = await createTenant(house);
  const begunMs = Date.now();
  let nowMs = begunMs;
  await happen(tenantId, 'wallet.depleted', new Date(begunMs));
  const triedSeconds: number[] = [];
  const send = sendingBy(async () => {
    triedSeconds.push((nowMs - begunMs) / 1_000);
    throw new Error('the mail server is away');
  });
  for (let turn = 0; turn < 15; turn += 1) {
    // Just before, then at the time.
    for (const lateMs of [-1, 0]) {
      nowMs = begunMs + turn * 300_000 + lateMs;
      house.travelTo(new Date(nowMs));
      await send();
    }
  }
  house.travelTo(null);
  assert.deepEqual(
    triedSeconds,
    Array.from({ length: 12 }, (_none, n) => n * 300),
  );
});
