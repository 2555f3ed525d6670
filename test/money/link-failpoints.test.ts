// A service that dies while it sends a link by text, on either side of the statements that move money: the same press again sends no second
// text, and nothing stays held.
// Alone: failpoints are of the whole process.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { makeLink, publishedText } from '../support/consumers/hosted.ts';
import { type House, openHouse, send } from '../support/house.ts';
import { expireAll } from '../support/ledger/true-books.ts';
import { newClient, openLiveHouse, problemsOf, walletOf } from '../support/money.ts';
import { until } from '../support/processes.ts';
import { createHasten } from '../support/services/stubborn-client.ts';
import { createStandIn } from '../support/worlds/stand-in-world.ts';

const FUNDED = 100;
const PRICE = 40;
/** Texts that were sent in the end. */
const CASES = [
  { failpoint: 'before insert-session-send', isTaken: true, texts: 1 },
  { failpoint: 'after insert-session-send', isTaken: true, texts: 1 },
  // It may have been sent, so it is not sent again.
  { failpoint: 'after commit', isTaken: true, texts: 0 },
  { failpoint: 'before note-session-send', isTaken: true, texts: 1 },
  { failpoint: 'before take-back-session-send', isTaken: false, texts: 0 },
  { failpoint: 'after take-back-session-send', isTaken: false, texts: 0 },
];

let house: House;
before(async () => {
  ({ house } = await openLiveHouse());
});
after(() => house?.close());

const outboxOf = ({ service }: House) => service.sms.outbox ?? assert.fail('texts go to the outbox');

for (const [at, { failpoint, isTaken, texts }] of CASES.entries()) {
  test(`a link whose process dies ${failpoint}: pressed again, ${texts} texts are sent and the books are true`, async () => {
    const client = await newClient(house, FUNDED);
    const { tenantId } = client.tenant;
    const link = await makeLink(client, await publishedText(house, tenantId), { test: undefined });
    const url = `/${tenantId}/v1/consumer-sessions/${link.id}/send` as const;
    const number = `+44770090015${at}`;
    const payload = { by: 'sms', mobileNumber: number };
    const headers = { authorization: `Bearer ${client.token}`, 'idempotency-key': 'press' };

    const victim = await openHouse({}, house.database, createStandIn());
    if (!isTaken) await outboxOf(victim).failNext('refused');
    let isDead = false;
    armFailpoints((name) => {
      isDead ||= name === failpoint;
      if (isDead) throw new Error(`died ${failpoint}`);
    });
    await send(victim, { method: 'POST', url, headers, payload });
    await victim.close().finally(() => armFailpoints(() => {}));
    assert.ok(isDead, `it never came to ${failpoint}`);

    const hasten = createHasten(house, tenantId);
    await until('the press is answered', async () => {
      await hasten(url, 'press');
      return (await client.post(url, payload, { 'idempotency-key': 'press' })).status === 200;
    });
    const sent = (await outboxOf(house).list()).filter(({ to }) => to === number);
    assert.equal(sent.length, texts);
    for (const { smsId } of sent) await outboxOf(house).mark(smsId, 'delivered');
    // What nobody answers for goes back, in time.
    await expireAll({ house }, [tenantId]);
    await house.service.clearUp();
    const spent = texts * PRICE;
    assert.deepEqual(await walletOf(house, client), { available: FUNDED - spent, held: 0, spent });
    assert.deepEqual(await problemsOf(house, tenantId), []);
  });
}
