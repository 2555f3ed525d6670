// The scheme file: what is refused, all at once, and where a day stands in relation to the periods.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMotorScheme, SHIPPED_SCHEME, windowOf } from './motor-scheme.ts';

const [first, second] = SHIPPED_SCHEME.windows;
assert.ok(first !== undefined && second !== undefined);
const problemsOf = (overrides: object): string[] => {
  const read = readMotorScheme({ ...SHIPPED_SCHEME, ...overrides });
  return 'problems' in read ? read.problems : [];
};

test('the shipped file is read whole: every fact has a source, a day and a status', () => {
  assert.deepEqual(problemsOf({}), []);
  assert.deepEqual(
    SHIPPED_SCHEME.windows.map(({ id, from, to }) => [id, from, to]),
    [
      ['conred-6', '2007-04-06', '2014-03-31'],
      ['conred-5', '2014-04-01', '2024-11-01'],
    ],
  );
  assert.ok(SHIPPED_SCHEME.facts.length >= 9);
});

const WRONG: [what: string, overrides: object, problem: RegExp][] = [
  ['a day that does not exist', { asOf: '2026-02-30' }, /^asOf must be a real date/],
  ['no version', { version: ' ' }, /^version must be a text/],
  ['a period that ends before it begins', { windows: [{ ...first, to: '2007-04-05' }] }, /must not be after/],
  ['periods that overlap', { windows: [first, { ...second, from: '2014-03-31' }] }, /must not overlap/],
  ['periods out of order', { windows: [second, first] }, /oldest first/],
  ['an id twice', { windows: [first, { ...second, id: first.id }] }, /id twice/],
  ['an id with a meaning of its own', { windows: [{ ...first, id: 'after' }] }, /a meaning of their own/],
  ['a fact without a source', { facts: [{ ...SHIPPED_SCHEME.facts[0], source: '' }] }, /^facts\[0\]\.source/],
  [
    'a product that there is not',
    { productsOutside: ['boat'] },
    /^productsOutside must be of: hire-purchase/,
  ],
  ['windows that are no list', { windows: {} }, /^windows must be a list/],
  ['a word that we do not say', { title: 'Who is eligible' }, /must not say "eligible"/],
];
for (const [what, overrides, problem] of WRONG) {
  test(`a scheme file with ${what} is refused with a sentence that says so`, () => {
    const problems = problemsOf(overrides);
    assert.ok(
      problems.some((line) => problem.test(line)),
      problems.join('\n'),
    );
  });
}

test('all problems of a file are told at once', () => {
  const read = readMotorScheme({});
  assert.ok('problems' in read && read.problems.length >= 7);
  for (const value of [null, [], 'text', 7]) assert.ok('problems' in readMotorScheme(value));
});

test('a day is in a period, before, between, after, or nowhere where the file has none', () => {
  const scheme = { ...SHIPPED_SCHEME, windows: [first, { ...second, from: '2015-01-01' }] };
  const days = ['2007-04-05', '2007-04-06', '2014-04-01', '2014-12-31', '2015-01-01', '2024-11-02'];
  assert.deepEqual(
    days.map((day) => windowOf(scheme, day)),
    ['before', 'conred-6', 'between', 'between', 'conred-5', 'after'],
  );
  assert.equal(windowOf({ ...SHIPPED_SCHEME, windows: [] }, '2019-01-01'), 'none');
});
