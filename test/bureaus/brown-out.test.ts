// One bureau browns out at twenty reports a second while the others are healthy. First with mock timers, so that a minute takes a
// moment; then for a few seconds over real sockets (BROWN_OUT_MODES=all: every mode, as in the long runs).
// Alone: it replaces the timers.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createGuarded, type Watchers } from '../../src/bureaus/asking/guarded.ts';
import type { Adapter, Bureau, BureauAnswer } from '../../src/bureaus/bureau.ts';
import { openBureaus } from '../../src/bureaus/open.ts';
import type { Faults } from '../../src/bureaus/simulation/server.ts';
import { LENDERS } from '../../src/domain/lenders/registry.ts';
import { BUREAU_IDS, type BureauId } from '../../src/domain/reports/credit-report.ts';
import { hasAnswered } from '../../src/domain/reports/report.ts';
import { OPEN_MS } from '../../src/outbound/breaker.ts';
import { createLiveWorld } from '../../src/world/live.ts';
import { DEFAULT_BUREAU_SETTINGS } from '../support/bureaus/bureau-bench.ts';
import { consumerLike, peopleOf } from '../support/bureaus/bureau-people.ts';
import { recordIdsOf } from '../support/merging/record-ids.ts';

const STEP_MS = 50;
/** A minute: an open circuit tries a probe long before. */
const PROBED_WITHIN_STEPS = 60_000 / STEP_MS;
const ATTEMPTS_PER_REQUEST_MAX = 1.1;
const OPEN_OVER_OTHERS_MS_MAX = 100;
const NO_TRACE: BureauAnswer = { status: 'no-trace' };
const FAILED: BureauAnswer = { status: 'unavailable' };

type Seen = {
  changes: { state: string; atMs: number }[];
  failuresBeforeOpen: number;
};

const ofEach = <T>(make: () => T) =>
  Object.fromEntries(BUREAU_IDS.map((id) => [id, make()])) as Record<BureauId, T>;

function watch(nowMs: () => number): { seen: Record<BureauId, Seen>; watchers: Watchers } {
  const seen = ofEach((): Seen => ({ changes: [], failuresBeforeOpen: 0 }));
  const watchers: Watchers = {
    onOutcome: (id, status) => {
      const { changes } = seen[id];
      if (!hasAnswered({ id, status }) && changes.length === 0) seen[id].failuresBeforeOpen++;
    },
    onBreaker: (id, state) => seen[id].changes.push({ state, atMs: nowMs() }),
    onFault: (_id, fault) => assert.fail(fault),
  };
  return { seen, watchers };
}

type Asked = { tookMs: number; othersMs: number; wasOpen: boolean; haveOthersAnswered: boolean };

/** Reports of the live world, with the time that the healthy bureaus took. */
function askReports(bureaus: ReadonlyMap<BureauId, Bureau>, sickId: BureauId, nowMs: () => number) {
  const answered: Asked[] = [];
  let count = 0;
  const times = new Map<string, number>();
  const timed = [...bureaus].map(([id, bureau]) => {
    const search: Bureau['search'] = async (enquiry) => {
      const begunMs = nowMs();
      const answer = await bureau.search(enquiry);
      if (id !== sickId) {
        times.set(enquiry.reportId, Math.max(nowMs() - begunMs, times.get(enquiry.reportId) ?? 0));
      }
      return answer;
    };
    return [id, { isSimulated: true, search }] as const;
  });
  const unasked = () => assert.fail('Only the bureaus are asked here.');
  const world = createLiveWorld({
    assessor: { id: 'none', assess: unasked },
    sms: { readPhone: unasked, send: unasked },
    bureaus: new Map(timed),
    recordIds: recordIdsOf(),
    nowMs: Date.now,
    lendersOf: async () => LENDERS,
  });
  async function ask(): Promise<void> {
    const begunMs = nowMs();
    const wasOpen = bureaus.get(sickId)?.breaker() !== 'closed';
    const reportId = `01999999-0000-7000-8000-${String(++count).padStart(12, '0')}`;
    const { bureaus: said } = await world.fetchCreditReport({
      tenantId: 'any',
      reportId,
      consumer: consumerLike(),
      bureaus: BUREAU_IDS,
    });
    answered.push({
      tookMs: nowMs() - begunMs,
      othersMs: times.get(reportId) ?? 0,
      wasOpen,
      haveOthersAnswered: said.every((one) => one.id === sickId || hasAnswered(one)),
    });
    times.delete(reportId);
  }
  return { answered, ask };
}

/** The latency that an open circuit adds to the other bureaus' time, at the 99th percentile. */
function openOverOthersMs(answered: readonly Asked[]): number {
  const over = answered.flatMap(({ wasOpen, tookMs, othersMs }) => (wasOpen ? [tookMs - othersMs] : []));
  return over.sort((a, b) => a - b)[Math.floor(over.length * 0.99)] ?? 0;
}

