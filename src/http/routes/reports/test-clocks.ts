// Test clocks of a tenant. They move test reports only: live ones have none.
import type { FastifyInstance } from 'fastify';
import type { TestClock } from '../../../storage/reports/test-clocks.ts';
import type { TestClocks } from '../../../usecases/reports/test-clocks.ts';
import { Nothing } from '../../schemas/common.ts';
import {
  AdvanceRequest,
  ClockAnswer,
  ClockList,
  ClockParams,
  NewClockRequest,
} from '../../schemas/reports/test-clocks.ts';
import { toTime } from '../../schemas/text.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type TestClockNeeds = { testClocks: TestClocks };

export function testClockRoutes(app: FastifyInstance, { testClocks }: TestClockNeeds): void {
  const route = tenantRoutes(app, 'Test mode');
  const changing = { config: { access: 'reports:write', isIdempotent: true } } as const;

  route.post(
    '/:tenantId/v1/test-clocks',
    {
      ...changing,
      operationId: 'createTestClock',
      summary: 'Make a test clock',
      description:
        'Test reports that name it in `testOptions.clock` go by it: expiry, retention, every time that is shown.',
      body: NewClockRequest,
      answer: ClockAnswer,
      refuses: ['conflict'],
    },
    async ({ caller, body }) => toAnswer(await testClocks.create(caller.tenantId, toTime(body.at))),
  );

  route.get(
    '/:tenantId/v1/test-clocks',
    {
      config: { access: 'reports:read' },
      operationId: 'listTestClocks',
      summary: 'List test clocks',
      answer: ClockList,
    },
    async ({ caller }) => ({ items: (await testClocks.list(caller.tenantId)).map(toAnswer) }),
  );

  route.get(
    '/:tenantId/v1/test-clocks/:clockId',
    {
      config: { access: 'reports:read' },
      operationId: 'readTestClock',
      summary: 'Read a test clock',
      params: ClockParams,
      answer: ClockAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params }) => toAnswer(await testClocks.read(caller.tenantId, params.clockId)),
  );

  route.post(
    '/:tenantId/v1/test-clocks/:clockId/advance',
    {
      ...changing,
      operationId: 'advanceTestClock',
      summary: 'Move a test clock on',
      description:
        'Challenges that expire by it, receipts, retention and webhook retries that fall due by it happen at once.',
      params: ClockParams,
      body: AdvanceRequest,
      answer: ClockAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, body }) =>
      toAnswer(await testClocks.advance(caller.tenantId, params.clockId, body.by)),
  );

  route.delete(
    '/:tenantId/v1/test-clocks/:clockId',
    {
      config: { access: 'reports:write' },
      operationId: 'deleteTestClock',
      summary: 'Delete a test clock',
      description: 'Its reports stay listed, without their personal parts; what waits for a code has failed.',
      params: ClockParams,
      answer: Nothing('The clock has ended.'),
      refuses: ['not-found'],
    },
    async ({ caller, params }) => testClocks.remove(caller.tenantId, params.clockId),
  );
}

function toAnswer({ id, at, createdAt, endsAt }: TestClock) {
  return { id, at, createdAt, endsAt };
}
