// Traces at a collector: one trace from the request through its SQL to the bureaus, without any data of the caller or of a person.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LENDERS } from '../../src/domain/lenders/registry.ts';
import type { Consumer } from '../../src/domain/reports/consumer.ts';
import type { BureauId } from '../../src/domain/reports/credit-report.ts';
import { startTracing, type Tracing } from '../../src/telemetry/start-tracing.ts';
import { createLiveWorld } from '../../src/world/live.ts';
import { type Collector, type SeenSpan, startCollector } from '../support/formats/otlp-collector.ts';
import {
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openHouse,
} from '../support/house.ts';
import { recordIdsOf } from '../support/merging/record-ids.ts';
import { LIVE } from '../support/money.ts';

const BUREAUS = ['equifax', 'experian', 'transunion'] as const;

/** The real live world over stand-ins for bureaus, gateway and assessor that succeed; the first bureau has no file. */
function liveWorld() {
  const bureaus = BUREAUS.map((id) => {
    const search = async () => ({ status: id === 'equifax' ? ('timeout' as const) : ('no-trace' as const) });
    return [id, { search, isSimulated: false }] as [
      BureauId,
      { search: typeof search; isSimulated: boolean },
    ];
  });
  return createLiveWorld({
    assessor: {
      assess: async ({ consumer }: { consumer: Consumer }) => ({
        verdict: consumer.firstName === CHALLENGED ? 'challenge' : 'allow',
        device: 'verified',
      }),
    } as never,
    sms: {
      readPhone: (mobileNumber) => ({ kind: 'ok', to: mobileNumber ?? '' }),
      send: async () => 'accepted',
    },
    bureaus: new Map(bureaus),
    recordIds: recordIdsOf(),
    nowMs: Date.now,
    lendersOf: async () => LENDERS,
  });
}

async function withTraces(
  work: (given: {
    house: House;
    client: Client;
    collector: Collector;
    seen: () => Promise<SeenSpan[]>;
  }) => Promise<void>,
  more: Record<string, unknown> = {},
): Promise<void> {
  const collector = await startCollector();
  let tracing: Tracing | null = null;
  const begin = async () => {
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: { 'x-team': 'credit' },
    };
    const rest = { OTEL_SERVICE_NAME: 'trefoil', OTEL_TRACES_SAMPLER_ARG: 1 };
    tracing = await startTracing({ ...settings, ...rest, ...more }, '0.0.0');
  };
  await begin();
  const house = await openHouse({}, undefined, liveWorld());
  try {
    const client = await clientOf(house, await createTenant(house, { balanceCredits: 100_000 }));
    const seenBefore = new Set<string>();
    const seen = async (): Promise<SeenSpan[]> => {
      await tracing?.stop();
      // Write-behind work of an earlier request, such as the last use of its credential, may end only now.
      const spans = collector.spans().filter((span) => !seenBefore.has(span.traceId));
      for (const span of spans) seenBefore.add(span.traceId);
      collector.forget();
      await begin();
      return spans;
    };
    await seen();
    await work({ house, client, collector, seen });
  } finally {
    await (tracing as Tracing | null)?.stop();
    await house.close();
    await collector.close();
  }
}

/** The consumer whom the assessor challenges. */
const CHALLENGED = 'Charlie';

const rootsOf = (spans: SeenSpan[]): SeenSpan[] => spans.filter((span) => span.parentSpanId === undefined);
const attributeOf = (span: SeenSpan, key: string): string | undefined => {
  const found = span.attributes.find((one) => one.key === key)?.value;
  return found?.stringValue ?? found?.intValue;
};

test('one generate gives one trace: the request, its SQL, the world and each bureau, all under one root', async () => {
  await withTraces(async ({ client, collector, seen }) => {
    const answer = await client.generate({ ...LIVE, bureaus: [...BUREAUS] }, { 'idempotency-key': 'k-1' });
    assert.equal(answer.status, 200);
    const spans = await seen();
    assert.equal(new Set(spans.map((span) => span.traceId)).size, 1);
    const roots = rootsOf(spans);
    assert.deepEqual(
      roots.map((span) => span.name),
      ['POST /:tenantId/v1/credit-reports'],
    );
    const ids = new Set(spans.map((span) => span.spanId));
    assert.equal(ids.size, spans.length, 'every span has its own id');
    for (const span of spans) {
      if (span.parentSpanId !== undefined)
        assert.ok(ids.has(span.parentSpanId), `${span.name} has no parent`);
      assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name);
    }
    const names = spans.map((span) => span.name);
    for (const name of [
      'sql claim-idempotency-key',
      'sql open-charged-reports',
      'sql settle-charged-reports',
      'sql store-idempotent-answer',
      'world.assess',
      'world.fetchCreditReport',
      ...BUREAUS.map((id) => `bureau ${id}`),
    ]) {
      assert.ok(names.includes(name), `${name} is missing among ${names.join(', ')}`);
    }
    const outcomes = BUREAUS.map((id) => spans.find((span) => span.name === `bureau ${id}`)).map(
      (span) => span && attributeOf(span, 'trefoil.outcome'),
    );
    assert.deepEqual(outcomes, ['timeout', 'no-trace', 'no-trace']);
    assert.equal(attributeOf(roots[0] as SeenSpan, 'trefoil.request_id'), answer.headers['x-request-id']);
    assert.equal(collector.headers.at(-1)?.['x-team'], 'credit');
  });
});

