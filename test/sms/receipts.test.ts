// Thousands of receipts, shuffled, repeated tenfold, a tenth forged, over three processes and two gateways: each delivered message is
// charged once, and forged receipts are rejected. SMS_RECEIPTS says how many; TEST_SEED repeats a run.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { SignedCallback, SimulatedMessage, Simulator } from '../../src/sms/simulator.ts';
import { startTwilioSimulator } from '../../src/sms/twilio/simulator.ts';
import { startVonageSimulator } from '../../src/sms/vonage/simulator.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import {
  createTenant,
  generateBody,
  type House,
  sql,
  TEST_ORIGIN,
  type Tenant,
  tokenOf,
} from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { problemsOf } from '../support/money.ts';
import { call, jsonPost, type ServiceProcess } from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { gatewaySettings, TWILIO_ACCOUNT, VONAGE_ACCOUNT } from '../support/worlds/sms-world.ts';

const RECEIPTS = Number(process.env.SMS_RECEIPTS ?? 1_500);
const SEED = process.env.TEST_SEED ?? '';
const REPEATED = 10;
const STATUSES = 3;
const MESSAGES = Math.ceil(RECEIPTS / (REPEATED * STATUSES));
const TENANTS = 5;
const AT_ONCE = 24;
const SMS_PRICE = 40;

const random = createRandom(SEED);
process.stdout.write(`TEST_SEED=${SEED}, ${MESSAGES} messages\n`);

let fleet: Fleet;
let house: House;
let twilio: Simulator;
let vonage: Simulator;
let processes: ServiceProcess[];
let vonageNowMs: () => number = Date.now;

const anyOf = random.pick;
const reachable = (url: string): string => url.replace(TEST_ORIGIN, anyOf(processes).origin);
const idOf = ({ callbackUrl }: SimulatedMessage): string => callbackUrl.split('/').at(-1) ?? '';

before(async () => {
  twilio = await startTwilioSimulator(TWILIO_ACCOUNT, reachable);
  const account = { ...VONAGE_ACCOUNT, receiptsBy: 'POST' as const, nowMs: () => vonageNowMs() };
  vonage = await startVonageSimulator(account, reachable);
  const settings = {
    ...gatewaySettings({ twilio: twilio.url, vonage: vonage.url }),
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'debug',
  };
  fleet = await openFleet({ count: 3, world: 'gateways', settings });
  ({ house, processes } = fleet);
});
after(async () => {
  await fleet?.close();
  await twilio?.close();
  await vonage?.close();
});

type Sent = { message: SimulatedMessage; simulator: Simulator; statuses: string[] };
type Tried = { callback: SignedCallback; isForged: boolean };

const WORDS = {
  twilio: { delivered: 'delivered', failed: 'undelivered', others: ['queued', 'sent', 'sending'] },
  vonage: { delivered: 'delivered', failed: 'failed', others: ['accepted', 'buffered', 'unknown'] },
};

test('exactly the delivered messages are charged, and every forged receipt is rejected', async () => {
  const tenants = await Promise.all(
    Array.from({ length: TENANTS }, () => createTenant(house, { balanceCredits: MESSAGES * 400 })),
  );
  const sent = await sendAll(tenants);
  const delivered = new Set(
    sent.filter(({ statuses }) => statuses.includes('delivered')).map(({ message }) => idOf(message)),
  );
  const receipts = shuffled(makeReceipts(sent));
  const statuses = await reportAll(receipts);

  assert.deepEqual(wrongAnswers(receipts, statuses), []);
  const posts = await sql<{ id: string; amount: number }>(
    house,
    `select h.sms_id as id, sum(p.amount) as amount from ledger_entries p
     join ledger_entries h on h.tenant_id = p.tenant_id and h.hold_id = p.hold_id and h.kind = 'hold'
     where p.kind = 'post' group by h.sms_id`,
  );
  assert.deepEqual(new Set(posts.map(({ id }) => id)), delivered);
  assert.ok(posts.every(({ amount }) => Number(amount) === SMS_PRICE));
  for (const { tenantId } of tenants) assert.deepEqual(await problemsOf(house, tenantId), []);
  const [open] = await sql<{ count: number }>(
    house,
    "select count(*) as count from holds where purpose = 'sms' and state = 'open'",
  );
  assert.equal(open?.count, 0, 'every message came to an end');
  const kept = await sql<{ state: string; count: number }>(
    house,
    'select state, count(*) as count from sms_messages group by state order by state',
  );
  assert.deepEqual(kept, [
    { state: 'delivered', count: delivered.size },
    { state: 'not-delivered', count: MESSAGES - delivered.size },
  ]);
  assertNothingLeaked(sent);
});

