import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consumerLike } from '../../../test/support/bureaus/bureau-people.ts';
import { type Claim, createSorting, whoseIs } from './whose.ts';

// Wren O'Hazelwick, born on 12 April 1985.
const WREN = consumerLike();
const OWN = { isOwn: true };
const SLIP = { isOwn: true, birthdayDiffers: true };
const NOT_SURE = { isOwn: false, reason: 'not-sure' };
const OTHER = { isOwn: false, reason: 'another-person' };
const wren = { mark: 'own', firstName: 'WREN', lastName: 'OHAZELWICK' } as const;

const CASES: [string, Claim, object][] = [
  [
    'the bureau’s mark decides against name and birthday',
    { ...wren, mark: 'other', dateOfBirth: '1985-04-12' },
    OTHER,
  ],
  [
    'a mark that may be the person is kept apart',
    { ...wren, mark: 'unsure', dateOfBirth: '1985-04-12' },
    NOT_SURE,
  ],
  ['the same birthday', { ...wren, dateOfBirth: '1985-04-12' }, OWN],
  [
    'the same birthday under a maiden name',
    { mark: 'own', lastName: 'SEDGE', dateOfBirth: '1985-04-12' },
    OWN,
  ],
  ['no birthday, the same name', wren, OWN],
  ['neither birthday nor name', { mark: 'own' }, OWN],
  ['no birthday, and no name in common', { mark: 'own', firstName: 'IVO', lastName: 'QUILLER' }, NOT_SURE],
  ['day and month turned round', { ...wren, dateOfBirth: '1985-12-04' }, SLIP],
  ['another day of the same year', { ...wren, dateOfBirth: '1985-09-30' }, SLIP],
  ['one digit wrong in the year', { ...wren, dateOfBirth: '1986-04-12' }, SLIP],
  ['an initial is enough of a first name', { ...wren, firstName: 'W', dateOfBirth: '1985-12-04' }, SLIP],
  [
    'a slip of the pen, but another first name',
    { ...wren, firstName: 'IVO', dateOfBirth: '1985-12-04' },
    NOT_SURE,
  ],
  ['two digits wrong in the year', { ...wren, dateOfBirth: '1987-05-12' }, NOT_SURE],
  ['a parent of the same name, born on the same day', { ...wren, dateOfBirth: '1955-04-12' }, NOT_SURE],
  ['nothing but the surname fits', { ...wren, firstName: 'ROBIN', dateOfBirth: '1971-01-02' }, NOT_SURE],
];

for (const [name, claim, verdict] of CASES) {
  test(name, () => assert.deepEqual(whoseIs(WREN, claim), verdict));
}

test('a name that the consumer bore before is theirs', () => {
  const consumer = { ...WREN, previousNames: [{ firstName: 'Zoë', lastName: 'Ó Súilleabháin' }] };
  const claim = {
    mark: 'own',
    firstName: 'ZOE',
    lastName: 'O SUILLEABHAIN',
    dateOfBirth: '1985-12-04',
  } as const;
  assert.deepEqual(whoseIs(consumer, claim), SLIP);
  assert.deepEqual(whoseIs(WREN, claim), NOT_SURE);
});

test('what is left out is counted by reason, accounts and searches apart', () => {
  const sorting = createSorting(WREN);
  assert.equal(sorting.leftOut(), undefined);
  assert.deepEqual(sorting.own('accounts', wren), {});
  assert.deepEqual(sorting.own('accounts', { ...wren, dateOfBirth: '1985-12-04' }), {
    birthdayDiffers: true,
  });
  assert.equal(sorting.own('accounts', { ...wren, mark: 'other' }), null);
  assert.equal(sorting.own('searches', { ...wren, mark: 'other' }), null);
  assert.equal(sorting.own('accounts', { ...wren, mark: 'unsure' }), null);
  assert.deepEqual(sorting.leftOut(), [
    { reason: 'another-person', accounts: 1, searches: 1 },
    { reason: 'not-sure', accounts: 1, searches: 0 },
  ]);
});
