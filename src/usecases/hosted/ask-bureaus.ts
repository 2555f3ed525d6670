// What of a visit costs: one generate, the code, a new code. Each goes through the same use case as the API, under an id that belongs to
// the session and the step, so that two tabs, Back and a refresh make one report and one charge between them.
import { randomUUIDv7 } from 'node:crypto';
import { type HostedDetails, SINGLE_FIELDS } from '../../domain/hosted/consumer-session.ts';
import { settleDetails } from '../../domain/hosted/prefill.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hasFreshCode } from '../../domain/reports/report.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { followReports } from '../../storage/hosted/follow.ts';
import { listEarlierReports } from '../../storage/hosted/sessions.ts';
import { claimGenerate, releaseGenerate } from '../../storage/hosted/steps.ts';
import type { Report, ReportStore } from '../../storage/reports/reports.ts';
import type { GenerateReport } from '../reports/generate-report.ts';
import type { ResendSms } from '../reports/resend-sms.ts';
import type { SubmitOtp } from '../reports/submit-otp.ts';
import type { LinkSecrets } from './link-secrets.ts';
import type { ConsumerVisits, Found, Moved, Visitor, Whose } from './visit.ts';
import type { OnMove, Visits } from './visits.ts';

/** A step of a visit that was refused or broke: its page says little of it, so that the tenant learns it elsewhere. */
export type OnRefused = (
  step: {
    session: Found['session'];
    page: 'check' | 'code' | 'not-received';
    reportId: string | null;
    ms: number;
  },
  error: unknown,
) => void;

export function createAskBureaus(needs: {
  database: Database;
  visits: Visits;
  secrets: LinkSecrets;
  generateReport: GenerateReport;
  submitOtp: SubmitOtp;
  resendSms: ResendSms;
  reports: Pick<ReportStore, 'findReport'>;
  onMove: OnMove;
  onRefused: OnRefused;
}): Pick<ConsumerVisits, 'submit' | 'enterCode' | 'resend'> {
  const { database, visits, secrets } = needs;

  /** Does the work; a refusal is shown to the consumer, with the session as it then is. */
  const answered = async (
    { which, session }: Found,
    { page, reportId }: Pick<Parameters<OnRefused>[0], 'page' | 'reportId'>,
    work: () => Promise<unknown>,
    onRefused: () => Promise<unknown> = async () => {},
  ): Promise<Moved | null> => {
    const follow = async () => (await followReports(database, which, 1)).forEach(needs.onMove);
    const sinceMs = performance.now();
    try {
      await work();
    } catch (error) {
      needs.onRefused({ session, page, reportId, ms: performance.now() - sinceMs }, error);
      if (!(error instanceof Refusal)) {
        // What it came to, another process will find out if this one cannot.
        await follow().catch(() => {});
        throw error;
      }
      await onRefused();
      const moved = await visits.moved(which, false);
      return moved === null ? null : { kind: 'refused', refusal: error, view: moved.view };
    }
    return visits.moved(which, true);
  };

  const withChallenge = async (
    whose: Whose,
    page: 'code' | 'not-received',
    work: (found: Found, report: Report & { challengeId: string }) => Promise<unknown>,
  ): Promise<Moved | null> => {
    const found = await visits.find(whose);
    if (found === null) return null;
    const { tenantId, state, reportId } = found.session;
    const report =
      state === 'code' && reportId !== null ? await needs.reports.findReport(tenantId, reportId) : null;
    if (report === null || report.challengeId === null)
      return { kind: 'not-now', view: await visits.viewOf(found) };
    const { challengeId } = report;
    return answered(found, { page, reportId }, () => work(found, { ...report, challengeId }));
  };

  /** After the bureaus failed, the same person with the same number needs no second code, for a short while. */
  const hasPassedCode = async (session: Found['session'], reportId: string, details: HostedDetails) => {
    if (session.state !== 'failed') return false;
    const { tenantId, id: sessionId } = session;
    for (const id of await listEarlierReports(database, { tenantId, sessionId, reportId })) {
      const report = await needs.reports.findReport(tenantId, id);
      const consumer = report?.details?.consumer;
      if (
        report !== null &&
        hasFreshCode(report) &&
        SINGLE_FIELDS.every((name) => consumer?.[name] === details[name])
      )
        return true;
    }
    return false;
  };

  return {
    async submit(whose, { details: typed, deviceSessionId, after = null }, visitor) {
      const found = await visits.find(whose);
      if (found === null) return null;
      const { which, session } = found;
      const { details, changed } = settleDetails(session.prefill, typed, session.mayChange);
      const asked = { newReportId: randomUUIDv7(), after, changed };
      const reportId = await claimGenerate(database, which, asked);
      if (reportId === null) return visits.moved(which, false);
      needs.onMove({ isTest: session.isTest, state: 'submitted' });
      const { tenantId, who, isTest, bureaus, wanted } = session;
      return answered(
        found,
        // Its report is taken back where it is refused.
        { page: 'check', reportId: null },
        async () =>
          needs.generateReport({
            hasFreshCode: await hasPassedCode(session, reportId, details),
            tenantId,
            reportId,
            who,
            test: isTest,
            sessionId: deviceSessionId,
            bureaus,
            consumer: { ...details, ipAddress: visitor.address },
            ...framing(session, visitor),
            externalReference: session.details.externalReference,
            wantedVerdict: wanted.verdict,
            ...(wanted.testOptions !== undefined && { testOptions: wanted.testOptions }),
          }),
        () => releaseGenerate(database, { tenantId, id: session.id, reportId }),
      );
    },

    enterCode: (whose, code) =>
      withChallenge(whose, 'code', ({ session }, { tenantId, id, challengeId, challenge }) =>
        needs.submitOtp({
          tenantId,
          reportId: id,
          challengeId,
          code,
          requestId: secrets.stepId('code', session.id, challengeId, String(challenge?.sends), code),
        }),
      ),

    resend: (whose, visitor) =>
      withChallenge(whose, 'not-received', ({ session }, { tenantId, id, challengeId, challenge }) => {
        const { sends = 0, refusedSends = 0 } = challenge ?? {};
        const requestId = secrets.stepId('resend', session.id, challengeId, `${sends}/${refusedSends}`);
        return needs.resendSms({
          tenantId,
          reportId: id,
          challengeId,
          who: session.who,
          requestId,
          ...framing(session, visitor),
        });
      }),
  };
}

/** The text of a code names the page around the frame, but only one that may show it. */
function framing({ embedOrigins }: Found['session'], { framedBy }: Visitor): { framedBy?: string } {
  if (framedBy === undefined || !embedOrigins.includes(framedBy)) return {};
  return { framedBy: new URL(framedBy).hostname };
}
