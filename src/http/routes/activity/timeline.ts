// The timeline of a report, and the list of messages. Bare objects, without the envelope: neither costs anything.
import type { FastifyInstance } from 'fastify';
import type { ListMessages } from '../../../usecases/activity/list-messages.ts';
import type { ReadTimeline } from '../../../usecases/activity/read-timeline.ts';
import type { Page } from '../../../usecases/page.ts';
import { everyPage, sendCsv, wantsCsv } from '../../csv.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { pageOf } from '../../request.ts';
import { MessagesAnswer, MessagesQuery, TimelineAnswer } from '../../schemas/activity/timeline.ts';
import { ReportParams } from '../../schemas/common.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

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
  tenantRoutes(app, 'Credit reports').get(
    '/:tenantId/v1/credit-reports/:creditReportId/timeline',
    {
      config: { access: 'reports:read' },
      preValidation: needs.keepLiveApart,
      operationId: 'readTimeline',
      summary: 'What happened to a credit report, step by step',
      description: 'Refused calls are there a moment after they were answered; everything else at once.',
      params: ReportParams,
      answer: TimelineAnswer,
      refuses: ['credit-report-not-found'],
    },
    async ({ caller, params }) => needs.readTimeline(caller, params.creditReportId),
  );

  tenantRoutes(app, 'Requests').get(
    '/:tenantId/v1/messages',
    {
      config: { access: 'requests:read', csv: CSV_COLUMNS, inTurn: true },
      operationId: 'listMessages',
      summary: 'Text messages: state, gateway, cost',
      description: 'Test mode sends none: whoever is kept to it gets an empty list.',
      query: MessagesQuery,
      answer: MessagesAnswer,
    },
    async ({ caller, query, request, reply }) => {
      const read = (page: Page) => needs.listMessages(caller, page, query.state ?? null);
      if (wantsCsv(request)) return sendCsv(reply, 'messages', CSV_COLUMNS, everyPage(read));
      return read(pageOf(query));
    },
  );
}
