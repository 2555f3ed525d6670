// A Chromium for the browser tests: one that is here already, else one fetched into .cache/chromium.
//
// Nothing is installed on the system. On Debian its own packages are downloaded and unpacked into one folder; elsewhere playwright's
// installer is used. A copy is made in a temporary folder and renamed once it has opened a page, so a killed download leaves nothing that
// looks complete. Delete .cache/chromium to fetch a newer one.

import { type ExecException, execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { runToEnd, type Say, unpackPackages } from '../runs/debian-packages.ts';

/** Puts a relocatable browser into an empty folder, with `folder/chromium` to start it; throws when it cannot. */
export type Supply = { name: string; fetchInto: (folder: string, say: Say) => Promise<void> };

/** Where findChromium looks, and how long it waits for a page; a test narrows both. */
export type Places = {
  asked: string | undefined;
  usual: string[];
  cache: string;
  supplies: Supply[];
  pageMs: number;
};

const PROJECT = join(import.meta.dirname, '../../..');
const FETCH_MS_MAX = 600_000;

// Playwright itself adds --headless and, since we do not ask for the sandbox, --no-sandbox: root needs that, and
// so do most containers. The pages are our own.
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--no-first-run',
];

/** How long one that nobody uses waits for the next file of its process. */
const KEPT_MS = 10_000;
let kept: { browser: Browser; ending: NodeJS.Timeout } | null = null;

/** The files of a process take turns with one browser, each with contexts of its own: to start one takes as long as a test. */
export async function launchChromium(...more: string[]): Promise<Browser> {
  if (more.length > 0) return startChromium(more);
  const { browser, ending } = kept ?? {};
  kept = null;
  clearTimeout(ending);
  return browser?.isConnected() ? browser : keepAtEnd(await startChromium([]));
}

function keepAtEnd(browser: Browser): Browser {
  const end = browser.close.bind(browser);
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    kept = { browser, ending: setTimeout(end, KEPT_MS) };
  };
  return browser;
}

async function startChromium(more: string[]): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH || (await findChromium(sayOnStderr));
  return chromium.launch({ executablePath, headless: true, args: [...QUIET, ...more] });
}

export async function findChromium(say: Say, places: Places = allPlaces()): Promise<string> {
  const { asked, usual, cache, pageMs } = places;
  if (asked) {
    if (await starts(asked, pageMs)) return asked;
    throw new Error(`CHROMIUM_PATH is ${asked}, which does not start as a Chromium.`);
  }
  for (const path of [...usual, join(cache, 'chromium')]) if (await starts(path, pageMs)) return path;

  await mkdir(dirname(cache), { recursive: true });
  const unlock = await lock(`${cache}.lock`, say);
  try {
    // Another process may have fetched it while we waited for the lock.
    const path = join(cache, 'chromium');
    if (!(await starts(path, pageMs))) await fetchChromium(places, say);
    return path;
  } finally {
    await unlock();
  }
}

function allPlaces(): Places {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const folders = `${process.env.PATH ?? ''}${delimiter}/usr/bin`.split(delimiter).filter(Boolean);
  return {
    asked: process.env.CHROMIUM_PATH,
    usual: [
      ...new Set(folders.flatMap((folder) => names.map((name) => join(folder, name)))),
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      chromium.executablePath(),
    ],
    cache: join(PROJECT, '.cache/chromium'),
    supplies: [debian, playwright],
    pageMs: 30_000,
  };
}

