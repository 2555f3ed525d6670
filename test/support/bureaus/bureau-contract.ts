// The contract of a bureau: what it answers, to whom, and what becomes of replies that are late, broken or missing. Runs over any
// list of entries; test/bureaus/contract.test.ts gives it the registry.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BureauAnswer, Call } from '../../../src/bureaus/bureau.ts';
import type { RegisteredBureau } from '../../../src/bureaus/index.ts';
import type { BureauSettings } from '../../../src/bureaus/settings.ts';
import { DIALECTS, type Dialect } from '../../../src/bureaus/simulation/dialect.ts';
import type { Faults } from '../../../src/bureaus/simulation/server.ts';
import { BUREAU_OUTCOMES } from '../../../src/domain/reports/report.ts';
import { type BureauBench, openBureauBench } from './bureau-bench.ts';
import { assertIsBureauFile } from './bureau-file-check.ts';
import { consumerLike, HOME, WRENS_ACCOUNTS } from './bureau-people.ts';
import { createSeededChance, mutate } from './mutations.ts';
import type { TriedBureau } from './tried-bureaus.ts';

// Of each bureau and dialect. The long run `contract` (scripts/long-runs.ts) tries 50,000.
const MUTATIONS = Number(process.env.BUREAU_MUTATIONS ?? 170);
const SEED = Number(process.env.SEED ?? 20_261_115);
const CPU_MS_MAX = 100;

export function describeContract(bureaus: readonly TriedBureau[]): void {
  for (const { name, entry } of bureaus) {
    for (const dialect of DIALECTS) {
      describe(`${name}, ${dialect}`, () => {
        keepsTheContract(entry, dialect);
        survivesMutations(entry, dialect);
      });
    }
  }
}

function keepsTheContract(entry: RegisteredBureau, dialect: Dialect): void {
  let bench: BureauBench;
  before(async () => {
    bench = await openBureauBench(entry, { dialect });
    // Tokens and the like are fetched before any fault is set.
    await bench.search();
  });
  after(() => bench.close());

  async function statusUnder(faults: Partial<Faults>): Promise<BureauAnswer['status']> {
    bench.server.setFaults(faults);
    try {
      return (await bench.search()).status;
    } finally {
      bench.server.setFaults({});
    }
  }

  test('a person who is on file is found, with every account, search and address', async () => {
    const answer = await bench.search();
    assert.ok(answer.status === 'ok');
    const { accounts, searches, residencies, leftOut } = answer.file;
    assertIsBureauFile(answer.file, entry.id);
    assert.deepEqual(
      accounts.map(({ accountType }) => accountType).sort(),
      WRENS_ACCOUNTS.map(({ type }) => type).sort(),
    );
    const agreement = accounts.find(({ accountType }) => accountType === 'hire-purchase');
    assert.deepEqual(agreement?.balance, { amount: 842_100, currency: 'GBP' });
    assert.equal(agreement?.startDate, '2024-02-29');
    assert.equal(agreement?.accountStatus, 'open');
    const card = accounts.find(({ accountType }) => accountType === 'credit-card');
    assert.equal(card?.accountStatus, 'default');
    assert.deepEqual(card?.balance, { amount: 287_500, currency: 'GBP' }, 'a default is owed');
    const bank = accounts.find(({ accountType }) => accountType === 'current-account');
    assert.ok(bank !== undefined && !('balance' in bank), 'a suppressed balance is absent, not zero');
    assert.equal(searches.length, 2);
    const theirs = [...searches, ...accounts].map((record) => JSON.stringify(record)).join();
    assert.doesNotMatch(theirs, /Quiller|Ivo|Mabel|Oswin/i, 'nobody else is in the file');
    if (dialect === 'others') assert.ok((leftOut?.[0]?.accounts ?? 0) > 0, 'and it says so');
    else assert.equal(leftOut, undefined);
    const current = residencies.filter(({ isCurrent }) => isCurrent);
    assert.deepEqual(
      current.map(({ address }) => [address.buildingNumber, address.postcode]),
      [['12', 'ZZ1 1AA']],
    );
  });

  test('two searches for one person give the same file, apart from references', async () => {
    const [first, second] = [await bench.search(), await bench.search()];
    const withoutRefs = (answer: BureauAnswer) =>
      JSON.parse(JSON.stringify(answer, (key, value) => (key === 'ref' ? undefined : value)));
    assert.deepEqual(withoutRefs(first), withoutRefs(second));
  });

  test('a person without a file is no-trace', async () => {
    const answer = await bench.search(consumerLike({ lastName: 'Nobody' }));
    assert.deepEqual(answer, { status: 'no-trace' });
  });

  test('an address that fits several homes is ambiguous, and none is picked', async () => {
    const ukAddress = { ...HOME, buildingNumber: '7', postcode: 'ZZ1 1AB' };
    const answer = await bench.search(consumerLike({ addresses: [{ ukAddress }] }));
    assert.deepEqual(answer, { status: 'ambiguous-address' });
  });

  test('credentials that the bureau does not know are rejected', async () => {
    const prefix = entry.id.toUpperCase();
    const wrong = { [`${prefix}_PASSWORD`]: 'wrong', [`${prefix}_CLIENT_SECRET`]: 'wrong' };
    const other = await openBureauBench(entry, { settings: wrong as Partial<BureauSettings>, dialect });
    after(() => other.close());
    assert.deepEqual(await other.search(), { status: 'rejected-credentials' });
  });

  test('the bureau’s own error reply is not taken for a file', async () => {
    const status = await statusUnder({ mode: 'fault' });
    assert.ok(status === 'rejected-request' || status === 'unavailable', status);
  });

  for (const mode of ['500', 'drop', 'garbage', 'html', 'truncated'] as const) {
    test(`a bureau that answers with ${mode} is unavailable`, async () => {
      assert.equal(await statusUnder({ mode }), 'unavailable');
    });
  }

  test('a bureau that is slow is waited for', async () => {
    assert.equal(await statusUnder({ mode: 'slow', latencyMs: 50 }), 'ok');
  });

  for (const mode of ['hang', 'drip'] as const) {
    test(`a bureau that replies with a ${mode} is a timeout`, async () => {
      const hasty = await openBureauBench(entry, { call: { wholeMs: 1_000 }, dialect });
      after(() => hasty.close());
      assert.equal((await hasty.search()).status, 'ok');
      hasty.server.setFaults({ mode });
      assert.equal((await hasty.search()).status, 'timeout');
    });
  }

  test('none of this was a bug of ours', () => assert.deepEqual(bench.faults, []));
}

