// A request as the root span of its trace, named by method and route pattern, never by the URL. The span is entered twice, because the
// body arrives in the socket's own async context.
import type { FastifyInstance } from 'fastify';
import { beginRequest, endRequest, inSpan, type Span } from '../telemetry/trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    // Probes of health and metrics would only be noise.
    if (request.routeOptions.config.access === 'open') return done();
    const traceparent = request.headers.traceparent;
    request.span = beginRequest(request.method, typeof traceparent === 'string' ? traceparent : undefined);
    if (request.span === null) return done();
    inSpan(request.span, done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === null) return done();
    inSpan(request.span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { span, method, refusedAs } = request;
    if (span !== null) {
      const route = request.routeOptions.url ?? 'unknown';
      const status = reply.statusCode;
      const attributes = {
        'http.route': route,
        'http.response.status_code': status,
        // The same id as in the log line and in X-Request-Id.
        'trefoil.request_id': request.id,
        ...(refusedAs !== null && { 'trefoil.code': refusedAs }),
      };
      endRequest(span, `${method} ${route}`, attributes, status >= 500);
    }
    done();
  });
}
