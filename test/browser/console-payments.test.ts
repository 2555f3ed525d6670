// A tenant pays in the console, on the simulated page, in four clicks from Overview, and sets up automatic top-up in three. An operator records
// a payment, refunds a part of it, and is told what needs attention. axe looks at the pages.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson } from '../support/people.ts';
import { assertNoSidewaysScroll, assertNothingOverlaps, createLookAt, LOOKS } from './axe.ts';

let all: ConsoleHouse;
let browser: Browser;
before(async () => {
  all = await openConsoleHouse({ PAYMENT_PROVIDER: 'stripe' });
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await all?.close();
});

/** axe looks on the way at a desk; on a phone the same is done once more. */
const WAYS = [
  { name: 'desk', options: LOOKS.light, seen: createLookAt('payments') },
  { name: 'phone', options: { viewport: { width: 390, height: 844 } }, seen: assertFits },
];

async function assertFits(page: Page): Promise<void> {
  await assertNoSidewaysScroll(page);
  await assertNothingOverlaps(page);
}

for (const { name, options, seen } of WAYS)
  test(`a top-up, its invoice and automatic top-up, ${name}`, async () => {
    const path = `/app/${all.tenant.tenantId}/live/overview`;
    const page = await signInTo(browser, all.origin, all.owner, { path, options });
    let clicks = 0;
    const press = async (role: 'link' | 'button', label: string): Promise<void> => {
      await page.getByRole(role, { name: label, exact: true }).first().click();
      clicks += 1;
    };
    const openWallet = async (): Promise<void> => {
      if (name === 'phone') await page.goto(`${all.origin}/app/${all.tenant.tenantId}/live/wallet`);
      else await press('link', 'Wallet');
      await heading(page, 'Wallet');
    };
    await heading(page, 'Overview');
    await openWallet();
    await press('button', 'Top up');
    await page.getByText('You pay £60.00, including VAT at 20 %').waitFor();
    await page.getByLabel('Save it for automatic top-up').check();
    await seen(page, 'top-up');
    await press('button', 'Continue to payment');
    await page.getByRole('heading', { name: 'Pay £60.00' }).waitFor();
    await seen(page, 'checkout');
    await press('button', 'Pay');
    await page.getByText('Payment succeeded').waitFor();
    await page.getByText('50,000 credits are in the wallet.').waitFor();
    await page
      .getByText(/TF-00000\d/)
      .first()
      .waitFor();
    assert.ok(clicks <= 4, String(clicks));
    await seen(page, 'paid');

    await page.goto(`${all.origin}${path}`);
    await heading(page, 'Overview');
    clicks = 0;
    await openWallet();
    await press('button', name === 'desk' ? 'Set up automatic top-up' : 'Change automatic top-up');
    await page.getByLabel('Credits to buy').waitFor();
    await page.getByText('You pay £60.00 each time, including VAT at 20 %').waitFor();
    await seen(page, 'automatic');
    await press('button', 'Save');
    await page.getByText('Automatic top-up is saved.').waitFor();
    await page.getByText('50,000 credits are bought for £60.00 when fewer than 10,000 are left.').waitFor();
    assert.ok(clicks <= 3, String(clicks));
    await seen(page, 'wallet');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF' }).first().click();
    assert.match((await download).suggestedFilename(), /^invoice-TF-\d{6}\.pdf$/);
    await page.context().close();
  });

for (const { name, options, seen } of WAYS)
  test(`an operator records a payment and refunds a part of it, ${name}`, async () => {
    const operator = await createPerson(all.house, { isOperator: true });
    const { tenantId } = all.tenant;
    const path = `/app/operator/tenants/${tenantId}`;
    const page = await signInTo(browser, all.origin, operator, { path, options });
    const press = (label: string) => page.getByRole('button', { name: label, exact: true }).first().click();
    await press('Record a payment');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Credits').fill('20005');
    await dialog.getByLabel('Reference').fill(`Transfer ${name}`);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText('Enter a whole number of credits that ends in 0').first().waitFor();
    await dialog.getByLabel('Credits').fill('20000');
    await dialog.getByText('This is £20.00, before VAT').waitFor();
    await seen(page, 'record');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await page.getByText('20,000 credits for £24.00 are recorded.').waitFor();
    await press('Refund');
    await dialog.getByLabel('Amount in pounds').fill('24.01');
    await dialog.getByLabel('Reference').fill(`Ticket ${name}`);
    await dialog.getByLabel('Reason').fill('Bought twice');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByText('Enter £24.00 or less').first().waitFor();
    await dialog.getByLabel('Amount in pounds').fill('6');
    await seen(page, 'refund');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('£6.00 are refunded.').waitFor();
    await page.getByText('Partly refunded').first().waitFor();
    await seen(page, 'operator-payments');

    await sql(all.house, 'update wallets set debt = 700 where tenant_id = $1', [tenantId]);
    await page.goto(`${all.origin}/app/operator/tenants`);
    await page.getByText('The wallet has a debt of 700 credits').waitFor();
    await seen(page, 'operator-attention');
    await sql(all.house, 'update wallets set debt = 0 where tenant_id = $1', [tenantId]);
    await sql(
      all.house,
      `update payments set state = 'needs-attention' where tenant_id = $1 and id =
         (select id from payments where tenant_id = $1 and note = $2)`,
      [tenantId, `Transfer ${name}`],
    );
    await page.reload();
    await page.getByText('was not made as asked').waitFor();
    await press('Resolve');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await dialog.getByText('Select whether the payer has the money back').first().waitFor();
    await dialog.getByLabel('Does the payer have the money back?').selectOption('Yes');
    await dialog.getByLabel('What you found and did').fill('Refunded in Stripe');
    await seen(page, 'resolve');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('The payment is resolved.').waitFor();
    await page.getByText('was not made as asked').waitFor({ state: 'detached' });
    await page.context().close();
  });

test('where nobody takes cards the wallet says whom to ask, and shows nothing of payments', async () => {
  const manual = await openConsoleHouse();
  try {
    const path = `/app/${manual.tenant.tenantId}/live/wallet`;
    const page = await signInTo(browser, manual.origin, manual.owner, { path });
    await heading(page, 'Wallet');
    await page.getByRole('button', { name: 'Top up' }).first().click();
    await page.getByText('Credits are added by the people who run this service.').waitFor();
    await page.getByText('No credits moved').or(page.getByText('Top-up').first()).first().waitFor();
    for (const title of ['Payments', 'Invoices', 'Cards and automatic top-up'])
      assert.equal(await page.getByRole('heading', { name: title, exact: true }).count(), 0);
    await page.context().close();
  } finally {
    await manual.close();
  }
});
