// The ids of a report's records: the same for one agreement in every report of a tenant about its consumer. A record that the consumer's
// earlier reports have too inherits its id; another gets one made of what it says, by the service's key. So two reports at once agree
// where bureaus say the same, tenants have different ids, and an id gives nothing away.
import { hash } from 'node:crypto';
import type { KnownRecord } from '../domain/changes/side.ts';
import { linkSteps, traitsOf } from '../domain/merging/link-records.ts';
import type { Consumer } from '../domain/reports/consumer.ts';
import type { AccountRecord } from '../domain/reports/credit-report.ts';
import type { NewestReport } from '../storage/reports/charged-steps.ts';
import type { EarlierReport, FindEarlier } from '../storage/reports/earlier-reports.ts';
import { inTurns } from '../turns/turns.ts';
import { uuidOf } from './address-id.ts';

export type Whose = { tenantId: string; consumer: Consumer };

/** No hash where two records say the same: their ids alone do not tell which is which. */
export type Identified = { records: KnownRecord[]; hash: Buffer | null };

export type RecordIds = {
  /**
   * Those of a new report, and their hash. Where that of the newest report is the same, or there is no such report, none has to be
   * read. It never fails.
   */
  identify(whose: Whose, records: readonly AccountRecord[], newest?: NewestReport): Promise<Identified>;
  /** Those of a report that has none from one that has; the others are made. */
  inherit(
    whose: Whose,
    records: readonly AccountRecord[],
    earlier: readonly AccountRecord[],
  ): Promise<KnownRecord[]>;
  /** Made of the records alone. `isUndated`: starts do not count, for test mode, where they move with the day. */
  mint(whose: Whose, records: readonly AccountRecord[], isUndated?: boolean): KnownRecord[];
};

export function createRecordIds(needs: {
  findEarlier: FindEarlier;
  /** The keys of a consumer, by each of their names. */
  hashNames: (tenantId: string, consumer: Consumer) => Buffer[];
  /** A consumer's own, in a tenant: with it a plain hash is enough for each record. */
  secretOf: (tenantId: string, consumer: Consumer) => Buffer;
  /** An earlier report could not be read: its ids are not inherited. */
  onUnread: (error: unknown) => void;
}): RecordIds {
  const mint: RecordIds['mint'] = ({ tenantId, consumer }, records, isUndated = false) => {
    const secret = needs.secretOf(tenantId, consumer).toString('hex');
    return withIds(records, (record, copy) => {
      const { lender, family, digits, startDate } = traitsOf(record);
      const traits = JSON.stringify([lender, family, digits, isUndated ? '' : startDate, copy]);
      return uuidOf(hash('sha256', secret + traits, 'hex'));
    });
  };

  const inheritFromAll = async (
    whose: Whose,
    records: readonly AccountRecord[],
    reports: readonly EarlierReport[],
  ): Promise<AccountRecord[]> => {
    let identified = [...records];
    for (const report of reports) {
      if (identified.every(({ recordId }) => recordId !== undefined)) break;
      const read = await report.readRecords();
      // A document from before records had ids: those that it would have had.
      const earlier = read?.some(({ recordId }) => recordId === undefined) ? mint(whose, read) : (read ?? []);
      identified = await inTurns(inheritSteps(identified, earlier));
    }
    return identified;
  };

  return {
    mint,
    async inherit(whose, records, earlier) {
      return mint(whose, await inTurns(inheritSteps(records, earlier)));
    },
    async identify(whose, records, newest) {
      const made = withHash(mint(whose, records));
      // It was looked up by the name of today alone.
      const isKnown = newest !== undefined && !whose.consumer.previousNames?.length;
      if (isKnown && (newest === null || made.hash?.equals(newest))) return made;
      try {
        const reports = await needs.findEarlier(
          whose.tenantId,
          needs.hashNames(whose.tenantId, whose.consumer),
        );
        return withHash(mint(whose, await inheritFromAll(whose, records, reports)));
      } catch (error) {
        needs.onUnread(error);
        return made;
      }
    },
  };
}

/** Records that have an id keep it; no two of a report have the same. */
function* inheritSteps(
  records: readonly AccountRecord[],
  earlier: readonly AccountRecord[],
): Generator<void, AccountRecord[]> {
  const taken = new Set(records.map(({ recordId }) => recordId));
  const without = records.flatMap((record, at) => (record.recordId === undefined ? [{ record, at }] : []));
  const free = earlier.filter(({ recordId }) => !taken.has(recordId));
  const links = yield* linkSteps(
    without.map(({ record }) => record),
    free,
  );
  const identified = [...records];
  for (const [index, { record, at }] of without.entries()) {
    const recordId = free[links[index] ?? -1]?.recordId;
    if (recordId !== undefined) identified[at] = { recordId, ...record };
  }
  return identified;
}

function withHash(records: KnownRecord[]): Identified {
  const said = new Set(records.map((record) => JSON.stringify(traitsOf(record))));
  if (said.size < records.length) return { records, hash: null };
  const ids = records.map(({ recordId }) => recordId).toSorted();
  return { records, hash: hash('sha256', ids.join(), 'buffer') };
}

/** `copy` counts records that say the same: they are two agreements, so an id is never given twice. */
function withIds(
  records: readonly AccountRecord[],
  idOf: (record: AccountRecord, copy: number) => string,
): KnownRecord[] {
  const taken = new Set(records.flatMap(({ recordId }) => recordId ?? []));
  const copies = new Map<string, number>();
  return records.map((record) => {
    if (record.recordId !== undefined) return { ...record, recordId: record.recordId };
    const first = idOf(record, 0);
    let copy = copies.get(first) ?? 0;
    let recordId = copy === 0 ? first : idOf(record, copy);
    for (; taken.has(recordId); recordId = idOf(record, copy)) copy += 1;
    copies.set(first, copy + 1);
    taken.add(recordId);
    return { recordId, ...record };
  });
}
