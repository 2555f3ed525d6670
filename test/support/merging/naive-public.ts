// The figures of public records, worked out a second time in the plainest way: by words of docs/attributes.md, without the code of the domain.
import type { PUBLIC_RECORD_NAMES } from '../../../src/domain/attributes/public-records.ts';
import type { CreditReport } from '../../../src/domain/reports/credit-report.ts';

type Names = (typeof PUBLIC_RECORD_NAMES)[number];

/** Null where it is not known. */
export function naivePublicRecords(report: CreditReport, asOf: string): Record<Names, number | null> {
  let [total, open, satisfied, pence, in12, in36, in72] = [0, 0, 0, 0, 0, 0, 0];
  const year = Number(asOf.slice(0, 4));
  /** The same day some years before, or the last day of February. */
  const before = (years: number) => {
    const text = `${year - years}${asOf.slice(4)}`;
    return text.endsWith('-02-29') && (year - years) % 4 !== 0 ? `${year - years}-02-28` : text;
  };
  for (const { status, date, satisfiedDate, amount } of report.judgments ?? []) {
    if (status === 'set-aside' || (date ?? '') > asOf) continue;
    total += 1;
    if (status === 'open' || (satisfiedDate ?? '') > asOf) {
      open += 1;
      if (amount?.currency === 'GBP') pence += amount.amount;
    } else satisfied += 1;
    if (date !== undefined && date > before(1)) in12 += 1;
    if (date !== undefined && date > before(3)) in36 += 1;
    if (date !== undefined && date > before(6)) in72 += 1;
  }
  let [inForce, ended] = [0, 0];
  for (const { status, date, endDate } of report.insolvencies ?? []) {
    if (status === 'annulled' || status === 'petition' || (date ?? '') > asOf) continue;
    if (status === 'in-force' || (endDate ?? '') > asOf) inForce += 1;
    else ended += 1;
  }
  const judged = (count: number) => (report.judgments === undefined ? null : count);
  const insolvent = (count: number) => (report.insolvencies === undefined ? null : count);
  return {
    judgmentsTotal: judged(total),
    judgmentsOpen: judged(open),
    judgmentsSatisfied: judged(satisfied),
    judgmentsOpenAmount: judged(pence),
    judgments12Months: judged(in12),
    judgments36Months: judged(in36),
    judgments72Months: judged(in72),
    insolvenciesInForce: insolvent(inForce),
    insolvenciesEnded: insolvent(ended),
    electoralRollMonths: naiveRoll(report, asOf),
    associationsTotal:
      report.associations?.filter(({ since }) => since === undefined || since <= asOf).length ?? null,
  };
}

function naiveRoll({ residencies }: CreditReport, asOf: string): number | null {
  const roll = residencies.find(({ isCurrent }) => isCurrent)?.electoralRoll;
  if (roll === undefined) return null;
  const whole = (period: string) => (period.length === 4 ? `${period}-12-01` : `${period}-01`);
  let months = 0;
  for (const { from, to } of roll) {
    if (from === undefined) continue;
    const day = from.length === 10 ? from : whole(from);
    const left = to === undefined ? '9999' : to.length === 10 ? to : whole(to);
    if (day > asOf || left <= asOf) continue;
    // Count month by month.
    let count = 0;
    const [y, m, d] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), day.slice(8)];
    const reaches = (n: number) => {
      const at = y * 12 + (m - 1) + n;
      return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-${d}` <= asOf;
    };
    while (reaches(count + 1)) count += 1;
    months = Math.max(months, count);
  }
  return months;
}
