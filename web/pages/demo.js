// The consumer's pages, in the browser: hands the device check's session id to the form, moves on when an answer is there, and
// says when the code is about to run out. Every page works without it, but for the device check itself. Served as it stands.
(() => {
  // biome-ignore lint/suspicious/noRedundantUseStrict: this is not a module
  'use strict';

  const DEVICE_MS_MAX = 8000;
  const LONG_WAIT_MS = 20000;
  const SOON_SECONDS = 60;

  // What is only for a browser without scripts goes, before it is shown.
  document.documentElement.classList.add('scripted');

  // Registered before the device script runs: this script is the first of the page.
  const device = new Promise((resolve) => {
    window.service = window.service || {};
    window.service.deviceFingerprint = ({ sessionId }) => resolve(sessionId);
    // A blocker stops the load itself: there is no use in waiting for it.
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
    // A page that comes back from the browser's own memory may be sent again.
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
      if (answer && !answer.isWorking) return location.replace(answer.next);
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
    // One tap where the phone offers the code; everywhere else nothing happens.
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
