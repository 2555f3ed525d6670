// The Prometheus metrics: counters by outcome, gauges read at each scrape, and no label with a tenant or a person.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { readBacklog } from '../../../src/storage/activity/backlog.ts';
import { createDatabase, type Database } from '../../../src/storage/engine/connection/database.ts';
import { createMetrics, type Metrics } from '../../../src/telemetry/metrics.ts';
import { isSelected, readQuery, type Selector } from '../../support/formats/promql.ts';
import { type House, openHouse, send, sql } from '../../support/house.ts';
import { LIVE, newClient, openLiveChallenge, openLiveHouse } from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
let database: Database;

before(async () => {
  ({ house, world } = await openLiveHouse());
  const connection = { connectionString: house.database.url };
  database = createDatabase({ connection, poolSize: 2, namedStatements: true });
});
after(async () => {
  await database.close();
  await house.close();
});

/** The value of one series, such as `trefoil_ready` or `trefoil_holds_open{purpose="sms"}`; null when it is absent. */
function valueIn(text: string, series: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

const page = async (): Promise<string> => (await send(house, { method: 'GET', url: '/metrics' })).text;

function watching(): { metrics: Metrics; travel: (ms: number) => void } {
  const metrics = createMetrics();
  let nowMs = 0;
  metrics.watchConnections(() => database.connections());
  metrics.watchBacklog(
    () => readBacklog(database),
    () => nowMs,
  );
  return {
    metrics,
    travel: (ms) => {
      nowMs += ms;
    },
  };
}

test('a service that has just started shows its counters at 0, so that their first event is an increase', async () => {
  const fresh = (await openLiveHouse()).house;
  try {
    const { text } = await send(fresh, { method: 'GET', url: '/metrics' });
    assert.equal(valueIn(text, 'trefoil_refusals_total{code="insufficient-funds"}'), 0);
    assert.equal(valueIn(text, 'trefoil_sms_receipts_total{gateway="twilio",outcome="forged"}'), 0);
    assert.equal(valueIn(text, 'trefoil_sms_total{gateway="outbox",outcome="skipped"}'), 0);
  } finally {
    await fresh.close();
  }
});

test('refusals are counted by code, and replays as replays', async () => {
  const client = await newClient(house, 300);
  const before = await page();
  const grew = async (series: string): Promise<number> =>
    (valueIn(await page(), series) ?? 0) - (valueIn(before, series) ?? 0);
  await client.generate(LIVE, { 'idempotency-key': 'a' });
  await client.generate(LIVE, { 'idempotency-key': 'a' });
  assert.equal((await client.generate(LIVE)).status, 402);
  await send(house, { method: 'GET', url: '/v1/my/profile' });
  assert.equal(await grew('trefoil_idempotent_replays_total'), 1);
  assert.equal(await grew('trefoil_refusals_total{code="insufficient-funds"}'), 1);
  assert.equal(await grew('trefoil_refusals_total{code="unauthorized"}'), 1);
});

test('a third resend is counted as limited by the challenge, a flood by the rate limit that it hit', async () => {
  const { house: small, world: its } = await openLiveHouse({ RATE_LIMIT_PER_CALLER: '8' });
  try {
    const client = await newClient(small);
    const { reportId, challengeId } = await openLiveChallenge(client, its);
    const statuses: number[] = [];
    // More than two minutes' worth: a minute may end while they are sent.
    for (let i = 0; i < 20; i++) statuses.push((await client.resend(reportId, challengeId)).status);
    assert.ok(statuses.filter((status) => status === 429).length >= 7, statuses.join());
    const text = (await send(small, { method: 'GET', url: '/metrics' })).text;
    const byChallenge = valueIn(text, 'trefoil_rate_limited_total{limit="challenge"}') ?? 0;
    const byCaller = valueIn(text, 'trefoil_rate_limited_total{limit="caller"}') ?? 0;
    assert.ok(byChallenge > 0 && byCaller > 0, text);
    assert.equal(byChallenge + byCaller, statuses.filter((status) => status === 429).length);
  } finally {
    await small.close();
  }
});

test('the backlog is read at each scrape: holds by purpose with credits and age, reports, challenges', async () => {
  const { metrics, travel } = watching();
  const read = async (series: string) => {
    travel(60_000);
    return valueIn(await metrics.text(), series);
  };
  const heldBefore = (await read('trefoil_holds_open{purpose="report"}')) ?? 0;
  const waitingBefore = (await read('trefoil_challenges_waiting')) ?? 0;
  const client = await newClient(house);
  const { reportId } = await openLiveChallenge(client, world);
  world.reset();
  assert.equal(await read('trefoil_holds_open{purpose="report"}'), heldBefore + 1);
  assert.equal(await read('trefoil_challenges_waiting'), waitingBefore + 1);
  assert.ok(((await read('trefoil_holds_open_credits{purpose="report"}')) ?? 0) >= 300);
  assert.ok(((await read('trefoil_holds_open_credits{purpose="sms"}')) ?? 0) >= 40);
  assert.equal(await read('trefoil_reports_overdue_seconds'), 0);
  await sql(
    house,
    `update reports set last_sent_at = clock_timestamp() - interval '1 hour' where tenant_id = $1 and id = $2`,
    [client.tenant.tenantId, reportId],
  );
  assert.ok(((await read('trefoil_challenges_oldest_seconds')) ?? 0) >= 3_600);
});

test('the database is read once in five seconds, however often metrics are scraped', async () => {
  const metrics = createMetrics();
  let asked = 0;
  let nowMs = 0;
  metrics.watchBacklog(
    () => {
      asked += 1;
      return readBacklog(database);
    },
    () => nowMs,
  );
  for (const ms of [0, 0, 4_999]) {
    nowMs += ms;
    await metrics.text();
  }
  assert.equal(asked, 1);
  nowMs += 1;
  await metrics.text();
  assert.equal(asked, 2);
});

test('an unreadable database sets one gauge to 0, and the scrape still works', async () => {
  const metrics = createMetrics();
  metrics.watchBacklog(
    () => Promise.reject(new Error('away')),
    () => 0,
  );
  const text = await metrics.text();
  assert.equal(valueIn(text, 'trefoil_backlog_readable'), 0);
  assert.notEqual(valueIn(text, 'nodejs_eventloop_lag_p99_seconds'), null);
});

test('connections are counted by state: in use, idle, and queued callers', async () => {
  const { metrics } = watching();
  const series = (state: string): string => `trefoil_database_connections{state="${state}"}`;
  const gate = Promise.withResolvers<void>();
  const holding = [1, 2].map(() => database.transaction(() => gate.promise));
  const waiting = database.query({ name: 'one', text: 'select 1' }, []);
  try {
    await until('two connections are in use', () => database.connections().inUse >= 2);
    const { inUse, waiting: waits, max } = database.connections();
    assert.deepEqual({ inUse, waits, max }, { inUse: 2, waits: 1, max: 2 });
    const fresh = createMetrics();
    fresh.watchConnections(() => database.connections());
    const text = await fresh.text();
    assert.equal(valueIn(text, series('in-use')), 2);
    assert.equal(valueIn(text, series('waiting')), 1);
    assert.equal(valueIn(text, 'trefoil_database_connections_max'), 2);
  } finally {
    gate.resolve();
    await Promise.all([...holding, waiting]);
  }
  assert.equal(valueIn(await metrics.text(), series('in-use')), 0);
});

test('bureaus, gateways, verdicts, codes and breakers are counted by name and outcome', async () => {
  const metrics = createMetrics();
  metrics.countBureau('equifax', 'timeout', 4.2);
  metrics.countSms('twilio', 'accepted');
  metrics.countRisk('challenge');
  metrics.countCode('retry');
  metrics.watchBreakers(() => [['vonage', 'half-open']]);
  let state: 'closed' | 'open' = 'open';
  metrics.watchBreakers(() => [['equifax', state]]);
  const breaker = (service: string, one: string) =>
    `trefoil_breaker_state{service="${service}",state="${one}"}`;
  let text = await metrics.text();
  assert.equal(valueIn(text, 'trefoil_bureau_duration_seconds_count{bureau="equifax",outcome="timeout"}'), 1);
  assert.equal(valueIn(text, 'trefoil_sms_total{gateway="twilio",outcome="accepted"}'), 1);
  assert.equal(valueIn(text, 'trefoil_risk_verdicts_total{verdict="challenge"}'), 1);
  assert.equal(valueIn(text, 'trefoil_codes_total{outcome="retry"}'), 1);
  assert.equal(valueIn(text, breaker('vonage', 'half-open')), 1);
  assert.deepEqual(
    [valueIn(text, breaker('equifax', 'open')), valueIn(text, breaker('equifax', 'closed'))],
    [1, 0],
  );
  state = 'closed';
  text = await metrics.text();
  assert.deepEqual(
    [valueIn(text, breaker('equifax', 'open')), valueIn(text, breaker('equifax', 'closed'))],
    [0, 1],
  );
});

test('the breaker of a gateway has a series from the start', async () => {
  const { text } = await send(house, { method: 'GET', url: '/metrics' });
  assert.equal(valueIn(text, 'trefoil_breaker_state{service="outbox",state="closed"}'), 1);
});

test('every series that an alert asks for is one that the service shows, and "Slow" watches what a program calls', async () => {
  const called = async (): Promise<string[]> =>
    [...(await page()).matchAll(/^trefoil_http_request_duration_seconds_count\{route="([^"]*)".*$/gm)].map(
      ([line]) => line,
    );
  const before = await called();
  const client = await newClient(house);
  // A program: a token, a device session of its page, a report that it reads. And one guess at a sign-in.
  const { body } = await client.generate();
  await client.get(`/${client.tenant.tenantId}/v1/credit-reports/${body.data.creditReportId}`);
  await send(house, { method: 'POST', url: '/v1/fingerprints/device', payload: {} });
  const grown = (await called()).filter((line) => !before.includes(line)).join('\n');
  for (const url of ['/sign-in/none', '/sign-in/none/code']) await send(house, { method: 'POST', url });
  const bureaus = createMetrics();
  for (const outcome of ['ok', 'timeout']) bureaus.countBureau('equifax', outcome, 1);
  const shown = [...`${await page()}${await bureaus.text()}`.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(
    ([, name, labels = '']) => ({
      name,
      labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, own]) => [key, own])),
    }),
  );
  const file = join(import.meta.dirname, '../../../docs/deploy/alerts.yml');
  const rules: { alert: string; expr: string }[] = parse(readFileSync(file, 'utf8')).groups[0].rules;
  for (const { alert, expr } of rules) {
    for (const selector of readQuery(expr).selectors.filter(({ name }) => name !== 'up')) {
      const own = shown.filter(({ name }) => name === selector.name);
      for (const { label } of selector.matchers)
        assert.ok(
          own.some(({ labels }) => label in labels),
          alert,
        );
      // No request fails here, so that statuses are not on the page; of several words each must be.
      const matchers = selector.matchers.filter(({ label }) => label !== 'status');
      for (const each of wordByWord(matchers)) {
        if (alert === 'Slow') assert.ok(grown.includes(`route="${each[0]?.value}"`), `${each[0]?.value}`);
        assert.ok(
          own.some(({ labels }) =>
            isSelected({ ...selector, matchers: each }, labels as Record<string, string>),
          ),
          `${alert}: nothing is ${selector.name} ${JSON.stringify(each)}`,
        );
      }
    }
  }
});

