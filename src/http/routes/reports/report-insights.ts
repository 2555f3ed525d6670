// What is worked out from a report's document: its agreements, its attributes, and what changed since an earlier one. Read under the rules of the document itself: the same permissions, the
// same trail.
import type { FastifyInstance } from 'fastify';
import type { AuditTrail } from '../../../usecases/activity/read-audit.ts';
import type { ReadAgreements } from '../../../usecases/reports/read-agreements.ts';
import type { ReadAttributes } from '../../../usecases/reports/read-attributes.ts';
import type { ReadChanges } from '../../../usecases/reports/read-changes.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { envelope } from '../../envelope.ts';
import { ReportParams } from '../../schemas/common.ts';
import { AgreementsAnswer, AgreementsQuery } from '../../schemas/reports/agreements.ts';
import { AttributesAnswer, AttributesQuery } from '../../schemas/reports/attributes.ts';
import { ChangesAnswer, ChangesQuery } from '../../schemas/reports/changes.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type ReportInsightNeeds = {
  readAgreements: ReadAgreements;
  readAttributes: ReadAttributes;
  readChanges: ReadChanges;
  keepLiveApart: KeepLiveApart;
  noteSeen: AuditTrail['noteSeen'];
};

export function reportInsightRoutes(app: FastifyInstance, needs: ReportInsightNeeds): void {
  const route = tenantRoutes(app, 'Credit reports');
  const config = { access: 'reports:read', personAccess: 'reports:reveal', inTurn: true } as const;
  const refuses = [
    'credit-report-not-found',
    'credit-report-not-complete',
    'credit-report-purged',
    'request-in-progress',
  ] as const;

  route.get(
    '/:tenantId/v1/credit-reports/:creditReportId/agreements',
    {
      config,
      preValidation: needs.keepLiveApart,
      operationId: 'readAgreements',
      summary: 'The motor-finance agreements of a credit report',
      description:
        'Hire purchase, PCP and leases of vehicles, each with its reasons, the periods of the schemes that it began in, and what is not on file. How each is worked out: docs/agreements.md.',
      params: ReportParams,
      query: AgreementsQuery,
      answer: AgreementsAnswer,
      refuses,
    },
    async ({ caller, params, query, from, reply }) => {
      const { answer, wallet, data } = await needs.readAgreements(caller.tenantId, params.creditReportId);
      await needs.noteSeen(caller, answer, from, query.reason);
      return envelope(reply, data, wallet);
    },
  );

  route.get(
    '/:tenantId/v1/credit-reports/:creditReportId/attributes',
    {
      config,
      preValidation: needs.keepLiveApart,
      operationId: 'readAttributes',
      summary: 'Figures worked out from a credit report',
      description:
        'Balances, commitments, use of limits, arrears, defaults, searches and ages, each with what it rests on or why it is not known. The definition of each: docs/attributes.md.',
      params: ReportParams,
      query: AttributesQuery,
      answer: AttributesAnswer,
      refuses,
    },
    async ({ caller, params, query, from, reply }) => {
      const { asOf = null, incomePence, reason } = query;
      const { answer, wallet, data } = await needs.readAttributes(caller.tenantId, params.creditReportId, {
        asOf,
        incomePence: incomePence === undefined ? null : Number(incomePence),
      });
      await needs.noteSeen(caller, answer, from, reason);
      return envelope(reply, data, wallet);
    },
  );

  route.get(
    '/:tenantId/v1/credit-reports/:creditReportId/changes',
    {
      config,
      preValidation: needs.keepLiveApart,
      operationId: 'readChanges',
      summary: 'What changed since an earlier credit report',
      description:
        'Agreements that are new, gone, settled, better or worse, balances, searches and addresses, between an earlier report about the same consumer and this one. The definition of each: docs/changes.md.',
      params: ReportParams,
      query: ChangesQuery,
      answer: ChangesAnswer,
      refuses,
    },
    async ({ caller, params, query, from, reply }) => {
      const { since, reason } = query;
      const read = await needs.readChanges(caller.tenantId, params.creditReportId, since);
      // Both documents were read.
      for (const answer of [read.since, read.answer]) await needs.noteSeen(caller, answer, from, reason);
      return envelope(reply, read.data, read.wallet);
    },
  );
}
