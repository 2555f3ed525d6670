// Consumer sessions of a tenant: links to the hosted page. The page itself, which browsers call, is not here.
import type { FastifyInstance } from 'fastify';
import { GENERATES_MAX, LINK_HOURS_DEFAULT, stepOf } from '../../../domain/hosted/consumer-session.ts';
import type { RenewLink } from '../../../usecases/hosted/renew-link.ts';
import type { LinkTo } from '../../../usecases/hosted/send-link.ts';
import type { ConsumerSessions, NewSession, SessionSeen } from '../../../usecases/hosted/sessions.ts';
import { toPrefill, toTestOptions } from '../../consumer-body.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { pageOf, toFlagOrNull, toId } from '../../request.ts';
import { ReportParams } from '../../schemas/common.ts';
import {
  NewSessionAnswer,
  NewSessionRequest,
  SessionAnswer,
  SessionList,
  SessionParams,
  SessionsQuery,
} from '../../schemas/hosted/consumer-sessions.ts';
import { NewLinkRequest, SendRequest } from '../../schemas/hosted/links.ts';
import { toLastTime, toTime } from '../../schemas/text.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

/** A prefill may have ten addresses with every field at its longest, as generate; beside it origins and an address. */
const BODY_LIMIT_BYTES = 48 * 1024;

export type ConsumerSessionNeeds = {
  consumerSessions: ConsumerSessions;
  renewLink: RenewLink;
  keepLiveApart: KeepLiveApart;
};

export function consumerSessionRoutes(app: FastifyInstance, needs: ConsumerSessionNeeds): void {
  const { consumerSessions, keepLiveApart } = needs;
  const route = tenantRoutes(app, 'Hosted page');

  route.post(
    '/:tenantId/v1/consumer-sessions',
    {
      config: { access: 'reports:write', isIdempotent: true },
      bodyLimit: BODY_LIMIT_BYTES,
      preValidation: keepLiveApart,
      operationId: 'createConsumerSession',
      summary: 'Create a link to the hosted page',
      description:
        'Nothing is charged until the consumer agrees and asks for the report. Opening the link uses nothing up; pressing Start does.',
      body: NewSessionRequest,
      answer: NewSessionAnswer,
      refuses: ['credit-report-purged'],
    },
    async ({ caller, body, resourceId }) => {
      const given = toNewSession(body);
      const { session, url } = await consumerSessions.create(caller, given, resourceId);
      return { ...toAnswer(session), url };
    },
  );

  route.post(
    '/:tenantId/v1/credit-reports/:creditReportId/new-link',
    {
      config: { access: 'reports:write', isIdempotent: true },
      preValidation: keepLiveApart,
      operationId: 'renewLink',
      summary: 'Make a new link for a report that failed',
      description:
        'For a consumer who got no code: a link with the same bureaus, reference and details, which the consumer cannot change, but for what the link before let them. Where they had changed something, the new link does not show the report, unless `showReportIfChanged` was set. A link that the report came from stops working, and so does one made anew before. A consumer who withdrew their agreement on any of these links gets no other: 409. In test mode it goes by `allow`. Nothing is charged until the consumer agrees.',
      params: ReportParams,
      body: NewLinkRequest,
      answer: NewSessionAnswer,
      refuses: ['credit-report-not-found', 'credit-report-purged', 'conflict'],
    },
    async ({ caller, params, body, from, resourceId }) => {
      const given = {
        consentTextId: body.consentTextId === undefined ? null : toId(body.consentTextId),
        mobileNumber: body.mobileNumber ?? null,
      };
      const { session, url } = await needs.renewLink(caller, params.creditReportId, given, resourceId, from);
      return { ...toAnswer(session), url };
    },
  );

  route.get(
    '/:tenantId/v1/consumer-sessions',
    {
      config: { access: 'reports:read' },
      preValidation: keepLiveApart,
      operationId: 'listConsumerSessions',
      summary: 'List consumer sessions',
      query: SessionsQuery,
      answer: SessionList,
    },
    async ({ caller, query }) => {
      const { status, test, externalReference, createdFrom, createdTo } = query;
      const { items, token } = await consumerSessions.list(
        caller,
        {
          state: status ?? null,
          isTest: toFlagOrNull(test),
          externalReference: externalReference ?? null,
          from: toTime(createdFrom),
          to: toLastTime(createdTo),
        },
        pageOf(query),
      );
      return { items: items.map(toAnswer), token };
    },
  );

  route.get(
    '/:tenantId/v1/consumer-sessions/:consumerSessionId',
    {
      config: { access: 'reports:read' },
      operationId: 'readConsumerSession',
      summary: 'Read a consumer session',
      params: SessionParams,
      answer: SessionAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params }) => toAnswer(await consumerSessions.read(caller, params.consumerSessionId)),
  );

  route.post(
    '/:tenantId/v1/consumer-sessions/:consumerSessionId/send',
    {
      config: { access: 'reports:write', isIdempotent: true },
      operationId: 'sendConsumerSession',
      summary: 'Send a link by text or e-mail',
      description:
        'To the number or address given, or to the one of the prefill. It is not kept. Only before the link is started. Test mode sends nothing and answers as if it were delivered.',
      params: SessionParams,
      body: SendRequest,
      answer: SessionAnswer,
      refuses: ['not-found', 'conflict', 'insufficient-funds'],
    },
    async ({ caller, params, body, from, resourceId }) =>
      toAnswer(
        await consumerSessions.send(caller, params.consumerSessionId, toLinkTo(body), from, resourceId),
      ),
  );

  route.post(
    '/:tenantId/v1/consumer-sessions/:consumerSessionId/cancel',
    {
      config: { access: 'reports:write' },
      operationId: 'cancelConsumerSession',
      summary: 'Cancel a consumer session',
      description: 'The link stops working, and a visit under way ends. Not while a report is being made.',
      params: SessionParams,
      answer: SessionAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, from }) =>
      toAnswer(await consumerSessions.cancel(caller, params.consumerSessionId, from)),
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

function toLinkTo({ by, mobileNumber, email }: SendRequest): LinkTo {
  return by === 'sms'
    ? { by, ...(mobileNumber !== undefined && { mobileNumber }) }
    : { by, ...(email !== undefined && { email }) };
}

function toAnswer(session: SessionSeen) {
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
    generates,
    triesLeft: state === 'failed' ? GENERATES_MAX - generates : null,
    showReport,
    showReportIfChanged,
    consumerMayChange: session.mayChange,
    changed,
    step: stepOf(session),
    sends: session.sends.map(({ by, state: sent, sentAt }) => ({ by, state: sent, sentAt })),
    createdAt,
    expiresAt,
    openedAt,
    endedAt,
    ...(session.withdrawnAt !== null && { withdrawnAt: session.withdrawnAt }),
  };
}
