// Record ids as the service makes them, with a key of the test's own and the earlier reports that it says; for worlds that are not part of
// a composed service.
import { createHmac } from 'node:crypto';
import type { AccountRecord } from '../../src/domain/credit-report.ts';
import { createRecordIds, type RecordIds } from '../../src/world/record-ids.ts';

/** `earlier`: the records of the consumer's reports of before, newest first. */
export function recordIdsOf(
  earlier: () => AccountRecord[][] = () => [],
  onUnread = (): void => undefined,
): RecordIds {
  const mac = (...parts: string[]) => createHmac('sha256', 'test').update(JSON.stringify(parts)).digest();
  return createRecordIds({
    findEarlier: async () => earlier().map((records) => ({ readRecords: async () => records })),
    hashNames: (tenantId, { firstName, lastName, dateOfBirth }) => [
      mac(tenantId, firstName, lastName, dateOfBirth),
    ],
    mac,
    onUnread,
  });
}
