// The tenant's endpoints that make credit reports: body into input, the use case, the answer into its envelope. No decisions.
import type { FastifyInstance } from 'fastify';
import { ATTEMPTS_MAX, CHALLENGE_LIFETIME_MINUTES } from '../../../domain/reports/challenge.ts';
import type { Who } from '../../../storage/wallet/ledger.ts';
import type { AuditTrail } from '../../../usecases/activity/read-audit.ts';
import type { Caller } from '../../../usecases/caller.ts';
import type { GenerateInput } from '../../../usecases/reports/charged.ts';
import type { GenerateReport } from '../../../usecases/reports/generate-report.ts';
import type { ResendSms } from '../../../usecases/reports/resend-sms.ts';
import type { SubmitOtp } from '../../../usecases/reports/submit-otp.ts';
import { toConsumer, toTestOptions } from '../../consumer-body.ts';
import type { KeepExchange } from '../../edge/keep-exchange.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { envelope, reportEnvelope } from '../../envelope.ts';
import { toId } from '../../request.ts';
import { ReportParams } from '../../schemas/common.ts';
import { GenerateAnswer, OtpAnswer, ResendAnswer } from '../../schemas/reports/answers.ts';
import { GenerateRequest, OtpRequest, ResendRequest } from '../../schemas/reports/generate.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

/** Ten addresses with every field at its longest, in letters of several bytes, fit. */
const GENERATE_LIMIT_BYTES = 32 * 1024;

export type CreditReportNeeds = {
  generateReport: GenerateReport;
  submitOtp: SubmitOtp;
  resendSms: ResendSms;
  keepLiveApart: KeepLiveApart;
  keepExchange: KeepExchange;
  noteSeen: AuditTrail['noteSeen'];
  note: AuditTrail['note'];
};

export function creditReportRoutes(app: FastifyInstance, needs: CreditReportNeeds): void {
  const route = tenantRoutes(app, 'Credit reports');

  route.post(
    '/:tenantId/v1/credit-reports',
    {
      config: { access: 'reports:write', isIdempotent: true, makesReport: true, showsReport: true },
      bodyLimit: GENERATE_LIMIT_BYTES,
      preValidation: needs.keepLiveApart,
      onSend: needs.keepExchange,
      operationId: 'generateReport',
      summary: 'Generate a credit report',
      description:
        'Asks the bureaus about a consumer. HTTP 200 with `data.status`: `complete` has the document, `authentication-required` has a challenge to answer, ' +
        '`blocked` and `failed` are final and no errors. Send an `Idempotency-Key`, so that a repeat is neither done nor charged twice. ' +
        'At least one of `subBuildingName`, `buildingName` and `buildingNumber` of each address must be present. With `"test": true` nothing is ' +
        'asked, sent or charged; `challengeOptions` is for test mode alone.',
      body: GenerateRequest,
      answer: GenerateAnswer,
      refuses: ['credit-report-purged', 'insufficient-funds'],
    },
    async ({ caller, body, from, resourceId, request, reply }) => {
      const input = { ...toGenerateInput(caller, resourceId, body), isRepeated: request.isRepeated };
      const { answer, wallet } = await needs.generateReport(input);
      await needs.noteSeen(caller, answer, from);
      return reportEnvelope(reply, answer, wallet);
    },
  );

  route.post(
    '/:tenantId/v1/credit-reports/:creditReportId/otp-challenge',
    {
      config: { access: 'reports:write', isIdempotent: true, showsReport: true },
      preValidation: needs.keepLiveApart,
      operationId: 'submitOtp',
      summary: 'Submit the security code',
      description: `A wrong code answers \`retry\`; the ${ATTEMPTS_MAX === 3 ? 'third' : 'last'} one \`failed\`, for good. ${CHALLENGE_LIFETIME_MINUTES} minutes after the last code was sent the answer is 410. Costs nothing of its own.`,
      params: ReportParams,
      body: OtpRequest,
      answer: OtpAnswer,
      refuses: [
        'credit-report-purged',
        'credit-report-not-found',
        'challenge-not-found',
        'challenge-already-completed',
        'challenge-expired',
      ],
    },
    async ({ caller, params, body, from, resourceId, request, reply }) => {
      const { answer, wallet } = await needs.submitOtp({
        tenantId: caller.tenantId,
        reportId: params.creditReportId,
        challengeId: toId(body.challengeId),
        code: body.code,
        requestId: resourceId,
        isRepeated: request.isRepeated,
      });
      await needs.noteSeen(caller, answer, from);
      return reportEnvelope(reply, answer, wallet);
    },
  );

  route.post(
    '/:tenantId/v1/credit-reports/:creditReportId/resend-sms',
    {
      config: { access: 'reports:write', isIdempotent: true },
      preValidation: needs.keepLiveApart,
      operationId: 'resendSms',
      summary: 'Send a new code',
      description: `Replaces the code and begins the ${CHALLENGE_LIFETIME_MINUTES} minutes anew; the guesses stay used. Without sends left the answer is 429. With a new \`Idempotency-Key\` each call is one more text.`,
      params: ReportParams,
      body: ResendRequest,
      answer: ResendAnswer,
      refuses: [
        'credit-report-purged',
        'insufficient-funds',
        'credit-report-not-found',
        'challenge-not-found',
        'challenge-closed',
        'challenge-expired',
        'no-sends-left',
      ],
    },
    async ({ caller, params, body, from, resourceId, request, reply }) => {
      const sent = await needs.resendSms({
        tenantId: caller.tenantId,
        reportId: params.creditReportId,
        challengeId: toId(body.challengeId),
        who: whoOf(caller),
        requestId: resourceId,
        isRepeated: request.isRepeated,
      });
      await needs.note(caller, 'code-resent', params.creditReportId, from);
      return envelope(reply, sent, undefined);
    },
  );
}

function toGenerateInput(caller: Caller, reportId: string, body: GenerateRequest): GenerateInput {
  return {
    tenantId: caller.tenantId,
    reportId,
    who: whoOf(caller),
    test: body.test === true,
    sessionId: body.sessionId,
    bureaus: body.bureaus,
    externalReference: body.externalReference,
    wantedVerdict: body.challengeOptions?.status,
    consumer: toConsumer(body),
    ...(body.testOptions !== undefined && { testOptions: toTestOptions(body.testOptions) }),
  };
}

/** Whose name a charge carries. */
function whoOf({ credentialId, person }: Caller): Who {
  return { credentialId, personId: person.id };
}
