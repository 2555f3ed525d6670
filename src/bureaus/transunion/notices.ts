// Notices for the operator, each at most once a day: a matter of the contract comes back with every search.
const DAY_MS = 24 * 60 * 60 * 1000;

export const NOTICES = {
  expired:
    'TransUnion rejects the credentials and speaks of an expired password: change it at TransUnion, then set TRANSUNION_PASSWORD.',
  tables:
    'TransUnion’s code tables cannot be loaded. Its codes are read by the list that is built in, and reports say so in their coverage.',
  linked:
    'TransUnion answered with a link report only, which was not asked for: have the contract checked for ordinary reports.',
} as const;

export type Notice = keyof typeof NOTICES;

export function createNotices(needs: {
  nowMs: () => number;
  onNotice: (notice: string) => void;
}): (notice: Notice) => void {
  const quietUntilMs = new Map<Notice, number>();
  return (notice) => {
    const nowMs = needs.nowMs();
    if (nowMs < (quietUntilMs.get(notice) ?? Number.NEGATIVE_INFINITY)) return;
    quietUntilMs.set(notice, nowMs + DAY_MS);
    needs.onNotice(NOTICES[notice]);
  };
}
