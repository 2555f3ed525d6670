// Test clocks: made, read, moved on and deleted by a tenant, for its test reports. Moving one tells at once of what is due by it.
import { randomUUIDv7 } from 'node:crypto';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  TEST_CLOCK_DAYS_MAX,
  TEST_CLOCK_LIFETIME_DAYS,
  TEST_CLOCKS_MAX,
} from '../../domain/reports/test-clock.ts';
import type { ReportStore } from '../../storage/reports/reports.ts';
import type { TestClock, TestClockStore } from '../../storage/reports/test-clocks.ts';
import type { TestReceiptStore } from '../../storage/reports/test-receipts.ts';

const ROWS_PER_BATCH = 200;
const DAY_MS = 86_400_000;

export type TestClocks = ReturnType<typeof createTestClocks>;

export function createTestClocks(needs: {
  clocks: TestClockStore;
  receipts: Pick<TestReceiptStore, 'tellDueReceipts'>;
  reports: Pick<ReportStore, 'purgeReports'>;
  nowMs: () => number;
}) {
  const { clocks } = needs;
  const read = async (tenantId: string, id: string): Promise<TestClock> => {
    const clock = isUuid(id) ? await clocks.findClock(tenantId, id) : null;
    if (clock === null) throw notFound();
    return clock;
  };

  return {
    async create(tenantId: string, at: Date | null): Promise<TestClock> {
      if (at !== null && Math.abs(at.getTime() - needs.nowMs()) > TEST_CLOCK_DAYS_MAX * DAY_MS)
        throw tooFar('/at');
      const clock = await clocks.insertClock(tenantId, { id: randomUUIDv7(), at });
      if (clock !== null) return clock;
      throw new Refusal(
        'conflict',
        `A tenant has ${TEST_CLOCKS_MAX} test clocks at most. Delete one that is no longer needed; each ends by itself after ${TEST_CLOCK_LIFETIME_DAYS} days.`,
      );
    },

    list: (tenantId: string) => clocks.listClocks(tenantId),

    read,

    async advance(tenantId: string, id: string, by: string): Promise<TestClock> {
      await read(tenantId, id);
      const moved = await clocks.advanceClock(tenantId, id, by);
      if (moved === null) throw tooFar('/by');
      await needs.receipts.tellDueReceipts(ROWS_PER_BATCH);
      await clocks.expireChallenges(ROWS_PER_BATCH);
      await needs.reports.purgeReports(ROWS_PER_BATCH);
      return moved;
    },

    async remove(tenantId: string, id: string): Promise<void> {
      const isGone = isUuid(id) && (await clocks.endClock(tenantId, id));
      if (!isGone) throw notFound();
    },
  };
}

function notFound(): Refusal {
  return new Refusal(
    'not-found',
    `There is no test clock with this id. Each ends ${TEST_CLOCK_LIFETIME_DAYS} days after it was made.`,
  );
}

function tooFar(path: string): Refusal {
  const message = 'must not take the clock further than two years from the real time';
  return new Refusal('validation-error', 'The request body is not acceptable: 1 problem. See details.', {
    details: [{ path, message }],
  });
}
