// The limits against abuse on a real database: exact under concurrent requests of two processes, never longer than one window, and
// with no number or address in any table.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Refusal } from '../../src/domain/refusal.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createChallengeLimits } from '../../src/storage/reports/challenge-limits.ts';
import {
  createGuardChallenge,
  type GuardChallenge,
  type GuardSettings,
} from '../../src/usecases/reports/guard-challenge.ts';
import { type House, openHouse, sql } from '../support/house.ts';

const SETTINGS: GuardSettings = {
  SMS_CHALLENGES_PER_NUMBER_HOUR: 10,
  SMS_WRONG_CODES_PER_NUMBER_DAY: 10,
  SMS_CHALLENGES_PER_SESSION: 1_000,
  SMS_CHALLENGES_PER_ADDRESS_HOUR: 1_000,
  SMS_CHALLENGES_PER_TENANT_HOUR: 1_000_000,
  SMS_DAILY_CREDITS_MAX: 1_000_000,
  SMS_RESEND_PAUSE_SECONDS: 0,
};

let houses: House[];
before(async () => {
  const first = await openHouse();
  houses = [first, await openHouse({}, first.database)];
});
after(async () => {
  for (const house of houses.toReversed()) await house.close();
});

/** With challenges that are counted, and of no report. */
type Guard = GuardChallenge & { beforeChallenge(input: ReturnType<typeof challengeOf>): Promise<void> };

const guardsOf = (more: Partial<GuardSettings> = {}): Guard[] =>
  houses.map((house) => {
    const keyring = createKeyring(house.config.ENCRYPTION_KEY);
    const limits = createChallengeLimits({ database: house.service.database });
    const guard = createGuardChallenge({
      limits,
      hashKey: (...parts) => keyring.mac('hash-challenge-keys', ...parts),
      settings: { ...SETTINGS, ...more },
    });
    return {
      ...guard,
      beforeChallenge: async (input) => {
        const { tenantId } = input;
        await guard.withChallenge(input, async (counters) => ({
          full: await limits.take({ tenantId, counters }),
        }));
      },
    };
  });

/** One guard for each try: tries of one guard share a batched statement, and would never race in the database. */
const guardsFor = (count: number): Guard[] => Array.from({ length: count / 2 }, () => guardsOf()).flat();

let counter = 0;
const newNumber = (): string => {
  counter += 1;
  return `+447700900${String(counter).padStart(3, '0')}`;
};
const challengeOf = (more: Record<string, unknown> = {}) => ({
  tenantId: randomUUIDv7(),
  mobileNumber: newNumber(),
  sessionId: randomUUIDv7(),
  ipAddress: '203.0.113.7',
  smsCredits: 40,
  ...more,
});

/** How many of these concurrent tries were granted, and the refusals of the rest. */
async function tryAll(count: number, work: (n: number) => Promise<void>) {
  const ended = await Promise.allSettled(Array.from({ length: count }, (_none, n) => work(n)));
  const refusals = ended.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  for (const reason of refusals) {
    assert.ok(reason instanceof Refusal && reason.code === 'rate-limited', String(reason));
    assert.ok((reason.retryAfterSeconds ?? 0) >= 1);
  }
  return { granted: count - refusals.length, refusals: refusals as Refusal[] };
}

const pass = (seconds: number) =>
  sql(
    houses[0] as House,
    `update challenge_limits set times = (select coalesce(array_agg(t - make_interval(secs => $1)), '{}') from unnest(times) t),
       since = since - make_interval(secs => $1)`,
    [seconds],
  );

