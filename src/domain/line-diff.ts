// The difference of two texts by lines: what both have, what only the first has, what only the second has. For answers beside each other.

type DiffLine = { kind: 'same' | 'old' | 'new'; text: string };

/** Longer ones would take long: the middle that differs is shown as all old, then all new. */
const LINES_MAX = 1_500;

export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end))
    end += 1;
  const same = (lines: string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
  return [
    ...same(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(old.slice(old.length - end)),
  ];
}

/** By the longest lines in common. */
function middle(old: string[], now: string[]): DiffLine[] {
  const gone = (text: string): DiffLine => ({ kind: 'old', text });
  const come = (text: string): DiffLine => ({ kind: 'new', text });
  if (old.length > LINES_MAX || now.length > LINES_MAX) return [...old.map(gone), ...now.map(come)];
  const width = now.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        old[i] === now[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    const [was, is] = [old[i] ?? '', now[j] ?? ''];
    if (was === is) {
      lines.push({ kind: 'same', text: was });
      [i, j] = [i + 1, j + 1];
    } else if ((common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0)) {
      lines.push(gone(was));
      i += 1;
    } else {
      lines.push(come(is));
      j += 1;
    }
  }
  return [...lines, ...old.slice(i).map(gone), ...now.slice(j).map(come)];
}
