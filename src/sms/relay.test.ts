// The relay by itself: who is asked after whom, and who is left alone.
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

test('a gateway that left five messages in doubt is left alone, and tried again after its rest', async () => {
  let answer: HandOver = 'unknown';
  const first = gateway('twilio', () => answer);
  const second = gateway('vonage', () => 'accepted');
  const restMs = 20;
  const { send, breakers } = createRelay({ gateways: [first, second], isFallbackOnUnknown: false, restMs });
  for (let n = 0; n < 5; n += 1) assert.equal(await send(MESSAGE), 'unknown');
  assert.deepEqual(Object.fromEntries(breakers()), { twilio: 'open', vonage: 'closed' });
  for (let n = 0; n < 3; n += 1) assert.equal(await send(MESSAGE), 'accepted');
  assert.deepEqual([first.asked, second.asked], [5, 3]);
  answer = 'accepted';
  const endMs = performance.now() + 10_000;
  while (first.asked === 5 && performance.now() < endMs) await send(MESSAGE);
  assert.ok(first.asked > 5, 'it was asked again');
  assert.deepEqual(Object.fromEntries(breakers()), { twilio: 'closed', vonage: 'closed' });
  const before = second.asked;
  await send(MESSAGE);
  assert.equal(second.asked, before);
});

test('refusals are no reason to leave a gateway alone', async () => {
  const only = gateway('twilio', () => 'refused');
  const { send } = createRelay({ gateways: [only], isFallbackOnUnknown: false });
  for (let n = 0; n < 10; n += 1) assert.equal(await send(MESSAGE), 'refused');
  assert.equal(only.asked, 10);
});
