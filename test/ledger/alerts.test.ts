// Alerts: those of the balance fire in the statement that crosses their threshold, as a model says; the others when they are looked at. Each
// is an event and a mail. ALERT_MOVES and TEST_SEED set the run.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { type Account, TRANSFER_KINDS, type TransferKind } from '../../src/domain/wallet/ledger.ts';
import type { Mailer } from '../../src/mail/mailer.ts';
import { applyMoves, type LedgerMove } from '../../src/storage/wallet/ledger.ts';
import { createSendNotices } from '../../src/usecases/webhooks/send-notices.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { createTenant, type House, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, newClient, openLiveHouse } from '../support/money.ts';
import { createPerson, openBrowser, signIn } from '../support/people.ts';
import { ask, signedIn } from '../support/staff.ts';
import { until } from '../support/waiting.ts';
import { eventFault } from '../support/webhooks/webhooks.ts';
import type { StandIn } from '../support/worlds/stand-in-world.ts';

const MOVES = Number(process.env.ALERT_MOVES ?? 400);
/** They move at once: what takes the time of one is the wait for the disk. Fewer than the connections of the pool, so that nobody queues. */
const WALLETS = 4;
const SEED = process.env.TEST_SEED ?? '';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

let house: House;
let world: StandIn;
before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());

type Told = { type: string; threshold: number };
function told(tenantId: string): Promise<Told[]> {
  return sql<Told>(
    house,
    `select e.type, (e.facts ->> 'threshold')::int as threshold from events e join notices n on n.tenant_id = e.tenant_id and n.event_id = e.id
     where e.tenant_id = $1 and e.type like 'wallet.%' order by e.tx, (e.facts ->> 'threshold')::int`,
    [tenantId],
  );
}

/** Each threshold with the balance at which it has recovered, a tenth more. */
const THRESHOLDS = { 200: 220, 505: 556, 2000: 2_200 };

/** What the alerts of one balance say, move by move: the events, and the mails in short. */
function createModel() {
  const alerts = [
    { type: 'wallet.depleted', threshold: 1, recovers: 1, hasFired: false },
    ...Object.entries(THRESHOLDS).map(([threshold, recovers]) => ({
      type: 'wallet.low',
      threshold: Number(threshold),
      recovers,
      hasFired: true,
    })),
  ];
  const said: Told[] = [];
  const mails: string[] = [];
  return {
    said,
    mails,
    balanceIs(balance: number): void {
      for (const alert of alerts.toSorted((a, b) => a.threshold - b.threshold)) {
        const { threshold, type } = alert;
        if (!alert.hasFired && balance < threshold) {
          alert.hasFired = true;
          said.push({ type, threshold });
          mails.push(type === 'wallet.depleted' ? 'none' : `${balance} below ${threshold}`);
        } else if (alert.hasFired && balance >= alert.recovers) {
          alert.hasFired = false;
          said.push({ type: 'wallet.recovered', threshold });
          mails.push(`${balance} again`);
        }
      }
    },
  };
}

/** A mail in the words of the model. */
function inShort(text: string): string {
  if (text.startsWith('No credits are available any more')) return 'none';
  const low = /^(\d+) credits are available, fewer than the (\d+) that you wanted/.exec(text);
  const again = /^(\d+) credits are available again\.$/m.exec(text);
  return low === null ? `${again?.[1]} again` : `${low[1]} below ${low[2]}`;
}

/** Moves about the thresholds: topped up when it is low, spent when it is not. */
function createMoves(tenantId: string, seed: string) {
  const random = createRandom(seed);
  const holds: { id: string; amount: number }[] = [];
  let balance = 0;
  const next = (): LedgerMove => {
    const roll = random.int(1, 100);
    const open = holds.length > 0 ? random.int(0, holds.length - 1) : -1;
    const topUps = balance < 600 ? 45 : balance < 2_000 ? 12 : 3;
    if (roll <= topUps) {
      const key = randomUUIDv7();
      const amount = random.int(1, 1_400);
      return { kind: 'top-up', tenantId, key, amount, personId: null, reference: key, reason: 'test' };
    }
    if (roll <= topUps + 20 && open >= 0) {
      const [hold] = holds.splice(open, 1);
      assert.ok(hold);
      if (roll % 2 === 0) return { kind: 'void', tenantId, holdId: hold.id };
      const amount = random.int(1, hold.amount);
      return { kind: 'post', tenantId, holdId: hold.id, amount, lines: { report: amount } as never };
    }
    const id = randomUUIDv7();
    const amount = random.int(1, 700);
    holds.push({ id, amount });
    const of = { purpose: 'report', reportId: id, smsId: null, credentialId: null, personId: null } as const;
    return { kind: 'hold', tenantId, holdId: id, amount, ...of };
  };
  return {
    /** One to six in one statement; answers how many, and the balance after them if it is another. */
    async apply(): Promise<{ made: number; changedTo: number | null }> {
      const moves = Array.from({ length: random.int(1, 6) }, next);
      const results = await applyMoves(house.service.database, moves);
      results.forEach(({ result }, n) => {
        const move = moves[n];
        if (result !== 'insufficient' || move?.kind !== 'hold') return;
        // The newest are last.
        const at = holds.findLastIndex(({ id }) => id === move.holdId);
        if (at >= 0) holds.splice(at, 1);
      });
      const before = balance;
      balance = results.at(-1)?.availableCredits ?? 0;
      return { made: moves.length, changedTo: balance === before ? null : balance };
    },
  };
}

