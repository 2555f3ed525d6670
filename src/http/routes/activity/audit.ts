// The audit trail of a tenant, by the page or as CSV; and that of the service itself, for operators.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type AuditEntry, type AuditFilters, SERVICE_TRAIL } from '../../../storage/activity/audit.ts';
import type { AuditTrail } from '../../../usecases/activity/read-audit.ts';
import { sendCsv, wantsCsv } from '../../csv.ts';
import { pageOf, toIdOrNull } from '../../request.ts';
import { AuditAnswer, AuditQuery } from '../../schemas/people/credentials.ts';
import { toLastTime, toTime } from '../../schemas/text.ts';
import { accountRoutes, tenantRoutes } from '../../tenant-routes.ts';

type Query = Static<typeof AuditQuery>;

type Asked = { query: Query; request: FastifyRequest; reply: FastifyReply };

export type AuditNeeds = { auditTrail: AuditTrail };

export function auditRoutes(app: FastifyInstance, needs: AuditNeeds): void {
  const answer = async (tenantId: string, { query, request, reply }: Asked) => {
    const filters = toFilters(query);
    if (wantsCsv(request))
      return sendCsv(reply, 'audit', COLUMNS, toRows(needs.auditTrail.stream(tenantId, filters)));
    const { items, token } = await needs.auditTrail.list(tenantId, filters, pageOf(query));
    return { items: items.map(toItem), token };
  };

  tenantRoutes(app, 'Audit').get(
    '/:tenantId/v1/audit-entries',
    {
      config: { access: 'audit:read', csv: COLUMNS },
      operationId: 'listAuditEntries',
      summary: 'Who did what on this tenant',
      description: 'Append-only; each entry is chained to the one before, so that a change would show.',
      query: AuditQuery,
      answer: AuditAnswer,
    },
    async ({ caller, ...asked }) => answer(caller.tenantId, asked),
  );

  accountRoutes(app, 'Audit').get(
    '/v1/operator/audit-entries',
    {
      config: { access: 'operator', csv: COLUMNS },
      operationId: 'listServiceAuditEntries',
      summary: 'Sign-ins, sessions and passwords',
      description: 'Of the whole service: what belongs to no tenant.',
      query: AuditQuery,
      answer: AuditAnswer,
    },
    async (asked) => answer(SERVICE_TRAIL, asked),
  );
}

function toFilters(query: Query): AuditFilters {
  return {
    action: query.action ?? null,
    actorId: toIdOrNull(query.actorId),
    objectId: toIdOrNull(query.objectId),
    from: toTime(query.dateFrom),
    to: toLastTime(query.dateTo),
  };
}

function toItem({ seq, before, after, ...entry }: AuditEntry) {
  const parse = (text: string | null): object | null => (text === null ? null : JSON.parse(text));
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
