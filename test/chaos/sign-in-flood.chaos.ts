// A flood of sign-in forms: with unknown addresses, from two hundred addresses at once, again and again, each within its rate limit.
// Passwords are hashed for them, which takes long by design; others get their tokens about as fast as without them. FLOOD_ROUNDS,
// FLOOD_SECONDS and FLOOD_FORMS set the run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPool, type Shot } from '../../bench/driver.ts';
import { createTenant, TEST_ORIGIN } from '../support/house.ts';
import { beginSignIn, openBrowser } from '../support/people.ts';
import type { ServiceProcess } from '../support/processes.ts';
import { type Attack, judgeBeside } from '../support/services/beside.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { type Form, startFormFlood } from '../support/services/form-flood.ts';
import { flood } from '../support/services/load.ts';

const ROUNDS = Number(process.env.FLOOD_ROUNDS ?? 5);
const SECONDS = Number(process.env.FLOOD_SECONDS ?? 10);
const FORMS = Number(process.env.FLOOD_FORMS ?? 200);
/** Twenty a minute: what one address may send. */
const FORM_EVERY_MS = 3_000;
const OTHERS = Array.from({ length: 8 }, (_none, n) => `127.0.1.${n + 1}`);
const OTHERS_PER_SECOND = 60;

let fleet: Fleet;
let service: ServiceProcess;
before(async () => {
  // The limits on sign-in forms are those of a service as it is installed.
  const settings = { LOG_LEVEL: 'error', RATE_LIMIT_SIGN_INS_PER_ADDRESS: '20' };
  fleet = await openFleet({ count: 1, world: 'stand-in', settings });
  [service] = fleet.processes as [ServiceProcess];
});
after(() => fleet?.close());

test(`${FORMS} sign-in forms at once cost those who get tokens nothing that they notice`, async (t) => {
  const shots = await Promise.all(Array.from({ length: 4 }, tokenShot));
  const pool = createPool(service.port, OTHERS);
  const asked = { pool, shots, perSecond: OTHERS_PER_SECOND, durationMs: SECONDS * 1_000 };
  await judgeBeside(t, { rounds: ROUNDS, expectStatus: 200, ask: () => flood(asked), attack });
  pool.close();
});

async function tokenShot(): Promise<Shot> {
  const { clientId, clientSecret } = await createTenant(fleet.house);
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path: '/v1/oauth/token', headers, body: 'grant_type=client_credentials' };
}

/** Each round has forms of its own, from addresses of their own: a rate limit lasts a minute. */
let rounds = 0;
async function attack(): Promise<Attack> {
  rounds += 1;
  const forms: Form[] = [];
  for (let n = 0; n < FORMS; n += 1) {
    const browser = openBrowser(fleet.house, { address: `198.18.${rounds}.${n}` });
    const path = await beginSignIn(browser);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    forms.push({ path, cookie, localAddress: `127.1.${rounds}.${n + 1}` });
  }
  const sending = await startFormFlood({
    origin: service.origin,
    siteOrigin: TEST_ORIGIN,
    everyMs: FORM_EVERY_MS,
    forms,
  });
  return {
    end: async () => {
      const heard = await sending.end();
      process.stdout.write(
        `  forms heard ${heard.map(([status, count]) => `${status}: ${count}`).join(', ')}\n`,
      );
      assert.ok(
        heard.some(([status]) => status === 400),
        'some forms were judged',
      );
    },
  };
}
