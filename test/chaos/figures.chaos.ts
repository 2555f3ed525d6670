// What the console asks of a tenant with a million reports, beside one with a thousand: statistics, search, lists, wallet, events, webhooks.
// Each answer comes within its time, however long the past is. The past is planted as rows (support/planted-past.ts); housekeeping adds up
// its figures, as it would after days of being switched off. FIGURES_REPORTS and FIGURES_ROUNDS set the run. FIGURES_DATABASE names a
// migrated database that is kept: planted by the first run on it, measured at once by the next.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { percentileOf } from '../../bench/arrivals.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createVault } from '../../src/storage/keys/vault.ts';
import { createFindEarlier } from '../../src/storage/reports/earlier-reports.ts';
import type { Stats } from '../../src/usecases/activity/read-stats.ts';
import { type House, openHouse, sql } from '../support/house.ts';
import { dayAgo, QUERIES, type Reader } from '../support/past/figure-queries.ts';
import { newPast, pastOf, readerOf } from '../support/past/past-reader.ts';
import { DAYS, hashOfConsumer, type Past, plantPast } from '../support/past/planted-past.ts';
import type { Browser } from '../support/people.ts';
import { judgeTime } from '../support/services/time-limits.ts';

const LONG = Number(process.env.FIGURES_REPORTS ?? 20_000);
const SHORT = 1_000;
const ROUNDS = Number(process.env.FIGURES_ROUNDS ?? 20);
const KEPT = process.env.FIGURES_DATABASE;
const ANSWER_MS = 200;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Name = 'short' | 'long';
const SIZES: [Name, number][] = [
  ['short', SHORT],
  ['long', LONG],
];
let house: House;
const readers = {} as Record<Name, Reader>;
before(async () => {
  house = await openHouse({}, KEPT === undefined ? undefined : { url: KEPT, drop: async () => {} });
  const isPlanted = (await pastOf(house, 'long', LONG)) !== null;
  if (!isPlanted) {
    for (const [name, count] of SIZES) {
      const startedMs = performance.now();
      await plantPast(house, await newPast(house, name, count));
      say(`${count} reports planted in ${Math.round((performance.now() - startedMs) / 1000)} s`);
    }
  }
  const startedMs = performance.now();
  await house.service.keepHouse();
  say(`added up by housekeeping in ${Math.round(performance.now() - startedMs)} ms`);
  if (!isPlanted) await sql(house, 'analyze');
  for (const [name, count] of SIZES)
    readers[name] = await readerOf(house, (await pastOf(house, name, count)) as Past);
});
after(() => house?.close());

async function timesOf(read: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const startedMs = performance.now();
    await read();
    times.push(performance.now() - startedMs);
  }
  // The first makes plans and fills caches of the process.
  return times.slice(1);
}

const ONLY = process.env.FIGURES_ONLY;

test('every answer comes within its time, at a thousand and at many reports', async (t) => {
  const slow: string[] = [];
  const table = [
    `| What | 1,000 p50 | ${LONG.toLocaleString('en')} p50 | p99 | limit |`,
    '|---|---:|---:|---:|---:|',
  ];
  const measure = async (what: string, read: (reader: Reader) => Promise<unknown>) => {
    if (ONLY !== undefined && !what.startsWith(ONLY)) return;
    const [short, long] = [await timesOf(() => read(readers.short)), await timesOf(() => read(readers.long))];
    const [few, p50, p99] = [percentileOf(short, 0.5), percentileOf(long, 0.5), percentileOf(long, 0.99)];
    const row = `| ${what} | ${few.toFixed(1)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${ANSWER_MS} |`;
    say(row);
    table.push(row);
    if (p99 > ANSWER_MS) slow.push(row);
  };
  say(table.join('\n'));
  for (const [what, query] of QUERIES) {
    await measure(what, (reader) => {
      const asked = typeof query === 'string' ? query : query(reader);
      return answered(reader.browser, `/${reader.past.tenantId}/v1/${asked}`);
    });
  }
  await measure("operator's tenants", ({ operator }) => answered(operator, '/v1/operator/tenants'));
  await measure("operator's tenant", ({ operator, past }) =>
    answered(operator, `/v1/operator/tenants/${past.tenantId}`),
  );
  await measure("operator's providers", ({ operator }) => answered(operator, '/v1/operator/providers'));
  const { database } = house.service;
  const vault = createVault({ database, keyring: createKeyring(house.config.ENCRYPTION_KEY) });
  const findEarlier = createFindEarlier({ database, vault });
  await measure('earlier reports of a consumer', ({ past }) =>
    findEarlier(past.tenantId, [hashOfConsumer(42), hashOfConsumer(43)]),
  );
  await judgeTime(t, {
    guarantee: `each answer comes within ${ANSWER_MS} ms, 99 of 100 times`,
    isMet: slow.length === 0,
    figures: slow.join('\n'),
  });
});

async function answered(browser: Browser, url: string): Promise<void> {
  const answer = await browser.get(url as string);
  assert.equal(answer.status, 200, `${url}: ${answer.text}`);
}

test('the figures of all of them are right', async () => {
  const { past, browser } = readers.long;
  const statsOf = async (test: boolean): Promise<Stats['sum']> => {
    const url: string = `/${past.tenantId}/v1/stats?from=${dayAgo(DAYS + 1)}&test=${test}`;
    return ((await browser.get(url)).body as unknown as Stats).sum;
  };
  const [live, tests] = [await statsOf(false), await statsOf(true)];
  // By the rules that they were planted by.
  const count = (isCounted: (n: number) => boolean): number =>
    Array.from({ length: LONG }, (_none, n) => n + 1).filter((n) => n % 20 > 0 && isCounted(n)).length;
  const codes = (n: number): boolean => n % 5 === 1 || n % 5 === 2;
  const completed = count((n) => n % 10 !== 3 && n % 25 !== 7);
  assert.deepEqual(
    [live.reports.total, tests.reports.total, live.reports.failed, live.texts.delivered, live.spend.credits],
    [
      count(() => true),
      Math.floor(LONG / 20),
      count((n) => n % 10 === 3),
      count((n) => codes(n) && n % 50 !== 1),
      100 * completed + 40 * count(codes),
    ],
  );
});
