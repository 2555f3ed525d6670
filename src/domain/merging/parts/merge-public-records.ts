// One judgment, or one insolvency, out of what several bureaus say of it. The gravest end wins: a court does not take back that it is
// satisfied or set aside, and bureaus hear of it months apart. What a bureau says otherwise stands beside its reference.
import { given } from '../../given.ts';
import type { FileInsolvency, FileJudgment } from '../../reports/bureau-file.ts';
import type { Money } from '../../reports/credit-report.ts';
import {
  INSOLVENCY_STATUSES,
  type Insolvency,
  type InsolvencyRef,
  JUDGMENT_KINDS,
  JUDGMENT_STATUSES,
  type Judgment,
  type JudgmentRef,
} from '../../reports/file-parts.ts';
import { compareText } from '../compare-text.ts';
import { linkPublicRecords, type Sourced } from './link-public-records.ts';
import { noticesOf } from './record-notices.ts';

export function mergeJudgments(sources: readonly Sourced<FileJudgment>[]): Judgment[] {
  return linkPublicRecords(sources, () => true)
    .map(toJudgment)
    .sort(compareDates);
}

export function mergeInsolvencies(sources: readonly Sourced<FileInsolvency>[]): Insolvency[] {
  return linkPublicRecords(sources, (one, other) => one.kind === other.kind)
    .map(toInsolvency)
    .sort(compareDates);
}

/** A county court is what bureaus write for any court; what one says otherwise is more exact. */
function toJudgment(group: readonly Sourced<FileJudgment>[]): Judgment {
  const status = last(
    JUDGMENT_STATUSES,
    group.map(({ record }) => record.status),
  );
  const shown = { status, amount: sumOf(group), date: commonest(group, 'date') };
  return given({
    kind: last(
      JUDGMENT_KINDS,
      group.map(({ record }) => record.kind),
    ),
    status,
    court: fullest(group, 'court'),
    caseNumber: fullest(group, 'caseNumber'),
    amount: shown.amount,
    date: shown.date,
    satisfiedDate: commonest(group, 'satisfiedDate'),
    notices: noticesOf(group),
    bureaus: refsOf(group, shown) as JudgmentRef[],
  });
}

function toInsolvency(group: readonly Sourced<FileInsolvency>[]): Insolvency {
  const [{ record }] = group as [Sourced<FileInsolvency>];
  const status = last(
    INSOLVENCY_STATUSES,
    group.map((one) => one.record.status),
  );
  const shown = { status, amount: sumOf(group), date: commonest(group, 'date') };
  return given({
    kind: record.kind,
    status,
    court: fullest(group, 'court'),
    caseNumber: fullest(group, 'caseNumber'),
    caseYear: group.find((one) => one.record.caseYear !== undefined)?.record.caseYear,
    tradingName: fullest(group, 'tradingName'),
    amount: shown.amount,
    date: shown.date,
    endDate: commonest(group, 'endDate'),
    restriction: group.find((one) => one.record.restriction !== undefined)?.record.restriction,
    notices: noticesOf(group),
    bureaus: refsOf(group, shown) as InsolvencyRef[],
  });
}

type PublicRecord = FileJudgment | FileInsolvency;

/** Each bureau once; of two records of one bureau the first, unless the other says what is shown. */
function refsOf(
  group: readonly Sourced<PublicRecord>[],
  shown: { status: string; amount: Money | undefined; date: string | undefined },
): object[] {
  const bureaus = [...Map.groupBy(group, ({ bureau }) => bureau)];
  return bureaus.map(([id, own]) => {
    const { record } =
      own.find((one) => one.record.status === shown.status) ?? (own[0] as (typeof own)[number]);
    return given({
      id,
      ref: record.ref,
      status: record.status === shown.status ? undefined : record.status,
      amount: isNews(record.amount, shown.amount) ? record.amount : undefined,
      date: record.date === shown.date ? undefined : record.date,
      birthdayDiffers: record.birthdayDiffers,
    });
  });
}

/** Rounding to pounds is none. */
function isNews(amount: Money | undefined, shown: Money | undefined): boolean {
  return amount !== undefined && shown !== undefined && Math.abs(amount.amount - shown.amount) > 100;
}

function last<Word extends string>(order: readonly Word[], said: readonly Word[]): Word {
  return order[Math.max(...said.map((word) => order.indexOf(word)))] as Word;
}

/** One with pence before one in whole pounds; then the greater. */
function sumOf(group: readonly Sourced<PublicRecord>[]): Money | undefined {
  const sums = group.flatMap(({ record }) => record.amount ?? []);
  return sums.toSorted(
    (a, b) => Number(b.amount % 100 !== 0) - Number(a.amount % 100 !== 0) || b.amount - a.amount,
  )[0];
}

/** What most say, else the earliest. */
function commonest<Field extends string>(
  group: readonly Sourced<{ [Name in Field]?: string }>[],
  field: Field,
): string | undefined {
  const said = group.flatMap(({ record }) => record[field] ?? []);
  return [...Map.groupBy(said, (day) => day)].sort(
    ([a, one], [b, other]) => other.length - one.length || compareText(a, b),
  )[0]?.[0];
}

function fullest<Field extends string>(
  group: readonly Sourced<{ [Name in Field]?: string }>[],
  field: Field,
): string | undefined {
  const said = group.flatMap(({ record }) => record[field] ?? []);
  return said.toSorted((a, b) => b.length - a.length || compareText(a, b))[0];
}

/** The newest first; without a day last. */
function compareDates(one: Judgment | Insolvency, other: Judgment | Insolvency): number {
  return (
    compareText(other.date ?? '', one.date ?? '') ||
    compareText(one.bureaus[0]?.ref ?? '', other.bureaus[0]?.ref ?? '')
  );
}
