// The test world: no bureau is asked, no message is sent, nothing is charged, and no socket is opened.
// Interface, "Test mode": the fixed code, the branch by challengeOptions, the scenario by the e-mail's prefix.
import type { CreditReportText } from '../domain/credit-report.ts';
import type { RecordIds } from './record-ids.ts';
import { type SyntheticRequest, syntheticReport } from './scenarios.ts';
import type { World } from './world.ts';

export const TEST_CODE = '123456';
const CACHED_MAX = 500;
const CACHED_MS = 60_000;

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
      creditReport: reportOf({ tenantId, consumer, bureaus }),
      bureaus: bureaus.map((id) => ({ id, status: 'ok' })),
    }),
  };
}

/**
 * Test traffic asks for the same few people again and again, and the same request on the same day has the same report. The cache is
 * cleared every minute on the minute, so no report outlives its day.
 */
function createReportCache({ nowMs, recordIds }: Needs): (request: TestRequest) => CreditReportText {
  const cached = new Map<string, CreditReportText>();
  let minute = 0;
  let today = '';
  return (request) => {
    const atMs = nowMs();
    const minuteNow = Math.floor(atMs / CACHED_MS);
    if (minuteNow !== minute || cached.size >= CACHED_MAX) {
      cached.clear();
      minute = minuteNow;
      today = new Date(atMs).toISOString().slice(0, 10);
    }
    const key = JSON.stringify(request);
    let report = cached.get(key);
    if (report === undefined) {
      const made = syntheticReport(request, today);
      // The same request has the same accounts every day, but for their dates: no earlier report is needed to know them again.
      const records = recordIds.mint(request, made.consumerData.records, true);
      report = { json: JSON.stringify({ ...made, consumerData: { records } }) };
      cached.set(key, report);
    }
    return report;
  };
}
