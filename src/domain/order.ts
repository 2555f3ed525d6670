// Orders that come out the same on any machine, and quick ways to them. Most lists here are either very short, the sources of a row,
// or very long, the accounts of the largest file.

/** By code units, in no language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Up to so many are sooner put in their places one by one. */
const FEW_MAX = 8;

/** A sorted copy, or the list itself where there is nothing to sort. */
export function sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): readonly Item[] {
  if (items.length < 2) return items;
  const copy = items.slice();
  if (copy.length > FEW_MAX) return copy.sort(compare);
  for (let at = 1; at < copy.length; at += 1) {
    const item = copy[at] as Item;
    let place = at;
    for (; place > 0 && compare(copy[place - 1] as Item, item) > 0; place -= 1) {
      copy[place] = copy[place - 1] as Item;
    }
    copy[place] = item;
  }
  return copy;
}

/** Sorted by the day, and by `compare` within a day. Numbers sort much faster than objects; few objects share a day. */
export function sortedByDay<Item>(
  items: readonly Item[],
  dayOf: (item: Item) => number,
  compare: (a: Item, b: Item) => number,
): Item[] {
  const count = items.length;
  // The day and the place as one number: in the order of days, and it says whose it is.
  const keys = new Float64Array(count);
  for (let at = 0; at < count; at += 1) keys[at] = dayOf(items[at] as Item) * count + at;
  keys.sort();
  const inOrder: Item[] = [];
  for (let start = 0, end = 0; start < count; start = end) {
    const day = Math.floor((keys[start] as number) / count);
    const sameDay: Item[] = [];
    for (; end < count && (keys[end] as number) < (day + 1) * count; end += 1) {
      sameDay.push(items[(keys[end] as number) - day * count] as Item);
    }
    for (const item of sorted(sameDay, compare)) inOrder.push(item);
  }
  return inOrder;
}

/** Behind every real day. */
export const NO_DAY = 1e9;
