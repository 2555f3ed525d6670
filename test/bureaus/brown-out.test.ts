// One bureau of three browns out under twenty requests a second. First in time of our own, so that a minute of it takes a moment;
// then for a few seconds over real sockets (BROWN_OUT_MODES=all: every mode, as the long runs do).
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Adapter, Bureau, BureauAnswer } from '../../src/bureaus/bureau.ts';
import { createCall } from '../../src/bureaus/call.ts';
import { createGuarded } from '../../src/bureaus/guarded.ts';
import { BUREAUS } from '../../src/bureaus/index.ts';
import { type Faults, startSimulator } from '../../src/bureaus/simulator-server.ts';
import type { BureauId } from '../../src/domain/credit-report.ts';
import { DEFAULT_BUREAU_SETTINGS } from '../support/bureau-bench.ts';
import { consumerLike, peopleOf } from '../support/bureau-people.ts';

const STEP_MS = 50;
const ENQUIRY = { reportId: '01999999-0000-7000-8000-000000000000', consumer: consumerLike() };
const NO_TRACE: BureauAnswer = { status: 'no-trace' };

type Seen = { changes: { state: string; atMs: number }[]; failures: number };

function guard(id: BureauId, adapter: Adapter, nowMs: () => number) {
  const seen: Seen = { changes: [], failures: 0 };
  const bureau = createGuarded({
    id,
    adapter,
    isSimulated: true,
    callsMax: 64,
    close: async () => {},
    nowMs,
    onOutcome: (_id, status) => {
      if (status !== 'no-trace' && status !== 'ok' && !seen.changes.some(({ state }) => state === 'open')) {
        seen.failures++;
      }
    },
    onBreaker: (_id, state) => seen.changes.push({ state, atMs: nowMs() }),
    onFault: (_id, fault) => assert.fail(fault),
  });
  return { bureau, seen };
}

type Reply = { afterMs: number; answer: BureauAnswer };
const FAILED: BureauAnswer = { status: 'unavailable' };
const MODES: Record<string, (asked: number) => Reply> = {
  'answers after ten seconds': () => ({ afterMs: 10_000, answer: NO_TRACE }),
  'is a black hole': () => ({ afterMs: 10_000_000, answer: NO_TRACE }),
  'fails every second time': (asked) => ({ afterMs: 200, answer: asked % 2 === 0 ? FAILED : NO_TRACE }),
  'fails at once': () => ({ afterMs: 1, answer: FAILED }),
  'fails after nine seconds': () => ({ afterMs: 9_000, answer: FAILED }),
};

for (const [what, browned] of Object.entries(MODES)) {
  test(`a bureau that ${what} is left alone soon, costs the others nothing, and is asked again once it is well`, async (context) => {
    const clock = mock.timers;
    clock.enable({ apis: ['setTimeout'] });
    context.after(() => clock.reset());
    let nowMs = 0;
    let isBrowned = false;
    let asked = 0;
    let mostProbes = 0;
    const well: Reply = { afterMs: 200, answer: NO_TRACE };
    const adapterOf = (isSick: boolean): Adapter => ({
      search: () => {
        if (!isSick) return later(well);
        asked++;
        if (sick.bureau.breaker() !== 'closed') mostProbes = Math.max(mostProbes, ++probes);
        return later(isBrowned ? browned(asked) : well);
      },
    });
    const later = ({ afterMs, answer }: Reply): Promise<BureauAnswer> =>
      new Promise((resolve) => void setTimeout(() => resolve(answer), afterMs));
    let probes = 0;
    const now = () => nowMs;
    const sick = guard('experian', adapterOf(true), now);
    const others = (['equifax', 'transunion'] as const).map((id) => guard(id, adapterOf(false), now));
    const requests: { atMs: number; sickMs: number; othersMs: number; wasOpen: boolean }[] = [];

    const request = async () => {
      const atMs = nowMs;
      const wasOpen = sick.bureau.breaker() !== 'closed';
      const timed = (bureau: Bureau) => bureau.search(ENQUIRY).then(() => nowMs - atMs);
      const [sickMs, ...othersMs] = await Promise.all([
        timed(sick.bureau),
        ...others.map((one) => timed(one.bureau)),
      ]);
      requests.push({ atMs, sickMs: sickMs ?? 0, othersMs: Math.max(...othersMs), wasOpen });
    };
    const run = async (seconds: number) => {
      for (let step = 0; step < (seconds * 1_000) / STEP_MS; step++) {
        void request();
        await setImmediate();
        nowMs += STEP_MS;
        clock.tick(STEP_MS);
        await setImmediate();
        if (sick.seen.changes.at(-1)?.state !== 'half-open') probes = 0;
      }
    };

    await run(5);
    assert.equal(sick.seen.changes.length, 0);
    isBrowned = true;
    const brownedMs = nowMs;
    await run(60);
    const opened = sick.seen.changes[0];
    assert.ok(opened?.state === 'open');
    const openedAfterMs = opened.atMs - brownedMs;
    assert.ok(
      openedAfterMs <= 5_000 || sick.seen.failures <= 20,
      `${openedAfterMs} ms, ${sick.seen.failures} failures`,
    );

    isBrowned = false;
    const wellMs = nowMs;
    await run(15);
    const closed = sick.seen.changes.findLast(({ state }) => state === 'closed');
    assert.equal(sick.bureau.breaker(), 'closed');
    const closedAfterMs = (closed?.atMs ?? 0) - wellMs;
    assert.ok(closedAfterMs <= 10_000, `${closedAfterMs} ms`);
    await run(20);

    const open = requests.filter(({ wasOpen }) => wasOpen).map(({ sickMs, othersMs }) => sickMs - othersMs);
    const p99 = open.sort((a, b) => a - b)[Math.floor(open.length * 0.99)] ?? 0;
    assert.ok(p99 <= 100, `${p99} ms more than the others`);
    assert.ok(mostProbes <= 1, `${mostProbes} probes at once`);
    assert.ok(asked <= requests.length * 1.1, `${asked} attempts at ${requests.length} requests`);
    assert.ok(requests.every(({ othersMs }) => othersMs <= 300));
    context.diagnostic(
      `opened after ${openedAfterMs} ms and ${sick.seen.failures} failures, closed ${closedAfterMs} ms after recovery, ` +
        `open p99 ${p99} ms over the others, ${asked} attempts at ${requests.length} requests`,
    );
  });
}

