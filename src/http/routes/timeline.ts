// The timeline of a report, and the list of messages. Bare objects, without the envelope: neither costs anything.
import type { FastifyInstance } from 'fastify';
import type { MessageRow } from '../../storage/activity/message-lists.ts';
import type { ListMessages } from '../../usecases/activity/list-messages.ts';
import type { ReadTimeline } from '../../usecases/activity/read-timeline.ts';
import type { Page } from '../../usecases/page.ts';
import { everyPage, sendCsv, wantsCsv } from '../csv.ts';
import type { KeepLiveApart } from '../edge/keep-live-apart.ts';
import { callerOf, pageOf } from '../request.ts';
import { ReportParams, type ReportPath, TenantParams } from '../schemas/common.ts';
import { callerProblems } from '../schemas/problems.ts';
import { MessagesAnswer, MessagesQuery, TimelineAnswer } from '../schemas/timeline.ts';

const CSV_COLUMNS = [
  'id',
  'createdAt',
  'state',
  'gateway',
  'reportId',
  'handedOverAt',
  'settledAt',
  'heldCredits',
  'costCredits',
] as const;

export type TimelineNeeds = {
  readTimeline: ReadTimeline;
  listMessages: ListMessages;
  keepLiveApart: KeepLiveApart;
};

export function timelineRoutes(app: FastifyInstance, needs: TimelineNeeds): void {
  app.get<{ Params: ReportPath }>(
    '/:tenantId/v1/credit-reports/:creditReportId/timeline',
    {
      config: { access: 'reports:read' },
      preValidation: needs.keepLiveApart,
      schema: {
        tags: ['Credit reports'],
        operationId: 'readTimeline',
        summary: 'What happened to a credit report, step by step',
        description: 'Refused calls are there a moment after they were answered; everything else at once.',
        params: ReportParams,
        response: { 200: TimelineAnswer, ...callerProblems('credit-report-not-found') },
      },
    },
    async (request) => needs.readTimeline(callerOf(request), request.params.creditReportId),
  );

  app.get<{ Querystring: { pageSize?: string; pageToken?: string; state?: MessageRow['state'] } }>(
    '/:tenantId/v1/messages',
    {
      config: { access: 'requests:read', csv: CSV_COLUMNS },
      schema: {
        tags: ['Requests'],
        operationId: 'listMessages',
        summary: 'Text messages: state, gateway, cost',
        description: 'Test mode sends none: whoever is kept to it gets an empty list.',
        params: TenantParams,
        querystring: MessagesQuery,
        response: { 200: MessagesAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const read = (page: Page) => needs.listMessages(caller, page, request.query.state ?? null);
      if (wantsCsv(request)) return sendCsv(reply, 'messages', CSV_COLUMNS, everyPage(read));
      return read(pageOf(request.query));
    },
  );
}
