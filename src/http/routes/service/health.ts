// Health for machines: liveness, readiness (and which part is down), and the metrics.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { refuseUnknownHost } from '../../../domain/known-host.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { VERSION } from '../../../settings/version.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import { closed, meaning } from '../../schemas/common.ts';
import { problems } from '../../schemas/problems.ts';
import { Liveness, Sandbox, Version } from '../../schemas/service/health.ts';

/** A dependency of the service. `check` answers `ok` or what is wrong in a few words of ours, and rejects without an answer. */
export type Part = { name: string; check: () => Promise<string> };

const CHECK_TIMEOUT_MS = 2_000;

export type HealthNeeds = {
  parts: Part[];
  isDraining: () => boolean;
  isSandbox: boolean;
  metrics: Metrics;
  metricsToken: string | null;
  publicUrl: string;
};

export function healthRoutes(app: FastifyInstance, needs: HealthNeeds): void {
  const tags = ['Health'];
  const config = { access: 'open' as const };

  app.get(
    '/health/live',
    {
      config,
      schema: {
        tags,
        operationId: 'readLiveness',
        summary: 'The process is alive',
        description: 'Asks nothing of the database: restart the process when it does not answer.',
        response: { 200: Liveness, ...problems('validation-error') },
      },
    },
    async () => ({ status: 'live', version: VERSION, sandbox: needs.isSandbox }),
  );

  const Readiness = (status: string, database: string) =>
    Type.Object(
      {
        status: Type.Enum(['ready', 'not-ready'], { description: 'Whether the service takes requests.' }),
        version: Version,
        sandbox: Sandbox,
        parts: meaning(
          Type.Record(Type.String(), Type.String()),
          'Each part and how it is: `ok`, or what is wrong.',
        ),
      },
      {
        ...closed,
        title: 'Readiness',
        description: 'Whether the service takes requests, part by part.',
        examples: [{ status, version: VERSION, sandbox: false, parts: { database } }],
      },
    );

  app.get(
    '/health/ready',
    {
      config,
      schema: {
        tags,
        operationId: 'readReadiness',
        summary: 'The service takes requests; names the sick part when it does not',
        description: 'For a load balancer. 503 while a part is down or the process is shutting down.',
        response: {
          200: Readiness('ready', 'ok'),
          503: Readiness('not-ready', 'unreachable'),
          ...problems('validation-error'),
        },
      },
    },
    async (_request, reply) => {
      // While draining nothing is probed: the balancer needs this answer fast, however busy the database is.
      const parts = needs.isDraining() ? [] : needs.parts;
      const checked = await Promise.all(parts.map(async (part) => [part.name, await stateOf(part)]));
      if (needs.isDraining()) checked.push(['process', 'shutting-down']);
      const isReady = checked.every(([, state]) => state === 'ok');
      needs.metrics.setReady(isReady);
      if (!isReady) reply.header('retry-after', 1);
      return reply.code(isReady ? 200 : 503).send({
        status: isReady ? 'ready' : 'not-ready',
        version: VERSION,
        sandbox: needs.isSandbox,
        parts: Object.fromEntries(checked),
      });
    },
  );

  app.get(
    '/metrics',
    {
      config,
      schema: {
        tags,
        operationId: 'readMetrics',
        summary: 'Prometheus metrics; asks for METRICS_TOKEN as bearer where one is set',
        description: 'In the text format of Prometheus.',
        produces: ['text/plain'],
        response: {
          200: Type.String({ description: 'Prometheus text format.', examples: ['trefoil_ready 1'] }),
          ...problems('validation-error', 'unauthorized', 'forbidden', 'internal-error'),
        },
      },
    },
    async (request, reply) => {
      const { authorization, host } = request.headers;
      if (needs.metricsToken !== null) requireToken(authorization, needs.metricsToken);
      else refuseUnknownHost(host, needs.publicUrl);
      return reply.type(needs.metrics.contentType).send(await needs.metrics.text());
    },
  );
}

async function stateOf(part: Part): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer in time'), CHECK_TIMEOUT_MS);
  });
  const answer = part.check().catch(() => 'unreachable');
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function requireToken(header: string | undefined, token: string): void {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))) {
    throw new Refusal(
      'unauthorized',
      'The metrics need the METRICS_TOKEN of this service as a bearer token.',
    );
  }
}
