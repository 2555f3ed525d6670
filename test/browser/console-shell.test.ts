// The frame of the console: the mode and the heads of tables in sight at every scroll position, dialogs in the middle, notices above
// them, no jump of focus or scroll, one call before the first page, one row on a phone, and the bytes of the first load.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { timeOfDay } from '../../console/parts/words.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import {
  type ConsoleHouse,
  goWithin,
  heading,
  openConsoleHouse,
  signInTo,
} from '../support/browser/console-house.ts';
import { clientOf, createTenant, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { openBrowser, PASSWORD, signIn } from '../support/people.ts';
import { assertAccessible } from './axe.ts';

/** Of everything that the first page needs: what all pages share, and its own scripts. */
const JS_GZIP_BYTES_MAX = 60_000;
const CSS_GZIP_BYTES_MAX = 10_000;
/** The entry, what all pages share, the page, and what it shares with another. */
const SCRIPTS_MAX = 4;
const FOR_EVER = 'public, max-age=31536000, immutable';
const TOP = 52;

let all: ConsoleHouse;
let browser: Browser;
before(async () => {
  all = await openConsoleHouse();
  browser = await launchChromium();
  const client = await clientOf(all.house, all.tenant);
  for (let count = 0; count < 12; count += 1) await client.generate();
});
after(async () => {
  await browser?.close();
  await all?.close();
});

const at = (path: string, mode = 'test'): string => `/app/${all.tenant.tenantId}/${mode}/${path}`;
const open = (path: string, width: number, height: number): Promise<Page> =>
  signInTo(browser, all.origin, all.owner, { path, options: { viewport: { width, height } } });
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box !== null, selector);
  return box;
};

test('mode, navigation and the head of a table stay in sight at every scroll position', async () => {
  const page = await open(at('reports'), 1280, 420);
  await heading(page, 'Reports');
  await page.locator('tbody a').first().waitFor();
  const tall = (await page.evaluate('document.documentElement.scrollHeight - innerHeight')) as number;
  assert.ok(tall > 150, `the page scrolls by ${tall} px`);
  for (const share of [0, 0.5, 1]) {
    await page.evaluate(`scrollTo(0, ${Math.round(tall * share)})`);
    const seen = await page.evaluate(`(() => {
      const mode = document.querySelector('.modes [aria-current]');
      const box = mode.getBoundingClientRect();
      return mode.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    })()`);
    assert.ok(seen, `the mode at ${share}`);
    assert.equal((await boxOf(page, '.top')).y, 0);
    assert.equal((await boxOf(page, '#side')).y, 0);
  }
  const head = await boxOf(page, 'thead th');
  const last = await boxOf(page, 'tbody tr:last-child');
  assert.equal(Math.round(head.y), TOP, 'the head is below the top');
  assert.ok(last.y > head.y);
  await page.context().close();
});

test('the current page is in sight in the navigation of a low window, and what arrow keys choose in the command box', async () => {
  const page = await open(at('audit'), 1280, 320);
  await heading(page, 'Audit log');
  await page.locator('nav [aria-current]', { hasText: 'Audit log' }).waitFor();
  const isIn = async (selector: string, list: string) => {
    const [inner, outer] = [await boxOf(page, selector), await boxOf(page, list)];
    return inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1;
  };
  assert.ok(await isIn('nav [aria-current]', '#side'), 'the page in the navigation');
  await page.keyboard.press('Control+k');
  await page.locator('.targets [aria-selected=true]').waitFor();
  for (const key of ['ArrowUp', 'ArrowDown']) {
    await page.keyboard.press(key);
    assert.ok(await isIn('.targets [aria-selected=true]', '.targets'), key);
  }
  await page.context().close();
});

test('an element with the focus that goes away moves the focus to the heading, and the page does not scroll', async () => {
  const page = await open(at('reports'), 1280, 420);
  await page.locator('tbody a').first().waitFor();
  await page.evaluate('[...document.querySelectorAll("tbody a")].at(-1).focus()');
  const before = await page.evaluate('scrollY');
  assert.ok((before as number) > 0);
  await page.evaluate('document.activeElement.closest("tr").remove()');
  await page.locator('h1:focus').waitFor();
  assert.ok(Math.abs(((await page.evaluate('scrollY')) as number) - (before as number)) <= 60, 'no jump');
  await page.context().close();
});

test('the account keeps the frame of the tenant; its dialog is in the middle, and a notice stands above it', async () => {
  const page = await open(at('reports', 'live'), 1280, 900);
  await heading(page, 'Reports');
  await page.getByRole('button', { name: 'Petra Person' }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await heading(page, 'Account');
  await page.getByRole('navigation').getByRole('link', { name: 'Wallet' }).waitFor();
  await page.locator('.mode-live').waitFor();
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  const { y, height } = await boxOf(page, 'dialog');
  assert.ok(Math.abs(y + height / 2 - 450) <= 1, `its middle is at ${y + height / 2}`);
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const notice = page.locator('.toasts p');
  await notice.waitFor();
  // What it says is up to the browser, which may not allow copying.
  assert.ok(
    await isRead(page, await notice.innerText()),
    'a screen reader is told: the dialog is all that it reads',
  );
  assert.deepEqual(await pixelIn(page, '.toasts p'), [255, 255, 255], 'no scrim over it');
  await page.context().close();
});

/** Whether the text is in the accessibility tree; what is inert is not. */
async function isRead(page: Page, text: string): Promise<boolean> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  return nodes.some(
    ({ ignored, role, name }) => !ignored && role?.value === 'StaticText' && name?.value === text,
  );
}

