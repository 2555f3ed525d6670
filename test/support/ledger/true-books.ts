// Ends a scene and checks its ledger: receipts have come, time has passed, leftovers are cleared up, and no record contradicts the books.
import assert from 'node:assert/strict';
import type { ReportAnswer } from '../answers.ts';
import { type House, sql } from '../house.ts';
import { pastTheRules } from '../money.ts';
import { until } from '../processes.ts';
import type { Scene, Stage } from '../services/crash-scenes.ts';
import { openHolds } from '../services/live-fleet.ts';
import { contradictions } from './reconcile.ts';

/** Receipts come, time passes, leftovers are cleared up: no record contradicts the books, and nothing is held. */
export async function assertTrueBooks(stage: Stage, scene: Scene, answer: ReportAnswer): Promise<void> {
  const { house, provider } = stage;
  const { tenantId } = scene.tenant;
  const sent = provider.sends.filter((send) => send.tenantId === tenantId);
  const delivered = new Set<string>();
  for (const { smsId, email } of sent.filter((send) => provider.gateway(send) === 'accepted')) {
    const word = await house.service.recordDelivery({ tenantId, smsId, state: 'delivered' });
    assert.notEqual(word, 'unknown', email);
    delivered.add(smsId);
  }
  await expireAll(stage, [tenantId]);
  // Another process, or a concurrent scene, may hold a row's lock: this round then skips it.
  await until('nothing is held or waits', async () => {
    await house.service.clearUp();
    const holds = await openHolds(house, tenantId);
    return holds.length === 0 && (await waitingReports(house, tenantId)) === 0;
  });
  const told = scene.tell(answer);
  const isOver = told !== null && ['authentication-required', 'retry'].includes(told.status);
  const stories = told === null ? [] : [isOver ? { ...told, status: 'failed' } : told];
  const { fundedCredits } = scene;
  const given = { house, provider, tenantId, fundedCredits, stories, delivered };
  assert.deepEqual(await contradictions(given), []);
}

/** A report on an unverified device holds nothing while it waits for its code. */
async function waitingReports(house: House, tenantId: string): Promise<number> {
  const rows = await sql(house, "select 1 from reports where tenant_id = $1 and status = 'pending'", [
    tenantId,
  ]);
  return rows.length;
}

/** As if six minutes had passed for codes, and 73 hours for messages without a receipt. */
export async function expireAll({ house }: Pick<Stage, 'house'>, tenantIds: string[]): Promise<void> {
  await sql(
    house,
    "update reports set last_sent_at = last_sent_at - interval '6 minutes' where tenant_id = any($1)",
    [tenantIds],
  );
  await pastTheRules(house.database, (query) =>
    query(
      `update holds set placed_at = placed_at - interval '73 hours'
       where state = 'open' and purpose = 'sms' and tenant_id = any($1)`,
      [tenantIds],
    ),
  );
}
