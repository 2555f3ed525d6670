// Both sides of each threshold of an alert.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AttentionFacts, attentionOf, daysLeft } from './attention.ts';

const QUIET: AttentionFacts = {
  balance: 1_000,
  spentLastWeek: 0,
  refusedLastDay: 0,
  refusedDayBefore: 0,
  textsLastDay: 0,
  undeliveredLastDay: 0,
  simulators: [],
  fired: [],
  openRequests: null,
  endingSecrets: [],
  brokenEndpoints: [],
  paymentSigns: [],
};
const AT = new Date('2026-11-15T09:30:00Z');
const kindsOf = (facts: Partial<AttentionFacts>): string[] =>
  attentionOf({ ...QUIET, ...facts }).map(({ kind }) => kind);

test('a tenant within all thresholds has no alert, nor has one that never spent anything', () => {
  assert.deepEqual(kindsOf({}), []);
  assert.deepEqual(kindsOf({ balance: 0 }), []);
});

test('a balance is low when it does not last a week at the rate of the last one', () => {
  assert.deepEqual(kindsOf({ balance: 700, spentLastWeek: 700 }), []);
  assert.deepEqual(kindsOf({ balance: 699, spentLastWeek: 700 }), ['balance-low']);
  assert.equal(daysLeft({ balance: 100, spentLastWeek: 700 }), 1);
  assert.equal(daysLeft({ balance: 100, spentLastWeek: 0 }), null);
});

test('errors are rising at ten a day or more, and twice as many as the day before', () => {
  assert.deepEqual(kindsOf({ refusedLastDay: 9 }), []);
  assert.deepEqual(kindsOf({ refusedLastDay: 10 }), ['errors-rising']);
  assert.deepEqual(kindsOf({ refusedLastDay: 19, refusedDayBefore: 10 }), []);
  assert.deepEqual(kindsOf({ refusedLastDay: 20, refusedDayBefore: 10 }), ['errors-rising']);
});

test('undelivered texts are an alert above one in twenty', () => {
  assert.deepEqual(kindsOf({ textsLastDay: 20, undeliveredLastDay: 1 }), []);
  assert.deepEqual(kindsOf({ textsLastDay: 19, undeliveredLastDay: 1 }), ['texts-undelivered']);
});

test('simulators in use are named', () => {
  const [found] = attentionOf({ ...QUIET, simulators: ['equifax', 'sms'] });
  assert.equal(found?.kind, 'simulators-in-use');
  assert.match(found?.message ?? '', /equifax, sms/);
});

test('an empty wallet is told once, before a threshold and before the pace', () => {
  const low = (threshold: number) => ({ kind: 'low' as const, threshold, changedAt: AT });
  const empty = { kind: 'depleted' as const, threshold: 1, changedAt: AT };
  const spent = { balance: 0, spentLastWeek: 700 };
  assert.deepEqual(kindsOf({ ...spent, fired: [low(500), empty] }), ['wallet-empty']);
  const [found, ...others] = attentionOf({ ...QUIET, balance: 90, fired: [low(500), low(100)] });
  assert.deepEqual([found?.kind, found?.since, others.length], ['balance-low', AT, 0]);
  assert.match(
    found?.message ?? '',
    /£0\.09 \(90 credits\) are left, below your threshold of £0\.10 \(100 credits\)/,
  );
});

test('alerts of spending and of texts are told while they have not recovered', () => {
  const fired = [
    { kind: 'velocity' as const, threshold: 5_000, changedAt: AT },
    { kind: 'undelivered' as const, threshold: 20, changedAt: AT },
  ];
  assert.deepEqual(kindsOf({ fired, textsLastDay: 10, undeliveredLastDay: 9 }), [
    'spending-fast',
    'texts-undelivered',
  ]);
});

test('a secret that ends in use and an endpoint that fails are told with their ids', () => {
  const facts = {
    endingSecrets: [{ id: 'c', name: 'Website', expiresAt: AT, warnedAt: AT }],
    brokenEndpoints: [
      { id: 'f', host: 'a.example', isTest: true, isDisabled: false, since: AT },
      { id: 'd', host: 'b.example', isTest: false, isDisabled: true, since: AT },
    ],
  };
  const found = attentionOf({ ...QUIET, ...facts });
  assert.deepEqual(
    found.map(({ kind, subjectId, test: isTest }) => [kind, subjectId, isTest]),
    [
      ['secret-ending', 'c', null],
      ['endpoint-failing', 'f', true],
      ['endpoint-disabled', 'd', false],
    ],
  );
  assert.match(found[0]?.message ?? '', /Website ends on 15 Nov 2026, 09:30/);
});

test('a debt, a top-up that is off, a question of the bank and a payment that differs are told; what only operators mend is not', () => {
  const found = attentionOf({
    ...QUIET,
    paymentSigns: [
      { kind: 'differs', id: 'd', amount: 2_400, since: AT },
      { kind: 'needs-action', id: 'a', amount: 1_200, since: AT },
      { kind: 'off', id: null, amount: 5_000, since: AT },
      { kind: 'debt', id: null, amount: 700, since: null },
      { kind: 'refund-waits', id: 'r', amount: 100, since: AT },
      { kind: 'charge-waits', id: 'c', amount: 100, since: AT },
    ],
  });
  assert.deepEqual(
    found.map(({ kind, subjectId, since }) => [kind, subjectId, since]),
    [
      ['wallet-in-debt', null, null],
      ['payment-differs', 'd', AT],
      ['payment-needs-action', 'a', AT],
      ['top-up-off', null, AT],
    ],
  );
  assert.match(found[0]?.message ?? '', /until 700 credits are paid/);
  assert.match(found[1]?.message ?? '', /A payment of £24\.00 was not made as asked/);
});
