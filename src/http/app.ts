// The HTTP edge, put together: limits and timeouts, the order of the checks, and the one place where errors become answers. It
// speaks HTTP and decides nothing. The routes are in routes.ts.
import { randomUUIDv7 } from 'node:crypto';
import swagger from '@fastify/swagger';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Problem, Refusal, type RefusalCode } from '../domain/refusal.ts';
import type { NewRequest } from '../storage/activity/requests.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { isTracing } from '../telemetry/trace.ts';
import type { EnterTenant, IdentifyCaller } from '../usecases/people/identify-caller.ts';
import { createAdmission } from './edge/admission.ts';
import { answerBrokenRequest } from './edge/broken-requests.ts';
import { createChecks, type RateLimits } from './edge/checks.ts';
import { createIdempotency, type IdempotencyNeeds } from './edge/idempotency.ts';
import { readJsonBody, refuseOtherCharset } from './edge/json-body.ts';
import { refuseOtherMethods } from './edge/methods.ts';
import type { RateLimiter } from './edge/rate-limiter.ts';
import { compileValidator } from './edge/validation.ts';
import { logFault, requestLine } from './logging.ts';
import { openApiOptions } from './openapi/openapi.ts';
import { problemBody, STATUS_OF, toRefusal } from './problems.ts';
import { lowerCasePathIds } from './request.ts';
import { createRequestRecorder } from './request-record.ts';
import { addRoutes, type RouteNeeds } from './routes.ts';
import { traceRequests } from './tracing.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
// Fastify's own defaults are none: a slow sender would hold its socket for ever.
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
// Node looks for the late ones every 30 seconds unless told otherwise.
const TIMEOUT_CHECK_MS = 1_000;
const CONNECTION_IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes an Idempotency-Key. */
    isIdempotent?: boolean;
    /** Its answer is a new report. */
    makesReport?: boolean;
  }
  interface FastifyRequest {
    refusedAs: RefusalCode | null;
    refusedDetails: Problem[] | null;
  }
}

export type AppNeeds = {
  logger: FastifyBaseLogger;
  /** Where the line of each request goes; nowhere when requests are not logged. */
  writeLogLine: (line: string, isError: boolean) => void;
  metrics: Metrics;
  /** Where the request log gets its rows; null while it is switched off. */
  recordRequest: ((request: NewRequest) => void) | null;
  publicUrl: string;
  trustProxy: readonly string[];
  identifyCaller: IdentifyCaller;
  enterTenant: EnterTenant;
  limiter: RateLimiter;
  limits: RateLimits;
  /** Requests that are worked on at once; the next one is told to come back. */
  inFlightMax: number;
  /** How long a caller waits for an answer at most. */
  deadlineMs: number;
  idempotency: IdempotencyNeeds;
  isDraining: () => boolean;
  /** More routes, behind the same checks; the pages of the development default. */
  addRoutes?: (scope: FastifyInstance) => void;
} & RouteNeeds;

export async function createApp(needs: AppNeeds): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: needs.logger,
    // One line a request, made in logging.ts.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger a request would cost more than the line itself; the request id is in the line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_IDLE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // So that a second Authorization or Content-Type header is refused, and not silently dropped.
      joinDuplicateHeaders: true,
    },
    trustProxy: needs.trustProxy.length === 0 ? false : [...needs.trustProxy],
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an address that cannot be read.
      reply.header('x-request-id', request.id);
      setSafeHeaders(reply as FastifyReply);
      return sendProblem(error, request, reply as FastifyReply);
    },
    // No shorter than a request's headers may be: an id of any length is judged by its own route, never by the router.
    routerOptions: { maxParamLength: 16 * 1024 },
  });

  app.setValidatorCompiler(compileValidator);
  // Answers are plain JSON; the schemas of answers are for the document and the tests.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      refuseOtherCharset(request.headers['content-type']);
      done(null, readJsonBody(body));
    },
  );
  app.decorateRequest('identified', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('claimedKey', null);
  app.decorateRequest('refusedAs', null);
  app.decorateRequest('refusedDetails', null);
  app.decorateRequest('limitedBy', null);
  app.decorateRequest('resourceId', '');
  app.decorateRequest('place', null);

  // First of the hooks, so that the checks are seen too; not there at all unless a collector is configured.
  if (isTracing()) traceRequests(app);
  const admission = createAdmission({
    inFlightMax: needs.inFlightMax,
    deadlineMs: needs.deadlineMs,
    onShed: needs.metrics.countShed,
    onLateError: logIfFault,
    mute: needs.logger.child({}, { level: 'silent' }),
  });
  app.addHook('onClose', async () => admission.stop());
  const idempotency = createIdempotency(needs.idempotency, admission);
  const check = createChecks(needs);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    lowerCasePathIds(request);
    admission.admit(request, reply);
    const checked = check(request, reply);
    if (checked === undefined) done();
    else admission.during(request, checked).then(() => done(), done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    setSafeHeaders(reply);
    // A balancer that still sends here while we drain is told to open its next connection elsewhere. Asked now and not
    // when the request came in, or the connection of one that began before would stay open and keep the process.
    if (needs.isDraining()) reply.header('connection', 'close');
    const leave = (): void => {
      admission.noteAnswer(request);
      done(null, payload);
    };
    if (request.claimedKey === null) return leave();
    if (admission.isLate(request)) {
      // At once: the work may end in any moment, and must find that it was answered for.
      idempotency.leaveAfterWork(request.claimedKey, request);
      return leave();
    }
    admission
      .inTime(request, idempotency.settle(request.claimedKey, request, reply, payload))
      .then(leave, (error: Error) => {
        if (request.refusedAs === null) return done(error);
        // A refusal stands by itself: its key stays claimed until the claim runs out. An error in an error would be told in
        // the framework's words.
        logIfFault(request, error);
        leave();
      });
  });
  const recordRequest = needs.recordRequest && createRequestRecorder(needs.recordRequest);
  app.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime;
    needs.metrics.countRequest(
      request.routeOptions.url ?? 'unknown',
      request.method,
      reply.statusCode,
      ms / 1000,
    );
    if (request.refusedAs !== null) needs.metrics.countRefusal(request.refusedAs);
    if (request.refusedAs === 'rate-limited')
      needs.metrics.countRateLimited(request.limitedBy ?? 'challenge');
    if (reply.hasHeader('idempotent-replayed')) needs.metrics.countReplay();
    recordRequest?.(request, reply, ms);
    needs.writeLogLine(requestLine(request, reply, ms), reply.statusCode >= 500);
    done();
  });
  app.addHook('onRoute', (route) => {
    // A route that does not say who may come in is a mistake that must not reach a caller.
    if (route.config?.access === undefined) throw new Error(`route ${route.url} does not declare its access`);
    if (route.config.isIdempotent) route.preHandler = idempotency.claim;
    if (route.config.access !== 'open') route.handler = admission.duringWork(route.handler);
  });

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

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { refusal, fault } = toRefusal(error);
  if (fault !== undefined) logFault(request, fault);
  request.refusedAs = refusal.code;
  request.refusedDetails = refusal.details ?? null;
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (refusal.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(STATUS_OF[refusal.code])
    .type('application/json; charset=utf-8')
    .send(problemBody(refusal));
}

function logIfFault(request: FastifyRequest, error: unknown): void {
  const { fault } = toRefusal(error);
  if (fault !== undefined) logFault(request, fault);
}

function setSafeHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (!reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  }
}
