// Keeps the outbox page up to date and copies codes. Without this script the page is read by reloading, and its buttons still work.
// Served unchanged.
(() => {
  // biome-ignore lint/suspicious/noRedundantUseStrict: this is not a module
  'use strict';

  const live = document.querySelector('[data-live]');
  const shown = () => document.querySelector('[data-outbox]').dataset.revision;
  let isLoading = false;
  let isStale = false;
  let newest;

  showCopyButtons();
  const changes = new EventSource('/dev/outbox/changes');
  changes.addEventListener('open', () => {
    live.textContent = 'Updating';
  });
  changes.addEventListener('error', () => {
    live.textContent = 'Not connected, trying again';
  });
  // Also said when the stream opens: what arrived while disconnected is fetched, and what is shown is not.
  changes.addEventListener('changed', ({ data }) => {
    newest = data;
    if (newest !== shown()) refresh();
  });

  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('[data-copy]');
    if (!button) return;
    await navigator.clipboard.writeText(button.dataset.copy);
    live.textContent = `Copied ${button.dataset.copy}`;
  });

  // Only the server renders the list. The focused element keeps its focus, and what was open stays open.
  async function refresh() {
    if (isLoading) {
      isStale = true;
      return;
    }
    isLoading = true;
    try {
      const response = await fetch(location.pathname + location.search, { cache: 'no-store' });
      if (!response.ok) return;
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
      const focused = placeOf(document.activeElement);
      const typed = document.querySelector('#number')?.value;
      const open = [...document.querySelectorAll('details[open]')]
        .filter((one) => !one.matches('.message:first-child > *') || one.contains(document.activeElement))
        .map((one) => one.closest('.message').id);
      document.querySelector('[data-outbox]').replaceWith(fresh.querySelector('[data-outbox]'));
      showCopyButtons();
      for (const id of open) document.getElementById(id)?.querySelector('details')?.setAttribute('open', '');
      if (typed !== undefined) document.querySelector('#number').value = typed;
      if (focused) document.querySelector(focused)?.focus();
    } catch {
      // The stream reconnects when the service is back.
    } finally {
      isLoading = false;
      // What was said meanwhile may be what was fetched.
      const isBehind = isStale && newest !== shown();
      isStale = false;
      if (isBehind) refresh();
    }
  }

  function placeOf(element) {
    if (!element?.closest('[data-outbox]')) return null;
    const message = element.closest('.message');
    if (element.id) return `#${CSS.escape(element.id)}`;
    const own = element.matches('summary')
      ? 'summary'
      : element.value
        ? `button[value="${CSS.escape(element.value)}"]`
        : element.dataset.copy
          ? '[data-copy]'
          : element.classList.contains('switch')
            ? '.switch'
            : null;
    return own && (message ? `#${CSS.escape(message.id)} ${own}` : own);
  }

  // The clipboard needs a secure context: https, or this machine.
  function showCopyButtons() {
    for (const button of document.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard;
  }
})();
