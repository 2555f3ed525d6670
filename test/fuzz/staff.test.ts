// The routes of the console, as a person who may call them: a valid request is answered as documented, and one that is broken in one place is
// refused. Credentials on these routes are in requests.test.ts.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { clientOf, createTenant, type House, inject, openChallenge, openHouse } from '../support/house.ts';
import type { Browser } from '../support/people.ts';
import { signedIn } from '../support/staff.ts';
import { allBreakages } from './breakages.ts';
import { type Draft, draftOf, type Places, staffOf, toCall } from './calls.ts';
import { faultOf, operationOf } from './contract.ts';

// Without disabling the tenant, after which everything else would be refused.
const OPERATIONS = [
  'listRequests',
  'listRequestErrors',
  'readRequest',
  'readTimeline',
  'listMessages',
  'readOverview',
  'readAttention',
  'listAllTenants',
  'createTenant',
  'enableTenant',
  'listTenantPrices',
  'setTenantPrices',
  'topUpTenant',
  'listProviders',
];
const RUNS = 40;
const seed = Number(process.env.TEST_SEED ?? 0);

let house: House;
let person: Browser;
let places: Places;
before(async () => {
  house = await openHouse();
  const client = await clientOf(house, await createTenant(house));
  const { reportId, challengeId } = await openChallenge(client);
  person = await signedIn(house, { tenantId: client.tenant.tenantId, isOperator: true });
  const staff = await staffOf(house);
  places = {
    client,
    staff,
    reportIds: [reportId],
    challengeIds: [challengeId],
    pageToken: '',
    consentTextId: '',
  };
});
after(() => house.close());

/** As our pages send it, byte for byte. */
function ourOwn(): Record<string, string> {
  return {
    cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    origin: house.config.publicUrl,
    'sec-fetch-site': 'same-origin',
    'x-trefoil-csrf': '1',
  };
}

/** By cookie only: a token would take precedence. */
function asPerson({ headers: { authorization: _none, ...headers }, ...draft }: Draft): Draft {
  return { ...draft, headers };
}

async function answerTo(draft: Draft) {
  const { operation, method, url, headers, payload } = toCall(asPerson(draft));
  const body = typeof payload === 'string' ? JSON.parse(payload) : undefined;
  const answer = await person.call(method, url, body, headers);
  assert.equal(faultOf(operation, answer), null, `seed ${seed}: ${method} ${url} ${payload}`);
  return answer;
}

for (const id of OPERATIONS) {
  test(`${id} answers valid requests as documented (seed ${seed})`, async () => {
    const verify = async (draft: Draft) => {
      const { status, text } = await answerTo(draft);
      // A reference reused with another amount is a conflict, and unknown ids are 404.
      assert.ok(status < 300 || status === 404 || status === 409, `${status} ${text}`);
    };
    // Elsewhere `code` is a consumer's one-time password; here it is the code of a refusal.
    const drafts = draftOf(operationOf(id), places).map((draft) =>
      draft.query.code === undefined ? draft : { ...draft, query: { ...draft.query, code: 'forbidden' } },
    );
    await fc.assert(fc.asyncProperty(drafts, verify), { seed, numRuns: RUNS, endOnFailure: true });
  });
}

test('every way to break the body of an operator is refused', async () => {
  const { tenantId } = places.client.tenant;
  const bodies = {
    createTenant: { name: 'Northgate' },
    // The mutation of an integer is the number 5, which is valid here.
    setTenantPrices: { prices: [{ productCode: 'sms-otp', credits: 5 }] },
    topUpTenant: { amount: 5, reference: 'INV-1', reason: 'paid' },
  };
  for (const [id, body] of Object.entries(bodies)) {
    const params: Record<string, string> = id === 'createTenant' ? {} : { tenantId };
    const draft = { id, params, query: {}, headers: { 'content-type': 'application/json' }, body };
    const good = toCall(draft);
    const calls = allBreakages(draft).map(({ call }) => call());
    const broken = calls.filter(({ url, payload }) => url === good.url && payload !== good.payload);
    assert.ok(broken.length > 5, id);
    for (const call of broken) {
      const answer = await inject(house, {
        method: call.method as 'POST',
        url: call.url,
        headers: { ...ourOwn(), ...call.headers },
        ...(call.payload !== undefined && { payload: call.payload }),
      });
      assert.ok(
        answer.statusCode >= 400 && answer.statusCode < 500,
        `${id} ${call.payload}: ${answer.payload}`,
      );
    }
  }
});
