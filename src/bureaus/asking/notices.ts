// Notices for the operator, in fixed words of ours: the same one at most once a day, however many searches would give it.
const DAY_MS = 24 * 60 * 60 * 1000;

export function createNotices(needs: {
  nowMs: () => number;
  onNotice: (notice: string) => void;
}): (notice: string) => void {
  const quietUntilMs = new Map<string, number>();
  return (notice) => {
    const nowMs = needs.nowMs();
    if (nowMs < (quietUntilMs.get(notice) ?? Number.NEGATIVE_INFINITY)) return;
    quietUntilMs.set(notice, nowMs + DAY_MS);
    needs.onNotice(notice);
  };
}