test('of 50 concurrent challenges for one number, from two processes, exactly 10 are granted', async () => {
  const guards = guardsOf();
  const input = challengeOf();
  await guards[0]?.beforeChallenge(input);
  const many = guardsFor(50);
  const { granted, refusals } = await tryAll(50, (n) => many[n]!.beforeChallenge(input));
  assert.equal(granted, 9, 'one was granted before');
  assert.match(refusals[0]?.message ?? '', /^Too many challenges for this mobile number/);
  assert.ok(refusals.every(({ message }) => !message.includes(input.mobileNumber.slice(-6))));
  assert.ok((refusals[0]?.retryAfterSeconds ?? 0) > 3_590);
  const others = [challengeOf(), challengeOf({ mobileNumber: input.mobileNumber })];
  for (const other of others) await guards[0]?.beforeChallenge(other);
});

test('a thousand refused tries do not extend the window: an hour after its tenth challenge a number is free', async () => {
  const [guard] = guardsOf() as [Guard];
  const input = challengeOf();
  for (let n = 0; n < 10; n += 1) await guard.beforeChallenge(input);
  await pass(3_590);
  const { granted, refusals } = await tryAll(1_000, () => guard.beforeChallenge(input));
  assert.equal(granted, 0);
  assert.ok(refusals.every(({ retryAfterSeconds = 99 }) => retryAfterSeconds <= 10));
  await pass(11);
  const { granted: later } = await tryAll(20, () => guard.beforeChallenge(input));
  assert.equal(later, 10);
});

test('the hour is a sliding window: a challenge late in one hour still counts early in the next', async () => {
  const [guard] = guardsOf() as [Guard];
  const input = challengeOf();
  for (let n = 0; n < 5; n += 1) await guard.beforeChallenge(input);
  await pass(1_800);
  for (let n = 0; n < 5; n += 1) await guard.beforeChallenge(input);
  await pass(1_810);
  assert.equal((await tryAll(10, () => guard.beforeChallenge(input))).granted, 5);
});

const OTHERS: [keyof GuardSettings, Record<string, string>, RegExp][] = [
  ['SMS_CHALLENGES_PER_SESSION', { sessionId: 'ds_one' }, /device session/],
  ['SMS_CHALLENGES_PER_ADDRESS_HOUR', { ipAddress: '198.51.100.4' }, /address/],
  ['SMS_CHALLENGES_PER_TENANT_HOUR', {}, /tenant/],
];
for (const [setting, same, words] of OTHERS) {
  test(`${setting} is exact over all numbers, and a refusal does not count`, async () => {
    const guards = guardsOf({ [setting]: 7 });
    const tenantId = randomUUIDv7();
    const mine = Array.from({ length: 30 }, () => challengeOf({ tenantId, ...same }));
    const { granted, refusals } = await tryAll(30, (n) =>
      guards[n % 2]!.beforeChallenge(mine[n] ?? assert.fail()),
    );
    assert.equal(granted, 7);
    assert.match(refusals[0]?.message ?? '', words);
    // The number of a refused challenge has all ten of its own left.
    const [free] = guardsOf({ SMS_CHALLENGES_PER_NUMBER_HOUR: 10 }) as [Guard];
    const fresh = { ...challengeOf({ tenantId }), mobileNumber: mine[29]?.mobileNumber ?? '' };
    const after = await tryAll(10, () => free.beforeChallenge({ ...fresh, sessionId: randomUUIDv7() }));
    assert.ok(after.granted >= 9);
  });
}

test('the IPv6 addresses of one /64 count as one address', async () => {
  const [guard] = guardsOf({ SMS_CHALLENGES_PER_ADDRESS_HOUR: 3 }) as [Guard];
  const tenantId = randomUUIDv7();
  const { granted } = await tryAll(20, (n) =>
    guard.beforeChallenge(challengeOf({ tenantId, ipAddress: `2001:db8:1:2::${n + 1}` })),
  );
  assert.equal(granted, 3);
});

