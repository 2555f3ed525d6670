// The consumer's pages, in the browser: puts the device session id into the form, continues when an answer is there, and warns when
// the code is about to expire. Every page works without it, but for the device check itself. Served unchanged.
(() => {
  // biome-ignore lint/suspicious/noRedundantUseStrict: this is not a module
  'use strict';

  const DEVICE_MS_MAX = 8000;
  const LONG_WAIT_MS = 20000;
  const SOON_SECONDS = 60;

  // Remove the no-script content before it is shown.
  document.documentElement.classList.add('scripted');

  // Registered before the device script runs: this script comes first on the page.
  const device = new Promise((resolve) => {
    window.service = window.service || {};
    window.service.deviceFingerprint = ({ sessionId }) => resolve(sessionId);
    // A blocker makes the load itself fail: do not wait for the timeout.
    const failed = ({ target }) => {
      if (target instanceof HTMLScriptElement && target.src.includes('/fingerprints/')) resolve('');
    };
    document.addEventListener('error', failed, true);
  });

  document.addEventListener('DOMContentLoaded', () => {
    const find = (selector) => document.querySelector(selector);
    const summary = find('[data-focus]');
    if (summary) summary.focus();
    const checked = find('form[data-device]');
    if (checked) sendWithDevice(checked);
    const waiting = find('[data-wait]');
    if (waiting) moveOn(waiting, Date.now());
    const code = find('form[data-code]');
    if (code) watchCode(code);
    const printed = find('[data-print]');
    if (printed) printed.addEventListener('click', () => window.print());
  });

  function sendWithDevice(form) {
    const { sessionId, script } = form.elements;
    const status = form.querySelector('[role=status]');
    script.value = 'ran';
    device.then((id) => {
      sessionId.value = id;
    });
    let isSent = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (isSent) return;
      isSent = true;
      if (!sessionId.value) status.textContent = 'Checking your device…';
      await Promise.race([device, wait(DEVICE_MS_MAX)]);
      form.submit();
    });
    // A page restored from the back/forward cache may be submitted again.
    window.addEventListener('pageshow', () => {
      isSent = false;
      status.textContent = '';
    });
  }

  async function moveOn(status, sinceMs) {
    for (;;) {
      const answer = await fetch('/demo/progress', { cache: 'no-store' })
        .then((response) => response.json())
        .catch(() => null);
      if (answer && !answer.isWorking) {
        // What was under way is done.
        const now = document.querySelector('.steps .now');
        if (now) now.className = 'done';
        return location.replace(answer.next);
      }
      if (Date.now() - sinceMs > LONG_WAIT_MS) status.textContent = status.dataset.long;
      if (!answer) await wait(1000);
    }
  }

  function watchCode(form) {
    const soon = form.querySelector('[data-soon]');
    const secondsToNotice = form.dataset.secondsLeft - SOON_SECONDS;
    if (secondsToNotice > 0) {
      setTimeout(() => {
        soon.textContent = soon.dataset.soon;
      }, secondsToNotice * 1000);
    }
    // WebOTP: one tap where the phone offers the code; elsewhere a no-op.
    if (!('OTPCredential' in window)) return;
    const ended = new AbortController();
    form.addEventListener('submit', () => ended.abort());
    navigator.credentials.get({ otp: { transport: ['sms'] }, signal: ended.signal }).then(
      (message) => {
        form.elements.code.value = message.code;
        form.submit();
      },
      () => {},
    );
  }

  function wait(ms) {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
})();