const REAL_MODES: Partial<Faults>[] =
  process.env.BROWN_OUT_MODES === 'all'
    ? [{ mode: '500' }, { mode: 'drop' }, { mode: '500', share: 0.5 }, { mode: 'hang' }, { mode: 'drip' }]
    : [{ mode: '500', share: 0.5 }];
const BROWNED_MS = process.env.BROWN_OUT_MODES === 'all' ? 20_000 : 2_000;

for (const faults of REAL_MODES) {
  test(`over real sockets: ${JSON.stringify(faults)} at twenty requests a second`, async (context) => {
    const [entry = assert.fail()] = BUREAUS;
    const server = await startSimulator(
      entry.createSimulator({ people: peopleOf(entry.id), nowMs: Date.now }),
    );
    const { call, close } = createCall();
    context.after(async () => {
      await close();
      await server.close();
    });
    const now = () => performance.now();
    const settings = { ...DEFAULT_BUREAU_SETTINGS, ...entry.simulatedSettings(server.url) };
    const adapter = entry.createAdapter({ call, settings, nowMs: Date.now, onNotice: () => {} });
    const { bureau, seen } = guard(entry.id, adapter, now);
    await bureau.search(ENQUIRY);
    const underway: Promise<unknown>[] = [];
    const timer = setInterval(() => underway.push(bureau.search(ENQUIRY)), STEP_MS);
    context.after(() => clearInterval(timer));
    const until = async (isSo: () => boolean, whatMs: number) => {
      const begunMs = now();
      while (!isSo() && now() - begunMs < whatMs) await new Promise((resolve) => setTimeout(resolve, 10));
      return now() - begunMs;
    };
    server.setFaults(faults);
    const openedMs = await until(() => bureau.breaker() === 'open', 15_000);
    assert.ok(openedMs <= 5_500 || seen.failures <= 20, `${openedMs} ms, ${seen.failures} failures`);
    await until(() => false, BROWNED_MS - openedMs);
    server.setFaults({});
    const closedMs = await until(() => bureau.breaker() === 'closed', 15_000);
    assert.ok(closedMs <= 10_500, `${closedMs} ms`);
    clearInterval(timer);
    await Promise.all(underway);
    assert.ok(server.requests() <= underway.length * 1.1 + 2, `${server.requests()} at ${underway.length}`);
    context.diagnostic(
      `opened after ${openedMs.toFixed(0)} ms and ${seen.failures} failures, closed ${closedMs.toFixed(0)} ms after ` +
        `recovery, ${server.requests()} attempts at ${underway.length} requests`,
    );
  });
}
