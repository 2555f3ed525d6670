// The rules of merging as properties.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { someFiles } from '../../../test/support/merging/some-files.ts';
import type { BureauFile, FileAccount } from '../reports/bureau-file.ts';
import { ADVERSE_STATUSES, BUREAU_IDS } from '../reports/credit-report.ts';
import { type MergedFiles, mergeFiles, mergeSteps } from './merge-files.ts';

// The long run `merge-files` (scripts/long-runs.ts) tries 20,000 for each rule.
const RUNS = { numRuns: Number(process.env.MERGE_RUNS ?? 120) };

const forAll = (check: (files: BureauFile[], merged: MergedFiles) => void) =>
  fc.assert(
    fc.property(someFiles, (files) => check(files, mergeFiles(files))),
    RUNS,
  );

const refsOf = (files: readonly BureauFile[]) =>
  files.flatMap(({ bureau, accounts }) => accounts.map(({ ref }) => `${bureau} ${ref}`)).sort();
const sourceRefs = (merged: MergedFiles) =>
  merged.accounts.flatMap(({ sources }) => sources.map(({ bureau, ref }) => `${bureau} ${ref}`)).sort();

test('the generated files cover the rules: rows of two and three bureaus, copies, and records that stay split', () => {
  const seen = { alone: 0, merged: 0, triple: 0, copies: 0, agreeing: 0, disagreeing: 0 };
  forAll((_, merged) => {
    for (const { record, sources } of merged.accounts) {
      if (sources.length === 1) seen.alone += 1;
      if (record.bureaus.length >= 2) seen.merged += 1;
      if (record.bureaus.length === 3) seen.triple += 1;
      if (sources.length > record.bureaus.length) seen.copies += 1;
      if (record.bureaus.length >= 2 && record.disagreements === undefined) seen.agreeing += 1;
      if (record.disagreements !== undefined) seen.disagreeing += 1;
    }
  });
  assert.ok(Math.min(...Object.values(seen)) >= 20, JSON.stringify(seen));
});

