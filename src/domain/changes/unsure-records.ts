// Records of one report that may be a part of an agreement of both: where merging cannot tell whether two records are one agreement, it
// shows two rows one time and one row another time. That is neither a new debt nor one that is gone, so it is said apart.
import { haveOtherNumbers, mayBeOne } from '../merging/link-records.ts';
import type { AccountRecord } from '../reports/credit-report.ts';
import { doublesOf } from '../reports/possible-doubles.ts';
import { type Named, namedOf } from './named-record.ts';
import type { KnownRecord, Side } from './side.ts';

/** `listed`: the report that has it. `mayBe`: the agreement, in both reports, that it may belong to. */
export type Unsure = Named & { listed: 'before' | 'now'; mayBe: string };

/** `alone`: the records that only one of the reports has. */
export function unsureOf(alone: readonly KnownRecord[], earlier: Side, later: Side): Unsure[] {
  const before = recordsOf(earlier);
  const now = recordsOf(later);
  const doubles = new Map([...doublesIn(earlier), ...doublesIn(later)]);
  return alone.flatMap((record) => {
    // What began since cannot have been there before.
    if ((record.startDate ?? '') > earlier.day) return [];
    const isNow = now.has(record.recordId);
    const [own, other] = isNow ? [now, before] : [before, now];
    // Its own report says that it may be an agreement of both.
    const double = doubles.get(record.recordId)?.find((recordId) => other.has(recordId));
    if (double !== undefined)
      return [{ ...namedOf(record), listed: isNow ? 'now' : 'before', mayBe: double }];
    for (const [recordId, like] of other) {
      const beside = own.get(recordId);
      if (beside === undefined || !mayStandTwice(record, beside)) continue;
      if (!mayBeOne(record, like) && !mayBeOne(record, beside)) continue;
      return [{ ...namedOf(record), listed: isNow ? 'now' : 'before', mayBe: recordId }];
    }
    return [];
  });
}

/** By the id of each record those that its report names as possibly the same. */
function doublesIn({ report }: Side): [string, string[]][] {
  const { records } = report.consumerData;
  const ids = records.map(({ recordId }) => recordId);
  return doublesOf(records).map((places, at) => [
    ids[at] as string,
    places.flatMap((place) => ids[place] ?? []),
  ]);
}

function recordsOf({ report }: Side): Map<string, KnownRecord> {
  return new Map(report.consumerData.records.map((record) => [record.recordId, record]));
}

/** One bureau may list an account twice, but not under two numbers. */
function mayStandTwice(a: AccountRecord, b: AccountRecord): boolean {
  const shareBureau = a.bureaus.some(({ id }) => b.bureaus.some((other) => other.id === id));
  return !shareBureau || !haveOtherNumbers(a, b);
}
