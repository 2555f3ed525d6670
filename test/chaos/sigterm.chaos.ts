// Graceful shutdown, process after process, under load: reads, test reports, and live reports with codes and resends, behind a balancer
// that honours readiness. Each process has bureau calls of five seconds in flight when it gets SIGTERM. No request may be lost or done
// twice, and every process exits in time. SIGTERMS, SIGTERM_REQUESTS and TEST_SEED set the
// run; with SIGTERM_WORKERS each process is the primary of so many workers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../../src/domain/reports/report.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { liveAStory, type Story } from '../support/consumers/consumer-stories.ts';
import { createTenant, generateBody, type Tenant, tokenOf } from '../support/house.ts';
import { contradictions } from '../support/ledger/reconcile.ts';
import { call, type HttpRequest, jsonPost, type ServiceProcess, until } from '../support/processes.ts';
import { type Balancer, startBalancer } from '../support/services/balancer.ts';
import { type LiveFleet, openHolds, openLiveFleet } from '../support/services/live-fleet.ts';
import type { StubbornClient } from '../support/services/stubborn-client.ts';
import { median } from '../support/services/time-limits.ts';
import { consumerFor } from '../support/worlds/provider.ts';

const SIGTERMS = Number(process.env.SIGTERMS ?? 50);
const REQUESTS_MIN = Number(process.env.SIGTERM_REQUESTS ?? 20_000);
const SEED = process.env.TEST_SEED ?? '';
const WORKERS = Number(process.env.SIGTERM_WORKERS ?? 1);
const PROCESSES = WORKERS === 1 ? 3 : 2;
const SLOW_CALLS = 2;
const SLOW_MS = 5_000;
const SLOW = 'slow-';
const EXIT_WITHIN_MS = 10_000;
const FUNDED = 1_000_000_000;
const READERS = 6;
const TESTERS = 3;
const STORYTELLERS = 6;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chance = createRandom(SEED);

let fleet: LiveFleet;
before(async () => {
  fleet = await openLiveFleet(PROCESSES, undefined, {
    WEB_CONCURRENCY: String(WORKERS),
    DATABASE_POOL_SIZE: String(4 * WORKERS),
  });
  fleet.provider.pause = (path, email) => {
    if (path === '/bureau' && email.startsWith(SLOW)) return sleep(SLOW_MS);
    return chance.chance(30) ? sleep(chance.int(1, 60)) : null;
  };
});
after(() => fleet?.close());

test(`${SIGTERMS} processes end under load and no request is lost (TEST_SEED=${SEED})`, async () => {
  const { house, provider } = fleet;
  const tenant = await createTenant(house, { balanceCredits: FUNDED });
  const access = { token: '' };
  // A token lives for a quarter of an hour, and the run may take longer.
  const renew = async (): Promise<void> => {
    access.token = await tokenOf(house, tenant);
  };
  await renew();
  const balancer = startBalancer(fleet.processes.slice());
  const load = startLoad(balancer, tenant, access);
  const told = new Set<ServiceProcess>();
  const slow: Promise<Story>[] = [];
  const exits: Promise<number>[] = [];
  const readyMs: number[] = [];
  const begunMs = performance.now();
  try {
    for (let n = 0; n < SIGTERMS; n += 1) {
      const goal = Math.ceil(((n + 1) * REQUESTS_MIN) / SIGTERMS);
      await until('enough requests', () => load.failed() || balancer.answered >= goal);
      await renew();
      const leaving = chance.pick(balancer.processes.filter((one) => !told.has(one)));
      told.add(leaving);
      slow.push(...(await beginSlowCalls(leaving, tenant, access.token)));
      leaving.signal('SIGTERM');
      exits.push(untilGone(leaving, balancer));
      const replacement = await fleet.start();
      readyMs.push(replacement.readyMs);
      balancer.processes.push(replacement);
    }
    await Promise.all(exits);
  } finally {
    await load.stop();
    await balancer.stop();
  }
  const tookS = (performance.now() - begunMs) / 1000;
  const stories = [...load.stories, ...(await Promise.all(slow))];
  const exitMs = await Promise.all(exits);
  say(`${SIGTERMS} SIGTERM in ${tookS.toFixed(0)} s, seed ${SEED}: ${balancer.answered} requests answered,`);
  say(`  ${balancer.lost.length} lost, ${balancer.movedOn} refused before they began and made elsewhere;`);
  say(
    `  ${stories.length} live reports, ${slow.length} of them with a bureau call of 5 s under way at the signal;`,
  );
  say(
    `  gone after ${Math.round(median(exitMs))} ms (median), ${Math.round(Math.max(...exitMs))} ms (most);`,
  );
  say(
    `  ready again in ${Math.round(median(readyMs))} ms (median), ${Math.round(Math.max(...readyMs))} ms (most)`,
  );
  assert.deepEqual([balancer.lost, load.wrong], [[], []]);
  assert.ok(balancer.answered >= REQUESTS_MIN);
  assert.ok(Math.max(...exitMs) < EXIT_WITHIN_MS);

  const delivered = await deliverAll();
  assert.deepEqual(await openHolds(house, tenant.tenantId), []);
  const given = { house, provider, tenantId: tenant.tenantId, fundedCredits: FUNDED, stories, delivered };
  const withoutTests = (problem: string): boolean => !load.testReports.has(problem.split(' ')[1] ?? '');
  assert.deepEqual((await contradictions(given)).filter(withoutTests), [], `TEST_SEED=${SEED}`);
});

