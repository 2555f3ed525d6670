import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from '../merging/lender-words.ts';
import invented from './invented-lenders.json' with { type: 'json' };
import { findLender, LENDER_ENTRIES } from './registry.ts';
import real from './uk-lenders.json' with { type: 'json' };

const find = (name: string) => findLender(wordsOf(name));

test('every name, company, brand and former name of the registry finds its lender, and none means two', () => {
  for (const lender of LENDER_ENTRIES) {
    const { name, companies = [], brands = [], formerNames = [] } = lender;
    for (const known of [name, ...companies, ...brands, ...formerNames]) {
      assert.equal(find(known)?.lender, lender, known);
    }
  }
  const names = LENDER_ENTRIES.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test('the registry says when and where its facts were seen', () => {
  for (const { asOf, seen } of [real, invented]) {
    assert.match(asOf, /^\d{4}-\d\d$/);
    assert.ok(seen.length > 0);
  }
});

test('a brand is shown as it is on the card, a company by the name that people know, and what is cut off not at all', () => {
  assert.equal(find('BARCLAYCARD')?.shown, 'Barclaycard');
  assert.equal(find('BARCLAYS BANK UK PLC')?.shown, 'Barclays');
  assert.equal(find('VOLKSWAGEN FINANCIAL')?.shown, undefined);
  assert.equal(find('VOLKSWAGEN FINANCIAL')?.lender.name, 'Volkswagen Financial Services');
  assert.equal(find('MARLOWICK BANK'), null);
});
