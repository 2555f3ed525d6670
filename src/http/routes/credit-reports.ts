// The tenant's endpoints that make credit reports: body into input, the use case, the answer into its envelope. No decisions.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Who } from '../../storage/wallet/ledger.ts';
import type { AuditTrail } from '../../usecases/operating/read-audit.ts';
import type { GenerateInput } from '../../usecases/reports/charged.ts';
import type { GenerateReport } from '../../usecases/reports/generate-report.ts';
import type { ResendSms } from '../../usecases/reports/resend-sms.ts';
import type { SubmitOtp } from '../../usecases/reports/submit-otp.ts';
import { toConsumer, toTestOptions } from '../consumer-body.ts';
import type { KeepExchange } from '../edge/keep-exchange.ts';
import type { KeepLiveApart } from '../edge/keep-live-apart.ts';
import { envelope, reportEnvelope } from '../envelope.ts';
import { callerOf, fromOf, toId } from '../request.ts';
import { GenerateAnswer, OtpAnswer, ResendAnswer } from '../schemas/answers.ts';
import { KeyHeader, ReportParams, type ReportPath, TenantParams } from '../schemas/common.ts';
import { GenerateRequest, OtpRequest, ResendRequest } from '../schemas/generate.ts';
import { callerProblems, REPEATED, WITH_BODY } from '../schemas/problems.ts';

/** Ten addresses with every field at its longest, in letters of several bytes, fit. */
const GENERATE_LIMIT_BYTES = 32 * 1024;

export type CreditReportNeeds = {
  generateReport: GenerateReport;
  submitOtp: SubmitOtp;
  resendSms: ResendSms;
  keepLiveApart: KeepLiveApart;
  keepExchange: KeepExchange;
  noteSeen: AuditTrail['noteSeen'];
};

export function creditReportRoutes(app: FastifyInstance, needs: CreditReportNeeds): void {
  const tags = ['Credit reports'];

  app.post<{ Body: GenerateRequest }>(
    '/:tenantId/v1/credit-reports',
    {
      config: { access: 'reports:write', isIdempotent: true, makesReport: true, showsReport: true },
      bodyLimit: GENERATE_LIMIT_BYTES,
      preValidation: needs.keepLiveApart,
      onSend: needs.keepExchange,
      schema: {
        tags,
        operationId: 'generateReport',
        summary: 'Generate a credit report',
        params: TenantParams,
        headers: KeyHeader,
        body: GenerateRequest,
        response: { 200: GenerateAnswer, ...callerProblems(...WITH_BODY, ...REPEATED, 'insufficient-funds') },
      },
    },
    async (request, reply) => {
      const { answer, wallet } = await needs.generateReport(toGenerateInput(request, request.body));
      await needs.noteSeen(callerOf(request), answer, fromOf(request));
      return reportEnvelope(reply, answer, wallet);
    },
  );

  app.post<{ Params: ReportPath; Body: { challengeId: string; code: string } }>(
    '/:tenantId/v1/credit-reports/:creditReportId/otp-challenge',
    {
      config: { access: 'reports:write', isIdempotent: true, showsReport: true },
      preValidation: needs.keepLiveApart,
      schema: {
        tags,
        operationId: 'submitOtp',
        summary: 'Submit the security code',
        params: ReportParams,
        headers: KeyHeader,
        body: OtpRequest,
        response: {
          200: OtpAnswer,
          ...callerProblems(
            ...WITH_BODY,
            ...REPEATED,
            'credit-report-not-found',
            'challenge-not-found',
            'challenge-already-completed',
            'challenge-expired',
          ),
        },
      },
    },
    async (request, reply) => {
      const { answer, wallet } = await needs.submitOtp({
        tenantId: callerOf(request).tenantId,
        reportId: request.params.creditReportId,
        challengeId: toId(request.body.challengeId),
        code: request.body.code,
        requestId: request.resourceId,
      });
      await needs.noteSeen(callerOf(request), answer, fromOf(request));
      return reportEnvelope(reply, answer, wallet);
    },
  );

  app.post<{ Params: ReportPath; Body: { challengeId: string } }>(
    '/:tenantId/v1/credit-reports/:creditReportId/resend-sms',
    {
      config: { access: 'reports:write', isIdempotent: true },
      preValidation: needs.keepLiveApart,
      schema: {
        tags,
        operationId: 'resendSms',
        summary: 'Send a new code',
        params: ReportParams,
        headers: KeyHeader,
        body: ResendRequest,
        response: {
          200: ResendAnswer,
          ...callerProblems(
            ...WITH_BODY,
            ...REPEATED,
            'insufficient-funds',
            'credit-report-not-found',
            'challenge-not-found',
            'challenge-closed',
            'challenge-expired',
            'no-sends-left',
          ),
        },
      },
    },
    async (request, reply) => {
      const sent = await needs.resendSms({
        tenantId: callerOf(request).tenantId,
        reportId: request.params.creditReportId,
        challengeId: toId(request.body.challengeId),
        who: whoOf(request),
        requestId: request.resourceId,
      });
      return envelope(reply, sent);
    },
  );
}

function toGenerateInput(request: FastifyRequest, body: GenerateRequest): GenerateInput {
  const { tenantId } = callerOf(request);
  return {
    tenantId,
    reportId: request.resourceId,
    who: whoOf(request),
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
function whoOf(request: FastifyRequest): Who {
  const { credentialId, person } = callerOf(request);
  return { credentialId, personId: person.id };
}
