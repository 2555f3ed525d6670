// X-Forwarded-For: believed from the proxies that TRUST_PROXY names, and from nobody else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { type House, openHouse } from '../support/house.ts';
import { beginSignIn, openBrowser } from '../support/people.ts';

const LIMIT = 20;
// Two windows of a minute may be open while they are sent, so one more than both allow.
const FORMS = 2 * LIMIT + 1;

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database?.drop());

/** The answers to forms from one peer, each with another address in the header. */
async function statusesOf(settings: Record<string, string>, peer: string): Promise<number[]> {
  const house: House = await openHouse(
    { RATE_LIMIT_SIGN_INS_PER_ADDRESS: String(LIMIT), ...settings },
    database,
  );
  try {
    const browser = openBrowser(house, { address: peer });
    const page = await beginSignIn(browser);
    const statuses: number[] = [];
    for (let n = 1; n <= FORMS; n += 1) {
      const form = { email: `one-${n}@example.com`, password: '' };
      const forged = {
        'x-forwarded-for': `192.0.2.${n}`,
        forwarded: `for=192.0.2.${n}`,
        'x-real-ip': `192.0.2.${n}`,
      };
      statuses.push((await browser.submit(page, form, forged)).status);
    }
    return statuses;
  } finally {
    await house.close();
  }
}

test('without TRUST_PROXY forged addresses do not help: the forms of one peer are rate limited', async () => {
  const statuses = await statusesOf({}, '203.0.113.71');
  assert.ok(statuses.includes(429), statuses.join());
  assert.ok(statuses.filter((status) => status !== 429).length <= 2 * LIMIT);
});

test('a peer that is none of the proxies cannot choose its address either', async () => {
  const statuses = await statusesOf({ TRUST_PROXY: '10.0.0.0/8,203.0.113.1' }, '203.0.113.72');
  assert.ok(statuses.includes(429), statuses.join());
});

test('behind a proxy that TRUST_PROXY names, each caller has a limit of their own', async () => {
  const statuses = await statusesOf({ TRUST_PROXY: '203.0.113.73' }, '203.0.113.73');
  assert.deepEqual(new Set(statuses), new Set([400]));
});
