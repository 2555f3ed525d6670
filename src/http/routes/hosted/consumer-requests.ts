// What consumers asked of a tenant on the hosted page: listed, read, closed. The form itself is a page.
import type { FastifyInstance } from 'fastify';
import { idEndOf } from '../../../domain/hosted/consumer-request.ts';
import type { ConsumerRequest, ConsumerRequests } from '../../../usecases/hosted/consumer-requests.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { pageOf, toFlagOrNull } from '../../request.ts';
import {
  CloseConsumerRequest,
  ClosedConsumerRequest,
  ConsumerRequestList,
  ConsumerRequestParams,
  ConsumerRequestsQuery,
  OpenedConsumerRequest,
} from '../../schemas/hosted/consumer-requests.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type ConsumerRequestNeeds = { consumerRequests: ConsumerRequests; keepLiveApart: KeepLiveApart };

export function consumerRequestRoutes(app: FastifyInstance, needs: ConsumerRequestNeeds): void {
  const { consumerRequests, keepLiveApart } = needs;
  const route = tenantRoutes(app, 'Hosted page');

  route.get(
    '/:tenantId/v1/consumer-requests',
    {
      config: { access: 'reports:read' },
      preValidation: keepLiveApart,
      operationId: 'listConsumerRequests',
      summary: 'List complaints and erasure requests',
      description: 'What consumers asked of you on the hosted page, without their words.',
      query: ConsumerRequestsQuery,
      answer: ConsumerRequestList,
    },
    async ({ caller, query }) => {
      const { status, kind, test, number } = query;
      const { items, token } = await consumerRequests.list(
        caller,
        {
          isTest: toFlagOrNull(test),
          isOpen: status === undefined ? null : status === 'open',
          kind: kind ?? null,
          idEnd: number === undefined ? null : idEndOf(number),
        },
        pageOf(query),
      );
      return { items: items.map(toAnswer), token };
    },
  );

  route.get(
    '/:tenantId/v1/consumer-requests/:consumerRequestId',
    {
      config: { access: 'reports:read', personAccess: 'reports:reveal' },
      operationId: 'readConsumerRequest',
      summary: 'Read a complaint or an erasure request',
      description: 'With what the consumer wrote. Each time a person reads it is an entry of the audit log.',
      params: ConsumerRequestParams,
      answer: OpenedConsumerRequest,
      refuses: ['not-found'],
    },
    async ({ caller, params, from }) => {
      const { body, ...request } = await consumerRequests.read(caller, params.consumerRequestId, from);
      return { ...toAnswer(request), text: body?.text ?? null, contact: body?.contact ?? null };
    },
  );

  route.post(
    '/:tenantId/v1/consumer-requests/:consumerRequestId/close',
    {
      config: { access: 'reports:write', personAccess: 'reports:reveal' },
      operationId: 'closeConsumerRequest',
      summary: 'Close a complaint or an erasure request',
      description: 'After you answered the consumer. The service writes to nobody. Safe to repeat.',
      params: ConsumerRequestParams,
      body: CloseConsumerRequest,
      answer: ClosedConsumerRequest,
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, body, from }) =>
      toAnswer(await consumerRequests.close(caller, params.consumerRequestId, body.outcome, from)),
  );
}

function toAnswer(request: ConsumerRequest) {
  const { id, number, kind, isTest, sessionId, reportId, isKnown, receivedAt, dueAt, outcome, closedAt } =
    request;
  return {
    id,
    number,
    kind,
    test: isTest,
    consumerSessionId: sessionId,
    creditReportId: reportId,
    fromKnownBrowser: isKnown,
    receivedAt,
    dueAt,
    outcome,
    closedAt,
  };
}
