// An old client: it knows the fields of the interface's tables and no other, ignores what it does not know, and reads every answer. Reports with
// the whole file, of test mode and of the simulated bureaus, are to it what they are without: our additions stand beside, and change no field.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { personaDocument } from '../../support/bureaus/persona-document.ts';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
} from '../../support/house.ts';

type Schema = Record<string, unknown>;
const text = { type: 'string' };
const int = { type: 'integer' };
const date = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const instant = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' };
const list = (items: Schema): Schema => ({ type: 'array', items });
/** Fields that are there, and fields that may be absent; where one of them is there it is of this type, and never null. */
const object = (needed: Record<string, Schema>, more: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  properties: { ...needed, ...more },
  required: Object.keys(needed),
});

// Interface, "creditReport" and below.
const money = object({ amount: int, currency: text });
const ukAddress = object(
  { townOrCity: text, postcode: text },
  {
    ...{ subBuildingName: text, buildingName: text, buildingNumber: text, thoroughfare: text },
    ...{ district: text, county: text, country: text },
  },
);
const account = object(
  { accountType: text, accountStatus: text, bureaus: list(object({ id: text, ref: text })) },
  {
    ...{
      title: text,
      firstName: text,
      lastName: text,
      accountNumber: text,
      companyType: text,
      companyName: text,
    },
    ...{ numberOfPayments: int, repaymentPeriod: int, payment: money, startBalance: money, balance: money },
    startDate: date,
  },
);
const creditReport = object({
  person: object({ firstName: text, lastName: text, dateOfBirth: date }, { title: text }),
  residencies: list(
    object(
      {
        addressId: text,
        address: object({ type: { const: 'uk' }, ukAddress, addressLine1: text, lines: list(text) }),
        isCurrent: { type: 'boolean' },
      },
      { yearsAtAddress: int, monthsAtAddress: int },
    ),
  ),
  consumerData: object({ records: list(account) }),
  previousSearches: object({
    providers: list(object({ companyName: text, records: list(object({ date: instant })) })),
  }),
});

// Interface, "Response envelope" and "Generate and OTP response data".
const request = object({ timeTakenMs: int });
const answer = (data: Schema): Schema =>
  object({ meta: object({ request, wallet: object({ balance: int, cost: int }) }), data });
const ANSWERS: Record<string, Schema> = {
  complete: answer(object({ status: { const: 'complete' }, creditReportId: text, creditReport })),
  'authentication-required': answer(
    object({
      ...{
        status: { const: 'authentication-required' },
        challengeType: { const: 'otp' },
        creditReportId: text,
      },
      challenge: object({ challengeId: text }),
    }),
  ),
  blocked: answer(object({ status: { const: 'blocked' }, creditReportId: text })),
  retry: answer(
    object({ status: { const: 'retry' }, creditReportId: text, errorMessage: text, attemptsRemaining: int }),
  ),
  failed: answer(object({ status: { const: 'failed' }, creditReportId: text, errorMessage: text })),
  resent: object({ meta: object({ request }), data: object({ remainingSmsCount: int, smsSentCount: int }) }),
  report: creditReport,
};
const ajv = new Ajv2020({ allErrors: true });
const checks = new Map<string, ValidateFunction>(
  Object.entries(ANSWERS).map(([name, schema]) => [name, ajv.compile(schema)]),
);

function assertReads(name: string, value: unknown): void {
  const check = checks.get(name) ?? assert.fail(name);
  assert.ok(check(value), `${name}: ${ajv.errorsText(check.errors)}`);
}

/** What the client takes out of a report: the fields that it knows. */
function known(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => known(schema.items as Schema, one));
  if (typeof value !== 'object' || value === null) return value;
  const fields = (schema.properties ?? {}) as Record<string, Schema>;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const field = fields[name];
      return field === undefined ? [] : [[name, known(field, inner)]];
    }),
  );
}

const WHOLE_FILE = '+447700900217';

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
after(() => house?.close());

test('every status is read, with the whole file on the consumer too', async () => {
  for (const mobileNumber of ['+447700900123', WHOLE_FILE]) {
    assertReads('complete', (await client.generate({ mobileNumber })).body);
    const blocked = await client.generate({ mobileNumber, challengeOptions: { status: 'block' } });
    assertReads('blocked', blocked.body);
    const waiting = await client.generate({ mobileNumber, challengeOptions: { status: 'challenge' } });
    assertReads('authentication-required', waiting.body);
    const { creditReportId, challenge } = waiting.body.data;
    const submit = async (code: string) =>
      (await client.submit(creditReportId, challenge.challengeId, code)).body;
    assertReads('retry', await submit('0'));
    assertReads('resent', (await client.resend(creditReportId, challenge.challengeId)).body);
    assertReads('complete', await submit('123456'));
    const lost = await openChallenge(client);
    for (const _ of [1, 2]) await client.submit(lost.reportId, lost.challengeId, '0');
    assertReads('failed', (await client.submit(lost.reportId, lost.challengeId, '0')).body);
  }
});

test('what the simulated bureaus have on file is read, and the rest of a file changes nothing that the client knows', async () => {
  // Experian's simulator draws a reference for each search.
  const read = async (...given: Parameters<typeof personaDocument>) =>
    JSON.parse(JSON.stringify(await personaDocument(...given)).replaceAll(/"[0-9A-F]{10}\//g, '"REFERENCE/'));
  for (const persona of ['Ada', 'Bram', 'Cecily', 'Dafydd', 'Hester', 'Idris']) {
    const whole = await read(persona);
    assertReads('report', whole);
    const plain = await read(persona, undefined, []);
    assert.equal(plain.judgments, undefined);
    assert.deepEqual(known(creditReport, whole), known(creditReport, plain));
    if (persona === 'Idris') assert.ok(whole.judgments.length > 0 && whole.associations.length > 0);
  }
});

test('a field of another type or a missing one is noticed', async () => {
  const { body } = await client.generate({});
  const [record] = (body.data.creditReport?.consumerData.records ?? []) as unknown as Record<
    string,
    unknown
  >[];
  assert.ok(record !== undefined);
  for (const change of [
    { balance: '12' },
    { startDate: '1 May' },
    { bureaus: undefined },
    { companyName: null },
  ]) {
    const changed = structuredClone(body.data.creditReport) as unknown as typeof body.data.creditReport;
    Object.assign(changed?.consumerData.records[0] ?? {}, change);
    assert.throws(
      () => assertReads('report', JSON.parse(JSON.stringify(changed))),
      /\/consumerData\/records\/0/,
    );
  }
});
