// The consumer's pages, in the browser: hands over the link's token when Start is pressed, runs the device check, goes on when an answer is
// there, and warns when the code is about to expire. Every page works without it. In a frame of another site, where cookies are blocked, it
// also fetches the pages itself, with the secret that Start gave it, and talks to the widget around it.
const DEVICE_MS_MAX = 8000;
const LONG_WAIT_MS = 20000;
const POLL_MS = 1000;
const SOON_SECONDS = 60;
const STOPPED_MS = 5000;

const root = document.documentElement;
const given = new URLSearchParams(location.hash.slice(1));
const token = given.get('t');
const isFramed = window.parent !== window;
const find = (selector) => document.querySelector(selector);
const wait = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));

// Before anything is shown.
root.classList.add('scripted', isFramed ? 'framed' : 'on-top');
if (token) root.classList.add('has-token');

/* The device check: a new session for each form, because one counts once. */

function openDevice() {
  const { trefoil } = window;
  if (trefoil?.newSession) return trefoil.newSession().then(({ sessionId }) => sessionId);
  return new Promise((resolve) => {
    const script = document.createElement('script');
    window.service = { deviceFingerprint: ({ sessionId }) => resolve(sessionId) };
    // A blocker makes the load itself fail: nobody waits for the timeout.
    script.onerror = () => resolve('');
    script.src = '/v1/fingerprints/device';
    document.head.append(script);
  });
}

/* Forms */

let device = null;
let isSending = false;

document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  if (isSending) return event.preventDefault();
  isSending = true;
  if (form.dataset.close !== undefined) forget();
  const needsDevice = form.dataset.device !== undefined && !form.elements.script.value;
  if (needsDevice && !(submitter && submitter.dataset.plain !== undefined)) {
    event.preventDefault();
    form.querySelector('[role=status]').textContent = 'Checking your device…';
    device = device || openDevice().catch(() => '');
    form.elements.sessionId.value = await Promise.race([device, wait(DEVICE_MS_MAX, '')]);
    form.elements.script.value = 'ran';
    // After this event: a form that is being sent ignores that it is to be sent.
    await wait(0);
    isSending = false;
    return form.requestSubmit(submitter);
  }
  if (isFramed) event.preventDefault();
  // Who stops the load of the next page may press again.
  await (isFramed ? send(form, submitter) : wait(STOPPED_MS));
  isSending = false;
});

document.addEventListener('click', ({ target }) => {
  const { copy } = target.dataset;
  if (!copy) return;
  document.getElementById(copy).select();
  // Where copying is refused, the text is selected.
  if (document.execCommand('copy')) target.textContent = 'Copied';
});

document.addEventListener('input', ({ target }) => {
  const most = target.dataset.words;
  if (most) say(`${(target.value.match(/\S+/g) || []).length} of ${most} words`);
});

// A page out of the back/forward cache is out of date.
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

/* In a frame: pages are fetched, and the secret is kept here. */

const KEY = `trefoil ${location.pathname}`;
let secret = null;
let here = location.href;

function remember(value) {
  secret = value;
  try {
    // For a reload of the page around the frame. Of this tab alone; where it is blocked, memory will do.
    sessionStorage.setItem(KEY, value);
  } catch {}
}

function forget() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  await open(form.getAttribute('action') || here, { method: 'POST', body });
}

let loading = new AbortController();

// As a browser does: who goes elsewhere does not wait for the page before.
async function open(address, options = {}) {
  loading.abort();
  loading = new AbortController();
  const { signal } = loading;
  const headers = { accept: 'application/json, text/html' };
  if (secret) headers.authorization = `Bearer ${secret}`;
  // The text with the code names it.
  if (isMet) headers['x-framed-by'] = host;
  const response = await fetch(address, { ...options, headers, signal }).catch(() => null);
  const text = response && (await response.text().catch(() => null));
  if (signal.aborted) return;
  if (text === null) return say('The connection was lost. Try again.');
  if (/json/.test(response.headers.get('content-type'))) {
    const started = JSON.parse(text);
    remember(started.secret);
    return open(started.next);
  }
  here = response.url;
  const next = new DOMParser().parseFromString(text, 'text/html');
  document.title = next.title;
  document.body.replaceWith(next.body);
  enhance();
  (find('[data-focus]') || find('main')).focus();
}

