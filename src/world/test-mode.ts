// The test world: no bureau is asked, no message is sent, nothing is charged, and no socket is opened.
// Interface, "Test mode": the fixed code, the branch by challengeOptions, the scenario by the e-mail's prefix. Our additions: what is on
// file and bad days by the mobile number (test-numbers.ts), and by `testOptions`.
import type { CreditReportText } from '../domain/reports/credit-report.ts';
import { hasAnswered } from '../domain/reports/report.ts';
import { inTurns } from '../turns/turns.ts';
import { toText } from './merged-report.ts';
import type { RecordIds } from './record-ids.ts';
import { type SyntheticRequest, syntheticSteps } from './scenarios.ts';
import { answerTo, createHolding, dayOf, NOT_A_MOBILE, receiptOf, refusalOf } from './test-days.ts';
import { HANG_MS, testDayOf, testEffectOf } from './test-numbers.ts';
import type { World } from './world.ts';

export const TEST_CODE = '123456';
const CACHED_MAX = 500;
const CACHED_MS = 60_000;
/** A report of a thousand records is a megabyte. */
const CACHED_CHARS_MAX = 20_000_000;

type Needs = {
  nowMs: () => number;
  recordIds: Pick<RecordIds, 'mint'>;
  /** Of a request that is to take its time. Tests do not wait. */
  pause: (ms: number) => Promise<void>;
};
type TestRequest = SyntheticRequest & { tenantId: string };

export function createTestWorld(needs: Needs): World {
  const reportOf = createReportCache(needs);
  const hold = createHolding(needs.pause);
  return {
    isFree: true,
    assess: async ({ wantedVerdict, consumer, testOptions, isRepeated }) => {
      const day = dayOf(consumer, testOptions);
      if (day.refusal !== undefined) throw refusalOf(day.refusal);
      if (day.delayMs !== undefined && !isRepeated) await hold(day.delayMs);
      const { isInProgress, isExpired } = day;
      return {
        // Gap: test mode without challengeOptions means `allow`.
        verdict: wantedVerdict ?? 'allow',
        device: day.isUnverified ? 'unverified' : 'verified',
        ...(isInProgress && { isInProgress }),
        ...(isExpired && { isExpired }),
      };
    },
    readPhone: ({ mobileNumber = '' }) =>
      testDayOf(mobileNumber).isUnreachable
        ? { kind: 'unusable', why: NOT_A_MOBILE }
        : { kind: 'ok', to: mobileNumber },
    newCode: () => TEST_CODE,
    sendCode: async ({ consumer, testOptions, isAgain }) => {
      const { sms } = dayOf(consumer, testOptions);
      if (sms === 'refused-first') return isAgain ? 'accepted' : 'refused';
      return sms === 'refused' || sms === 'unknown' ? sms : 'accepted';
    },
    receiptOf: ({ consumer, testOptions }) => receiptOf(dayOf(consumer, testOptions).sms),
    fetchCreditReport: async ({ tenantId, consumer, bureaus, testOptions, aheadMs = 0, isRepeated }) => {
      const { bureaus: outcomes = {}, bureauDelayMs = {} } = dayOf(consumer, testOptions);
      // They are asked at the same time: the slowest decides.
      const slowestMs = Math.max(0, ...bureaus.map((id) => bureauDelayMs[id] ?? 0));
      if (slowestMs > 0 && !isRepeated) await hold(slowestMs);
      const statuses = bureaus.map((id) => ({ id, status: outcomes[id] ?? ('ok' as const) }));
      const hasReport = statuses.some(hasAnswered);
      const asked = { tenantId, consumer, bureaus, outcomes };
      const answeredMs = performance.now();
      const searches = statuses.map((one) => ({ ...one, tookMs: bureauDelayMs[one.id] ?? 0, answeredMs }));
      return { creditReport: hasReport ? await reportOf(asked, aheadMs) : null, bureaus: statuses, searches };
    },
    rehearse: async (call, isRepeated) => {
      const answer = answerTo(call);
      if (answer === 'hang' && isRepeated) return;
      if (answer === 'hang') await hold(HANG_MS);
      else if (answer !== undefined) throw refusalOf(answer, call.kind);
    },
  };
}

/**
 * Test traffic asks for the same few people again and again, and the same request on the same day has the same report. The cache is
 * cleared every minute on the minute, so no report outlives its day; on a test clock the day is part of the key.
 */
function createReportCache({ nowMs, recordIds }: Omit<Needs, 'pause'>) {
  const cached = new Map<string, CreditReportText>();
  let minute = 0;
  let chars = 0;
  /** Free of charge and a hundred times the work of another report: one after the other, so that other callers do not notice. */
  let large: Promise<CreditReportText> = Promise.resolve({ json: '' });
  return async (request: TestRequest, aheadMs: number): Promise<CreditReportText> => {
    const atMs = nowMs();
    const minuteNow = Math.floor(atMs / CACHED_MS);
    if (minuteNow !== minute || cached.size >= CACHED_MAX || chars >= CACHED_CHARS_MAX) {
      cached.clear();
      chars = 0;
      minute = minuteNow;
    }
    const day = new Date(atMs + aheadMs).toISOString().slice(0, 10);
    const key = JSON.stringify([day, request]);
    const known = cached.get(key);
    if (known !== undefined) return known;
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
    // Meanwhile the minute may have changed.
    if (minute === minuteNow && !cached.has(key)) {
      cached.set(key, report);
      chars += report.json.length;
    }
    return report;
  };
}
