// Finding, fetching once and starting a browser. Shell scripts stand for browsers, except in the last test.
// Few at a time: it starts processes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import { test } from '../long.ts';
import { findChromium, launchChromium, type Places, type Supply } from './chromium.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trefoil-find-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('CHROMIUM_PATH wins over a browser in a usual place', async () => {
  const asked = await browserAt('asked');
  assert.equal(await find({ asked, usual: [await browserAt('usual')] }), asked);
});

test('a CHROMIUM_PATH that does not start is an error, not a reason to take another browser', async () => {
  const asked = await browserAt('asked', 'exit 1');
  const usual = [await browserAt('usual')];
  await assert.rejects(find({ asked, usual }), {
    message: `CHROMIUM_PATH is ${asked}, which does not start as a Chromium.`,
  });
});

test('the first usual place that shows a page is taken, before the cache', async () => {
  const broken = await browserAt('broken', 'exit 127');
  const mute = await browserAt('mute', 'exit 0');
  const good = await browserAt('good');
  await browserAt('cache/chromium');
  assert.equal(await find({ usual: [join(folder, 'absent'), broken, mute, good] }), good);
});

test('a browser in the cache is used without fetching', async () => {
  const cached = await browserAt('cache/chromium');
  assert.equal(await find({ supplies: [] }), cached);
});

test('a browser in the cache that no longer starts is replaced', async () => {
  const cached = await browserAt('cache/chromium', 'exit 127');
  assert.equal(await find({ supplies: [supply()] }), cached);
  assert.deepEqual(await readdir(folder), ['cache']);
});

test('a browser in the cache that is slow to show a page is not fetched again', async () => {
  const cached = await browserAt('cache/chromium', 'exec sleep 60');
  assert.equal(await find({ supplies: [], pageMs: 100 }), cached);
});

test('the next source is tried when one fails or brings a browser that does not start', async () => {
  const failing: Supply = { name: 'nobody', fetchInto: () => Promise.reject(new Error('no network')) };
  const path = await find({ supplies: [failing, supply('exit 1'), supply()] });
  assert.equal(path, join(folder, 'cache/chromium'));
});

test('when no source has a browser the error names one command, and nothing is left behind', async () => {
  await assert.rejects(find({ supplies: [supply('exit 1')] }), /To install one, run: .*chromium$/);
  assert.deepEqual(await readdir(folder), []);
});

test('two concurrent lookups fetch one browser', async () => {
  let fetches = 0;
  const counting: Supply = {
    name: 'one',
    fetchInto: async (into) => {
      fetches++;
      await writeBrowser(join(into, 'chromium'));
    },
  };
  const paths = await Promise.all([1, 2].map(() => find({ supplies: [counting] })));
  assert.deepEqual(paths, [join(folder, 'cache/chromium'), join(folder, 'cache/chromium')]);
  assert.equal(fetches, 1);
});

test('a fetch killed half-way neither blocks the next one nor is taken for a browser', async () => {
  const dead = spawnSync('true').pid;
  await symlink(String(dead), join(folder, 'cache.lock'));
  await browserAt(`cache.partial-${dead}/chromium`);
  assert.equal(await find({ supplies: [supply()] }), join(folder, 'cache/chromium'));
  assert.deepEqual(await readdir(folder), ['cache']);
});

test('the browser of this machine starts and has fonts, so that a screenshot is legible', async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setContent('<span id="wide">WWWW</span><br><span id="narrow">iiii</span>');
    const widths = await Promise.all(
      ['#wide', '#narrow'].map(async (id) => (await page.locator(id).boundingBox())!.width),
    );
    // Without a font both are rows of the same empty box, or nothing at all.
    assert.ok(widths[0]! > 2 * widths[1]! && widths[1]! > 0, `widths ${widths}`);
  } finally {
    await browser.close();
  }
});

test('a browser that one file has ended is the next one’s, with nothing open in it', async () => {
  const first = await launchChromium();
  await first.newPage();
  await first.close();
  const next = await launchChromium();
  try {
    assert.equal(next, first);
    assert.deepEqual(next.contexts(), []);
    await next.newPage();
  } finally {
    await next.close();
  }
});

function find(places: Partial<Places>): Promise<string> {
  const cache = join(folder, 'cache');
  const none: Places = { asked: undefined, usual: [], cache, supplies: [], pageMs: 30_000 };
  return findChromium(() => {}, { ...none, ...places });
}

function supply(body?: string): Supply {
  return { name: 'a script', fetchInto: (into) => writeBrowser(join(into, 'chromium'), body) };
}

async function browserAt(name: string, body?: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeBrowser(path, body);
  return path;
}

function writeBrowser(path: string, body = "echo '<p>shown</p>'"): Promise<void> {
  return writeFile(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}
