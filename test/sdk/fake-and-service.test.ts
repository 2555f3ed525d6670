// The fake of the SDK beside test mode: the same calls by the same client, and every answer of both compared by status, fields, types and
// those values that a program acts on. What the fake leaves out by its README (the document of a report, wording) is not compared.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type GenerateRequest, Trefoil, TrefoilError } from '@trefoil/sdk';
import { fakeTrefoil } from '@trefoil/sdk/testing';
import { publishedText } from '../support/consumers/hosted.ts';
import { createTenant, generateBody, type House, openHouse, topUp } from '../support/house.ts';

let house: House;
before(async () => {
  house = await openHouse({ SMS_RESEND_PAUSE_SECONDS: '0' });
  await house.service.app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => house?.close());

/** A client of a tenant of its own, whose retries cost no time, as in the fake. */
async function clientOfService(): Promise<Trefoil> {
  const { port } = house.service.app.server.address() as AddressInfo;
  const tenant = await createTenant(house);
  const { tenantId, clientId, clientSecret } = tenant;
  await topUp(house, tenantId, 100_000);
  await publishedText(house, tenantId);
  return new Trefoil(
    { baseUrl: `http://127.0.0.1:${port}`, tenantId, clientId, clientSecret },
    { nowMs: () => performance.now(), random: () => 0, pause: async () => {} },
  );
}

const input = generateBody({
  externalReference: 'case-7',
  mobileNumber: '+447700900123',
}) as unknown as GenerateRequest;
const challenge = { challengeOptions: { status: 'challenge' as const } };
const NOBODY = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a99';
const WRONG = '000000';
const RIGHT = '123456';

/** What a program acts on: compared by value. */
const VALUES = new Set([
  ...[
    'status',
    'reason',
    'code',
    'path',
    'sms',
    'challengeType',
    'mobileNumber',
    'by',
    'state',
    'kind',
    'threshold',
  ],
  ...[
    'attemptsRemaining',
    'remainingSmsCount',
    'smsSentCount',
    'externalReference',
    'test',
    'type',
    'generates',
    'purged',
    'isReplayed',
  ],
]);
/** Of a report: its document, which the fake does not make up. */
const LEFT_OUT = new Set(['creditReport']);

function fieldsOf(value: unknown, at: string, into: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const one of value) fieldsOf(one, `${at}[]`, into);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value))
      if (LEFT_OUT.has(name)) into.add(`${at}.${name}`);
      else if (typeof field === 'function' || field === undefined) continue;
      else if (VALUES.has(name) && typeof field !== 'object') into.add(`${at}.${name} = ${field}`);
      else fieldsOf(field, `${at}.${name}`, into);
  } else into.add(`${at}: ${value === null ? 'null' : typeof value}`);
  return into;
}

