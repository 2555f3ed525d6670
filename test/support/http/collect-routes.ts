// The routes of the next app that is composed, as they are registered. Fastify announces each app before it has routes: the only way to see
// every route from outside.
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

export function collectRoutes(): RouteOptions[] {
  const routes: RouteOptions[] = [];
  let isFirst = true;
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    if (isFirst) fastify.addHook('onRoute', (route) => void routes.push(route));
    isFirst = false;
  });
  return routes;
}
