// Record ids as the service makes them, with a key of the test's own and the earlier reports that it says; for worlds that are not part of
// a composed service.
import { createHmac } from 'node:crypto';
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import type { AccountRecord } from '../../../src/domain/reports/credit-report.ts';
import { createRecordIds, type RecordIds } from '../../../src/world/record-ids.ts';

/** `earlier`: the records of the consumer's reports of before, newest first. */
export function recordIdsOf(
  earlier: () => AccountRecord[][] = () => [],
  onUnread = (): void => undefined,
): RecordIds {
  const hashPerson = (tenantId: string, { firstName, lastName, dateOfBirth }: Consumer) =>
    createHmac('sha256', 'test')
      .update(JSON.stringify([tenantId, firstName, lastName, dateOfBirth]))
      .digest();
  return createRecordIds({
    findEarlier: async () => earlier().map((records) => ({ readRecords: async () => records })),
    hashNames: (...whose) => [hashPerson(...whose)],
    secretOf: hashPerson,
    onUnread,
  });
}
