// The device fingerprint script: a page on any origin loads it, it reads a few signals, opens a device session with them and
// hands the id to window.service.deviceFingerprint, once. It stores nothing, and leaves only a hidden mark that it has run.
// build.mjs makes one file of it and what it imports, in ES2017, which the service serves.
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
  // A failure is left unhandled: it shows in the console and stops nothing else.
  openSession(base).then((sessionId) => setTimeout(handOver, 0, sessionId, LOOKS_MAX));
}

// A module has no currentScript, hence the look at all tags.
function findBase() {
  for (const script of [document.currentScript || {}, ...document.scripts]) {
    const address = (script.src || '').split(/[?#]/)[0];
    if (address.endsWith(PATH)) return address.slice(0, -PATH.length);
  }
  throw new Error(`Device fingerprint: load this script from ${PATH}`);
}

async function openSession(base) {
  // The page is let on first: it must not wait for us.
  await wait(0);
  const body = JSON.stringify({ signals: await readSignals(SIGNALS_MS_MAX) });
  for (let tries = 1; ; tries++) {
    const tooLate = wait(TRY_MS, { fault: 'no answer', mayPass: true });
    const { sessionId, fault, mayPass } = await Promise.race([report(base, body), tooLate]);
    if (sessionId) return sessionId;
    if (!mayPass || tries === TRIES_MAX) throw new Error(`Device fingerprint: ${fault}`);
    // Half of the pause is drawn by lot: pages cut off together must not come back together.
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

// The page may register its function after us; looking again cannot disturb it, as an accessor could.
// What the function throws in this timer goes to the page's error handler.
function handOver(sessionId, looksLeft) {
  const { service } = window;
  if (service && typeof service.deviceFingerprint === 'function') service.deviceFingerprint({ sessionId });
  else if (looksLeft > 1) setTimeout(handOver, LOOK_EVERY_MS, sessionId, looksLeft - 1);
}
