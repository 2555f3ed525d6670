// Restores the focus when the focused element is removed, for instance with its row: it moves to the page's heading. Observed for
// the whole page, because a component that refetches rows cannot tell when they are rendered.
export function keepFocus(): void {
  let last: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element;
  });
  document.addEventListener('focusout', ({ target }) => {
    // Only after the DOM change is complete can a removed element be told from a deliberate blur, which is left alone.
    queueMicrotask(() => {
      if (last === target && last?.isConnected) last = null;
    });
  });
  new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    // Without scrolling: what the person looks at stays where it is.
    document.querySelector('h1')?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
