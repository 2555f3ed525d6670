// ledger verify knows payments and invoices: each thing that somebody may have written past the service is found, and nothing else is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createVerifyInvoiceNumbers,
  createVerifyLedger,
} from '../../../src/usecases/wallet/verify-ledger.ts';
import { type Client, sql } from '../../support/house.ts';
import { openPayHouse, type PayHouse, payer, payOn, tellAll, topUp } from '../../support/payments.ts';

let pay: PayHouse;
before(async () => {
  pay = await openPayHouse();
});
after(() => pay?.close());

async function paid(): Promise<{ client: Client; id: string; tenantId: string }> {
  const client = await payer(pay);
  const made = await topUp(client, 10_000);
  await payOn(made.url);
  await tellAll(pay);
  return { client, id: made.paymentId, tenantId: client.tenant.tenantId };
}

const problemsOf = async (tenantId: string) =>
  (await createVerifyLedger({ database: pay.house.service.database })(tenantId)).problems;
const numbers = () => createVerifyInvoiceNumbers({ database: pay.house.service.database })();

const PLANTED: [what: string, statement: string, found: RegExp][] = [
  [
    'a payment that succeeded without its line',
    `insert into payments (tenant_id, id, provider, purpose, state, credits, net_pence, vat_percent, vat_pence, keeps_card, is_live)
     select $1, gen_random_uuid(), 'stripe', 'top-up', 'succeeded', 1000, 100, 20, 20, false, false`,
    /succeeded, and its line is not in the ledger/,
  ],
  [
    'a line of a payment that failed',
    `update payments set state = 'failed' where tenant_id = $1`,
    /did not succeed, and has a line in the ledger/,
  ],
  [
    'a payment of other credits than its line',
    'update payments set credits = credits + 10 where tenant_id = $1',
    /succeeded, and its line is not in the ledger/,
  ],
  [
    'a payment of another amount than its invoice',
    'update payments set net_pence = net_pence + 1 where tenant_id = $1',
    /has an invoice of another amount/,
  ],
  [
    'a credit note that is missing',
    'update payments set credited_pence = 5 where tenant_id = $1',
    /has credit notes of another amount than what went back/,
  ],
  [
    'a refund that is missing',
    'update payments set refunded_pence = 5 where tenant_id = $1',
    /has refunds of another amount than what it says/,
  ],
  [
    'credits that went back and were not taken',
    'update payments set back_credits = 50 where tenant_id = $1',
    /50 credits of payments went back, 0 were taken and 0 are a debt/,
  ],
  [
    'a debt of no payment',
    'update wallets set debt = 7 where tenant_id = $1',
    /0 credits of payments went back, 0 were taken and 7 are a debt/,
  ],
  [
    'a line whose payment is gone',
    'delete from payments where tenant_id = $1',
    /1 lines of payments have no payment/,
  ],
];

for (const [what, statement, found] of PLANTED)
  test(`${what} is found`, async () => {
    const { tenantId } = await paid();
    assert.deepEqual(await problemsOf(tenantId), []);
    await sql(pay.house, statement, [tenantId]);
    assert.match((await problemsOf(tenantId)).join('\n'), found);
  });

test('a second line of one payment cannot be written', async () => {
  const { tenantId, id } = await paid();
  await assert.rejects(
    sql(
      pay.house,
      `insert into ledger_entries select (jsonb_populate_record(e, jsonb_build_object('seq', e.seq + 1))).* from ledger_entries e
       where e.tenant_id = $1 and e.transfer_key = 'payment:' || $2`,
      [tenantId, id],
    ),
    /duplicate key|unique/,
  );
});

test('a number that was drawn and is on no invoice is found, and an invoice cannot be changed or taken away', async () => {
  const { tenantId } = await paid();
  assert.deepEqual(await numbers(), []);
  for (const statement of [
    'update invoices set net_pence = 1 where tenant_id = $1',
    'delete from invoices where tenant_id = $1',
  ])
    await assert.rejects(sql(pay.house, statement, [tenantId]), /invoices/);
  await sql(pay.house, 'update invoice_counters set last = last + 1');
  assert.match(
    (await numbers()).join(),
    /invoice numbers TF: \d+ were drawn, \d+ are on invoices, the last is \d+/,
  );
});
