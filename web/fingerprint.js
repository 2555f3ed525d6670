// The device fingerprint script: a page on any origin loads it; it reads a few signals, opens a device session with them and passes
// the id to window.service.deviceFingerprint, once. It stores nothing, and leaves only a hidden mark that it ran. build.mjs bundles
// it with its imports into one file, in ES2017.
import { readSignals } from './signals.js';

const PATH = '/v1/fingerprints/device';
const SIGNALS_MS_MAX = 2000;
const TRIES_MAX = 5;
const TRY_MS = 10000;
const FIRST_PAUSE_MS = 500;
const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 600;

const mark = Symbol.for('trefoil.deviceFingerprint');
if (!window[mark]) {
  const base = findBase();
  Object.defineProperty(window, mark, { value: true });
  // An unhandled rejection on purpose: it shows in the browser's console and stops nothing else.
  openSession(base).then((sessionId) => setTimeout(handOver, 0, sessionId, LOOKS_MAX));
}

// A module has no currentScript, so search all script tags.
function findBase() {
  for (const script of [document.currentScript || {}, ...document.scripts]) {
    const address = (script.src || '').split(/[?#]/)[0];
    if (address.endsWith(PATH)) return address.slice(0, -PATH.length);
  }
  throw new Error(`Device fingerprint: load this script from ${PATH}`);
}

async function openSession(base) {
  // Yield first: the page must not wait for this script.
  await wait(0);
  const body = JSON.stringify({ signals: await readSignals(SIGNALS_MS_MAX) });
  for (let tries = 1; ; tries++) {
    const tooLate = wait(TRY_MS, { fault: 'no answer', mayPass: true });
    const { sessionId, fault, mayPass } = await Promise.race([report(base, body), tooLate]);
    if (sessionId) return sessionId;
    if (!mayPass || tries === TRIES_MAX) throw new Error(`Device fingerprint: ${fault}`);
    // Backoff with jitter: pages that failed together must not retry together.
    await wait(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2));
  }
}

function wait(ms, value) {
  return new Promise((resolve) => setTimeout(resolve, ms, value));
}

async function report(base, body) {
  try {
    const response = await fetch(`${base}/v1/fingerprints/sessions`, {
      method: 'POST',
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { ok, status } = response;
    if (!ok) return { fault: `status ${status}`, mayPass: status === 429 || status > 499 };
    return { sessionId: (await response.json()).sessionId, fault: 'no session id' };
  } catch (error) {
    return { fault: error.message, mayPass: true };
  }
}

// The page may register its callback later; polling cannot disturb it, as an accessor could. What the callback throws in this timer
// goes to the page's error handler.
function handOver(sessionId, looksLeft) {
  const { service } = window;
  if (service && typeof service.deviceFingerprint === 'function') service.deviceFingerprint({ sessionId });
  else if (looksLeft > 1) setTimeout(handOver, LOOK_EVERY_MS, sessionId, looksLeft - 1);
}