/** The reply of a search, recorded and mutated in thousands of ways; other replies stay intact. */
function survivesMutations(entry: RegisteredBureau, dialect: Dialect): void {
  test(`${MUTATIONS} mutated replies map to an outcome or a valid file, each within ${CPU_MS_MAX} ms (seed ${SEED})`, async (context) => {
    let last: Awaited<ReturnType<Call>> | null = null;
    let broken: string | null = null;
    const between =
      (call: Call): Call =>
      async (request) => {
        if (broken !== null && last !== null) return { ...last, text: broken };
        last = await call(request);
        return last;
      };
    const bench = await openBureauBench(entry, { between, dialect });
    context.after(() => bench.close());
    // The first search may also fetch a token or code tables; the second makes only its own call.
    await bench.search();
    await bench.search();
    const whole = (last as Awaited<ReturnType<Call>> | null)?.text ?? assert.fail('It was not asked.');
    const chance = createSeededChance(SEED);
    const counts: Record<string, number> = {};
    let slowestMs = 0;
    for (let n = 0; n < MUTATIONS; n++) {
      broken = mutate(whole, chance);
      const { answer, cpuMs } = await measured(bench);
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      slowestMs = Math.max(slowestMs, cpuMs);
      assert.ok(BUREAU_OUTCOMES.includes(answer.status));
      if (answer.status === 'ok') assertIsBureauFile(answer.file, entry.id);
      assert.deepEqual(bench.faults, [], `mutation ${n} of seed ${SEED}`);
    }
    context.diagnostic(`${JSON.stringify(counts)}, the slowest took ${slowestMs.toFixed(1)} ms`);
    assert.ok(
      (counts.ok ?? 0) > 0 && (counts.ok ?? 0) < MUTATIONS,
      'some mutations are harmless and some are not',
    );
    assert.ok(slowestMs <= CPU_MS_MAX, `${slowestMs} ms`);
  });
}

/** CPU time. A slow result is measured again, because a garbage collection or a stall of the machine may fall anywhere. */
async function measured(bench: BureauBench): Promise<{ answer: BureauAnswer; cpuMs: number }> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; ; tries++) {
    const begun = process.cpuUsage();
    const answer = await bench.search();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1_000);
    if (best < CPU_MS_MAX / 2 || tries === 9) return { answer, cpuMs: best };
  }
}
