// A hostile bureau, for every adapter: whatever it sends maps to an outcome, never blocks the event loop for more than 50 ms, and
// does not grow memory by more than 64 MB.
// Alone: it measures its own process.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BureauAnswer, Call } from '../../src/bureaus/bureau.ts';
import type { RegisteredBureau } from '../../src/bureaus/index.ts';
import type { Consumer } from '../../src/domain/reports/consumer.ts';
import { type BureauBench, openBureauBench } from '../support/bureaus/bureau-bench.ts';
import { assertIsBureauFile } from '../support/bureaus/bureau-file-check.ts';
import { consumerLike } from '../support/bureaus/bureau-people.ts';
import {
  HOSTILE,
  HOSTILE_AROUND_A_FILE,
  type HostileReply,
  startHostileBureau,
  type WholeReply,
} from '../support/bureaus/hostile-replies.ts';
import { TRIED_BUREAUS } from '../support/bureaus/tried-bureaus.ts';
import { after, before, test } from '../support/long.ts';
import { leastBlockedMs } from '../support/services/loop-watch.ts';

const BLOCKED_MS_MAX = 50;
const GROWTH_MB_MAX = 64;
/** Instead of ten seconds, so that replies without end time out soon. */
const WHOLE_MS = 2_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

for (const { name, entry } of TRIED_BUREAUS) describe(name, () => withstands(entry));

function withstands(entry: RegisteredBureau): void {
  let bench: BureauBench;
  let hostile: Awaited<ReturnType<typeof startHostileBureau>>;
  let baselineMb = 0;
  let worstMs = 0;
  let whole: WholeReply | null = null;
  let isHostile = false;
  // Only the search goes to the hostile bureau: tokens and tables are cached by then, as in a running service.
  const between =
    (call: Call): Call =>
    async (request) => {
      if (isHostile) return call({ ...request, url: hostile.url });
      whole = await call(request);
      return whole;
    };

  before(async () => {
    bench = await openBureauBench(entry, { between, call: { wholeMs: WHOLE_MS } });
    for (let n = 0; n < 50; n++) await bench.search();
    hostile = await startHostileBureau(whole ?? assert.fail('It was not asked.'));
    isHostile = true;
    // Warm-up: code is loaded and buffers are allocated before anything is measured.
    for (const reply of Object.values({ ...HOSTILE, ...HOSTILE_AROUND_A_FILE })) {
      hostile.replyWith(reply);
      await bench.search();
    }
    baselineMb = residentMb();
  });
  after(async () => {
    await bench.close();
    await hostile.close();
  });

  async function answerTo(reply: HostileReply, consumer?: Consumer): Promise<BureauAnswer> {
    hostile.replyWith(reply);
    const blockedMs = await leastBlockedMs(BLOCKED_MS_MAX, () => bench.search(consumer), collectGarbage);
    worstMs = Math.max(worstMs, blockedMs);
    assert.ok(blockedMs < BLOCKED_MS_MAX, `blocked for ${blockedMs} ms`);
    const requests = hostile.requests();
    const answer = await bench.search(consumer);
    assert.equal(hostile.requests(), requests + 1, 'asked once, and no redirect followed');
    assert.deepEqual(bench.faults, [], 'no bug of ours');
    return answer;
  }

  for (const [what, reply] of Object.entries(HOSTILE)) {
    test(`${what}: no answer`, async () => {
      const { status } = await answerTo(reply);
      assert.equal(status, what.includes('drip') ? 'timeout' : 'unavailable');
    });
  }

  for (const [what, reply] of Object.entries(HOSTILE_AROUND_A_FILE)) {
    test(`${what}: a file that holds, or no answer`, async () => {
      const answer = await answerTo(reply);
      if (answer.status === 'ok') {
        assertIsBureauFile(answer.file, entry.id);
        assert.doesNotMatch(JSON.stringify(answer.file), /"amount":-/);
      } else assert.equal(answer.status, 'unavailable');
    });
  }

  test('another person’s file is not shown', async () => {
    const honest: HostileReply =
      ({ text, headers }) =>
      (response) =>
        response.writeHead(200, { 'content-type': headers['content-type'] ?? '' }).end(text);
    assert.equal((await answerTo(honest)).status, 'ok');
    const stranger = consumerLike({ firstName: 'Robin', lastName: 'Mallowby', dateOfBirth: '1971-01-02' });
    // The same name, as a parent may have it.
    const parent = consumerLike({ dateOfBirth: '1955-04-12' });
    for (const consumer of [stranger, parent]) {
      const answer = await answerTo(honest, consumer);
      // A bureau that echoes the birthday it was asked for is answering another question. Equifax echoes none: each of the records is
      // kept apart, and none is left.
      if (entry.id === 'equifax') {
        const leftOut = [{ reason: 'not-sure', accounts: 3, searches: 2 }];
        assert.deepEqual(answer, { status: 'no-trace', leftOut });
      } else assert.equal(answer.status, 'unavailable');
    }
  });

  test(`all of it together takes no more than ${GROWTH_MB_MAX} MB`, (context) => {
    const grownMb = residentMb() - baselineMb;
    context.diagnostic(`grown by ${grownMb.toFixed(1)} MB, blocked for ${worstMs.toFixed(0)} ms at worst`);
    assert.ok(grownMb <= GROWTH_MB_MAX, `${grownMb} MB`);
  });
}

function residentMb(): number {
  collectGarbage();
  return process.memoryUsage().rss / 1024 / 1024;
}
