import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from '../merging/lender-words.ts';
import { factsOf } from './lender-facts.ts';
import { LENDERS, type LenderEntry, withOwnLenders } from './registry.ts';

const PAGE = { where: 'https://lender.example/', when: '2026-01-02' };

function facts(name: string, lenders = LENDERS) {
  const known = lenders.find(wordsOf(name));
  assert.ok(known !== null, name);
  return factsOf(name, known, lenders);
}

const SEEN: LenderEntry = {
  name: 'Marlowick',
  brands: ['Fernhollow Cars'],
  formerNames: ['Corncrake Finance'],
  group: 'Wick',
  motor: true,
  moves: [
    { to: 'NatWest', on: '2024-05-01', what: 'loans', seen: [{ ...PAGE, confirms: ['to', 'on'] }] },
    { to: 'Barclays', on: '2025-05-01', seen: null },
  ],
  seen: [{ ...PAGE, confirms: ['companies', 'brands', 'motor'] }],
};

test('each fact is one that a page confirms or one that is not verified, never both and never neither', () => {
  const lenders = withOwnLenders([SEEN]);
  assert.deepEqual(facts('FERNHOLLOW CARS', lenders), {
    ...{ brandOf: 'Marlowick', group: 'Wick', motor: true },
    movedTo: [
      { name: 'NatWest', on: '2024-05-01', what: 'loans', isVerified: true },
      { name: 'Barclays', on: '2025-05-01', isVerified: false },
    ],
    seen: [{ ...PAGE, confirms: ['brandOf', 'motor', 'movedTo'] }],
    notVerified: ['group', 'movedTo'],
  });
});

test('a page that confirms only where a book went, and not the day, does not verify the move', () => {
  const seen = [{ ...PAGE, confirms: ['to'] }];
  const lenders = withOwnLenders([{ name: 'Marlowick', moves: [{ to: 'NatWest', on: '2024-05-01', seen }] }]);
  const { movedTo, ...rest } = facts('MARLOWICK', lenders);
  assert.deepEqual(movedTo?.[0]?.isVerified, false);
  assert.deepEqual(rest, { notVerified: ['movedTo'] });
});

test('a lender that was bought stands with who bought it beside it; nothing verified is said to be', () => {
  const rock = facts('NORTHERN ROCK PLC');
  assert.deepEqual(
    rock.movedTo?.map(({ name, on, isVerified }) => [name, on, isVerified]),
    [
      ['Virgin Money', '2012-01-01', true],
      ['Landmark Mortgages', '2010-01-01', false],
    ],
  );
  assert.deepEqual(rock.notVerified, ['movedTo']);
  assert.equal(facts('HITACHI CAPITAL (UK) PLC').nowCalled, 'Novuna');
  assert.equal(facts('NOVUNA').nowCalled, undefined);
  assert.deepEqual(facts('MARSH FINANCE LTD'), { motor: true, notVerified: ['motor'] });
});

test('what a tenant says of a lender of ours is not what our page confirms', () => {
  const before = facts('JBR CAPITAL LTD');
  assert.deepEqual(before.notVerified, undefined);
  assert.deepEqual(before.seen?.[0]?.confirms, ['motor']);
  const own = withOwnLenders([{ name: 'JBR Capital', motor: true, group: 'Wick' }]);
  assert.deepEqual(facts('JBR CAPITAL LTD', own), {
    ...{ group: 'Wick', motor: true },
    notVerified: ['group', 'motor'],
  });
});
