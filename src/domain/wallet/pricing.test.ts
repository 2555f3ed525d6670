// Pricing on plain values: which products a request buys, and their total.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUREAU_IDS } from '../reports/credit-report.ts';
import {
  isProductCode,
  PRODUCT_CODES,
  type PriceList,
  priceOfReport,
  priceOfSms,
  promisedPrices,
  reportProduct,
  total,
} from './pricing.ts';

const prices: PriceList = new Map([
  ['credit-report-equifax', 100],
  ['credit-report-experian', 250],
  ['credit-report-transunion', 0],
  ['sms-otp', 40],
]);

test('there is a product for each bureau, and one for a message', () => {
  assert.deepEqual(PRODUCT_CODES, [
    'credit-report-equifax',
    'credit-report-experian',
    'credit-report-transunion',
    'sms-otp',
  ]);
  assert.deepEqual(BUREAU_IDS.map(reportProduct), PRODUCT_CODES.slice(0, 3));
});

test('a product is known by its exact code only', () => {
  for (const code of PRODUCT_CODES) assert.equal(isProductCode(code), true);
  for (const code of ['credit-report', 'SMS-OTP', 'sms-otp ', '', 'constructor', 'credit-report-other']) {
    assert.equal(isProductCode(code), false, code);
  }
});

test('a report costs one line for each bureau that it is bought from', () => {
  assert.deepEqual(priceOfReport(prices, ['experian', 'equifax']), {
    'credit-report-experian': 250,
    'credit-report-equifax': 100,
  });
  assert.deepEqual(priceOfReport(prices, ['transunion']), { 'credit-report-transunion': 0 });
  assert.deepEqual(priceOfReport(prices, []), {});
});

test('a message costs its own price', () => {
  assert.deepEqual(priceOfSms(prices), { 'sms-otp': 40 });
});

test('the total is the sum of the lines, and zero without any', () => {
  assert.equal(total({}), 0);
  assert.equal(total(priceOfReport(prices, ['equifax', 'experian', 'transunion'])), 350);
  assert.equal(total({ ...priceOfReport(prices, ['equifax']), ...priceOfSms(prices) }), 140);
});

test('a product without a price is an error, not free', () => {
  assert.throws(() => priceOfReport(new Map(), ['equifax']), /credit-report-equifax has no price/);
  assert.throws(() => priceOfSms(new Map()), /sms-otp has no price/);
});

test('stored price lines read back as a price list', () => {
  const lines = priceOfReport(prices, ['equifax', 'experian']);
  const promised = promisedPrices(lines);
  assert.deepEqual(priceOfReport(promised, ['experian']), { 'credit-report-experian': 250 });
  assert.throws(() => priceOfReport(promised, ['transunion']), /has no price/);
});