async function fetchChromium({ cache, supplies, pageMs }: Places, say: Say): Promise<void> {
  await removeLeftovers(cache);
  const folder = `${cache}.partial-${process.pid}`;
  const failures: unknown[] = [];
  try {
    for (const { name, fetchInto } of supplies) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
      const startedMs = Date.now();
      try {
        await fetchInto(folder, say);
        await showPage(join(folder, 'chromium'), 10 * pageMs);
      } catch (error) {
        say(`No Chromium could be had from ${name}.`);
        failures.push(error);
        continue;
      }
      if (await starts(join(cache, 'chromium'), pageMs)) return;
      await rm(cache, { recursive: true, force: true });
      await rename(folder, cache);
      return say(`Chromium is in ${cache} after ${Math.round((Date.now() - startedMs) / 1000)} s.`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  throw new AggregateError(failures, `The browser tests need a Chromium. To install one, run: ${remedy()}`);
}

function remedy(): string {
  // Ubuntu's chromium package is a pointer to its snap store, so only Debian's is worth naming.
  const isDebian =
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (!isDebian) return 'npx playwright-core install --with-deps chromium';
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  return `${sudo}apt-get update && ${sudo}apt-get install --yes chromium`;
}

/** Debian's headless shell with what this machine lacks of its libraries, and two families of fonts. */
const debian: Supply = {
  name: "Debian's packages",
  async fetchInto(folder, say) {
    const more = ['fonts-liberation', 'fonts-dejavu-core'];
    const packages = { program: 'chromium-headless-shell', more, size: 'about 90 MB' };
    const libraries = await unpackPackages(packages, folder, say);
    await writeFile(join(folder, 'fonts.conf'), FONTS);
    const program = join(folder, 'root/usr/lib/chromium/chromium-headless-shell');
    await writeStarter(folder, program, libraries);
  },
};

const playwright: Supply = {
  name: "playwright's installer",
  async fetchInto(folder, say) {
    say("Fetching the headless shell of playwright's installer into the cache, about 120 MB, once.");
    const browsers = join(folder, 'browsers');
    const install = ['playwright-core', 'install', 'chromium-headless-shell'];
    await runToEnd('npx', ['--no-install', ...install], PROJECT, { PLAYWRIGHT_BROWSERS_PATH: browsers });
    const files = await readdir(browsers, { recursive: true, withFileTypes: true });
    const shell = files.find((file) => file.isFile() && file.name === 'chrome-headless-shell');
    if (!shell) throw new Error('it fetched no chrome-headless-shell.');
    await writeStarter(folder, join(shell.parentPath, shell.name), []);
  },
};

/** Every path in it is relative to its own folder, which is renamed when whole and may move with the checkout. */
async function writeStarter(folder: string, program: string, libraries: string[]): Promise<void> {
  const here = (path: string) => `$here/${relative(folder, path)}`;
  const lines = ['#!/bin/sh', 'here=$(cd "$(dirname "$0")" && pwd)'];
  if (libraries.length > 0) {
    lines.push(`export LD_LIBRARY_PATH="${libraries.map(here).join(':')}"`);
    lines.push('export FONTCONFIG_FILE="$here/fonts.conf" XDG_CACHE_HOME="$here/cache"');
  }
  lines.push(`exec "${here(program)}" "$@"`, '');
  await writeFile(join(folder, 'chromium'), lines.join('\n'), { mode: 0o755 });
}

// With fonts of its own, text is legible on a machine that has none. "relative" is to this file.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">root/usr/share/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${fontFor('Liberation Sans', ['sans-serif', 'system-ui', 'Arial', 'Helvetica'])}
${fontFor('Liberation Serif', ['serif', 'Times New Roman', 'Times'])}
${fontFor('Liberation Mono', ['monospace', 'ui-monospace', 'Courier New', 'Courier'])}
</fontconfig>
`;

function fontFor(font: string, families: string[]): string {
  const prefer = `<prefer><family>${font}</family></prefer>`;
  return families
    .map((name) => `  <alias binding="same"><family>${name}</family>${prefer}</alias>`)
    .join('\n');
}

/** One that is still at it when the time is over starts too: on a loaded machine that is no reason to fetch another. */
async function starts(path: string, pageMs: number): Promise<boolean> {
  return (
    existsSync(path) &&
    showPage(path, pageMs).then(
      () => true,
      (error: ExecException) => error.killed === true,
    )
  );
}

/** Opens a page, the only proof that a browser has all its libraries; throws with its error output. */
async function showPage(path: string, withinMs: number): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'trefoil-chromium-'));
  const page = 'data:text/html,<p>shown</p>';
  const args = ['--headless', '--no-sandbox', ...QUIET, `--user-data-dir=${profile}`, '--dump-dom', page];
  try {
    const { stdout } = await promisify(execFile)(path, args, { timeout: withinMs, killSignal: 'SIGKILL' });
    if (!stdout.includes('<p>shown</p>')) throw new Error(`${path} started and showed no page.`);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A lock as a symbolic link that names its holder: created and written in one step, so no lock is without a holder. */
async function lock(path: string, say: Say): Promise<() => Promise<void>> {
  for (let looks = 0; ; looks++) {
    try {
      await symlink(String(process.pid), path);
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    // Two processes that find a dead holder at once may both go on: each works in its own folder, so that costs a second download and
    // breaks nothing.
    if (await isAbandoned(path)) await rm(path, { force: true });
    else if (looks === 0) say('Another process is fetching Chromium: waiting for it.');
    else await sleep(100);
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const ageMs = Date.now() - (await lstat(path)).mtimeMs;
    return ageMs > 2 * FETCH_MS_MAX || !isAlive(Number(await readlink(path)));
  } catch {
    return false; // Released between the check and the read.
  }
}

async function removeLeftovers(cache: string): Promise<void> {
  const start = `${basename(cache)}.partial-`;
  for (const name of await readdir(dirname(cache))) {
    if (!name.startsWith(start) || isAlive(Number(name.slice(start.length)))) continue;
    await rm(join(dirname(cache), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function sayOnStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
