// What every route is wrapped in when it is registered.
import type { onRouteHookHandler, RouteHandlerMethod, RouteOptions } from 'fastify';
import { createLanes } from '../../turns/turns.ts';
import { callerOf } from '../request.ts';
import type { Admission } from './admission.ts';
import { compressAnswer } from './compression.ts';
import type { Idempotency } from './idempotency.ts';

export function createRouteHook(admission: Admission, idempotency: Idempotency): onRouteHookHandler {
  const inLane = createLanes();

  const oneAtATime = ({ handler, config }: RouteOptions): RouteHandlerMethod => {
    const inTurn = config?.inTurn;
    if (inTurn === undefined) return handler;
    return function (request, reply) {
      const work = async () => handler.call(this, request, reply);
      return inTurn === true || inTurn(request) ? inLane(callerOf(request).tenantId, work) : work();
    };
  };

  return (route) => {
    // Fail the start, not a caller, when a route does not say who may call it.
    if (route.config?.access === undefined) throw new Error(`route ${route.url} does not declare its access`);
    // After every other hook that looks at the answer.
    route.onSend = [route.onSend ?? [], compressAnswer].flat();
    if (route.config.isIdempotent) route.preHandler = idempotency.claim;
    if (route.config.access !== 'open') route.handler = admission.duringWork(oneAtATime(route));
  };
}
