// Judgments, insolvencies and notices that are new, satisfied or ended, or gone since the earlier report. A record has no id: it is the same where the
// bureau's case number is, or the kind, the day and the sum. Absent where one of the two reports was not asked for them.
import type { CreditReport, Money } from '../reports/credit-report.ts';
import type { Insolvency, Judgment } from '../reports/file-parts.ts';
import { type NoticeChanges, noticeChanges } from './notice-changes.ts';
import type { Side } from './side.ts';
import { type Days, type When, whenOf } from './when.ts';

type Named<Kind extends Judgment | Insolvency> = {
  kind: Kind['kind'];
  status: Kind['status'];
  court?: string;
  caseNumber?: string;
  amount?: Money;
  date?: string;
};
type Listed<Kind extends Judgment | Insolvency> = {
  new: (Named<Kind> & { when: When })[];
  /** Satisfied, set aside, ended or annulled, and not so before. */
  ended: (Named<Kind> & { statusBefore: Kind['status']; when: When })[];
  gone: Named<Kind>[];
};
export type PublicRecordChanges = {
  judgments?: Listed<Judgment>;
  insolvencies?: Listed<Insolvency>;
  notices?: NoticeChanges;
};

export function publicRecordChanges(earlier: Side, later: Side): PublicRecordChanges {
  const days = { since: earlier.day, now: later.day };
  const notices = noticeChanges(earlier, later);
  const [before, now]: [Parts, Parts] = [earlier.report, later.report];
  return {
    ...(before.judgments && now.judgments && { judgments: listed(before.judgments, now.judgments, days) }),
    ...(before.insolvencies &&
      now.insolvencies && { insolvencies: listed(before.insolvencies, now.insolvencies, days) }),
    ...(notices && { notices }),
  };
}

type Parts = Pick<CreditReport, 'judgments' | 'insolvencies'>;

const RUNNING: readonly string[] = ['open', 'in-force', 'petition'];

function listed<Kind extends Judgment | Insolvency>(
  before: readonly Kind[],
  now: readonly Kind[],
  days: Days,
): Listed<Kind> {
  const left = [...before];
  const changes: Listed<Kind> = { new: [], ended: [], gone: [] };
  for (const one of now) {
    const at = left.findIndex((other) => isSame(one, other));
    const [was] = at === -1 ? [] : left.splice(at, 1);
    if (was === undefined) changes.new.push({ ...namedOf(one), when: whenOf(one.date, days) });
    else if (RUNNING.includes(was.status) && !RUNNING.includes(one.status)) {
      const when = whenOf(endOf(one), days);
      changes.ended.push({ ...namedOf(one), statusBefore: was.status, when });
    }
  }
  changes.gone = left.map(namedOf);
  return changes;
}

function endOf(record: Judgment | Insolvency): string | undefined {
  return 'satisfiedDate' in record ? record.satisfiedDate : 'endDate' in record ? record.endDate : undefined;
}

function isSame(one: Judgment | Insolvency, other: Judgment | Insolvency): boolean {
  const [number, before] = [one, other].map(({ caseNumber }) =>
    caseNumber?.replace(/[^A-Za-z0-9]/g, '').toUpperCase(),
  );
  if (number && before) return number.replace(/^0+/, '') === before.replace(/^0+/, '');
  return one.kind === other.kind && one.date === other.date && one.amount?.amount === other.amount?.amount;
}

function namedOf<Kind extends Judgment | Insolvency>(record: Kind): Named<Kind> {
  const { kind, status, court, caseNumber, amount, date } = record;
  return {
    kind,
    status,
    ...(court !== undefined && { court }),
    ...(caseNumber !== undefined && { caseNumber }),
    ...(amount !== undefined && { amount }),
    ...(date !== undefined && { date }),
  };
}
