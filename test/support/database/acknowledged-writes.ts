// Callers that write without a pause and record what was acknowledged: charged live reports, test reports, top-ups. Each write has a key
// and is retried until it is answered. Afterwards each of them must be stored exactly once.
import { setTimeout as sleep } from 'node:timers/promises';
import { applyMoves } from '../../../src/storage/wallet/ledger.ts';
import { createRandom } from '../../../src/world/synthetic/random.ts';
import { liveAStory, type Story } from '../consumers/consumer-stories.ts';
import { createTenant, generateBody, sql, tokenOf } from '../house.ts';
import { contradictions } from '../ledger/reconcile.ts';
import { until } from '../processes.ts';
import { type LiveFleet, openHolds } from '../services/live-fleet.ts';
import { createStubbornClient, type StubbornClient } from '../services/stubborn-client.ts';

const FUNDED = 1_000_000_000;
const TOP_UP = 7;
const TOP_UP_PAUSE_MS = 20;

export type AcknowledgedWrites = {
  count(): number;
  /** Of writes first sent after this time. */
  begunSince(ms: number): number;
  underWay(): number;
  /** From when a write was first sent to its answer. */
  longestMs(): number;
  retries(): number;
  /** Answers that no caller should ever see. */
  faults(): string[];
  describe(): string;
  /** Resolves when every started write has its answer. */
  stop(): Promise<void>;
  /** Acknowledged writes that are missing, different or there twice, in words. */
  problems(): Promise<string[]>;
};

export async function startWriting(
  fleet: LiveFleet,
  options: { seed: string; liveCallers: number; testCallers: number },
): Promise<AcknowledgedWrites> {
  const { house, provider } = fleet;
  const live = await createTenant(house, { balanceCredits: FUNDED });
  const test = await createTenant(house);
  const [liveToken, testToken] = [await tokenOf(house, live), await tokenOf(house, test)];
  const begunMs: number[] = [];
  const stories: Story[] = [];
  const reportIds: string[] = [];
  const topUps: string[] = [];
  const clients: StubbornClient[] = [];
  const broken: string[] = [];
  let [isOver, underWay, longestMs] = [false, 0, 0];

  const newCaller = (token: string, seed: string) => {
    const random = createRandom(`${options.seed} ${seed}`);
    const client = createStubbornClient({
      token,
      pick: () => random.pick(fleet.living()),
      patienceMs: 180_000,
    });
    clients.push(client);
    return { client, random };
  };

  const keepOn = async (write: () => Promise<unknown>, pauseMs = 0): Promise<void> => {
    while (!isOver) {
      const sinceMs = performance.now();
      underWay += 1;
      try {
        await write();
        begunMs.push(sinceMs);
        longestMs = Math.max(longestMs, performance.now() - sinceMs);
      } catch (error) {
        broken.push(String(error));
        return;
      } finally {
        underWay -= 1;
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };

  /** Retries with the same key until it succeeds. */
  const topUp = (key: string): Promise<boolean> => {
    const { tenantId } = live;
    const more = { personId: null, reference: key, reason: 'for a test' };
    const move = { kind: 'top-up' as const, tenantId, key, amount: TOP_UP, ...more };
    return applyMoves(house.service.database, [move]).then(
      () => true,
      () => false,
    );
  };

  const callers = [
    ...Array.from({ length: options.liveCallers }, (_none, n) => {
      const { client, random } = newCaller(liveToken, `live ${n}`);
      const { tenantId } = live;
      return keepOn(async () => {
        stories.push(await liveAStory({ client, provider, tenantId, random, verdict: 'allow' }));
      });
    }),
    ...Array.from({ length: options.testCallers }, (_none, n) => {
      const { client } = newCaller(testToken, `test ${n}`);
      return keepOn(async () => {
        const { status, body, text } = await client.post(
          `/${test.tenantId}/v1/credit-reports`,
          generateBody(),
        );
        if (status !== 200) throw new Error(`a generate was answered ${status}: ${text}`);
        reportIds.push(body.data.creditReportId);
      });
    }),
    keepOn(async () => {
      const key = `top-up:${topUps.length}`;
      await until('the top-up is made', () => topUp(key), 180_000);
      topUps.push(key);
    }, TOP_UP_PAUSE_MS),
  ];

  const problems = async (): Promise<string[]> => {
    const { tenantId } = live;
    await until('nothing is held', async () => {
      await house.service.clearUp();
      return (await openHolds(house, tenantId)).length === 0;
    });
    const fundedCredits = FUNDED + topUps.length * TOP_UP;
    const given = { house, provider, tenantId, fundedCredits, stories, delivered: new Set<string>() };
    const found = await sql<{ key: string }>(
      house,
      "select transfer_key as key from ledger_entries where tenant_id = $1 and kind = 'top-up' and amount = $2",
      [tenantId, TOP_UP],
    );
    const reports = await sql<{ key: string }>(house, 'select id as key from reports where tenant_id = $1', [
      test.tenantId,
    ]);
    return [
      ...broken,
      ...(await contradictions(given)),
      ...difference('top-up', topUps, found),
      ...difference('report in test mode', reportIds, reports),
    ];
  };

  return {
    count: () => begunMs.length,
    begunSince: (ms) => begunMs.filter((one) => one >= ms).length,
    underWay: () => underWay,
    longestMs: () => longestMs,
    retries: () => clients.reduce((sum, { retries }) => sum + retries, 0),
    faults: () => clients.flatMap(({ faults }) => faults),
    describe: () =>
      `${stories.length} live reports, ${reportIds.length} in test mode, ${topUps.length} top-ups`,
    stop: async () => {
      isOver = true;
      await Promise.all(callers);
    },
    problems,
  };
}

function difference(what: string, acknowledged: string[], found: { key: string }[]): string[] {
  const there = new Set(found.map(({ key }) => key));
  const known = new Set(acknowledged);
  return [
    ...acknowledged
      .filter((key) => !there.has(key))
      .map((key) => `${what} ${key} was acknowledged and is lost`),
    ...[...there].filter((key) => !known.has(key)).map((key) => `${what} ${key} was never acknowledged`),
    ...(known.size === acknowledged.length ? [] : [`a ${what} was acknowledged twice`]),
  ];
}
