// A route and its schemas cannot drift apart: each planted difference fails `npm run types`, which reads this file and runs none of it. A
// line that stops failing is an error itself.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { closed, Nothing, Time } from '../../src/http/schemas/common.ts';
import { publicRoutes, tenantRoutes } from '../../src/http/tenant-routes.ts';

const Thing = Type.Object(
  {
    count: Type.Integer(),
    state: Type.Enum(['ok', 'fired']),
    at: Time,
    names: Type.Array(Type.String()),
    note: Type.Optional(Type.String()),
  },
  closed,
);
const Change = Type.Object({ count: Type.Integer(), note: Type.Optional(Type.String()) });
const said = {
  config: { access: 'wallet:read' },
  operationId: 'readThing',
  summary: 'A thing',
  answer: Thing,
} as const;
const changing = { ...said, body: Change } as const;
const right = { count: 3, state: 'ok' as const, at: new Date(0), names: ['a'] as readonly string[] };
const take = (count: number): number => count;

export function rightAnswers(app: FastifyInstance, noteOrNone: string | undefined): void {
  const route = tenantRoutes(app, 'Things');
  route.get('/:tenantId/v1/a', said, async () => right);
  route.get('/:tenantId/v1/b', said, async () => ({ ...right, at: '2026-11-15T09:30:00.000Z' }));
  route.get('/:tenantId/v1/c', said, async () => ({ ...right, note: noteOrNone }));
  route.put('/:tenantId/v1/d', changing, async ({ body }) => ({ ...right, count: take(body.count) }));
  route.delete('/:tenantId/v1/e', { ...said, answer: Nothing('Gone.') }, async () => {});
}

export function wrongAnswers(app: FastifyInstance): void {
  const route = tenantRoutes(app, 'Things');
  // @ts-expect-error The schema says a number.
  route.get('/:tenantId/v1/a', said, async () => ({ ...right, count: 'three' }));
  // @ts-expect-error The schema has no such state.
  route.get('/:tenantId/v1/b', said, async () => ({ ...right, state: 'lost' }));
  // @ts-expect-error The schema requires the names.
  route.get('/:tenantId/v1/c', said, async () => ({ count: 3, state: 'ok', at: new Date(0) }));
  // @ts-expect-error Only a time may be a date.
  route.get('/:tenantId/v1/d', said, async () => ({ ...right, note: new Date(0) }));
  // @ts-expect-error The schema has no such field.
  route.get('/:tenantId/v1/e', said, async () => ({ ...right, secret: 'x' }));
  // @ts-expect-error There is no answer without a body here.
  route.get('/:tenantId/v1/f', said, async () => {});
  // @ts-expect-error The answer has no body.
  route.delete('/:tenantId/v1/g', { ...said, answer: Nothing('Gone.') }, async () => right);
}

export function wrongUses(app: FastifyInstance): void {
  const route = tenantRoutes(app, 'Things');
  // @ts-expect-error The body has no such field.
  route.put('/:tenantId/v1/a', changing, async ({ body }) => ({ ...right, count: body.sum }));
  // @ts-expect-error The note is a text, and may be missing.
  route.put('/:tenantId/v1/b', changing, async ({ body }) => ({ ...right, count: body.note }));
  // @ts-expect-error The route takes no body.
  route.put('/:tenantId/v1/c', said, async ({ body }) => ({ ...right, count: body.count }));
  // @ts-expect-error The query was not declared.
  route.get('/:tenantId/v1/d', said, async ({ query }) => ({ ...right, note: query.note }));
  // @ts-expect-error The path has the tenant alone.
  route.get('/:tenantId/v1/e', said, async ({ params }) => ({ ...right, note: params.thingId }));
  // @ts-expect-error Nobody was identified.
  publicRoutes(app, 'Things').get('/v1/f', said, async ({ caller }) => ({ ...right, note: caller.tenantId }));
}
