// Keeps the outbox page up to date and copies codes. Without this script the page is read by reloading, and its buttons still work.
// Served unchanged.
(() => {
  // biome-ignore lint/suspicious/noRedundantUseStrict: this is not a module
  'use strict';

  const live = document.querySelector('[data-live]');
  let isLoading = false;
  let isStale = false;

  showCopyButtons();
  const changes = new EventSource('/dev/outbox/changes');
  changes.addEventListener('open', () => {
    live.textContent = 'Live';
    // Fetch what arrived while disconnected.
    refresh();
  });
  changes.addEventListener('error', () => {
    live.textContent = 'Not connected, trying again';
  });
  changes.addEventListener('changed', refresh);

  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('[data-copy]');
    if (!button) return;
    await navigator.clipboard.writeText(button.dataset.copy);
    live.textContent = `Copied ${button.dataset.copy}`;
  });

  // Only the server renders the list. The focused element keeps its focus.
  async function refresh() {
    if (isLoading) {
      isStale = true;
      return;
    }
    isLoading = true;
    try {
      const response = await fetch(location.pathname, { cache: 'no-store' });
      if (!response.ok) return;
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
      const focused = placeOf(document.activeElement);
      document.querySelector('[data-outbox]').replaceWith(fresh.querySelector('[data-outbox]'));
      showCopyButtons();
      if (focused) document.querySelector(focused)?.focus();
    } catch {
      // The stream reconnects when the service is back.
    } finally {
      isLoading = false;
      if (isStale) {
        isStale = false;
        refresh();
      }
    }
  }

  function placeOf(element) {
    if (!element?.closest('[data-outbox]')) return null;
    const message = element.closest('.message');
    const own = element.value
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
