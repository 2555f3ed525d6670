import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPANY_TYPES } from '../../domain/reports/credit-report.ts';
import { CARD_LENDERS, LENDERS, MORTGAGE_LENDERS, VEHICLE_LENDERS } from './lenders.ts';

// Words in the names of real UK lenders. Not complete: enough to catch a careless addition.
const REAL_WORDS =
  /aldermore|alphera|amex|aqua\b|atom|barclay|black horse|blue motor|capital one|close brothers|coventry|first direct|halifax|hsbc|kensington|leeds|lloyds|marbles|mbna|metro|moneybarn|monzo|motonovo|nationwide|natwest|newday|northridge|novuna|oodle|paragon|principality|revolut|santander|shawbrook|skipton|starling|startline|tesco|together|tsb|vanquis|virgin|yorkshire|zopa/i;

test('there are about thirty lenders, each with its own name and a company type from the list', () => {
  assert.ok(LENDERS.length >= 28);
  assert.equal(new Set(LENDERS.map((lender) => lender.companyName)).size, LENDERS.length);
  assert.ok(LENDERS.every((lender) => COMPANY_TYPES.includes(lender.companyType)));
});

test('no lender has the name of a real one', () => {
  assert.deepEqual(
    LENDERS.filter((lender) => REAL_WORDS.test(lender.companyName)),
    [],
  );
});

test('each kind of account has lenders of a kind that offers it', () => {
  const types = (lenders: typeof LENDERS) => [...new Set(lenders.map((lender) => lender.companyType))].sort();
  assert.deepEqual(types(VEHICLE_LENDERS), ['finance-house', 'motor-finance']);
  assert.deepEqual(types(CARD_LENDERS), ['bank', 'credit-card-issuer']);
  assert.deepEqual(types(MORTGAGE_LENDERS), ['bank', 'building-society', 'mortgage-lender']);
});
