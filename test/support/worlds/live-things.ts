// One of everything that a tenant has, in test mode and in live mode, and what tells the live ones: for the tests that keep the two apart.
// Its house sends texts to the outbox, where a message shows its number and its code.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { requestNumber } from '../../../src/domain/hosted/consumer-request.ts';
import type { Operation } from '../../fuzz/contract.ts';
import { askAt, makeLink, publishedText } from '../consumers/hosted.ts';
import { type Answer, type Client, clientOf, type House, sql, type Tenant } from '../house.ts';

const LIVE = {
  test: undefined,
  firstName: 'Livia',
  lastName: 'Lebenfield',
  mobileNumber: '+447700900771',
  email: 'livia@lebenfield.example',
  externalReference: 'live-case-771',
};

/** Ids by the names that paths and bodies have for them. */
export type Things = Record<string, string>;

export type Both = {
  test: Things;
  live: Things;
  /** Of live mode: ids, and whatever else must not be read by those who are kept to test mode. By what it is. */
  secrets: Map<string, string>;
};

export async function makeBoth(house: House, tenant: Tenant): Promise<Both> {
  const client = await clientOf(house, tenant);
  const consentTextId = await publishedText(house, tenant.tenantId);
  const test = await makeThings(house, client, consentTextId, 'test');
  const live = await makeThings(house, client, consentTextId, 'live');
  for (const body of [{}, { ...LIVE, test: false }])
    assert.equal((await client.post(`/${tenant.tenantId}/v1/credit-reports`, body)).status, 400);
  await house.service.flushed();
  return { test, live, secrets: await secretsOf(house, tenant.tenantId, live) };
}

async function makeThings(house: House, client: Client, consentTextId: string, mode: 'live' | 'test') {
  const { tenantId } = client.tenant;
  const base = `/${tenantId}/v1` as const;
  const body = mode === 'live' ? LIVE : {};
  const hook = { url: `https://${mode}-hook.example/in`, mode, description: `the hook of ${mode} mode` };
  const endpoint = await client.post(`${base}/webhook-endpoints`, hook);
  assert.equal(endpoint.status, 200, endpoint.text);
  const endpointId = endpoint.body.endpoint.id;
  const waiting = await client.generate({
    ...body,
    ...(mode === 'test' && { challengeOptions: { status: 'challenge' } }),
  });
  assert.equal(waiting.body.data.status, 'authentication-required', waiting.text);
  const { creditReportId: waitingId, challenge } = waiting.body.data;
  const earlier = await completed(house, client, body, mode);
  const complete = await completed(house, client, body, mode);
  await client.get(`${base}/credit-reports/${complete.reportId}/evidence`);
  const recovery = await client.post(`${base}/webhook-endpoints/${endpointId}/recover`, {
    since: '2026-01-01',
    failedOnly: false,
  });
  const [delivery] = await sql<{ id: string; eventId: string }>(
    house,
    'select id, event_id as "eventId" from deliveries where tenant_id = $1 and endpoint_id = $2 order by id limit 1',
    [tenantId, endpointId],
  );
  const link = await makeLink(client, consentTextId, {
    test: mode === 'test' ? true : undefined,
    ...(mode === 'live' && { externalReference: LIVE.externalReference }),
  });
  const consumerRequestId = await askAt(house, link.id, { text: `Words of a ${mode} complaint.` });
  const clock = await client.post(`${base}/test-clocks`, {});
  return {
    ...{
      tenantId,
      creditReportId: complete.reportId,
      requestId: complete.requestId,
      endpointId,
      consentTextId,
    },
    ...{ waitingId, challengeId: challenge.challengeId, since: earlier.reportId, clockId: clock.body.id },
    ...{ deliveryId: delivery?.id ?? '', eventId: delivery?.eventId ?? '' },
    ...{ recoveryId: recovery.body.recovery?.id ?? '', consumerSessionId: link.id, consumerRequestId },
    ...{ personId: randomUUIDv7(), invitationId: randomUUIDv7(), paymentMethodId: randomUUIDv7() },
    ...(await paidFor(house, tenantId)),
  };
}

/** A payment that an operator took note of, and its invoice. */
async function paidFor(house: House, tenantId: string) {
  const [paymentId, invoiceId] = [randomUUIDv7(), randomUUIDv7()];
  await sql(
    house,
    `insert into payments (tenant_id, id, provider, purpose, credits, net_pence, vat_percent, vat_pence, keeps_card, is_live)
     values ($1, $2, 'manual', 'top-up', 1000, 100, 20, 20, false, true)`,
    [tenantId, paymentId],
  );
  await sql(
    house,
    `insert into invoices (tenant_id, id, kind, number, payment_id, seller, buyer, credits, net_pence, vat_percent, vat_pence, issued_at)
     values ($1, $2, 'invoice', $3, $4, $5, $5, 1000, 100, 20, 20, now())`,
    [
      tenantId,
      invoiceId,
      `OF-${invoiceId}`,
      paymentId,
      JSON.stringify({ name: 'A', address: 'B', vatNumber: null }),
    ],
  );
  return { paymentId, invoiceId };
}

