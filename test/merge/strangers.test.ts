// The people of bench/strangers/ and their truth: a measure that moves by itself, or that calls two debts one, measures nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVELS, type LevelName } from '../../bench/strangers/levels.ts';
import { makeStranger, type Stranger } from '../../bench/strangers/people.ts';
import { precisionOf, recallOf, scoreStrangers } from '../../bench/strangers/score.ts';
import type { View } from '../../bench/strangers/views.ts';
import type { MergedAccount, MergedFiles } from '../../src/domain/merging/merge-files.ts';

const SEED = 'strangers, test';
const PEOPLE = 40;
const LEVEL_NAMES = Object.keys(LEVELS) as LevelName[];
const strangers = Array.from({ length: PEOPLE }, (_, person) =>
  makeStranger(SEED, person, LEVEL_NAMES[person % LEVEL_NAMES.length] as LevelName),
);

test('the same seed makes the same people, and another seed others', () => {
  assert.deepEqual(makeStranger(SEED, 3, 'default'), makeStranger(SEED, 3, 'default'));
  assert.notDeepEqual(makeStranger(SEED, 3, 'default').debts, makeStranger('another', 3, 'default').debts);
  assert.deepEqual(makeStranger(SEED, 3, 'easy').debts, makeStranger(SEED, 3, 'harsh').debts);
});

test('crowded people have the debts of others, and many alike ones of one lender', () => {
  for (let person = 0; person < 10; person += 1) {
    const usual = makeStranger(SEED, person, 'default').debts;
    const { debts } = makeStranger(SEED, person, 'crowded');
    assert.deepEqual(debts.slice(0, usual.length), usual);
    const crowd = debts.slice(usual.length);
    const largest = Math.max(
      ...[...Map.groupBy(crowd, ({ lender }) => lender).values()].map(({ length }) => length),
    );
    assert.ok(largest >= 3, `${largest} of one lender`);
  }
});

test('each record is of one debt, and no bureau has two records of one', () => {
  for (const { files, debts, views, searches, homes } of strangers) {
    const accounts = files.flatMap((file) => file.accounts);
    assert.equal(new Set(accounts.map(({ ref }) => ref)).size, accounts.length);
    assert.equal(views.size, accounts.length);
    assert.ok(accounts.every((account) => views.get(account.ref)?.account === account));
    const seen = [...views.values()].map(({ bureau, debt }) => `${bureau} ${debt.id}`);
    assert.equal(new Set(seen).size, seen.length);
    assert.equal(new Set(debts.map(({ id }) => id)).size, debts.length);
    assert.equal(searches.size, files.flatMap((file) => file.searches).length);
    assert.equal(homes.size, files.flatMap((file) => file.residencies).length);
  }
});

test('records have days in their order, whole pounds, and numbers that a bureau can keep apart', () => {
  for (const { files, views } of strangers)
    for (const { bureau, accounts } of files) {
      const keys = new Set<string>();
      for (const account of accounts) {
        const { startDate = '', endDate = '', lastUpdated = '', balance, accountNumber = '' } = account;
        assert.ok(endDate <= lastUpdated && lastUpdated <= '2026-03-31', `${endDate} and ${lastUpdated}`);
        assert.ok(balance === undefined || (balance.amount >= 0 && balance.amount % 100 === 0));
        // What the adapters let through.
        if (accountNumber !== '') assert.match(accountNumber, /^(?=.*\d)[0-9A-Zx*#./ -]{3,30}$/);
        // A mask hides what differs, and a display may leave out the part.
        if (!/^\d{9,}$/.test(accountNumber) || views.get(account.ref)?.debt.part !== undefined) continue;
        const key = `${bureau} ${account.companyName} ${accountNumber} ${startDate}`;
        assert.ok(!keys.has(key), key);
        keys.add(key);
      }
    }
});

/** Rows as a merge would have them that put these records together. */
function asRows(groups: readonly (readonly View[])[]): Pick<MergedFiles, 'accounts' | 'searches'> {
  const accounts = groups.map((views) => {
    const balance = views.map(({ account }) => account.balance).find((money) => money !== undefined);
    const sources = views.map(({ bureau, account }) => ({ bureau, ref: account.ref }));
    return { record: { balance }, sources } as unknown as MergedAccount;
  });
  return { accounts, searches: [] };
}

const score = (groupsOf: (stranger: Stranger) => readonly (readonly View[])[]) =>
  scoreStrangers(SEED, 10, 'default', (stranger) => asRows(groupsOf(stranger)));

test('a merge that knows the truth has no fault', () => {
  const perfect = score(({ views }) => [...Map.groupBy(views.values(), ({ debt }) => debt).values()]);
  assert.equal(precisionOf(perfect.accounts), 1);
  assert.equal(recallOf(perfect.accounts), 1);
  assert.deepEqual([perfect.overCounted, perfect.hidden, perfect.peopleAnyPound], [0, 0, 0]);
  assert.ok(perfect.owed > 0);
});

test('a merge that joins nothing counts debts again, and one that joins all hides them', () => {
  const none = score(({ views }) => [...views.values()].map((view) => [view]));
  assert.equal(recallOf(none.accounts), 0);
  assert.ok(none.overCounted > none.owed * 0.5, `${none.overCounted} of ${none.owed}`);
  assert.equal(none.hidden, 0);
  const all = score(({ views }) => [[...views.values()]]);
  assert.ok(precisionOf(all.accounts) < 0.2);
  assert.ok(all.hidden > all.owed * 0.3, `${all.hidden} of ${all.owed}`);
});