/** Sends every mail that is due, by several workers at once; answers them by their address. */
async function sendAll(): Promise<Map<string, string[]>> {
  const sent = new Map<string, string[]>();
  const mailer: Mailer = {
    send: async ({ to, text }) => {
      const mails = sent.get(to) ?? [];
      sent.set(to, mails);
      mails.push(inShort(text));
    },
    close: () => {},
  };
  const onFault = (error: unknown): never => {
    throw error;
  };
  const { database } = house.service;
  const send = createSendNotices({ database, mailer, publicUrl: 'http://x', onFault });
  await Promise.all(
    Array.from({ length: WALLETS }, async () => {
      await until('no mail is due', async () => (await send()) === 0);
    }),
  );
  assert.deepEqual(await sql(house, 'select 1 from notices where sent_at is null limit 1'), []);
  return sent;
}

test(`over ${MOVES} moves of ${WALLETS} wallets the mails are the crossings of a model (TEST_SEED=${SEED})`, async () => {
  const open = async () => {
    const { tenantId } = await createTenant(house, { balanceCredits: 0 });
    const owner = await createPerson(house, { tenantId, role: 'owner' });
    const browser = await signIn(openBrowser(house), owner);
    const set = await ask(house, browser, 'PUT', `/${tenantId}/v1/alerts`, {
      low: Object.keys(THRESHOLDS).map(Number),
    });
    assert.equal(set.status, 200, set.text);
    return { tenantId, email: owner.email, model: createModel() };
  };
  const wallets: Awaited<ReturnType<typeof open>>[] = [];
  while (wallets.length < WALLETS) wallets.push(await open());
  const move = async ({ tenantId, model }: (typeof wallets)[number], n: number): Promise<void> => {
    const moves = createMoves(tenantId, `${SEED} ${n}`);
    for (let left = MOVES / WALLETS; left > 0; ) {
      const { made, changedTo } = await moves.apply();
      left -= made;
      // Only a statement that changed the balance crosses anything.
      if (changedTo !== null) model.balanceIs(changedTo);
    }
  };
  await Promise.all(wallets.map(move));
  const sent = await sendAll();
  let crossings = 0;
  for (const { tenantId, email, model } of wallets) {
    const found = await told(tenantId);
    assert.deepEqual(found, model.said, `TEST_SEED=${SEED}`);
    assert.deepEqual(sent.get(email)?.sort(), model.mails.sort(), `TEST_SEED=${SEED}`);
    crossings += found.length;
  }
  assert.ok(crossings >= MOVES / 100, `${crossings} crossings`);
  say(
    `${MOVES} moves of ${WALLETS} wallets, seed ${SEED}: ${crossings} crossings, each an event and a mail to each owner`,
  );
});

test('a report that empties the wallet tells of it by mail to owners, and a top-up that it has recovered', async () => {
  world.verdict = 'allow';
  const client = await newClient(house, 300);
  const { tenantId } = client.tenant;
  assert.equal((await client.generate(LIVE)).status, 200);
  assert.equal((await client.generate(LIVE)).status, 402);
  // Other thresholds leave the alert of an empty wallet as it is.
  const owner = await signedIn(house, { tenantId, role: 'owner' });
  assert.equal((await ask(house, owner, 'PUT', `/${tenantId}/v1/alerts`, { low: [] })).status, 200);
  const key = randomUUIDv7();
  await applyMoves(house.service.database, [
    { kind: 'top-up', tenantId, key, amount: 1_000, personId: null, reference: key, reason: 'test' },
  ]);
  assert.deepEqual(
    (await told(tenantId)).map(({ type }) => type),
    ['wallet.depleted', 'wallet.recovered'],
  );
  await until('every mail is sent', async () => {
    await house.service.tendEndpoints();
    return (await sql(house, 'select 1 from notices where sent_at is null')).length === 0;
  });
  const { text } = await client.get(`/dev/mail?to=${client.tenant.personId}@example.com`);
  assert.match(text, /the wallet is empty/);
  assert.match(text, /the wallet has recovered/);
});

