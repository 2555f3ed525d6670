// The answers that people of a tenant look for in the console: how often the same went wrong, what an endpoint did not take, which bureau was
// slow, who did what, and that a secret was not copied. SCREENSHOTS=folder keeps pictures.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { type Client, clientOf, createTenant, sql, type Tenant } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE } from '../support/money.ts';
import { createPerson, openBrowser, signIn, type TestPerson } from '../support/people.ts';
import { ok, openReceiver, type Receiver, status } from '../support/webhooks/receiver.ts';
import { registerEndpoint } from '../support/webhooks/webhooks.ts';

let all: ConsoleHouse;
let browser: Browser;
let receiver: Receiver;
before(async () => {
  all = await openConsoleHouse({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  browser = await launchChromium();
  receiver = await openReceiver();
});
after(async () => {
  await browser?.close();
  await receiver?.close();
  await all?.close();
});

type Desk = { tenant: Tenant; client: Client; owner: TestPerson; open: (path: string) => Promise<Page> };

async function openDesk(): Promise<Desk> {
  const tenant = await createTenant(all.house, { balanceCredits: 50_000 });
  const owner = await createPerson(all.house, { tenantId: tenant.tenantId, role: 'owner' });
  const client = await clientOf(all.house, tenant);
  const options = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' as const };
  const open = (path: string) =>
    signInTo(browser, all.origin, owner, { path: `/app/${tenant.tenantId}/${path}`, options });
  return { tenant, client, owner, open };
}

/** Sends until nothing is due. */
async function deliver(): Promise<void> {
  while ((await all.house.service.deliverer.runOnce()) > 0);
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/answers-${name}.png` });
}

test('a refused request says how often the same field went wrong, not its code', async () => {
  const { client, open } = await openDesk();
  for (const left of ['firstName', 'firstName', 'lastName', 'lastName', 'lastName'])
    await client.generate({ [left]: undefined });
  await all.house.service.flushed();
  const page = await open('test/requests');
  for (const [field, times] of [
    ['firstName', '2 times'],
    ['lastName', '3 times'],
  ] as const) {
    await page
      .getByRole('row')
      .filter({ hasText: `${field}: is required` })
      .first()
      .getByRole('link')
      .click();
    const pair = page.getByRole('dialog').locator('dt', { hasText: 'Same in 7 days' }).locator('+ dd');
    assert.equal((await pair.innerText()).replace(/ ?Show them$/, ''), times, field);
    await picture(page, `same-${field}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.context().close();
});

test('what an endpoint did not take yesterday is found by its case or event, and sent again by one press', async () => {
  const { tenant, client, open } = await openDesk();
  const { tenantId } = tenant;
  const { id } = await registerEndpoint(client, receiver.url, { mode: 'test' });
  receiver.answer = status(500);
  await client.generate({ externalReference: 'case-missed' });
  await deliver();
  // Its tries came to nothing a day ago, beside twenty of others: the endpoint is not ten minutes without a success.
  for (const change of [
    `events set at = at - interval '1 day'`,
    `deliveries set created_at = created_at - interval '1 day', state = 'failed', reason = 'exhausted', ended_at = created_at`,
  ])
    await sql(all.house, `update ${change} where tenant_id = $1`, [tenantId]);
  await sql(all.house, 'update webhook_health set failures = 19 where endpoint_id = $1', [id]);
  await client.generate({ externalReference: 'case-today' });
  const page = await open('test/overview');
  await heading(page, 'Overview');
  assert.equal(await page.getByText('A webhook endpoint is failing').count(), 0, 'not after nineteen');
  await deliver();
  await sql(
    all.house,
    `update deliveries set state = 'failed', reason = 'exhausted', ended_at = created_at where tenant_id = $1 and state = 'due'`,
    [tenantId],
  );
  await page.reload();
  await page.getByRole('link', { name: 'A webhook endpoint is failing' }).first().click();
  await page.getByText('20 failed tries').waitFor();
  await page.getByRole('button', { name: 'Send what it missed' }).waitFor();
  await page.getByLabel('Reference or event id').fill('case-missed');
  await page.getByRole('cell', { name: 'case-missed' }).waitFor();
  await page.getByRole('cell', { name: 'case-today' }).waitFor({ state: 'detached' });
  await picture(page, 'endpoint');

  const eventId = receiver.got.at(0)?.id ?? '';
  receiver.answer = ok;
  receiver.got.length = 0;
  await page.getByRole('button', { name: 'Send all that failed yesterday' }).click();
  await page.getByText('1 event of yesterday is sent again.').waitFor();
  await deliver();
  assert.deepEqual(
    receiver.got.map(({ id: sent }) => sent),
    [eventId],
    'that of yesterday alone',
  );
  await page.getByLabel('Reference or event id').fill(eventId);
  await page.getByRole('row', { name: /report\.completed \(again\).*Delivered/ }).waitFor();
  await page.getByRole('button', { name: 'Send all that failed yesterday' }).click();
  await page.getByText('Nothing failed yesterday.').waitFor();
  await page.context().close();
});

test('a slow bureau is named first, with what is usual for it', async () => {
  const { tenant, client, open } = await openDesk();
  for (let nth = 0; nth < 10; nth += 1) await client.generate(LIVE);
  // Yesterday as always; today Experian takes more than twice as long, and TransUnion leaves a call unanswered.
  await sql(
    all.house,
    `update reports set created_at = created_at - case when n <= 5 then interval '1 day' else interval '0' end,
       searches = 'equifax:ok:20 experian:' || case when n <= 5 then 'ok:32' else 'ok:45' end || ' transunion:'
         || case when n = 10 then 'unanswered:52' else 'ok:21' end
     from (select id, row_number() over (order by created_at, id) as n from reports where tenant_id = $1) c
     where reports.tenant_id = $1 and reports.id = c.id`,
    [tenant.tenantId],
  );
  const page = await open('live/bureaus');
  await heading(page, 'Bureaus');
  const said = page.locator('main .callout');
  await said.waitFor();
  await picture(page, 'bureaus');
  assert.match(
    await said.innerText(),
    /^.*Experian was slow from \d\d:\d\d to \d\d:\d\d: 95 % within .*, usually .*\n+5 reports were made in that time[\s\S]*TransUnion did not answer 1 of 5 calls.*That report is without TransUnion/,
  );
  await page.context().close();
});

test('the audit log names kind, address and amount in its sentences', async () => {
  const { tenant, owner, open } = await openDesk();
  const operator = await createPerson(all.house, { isOperator: true });
  const person = await signIn(openBrowser(all.house), owner);
  const base = `/${tenant.tenantId}/v1` as const;
  for (const made of [
    await person.call('POST', `${base}/credentials`, {
      ...{ name: 'Finance export', scopes: ['wallet:read'] },
    }),
    await person.call('POST', `${base}/invitations`, { email: 'ann@example.com', role: 'finance' }),
    await (await signIn(openBrowser(all.house), operator)).call(
      'POST',
      `/v1/operator/tenants/${tenant.tenantId}/top-ups`,
      { amount: 12_500, reference: 'INV-1', reason: 'paid' },
    ),
  ])
    assert.equal(made.status < 300, true, made.text);
  const page = await open('test/audit');
  await heading(page, 'Audit log');
  const sentences = page.locator('main table summary');
  await sentences.nth(2).waitFor();
  await picture(page, 'audit');
  assert.deepEqual((await sentences.allInnerTexts()).slice(0, 3), [
    'Petra Person added £12.50 to the wallet',
    'Petra Person invited ann@example.com as finance',
    'Petra Person created the credential Finance export',
  ]);
  await page.context().close();
});

test('to erase is the last in the menu of a report, in red and apart', async () => {
  const { client, open } = await openDesk();
  const { creditReportId } = (await client.generate()).body.data;
  const page = await open(`test/reports/${creditReportId}`);
  await page.getByRole('button', { name: 'More about this report' }).click();
  const entries = page.locator('.menu:popover-open > *');
  const last = entries.last();
  assert.equal(await last.innerText(), 'Erase');
  const looks = await page.evaluate<{ color: string; borderTopWidth: string }[]>(
    `[...document.querySelectorAll('.menu:popover-open > *')].map((one) => {
       const { color, borderTopWidth } = getComputedStyle(one);
       return { color, borderTopWidth };
     })`,
  );
  const colours = looks.map(({ color }) => color);
  assert.equal(new Set(colours).size, 2, colours.join());
  assert.equal(colours.indexOf(colours.at(-1) ?? ''), colours.length - 1, 'red alone');
  assert.deepEqual(
    looks.map(({ borderTopWidth }) => Number.parseFloat(borderTopWidth) > 0).indexOf(true),
    looks.length - 1,
  );
  await picture(page, 'menu');
  await page.context().close();
});

test('a secret that the browser did not copy is not stored: that is said, and it is copied by hand', async () => {
  const { open } = await openDesk();
  const page = await open('test/credentials');
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
  await page.getByRole('button', { name: 'Create credential' }).first().click();
  await page.getByLabel('Name').fill('Case system');
  await page.getByRole('dialog').getByRole('button', { name: 'Create credential' }).click();
  const stored = page.getByRole('button', { name: 'I have stored it' });
  await page.getByText('Copy or download the secret first.').waitFor();
  await page.getByRole('button', { name: 'Copy the client secret' }).click();
  await page.getByRole('dialog').getByText('Select the secret and copy it, or download it.').waitFor();
  await picture(page, 'secret');
  assert.ok(await stored.isDisabled(), 'nothing was copied');
  await page.locator('[data-secret] code').selectText();
  await page.keyboard.press('Control+c');
  await page.getByText('You can close this now.').waitFor();
  assert.ok(await stored.isEnabled());
  await page.getByRole('button', { name: 'Copy the client secret' }).click();
  assert.ok(await stored.isEnabled(), 'what was copied stays so');
  await page.context().close();
});