/** `a="b|c"` as `a="b"` and `a="c"`. */
function wordByWord(matchers: Selector['matchers']): Selector['matchers'][] {
  return matchers.reduce<Selector['matchers'][]>(
    (all, one) => {
      const words = one.op === '=~' ? one.value.split('|') : [one.value];
      return all.flatMap((before) => words.map((value) => [...before, { ...one, value }]));
    },
    [[]],
  );
}

test('no series has an id, an address or text of a caller', async () => {
  const client = await newClient(house);
  await client.generate({ ...LIVE, firstName: 'Canaryname', externalReference: 'canary-reference' });
  await client.get(`/${client.tenant.tenantId}/v1/credit-reports/canary-path?externalReference=canary-query`);
  await send(house, { method: 'GET', url: '/canary-nowhere' });
  const { metrics } = watching();
  const text = `${await page()}${await metrics.text()}`;
  assert.doesNotMatch(text, /canary/i);
  assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i, 'an id');
  assert.doesNotMatch(text, /\d+\.\d+\.\d+\.\d+"/, 'an address');
});

test('the time since housekeeping begins anew with each run', async () => {
  const seconds = async () => valueIn(await page(), 'trefoil_housekeeping_age_seconds') ?? assert.fail();
  const sinceStart = await seconds();
  await house.service.keepHouse();
  const sinceRun = await seconds();
  assert.ok(sinceRun < sinceStart, `${sinceRun} s after the run, ${sinceStart} s before`);
});

test('where a token is set, the metrics are for who has the whole of it', async () => {
  const token = 'a-token-for-the-metrics';
  const locked = await openHouse({ METRICS_TOKEN: token }, house.database);
  try {
    const statusWith = async (authorization?: string): Promise<number> => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      return (await send(locked, { method: 'GET', url: '/metrics', headers })).status;
    };
    const wrong = [
      undefined,
      '',
      token,
      'Bearer',
      'Bearer ',
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}x`,
    ];
    for (const one of [...wrong, `Basic ${token}`]) assert.equal(await statusWith(one), 401, one);
    assert.equal(await statusWith(`Bearer ${token}`), 200);
  } finally {
    await locked.close();
  }
});