test('a dip within one statement is no alert, and an alert already crossed when it is set starts as fired and sends nothing', async () => {
  const { tenantId } = await createTenant(house, { balanceCredits: 1_000 });
  const owner = await signedIn(house, { tenantId, role: 'owner' });
  const url = `/${tenantId}/v1/alerts` as const;
  const set = await ask(house, owner, 'PUT', url, { low: [500, 1_000, 1_001] });
  assert.deepEqual(
    set.body.items.map(({ threshold, state }) => [threshold, state]),
    [
      [500, 'ok'],
      [1_000, 'ok'],
      [1_001, 'fired'],
    ],
  );
  const id = randomUUIDv7();
  await applyMoves(house.service.database, [
    {
      kind: 'hold',
      tenantId,
      holdId: id,
      purpose: 'report',
      amount: 900,
      reportId: id,
      smsId: null,
      credentialId: null,
      personId: null,
    },
    { kind: 'void', tenantId, holdId: id },
  ]);
  assert.deepEqual(await told(tenantId), []);
});

test('spending, texts that do not arrive and a secret that ends in use are told of once', async () => {
  const client = await newClient(house, 10_000);
  const { tenantId, credentialId } = client.tenant;
  const owner = await signedIn(house, { tenantId, role: 'owner' });
  await ask(house, owner, 'PUT', `/${tenantId}/v1/alerts`, { low: [], velocity: 500, undelivered: 20 });
  world.verdict = 'allow';
  for (let count = 0; count < 2; count += 1) await client.generate(LIVE);
  await sql(
    house,
    `insert into sms_messages (tenant_id, id, handed_over_at, state)
     select $1, gen_random_uuid(), now(), case when n <= 3 then 'not-delivered' else 'delivered' end from generate_series(1, 12) n`,
    [tenantId],
  );
  await sql(
    house,
    `update credentials set secret_created_at = now() - interval '23 hours', old_secret_hash = sha256('x'), old_secret_hint = 'x',
       old_expires_at = now() + interval '1 hour', old_last_used_at = now() - interval '5 minutes' where tenant_id = $1 and id = $2`,
    [tenantId, credentialId],
  );
  for (let times = 0; times < 3; times += 1) await house.service.tendEndpoints();
  const rows = await sql<{ type: string }>(
    house,
    `select type from events where tenant_id = $1 and type in ('wallet.velocity', 'sms.failing', 'credential.expiring') order by type`,
    [tenantId],
  );
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['credential.expiring', 'sms.failing', 'wallet.velocity'],
  );
  const feed = await client.get(`/${tenantId}/v1/events`);
  for (const { id: _id, ...body } of feed.body.items) assert.equal(eventFault(body), null);
});