function say(words) {
  const status = find('[role=status]');
  if (status) status.textContent = words;
}

if (isFramed) {
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="/c/"]');
    if (!link) return;
    event.preventDefault();
    open(link.getAttribute('href'));
  });
}

/* The widget around the frame: silent until it has said hello with the nonce, from the origin that it named. */

const [host, nonce] = [given.get('o'), given.get('n')];
let isMet = false;

function tell(type, more) {
  if (isMet) window.parent.postMessage({ from: 'trefoil-check', nonce, type, ...more }, host);
}

function tellAll() {
  const { state, over } = find('main').dataset;
  tell('resize', { height: Math.ceil(root.getBoundingClientRect().height) });
  tell('status', { status: state });
  if (over === undefined) return;
  tell(state === 'declined' ? 'cancelled' : 'done', {
    status: state,
    session: location.pathname.split('/')[2],
  });
}

if (isFramed && host && nonce) {
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== host) return;
    if (!data || data.nonce !== nonce || data.type !== 'hello' || isMet) return;
    isMet = true;
    tell('ready');
    tellAll();
  });
  new ResizeObserver(() =>
    tell('resize', { height: Math.ceil(root.getBoundingClientRect().height) }),
  ).observe(root);
}

/* What a page has that needs a script */

function enhance() {
  const start = find('form[data-start]');
  if (start && token) start.elements.token.value = token;
  // Where the consumer has agreed to it, it begins with the page.
  device = find('form[data-device=now]') ? openDevice().catch(() => '') : null;
  const waiting = find('[data-wait]');
  if (waiting) poll(waiting, Date.now());
  const code = find('form[data-code]');
  if (code) watchCode(code);
  const shown = find('[data-hide-after]');
  if (shown) wait(shown.dataset.hideAfter * 1000).then(() => shown.isConnected && moveTo(here));
  tellAll();
}

function moveTo(address) {
  return isFramed ? open(address) : location.replace(address);
}

async function poll(status, sinceMs) {
  const headers = secret ? { authorization: `Bearer ${secret}` } : {};
  while (status.isConnected) {
    const answer = await fetch(`${status.dataset.wait}/progress`, { headers, cache: 'no-store' })
      .then((response) => response.json())
      .catch(() => null);
    if (answer && !answer.isWorking) return moveTo(answer.next);
    const list = find('[data-progress]');
    if (answer && list.innerHTML !== answer.html) list.innerHTML = answer.html;
    if (Date.now() - sinceMs > LONG_WAIT_MS) status.textContent = status.dataset.long;
    await wait(POLL_MS);
  }
}

function watchCode(form) {
  const soon = form.querySelector('[data-soon]');
  const secondsToNotice = form.dataset.secondsLeft - SOON_SECONDS;
  if (secondsToNotice > 0) wait(secondsToNotice * 1000).then(() => (soon.textContent = soon.dataset.soon));
  // WebOTP: one tap where the phone offers the code; elsewhere a no-op.
  if (!('OTPCredential' in window)) return;
  const ended = new AbortController();
  form.addEventListener('submit', () => ended.abort());
  navigator.credentials.get({ otp: { transport: ['sms'] }, signal: ended.signal }).then(
    (message) => {
      form.elements.code.value = message.code;
      form.requestSubmit();
    },
    () => {},
  );
}

document.addEventListener('DOMContentLoaded', () => {
  const summary = find('[data-focus]');
  if (summary) summary.focus();
  try {
    secret = isFramed ? sessionStorage.getItem(KEY) : null;
  } catch {}
  if (secret) open(`${location.pathname}/next`);
  else enhance();
});