type Reply = { afterMs: number; answer: BureauAnswer };
const WELL: Reply = { afterMs: 200, answer: NO_TRACE };
const MODES: Record<string, (asked: number) => Reply> = {
  'answers after ten seconds': () => ({ afterMs: 10_000, answer: NO_TRACE }),
  'is a black hole': () => ({ afterMs: 10_000_000, answer: NO_TRACE }),
  'fails every second time': (asked) => ({ afterMs: 200, answer: asked % 2 === 0 ? FAILED : NO_TRACE }),
  'fails at once': () => ({ afterMs: 1, answer: FAILED }),
  'fails after nine seconds': () => ({ afterMs: 9_000, answer: FAILED }),
};

for (const [what, browned] of Object.entries(MODES)) {
  test(`one bureau of three that ${what} opens its circuit soon, costs the others nothing, and is asked again after it recovers`, async (context) => {
    const clock = mock.timers;
    clock.enable({ apis: ['setTimeout'] });
    context.after(() => clock.reset());
    const sickId: BureauId = 'experian';
    let nowMs = 0;
    let isBrowned = false;
    const asked = ofEach(() => 0);
    let probes = 0;
    let mostProbes = 0;
    const { seen, watchers } = watch(() => nowMs);
    const adapterOf = (id: BureauId): Adapter => ({
      search: () => {
        asked[id]++;
        const isSick = id === sickId;
        if (isSick && sick.breaker() !== 'closed') mostProbes = Math.max(mostProbes, ++probes);
        const { afterMs, answer } = isSick && isBrowned ? browned(asked[id]) : WELL;
        return new Promise((resolve) => void setTimeout(() => resolve(answer), afterMs));
      },
    });
    const bureaus = new Map(
      BUREAU_IDS.map((id) => [
        id,
        createGuarded({
          id,
          adapter: adapterOf(id),
          isSimulated: true,
          callsMax: 64,
          close: async () => {},
          nowMs: () => nowMs,
          ...watchers,
        }),
      ]),
    );
    const sick = bureaus.get(sickId) ?? assert.fail();
    const { changes } = seen[sickId];
    const { answered, ask } = askReports(bureaus, sickId, () => nowMs);
    let requests = 0;
    const step = async () => {
      requests++;
      void ask();
      await setImmediate();
      nowMs += STEP_MS;
      clock.tick(STEP_MS);
      await setImmediate();
      if (changes.at(-1)?.state !== 'half-open') probes = 0;
    };
    const run = async (seconds: number) => {
      for (let n = 0; n < (seconds * 1_000) / STEP_MS; n++) await step();
    };

    await run(5);
    assert.equal(changes.length, 0);
    isBrowned = true;
    const brownedMs = nowMs;
    await run(60);
    const opened = changes[0];
    assert.ok(opened?.state === 'open');
    const openedAfterMs = opened.atMs - brownedMs;
    const { failuresBeforeOpen } = seen[sickId];
    assert.ok(
      openedAfterMs <= 5_000 || failuresBeforeOpen <= 20,
      `${openedAfterMs} ms, ${failuresBeforeOpen} failures`,
    );

    // It recovers at the worst moment: right after a probe was sent or failed.
    const known = changes.length;
    for (let steps = 0; !changes.slice(known).some(({ state }) => state === 'half-open'); steps += 1) {
      assert.ok(steps < PROBED_WITHIN_STEPS, 'the open circuit never tries a probe');
      await step();
    }
    isBrowned = false;
    const wellMs = nowMs;
    await run(15);
    const closed = changes.findLast(({ state }) => state === 'closed');
    assert.equal(sick.breaker(), 'closed');
    const closedAfterMs = (closed?.atMs ?? 0) - wellMs;
    assert.ok(closedAfterMs <= 10_000, `${closedAfterMs} ms`);
    await run(20);

    const overMs = openOverOthersMs(answered);
    assert.ok(answered.filter(({ wasOpen }) => wasOpen).length > 100);
    assert.ok(overMs <= OPEN_OVER_OTHERS_MS_MAX, `${overMs} ms more than the others`);
    assert.ok(mostProbes <= 1, `${mostProbes} probes at once`);
    assert.ok(asked[sickId] <= requests * ATTEMPTS_PER_REQUEST_MAX, `${asked[sickId]} at ${requests}`);
    for (const id of BUREAU_IDS.filter((one) => one !== sickId)) {
      assert.equal(asked[id], requests, `${id} is asked once for each report`);
      assert.deepEqual(seen[id].changes, [], `the circuit of ${id} stays closed`);
    }
    assert.ok(answered.every(({ haveOthersAnswered }) => haveOthersAnswered));
    assert.deepEqual([...new Set(answered.map(({ othersMs }) => othersMs))], [WELL.afterMs]);
    context.diagnostic(
      `opened after ${openedAfterMs} ms and ${failuresBeforeOpen} failures, closed ${closedAfterMs} ms after recovery, ` +
        `open p99 ${overMs} ms over the others, ${asked[sickId]} attempts at ${requests} reports`,
    );
  });
}