test('the message with a code is sent under the request that asked for it', async () => {
  await withTraces(async ({ client, seen }) => {
    const asked = await client.generate({ ...LIVE, firstName: CHALLENGED });
    const { creditReportId, challenge } = asked.body.data;
    const generate = await seen();
    await client.resend(creditReportId, challenge.challengeId);
    const resend = await seen();
    for (const [name, spans] of Object.entries({ generate, resend })) {
      const sends = spans.filter((span) => span.name === 'world.sendCode');
      assert.equal(sends.length, 1, name);
      assert.equal(sends[0]?.parentSpanId, rootsOf(spans)[0]?.spanId, name);
      assert.equal(rootsOf(spans).length, 1, name);
    }
    assert.ok(!generate.some((span) => span.name.startsWith('bureau ')));
  });
});

test('over a real socket, where the body arrives later than the headers, the trace is complete too', async () => {
  await withTraces(async ({ house, client, seen }) => {
    const origin = await house.service.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${origin}/${client.tenant.tenantId}/v1/credit-reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(generateBody(LIVE)),
    });
    assert.equal(answer.status, 200);
    await answer.text();
    const names = (await seen()).map((span) => span.name);
    for (const name of ['sql open-charged-reports', 'bureau experian', 'sql settle-charged-reports'])
      assert.ok(names.includes(name), `${name} is missing among ${names.join(', ')}`);
  });
});

test('requests that share a statement each see it in their own trace', async () => {
  await withTraces(async ({ client, seen }) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.generate(LIVE)));
    assert.ok(answers.every(({ status }) => status === 200));
    const spans = await seen();
    // Background work, such as refreshing the signing keys, belongs to no request.
    const traces = [...Map.groupBy(spans, (span) => span.traceId).values()].filter((one) =>
      rootsOf(one).some(({ name }) => name.startsWith('POST ')),
    );
    assert.equal(traces.length, 20);
    for (const one of traces) {
      assert.equal(rootsOf(one).length, 1);
      for (const name of ['sql open-charged-reports', 'sql settle-charged-reports'])
        assert.equal(one.filter((span) => span.name === name).length, 1, name);
    }
  });
});

test('a trace has nothing about a person, no value, and no ids of the path', async () => {
  await withTraces(async ({ client, house, seen }) => {
    const canaries = {
      firstName: 'Zuzannacanary',
      lastName: 'Quillcanary',
      email: 'canary.mail@example.com',
      externalReference: 'canary-reference-77',
    };
    const made = await client.generate({ ...LIVE, ...canaries });
    const reportId: string = made.body.data.creditReportId;
    await client.get(
      `/${client.tenant.tenantId}/v1/credit-reports/${reportId}?externalReference=canary-reference-77`,
    );
    await client.get(`/${client.tenant.tenantId}/v1/credit-reports?externalReference=canary-reference-77`);
    await client.post(`/${client.tenant.tenantId}/v1/credit-reports`, '{"firstName":"canary-broken');
    await client.submit(reportId, reportId, 'canary-code');
    await house.service.database.query({ name: 'broken', text: 'select canary_text' }, []).catch(() => {});
    await client.get('/canary-nowhere');
    const spans = await seen();
    assert.ok(spans.length >= 12, `${spans.length} spans`);
    const text = JSON.stringify(spans);
    for (const word of [
      'canary',
      LIVE.mobileNumber.slice(1),
      'LS1 4AB',
      'Example Street',
      '1985-04-12',
      '203.0.113.7',
      '127.0.0.1',
      client.tenant.tenantId,
      client.tenant.credentialId,
      client.tenant.clientId,
      client.token,
      reportId,
      'select ',
    ]) {
      assert.ok(!text.toLowerCase().includes(word.toLowerCase()), `${word} is in a trace`);
    }
  });
});

test("a caller's own trace is continued, unless it is not sampled or malformed", async () => {
  await withTraces(async ({ client, seen }) => {
    const traceId = 'af7651916cd43dd8448eb211c80319c7';
    const read = (traceparent: string) => client.get('/v1/my/profile', { traceparent });
    await read(`00-${traceId}-b7ad6b7169203331-01`);
    const [root] = (await seen()).filter((span) => span.name === 'GET /v1/my/profile');
    assert.deepEqual([root?.traceId, root?.parentSpanId], [traceId, 'b7ad6b7169203331']);
    await read(`00-${traceId}-b7ad6b7169203331-00`);
    assert.deepEqual(await seen(), []);
    for (const nonsense of [
      '',
      'x',
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `01-${traceId}-b7ad6b7169203331-01`,
    ]) {
      await read(nonsense);
      const [fresh] = rootsOf(await seen());
      assert.match(fresh?.traceId ?? '', /^[0-9a-f]{32}$/);
      assert.notEqual(fresh?.traceId, traceId);
    }
  });
});

test('an unreachable collector drops spans and fails no request', async () => {
  const collector = await startCollector();
  const { url } = collector;
  await collector.close();
  const away = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: null };
  const tracing = await startTracing(
    { ...away, OTEL_SERVICE_NAME: 'trefoil', OTEL_TRACES_SAMPLER_ARG: 1 },
    '0.0.0',
  );
  const house = await openHouse();
  try {
    const client = await clientOf(house, await createTenant(house));
    assert.equal((await client.generate()).status, 200);
    await tracing?.stop();
    assert.ok((tracing?.dropped() ?? 0) > 0);
  } finally {
    await house.close();
  }
});

test('without an endpoint nothing is traced, and with a sampling ratio of 0 no request is', async () => {
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: null, OTEL_EXPORTER_OTLP_HEADERS: null };
  assert.equal(await startTracing({ ...off, OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER_ARG: 1 }, '0'), null);
  await withTraces(
    async ({ client, seen }) => {
      assert.equal((await client.generate(LIVE)).status, 200);
      assert.deepEqual(await seen(), []);
    },
    { OTEL_TRACES_SAMPLER_ARG: 0 },
  );
});