/** Resolves when the bureaus have been asked; they answer five seconds later. */
async function beginSlowCalls(
  process: ServiceProcess,
  { tenantId }: Tenant,
  token: string,
): Promise<Promise<Story>[]> {
  const bureaus = ['equifax'];
  const begun = Array.from({ length: SLOW_CALLS }, () => {
    const email = `${SLOW}${randomUUID()}@example.com`;
    const body = generateBody({ ...consumerFor('allow', email), bureaus });
    const story = call(process.origin, jsonPost(`/${tenantId}/v1/credit-reports`, token, body)).then(
      ({ status, body: answer, text }) => {
        assert.equal(status, 200, text);
        const { creditReportId: reportId, status: outcome } = answer.data;
        assert.equal(outcome, 'complete');
        const cost = answer.meta.wallet.cost;
        return { tenantId, email, reportId, bureaus, status: outcome, cost, guesses: 0, resends: 0 };
      },
    );
    // Awaited at the end, with all the others.
    story.catch(() => {});
    return { email, story };
  });
  const { asks } = fleet.provider;
  const asked = until('the bureaus are asked', () =>
    begun.every(({ email }) => asks.some((ask) => ask.email === email)),
  );
  // An earlier answer is a refusal, with its reason.
  await Promise.race([asked, Promise.all(begun.map(({ story }) => story))]);
  return begun.map(({ story }) => story);
}

/** Answers how long it took; the balancer probes it to the end. */
async function untilGone(leaving: ServiceProcess, balancer: Balancer): Promise<number> {
  const begunMs = performance.now();
  const { code, stderr } = await leaving.ended;
  const tookMs = performance.now() - begunMs;
  balancer.processes.splice(balancer.processes.indexOf(leaving), 1);
  assert.deepEqual([code, stderr], [0, '']);
  return tookMs;
}

function startLoad(balancer: Balancer, { tenantId }: Tenant, access: { token: string }) {
  const stories: Story[] = [];
  const testReports = new Set<string>();
  const wrong: string[] = [];
  let isOver = false;
  const path = `/${tenantId}/v1/credit-reports` as const;

  const send = async <Path extends string, Method extends string = 'GET'>(
    request: HttpRequest<Method, Path>,
  ) => {
    const answer = await balancer.send(request);
    if (answer.status !== 200) wrong.push(`${request.path} was answered ${answer.status} ${answer.text}`);
    return answer;
  };
  const client: StubbornClient = {
    retries: 0,
    faults: [],
    post: (to, body) => send(jsonPost(to, access.token, body)),
  };
  const over = async (step: () => Promise<void>): Promise<void> => {
    // A lost request is in the balancer's list, a wrong answer in ours.
    while (!isOver) {
      await step().catch((error: unknown) => void wrong.push(String(error)));
      // Below the machine's capacity: a starting process needs some of it.
      await sleep(chance.int(10, 50));
    }
  };
  const read = () =>
    over(async () => {
      await send({ path: '/v1/my/profile', headers: { authorization: `Bearer ${access.token}` } });
    });
  const test = () =>
    over(async () => {
      const { body } = await send(jsonPost(path, access.token, generateBody()));
      testReports.add(body.data.creditReportId);
    });
  const tell = (_none: unknown, n: number) => {
    const random = createRandom(`${SEED} ${n}`);
    return over(async () => {
      const verdict = random.pick<Verdict>(['allow', 'allow', 'challenge', 'block']);
      stories.push(await liveAStory({ client, provider: fleet.provider, tenantId, random, verdict }));
    });
  };
  const all = [
    ...Array.from({ length: READERS }, read),
    ...Array.from({ length: TESTERS }, test),
    ...Array.from({ length: STORYTELLERS }, tell),
  ];
  return {
    stories,
    testReports,
    wrong,
    failed: () => wrong.length + balancer.lost.length > 0,
    stop: async () => {
      isOver = true;
      await Promise.all(all);
    },
  };
}

/** A receipt for every message that the gateway was handed. */
async function deliverAll(): Promise<Set<string>> {
  const { house, provider } = fleet;
  for (const { tenantId, smsId } of provider.sends)
    await house.service.recordDelivery({ tenantId, smsId, state: 'delivered' });
  return new Set(provider.sends.map(({ smsId }) => smsId));
}
