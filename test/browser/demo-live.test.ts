// The demo with the live world of the embedded default: the real device script, the built-in assessor, the simulated bureaus, the outbox. No
// stand-ins.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { openLive } from '../../src/compose/live-world.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPagesHouse, type PagesHouse } from '../support/browser/pages-house.ts';
import { after, before, test } from '../support/long.ts';
import { assertAccessible, assertNoSidewaysScroll, LOOKS, watchContext } from './axe.ts';
import { agree, enterCode, heading, readCode, takeExample } from './consumer-visitor.ts';

const HTML_GZIP_BYTES_MAX = 10 * 1024;

let pages: PagesHouse;
let browser: Browser;
before(async () => {
  pages = await openPagesHouse({ live: openLive });
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await pages?.close();
});

for (const [person, expected] of [
  ['Ada Hazelwick', /Hedgerow Motor Finance/i],
  ['Cecily Mallowby', /In default/],
  ['Bram Thistleton', /The bureaus hold no accounts for these details/],
] as const) {
  test(`${person} gets a code, and with it a report of what the three bureaus hold`, async () => {
    const context = await browser.newContext(LOOKS.narrow);
    const watch = watchContext(context, pages.origin);
    const page = await context.newPage();
    await pages.outbox.clear();
    await takeExample(page, pages.origin, person);
    await agree(page);
    await heading(page, 'Check your phone');
    await enterCode(page, await readCode(pages, null));
    await heading(page, 'Your report');
    assert.match(await page.locator('main').innerText(), expected);
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/live-${person.split(' ')[0]}.png`, fullPage: true });
    const bytes = gzipSync(await (await page.request.get(page.url())).body()).length;
    assert.ok(bytes <= HTML_GZIP_BYTES_MAX, `the report is ${bytes} bytes`);
    watch.assertClean();
    await context.close();
  });
}