/** One challenge each. Twilio refuses about half, which fall back to Vonage; a few receipts come before the reply to the send. */
async function sendAll(tenants: Tenant[]): Promise<Sent[]> {
  const fates = new Map<string, boolean>();
  twilio.fault = () => (random.chance(50) ? 'refuse' : null);
  const reportFirst = (message: SimulatedMessage): string[] => {
    const isDelivered = random.chance(60);
    fates.set(idOf(message), isDelivered);
    return isDelivered && random.chance(30) ? ['delivered'] : [];
  };
  twilio.reportFirst = reportFirst;
  vonage.reportFirst = reportFirst;
  const tokens = await Promise.all(tenants.map((tenant) => tokenOf(house, tenant)));
  await inParallel(MESSAGES, async (n) => {
    const which = n % TENANTS;
    const mobileNumber = `+447700900${String(n % 1_000).padStart(3, '0')}`;
    const body = generateBody({ test: undefined, mobileNumber });
    const path = `/${tenants[which]?.tenantId}/v1/credit-reports` as const;
    const answer = await call(anyOf(processes).origin, jsonPost(path, tokens[which] ?? '', body));
    assert.equal(answer.body.data?.status, 'authentication-required', answer.text);
  });
  const of = (simulator: Simulator, words: (typeof WORDS)['twilio']) =>
    simulator.messages.map((message) => {
      const isDelivered = fates.get(idOf(message)) ?? assert.fail();
      const known = isDelivered ? [words.delivered, words.failed] : [words.failed, anyOf(words.others)];
      return { message, simulator, statuses: [...known, anyOf(words.others)] };
    });
  const sent = [...of(twilio, WORDS.twilio), ...of(vonage, WORDS.vonage)];
  assert.equal(sent.length, MESSAGES);
  assert.ok(twilio.messages.length > 0 && vonage.messages.length > 0);
  return sent;
}

/** Each status tenfold; about a tenth of all is forged; some are for messages that were never sent. */
function makeReceipts(sent: Sent[]): Tried[] {
  return sent.flatMap(({ message, simulator, statuses }) =>
    statuses.flatMap((status) =>
      Array.from({ length: REPEATED }, (_none, n): Tried => {
        // One of each stays genuine, so that every status is received.
        if (n > 0 && random.chance(11)) return forge(sent, message, simulator);
        const path = `/${randomUUIDv7()}/${randomUUIDv7()}`;
        const unsent = {
          ...message,
          callbackUrl: message.callbackUrl.replace(/(\/[^/]+){2}$/, path),
          clientRef: message.clientRef === '' ? '' : path.slice(-36),
        };
        const about = n > 0 && random.chance(2) ? unsent : message;
        return { callback: simulator.callback(about, status), isForged: false };
      }),
    ),
  );
}

/** A forged receipt, in one of the ways that an attacker might try. */
function forge(sent: Sent[], message: SimulatedMessage, simulator: Simulator): Tried {
  const genuine = simulator.callback(message, 'delivered');
  const failed = simulator.callback(message, simulator === twilio ? 'undelivered' : 'failed');
  const other = anyOf(sent.filter((one) => one.message !== message)).message.callbackUrl;
  const word = simulator === twilio ? 'undelivered' : 'failed';
  const staleBy = (ms: number): SignedCallback => {
    vonageNowMs = () => Date.now() - ms;
    const stale = vonage.callback(message, 'delivered');
    vonageNowMs = Date.now;
    return stale;
  };
  const ways: SignedCallback[] = [
    { ...failed, body: failed.body.replaceAll(word, 'delivered') },
    { ...genuine, url: other },
    {
      ...genuine,
      headers: { 'content-type': genuine.headers['content-type'] ?? '' },
      body: genuine.body.replace(/sig":"./, 'sig":"'),
    },
    { ...genuine, headers: {}, body: '' },
    ...(simulator === vonage ? [staleBy(30 * 3_600_000), staleBy(-3_600_000)] : []),
  ];
  return { callback: anyOf(ways), isForged: true };
}

async function reportAll(receipts: Tried[]): Promise<number[]> {
  const statuses: number[] = [];
  const tookMs: number[] = [];
  await inParallel(receipts.length, async (n) => {
    const { url, ...request } = (receipts[n] ?? assert.fail()).callback;
    const begunMs = performance.now();
    const answer = await call(anyOf(processes).origin, { path: new URL(url).pathname, ...request });
    tookMs.push(performance.now() - begunMs);
    statuses[n] = answer.status;
  });
  tookMs.sort((a, b) => a - b);
  const at = (part: number) => `${Math.round(tookMs[Math.floor(tookMs.length * part)] ?? 0)} ms`;
  process.stdout.write(`${receipts.length} receipts: half in ${at(0.5)}, 99 of 100 in ${at(0.99)}\n`);
  return statuses;
}

function wrongAnswers(receipts: Tried[], statuses: number[]): string[] {
  const forged = receipts.filter(({ isForged }) => isForged).length;
  process.stdout.write(`${forged} of ${receipts.length} were forged\n`);
  assert.ok(forged > receipts.length * 0.07);
  return receipts.flatMap(({ isForged, callback }, n) => {
    const expected = isForged ? 403 : 200;
    return statuses[n] === expected ? [] : [`${statuses[n]} for ${callback.url} ${callback.body}`];
  });
}

/** The logs of the processes, at their lowest level, have no number and no code in them. */
function assertNothingLeaked(sent: Sent[]): void {
  const logs = processes.map((one) => one.stdout() + one.stderr()).join('');
  assert.ok(logs.includes('a receipt was not signed by its gateway'));
  for (const { message } of sent) {
    assert.ok(!logs.includes(message.to.slice(1)));
    assert.ok(!new RegExp(`(?<![\\da-f.-])${message.text.slice(0, 6)}(?![\\da-f])`).test(logs));
  }
}

async function inParallel(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function shuffled<T>(list: T[]): T[] {
  const copy = [...list];
  for (let n = copy.length - 1; n > 0; n -= 1) {
    const other = random.int(0, n);
    [copy[n], copy[other]] = [copy[other] as T, copy[n] as T];
  }
  return copy;
}
