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

/** The items of each day, day after day. To sort days as numbers, and then the few items of a day, is much less work than to sort all. */
export function byDay<Item>(items: readonly Item[], dayOf: (item: Item) => number): Item[][] {
  const count = items.length;
  // The day and the place as one number: in the order of days, and it says whose it is.
  const keys = new Float64Array(count);
  for (let at = 0; at < count; at += 1) keys[at] = dayOf(items[at] as Item) * count + at;
  keys.sort();
  const days: Item[][] = [];
  for (let at = 0; at < count; ) {
    const day = Math.floor((keys[at] as number) / count);
    const sameDay: Item[] = [];
    for (; at < count && (keys[at] as number) < (day + 1) * count; at += 1) {
      sameDay.push(items[(keys[at] as number) - day * count] as Item);
    }
    days.push(sameDay);
  }
  return days;
}

/** Behind every real day. */
export const NO_DAY = 1e9;