test('each alert fires at its threshold and not below, and texts from ten on', async () => {
  const AT = new Date('2027-05-01T12:00:00.000Z');
  const hourAgo = (ms: number): Date => new Date(AT.getTime() - 3_600_000 + ms);
  const cases: [what: string, type: string, has: boolean, sqlOf: string, values: unknown[]][] = [];
  const moved = (kind: TransferKind, [from, to]: Account[], credits: number, at: Date, has: boolean) =>
    cases.push([
      `${kind} of ${credits} credits at ${at.toISOString()}`,
      'wallet.velocity',
      has,
      `insert into ledger_entries (tenant_id, seq, transfer_key, kind, amount, from_account, to_account, hold_id, available_after, held_after,
         created_at, hash)
       values ($1, 1000, 'test', $2, $3, $4, $5, case when $6 then gen_random_uuid() end, 0, 0, $7, sha256('x'))`,
      [kind, credits, from, to, [from, to].includes('held'), at],
    ]);
  /** Of each kind of move, the spending one alone counts. */
  const MOVES_OF: Record<TransferKind, Account[]> = {
    ...{
      'top-up': ['funded', 'available'],
      adjustment: ['available', 'funded'],
      hold: ['available', 'held'],
    },
    ...{ post: ['held', 'spent'], void: ['held', 'available'], expire: ['held', 'available'] },
  };
  for (const kind of TRANSFER_KINDS) moved(kind, MOVES_OF[kind], 500, hourAgo(1), kind === 'post');
  const texts = (state: string, failed: number, all: number, at: Date, has: boolean) =>
    cases.push([
      `${failed} of ${all} texts ${state} at ${at.toISOString()}`,
      'sms.failing',
      has,
      `insert into sms_messages (tenant_id, id, handed_over_at, state)
       select $1, gen_random_uuid(), $5, case when n <= $3 then $2 else 'delivered' end from generate_series(1, $4) n`,
      [state, failed, all, at],
    ]);
  moved('post', MOVES_OF.post, 499, hourAgo(1), false);
  moved('post', MOVES_OF.post, 500, hourAgo(0), false);
  texts('not-delivered', 2, 11, hourAgo(1), false);
  texts('not-delivered', 2, 10, hourAgo(1), true);
  texts('refused', 2, 10, hourAgo(1), true);
  texts('on-its-way', 10, 10, hourAgo(1), false);
  texts('not-delivered', 9, 9, hourAgo(1), false);
  texts('not-delivered', 2, 10, hourAgo(0), false);
  const tenants: string[] = [];
  for (const [, , , text, values] of cases) {
    const { tenantId } = await createTenant(house, { balanceCredits: 0 });
    await sql(
      house,
      `insert into alerts (tenant_id, kind, threshold, recovers_at, state, changed_at)
       select $1, kind, threshold, threshold, 'ok', now() from (values ('velocity', 500), ('undelivered', 20)) as g (kind, threshold)`,
      [tenantId],
    );
    await sql(house, text, [tenantId, ...values]);
    tenants.push(tenantId);
  }
  house.travelTo(AT);
  await house.service.tendEndpoints();
  // When the hour is over they are right again, which is told to nobody.
  house.travelTo(new Date(AT.getTime() + 3_600_000));
  await house.service.tendEndpoints();
  house.travelTo(null);
  const fired = `select 1 from alerts where tenant_id = any($1) and state = 'fired'`;
  assert.deepEqual(await sql(house, fired, [tenants]), []);
  for (const [n, [what, type, has]] of cases.entries()) {
    const rows = await sql(house, 'select 1 from events where tenant_id = $1 and type = $2', [
      tenants[n],
      type,
    ]);
    assert.equal(rows.length, has ? 1 : 0, what);
  }
});

test('two kinds of alert may have the same number, and each is taken away by itself', async () => {
  const { tenantId } = await createTenant(house, { balanceCredits: 0 });
  const owner = await signedIn(house, { tenantId, role: 'owner' });
  const put = async (wanted: { low: number[]; velocity?: number; undelivered?: number }) => {
    const { body } = await owner.call('PUT', `/${tenantId}/v1/alerts`, wanted);
    return body.items.map(({ kind }) => kind);
  };
  const all = { low: [50], velocity: 50, undelivered: 50 };
  assert.deepEqual(await put(all), ['low', 'undelivered', 'velocity']);
  assert.deepEqual(await put({ ...all, low: [] }), ['undelivered', 'velocity']);
  assert.deepEqual(await put({ low: [], velocity: 50 }), ['velocity']);
  assert.deepEqual(await put({ low: [50] }), ['low']);
});

test('an alert has recovered at a tenth more than its threshold, rounded up, however large it is', async () => {
  const { tenantId } = await createTenant(house, { balanceCredits: 0 });
  const owner = await signedIn(house, { tenantId, role: 'owner' });
  const url = `/${tenantId}/v1/alerts` as const;
  let balance = 0;
  const stateAt = async (credits: number): Promise<string | undefined> => {
    const key = randomUUIDv7();
    const of = { personId: null, reference: key, reason: 'test' };
    const amount = credits - balance;
    await applyMoves(house.service.database, [{ kind: 'adjustment', tenantId, key, amount, ...of }]);
    balance = credits;
    const { items } = (await ask(house, owner, 'GET', url)).body;
    return items.find(({ kind }) => kind === 'low')?.state;
  };
  for (const [threshold, recovers] of [
    [505, 556],
    [100_000, 110_000],
    [90_909, 100_000],
    [999_999_999, 1_099_999_999],
  ] as const) {
    await stateAt(threshold);
    await ask(house, owner, 'PUT', url, { low: [threshold] });
    assert.equal(await stateAt(threshold - 1), 'fired', `${threshold}`);
    assert.equal(await stateAt(recovers - 1), 'fired', `${threshold}`);
    assert.equal(await stateAt(recovers), 'ok', `${threshold}`);
  }
});
