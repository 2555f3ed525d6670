// The service for a browser: it listens on the address in its settings, so that cookies and origins are real. It has a tenant whose
// owner can sign in, and a stand-in for the live world.

import type { APIRequestContext, Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createTenant, type House, openHouse, type Tenant } from '../house.ts';
import { freePort } from '../http/ports.ts';
import { createPerson, PASSWORD, type TestPerson } from '../people.ts';
import { createStandIn, type StandIn } from '../worlds/stand-in-world.ts';

export type ConsoleHouse = {
  house: House;
  origin: string;
  world: StandIn;
  tenant: Tenant;
  owner: TestPerson;
  close(): Promise<void>;
};

export async function openConsoleHouse(settings: Record<string, string> = {}): Promise<ConsoleHouse> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const world = createStandIn();
  const house = await openHouse({ PUBLIC_URL: origin, ...settings }, undefined, world);
  await house.service.app.listen({ host: '127.0.0.1', port });
  const tenant = await createTenant(house, { balanceCredits: 100_000 });
  const owner = await createPerson(house, { tenantId: tenant.tenantId, role: 'owner' });
  return { house, origin, world, tenant, owner, close: () => house.close() };
}

/** Opens a page of the console in a new browser, as somebody who has signed in there. */
export async function signInTo(
  browser: Browser,
  origin: string,
  who: { email: string },
  given: { path?: string; options?: BrowserContextOptions } = {},
): Promise<Page> {
  const context = await browser.newContext(given.options);
  await fetchSession(context.request, origin, who);
  const page = await context.newPage();
  await page.goto(`${origin}${given.path ?? '/app'}`);
  await page.waitForURL(/\/app\//);
  return page;
}

/** Without a page: to draw those of signing in, and the console before them, takes longer than most tests. fillSignIn goes through them. */
async function fetchSession(request: APIRequestContext, origin: string, who: { email: string }) {
  const form = await request.get(`${origin}/v1/auth/login?returnTo=/health/live`);
  const answer = await request.post(form.url(), {
    form: { email: who.email, password: PASSWORD },
    headers: { origin, 'sec-fetch-site': 'same-origin' },
  });
  if (answer.url() !== `${origin}/health/live`) throw new Error(`not signed in: ${answer.url()}`);
}

export async function fillSignIn(page: Page, who: { email: string; code?: () => string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  if (who.code === undefined) return;
  await page.waitForURL(/\/code$/);
  await page.locator('input[name=code]').fill(who.code());
  await page.keyboard.press('Enter');
}

/** Within the console, as its links do: a page that is loaded anew takes four times as long. */
export async function goWithin(page: Page, path: string, title: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await heading(page, title);
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
