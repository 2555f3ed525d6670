// Consumer sessions of a tenant: links to the hosted page. The page itself, which browsers call, is not here.
import type { FastifyInstance } from 'fastify';
import type { SessionState } from '../../domain/hosted/consumer-session.ts';
import { LINK_HOURS_DEFAULT } from '../../domain/hosted/consumer-session.ts';
import type { Session } from '../../storage/consumer-sessions/session-rows.ts';
import type { ConsumerSessions, NewSession } from '../../usecases/consumer-sessions/sessions.ts';
import { toPrefill, toTestOptions } from '../consumer-body.ts';
import type { KeepLiveApart } from '../edge/keep-live-apart.ts';
import { callerOf, fromOf, pageOf, toId } from '../request.ts';
import { KeyHeader, TenantParams } from '../schemas/common.ts';
import {
  NewSessionAnswer,
  NewSessionRequest,
  SessionAnswer,
  SessionList,
  SessionParams,
  SessionsQuery,
} from '../schemas/consumer-sessions.ts';
import { callerProblems, REPEATED, WITH_BODY } from '../schemas/problems.ts';
import { toLastTime, toTime } from '../schemas/text.ts';

/** A prefill may have ten addresses with every field at its longest, as generate; beside it origins and an address. */
const BODY_LIMIT_BYTES = 48 * 1024;

export type ConsumerSessionNeeds = { consumerSessions: ConsumerSessions; keepLiveApart: KeepLiveApart };
type SessionPath = { consumerSessionId: string };
type Query = Partial<
  Record<'pageSize' | 'pageToken' | 'test' | 'externalReference' | 'createdFrom' | 'createdTo', string>
> & { status?: SessionState };

export function consumerSessionRoutes(app: FastifyInstance, needs: ConsumerSessionNeeds): void {
  const { consumerSessions, keepLiveApart } = needs;
  const tags = ['Hosted page'];

  app.post<{ Body: NewSessionRequest }>(
    '/:tenantId/v1/consumer-sessions',
    {
      config: { access: 'reports:write', isIdempotent: true },
      bodyLimit: BODY_LIMIT_BYTES,
      preValidation: keepLiveApart,
      schema: {
        tags,
        operationId: 'createConsumerSession',
        summary: 'Make a link to the hosted page',
        description:
          'Nothing is charged until the consumer agrees and asks for the report. Opening the link uses nothing up; pressing Start does.',
        params: TenantParams,
        headers: KeyHeader,
        body: NewSessionRequest,
        response: { 200: NewSessionAnswer, ...callerProblems(...WITH_BODY, ...REPEATED) },
      },
    },
    async (request) => {
      const given = toNewSession(request.body);
      const { session, url } = await consumerSessions.create(callerOf(request), given, request.resourceId);
      return { ...toAnswer(session), url };
    },
  );

  app.get<{ Querystring: Query }>(
    '/:tenantId/v1/consumer-sessions',
    {
      config: { access: 'reports:read' },
      preValidation: keepLiveApart,
      schema: {
        tags,
        operationId: 'listConsumerSessions',
        summary: 'List consumer sessions',
        params: TenantParams,
        querystring: SessionsQuery,
        response: { 200: SessionList, ...callerProblems('validation-error') },
      },
    },
    async (request) => {
      const { status, test, externalReference, createdFrom, createdTo } = request.query;
      const { items, token } = await consumerSessions.list(
        callerOf(request),
        {
          state: status ?? null,
          isTest: test === undefined ? null : test === 'true',
          externalReference: externalReference ?? null,
          from: createdFrom === undefined ? null : toTime(createdFrom),
          to: createdTo === undefined ? null : toLastTime(createdTo),
        },
        pageOf(request.query),
      );
      return { items: items.map(toAnswer), token };
    },
  );

  app.get<{ Params: SessionPath }>(
    '/:tenantId/v1/consumer-sessions/:consumerSessionId',
    {
      config: { access: 'reports:read' },
      schema: {
        tags,
        operationId: 'readConsumerSession',
        summary: 'Read a consumer session',
        params: SessionParams,
        response: { 200: SessionAnswer, ...callerProblems('not-found') },
      },
    },
    async (request) =>
      toAnswer(await consumerSessions.read(callerOf(request), request.params.consumerSessionId)),
  );

  app.post<{ Params: SessionPath }>(
    '/:tenantId/v1/consumer-sessions/:consumerSessionId/cancel',
    {
      config: { access: 'reports:write' },
      schema: {
        tags,
        operationId: 'cancelConsumerSession',
        summary: 'Cancel a consumer session',
        description: 'The link stops working, and a visit under way ends. Not while a report is being made.',
        params: SessionParams,
        response: { 200: SessionAnswer, ...callerProblems('not-found', 'conflict') },
      },
    },
    async (request) => {
      const { consumerSessionId } = request.params;
      return toAnswer(await consumerSessions.cancel(callerOf(request), consumerSessionId, fromOf(request)));
    },
  );
}

function toNewSession(body: NewSessionRequest): NewSession {
  return {
    isTest: body.test === true,
    bureaus: body.bureaus,
    searchType: body.searchType,
    externalReference: body.externalReference ?? null,
    prefill: toPrefill(body.prefill ?? {}),
    returnUrl: body.returnUrl ?? null,
    embedOrigins: body.embedOrigins ?? [],
    consentTextId: toId(body.consentTextId),
    lifetimeHours: body.lifetimeHours ?? LINK_HOURS_DEFAULT,
    showReport: body.showReport ?? true,
    showReportIfChanged: body.showReportIfChanged ?? false,
    mayChange: body.consumerMayChange ?? [],
    wantedVerdict: body.challengeOptions?.status,
    testOptions: body.testOptions === undefined ? undefined : toTestOptions(body.testOptions),
  };
}

function toAnswer(session: Session) {
  const { id, state, isTest, bureaus, searchType, details, reportId, failureReason } = session;
  const { generates, showReport, showReportIfChanged, changed, createdAt, expiresAt, openedAt, endedAt } =
    session;
  return {
    id,
    status: state,
    test: isTest,
    bureaus,
    searchType,
    externalReference: details.externalReference ?? null,
    consent: {
      textId: session.consentTextId,
      version: session.consentVersion,
      sha256: session.consentSha256,
      shownAt: session.consentShownAt,
      agreedAt: session.consentedAt,
    },
    creditReportId: reportId,
    reason: failureReason,
    ...{ generates, showReport, showReportIfChanged, consumerMayChange: session.mayChange, changed },
    ...{ createdAt, expiresAt, openedAt, endedAt },
  };
}