/** The colour just inside the lower left corner of an element, as it is painted. */
async function pixelIn(page: Page, selector: string): Promise<number[]> {
  const { x, y, height } = await boxOf(page, selector);
  const clip = { x: Math.round(x) + 8, y: Math.round(y + height) - 6, width: 2, height: 2 };
  const png = (await page.screenshot({ clip })).toString('base64');
  return (await page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 2, height: 2 });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  })()`)) as number[];
}

test('on a phone the top is one row, and the navigation opens over the page', async () => {
  const page = await open(at('reports'), 390, 844);
  await heading(page, 'Reports');
  assert.equal((await boxOf(page, '.top')).height, TOP);
  for (const part of ['.opens-side', '.crumb b', '.modes']) {
    const { y, height } = await boxOf(page, part);
    assert.ok(y >= 0 && y + height <= TOP, part);
  }
  assert.ok(!(await page.getByRole('navigation').isVisible()));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Wallet' }).click();
  await heading(page, 'Wallet');
  assert.ok(!(await page.getByRole('navigation').isVisible()), 'it closed');
  await page.context().close();
});

test('nothing on the overview moves when the figures arrive, nor do those of the wallet', async () => {
  for (const [path, title] of [
    ['overview', 'Overview'],
    ['wallet', 'Wallet'],
  ] as const) {
    const page = await open(at(path, 'live'), 1440, 900);
    await page.addInitScript(`window.shifts = []; new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        if (value > 0.002) shifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => node?.className || node?.nodeName).join());
    }).observe({ type: 'layout-shift', buffered: true })`);
    const held = Promise.withResolvers<void>();
    await page.route(/\/v1\/(stats|overview|attention)/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await heading(page, title);
    await page.getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' });
    const before = await boxOf(page, '.kpis');
    await page.evaluate('shifts.length = 0');
    held.resolve();
    await page.locator('.kpis .figure', { hasText: '£' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(await boxOf(page, '.kpis'), before);
    if (path === 'overview') assert.deepEqual(await page.evaluate('shifts'), []);
    await page.context().close();
  }
});

test('one call comes before those of the first page, and the first load is within the budget', async () => {
  const page = await open(at('overview'), 1280, 900);
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  const calls: string[] = [];
  const sizes: Record<string, number> = {};
  page.on('request', (request) => {
    // A call of the page that is left may come late.
    if (request.isNavigationRequest()) calls.length = 0;
    calls.push(new URL(request.url()).pathname);
  });
  // With all that it loads by and by, such as a part that is loaded when it is shown.
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  const own = calls.filter((path) => path.includes('/v1/'));
  assert.equal(own[0], '/v1/my/console');
  assert.ok(!own.some((path) => path.endsWith('/access') || path.includes('/my/profile')), own.join());

  const first = (await page.evaluate(
    '[...document.querySelectorAll("link[rel=stylesheet], link[rel=modulepreload], script[src], link[rel=preload]")].map((one) => one.href || one.src)',
  )) as string[];
  const asked = (await page.evaluate(
    'performance.getEntriesByType("resource").map((one) => one.name)',
  )) as string[];
  const kinds = (url: string): string =>
    url.endsWith('.css') ? 'css' : url.endsWith('.woff2') ? 'font' : first.includes(url) ? 'js' : 'page';
  for (const url of new Set([...first, ...asked].filter((one) => /\/(assets|fonts)\//.test(one)))) {
    const answer = await page.request.get(url);
    assert.equal(answer.headers()['cache-control'], FOR_EVER, url);
    const isFont = kinds(url) === 'font';
    const bytes = await answer.body();
    // Below a kilobyte it would not pay.
    const isPlain = isFont || bytes.length < 1_024;
    assert.equal(answer.headers()['content-encoding'], isPlain ? undefined : 'gzip', url);
    sizes[kinds(url)] =
      (sizes[kinds(url)] ?? 0) + (isFont ? bytes.length : gzipSync(bytes, { level: 9 }).length);
  }
  process.stdout.write(`console, gzipped: ${JSON.stringify(sizes)}\n`);
  const scripts = new Set([...first, ...asked].filter((one) => one.endsWith('.js')));
  assert.ok(scripts.size <= SCRIPTS_MAX, [...scripts].join());
  const { js = 0, page: ofPage = 0, css = 0, font = 0 } = sizes;
  assert.ok(js > 10_000 && ofPage > 1_000, 'both are counted');
  assert.ok(js + ofPage <= JS_GZIP_BYTES_MAX, `JS is ${js} bytes, and ${ofPage} of the page`);
  assert.ok(css > 0 && css <= CSS_GZIP_BYTES_MAX, `CSS is ${css} bytes`);
  assert.ok(font > 40_000 && font < 60_000, `the font is ${font} bytes`);
  await page.context().close();
});

test('the first call says who it is and what they may do on the tenant; of another tenant it says nothing', async () => {
  const person = await signIn(openBrowser(all.house), all.owner);
  const own = (await person.get(`/v1/my/console?tenant=${all.tenant.tenantId}`)).body;
  assert.equal(own.profile.email, all.owner.email);
  assert.deepEqual(
    own.tenants.map(({ id }: { id: string }) => id),
    [all.tenant.tenantId],
  );
  assert.equal(own.access?.role, 'owner');
  const other = await createTenant(all.house);
  for (const tenant of [`?tenant=${other.tenantId}`, '?tenant=nonsense', '']) {
    const { status, body } = await person.get(`/v1/my/console${tenant}`);
    assert.deepEqual([status, body.access], [200, null], tenant);
  }
  const client = await clientOf(all.house, all.tenant);
  assert.equal((await client.get('/v1/my/console')).status, 403, 'not for a credential');
});

test('times are London’s in summer and in winter, whatever the zone of the browser', async () => {
  const client = await clientOf(all.house, all.tenant);
  const shown = [
    ['2026-07-15T23:05:09Z', '16 Jul 2026, 00:05:09'],
    ['2026-01-15T23:05:09Z', '15 Jan 2026, 23:05:09'],
  ] as const;
  for (const [at] of shown) {
    const { creditReportId } = (await client.generate()).body.data;
    await sql(all.house, 'update reports set created_at = $2 where id = $1', [creditReportId, at]);
  }
  const path = `/app/${all.tenant.tenantId}/test/`;
  for (const timezoneId of ['America/New_York', 'Asia/Tokyo']) {
    const page = await signInTo(browser, all.origin, all.owner, {
      path: `${path}reports`,
      options: { timezoneId },
    });
    await heading(page, 'Reports');
    for (const [at, text] of shown) {
      const row = page.locator(`time[datetime^="${at.slice(0, -1)}"]`).first();
      assert.match((await row.getAttribute('title')) ?? '', new RegExp(`^${text} in London`), timezoneId);
    }
    // Every other page with times: what is written is what London's clock said.
    for (const [name, title] of [
      ['overview', 'Overview'],
      ['requests', 'Requests'],
      ['wallet', 'Wallet'],
      ['audit', 'Audit log'],
      ['credentials', 'Credentials'],
      ['reports', 'Reports'],
    ] as const) {
      await goWithin(page, `${path}${name}`, title);
      const times = await page
        .locator('main time')
        .evaluateAll((found) =>
          found.map((one) => [
            one.getAttribute('datetime') ?? '',
            `${one.textContent} ${one.getAttribute('title')}`,
          ]),
        );
      for (const [at = '', said = ''] of times)
        assert.ok(said.includes(timeOfDay(at)), `${name}: ${at} is "${said}"`);
    }
    await page.context().close();
  }
});

test('in forced colours the mode, the page and the period that are current are told apart, and axe finds nothing', async () => {
  const page = await signInTo(browser, all.origin, all.owner, {
    path: at('overview'),
    options: { forcedColors: 'active', viewport: { width: 1280, height: 900 } },
  });
  await heading(page, 'Overview');
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  /** What is current, and the others beside it, as they are painted. */
  const coloursOf = (current: string, others: string) =>
    page.evaluate(`(() => {
      const look = (one) => { const { backgroundColor, color } = getComputedStyle(one); return backgroundColor + ' ' + color; };
      return [look(document.querySelector(${JSON.stringify(current)})),
        [...document.querySelectorAll(${JSON.stringify(others)})].map(look)];
    })()`) as Promise<[string, string[]]>;
  const PAIRS = [
    ['.modes > [aria-current]', '.modes > :not([aria-current])'],
    ['nav[aria-label="Main"] a[aria-current]', 'nav[aria-label="Main"] a:not([aria-current])'],
    ['main .switch > [aria-current]', 'main .switch > :not([aria-current])'],
  ] as const;
  for (const [current, others] of PAIRS) {
    const [own, beside] = await coloursOf(current, others);
    assert.ok(beside.length > 0, others);
    assert.ok(!beside.includes(own), `${current}: ${own}`);
  }
  for (const [path, title] of [
    ['overview', 'Overview'],
    ['wallet', 'Wallet'],
    ['links', 'Links'],
    ['settings/hosted', 'Settings'],
  ] as const) {
    await goWithin(page, at(path), title);
    await assertAccessible(page);
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/forced-${path.replace('/', '-')}.png` });
  }
  await page.context().close();
});
