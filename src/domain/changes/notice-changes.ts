// Notices of correction and dispute that are new or gone since the earlier report, about the file or about any record of it. A notice is the
// same where the bureau's reference is; without one, where all that it says is. Absent where one of the two reports was not asked for them.
import type { CreditReport } from '../reports/credit-report.ts';
import type { Notice } from '../reports/file-parts.ts';
import type { Side } from './side.ts';

/** Without its text: that stands in the report. */
type NamedNotice = Omit<Notice, 'text'>;
export type NoticeChanges = { new: NamedNotice[]; gone: NamedNotice[] };

export function noticeChanges(earlier: Side, later: Side): NoticeChanges | undefined {
  if (earlier.report.notices === undefined || later.report.notices === undefined) return undefined;
  const [before, now] = [noticesOf(earlier.report), noticesOf(later.report)];
  return {
    new: [...now].filter(([key]) => !before.has(key)).map(([, notice]) => named(notice)),
    gone: [...before].filter(([key]) => !now.has(key)).map(([, notice]) => named(notice)),
  };
}

type Noticed = Pick<
  CreditReport,
  'notices' | 'judgments' | 'insolvencies' | 'associations' | 'aliases' | 'consumerData'
>;

/** By what makes them the same: one may hang on several records. */
function noticesOf(report: Noticed): Map<string, Notice> {
  const { judgments = [], insolvencies = [], associations = [], aliases = [], consumerData } = report;
  const records = [...consumerData.records, ...judgments, ...insolvencies, ...associations, ...aliases];
  const all = [...(report.notices ?? []), ...records.flatMap(({ notices = [] }) => notices)];
  return new Map(all.map((notice) => [keyOf(notice), notice]));
}

function keyOf({ id, type, ref, date, text }: Notice): string {
  return JSON.stringify(ref === undefined ? [id, type, date, text] : [id, ref]);
}

function named({ text: _, ...notice }: Notice): NamedNotice {
  return notice;
}