const IS_LONG = process.env.BROWN_OUT_MODES === 'all';
const REAL_MODES: Partial<Faults>[] = IS_LONG
  ? [{ mode: '500' }, { mode: 'drop' }, { mode: '500', share: 0.5 }, { mode: 'hang' }, { mode: 'drip' }]
  : [{ mode: '500', share: 0.5 }];
const BROWNED_MS = IS_LONG ? 20_000 : 2_000;
const LATENCY_MS = 100;

for (const [index, faults] of REAL_MODES.entries()) {
  const sickId = BUREAU_IDS[index % BUREAU_IDS.length] ?? 'equifax';
  test(`over real sockets: ${sickId} of three is ${JSON.stringify(faults)} at twenty reports a second`, async (context) => {
    const now = () => performance.now();
    const { seen, watchers } = watch(now);
    const population = { bureau: peopleOf };
    const opened = await openBureaus({
      settings: DEFAULT_BUREAU_SETTINGS,
      population,
      onNotice: () => {},
      ...watchers,
    });
    context.after(() => opened.close());
    const sick = opened.bureaus.get(sickId) ?? assert.fail();
    const setFaults = async (id: BureauId, wanted: Partial<Faults>): Promise<number> => {
      const { url } = opened.simulators.find((one) => one.id === id) ?? assert.fail();
      const body = JSON.stringify(wanted);
      const reply = await fetch(`${url}/_simulator/faults`, { method: 'POST', body });
      return ((await reply.json()) as { requests: number }).requests;
    };
    const { answered, ask } = askReports(opened.bureaus, sickId, now);
    // Warm-up: tokens and tables are fetched once and are not part of a search.
    await ask();
    const askedBefore = new Map<BureauId, number>();
    for (const id of BUREAU_IDS) askedBefore.set(id, await setFaults(id, { latencyMs: LATENCY_MS }));
    const underway: Promise<unknown>[] = [];
    const timer = setInterval(() => underway.push(ask()), STEP_MS);
    context.after(() => clearInterval(timer));
    const until = async (isSo: () => boolean, atMostMs: number) => {
      const begunMs = now();
      while (!isSo() && now() - begunMs < atMostMs) await new Promise((resolve) => setTimeout(resolve, 10));
      return now() - begunMs;
    };
    const askedWhenWell = await setFaults(sickId, { latencyMs: LATENCY_MS, ...faults });
    const openedMs = await until(() => sick.breaker() === 'open', 15_000);
    const { failuresBeforeOpen } = seen[sickId];
    assert.ok(
      openedMs <= 5_500 || failuresBeforeOpen <= 20,
      `${openedMs} ms, ${failuresBeforeOpen} failures`,
    );
    await until(() => false, BROWNED_MS - openedMs);
    const attempts = (await setFaults(sickId, { latencyMs: LATENCY_MS })) - askedWhenWell;
    const closedMs = await until(() => sick.breaker() === 'closed', 60_000);
    assert.equal(sick.breaker(), 'closed');
    if (IS_LONG) assert.ok(closedMs <= 10_500, `${closedMs} ms`);
    clearInterval(timer);
    await Promise.all(underway);

    const requests = underway.length;
    // Attempts before it opened, then one probe at a time; with a share of 0.5 probes may succeed and close the circuit.
    const probesMax = 1 + Math.ceil(BROWNED_MS / OPEN_MS);
    const attemptsMax = (openedMs / STEP_MS) * ATTEMPTS_PER_REQUEST_MAX + probesMax + 2;
    if (faults.share === undefined) assert.ok(attempts <= attemptsMax, `${attempts}, ${attemptsMax} at most`);
    for (const id of BUREAU_IDS) {
      const asked = (await setFaults(id, {})) - (askedBefore.get(id) ?? 0);
      if (id === sickId) assert.ok(asked <= requests * ATTEMPTS_PER_REQUEST_MAX, `${asked} at ${requests}`);
      else assert.equal(asked, requests, `${id} is asked once for each report`);
    }
    for (const id of BUREAU_IDS) if (id !== sickId) assert.deepEqual(seen[id].changes, []);
    assert.ok(answered.every(({ haveOthersAnswered }) => haveOthersAnswered));
    const overMs = openOverOthersMs(answered);
    // With so few reports the 99th percentile is one slow moment of a busy machine.
    if (IS_LONG) assert.ok(overMs <= OPEN_OVER_OTHERS_MS_MAX, `${overMs} ms more than the others`);
    context.diagnostic(
      `opened after ${openedMs.toFixed(0)} ms and ${failuresBeforeOpen} failures, closed ${closedMs.toFixed(0)} ms after ` +
        `recovery, open p99 ${overMs.toFixed(1)} ms over the others, ${attempts} attempts while it was down at ${requests} reports`,
    );
  });
}
