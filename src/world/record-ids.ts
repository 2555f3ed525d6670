// The ids of a report's records: the same for one agreement in every report of a tenant about its consumer. A record that the consumer's
// earlier reports have too inherits its id; another gets one made of what it says, by the service's key. So two reports at once agree
// where bureaus say the same, tenants have different ids, and an id gives nothing away.
import type { KnownRecord } from '../domain/changes/side.ts';
import type { Consumer } from '../domain/consumer.ts';
import type { AccountRecord } from '../domain/credit-report.ts';
import { linkSteps, traitsOf } from '../domain/merging/link-records.ts';
import type { EarlierReport, FindEarlier } from '../storage/reports/earlier-reports.ts';
import { inTurns } from '../turns/turns.ts';
import { uuidOf } from './address-id.ts';

export type Whose = { tenantId: string; consumer: Consumer };

export type RecordIds = {
  /** Begins to read the consumer's earlier reports; what it returns gives each record its id. Neither ever fails. */
  begin(whose: Whose): (records: readonly AccountRecord[]) => Promise<KnownRecord[]>;
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
  /** The keys of a consumer, the one by the name of today first. */
  hashNames: (tenantId: string, consumer: Consumer) => Buffer[];
  mac: (...parts: string[]) => Buffer;
  /** An earlier report could not be read: its ids are not inherited. */
  onUnread: (error: unknown) => void;
}): RecordIds {
  const mint: RecordIds['mint'] = ({ tenantId, consumer }, records, isUndated = false) => {
    const [hash] = needs.hashNames(tenantId, consumer);
    return withIds(records, (record, copy) => {
      const { lender, family, digits, startDate } = traitsOf(record);
      const traits = [lender, family, digits, isUndated ? '' : startDate, String(copy)];
      return uuidOf(needs.mac(tenantId, hash?.toString('hex') ?? '', ...traits).toString('hex'));
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
    begin(whose) {
      const finding = needs
        .findEarlier(whose.tenantId, needs.hashNames(whose.tenantId, whose.consumer))
        .catch((error: unknown) => {
          needs.onUnread(error);
          return [];
        });
      return async (records) => {
        const inherited = await inheritFromAll(whose, records, await finding).catch((error: unknown) => {
          needs.onUnread(error);
          return records;
        });
        return mint(whose, inherited);
      };
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
