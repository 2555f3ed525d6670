// What is different between two reports about one consumer. Records are joined by their ids, so that a spelling is no change. Every
// comparison goes by the dates in the documents and by the days of the reports; what was not said in one of them is not compared. The
// definitions are in docs/changes.md.
import { type AddressChanges, addressChanges } from './address-changes.ts';
import { type CoverageChanges, coverageChanges } from './coverage-changes.ts';
import { type Gone, goneRecord, type NewRecord, newRecord } from './listed-changes.ts';
import { type PublicRecordChanges, publicRecordChanges } from './public-record-changes.ts';
import {
  type BalanceChange,
  balanceChange,
  type EndChange,
  endChange,
  type StandingChange,
  standingChange,
  type Uncompared,
  uncomparedOf,
} from './record-changes.ts';
import { type NewSearch, newSearches } from './search-changes.ts';
import type { KnownRecord, Side } from './side.ts';
import { type Unsure, unsureOf } from './unsure-records.ts';

export type Changes = {
  day: string;
  sinceDay: string;
  coverage: CoverageChanges;
  records: {
    new: NewRecord[];
    gone: Gone[];
    settled: EndChange[];
    transferred: EndChange[];
    reopened: EndChange[];
    better: StandingChange[];
    worse: StandingChange[];
    balances: BalanceChange[];
    /** In both reports, and in none of the lists above. */
    unchanged: number;
    notCompared: Uncompared[];
    /** In one report only, and perhaps a part of an agreement that is in both. */
    unsure: Unsure[];
  };
  searches: { new: NewSearch[] };
  addresses: AddressChanges;
  /** Absent where one of the reports was not asked for them. */
  publicRecords: PublicRecordChanges;
};

export function changesOf(earlier: Side, later: Side): Changes {
  const days = { since: earlier.day, now: later.day };
  const coverage = coverageChanges(earlier, later);
  const before = new Map(earlier.report.consumerData.records.map((record) => [record.recordId, record]));
  const added: KnownRecord[] = [];
  const records: Changes['records'] = {
    new: [],
    gone: [],
    settled: [],
    transferred: [],
    reopened: [],
    better: [],
    worse: [],
    balances: [],
    unchanged: 0,
    notCompared: [],
    unsure: [],
  };
  for (const now of later.report.consumerData.records) {
    const was = before.get(now.recordId);
    if (was === undefined) {
      added.push(now);
      continue;
    }
    before.delete(now.recordId);
    const end = endChange(was, now, days);
    const standing = standingChange(was, now, days, end !== null);
    const balance = balanceChange(was, now, days);
    if (end !== null) records[end.kind].push(end.change);
    if (standing !== null) records[standing.kind].push(standing.change);
    if (balance !== null) records.balances.push(balance);
    if (end === null && standing === null && balance === null) records.unchanged += 1;
    records.notCompared.push(...uncomparedOf(was, now));
  }
  const left = [...before.values()];
  records.unsure = unsureOf([...added, ...left], earlier, later);
  const isSure = ({ recordId }: KnownRecord) => !records.unsure.some((one) => one.recordId === recordId);
  records.new = added.filter(isSure).map((now) => newRecord(now, days, coverage));
  records.gone = left.filter(isSure).map((was) => goneRecord(was, days, coverage));
  return {
    day: later.day,
    sinceDay: earlier.day,
    coverage,
    records,
    searches: { new: newSearches(earlier, later) },
    addresses: addressChanges(earlier, later, coverage),
    publicRecords: publicRecordChanges(earlier, later),
  };
}
