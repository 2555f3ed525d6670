// Whether one name of an element looks like another one, changed: other capitals, a letter more, less or wrong, a part added.

export function isNear(one: string, other: string): boolean {
  const [left, right] = [plain(one), plain(other)];
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short.length >= 4 && long.includes(short)) return true;
  return editsBetween(short, long) <= (short.length > 5 ? 2 : 1) && short.length > 2;
}

const plain = (name: string): string => name.replace(/[@_-]/g, '').toLowerCase();

/** Letters added, dropped or changed on the way from one to the other. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, same] of [...other].entries()) {
      const change = (row[index] ?? 0) + (letter === same ? 0 : 1);
      next.push(Math.min(change, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
