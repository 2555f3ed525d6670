// A keyboard user: moves between tab stops, sees the focus, and presses keys. Every tab stop on the way is checked for what such a user
// needs: a visible focus ring, and a position on the screen.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** `index`: its position among all focusable elements, or -1. */
type Stop = { name: string; index: number; fault: string | null };

const STOPS_MAX = 150;
const UNTIL_MS = 20_000;

// Visible, focusable elements; in a group of radio buttons only the checked one is a tab stop.
const FOCUSABLE = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.type !== 'radio' || one.checked)
  .filter((one) => document.querySelector('dialog[open]')?.contains(one) ?? true)`;

const WHERE = `(async () => {
  const one = document.activeElement;
  const label = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent ?? '';
  const style = getComputedStyle(one);
  const isRinged = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const isSeen = () => {
    const box = one.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  };
  // The browser may take some frames to scroll it into view.
  for (let frames = 0; frames < 30 && !isSeen(); frames += 1) await new Promise(requestAnimationFrame);
  // Not tab stops: the end of the page, and the heading that is focused by script.
  const fault = one === document.body || one.tagName === 'H1' ? null : !isRinged ? 'no ring' : !isSeen() ? 'off the screen' : null;
  return { name: label.replaceAll(/\\s+/g, ' ').trim(), index: (window.stops ?? []).indexOf(one), fault };
})()`;

export function createKeyboard(page: Page) {
  const press = (key: string): Promise<void> => page.keyboard.press(key);

  const tab = async (key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Stop> => {
    await press(key);
    const stop = (await page.evaluate(WHERE)) as Stop;
    assert.equal(stop.fault, null, `${stop.name} on ${page.url()}`);
    return stop;
  };

  const reach = async (wanted: string | RegExp): Promise<void> => {
    for (let count = 0; count < STOPS_MAX; count += 1) {
      const { name } = await tab();
      if (typeof wanted === 'string' ? name.startsWith(wanted) : wanted.test(name)) return;
    }
    assert.fail(`${wanted} is not reached by Tab on ${page.url()}`);
  };

  return {
    press,
    tab,
    /** Tab to the stop with this name. */
    reach,
    async choose(wanted: string | RegExp): Promise<void> {
      await reach(wanted);
      await press('Enter');
    },
    async type(wanted: string | RegExp, text: string): Promise<void> {
      await reach(wanted);
      await page.keyboard.type(text);
    },
    /** Polled frame by frame from outside: the page's content security policy forbids evaluating text within it. */
    async until(expression: string): Promise<void> {
      const deadline = Date.now() + UNTIL_MS;
      while (!(await page.evaluate(expression))) {
        assert.ok(Date.now() < deadline, `never: ${expression}`);
        await page.evaluate('new Promise(requestAnimationFrame)');
      }
    },
    /** The name of the focused element. */
    focused: async (): Promise<string> => ((await page.evaluate(WHERE)) as Stop).name,
    /** One full round of tab stops: every control is reached, and none traps the focus. */
    async assertAllReached(): Promise<void> {
      const expected = (await page.evaluate(
        `(window.stops = ${FOCUSABLE}).map((one) => one.outerHTML.slice(0, 120))`,
      )) as string[];
      const met = new Set<number>();
      for (let count = 0; count < expected.length + 10; count += 1) {
        const { index } = await tab();
        if (index >= 0 && met.has(index) && met.size === expected.length) break;
        if (index >= 0) met.add(index);
      }
      const missed = expected.filter((_, index) => !met.has(index));
      assert.deepEqual(missed, [], `not reached by Tab on ${page.url()}`);
    },
    /** After another page was opened, the focus is on its heading. */
    async assertAt(title: string): Promise<void> {
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      assert.equal(await page.evaluate('document.activeElement?.tagName'), 'H1', title);
      assert.equal(await page.evaluate('document.activeElement?.innerText'), title);
    },
    async assertInDialog(title: string): Promise<void> {
      await page.getByRole('heading', { level: 2, name: title }).waitFor();
      await page.locator('dialog .loading').first().waitFor({ state: 'detached' });
      assert.ok(
        await page.evaluate('document.querySelector("dialog[open]").contains(document.activeElement)'),
      );
    },
  };
}

export type Keyboard = ReturnType<typeof createKeyboard>;
