// One client, random requests one after another: every balance in an answer is the ledger's at that moment.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Client, type House, topUp } from '../../support/house.ts';
import { after, before, test } from '../../support/long.ts';
import { LIVE, newClient, openLiveHouse, problemsOf, WRONG_CODE, walletOf } from '../../support/money.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

const OPERATIONS = 100;
const SEED = Number(process.env.TEST_SEED ?? 0);
const DEEDS = [
  'complete',
  'partly',
  'none answers',
  'block',
  'challenge',
  'right code',
  'wrong code',
  'resend',
  'delivered',
  'not delivered',
  'test mode',
  'read',
  'top up',
  'expire',
] as const;
type Deed = (typeof DEEDS)[number];

let house: House;
let world: StandIn;
before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());

test(`every balance answered to a serial client is the ledger's, through ${OPERATIONS} random operations`, async (t) => {
  t.diagnostic(`seed ${SEED}, ${OPERATIONS} operations`);
  const deeds = fc.sample(fc.constantFrom(...DEEDS), { numRuns: OPERATIONS, seed: SEED });
  const client = await newClient(house, 3_000);
  const open: { reportId: string; challengeId: string; code: string }[] = [];
  const reports: string[] = [];
  let nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  let told = 0;
  for (const [index, deed] of deeds.entries()) {
    nowMs += 1_000;
    house.travelTo(new Date(nowMs));
    const answer = await DO[deed](client, open, reports, (ms) => {
      nowMs += ms;
      house.travelTo(new Date(nowMs));
    });
    const balance = answer?.body?.meta?.wallet?.balance;
    const { available } = await walletOf(house, client);
    if (balance !== undefined) {
      told += 1;
      assert.equal(balance, available, `seed ${SEED}, operation ${index}: ${deed}`);
    }
  }
  t.diagnostic(`${told} balances told`);
  assert.ok(told > OPERATIONS / 5);
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

type Open = { reportId: string; challengeId: string; code: string }[];
/** Every answer but that of a resend, which has no balance. */
type Told = { body: { meta: { wallet: { balance: number } } } };
type Do = (
  client: Client,
  open: Open,
  reports: string[],
  wait: (ms: number) => void,
) => Promise<Told | undefined>;

const generate = async (client: Client, reports: string[], how: Partial<StandIn>) => {
  Object.assign(world, { verdict: 'allow', outcomes: {}, ...how });
  const answer = await client.generate(LIVE);
  if (answer.status === 200) reports.push(answer.body.data.creditReportId);
  else assert.equal(answer.status, 402);
  return answer;
};
const receipt = async (client: Client, isDelivered: boolean): Promise<undefined> => {
  const sms = world.sent.shift();
  const { tenantId } = client.tenant;
  if (sms !== undefined)
    await house.service.recordDelivery({
      tenantId,
      smsId: sms.smsId,
      state: isDelivered ? 'delivered' : 'not-delivered',
    });
};

const DO: Record<Deed, Do> = {
  complete: (client, _open, reports) => generate(client, reports, {}),
  partly: (client, _open, reports) => generate(client, reports, { outcomes: { equifax: 'timeout' } }),
  'none answers': (client, _open, reports) =>
    generate(client, reports, {
      outcomes: { equifax: 'timeout', experian: 'timeout', transunion: 'unavailable' },
    }),
  block: (client, _open, reports) => generate(client, reports, { verdict: 'block' }),
  challenge: async (client, open, reports) => {
    const answer = await generate(client, reports, { verdict: 'challenge' });
    if (answer.status !== 200) return answer;
    const { creditReportId: reportId, challenge } = answer.body.data;
    open.push({ reportId, challengeId: challenge.challengeId, code: world.sent.at(-1)?.code ?? '' });
    return answer;
  },
  'right code': async (client, open) => {
    const one = open.shift();
    return one && client.submit(one.reportId, one.challengeId, one.code);
  },
  'wrong code': async (client, open) => {
    const one = open[0];
    return one && client.submit(one.reportId, one.challengeId, WRONG_CODE);
  },
  resend: async (client, open) => {
    const one = open[0];
    if (one === undefined) return undefined;
    const answer = await client.resend(one.reportId, one.challengeId);
    if (answer.status === 200) one.code = world.sent.at(-1)?.code ?? '';
    return undefined;
  },
  delivered: (client) => receipt(client, true),
  'not delivered': (client) => receipt(client, false),
  'test mode': (client) => client.generate({ test: true }),
  read: async (client, _open, reports) => {
    const id = reports.at(-1);
    return id === undefined ? undefined : client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);
  },
  'top up': async (client) => {
    await topUp(house, client.tenant.tenantId, 700);
    return undefined;
  },
  expire: async (_client, open, _reports, wait) => {
    wait(300_001);
    open.length = 0;
    await house.service.clearUp();
    return undefined;
  },
};