/** A live one by the code that its text has. */
async function completed(house: House, client: Client, body: Record<string, unknown>, mode: string) {
  const made = await client.generate(body);
  const { creditReportId: reportId, challenge } = made.body.data;
  if (mode === 'live') {
    const sent = await outboxOf(house).latest({ to: LIVE.mobileNumber, waitMs: 0 });
    const done = await client.submit(reportId, challenge.challengeId, codeIn(sent?.text ?? ''));
    assert.equal(done.body.data.status, 'complete', done.text);
  }
  return { reportId, requestId: String(made.headers['x-request-id']) };
}

async function secretsOf(house: House, tenantId: string, live: Things): Promise<Map<string, string>> {
  const { lastName, mobileNumber, externalReference } = LIVE;
  const secrets = new Map<string, string>(
    Object.entries({ lastName, mobileNumber, externalReference }).map(([what, text]) => [text, what]),
  );
  for (const [what, id] of Object.entries(live)) if (!SHARED.includes(what)) secrets.set(id, what);
  const rows = await sql<{ id: string; what: string }>(
    house,
    `select id, 'report' as what from reports where tenant_id = $1 and not is_test
     union all select id, 'message' from sms_messages where tenant_id = $1
     union all select id, 'event' from events where tenant_id = $1 and not is_test
     union all select id, 'request' from requests q where tenant_id = $1
       and (not is_test or exists (select from reports r where r.tenant_id = $1 and r.id = q.report_id and not r.is_test))
     union all select d.id, 'delivery' from deliveries d join webhook_endpoints e on e.tenant_id = $1 and e.id = d.endpoint_id
       where d.tenant_id = $1 and not e.is_test`,
    [tenantId],
  );
  for (const { id, what } of rows) secrets.set(id, what);
  for (const { text } of await outboxOf(house).list()) secrets.set(codeIn(text), 'code');
  secrets.set(requestNumber(live.consumerRequestId ?? ''), 'number of a request');
  secrets.set('Words of a live complaint.', 'words of a request');
  return secrets.set('live-hook.example', 'address').set('the hook of live mode', 'description');
}

/** A code of six digits may be within an id by chance: it counts as a word. */
const stands = (secret: string, text: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(text) : text.includes(secret);

const outboxOf = (house: House) => house.service.sms.outbox ?? assert.fail('the outbox is the default');
const codeIn = (text: string): string => /\d{6}/.exec(text)?.[0] ?? assert.fail('a text has a code');

/** The same in both modes, or of nobody. */
const SHARED = ['tenantId', 'consentTextId', 'clockId', 'personId', 'invitationId', 'paymentMethodId'];

export type Ask = (
  method: string,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** What a read tells a caller of live mode, whichever ids and filters they think of, as JSON and as CSV. */
export async function toldTo(ask: Ask, operation: Operation, both: Both): Promise<Set<string>> {
  const { live, secrets } = both;
  // Of each kind that a search finds.
  const looked = [LIVE.externalReference, live.creditReportId, live.requestId, live.eventId];
  const filters = [
    ...['test=false', 'mode=live', `reportId=${live.creditReportId}`, `since=${live.since}`],
    ...looked.map((text) => `q=${text}`),
  ];
  const names = operation.parameters.map(({ name }) => name);
  const queries = ['', ...filters.filter((filter) => names.includes(filter.split('=')[0] ?? ''))];
  const types = ['application/json', 'text/csv'];
  const accepted = types.filter((type, at) => at === 0 || type in (operation.responses[200]?.content ?? {}));
  const told = new Set<string>();
  for (const things of [both.test, live]) {
    let isClosed = false;
    for (const query of queries) {
      for (const accept of accepted) {
        if (isClosed) continue;
        const { status, headers, text } = await ask('GET', urlOf(operation, things, query), undefined, {
          accept,
        });
        // Refused at the door: whatever else they ask for is.
        isClosed = query === '' && status === 403;
        // What is left of a rate limit has six digits too, and may be a code by chance.
        const { ratelimit: _left, ...others } = headers;
        // Gap: a place in the feed of events is the id of the last one that was passed, of whichever mode.
        const answered = JSON.stringify(others) + text.replace(/"next":"[^"]*"/, '');
        for (const [secret, what] of secrets) if (stands(secret, answered)) told.add(what);
      }
    }
  }
  return told;
}

export function urlOf({ id, path }: Operation, things: Things, query = ''): string {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => things[name] ?? assert.fail(name));
  const given = new URLSearchParams(NEEDED[id]?.(things));
  for (const [name, value] of new URLSearchParams(query)) given.set(name, value);
  return `${url}?${given}`;
}

/** Without which a read is refused. */
const NEEDED: Record<string, (things: Things) => Record<string, string>> = {
  readChanges: ({ since = '' }) => ({ since }),
  readCreditUsage: () => ({ dateFrom: '2026-11-01', dateTo: '2026-11-30' }),
  search: () => ({ q: 'case-' }),
  findByPerson: () => ({ who: LIVE.lastName }),
};
