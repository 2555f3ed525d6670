// The request log of a tenant: every call, the refused ones too, and the refusals grouped. Bare objects, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { ReportAnswer } from '../../../domain/reports/report.ts';
import type { RequestFilters } from '../../../storage/activity/requests.ts';
import type { AuditTrail } from '../../../usecases/activity/read-audit.ts';
import type { ReadExchange } from '../../../usecases/activity/read-exchange.ts';
import type { ReadRequests } from '../../../usecases/activity/read-requests.ts';
import type { Page } from '../../../usecases/page.ts';
import { everyPage, sendCsv, wantsCsv } from '../../csv.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { pageOf, toFlagOrNull, toIdOrNull } from '../../request.ts';
import {
  ErrorsAnswer,
  ErrorsQuery,
  ExchangeAnswer,
  RequestAnswer,
  RequestParams,
  RequestsAnswer,
  RequestsQuery,
} from '../../schemas/activity/requests.ts';
import { toLastTime, toTime } from '../../schemas/text.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

type Period = Static<typeof ErrorsQuery>;
type Query = Static<typeof RequestsQuery>;

const CSV_COLUMNS = [
  'id',
  'at',
  'method',
  'route',
  'status',
  'code',
  'ms',
  'credentialId',
  'credentialName',
  'personId',
  'personName',
  'reportId',
  'test',
  'message',
] as const;

export type RequestNeeds = {
  readRequests: ReadRequests;
  readExchange: ReadExchange;
  keepLiveApart: KeepLiveApart;
  noteSeen: AuditTrail['noteSeen'];
};

export function requestRoutes(app: FastifyInstance, needs: RequestNeeds): void {
  const route = tenantRoutes(app, 'Requests');
  const config = { access: 'requests:read', inTurn: true } as const;

  route.get(
    '/:tenantId/v1/requests',
    {
      config: { ...config, csv: CSV_COLUMNS, hasMode: true },
      preValidation: needs.keepLiveApart,
      operationId: 'listRequests',
      summary: 'Every call, the refused ones too, newest first',
      description:
        'Without bodies, queries and addresses. Rows are there a moment after the answer. With filters that few calls pass, a page may have fewer of them than its size, or none, and still a token: follow it to look further.',
      query: RequestsQuery,
      answer: RequestsAnswer,
    },
    async ({ caller, query, request, reply }) => {
      const filters = toFilters(query);
      const read = (page: Page) => needs.readRequests.list(caller, filters, page);
      if (wantsCsv(request)) return sendCsv(reply, 'requests', CSV_COLUMNS, everyPage(read));
      return read(pageOf(query));
    },
  );

  route.get(
    '/:tenantId/v1/requests/errors',
    {
      config,
      operationId: 'listRequestErrors',
      summary: 'Refusals by code and route, with cause and mend',
      description:
        'Of the last 7 days, unless `dateFrom` says otherwise; the newest 10,000 refusals are counted.',
      query: ErrorsQuery,
      answer: ErrorsAnswer,
    },
    async ({ caller, query }) => needs.readRequests.errors(caller, toPeriod(query)),
  );

  route.get(
    '/:tenantId/v1/requests/:requestId',
    {
      config,
      operationId: 'readRequest',
      summary: 'One call by its request id',
      description: 'By the X-Request-Id of its answer.',
      params: RequestParams,
      answer: RequestAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params }) => needs.readRequests.find(caller, params.requestId),
  );

  route.get(
    '/:tenantId/v1/requests/:requestId/exchange',
    {
      config,
      operationId: 'readExchange',
      summary: 'A generate request of test mode with its answer, to be sent again',
      description:
        'Kept sealed for 24 hours, the newest 1,000 of a tenant; of live mode never. To replay it, send the body, changed or not, to `path` with a new Idempotency-Key.',
      params: RequestParams,
      answer: ExchangeAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, from }) => {
      const exchange = await needs.readExchange(caller.tenantId, params.requestId);
      // A document in it is seen as by any other reading.
      const { data } = (exchange.answer ?? {}) as { data?: { status?: string } };
      if (data?.status === 'complete') await needs.noteSeen(caller, data as unknown as ReportAnswer, from);
      return exchange;
    },
  );
}

function toPeriod({ dateFrom, dateTo }: Period): { from: Date | null; to: Date | null } {
  return {
    from: toTime(dateFrom),
    to: toLastTime(dateTo),
  };
}

function toFilters(query: Query): RequestFilters {
  return {
    statusClass: query.status?.endsWith('xx') === true ? Number(query.status[0]) : null,
    status: query.status === undefined || query.status.endsWith('xx') ? null : Number(query.status),
    isTestMode: query.mode === undefined ? null : query.mode === 'test',
    route: query.route ?? null,
    credentialId: toIdOrNull(query.credentialId),
    code: query.code ?? null,
    reportId: toIdOrNull(query.reportId),
    test: toFlagOrNull(query.test),
    ...toPeriod(query),
  };
}
