// Test clocks of a tenant. They move test reports only: live ones have none.
import type { FastifyInstance } from 'fastify';
import type { TestClock } from '../../storage/reports/test-clocks.ts';
import type { TestClocks } from '../../usecases/reports/test-clocks.ts';
import { callerOf } from '../request.ts';
import { KeyHeader, TenantParams } from '../schemas/common.ts';
import { Nothing } from '../schemas/people.ts';
import { callerProblems, WITH_BODY, WITH_KEY } from '../schemas/problems.ts';
import {
  AdvanceRequest,
  ClockAnswer,
  ClockList,
  ClockParams,
  NewClockRequest,
} from '../schemas/test-clocks.ts';
import { toTime } from '../schemas/text.ts';

export type TestClockNeeds = { testClocks: TestClocks };
type ClockPath = { clockId: string };

export function testClockRoutes(app: FastifyInstance, { testClocks }: TestClockNeeds): void {
  const tags = ['Test mode'];
  const changing = { config: { access: 'reports:write', isIdempotent: true } } as const;

  app.post<{ Body: { at?: string } }>(
    '/:tenantId/v1/test-clocks',
    {
      ...changing,
      schema: {
        tags,
        operationId: 'createTestClock',
        summary: 'Make a test clock',
        description:
          'Test reports that name it in `testOptions.clock` go by it: expiry, retention, every time that is shown.',
        params: TenantParams,
        headers: KeyHeader,
        body: NewClockRequest,
        response: { 200: ClockAnswer, ...callerProblems(...WITH_BODY, ...WITH_KEY, 'conflict') },
      },
    },
    async (request) => {
      const { at } = request.body;
      return toAnswer(
        await testClocks.create(callerOf(request).tenantId, at === undefined ? null : toTime(at)),
      );
    },
  );

  app.get(
    '/:tenantId/v1/test-clocks',
    {
      config: { access: 'reports:read' },
      schema: {
        tags,
        operationId: 'listTestClocks',
        summary: 'List test clocks',
        params: TenantParams,
        response: { 200: ClockList, ...callerProblems() },
      },
    },
    async (request) => ({ items: (await testClocks.list(callerOf(request).tenantId)).map(toAnswer) }),
  );

  app.get<{ Params: ClockPath }>(
    '/:tenantId/v1/test-clocks/:clockId',
    {
      config: { access: 'reports:read' },
      schema: {
        tags,
        operationId: 'readTestClock',
        summary: 'Read a test clock',
        params: ClockParams,
        response: { 200: ClockAnswer, ...callerProblems('not-found') },
      },
    },
    async (request) => toAnswer(await testClocks.read(callerOf(request).tenantId, request.params.clockId)),
  );

  app.post<{ Params: ClockPath; Body: { by: string } }>(
    '/:tenantId/v1/test-clocks/:clockId/advance',
    {
      ...changing,
      schema: {
        tags,
        operationId: 'advanceTestClock',
        summary: 'Move a test clock on',
        description:
          'Challenges that expire by it, receipts, retention and webhook retries that fall due by it happen at once.',
        params: ClockParams,
        headers: KeyHeader,
        body: AdvanceRequest,
        response: { 200: ClockAnswer, ...callerProblems(...WITH_BODY, ...WITH_KEY, 'not-found') },
      },
    },
    async (request) =>
      toAnswer(await testClocks.advance(callerOf(request).tenantId, request.params.clockId, request.body.by)),
  );

  app.delete<{ Params: ClockPath }>(
    '/:tenantId/v1/test-clocks/:clockId',
    {
      config: { access: 'reports:write' },
      schema: {
        tags,
        operationId: 'deleteTestClock',
        summary: 'Delete a test clock',
        description:
          'Its reports stay listed, without their personal parts; what waits for a code has failed.',
        params: ClockParams,
        response: { 204: Nothing('The clock has ended.'), ...callerProblems('not-found') },
      },
    },
    async (request, reply) => {
      await testClocks.remove(callerOf(request).tenantId, request.params.clockId);
      return reply.code(204).send();
    },
  );
}

function toAnswer({ id, at, createdAt, endsAt }: TestClock) {
  return { id, at, createdAt, endsAt };
}
