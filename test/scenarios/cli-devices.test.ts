// The operators' commands for devices and risk: a tenant's allowed origins, and the reasons of a report's verdict.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { openRiskHouse, openSession, type RiskHouse, signalsOf } from '../support/consumers/devices.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, newClient } from '../support/money.ts';
import { endAll } from '../support/processes.ts';
import { assertTold, type Commands, commandsOn, USAGE } from '../support/services/commands.ts';

let risk: RiskHouse;
let run: Commands['run'];
let done: Commands['done'];
let json: Commands['json'];
before(async () => {
  risk = await openRiskHouse();
  ({ run, done, json } = commandsOn({ DATABASE_URL: risk.house.database.url }));
});
after(async () => {
  await risk.house.close();
  await endAll();
});

type Risk = { id: string; doomed: boolean; test: boolean; reasons: string };

test('the origins of a tenant are set, shown, applied at once, and reset', async () => {
  const client = await newClient(risk.house);
  const { tenantId } = client.tenant;
  assert.equal(await done('tenants', 'origins', tenantId), 'Any page may open device sessions.\n');
  const set = ['tenants', 'origins', tenantId, '--set'];
  const said = await done(...set, 'https://One.example/, https://two.example:8443,https://one.example');
  assert.equal(said, 'https://one.example\nhttps://two.example:8443\n');
  const sessionId = await openSession(risk.house);
  const { body } = await client.generate({ ...LIVE, sessionId });
  assert.equal(body.meta.wallet.cost, 0);

  const { creditReportId } = body.data;
  const [shown] = await json<Risk[]>('reports', 'risk', tenantId, creditReportId);
  assert.deepEqual(
    [shown?.id, shown?.doomed, shown?.reasons],
    [creditReportId, true, 'session-foreign-origin'],
  );
  assert.match(await done('reports', 'risk', tenantId, creditReportId), /session-foreign-origin/);
  assert.deepEqual(await json(...set, 'any'), { id: tenantId, origins: [] });
});

test('an invalid origin and an unknown report are refused without a change', async () => {
  const { tenantId } = (await newClient(risk.house)).tenant;
  for (const bad of [
    'apply.example',
    'https://apply.example/form',
    'ftp://apply.example',
    'https://a.example,,',
    '*',
  ]) {
    assertTold(
      await run('tenants', 'origins', tenantId, '--set', bad),
      USAGE,
      /--set takes up to 50 addresses/,
    );
  }
  assert.deepEqual(await json('tenants', 'origins', tenantId), { id: tenantId, origins: [] });
  assertTold(
    await run('reports', 'risk', tenantId, randomUUIDv7()),
    USAGE,
    /There is no report with this id/,
  );
  assertTold(await run('reports', 'risk', tenantId, 'x'), USAGE, /There is no report with this id/);
  assertTold(await run('tenants', 'origins', randomUUIDv7()), USAGE, /There is no tenant with this id/);
});

test('a device session is shown with its page, its signals and its tenant', async () => {
  const client = await newClient(risk.house);
  const sessionId = await openSession(risk.house, signalsOf({ canvas: 'a-canvas' }));
  assert.match(
    await done('devices', 'show', sessionId),
    /^page +https:\/\/apply\.example\ntenant +not used yet$/m,
  );
  await client.generate({ ...LIVE, sessionId });
  const shown = await json<{ tenantId: string; signals: { canvas: string } }>('devices', 'show', sessionId);
  assert.deepEqual([shown.tenantId, shown.signals.canvas], [client.tenant.tenantId, 'a-canvas']);
  const forged = sessionId.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  assertTold(await run('devices', 'show', forged), USAGE, /no session id of this service/);
});

test('a report in test mode was not assessed, and says so', async () => {
  const client = await newClient(risk.house);
  const { body } = await client.generate();
  const { creditReportId } = body.data;
  const [shown] = await json<Risk[]>('reports', 'risk', client.tenant.tenantId, creditReportId);
  assert.deepEqual([shown?.test, shown?.reasons], [true, 'not assessed']);
});