function said(answer: unknown): string[] {
  if (!(answer instanceof TrefoilError)) return [...fieldsOf(answer, '', new Set())].sort();
  const { name, status, code, retryable, outcomeUnknown } = answer;
  const { retryAfter, details } = answer as { retryAfter?: number; details?: { path: string }[] };
  const paths = details?.map(({ path }) => path).sort();
  return [
    JSON.stringify({ name, status, code, retryable, outcomeUnknown, retryAfter: typeof retryAfter, paths }),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: a walk reads what it got, whichever outcome
type Note = (name: string, call: Promise<unknown>) => Promise<any>;

async function walk(
  trefoil: Trefoil,
  steps: (trefoil: Trefoil, note: Note) => Promise<void>,
): Promise<Map<string, string[]>> {
  const seen = new Map<string, string[]>();
  await steps(trefoil, async (name, call) => {
    const answer = await call.catch((error: unknown) => {
      if (error instanceof TrefoilError) return error;
      throw error;
    });
    seen.set(name, said(answer));
    return answer;
  });
  return seen;
}

const WALKS: Record<string, (trefoil: Trefoil, note: Note) => Promise<void>> = {
  'every branch, read and listed': async ({ reports }, note) => {
    for (const status of ['allow', 'challenge', 'block'] as const) {
      const { creditReportId } = await note(
        status,
        reports.generate({ ...input, challengeOptions: { status } }),
      );
      await note(`${status}, read`, reports.read(creditReportId));
    }
    await note('list', reports.list().page());
    await note('list of a status', reports.list({ status: 'blocked' }).page());
    await note('list of a reference', reports.list({ externalReference: 'another' }).page());
    await note('no such report', reports.read(NOBODY));
    await note('no id at all', reports.read('none'));
  },
  'wrong codes, new texts, the right code': async ({ reports }, note) => {
    const { creditReportId, challenge: given } = await note(
      'begun',
      reports.generate({ ...input, ...challenge }),
    );
    const one = reports.challenge({ creditReportId, challengeId: given.challengeId });
    await note('wrong', one.submit(WRONG));
    await note('wrong, read', reports.read(creditReportId));
    for (const nth of ['first', 'second', 'third']) await note(`${nth} resend`, one.resend());
    await note('resent, read', reports.read(creditReportId));
    await note('right', one.submit(RIGHT));
    await note('right, read', reports.read(creditReportId));
    await note('code after it', one.submit(RIGHT));
    await note('resend after it', one.resend());
    await note('no such challenge', reports.challenge({ creditReportId, challengeId: NOBODY }).submit(RIGHT));
    await note(
      'of no report',
      reports.challenge({ creditReportId: NOBODY, challengeId: NOBODY }).submit(RIGHT),
    );
  },
  'three wrong codes': async ({ reports }, note) => {
    const { creditReportId, challenge: given } = await note(
      'begun',
      reports.generate({ ...input, ...challenge }),
    );
    const one = reports.challenge({ creditReportId, challengeId: given.challengeId });
    for (const nth of ['first', 'second', 'third', 'fourth']) await note(`${nth} wrong`, one.submit(WRONG));
    await note('read', reports.read(creditReportId));
    await note('resend', one.resend());
    const blocked = await reports.generate({ ...input, challengeOptions: { status: 'block' } });
    await note(
      'code of none',
      reports.challenge({ creditReportId: blocked.creditReportId, challengeId: NOBODY }).submit(RIGHT),
    );
  },
  'refused requests': async ({ reports }, note) => {
    const { lastName: _left, ...without } = input;
    await note('a field missing', reports.generate(without as GenerateRequest));
    await note('all missing', reports.generate({} as GenerateRequest));
    await note('options without test mode', reports.generate({ ...input, ...challenge, test: false }));
    await note('no clock', reports.generate({ ...input, testOptions: { clock: NOBODY } }));
    for (const ending of ['402', '429', '500', '503'])
      await note(ending, reports.generate({ ...input, mobileNumber: `+447700900${ending}` }));
    for (const ending of ['005', '006'] as const) {
      const begun = await note(
        ending,
        reports.generate({ ...input, ...challenge, mobileNumber: `+447700900${ending}` }),
      );
      await note(`${ending}, resend`, begun.challenge.resend());
    }
  },
  'bureaus and calls on a bad day': async ({ reports }, note) => {
    const all = { bureaus: ['equifax', 'experian', 'transunion'] as GenerateRequest['bureaus'] };
    const generate = (testOptions: GenerateRequest['testOptions'], more: Partial<GenerateRequest> = {}) =>
      reports.generate({ ...input, ...all, ...more, ...(testOptions !== undefined && { testOptions }) });
    await note('one is away', generate({ bureaus: { experian: 'unavailable' } }));
    await note('at its limit', generate({ bureauDelayMs: { experian: 10_000 } }));
    await note('past its limit', generate({ bureauDelayMs: { experian: 10_001 } }));
    await note(
      'past it, whatever it says',
      generate({ bureauDelayMs: { equifax: 25_000 }, bureaus: { equifax: 'no-trace' } }),
    );
    await note('nobody is on file', generate({ bureaus: { equifax: 'no-trace' } }, { bureaus: ['equifax'] }));
    const failed = await note(
      'none answers',
      generate({ bureauDelayMs: { equifax: 12_000 } }, { bureaus: ['equifax'] }),
    );
    await note('none answers, read', reports.read(failed.creditReportId));
    const doomed = await note(
      'none after a code',
      generate({ bureaus: { equifax: 'timeout' } }, { bureaus: ['equifax'], ...challenge }),
    );
    await note('none after a code, right', doomed.challenge.submit(RIGHT));
    for (const answer of ['rate-limited', 'internal-error', 'service-unavailable'] as const) {
      const begun = await note(
        `begun, ${answer}`,
        generate({ on: { read: answer, resendSms: answer } }, challenge),
      );
      await note(`read, ${answer}`, reports.read(begun.creditReportId));
      await note(`resend, ${answer}`, begun.challenge.resend());
    }
    const poor = await note(
      'begun, no funds',
      generate({ on: { resendSms: 'insufficient-funds' } }, challenge),
    );
    await note('resend, no funds', poor.challenge.resend());
    for (const code of ['000429', '000500', '000503'])
      await note(`code ${code}`, poor.challenge.submit(code));
    await note('and the right one', poor.challenge.submit(RIGHT));
    for (const sms of ['refused', 'refused-first', 'unknown', 'accepted'] as const) {
      const begun = await note(`text ${sms}`, generate({ sms }, challenge));
      await note(`text ${sms}, resend`, begun.challenge.resend());
    }
  },
  'keys used again': async ({ reports }, note) => {
    const idempotencyKey = 'a key of ours';
    await note('first', reports.generate(input, { idempotencyKey }));
    await note('again', reports.generate(input, { idempotencyKey }));
    await note('another body', reports.generate({ ...input, ...challenge }, { idempotencyKey }));
  },
  'a test clock': async ({ reports, testClocks, events }, note) => {
    const { id } = await note('made', testClocks.create());
    const begun = await note(
      'begun',
      reports.generate({ ...input, ...challenge, testOptions: { clock: id } }),
    );
    await note('advanced', testClocks.advance(id, 'PT5M1S'));
    await note('code', begun.challenge.submit(RIGHT));
    await note('resend', begun.challenge.resend());
    await note('read', reports.read(begun.creditReportId));
    await note('its events', events.page({ types: 'challenge.expired,report.failed' }));
    await note('wrong duration', testClocks.advance(id, 'tomorrow'));
    await note('list', testClocks.list());
    await note('read it', testClocks.read(id));
    await note('ended', testClocks.remove(id));
    await note('ended again', testClocks.remove(id));
    await note('none', testClocks.read(id));
  },
  links: async ({ consumerSessions }, note) => {
    const [text] = await note('texts', consumerSessions.consentTexts());
    await note('a text', consumerSessions.consentText(text.id));
    const order = {
      bureaus: ['equifax' as const],
      searchType: 'pcp' as const,
      test: true,
      externalReference: 'case-7',
    };
    await note('no such text', consumerSessions.create({ ...order, consentTextId: NOBODY }));
    await note(
      'no bureaus',
      consumerSessions.create({ consentTextId: text.id, searchType: 'pcp', test: true } as never),
    );
    const { id } = await note('made', consumerSessions.create({ ...order, consentTextId: text.id }));
    await note('read', consumerSessions.read(id));
    await note('sent', consumerSessions.send(id, { by: 'sms', mobileNumber: '+447700900123' }));
    await note('list', consumerSessions.list({ status: 'created' }).page());
    await note('cancelled', consumerSessions.cancel(id));
    await note('cancelled again', consumerSessions.cancel(id));
    await note('sent after it', consumerSessions.send(id, { by: 'sms', mobileNumber: '+447700900123' }));
    await note('ended', consumerSessions.ended(id));
    await note('no such link', consumerSessions.read(NOBODY));
  },
  'tenant, alerts, events': async ({ tenant, events }, note) => {
    await note('tenant', tenant.read());
    await note('no alerts', tenant.alerts());
    await note('set', tenant.setAlerts({ low: [500, 200_000], velocity: 1_000 }));
    await note('alerts', tenant.alerts());
    // Given in full: the fake tells what it is given, and makes nothing up.
    const data = { available: 10, threshold: 500, alert: 'low' };
    await note('triggered', events.trigger({ type: 'wallet.low', data }));
    await note('one type', events.page({ types: 'wallet.low' }));
  },
};

for (const [name, steps] of Object.entries(WALKS))
  test(`the fake answers as test mode does: ${name}`, async () => {
    const [fake, real] = [
      await walk(fakeTrefoil().trefoil, steps),
      await walk(await clientOfService(), steps),
    ];
    const differing = [...real].flatMap(([step, wanted]) => {
      const had = fake.get(step) ?? [];
      return [
        ...wanted.filter((one) => !had.includes(one)).map((one) => `${step}: the service has ${one}`),
        ...had.filter((one) => !wanted.includes(one)).map((one) => `${step}: the fake has ${one}`),
      ];
    });
    assert.deepEqual(differing, []);
  });
