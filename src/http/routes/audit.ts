// The audit trail of a tenant, by the page or as CSV; and that of the service itself, for operators.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AuditEntry, type AuditFilters, SERVICE_TRAIL } from '../../storage/audit.ts';
import type { AuditTrail } from '../../usecases/operating/read-audit.ts';
import { sendCsv, wantsCsv } from '../csv.ts';
import { callerOf, pageOf, toIdOrNull } from '../request.ts';
import { TenantParams } from '../schemas/common.ts';
import { AuditAnswer, AuditQuery } from '../schemas/credentials.ts';
import { callerProblems } from '../schemas/problems.ts';
import { toLastTime, toTime } from '../schemas/text.ts';

type Query = Partial<
  Record<'pageSize' | 'pageToken' | 'action' | 'actorId' | 'objectId' | 'dateFrom' | 'dateTo', string>
>;

export type AuditNeeds = { auditTrail: AuditTrail };

export function auditRoutes(app: FastifyInstance, needs: AuditNeeds): void {
  const tags = ['Audit'];
  const answer = async (
    request: FastifyRequest<{ Querystring: Query }>,
    reply: FastifyReply,
    tenantId: string,
  ): Promise<unknown> => {
    const filters = toFilters(request.query);
    if (wantsCsv(request))
      return sendCsv(reply, 'audit', COLUMNS, toRows(needs.auditTrail.stream(tenantId, filters)));
    const { items, token } = await needs.auditTrail.list(tenantId, filters, pageOf(request.query));
    return { items: items.map(toItem), token };
  };

  app.get<{ Querystring: Query }>(
    '/:tenantId/v1/audit-entries',
    {
      config: { access: 'audit:read', csv: COLUMNS },
      schema: {
        tags,
        operationId: 'listAuditEntries',
        summary: 'Who did what on this tenant',
        params: TenantParams,
        querystring: AuditQuery,
        response: { 200: AuditAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request, reply) => answer(request, reply, callerOf(request).tenantId),
  );

  app.get<{ Querystring: Query }>(
    '/v1/operator/audit-entries',
    {
      config: { access: 'operator', csv: COLUMNS },
      schema: {
        tags,
        operationId: 'listServiceAuditEntries',
        summary: 'Sign-ins, sessions and passwords',
        querystring: AuditQuery,
        response: { 200: AuditAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request, reply) => answer(request, reply, SERVICE_TRAIL),
  );
}

function toFilters(query: Query): AuditFilters {
  return {
    action: query.action ?? null,
    actorId: toIdOrNull(query.actorId),
    objectId: toIdOrNull(query.objectId),
    from: query.dateFrom === undefined ? null : toTime(query.dateFrom),
    to: query.dateTo === undefined ? null : toLastTime(query.dateTo),
  };
}

function toItem({ seq, before, after, ...entry }: AuditEntry) {
  const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
  return { id: String(seq), ...entry, before: parse(before), after: parse(after) };
}

const COLUMNS = [
  'id',
  'at',
  'actorKind',
  'actorId',
  'actorName',
  'action',
  'objectKind',
  'objectId',
  'address',
  'before',
  'after',
] as const;

type Row = Omit<AuditEntry, 'seq'> & { id: string };

async function* toRows(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<Row[]> {
  for await (const entries of pages)
    yield entries.map(({ seq, ...entry }) => ({ id: String(seq), ...entry }));
}
