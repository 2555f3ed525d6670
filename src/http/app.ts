// The HTTP edge, assembled: limits and timeouts, the order of the hooks, and the one place where errors become answers. It
// speaks HTTP and decides nothing. The routes are in routes.ts.
import { randomUUIDv7 } from 'node:crypto';
import type { Server } from 'node:http';
import swagger from '@fastify/swagger';
import fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onResponseHookHandler,
  type onSendHookHandler,
} from 'fastify';
import { householdOf } from '../domain/network-address.ts';
import { type Problem, Refusal, type RefusalCode } from '../domain/refusal.ts';
import type { NewRequest } from '../storage/activity/request-log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { isTracing } from '../telemetry/trace.ts';
import { createTurnstile } from '../turns/turns.ts';
import type { EnterTenant, IdentifyCaller } from '../usecases/people/identify-caller.ts';
import { countRequest } from './count-request.ts';
import { type Admission, createAdmission, decorateAway } from './edge/admission.ts';
import { answerBrokenRequest, TOO_SLOW } from './edge/broken-requests.ts';
import { createChecks, type RateLimits } from './edge/checks.ts';
import { type Connections, createConnections } from './edge/connections.ts';
import { createIdempotency, type Idempotency, type IdempotencyNeeds } from './edge/idempotency.ts';
import { readJsonBody, refuseOtherEncoding } from './edge/json-body.ts';
import { refuseOtherMethods } from './edge/methods.ts';
import type { RateLimiter } from './edge/rate-limiter.ts';
import { createRouteHook } from './edge/route-hook.ts';
import { createServerFactory } from './edge/server.ts';
import { compileValidator, refuseNulInQuery } from './edge/validation.ts';
import { logFault, requestLine } from './logging.ts';
import { openApiOptions } from './openapi/openapi.ts';
import { problemBody, STATUS_OF, toRefusal } from './problems.ts';
import { lowerCasePathIds, readablePath, requireOneHost } from './request.ts';
import { createRequestRecorder } from './request-record.ts';
import { addRoutes, type RouteNeeds } from './routes.ts';
import { traceRequests } from './tracing.ts';

/** More than any route needs but the one that takes addresses, which has a limit of its own. */
const BODY_LIMIT_BYTES = 16 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts an Idempotency-Key. */
    isIdempotent?: boolean;
    /** Its answer is a new report. */
    makesReport?: boolean;
    /** Its answer may hold a document, which a person's replay shows again. */
    showsReport?: boolean;
  }
  interface FastifyRequest {
    refusedAs: RefusalCode | null;
    refusedDetails: Problem[] | null;
    refusedMessage: string | null;
    isRehearsed: boolean;
  }
}

export type AppNeeds = {
  logger: FastifyBaseLogger;
  /** Writes one log line a request; does nothing when requests are not logged. */
  writeLogLine: (line: string, isError: boolean) => void;
  metrics: Metrics;
  /** Writes a row of the request log; null while that is switched off. */
  recordRequest: ((request: NewRequest) => void) | null;
  publicUrl: string;
  trustProxy: readonly string[];
  identifyCaller: IdentifyCaller;
  enterTenant: EnterTenant;
  limiter: RateLimiter;
  limits: RateLimits;
  /** Requests in flight at once; beyond them load is shed. */
  inFlightMax: number;
  inFlightPerAddressMax: number;
  connections: { max: number; perAddressMax: number };
  /** After this a caller gets 503, and the work goes on. */
  deadlineMs: number;
  idempotency: Omit<IdempotencyNeeds, 'noteSeen'>;
  /** Answers close their connections: it drains, or another worker has taken over. */
  isLeaving: () => boolean;
  /** More routes behind the same checks: the pages of the development default. */
  addRoutes?: (scope: FastifyInstance) => void;
} & RouteNeeds;

export async function createApp(needs: AppNeeds): Promise<FastifyInstance> {
  const connections = createConnections({
    ...needs.connections,
    trustProxy: needs.trustProxy,
    tellTooSlow: (socket) => answerBrokenRequest(TOO_SLOW, socket, transportHeaders(needs.publicUrl)),
    onCut: needs.metrics.countCut,
  });
  const app = fastify(serverOptions(needs, connections));
  app.setValidatorCompiler(compileValidator);
  // The schemas of answers are for the OpenAPI document and the tests, not for serialisation.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      refuseOtherEncoding(request.headers['content-type'], request.headers['content-encoding']);
      done(null, readJsonBody(body, request.routeOptions.schema?.body));
    },
  );
  addHooks(app, needs, connections);
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new Refusal('not-found', 'There is nothing at this address.'), request, reply),
  );

  await app.register(swagger, openApiOptions(needs.publicUrl));
  const allowedMethods = refuseOtherMethods(app);
  app.register(async (scope) => {
    addRoutes(scope, needs);
    needs.addRoutes?.(scope);
  });
  app.register(async (scope) => allowedMethods.complete(scope));
  await app.ready();
  return app;
}

