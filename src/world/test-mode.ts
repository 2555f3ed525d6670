// The test world: no bureau is asked, no message is sent, nothing is charged, and no socket is opened.
// Interface, "Test mode": the fixed code, the branch by challengeOptions, the scenario by the e-mail's prefix. Our addition: what is on
// file by the mobile number (test-numbers.ts).
import type { CreditReportText } from '../domain/credit-report.ts';
import { inTurns } from '../turns/turns.ts';
import { toText } from './merged-report.ts';
import type { RecordIds } from './record-ids.ts';
import { type SyntheticRequest, syntheticSteps } from './scenarios.ts';
import { testEffectOf } from './test-numbers.ts';
import type { World } from './world.ts';

export const TEST_CODE = '123456';
const CACHED_MAX = 500;
const CACHED_MS = 60_000;
/** A report of a thousand records is a megabyte. */
const CACHED_CHARS_MAX = 20_000_000;

type Needs = { nowMs: () => number; recordIds: Pick<RecordIds, 'mint'> };
type TestRequest = SyntheticRequest & { tenantId: string };

export function createTestWorld(needs: Needs): World {
  const reportOf = createReportCache(needs);
  return {
    isFree: true,
    // Gap: test mode without challengeOptions means `allow`.
    assess: async ({ wantedVerdict }) => ({ verdict: wantedVerdict ?? 'allow', device: 'verified' }),
    readPhone: ({ mobileNumber = '' }) => ({ kind: 'ok', to: mobileNumber }),
    newCode: () => TEST_CODE,
    sendCode: async () => 'accepted',
    fetchCreditReport: async ({ tenantId, consumer, bureaus }) => ({
      creditReport: await reportOf({ tenantId, consumer, bureaus }),
      bureaus: bureaus.map((id) => ({ id, status: 'ok' })),
    }),
  };
}

/**
 * Test traffic asks for the same few people again and again, and the same request on the same day has the same report. The cache is
 * cleared every minute on the minute, so no report outlives its day.
 */
function createReportCache({ nowMs, recordIds }: Needs): (request: TestRequest) => Promise<CreditReportText> {
  const cached = new Map<string, CreditReportText>();
  let minute = 0;
  let today = '';
  let chars = 0;
  /** Free of charge and a hundred times the work of another report: one after the other, so that other callers do not notice. */
  let large: Promise<CreditReportText> = Promise.resolve({ json: '' });
  return async (request) => {
    const atMs = nowMs();
    const minuteNow = Math.floor(atMs / CACHED_MS);
    if (minuteNow !== minute || cached.size >= CACHED_MAX || chars >= CACHED_CHARS_MAX) {
      cached.clear();
      chars = 0;
      minute = minuteNow;
      today = new Date(atMs).toISOString().slice(0, 10);
    }
    const key = JSON.stringify(request);
    const known = cached.get(key);
    if (known !== undefined) return known;
    const day = today;
    const make = async (): Promise<CreditReportText> => {
      const again = cached.get(key);
      if (again !== undefined) return again;
      const made = await inTurns(syntheticSteps(request, day));
      // The same request has the same accounts every day, but for their dates: no earlier report is needed to know them again.
      const records = recordIds.mint(request, made.consumerData.records, true);
      return toText({ ...made, consumerData: { ...made.consumerData, records } });
    };
    const isLarge = testEffectOf(request.consumer.mobileNumber) === 'many-records';
    if (isLarge) large = large.then(make, make);
    const report = await (isLarge ? large : make());
    // Meanwhile the day may have changed.
    if (minute === minuteNow && !cached.has(key)) {
      cached.set(key, report);
      chars += report.json.length;
    }
    return report;
  };
}
