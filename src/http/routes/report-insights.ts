// What is worked out from a report's document: its agreements, its attributes, and what changed since an earlier one. Read under the rules of the document itself: the same permissions, the
// same trail.
import type { FastifyInstance } from 'fastify';
import type { AuditTrail, SeenReason } from '../../usecases/operating/read-audit.ts';
import type { ReadAgreements } from '../../usecases/reports/read-agreements.ts';
import type { ReadAttributes } from '../../usecases/reports/read-attributes.ts';
import type { ReadChanges } from '../../usecases/reports/read-changes.ts';
import type { KeepLiveApart } from '../edge/keep-live-apart.ts';
import { envelope } from '../envelope.ts';
import { callerOf, fromOf } from '../request.ts';
import { AgreementsAnswer, AgreementsQuery } from '../schemas/agreements.ts';
import { AttributesAnswer, AttributesQuery } from '../schemas/attributes.ts';
import { ChangesAnswer, ChangesQuery } from '../schemas/changes.ts';
import { ReportParams, type ReportPath } from '../schemas/common.ts';
import { callerProblems } from '../schemas/problems.ts';

export type ReportInsightNeeds = {
  readAgreements: ReadAgreements;
  readAttributes: ReadAttributes;
  readChanges: ReadChanges;
  keepLiveApart: KeepLiveApart;
  noteSeen: AuditTrail['noteSeen'];
};

export function reportInsightRoutes(app: FastifyInstance, needs: ReportInsightNeeds): void {
  const config = { access: 'reports:read', personAccess: 'reports:reveal' } as const;
  const problems = callerProblems(
    'validation-error',
    'credit-report-not-found',
    'credit-report-not-complete',
    'credit-report-purged',
    'request-in-progress',
  );

  app.get<{ Params: ReportPath; Querystring: { reason?: SeenReason } }>(
    '/:tenantId/v1/credit-reports/:creditReportId/agreements',
    {
      config,
      preValidation: needs.keepLiveApart,
      schema: {
        tags: ['Credit reports'],
        operationId: 'readAgreements',
        summary: 'The motor-finance agreements of a credit report',
        description:
          'Hire purchase, PCP and leases of vehicles, each with its reasons, the periods of the schemes that it began in, and what is not on file. How each is worked out: docs/agreements.md.',
        params: ReportParams,
        querystring: AgreementsQuery,
        response: { 200: AgreementsAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { answer, wallet, data } = await needs.readAgreements(
        caller.tenantId,
        request.params.creditReportId,
      );
      await needs.noteSeen(caller, answer, fromOf(request), request.query.reason);
      return envelope(reply, data, wallet);
    },
  );

  app.get<{ Params: ReportPath; Querystring: { reason?: SeenReason; asOf?: string; incomePence?: string } }>(
    '/:tenantId/v1/credit-reports/:creditReportId/attributes',
    {
      config,
      preValidation: needs.keepLiveApart,
      schema: {
        tags: ['Credit reports'],
        operationId: 'readAttributes',
        summary: 'Figures worked out from a credit report',
        description:
          'Balances, commitments, use of limits, arrears, defaults, searches and ages, each with what it rests on or why it is not known. The definition of each: docs/attributes.md.',
        params: ReportParams,
        querystring: AttributesQuery,
        response: { 200: AttributesAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { asOf = null, incomePence, reason } = request.query;
      const { answer, wallet, data } = await needs.readAttributes(
        caller.tenantId,
        request.params.creditReportId,
        { asOf, incomePence: incomePence === undefined ? null : Number(incomePence) },
      );
      await needs.noteSeen(caller, answer, fromOf(request), reason);
      return envelope(reply, data, wallet);
    },
  );

  app.get<{ Params: ReportPath; Querystring: { reason?: SeenReason; since: string } }>(
    '/:tenantId/v1/credit-reports/:creditReportId/changes',
    {
      config,
      preValidation: needs.keepLiveApart,
      schema: {
        tags: ['Credit reports'],
        operationId: 'readChanges',
        summary: 'What changed since an earlier credit report',
        description:
          'Agreements that are new, gone, settled, better or worse, balances, searches and addresses, between an earlier report about the same consumer and this one. The definition of each: docs/changes.md.',
        params: ReportParams,
        querystring: ChangesQuery,
        response: { 200: ChangesAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { since, reason } = request.query;
      const read = await needs.readChanges(caller.tenantId, request.params.creditReportId, since);
      // Both documents were read.
      for (const answer of [read.since, read.answer])
        await needs.noteSeen(caller, answer, fromOf(request), reason);
      return envelope(reply, read.data, read.wallet);
    },
  );
}