function serverOptions(
  { logger, trustProxy, publicUrl }: AppNeeds,
  connections: Connections,
): FastifyHttpOptions<Server> {
  const transport = transportHeaders(publicUrl);
  return {
    loggerInstance: logger,
    // logging.ts writes one line a request.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request would cost more than its log line, which has the request id.
    childLoggerFactory: (parent) => parent,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: createServerFactory(connections),
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    return503OnClosing: false,
    clientErrorHandler: ({ code }, socket) => {
      if (connections.canBeTold(socket)) answerBrokenRequest(code, socket, transport);
      else socket.destroy();
    },
    rewriteUrl: ({ url = '/' }) => readablePath(url),
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a URL that cannot be parsed.
      reply.header('x-request-id', request.id);
      setSafeHeaders(reply as FastifyReply, transport);
      return sendProblem(error, request, reply as FastifyReply);
    },
    // As long as a request's headers may be: an id of any length is refused by its route, never by the router.
    routerOptions: { maxParamLength: 16 * 1024 },
  };
}

function addHooks(app: FastifyInstance, needs: AppNeeds, connections: Connections): void {
  app.decorateRequest('household', '');
  app.decorateRequest('identified', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('claimedKey', null);
  app.decorateRequest('refusedAs', null);
  app.decorateRequest('refusedDetails', null);
  app.decorateRequest('refusedMessage', null);
  app.decorateRequest('isRehearsed', false);
  app.decorateRequest('limitedBy', null);
  app.decorateRequest('resourceId', '');
  app.decorateRequest('isRepeated', false);
  app.decorateRequest('slot', null);

  // First of the hooks, so that spans cover the checks; not registered unless a collector is configured.
  if (isTracing()) traceRequests(app);
  const admission = createAdmission({
    inFlightMax: needs.inFlightMax,
    inFlightPerAddressMax: needs.inFlightPerAddressMax,
    deadlineMs: needs.deadlineMs,
    onShed: needs.metrics.countShed,
    onLateError: logIfFault,
    mute: needs.logger.child({}, { level: 'silent' }),
  });
  decorateAway(app, admission);
  app.addHook('preClose', async () => connections.end());
  app.addHook('onClose', async () => {
    admission.stop();
    connections.stop();
  });
  const idempotency = createIdempotency({ ...needs.idempotency, noteSeen: needs.noteSeen }, admission);
  const check = createChecks(needs);
  const pageTurn = createTurnstile();
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isPage) await pageTurn();
    reply.header('x-request-id', request.id);
    request.household = householdOf(request.ip);
    connections.noteAddress(request.raw.socket, request.household);
    requireOneHost(request, reply);
    lowerCasePathIds(request);
    admission.admit(request, reply);
    await admission.during(request, check(request, reply));
    if (request.raw.complete !== false) return;
    connections.awaitBody(request.raw);
    admission.leave(request);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    connections.noteBody(request.raw);
    admission.enter(request);
    done();
  });
  app.addHook('preValidation', refuseNulInQuery);
  app.addHook('onSend', createSendHook(admission, idempotency, needs));
  app.addHook('onResponse', createResponseHook(needs));
  app.addHook('onRoute', createRouteHook(admission, idempotency));
}

function createSendHook(
  admission: Admission,
  idempotency: Idempotency,
  { isLeaving, publicUrl }: Pick<AppNeeds, 'isLeaving' | 'publicUrl'>,
): onSendHookHandler {
  const transport = transportHeaders(publicUrl);
  return (request, reply, payload, done) => {
    setSafeHeaders(reply, transport);
    // While draining or leaving, the next connection must be opened elsewhere. Checked now, not when the request arrived: otherwise
    // the connection of a request that began before would stay open and keep the process alive.
    if (isLeaving()) reply.header('connection', 'close');
    const send = (): void => {
      admission.noteAnswer(request);
      done(null, payload);
    };
    if (request.claimedKey === null) return send();
    if (admission.isLate(request)) {
      // Synchronously: the handler may finish any moment and must see that the caller was already answered.
      idempotency.abandonAfterWork(request.claimedKey, request);
      return send();
    }
    admission
      .inTime(request, idempotency.settle(request.claimedKey, request, reply, payload))
      .then(send, (error: Error) => {
        if (request.refusedAs === null) return done(error);
        // The refusal is sent as it is; its key stays claimed until the claim expires. An error from here would be answered in
        // the framework's own words.
        logIfFault(request, error);
        send();
      });
  };
}

function createResponseHook(needs: AppNeeds): onResponseHookHandler {
  const { metrics } = needs;
  const recordRequest = needs.recordRequest && createRequestRecorder(needs.recordRequest);
  return (request, reply, done) => {
    const ms = reply.elapsedTime;
    countRequest(metrics, request, reply);
    recordRequest?.(request, reply, ms);
    needs.writeLogLine(requestLine(request, reply, ms), reply.statusCode >= 500 && !request.isRehearsed);
    done();
  };
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { refusal, fault } = toRefusal(error, request.routeOptions);
  if (fault !== undefined) logFault(request, fault);
  request.refusedAs = refusal.code;
  request.refusedDetails = refusal.details ?? null;
  request.refusedMessage = refusal.message;
  request.isRehearsed = refusal.isRehearsed;
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (refusal.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(STATUS_OF[refusal.code])
    .type('application/json; charset=utf-8')
    .send(problemBody(refusal));
}

/** Once seen over TLS, a browser never asks without it again. For this name alone: what else is at the domain is not ours. */
function transportHeaders(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
}

function logIfFault(request: FastifyRequest, error: unknown): void {
  const { fault } = toRefusal(error);
  if (fault !== undefined) logFault(request, fault);
}

function setSafeHeaders(reply: FastifyReply, transport: Record<string, string>): void {
  reply.headers(transport);
  reply.header('x-content-type-options', 'nosniff');
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (!reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  }
}