test('the order of files and of records in them makes no difference', () => {
  fc.assert(
    fc.property(someFiles, fc.infiniteStream(fc.nat()), (files, numbers) => {
      const shuffled = <T>(items: readonly T[]): T[] =>
        items
          .map((item) => ({ item, at: numbers.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item);
      const mixed = shuffled(files).map((file) => ({
        bureau: file.bureau,
        accounts: shuffled(file.accounts),
        searches: shuffled(file.searches),
        residencies: shuffled(file.residencies),
      }));
      assert.deepEqual(mergeFiles(mixed), mergeFiles(files));
    }),
    RUNS,
  );
});

test('merging the same files a second time adds nothing', () => {
  forAll((files, merged) => assert.deepEqual(mergeFiles([...files, ...files]), merged));
});

test('what was merged stays merged: the records of one row alone come out as that row again', () => {
  forAll((files, merged) => {
    for (const { record, sources } of merged.accounts) {
      const own = files.map((file) => ({
        ...file,
        accounts: file.accounts.filter(({ ref }) =>
          sources.some((source) => source.bureau === file.bureau && source.ref === ref),
        ),
      }));
      // Without the other rows there is nothing to be in doubt about.
      const { possiblySame, ...alone } = record;
      assert.deepEqual(
        mergeFiles(own).accounts.map((again) => again.record),
        [alone],
      );
    }
  });
});

test('no record is lost and none is used twice', () => {
  forAll((files, merged) => assert.deepEqual(sourceRefs(merged), refsOf(files)));
});

test('no search is lost and none is used twice', () => {
  forAll((files, merged) => {
    const given = files.flatMap(({ searches }) => searches.map(({ ref }) => ref)).sort();
    const kept = merged.searches.flatMap(({ sources }) => sources.map(({ ref }) => ref)).sort();
    assert.deepEqual(kept, given);
  });
});

test('a record names each bureau once, sorted, with a reference that the bureau gave', () => {
  forAll((files, merged) => {
    const given = new Set(refsOf(files));
    for (const { record, sources } of merged.accounts) {
      const ids = record.bureaus.map(({ id }) => id);
      assert.deepEqual(ids, [...new Set(sources.map(({ bureau }) => bureau))].sort());
      assert.ok(record.bureaus.every(({ id, ref }) => given.has(`${id} ${ref}`)));
    }
  });
});

test('two records of one bureau share a row only where no kind, start or amount that both give differs, or one is weeks older', () => {
  forAll((files, merged) => {
    for (const { sources } of merged.accounts) {
      for (const accounts of Map.groupBy(sources, ({ bureau }) => bureau).values()) {
        const said = accounts.map(({ bureau, ref }) => {
          const file = files.find((one) => one.bureau === bureau);
          return file?.accounts.find((one) => one.ref === ref) as FileAccount;
        });
        // A seller and its buyer may each have a record of one debt.
        const states = Map.groupBy(
          said,
          (one) => `${one.lastUpdated} ${one.companyType === 'debt-purchaser'}`,
        );
        for (const state of states.values()) {
          for (const field of ['accountType', 'startDate', 'balance', 'payment'] as const) {
            const values = state.map((one) => one[field]).filter((value) => value !== undefined);
            assert.ok(new Set(values.map((value) => JSON.stringify(value))).size <= 1, field);
          }
        }
      }
    }
  });
});

test('a value is shown only where some bureau gave it: absent is never zero and never empty', () => {
  const fields = [
    'title',
    'lastName',
    'companyType',
    'numberOfPayments',
    'repaymentPeriod',
    'payment',
    'balance',
    'startDate',
    'startBalance',
  ] as const;
  forAll((files, merged) => {
    for (const { record, sources } of merged.accounts) {
      const own = sources.map(({ bureau, ref }) => {
        return files
          .find((file) => file.bureau === bureau)
          ?.accounts.find((one) => one.ref === ref) as FileAccount;
      });
      for (const field of fields) {
        const given = own.map((account) => account[field]).filter((value) => value !== undefined);
        // A start balance of zero means that it is not known.
        const isUnknown = field === 'startBalance' && own.every((one) => !one.startBalance?.amount);
        if (given.length === 0 || isUnknown) assert.ok(!(field in record), field);
        else
          assert.ok(
            given.some((value) => JSON.stringify(value) === JSON.stringify(record[field])),
            field,
          );
      }
      assert.ok(Object.values(record).every((value) => value !== undefined && value !== ''));
    }
  });
});

test('a default or a write-off at any bureau is the status of the row, and every other status stays readable', () => {
  forAll((files, merged) => {
    for (const { record, sources } of merged.accounts) {
      const faces = record.bureaus.map(({ id, ref }) => {
        return files
          .find((file) => file.bureau === id)
          ?.accounts.find((one) => one.ref === ref) as FileAccount;
      });
      const all = sources.map(({ bureau, ref }) => {
        return files
          .find((file) => file.bureau === bureau)
          ?.accounts.find((one) => one.ref === ref) as FileAccount;
      });
      const worst = ['written-off', 'default'].find((status) =>
        all.some((one) => one.accountStatus === status),
      );
      if (worst !== undefined) assert.equal(record.accountStatus, worst);
      const shown = record.disagreements?.find(({ field }) => field === 'accountStatus')?.values ?? [];
      for (const { accountStatus } of all) {
        const isAdverse = ADVERSE_STATUSES.some((status) => status === accountStatus);
        const words = record.adverse?.map(({ status }) => String(status)) ?? [];
        assert.ok(!isAdverse || words.includes(accountStatus), accountStatus);
      }
      for (const { accountStatus } of faces) {
        assert.ok(
          accountStatus === record.accountStatus || shown.some(({ value }) => value === accountStatus),
        );
      }
    }
  });
});

test('a lender is shown without a decoration that another of its names does without, in small letters where one is', () => {
  let decorated = 0;
  forAll((files, merged) => {
    for (const { record, sources } of merged.accounts) {
      const own = sources.map(({ bureau, ref }) =>
        files.find((file) => file.bureau === bureau)?.accounts.find((one) => one.ref === ref),
      );
      const names = own
        .map((account) => account?.companyName ?? '')
        .filter((name) => /^marlowick/i.test(name));
      const plain = names.filter((name) => !/loans|group/i.test(name));
      const isSold = own.some((account) => account?.companyType === 'debt-purchaser');
      if (isSold || plain.length === 0 || !/^marlowick/i.test(record.companyName ?? '')) continue;
      if (plain.length < names.length) decorated += 1;
      const isSmall = plain.some((name) => /[a-z]/.test(name));
      assert.equal(record.companyName, isSmall ? 'Marlowick Bank plc' : 'MARLOWICK BANK', names.join());
    }
  });
  assert.ok(decorated >= 20, String(decorated));
});

test('disagreements are there only where bureaus differ, hold every bureau’s value and no whole account number', () => {
  forAll((_, merged) => {
    for (const { record } of merged.accounts) {
      for (const { field, values } of record.disagreements ?? []) {
        assert.ok(values.length >= 2, field);
        assert.ok(new Set(values.map(({ value }) => JSON.stringify(value))).size >= 2, field);
        if (field === 'accountNumber')
          assert.ok(values.every(({ value }) => /^\*{4}\d{1,4}$/.test(String(value))));
      }
      if (record.accountNumber !== undefined) assert.match(record.accountNumber, /^\*{4}\d{1,4}$/);
      assert.notEqual(record.disagreements?.length, 0);
    }
  });
});

test('a place is current when any bureau says so, and the longest stay is shown', () => {
  forAll((files, merged) => {
    const sightings = files.flatMap(({ residencies }) => residencies);
    const isAnyCurrent = (places: { isCurrent: boolean }[]) => places.some(({ isCurrent }) => isCurrent);
    const longest = (places: { monthsAtAddress?: number }[]) =>
      Math.max(-1, ...places.map(({ monthsAtAddress }) => monthsAtAddress ?? -1));
    assert.equal(isAnyCurrent(merged.residencies), isAnyCurrent(sightings));
    assert.equal(longest(merged.residencies), longest(sightings));
  });
});

test('the merge in steps gives the same result as the merge at once', () => {
  forAll((files, merged) => {
    const steps = mergeSteps(files);
    let step = steps.next();
    while (!step.done) step = steps.next();
    assert.deepEqual(step.value, merged);
  });
});

test('no files, or files without anything in them, make an empty report', () => {
  const empty = { accounts: [], searches: [], residencies: [] };
  for (const files of [[], BUREAU_IDS.map((bureau) => ({ bureau, ...empty }))])
    assert.deepEqual(mergeFiles(files), { ...empty, parts: {} });
});