test('a day of messages costs a tenant no more than its cap, first messages and resends together', async () => {
  const guards = guardsOf({ SMS_DAILY_CREDITS_MAX: 400 });
  const tenantId = randomUUIDv7();
  const many = Array.from({ length: 20 }, () => guardsOf({ SMS_DAILY_CREDITS_MAX: 400 })).flat();
  const { granted, refusals } = await tryAll(40, (n) => {
    const input = challengeOf({ tenantId });
    const more = { challengeId: randomUUIDv7(), sinceLastSendMs: 0 };
    return n % 4 < 2 ? many[n]!.beforeChallenge(input) : many[n]!.beforeResend({ ...input, ...more });
  });
  assert.equal(granted, 10);
  assert.match(refusals[0]?.message ?? '', /daily limit for messages, 400 credits/);
  assert.ok((refusals[0]?.retryAfterSeconds ?? 0) <= 86_400);
  // A text that no gateway took makes room for one more, and not for two.
  await guards[0]?.giveBack({ tenantId, smsCredits: 40 });
  const again = await tryAll(2, (n) => guards[n]!.beforeChallenge(challengeOf({ tenantId })));
  assert.equal(again.granted, 1);
  await pass(86_400);
  await guards[0]?.beforeChallenge(challengeOf({ tenantId }));
});

test('messages that cost the tenant nothing, or little, count for the cap as much as others', async () => {
  for (const smsCredits of [0, 1]) {
    const [guard] = guardsOf({ SMS_DAILY_CREDITS_MAX: 80 }) as [Guard];
    const input = { ...challengeOf(), smsCredits };
    const resend = { ...input, challengeId: randomUUIDv7(), sinceLastSendMs: 0 };
    await guard.beforeChallenge(input);
    await guard.beforeResend(resend);
    await assert.rejects(guard.beforeResend(resend), /80 credits \(a message counts at least 40\)/);
  }
});

test('a pause between resends is off by default; where it is on, one of two concurrent resends is refused', async () => {
  const resend = () => ({ ...challengeOf(), challengeId: randomUUIDv7(), sinceLastSendMs: 0 });
  const [open] = guardsOf() as [Guard];
  const same = resend();
  assert.equal((await tryAll(5, () => open.beforeResend(same))).granted, 5);
  const guards = guardsOf({ SMS_RESEND_PAUSE_SECONDS: 30 });
  const early = await tryAll(1, () => guards[0]!.beforeResend({ ...resend(), sinceLastSendMs: 29_001 }));
  assert.deepEqual([early.granted, early.refusals[0]?.retryAfterSeconds], [0, 1]);
  const late = { ...resend(), sinceLastSendMs: 30_000 };
  assert.equal((await tryAll(10, (n) => guards[n % 2]!.beforeResend(late))).granted, 1);
});

test('what is only asked leaves no row: a challenge has five counters, and none of wrong codes', async () => {
  const [house] = houses as [House];
  const [guard] = guardsOf() as [Guard];
  const input = challengeOf();
  await guard.beforeChallenge(input);
  const rows = await sql<{ key: Buffer }>(house, 'select key from challenge_limits where tenant_id = $1', [
    input.tenantId,
  ]);
  assert.equal(rows.length, 5);
  assert.ok(!rows.some(({ key }) => guard.numberKey(input)?.equals(key)));
});

test('no number, address or session is in the table, and expired rows are purged', async () => {
  const [house] = houses as [House];
  const [guard] = guardsOf() as [Guard];
  const input = challengeOf({ sessionId: 'ds_in-clear' });
  await guard.beforeChallenge(input);
  const [dump] = await sql<{ text: string }>(
    house,
    "select string_agg(l::text, ' ') as text from challenge_limits l",
  );
  for (const secret of [input.mobileNumber.slice(1), input.ipAddress, 'in-clear']) {
    assert.ok(!dump?.text.includes(secret));
    assert.ok(!dump?.text.includes(Buffer.from(secret).toString('hex')));
  }
  await sql(house, "update challenge_limits set forget_at = forget_at - interval '3 days'");
  const limits = createChallengeLimits({ database: house.service.database });
  assert.ok((await limits.purgeLimits()) > 0);
  assert.equal(await limits.purgeLimits(), 0);
});
