// The checks of every page in a real browser: no accessibility violation by axe in light, in dark, in forced colours and at 320 px, no horizontal scrolling, no
// request to another host, no error, and no violation of the page's content security policy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const WIDE = { width: 1280, height: 900 };
export const LOOKS: Record<'light' | 'dark' | 'narrow', BrowserContextOptions> = {
  light: { viewport: WIDE, colorScheme: 'light' },
  dark: { viewport: WIDE, colorScheme: 'dark' },
  narrow: { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
};
export type Look = keyof typeof LOOKS;

/** The same page in another look: the text stays, colours and width change. */
export async function dress(page: Page, look: Look): Promise<void> {
  const { viewport, colorScheme } = LOOKS[look];
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: colorScheme ?? null });
  await drawnAgain(page);
}

/** Components that depend on the width render again within a frame. */
async function drawnAgain(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/** The rules that only depend on colours, where the page is otherwise the same. */
export const COLOUR_RULES = ['cat.color'];
/** Of those, what the other looks ask for: AA. */
export const CONTRAST_RULES = ['color-contrast', 'link-in-text-block'];

/** Fails with every violated rule and its elements. When a dialog is open, only the dialog is checked. */
export async function assertAccessible(page: Page, rules = RULES): Promise<void> {
  // A page whose styles have not loaded would be checked without them.
  await page.waitForLoadState('load');
  // A bar that sticks to the bottom covers what can be scrolled to; at the end of the page it covers nothing.
  await page.evaluate(
    `document.querySelector('.act-bar') && scrollTo(0, document.documentElement.scrollHeight)`,
  );
  // Injected by the debugger, which the page's policy does not restrict.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  // All rules run on all elements; only what passed is not described, which takes axe as long as the checks.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  const violations = (await page.evaluate(
    `axe.run(document.querySelector('dialog[open]') ?? document, ${options}).then((found) => found.violations)`,
  )) as Violation[];
  const said = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
  assert.deepEqual(said, [], `axe on ${page.url()}`);
}

/** What axe is asked of a page besides all its rules in one look. */
const TURNS = ['dark', 'forced', 'narrow'] as const;
type Turn = (typeof TURNS)[number];
/** `npm run test:chaos -- looks` takes every turn on every page, and so does who keeps screenshots; `npm test` one, page after page. */
const IS_LONG = process.env.LOOKS === 'all' || process.env.SCREENSHOTS !== undefined;

/**
 * In light, in dark and at 320 px, where the page is left; `also` is checked in each, and that it fits. axe looks at every page of a walk
 * with all its rules, and by its place in the walk at its colours in dark, at those of the system, or again with all rules at 320 px.
 */
export async function assertEveryLook(
  page: Page,
  nth: number,
  inDark: string[],
  also?: (look: Look) => Promise<void>,
): Promise<void> {
  const turn = TURNS[nth % TURNS.length];
  const isAsked = (one: Turn): boolean => IS_LONG || one === turn;
  for (const look of Object.keys(LOOKS) as Look[]) {
    if (look === 'dark' && !isAsked('dark') && !isAsked('forced')) continue;
    await dress(page, look);
    if (look === 'light') await assertAccessible(page);
    // Dark differs from light only in colours.
    if (look === 'dark' && isAsked('dark')) await assertAccessible(page, inDark);
    if (look === 'narrow' && isAsked('narrow')) await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await assertNothingOverlaps(page);
    await also?.(look);
    if (look === 'dark' && isAsked('forced')) await assertForced(page);
  }
}

type LookAt = (page: Page, name: string, widths?: readonly number[]) => Promise<void>;

/**
 * Every look of what a file's tests come to, one state after another, each left as it was; it fits at `widths` too. SCREENSHOTS=folder keeps
 * pictures.
 */
export function createLookAt(file: string): LookAt {
  let nth = 0;
  return async (page, name, widths = []) => {
    const own = page.viewportSize() ?? WIDE;
    await assertEveryLook(page, nth++, COLOUR_RULES, async (look) => {
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/${file}-${name}-${look}.png`, fullPage: true });
    });
    for (const width of widths) {
      await page.setViewportSize({ ...own, width });
      await drawnAgain(page);
      await assertNoSidewaysScroll(page);
    }
    await dress(page, 'light');
    await page.setViewportSize(own);
  };
}

/** With the colours of the system: what is read must still stand out. */
async function assertForced(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  // axe asks for a fill colour, which no style of ours sets and which the browser answers as if no colours were forced.
  await page.evaluate(`if (!('plainValue' in window)) {
    window.plainValue = CSSStyleDeclaration.prototype.getPropertyValue;
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
      return plainValue.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
    };
  }`);
  await assertAccessible(page, CONTRAST_RULES);
  await page.emulateMedia({ forcedColors: 'none' });
}

export async function assertNoSidewaysScroll(page: Page): Promise<void> {
  const [needed, given] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number];
  assert.ok(needed <= given, `${page.url()} is ${needed} px wide on a screen of ${given}`);
}

/** No line of text lies over another: both could not be read. What moves with the screen and what is only read aloud is left out. */
export async function assertNothingOverlaps(page: Page): Promise<void> {
  const over = await page.evaluate(`(() => {
    const texts = [...document.querySelectorAll('p, li, dt, dd, h1, h2, h3')].filter((one) => {
      if (!one.checkVisibility({ checkOpacity: true, contentVisibilityAuto: true }) || one.querySelector('p, li, dt, dd, h1, h2, h3, svg, div') !== null)
        return false;
      for (let up = one; up !== null; up = up.parentElement)
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(up).position)) return false;
      return one.textContent.trim() !== '';
    });
    const boxes = texts.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return { text: one.textContent.trim().slice(0, 60), box: range.getBoundingClientRect() };
    });
    return boxes.flatMap((a, at) =>
      boxes.slice(at + 1).flatMap((b) => {
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        return wide > 4 && high > 4 ? [a.text + ' / ' + b.text] : [];
      }),
    );
  })()`);
  assert.deepEqual(over, [], `${page.url()}: text over text`);
}

/** Records what a page should not do, from before its first request. */
export function watchContext(context: BrowserContext, origin: string) {
  const foreign: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    if (/^(https?|wss?):/.test(url) && !url.startsWith(`${origin}/`)) foreign.push(url);
  });
  context.on('weberror', (error) => void complaints.push(error.error().message));
  // A policy violation is here too, as a console error.
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return {
    /** `asked`: what the test itself provoked. */
    assertClean(asked: RegExp | null = null): void {
      const left = complaints.filter((one) => asked === null || !asked.test(one));
      assert.deepEqual({ foreign, complaints: left }, { foreign: [], complaints: [] });
    },
  };
}
