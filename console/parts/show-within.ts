// Scrolls a list just far enough to show one of its entries. Not by scrollIntoView: in Chromium 150 that also moves where Tab goes on from.

export function showWithin(list: Element, entry: Element): void {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  list.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}
