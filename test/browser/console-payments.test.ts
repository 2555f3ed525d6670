// A tenant pays in the console, on the simulated page, in four clicks from Overview, and sets up automatic top-up in three. The pages are
// checked with axe, in light, dark and on a phone. SCREENSHOTS=<folder> keeps a picture of each.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { after, before, test } from '../support/long.ts';
import { assertAccessible } from './axe.ts';

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

async function seen(page: Page, name: string): Promise<void> {
  await assertAccessible(page);
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

const LOOKS = [
  { name: 'light', options: { colorScheme: 'light', viewport: { width: 1280, height: 900 } } },
  { name: 'dark', options: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } } },
  { name: 'phone', options: { colorScheme: 'light', viewport: { width: 390, height: 844 } } },
] as const;

for (const { name, options } of LOOKS)
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
    await seen(page, `top-up-${name}`);
    await press('button', 'Continue to payment');
    await page.getByRole('heading', { name: 'Pay £60.00' }).waitFor();
    await seen(page, `checkout-${name}`);
    await press('button', 'Pay');
    await page.getByText('Payment succeeded').waitFor();
    await page.getByText('50,000 credits are in the wallet.').waitFor();
    await page
      .getByText(/TF-00000\d/)
      .first()
      .waitFor();
    assert.ok(clicks <= 4, String(clicks));
    await seen(page, `paid-${name}`);

    await page.goto(`${all.origin}${path}`);
    await heading(page, 'Overview');
    clicks = 0;
    await openWallet();
    await press('button', name === 'light' ? 'Set up automatic top-up' : 'Change automatic top-up');
    await page.getByLabel('Buy so many credits').waitFor();
    await seen(page, `automatic-${name}`);
    await press('button', 'Save');
    await page.getByText('Automatic top-up is saved.').waitFor();
    await page.getByText('50,000 credits are bought when fewer than 10,000 are left.').waitFor();
    assert.ok(clicks <= 3, String(clicks));
    await seen(page, `wallet-${name}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF' }).first().click();
    assert.match((await download).suggestedFilename(), /^invoice-TF-\d{6}\.pdf$/);
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
