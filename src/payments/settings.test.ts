// What production refuses of payments, each in a sentence that says how to mend it; and who takes the money where nothing is said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openProvider } from './index.ts';
import { PAYMENT_SETTINGS, type PaymentValues, paymentProblems, providerOf } from './settings.ts';

const read = (given: Record<string, string>): PaymentValues =>
  Object.fromEntries(
    Object.entries(PAYMENT_SETTINGS).map(([name, { fallback, parse }]) => {
      const text = given[name] ?? fallback;
      return [name, text === null ? null : parse(text)];
    }),
  ) as PaymentValues;

const GOOD = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_of_a_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_a_test',
  SELLER_NAME: 'Trefoil Credits Ltd',
  SELLER_ADDRESS: '1 Example Street, London',
};

test('production takes a live key with its signing secret, and says what is wrong with everything less', () => {
  assert.deepEqual(paymentProblems(read(GOOD), true), []);
  const { STRIPE_SECRET_KEY: _key, ...keyless } = GOOD;
  const { STRIPE_WEBHOOK_SECRET: _secret, ...unsigned } = GOOD;
  const { SELLER_NAME: _name, SELLER_ADDRESS: _address, ...unsold } = GOOD;
  for (const [given, words] of [
    [{ ...GOOD, STRIPE_SECRET_KEY: 'sk_test_of_a_test' }, /must be a live key in production/],
    [{ ...GOOD, STRIPE_SECRET_KEY: 'rk_test_of_a_test' }, /must be a live key in production/],
    [keyless, /STRIPE_SECRET_KEY must be set in production/],
    [unsigned, /STRIPE_WEBHOOK_SECRET must be set/],
    [{ ...GOOD, STRIPE_URL: 'http://stripe.example.com' }, /STRIPE_URL must be an https/],
    [unsold, /SELLER_NAME must be set in production/],
    [unsold, /SELLER_ADDRESS must be set in production/],
  ] as const)
    assert.match(paymentProblems(read(given), true).join('\n'), words);
});

test('development takes test keys, but no key without its signing secret, nor the reverse', () => {
  assert.deepEqual(paymentProblems(read({ PAYMENT_PROVIDER: 'stripe' }), false), []);
  assert.deepEqual(paymentProblems(read({ ...GOOD, STRIPE_SECRET_KEY: 'sk_test_1' }), false), []);
  const { STRIPE_WEBHOOK_SECRET: _secret, ...unsigned } = GOOD;
  assert.equal(paymentProblems(read(unsigned), false).length, 1);
  const { STRIPE_SECRET_KEY: _key, ...keyless } = GOOD;
  assert.equal(paymentProblems(read(keyless), false).length, 1);
});

test('where nothing is said nobody is asked, but on a laptop, where payments are simulated', async () => {
  const of = (isEmbedded: boolean, NODE_ENV: string) =>
    providerOf({ PAYMENT_PROVIDER: null, isEmbedded, NODE_ENV });
  assert.deepEqual(
    [of(true, 'development'), of(false, 'development'), of(true, 'production'), of(false, 'production')],
    ['stripe', 'manual', 'manual', 'manual'],
  );
  const settings = { ...read({}), publicUrl: 'http://trefoil.test' };
  assert.equal(await openProvider({ provider: 'manual', settings, nowMs: Date.now }), null);
  await assert.rejects(
    openProvider({ provider: 'nobody', settings, nowMs: Date.now }),
    /no payment provider nobody/,
  );
});

test('a VAT number and a prefix are checked as they are read', () => {
  assert.equal(read({ SELLER_VAT_NUMBER: 'gb 123 4567 89' }).SELLER_VAT_NUMBER, 'GB123456789');
  for (const wrong of ['123456789', 'GB12345678', 'FR12345678901', ''])
    assert.throws(() => read({ SELLER_VAT_NUMBER: wrong }));
  for (const wrong of ['', 'tf', 'T F', 'A'.repeat(17), '-A'])
    assert.throws(() => read({ INVOICE_PREFIX: wrong }));
});
