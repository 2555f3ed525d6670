// The audit trail of a tenant, by the page or as CSV; and that of the service itself, for operators.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AuditEntry, type AuditFilters, SERVICE_TRAIL } from '../storage/audit.ts';
import type { AuditTrail } from '../usecases/audit.ts';
import { csvLine } from './csv.ts';
import { callerOf, pageOf } from './my.ts';
import { TenantParams } from './schemas/common.ts';
import { AuditAnswer, AuditQuery } from './schemas/credentials.ts';
import { callerProblems } from './schemas/problems.ts';
import { toLastTime, toTime } from './schemas/text.ts';

type Query = Partial<Record<'pageSize' | 'pageToken' | 'action' | 'actorId' | 'dateFrom' | 'dateTo', string>>;

export function auditRoutes(app: FastifyInstance, needs: { auditTrail: AuditTrail }): void {
  const tags = ['Audit'];
  const answer = async (
    request: FastifyRequest<{ Querystring: Query }>,
    reply: FastifyReply,
    tenantId: string,
  ): Promise<unknown> => {
    const filters = toFilters(request.query);
    if (!/\btext\/csv\b/i.test(request.headers.accept ?? '')) {
      const { items, token } = await needs.auditTrail.list(tenantId, filters, pageOf(request.query));
      return { items: items.map(toItem), token };
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .send(Readable.from(toCsv(needs.auditTrail.stream(tenantId, filters))));
  };

  app.get<{ Querystring: Query }>(
    '/:tenantId/v1/audit-entries',
    {
      config: { access: 'audit:read' },
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
      config: { access: 'operator' },
      schema: {
        tags,
        operationId: 'listServiceAuditEntries',
        summary: 'Sign-ins, passwords, and what operators did',
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
    actorId: query.actorId ?? null,
    from: query.dateFrom === undefined ? null : toTime(query.dateFrom),
    to: query.dateTo === undefined ? null : toLastTime(query.dateTo),
  };
}

function toItem({ seq, before, after, ...entry }: AuditEntry) {
  const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
  return { id: String(seq), ...entry, before: parse(before), after: parse(after) };
}

const COLUMNS = [
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

async function* toCsv(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield csvLine(['id', ...COLUMNS]);
  for await (const entries of pages) {
    yield entries
      .map((entry) =>
        csvLine([
          String(entry.seq),
          ...COLUMNS.map((column) => (column === 'at' ? entry.at.toISOString() : entry[column])),
        ]),
      )
      .join('');
  }
}
