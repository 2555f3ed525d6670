// What was pressed may go with its row: whoever uses the keyboard goes on from the page's heading, not from nowhere. Watched for
// the whole page, because nobody who asks the service for fresh rows can tell when they are shown.
export function keepFocus(): void {
  let last: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element;
  });
  document.addEventListener('focusout', ({ target }) => {
    // Told apart from what left the page only once the change is whole: whoever put the focus nowhere wants it there.
    queueMicrotask(() => {
      if (last === target && last?.isConnected) last = null;
    });
  });
  new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    document.querySelector('h1')?.focus();
  }).observe(document.body, { childList: true, subtree: true });
}
