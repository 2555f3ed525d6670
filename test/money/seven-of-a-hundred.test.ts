// A wallet for seven reports and a hundred concurrent callers, at three processes: seven are served.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findWallet } from '../../src/storage/wallet/ledger.ts';
import { sendAtOnce } from '../support/at-once.ts';
import { createTenant, generateBody, tokenOf } from '../support/house.ts';
import { problemsOf } from '../support/money.ts';
import { jsonPost } from '../support/processes.ts';
import { consumerFor } from '../support/provider.ts';
import { type LiveFleet, openHolds, openLiveFleet } from '../support/services/live-fleet.ts';

const ROUNDS = 50;
const CALLERS = 100;
const AFFORDABLE = 7;
const PRICE = 300;

let fleet: LiveFleet;
before(async () => {
  fleet = await openLiveFleet(3);
});
after(() => fleet?.close());

test('a hundred generates at once on a wallet for seven charge seven and refuse 93 before any provider is asked', async () => {
  const { house, provider } = fleet;
  const begunMs = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    const tenant = await createTenant(house, { balanceCredits: AFFORDABLE * PRICE });
    const token = await tokenOf(house, tenant);
    const path = `/${tenant.tenantId}/v1/credit-reports` as const;
    provider.asks.length = 0;
    provider.assessed.length = 0;

    const answers = await sendAtOnce(
      Array.from({ length: CALLERS }, (_none, caller) => {
        const body = generateBody(consumerFor('allow', `${round}-${caller}@example.com`));
        return { ...jsonPost(path, token, body), port: fleet.processes[caller % 3]?.port ?? 0 };
      }),
    );

    const served = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 402);
    assert.deepEqual([served.length, refused.length], [AFFORDABLE, CALLERS - AFFORDABLE], `round ${round}`);
    assert.ok(served.every(({ body }) => body.data.status === 'complete'));
    assert.ok(served.every(({ body }) => body.meta.wallet.cost === PRICE));
    assert.ok(refused.every(({ body }) => body.code === 'insufficient-funds'));

    const wallet = await findWallet(house.service.database, tenant.tenantId);
    assert.deepEqual(
      [wallet?.available, wallet?.held, wallet?.spent],
      [0, 0, AFFORDABLE * PRICE],
      `round ${round}`,
    );
    assert.deepEqual(await openHolds(house, tenant.tenantId), []);
    assert.deepEqual(await problemsOf(house, tenant.tenantId), []);
    assert.equal(provider.assessed.length, AFFORDABLE);
    assert.equal(provider.asks.length, AFFORDABLE * 3);
    assert.equal(new Set(provider.asks.map(({ email }) => email)).size, AFFORDABLE);
  }
  const tookS = ((performance.now() - begunMs) / 1000).toFixed(1);
  process.stdout.write(`${ROUNDS} times ${AFFORDABLE} of ${CALLERS}, in ${tookS} s\n`);
});
