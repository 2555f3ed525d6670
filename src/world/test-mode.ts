// The test world: no bureau is asked, no message is sent, nothing is charged, and no socket is opened.
// Interface, "Test mode": the fixed code, the branch by challengeOptions, the scenario by the e-mail's prefix.
import type { CreditReportText } from '../domain/credit-report.ts';
import { type SyntheticRequest, syntheticReport } from './scenarios.ts';
import type { World } from './world.ts';

export const TEST_CODE = '123456';
const CACHED_MAX = 500;
const CACHED_MS = 60_000;

export function createTestWorld(needs: { nowMs: () => number }): World {
  const reportOf = createReportCache(needs.nowMs);
  return {
    isFree: true,
    // Gap: test mode without challengeOptions means `allow`.
    assess: async ({ wantedVerdict }) => ({ verdict: wantedVerdict ?? 'allow', device: 'verified' }),
    readPhone: ({ mobileNumber = '' }) => ({ kind: 'ok', to: mobileNumber }),
    newCode: () => TEST_CODE,
    sendCode: async () => 'accepted',
    fetchCreditReport: async ({ consumer, bureaus }) => ({
      creditReport: reportOf({ consumer, bureaus }),
      bureaus: bureaus.map((id) => ({ id, status: 'ok' })),
    }),
  };
}

/**
 * Test traffic asks for the same few people again and again, and the same request on the same day has the same report. The cache is
 * cleared every minute on the minute, so no report outlives its day.
 */
function createReportCache(nowMs: () => number): (request: SyntheticRequest) => CreditReportText {
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
      report = { json: JSON.stringify(syntheticReport(request, today)) };
      cached.set(key, report);
    }
    return report;
  };
}
