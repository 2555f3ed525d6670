// Short-term loans of the invented population over every bureau's wire: those that TransUnion tells on the day only are read once, and
// joined with the same loan at another bureau.
import assert from 'node:assert/strict';
import { BUREAUS } from '../../src/bureaus/index.ts';
import { createPopulation } from '../../src/bureaus/simulation/population/population.ts';
import { mergeFiles } from '../../src/domain/merging/merge-files.ts';
import type { BureauFile, FileAccount } from '../../src/domain/reports/bureau-file.ts';
import { readerOverTheWire } from '../support/bureaus/over-the-wire.ts';
import { test } from '../support/long.ts';

const TODAY = '2026-11-15';
const nowMs = (): number => Date.UTC(2026, 10, 15, 6);
/** About one in three hundred has one. */
const PEOPLE = 5_000;

test(`loans told on the day only, of ${PEOPLE} people: each is read once, and joined with itself and nothing else`, async (t) => {
  const population = createPopulation({ seed: 'short term', size: PEOPLE, today: TODAY, hasHabits: false });
  const readers = BUREAUS.map((entry) => ({ entry, read: readerOverTheWire(entry, population, nowMs) }));
  const sums = { loans: 0, pairs: 0, joined: 0, wrong: 0 };
  for (let index = 0; index < PEOPLE; index += 1) {
    const daily = (population.file('transunion', index)?.accounts ?? []).filter(
      ({ isToldDailyOnly }) => isToldDailyOnly,
    );
    if (daily.length === 0) continue;
    const files: BureauFile[] = [];
    const agreementOf = new Map<string, string>();
    for (const { entry, read } of readers) {
      const file = await read(index);
      if (file === null) continue;
      files.push(file);
      const held = population.file(entry.id, index)?.accounts ?? [];
      for (const account of file.accounts) {
        const same = held.filter((one) => isTheLoan(account, one));
        if (same.length === 1) agreementOf.set(`${entry.id} ${account.ref}`, same[0]?.agreementId ?? '');
      }
      if (entry.id !== 'transunion') continue;
      const realTime = file.accounts.filter(({ ref }) => ref.includes('/rtr/'));
      assert.deepEqual(
        realTime.map(({ startDate }) => startDate).sort(),
        daily.map(({ startDate }) => startDate).sort(),
      );
      assert.equal(file.accounts.length, held.length, 'once');
    }
    const rows = mergeFiles(files).accounts.map(({ record }) =>
      record.bureaus.map(({ id, ref }) => ({
        id,
        isDaily: ref.includes('/rtr/'),
        agreement: agreementOf.get(`${id} ${ref}`),
      })),
    );
    sums.loans += daily.length;
    for (const row of rows) {
      const own = row.find(({ isDaily }) => isDaily);
      if (own?.agreement === undefined) continue;
      const elsewhere = [...agreementOf].filter(
        ([key, id]) => id === own.agreement && !key.startsWith('transunion'),
      ).length;
      const others = row.filter(({ id, agreement }) => id !== 'transunion' && agreement !== undefined);
      sums.pairs += elsewhere;
      sums.joined += others.filter(({ agreement }) => agreement === own.agreement).length;
      sums.wrong += others.filter(({ agreement }) => agreement !== own.agreement).length;
    }
  }
  t.diagnostic(JSON.stringify(sums));
  assert.ok(sums.loans >= 10 && sums.pairs >= 10, JSON.stringify(sums));
  assert.equal(sums.wrong, 0);
  assert.ok(sums.joined / sums.pairs >= 0.95, JSON.stringify(sums));
});

function isTheLoan(
  account: FileAccount,
  held: { startDate: string; balancePounds?: number; type: string },
): boolean {
  return (
    account.startDate === held.startDate &&
    (account.balance?.amount ?? -1) === (held.balancePounds ?? -0.01) * 100
  );
}
