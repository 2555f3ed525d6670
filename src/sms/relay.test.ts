// The relay by itself: the order of the gateways, falling back, and circuit breakers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Gateway, GatewayId, HandOver } from './gateway.ts';
import { createRelay } from './relay.ts';

const MESSAGE = { tenantId: 't', smsId: 's', to: '+447700900123', text: '123456', validitySeconds: 300 };

function gateway(id: GatewayId, answer: () => HandOver): Gateway & { asked: number } {
  const one = {
    id,
    isSimulated: true,
    asked: 0,
    send: async () => {
      one.asked += 1;
      return answer();
    },
    tryCredentials: async () => 'good' as const,
    readReceipt: () => 'forged' as const,
    close: async () => {},
  };
  return one;
}

const CASES: [
  first: HandOver,
  second: HandOver,
  onUnknown: boolean,
  answer: HandOver,
  secondAsked: number,
][] = [
  ['accepted', 'accepted', false, 'accepted', 0],
  ['refused', 'accepted', false, 'accepted', 1],
  ['refused', 'refused', false, 'refused', 1],
  ['refused', 'unknown', false, 'unknown', 1],
  ['unknown', 'accepted', false, 'unknown', 0],
  ['unknown', 'accepted', true, 'accepted', 1],
  ['unknown', 'refused', true, 'unknown', 1],
];

for (const [first, second, isFallbackOnUnknown, answer, secondAsked] of CASES) {
  const also = isFallbackOnUnknown ? ' and doubt is a reason to try the next' : '';
  test(`the first says ${first}, the second would say ${second}${also}: ${answer}`, async () => {
    const gateways = [gateway('twilio', () => first), gateway('vonage', () => second)] as const;
    const heard: unknown[] = [];
    const { send } = createRelay({
      gateways,
      isFallbackOnUnknown,
      onHandOver: ({ gateway: id, outcome }) => void heard.push([id, outcome]),
    });
    assert.equal(await send(MESSAGE), answer);
    assert.equal(gateways[1].asked, secondAsked);
    assert.deepEqual(
      heard,
      [
        ['twilio', first],
        ['vonage', second],
      ].slice(0, 1 + secondAsked),
    );
  });
}

/** A first gateway whose answer can be changed, a second that accepts, and time that is advanced. */
function openBench() {
  const first = { answer: (): HandOver => 'unknown' };
  const twilio = gateway('twilio', () => first.answer());
  const vonage = gateway('vonage', () => 'accepted');
  let nowMs = 0;
  const relay = createRelay({
    gateways: [twilio, vonage],
    isFallbackOnUnknown: false,
    nowMs: () => nowMs,
  });
  const states = () => Object.fromEntries(relay.breakers());
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { first, twilio, vonage, send: () => relay.send(MESSAGE), states, pass };
}

test('five unknown outcomes in a row open the circuit of a gateway, and after 15 seconds it is probed', async () => {
  const { first, twilio, vonage, send, states, pass } = openBench();
  for (let n = 0; n < 5; n += 1) {
    pass(3_600_000);
    assert.equal(states().twilio, 'closed');
    assert.equal(await send(), 'unknown');
  }
  assert.deepEqual(states(), { twilio: 'open', vonage: 'closed' });
  for (let n = 0; n < 3; n += 1) assert.equal(await send(), 'accepted');
  pass(14_999);
  assert.equal(await send(), 'accepted');
  assert.deepEqual([twilio.asked, vonage.asked], [5, 4]);
  pass(1);
  assert.equal(await send(), 'unknown');
  assert.deepEqual([twilio.asked, states().twilio], [6, 'open']);
  pass(15_000);
  first.answer = () => 'accepted';
  assert.equal(await send(), 'accepted');
  assert.deepEqual([twilio.asked, vonage.asked], [7, 4]);
  assert.deepEqual(states(), { twilio: 'closed', vonage: 'closed' });
});

test('any other outcome between unknown ones keeps the circuit closed', async () => {
  const { first, twilio, send, states } = openBench();
  for (let n = 0; n < 20; n += 1) {
    first.answer = () => (n % 5 === 4 ? 'refused' : 'unknown');
    await send();
  }
  assert.deepEqual([twilio.asked, states().twilio], [20, 'closed']);
});

test('while a probe is under way, other messages skip the gateway', async () => {
  const { first, twilio, vonage, send, states, pass } = openBench();
  for (let n = 0; n < 5; n += 1) await send();
  pass(15_000);
  let end = (_outcome: HandOver) => {};
  first.answer = () => assert.fail('Only the probe is sent.');
  twilio.send = () =>
    new Promise((resolve) => {
      end = resolve;
      twilio.send = async () => first.answer();
    });
  const probe = send();
  assert.equal(states().twilio, 'half-open');
  assert.equal(await send(), 'accepted');
  assert.equal(vonage.asked, 1);
  end('accepted');
  assert.equal(await probe, 'accepted');
  assert.equal(states().twilio, 'closed');
});

test('a probe that throws does not leave the circuit half-open', async () => {
  const { first, send, states, pass } = openBench();
  for (let n = 0; n < 5; n += 1) await send();
  pass(15_000);
  first.answer = () => {
    throw new TypeError('a bug of ours');
  };
  await assert.rejects(send(), TypeError);
  assert.equal(states().twilio, 'closed');
});

test('refusals do not open the circuit', async () => {
  const only = gateway('twilio', () => 'refused');
  const { send } = createRelay({ gateways: [only], isFallbackOnUnknown: false });
  for (let n = 0; n < 10; n += 1) assert.equal(await send(MESSAGE), 'refused');
  assert.equal(only.asked, 10);
});
