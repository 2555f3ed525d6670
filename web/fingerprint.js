// The device fingerprint script: a page on any origin loads it; it reads a few signals, opens a device session with them and passes
// the id to window.service.deviceFingerprint, once; and again whenever the page asks for a new session with window.trefoil.newSession().
// It stores nothing, and leaves only that function and a hidden mark that it ran. build.mjs bundles it with its imports into one file,
// in ES2017.
import { readSignals } from './signals.js';

const PATH = '/v1/fingerprints/device';
const SIGNALS_MS_MAX = 2000;
const TRIES_MAX = 5;
const TRY_MS = 10000;
const FIRST_PAUSE_MS = 500;
const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 600;

const mark = Symbol.for('trefoil.deviceFingerprint');
let opening = null;
let latest = null;
if (!window[mark]) {
  const base = findBase();
  Object.defineProperty(window, mark, { value: true });
  if (!window.trefoil) Object.defineProperty(window, 'trefoil', { value: {} });
  window.trefoil.newSession = () => newSession(base);
  // An unhandled rejection on purpose: it shows in the browser's console and stops nothing else.
  newSession(base);
}

// Resolves with what the callback gets. One at a time: a second call while a session is opened gets the same.
function newSession(base) {
  if (!opening) {
    opening = openSession(base).then(
      (sessionId) => {
        opening = null;
        latest = sessionId;
        setTimeout(handOver, 0, sessionId, LOOKS_MAX);
        return { sessionId };
      },
      (error) => {
        opening = null;
        throw error;
      },
    );
  }
  return opening;
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
  if (sessionId !== latest) return;
  const { service } = window;
  if (service && typeof service.deviceFingerprint === 'function') service.deviceFingerprint({ sessionId });
  else if (looksLeft > 1) setTimeout(handOver, LOOK_EVERY_MS, sessionId, looksLeft - 1);
}
