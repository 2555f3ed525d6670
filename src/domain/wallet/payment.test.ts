// The machine of a payment, and what goes back: credits and money add up whatever the order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Asked,
  creditsFor,
  judge,
  PAYMENT_STATES,
  type PaymentReading,
  penceFor,
  takeBack,
  wentBack,
} from './payment.ts';
import { vatInPart, vatOf, vatPercentOn } from './vat.ts';

const asked: Asked = { state: 'pending', reference: null, customer: 'c', totalPence: 1_200, isLive: true };
const reading: PaymentReading = {
  ...{ tenantId: 't', paymentId: 'p', reference: 'r', customer: 'c', amountPence: 1_200, currency: 'gbp' },
  ...{ isLive: true, state: 'succeeded', failure: null, actionUrl: null, card: null },
  ...{ refundedPence: 0, disputedPence: 0, isDisputeLost: false },
};

test('each state goes where the drawing says, and nowhere else', () => {
  const said = ['pending', 'needs-action', 'succeeded', 'failed'] as const;
  const table = PAYMENT_STATES.map((state) => [
    state,
    said.map((word) => judge({ ...asked, state }, { ...reading, state: word }).state),
  ]);
  assert.deepEqual(table, [
    ['pending', ['pending', 'needs-action', 'succeeded', 'failed']],
    ['needs-action', ['pending', 'needs-action', 'succeeded', 'failed']],
    ['succeeded', ['succeeded', 'succeeded', 'succeeded', 'reversed']],
    ['failed', ['failed', 'failed', 'succeeded', 'failed']],
    ['needs-attention', ['needs-attention', 'needs-attention', 'needs-attention', 'needs-attention']],
    ['resolved', ['resolved', 'resolved', 'resolved', 'resolved']],
    ['reversed', ['reversed', 'reversed', 'reversed', 'reversed']],
  ]);
});

test('what differs from what was asked is not credited', () => {
  for (const [change, differs] of [
    [{ amountPence: 1_199 }, 'amount'],
    [{ amountPence: 1_201 }, 'amount'],
    [{ currency: 'eur' }, 'currency'],
    [{ isLive: false }, 'live-mode'],
    [{ customer: 'd' }, 'customer'],
    [{ customer: null }, 'customer'],
  ] as const)
    assert.deepEqual(judge(asked, { ...reading, ...change }), {
      ...{ state: 'needs-attention', failure: null, differs },
    });
});

test('the try that was not paid says nothing of the one that was', () => {
  const paid: Asked = { ...asked, state: 'succeeded', reference: 'paid' };
  assert.equal(judge(paid, { ...reading, reference: 'other', state: 'failed' }).state, 'succeeded');
  assert.equal(judge(paid, { ...reading, reference: 'paid', state: 'failed' }).state, 'reversed');
  const open: Asked = { ...asked, reference: 'first' };
  const late = { ...reading, reference: 'second', state: 'failed' } as const;
  assert.equal(judge(open, { ...late, failure: 'card-declined' }).state, 'pending');
  assert.equal(judge(open, { ...late, failure: 'not-paid-in-time' }).state, 'failed');
});

test('what is taken back is taken from what is there, and the rest is a debt; given back, the debt goes first', () => {
  assert.deepEqual(takeBack({ available: 100, debt: 0 }, 0, 100), { move: -100, debt: 0, unpaid: 0 });
  assert.deepEqual(takeBack({ available: 40, debt: 7 }, 0, 100), { move: -40, debt: 67, unpaid: 60 });
  assert.deepEqual(takeBack({ available: 0, debt: 67 }, 60, -100), { move: 40, debt: 7, unpaid: 0 });
  assert.deepEqual(takeBack({ available: 5, debt: 0 }, 60, -100), { move: 100, debt: 0, unpaid: 60 });
});

test('credits and pence of a part round to the side of the seller, and the last penny brings all', () => {
  const payment = { credits: 10_000, totalPence: 1_200 };
  for (let pence = 0; pence <= 1_200; pence++) {
    const credits = creditsFor(payment, pence);
    assert.ok(penceFor(payment, credits) <= pence);
    assert.ok(credits <= 10_000);
  }
  assert.deepEqual([creditsFor(payment, 1_200), penceFor(payment, 10_000)], [10_000, 1_200]);
  assert.deepEqual([creditsFor(payment, 1), penceFor(payment, 9)], [8, 1], 'of 8.3 credits, of 1.08 pence');
});

test('refunds and disputes add up, a credit note stays, and no more goes back than was paid', () => {
  const none = { refundedPence: 0, disputedPence: 0, backCredits: 0, creditedPence: 0 };
  const payment = { ...none, credits: 10_000, totalPence: 1_200 };
  const say = (more: Partial<PaymentReading>, before = none) =>
    wentBack({ ...payment, ...before }, { ...reading, ...more });
  const open = say({ disputedPence: 1_200 });
  assert.deepEqual(open, { ...none, disputedPence: 1_200, backCredits: 10_000 });
  assert.deepEqual(say({ disputedPence: 0 }, open), none);
  const lost = say({ disputedPence: 1_200, isDisputeLost: true }, open);
  assert.equal(lost.creditedPence, 1_200);
  assert.equal(say({ disputedPence: 1_200 }, lost).creditedPence, 1_200);
  const both = say({ refundedPence: 600, disputedPence: 1_200, isDisputeLost: true });
  assert.deepEqual([both.backCredits, both.creditedPence], [10_000, 1_200]);
});

test('VAT goes by the day, rounds half a penny up, and its parts add up to the whole', () => {
  assert.deepEqual(
    ['2008-11-30', '2008-12-01', '2010-01-01', '2011-01-03', '2011-01-04', '2026-11-18'].map(vatPercentOn),
    [17.5, 15, 17.5, 17.5, 20, 20],
  );
  assert.deepEqual(
    [vatOf(5_000, 20), vatOf(102, 20), vatOf(103, 17.5), vatOf(20, 17.5), vatOf(7, 0)],
    [1_000, 20, 18, 4, 0],
  );
  const whole = { totalPence: 1_199, vatPence: 200 };
  let sum = 0;
  for (let from = 0; from < 1_199; from += 11) sum += vatInPart(whole, from, 11);
  assert.equal(sum, 200);
});
