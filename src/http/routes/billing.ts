// The money endpoints: the tenant with its balance, products and prices, the statement, usage. Bare objects, no envelope:
// none of them costs anything.
import type { FastifyInstance } from 'fastify';
import type { BureauId } from '../../domain/credit-report.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../storage/tenants.ts';
import type { Product } from '../../storage/wallet/prices.ts';
import type { LineFilters } from '../../storage/wallet/statements.ts';
import type { ResolvePrice } from '../../usecases/wallet/prices.ts';
import type { ListReportStatement } from '../../usecases/wallet/read-report-statement.ts';
import type {
  ListTransactions,
  ReadUsage,
  StreamTransactions,
} from '../../usecases/wallet/read-statement.ts';
import { sendCsv, wantsCsv } from '../csv.ts';
import { callerOf, pageOf, toIdOrNull } from '../request.ts';
import {
  PriceAnswer,
  PriceRequest,
  ProductsAnswer,
  ReportStatementAnswer,
  ReportStatementQuery,
  TenantAnswer,
  TransactionsAnswer,
  TransactionsQuery,
  UsageAnswer,
  UsageQuery,
} from '../schemas/billing.ts';
import { KeyHeader, TenantParams } from '../schemas/common.ts';
import { callerProblems, WITH_BODY, WITH_KEY } from '../schemas/problems.ts';
import { toLastTime, toTime } from '../schemas/text.ts';

type LinesQuery = Partial<
  Record<'pageSize' | 'pageToken' | 'kind' | 'reportId' | 'dateFrom' | 'dateTo', string>
>;
type Period = { dateFrom: string; dateTo: string; timeZone?: string };

const DEFAULT_TIME_ZONE = 'Europe/London';

export type BillingNeeds = {
  findTenant: (tenantId: string) => Promise<Tenant | null>;
  listProducts: (tenantId: string) => Promise<Product[]>;
  resolvePrice: ResolvePrice;
  listTransactions: ListTransactions;
  streamTransactions: StreamTransactions;
  readUsage: ReadUsage;
  listReportStatement: ListReportStatement;
};

export function billingRoutes(app: FastifyInstance, needs: BillingNeeds): void {
  const tags = ['Wallet'];

  app.get(
    '/:tenantId/v1',
    {
      config: { access: 'wallet:read' },
      schema: {
        tags,
        operationId: 'readTenant',
        summary: 'The tenant and its balance',
        params: TenantParams,
        response: { 200: TenantAnswer, ...callerProblems() },
      },
    },
    async (request) => needs.findTenant(callerOf(request).tenantId),
  );

  app.get(
    '/:tenantId/v1/products',
    {
      config: { access: 'wallet:read' },
      schema: {
        tags,
        operationId: 'listProducts',
        summary: 'Products and prices',
        params: TenantParams,
        response: { 200: ProductsAnswer, ...callerProblems() },
      },
    },
    async (request) => ({ items: await needs.listProducts(callerOf(request).tenantId) }),
  );

  app.post<{ Body: { bureaus: BureauId[]; smsCount?: number; test?: boolean } }>(
    '/:tenantId/v1/products/resolve-price',
    {
      config: { access: 'wallet:read', isIdempotent: true },
      schema: {
        tags,
        operationId: 'resolvePrice',
        summary: 'What a request would cost',
        params: TenantParams,
        headers: KeyHeader,
        body: PriceRequest,
        response: { 200: PriceAnswer, ...callerProblems(...WITH_BODY, ...WITH_KEY) },
      },
    },
    async (request) => {
      const { bureaus, smsCount = 0, test } = request.body;
      if (test === true) return { totalCredits: 0, lines: [] };
      return needs.resolvePrice(callerOf(request).tenantId, { bureaus, smsCount });
    },
  );

  app.get<{ Querystring: LinesQuery }>(
    '/:tenantId/v1/billing/transactions',
    {
      config: { access: 'wallet:read', csv: CSV_COLUMNS },
      schema: {
        tags,
        operationId: 'listTransactions',
        summary: 'The statement, line by line',
        params: TenantParams,
        querystring: TransactionsQuery,
        response: { 200: TransactionsAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const filters = toFilters(request.query);
      if (wantsCsv(request))
        return sendCsv(reply, 'statement', CSV_COLUMNS, needs.streamTransactions(caller, filters));
      return needs.listTransactions(caller, filters, pageOf(request.query));
    },
  );

  app.get<{ Querystring: LinesQuery }>(
    '/:tenantId/v1/billing/reports',
    {
      config: { access: 'wallet:read' },
      schema: {
        tags,
        operationId: 'listReportStatement',
        summary: 'The statement, one item a report',
        params: TenantParams,
        querystring: ReportStatementQuery,
        response: { 200: ReportStatementAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request) =>
      needs.listReportStatement(callerOf(request), toFilters(request.query), pageOf(request.query)),
  );

  app.get<{ Querystring: Period }>(
    '/:tenantId/v1/billing/credit-usage',
    {
      config: { access: 'wallet:read' },
      schema: {
        tags,
        operationId: 'readCreditUsage',
        summary: 'Credits spent, by product',
        params: TenantParams,
        querystring: UsageQuery,
        response: { 200: UsageAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request) => {
      const { dateFrom, dateTo, timeZone = DEFAULT_TIME_ZONE } = request.query;
      refuseBackwards(dateFrom, dateTo);
      return needs.readUsage(callerOf(request).tenantId, { dateFrom, dateTo, timeZone });
    },
  );
}

function toFilters(query: LinesQuery): LineFilters {
  const from = query.dateFrom === undefined ? null : toTime(query.dateFrom);
  const to = query.dateTo === undefined ? null : toLastTime(query.dateTo);
  if (from !== null && to !== null) refuseBackwards(from.toISOString(), to.toISOString());
  return { kind: query.kind ?? null, reportId: toIdOrNull(query.reportId), from, to };
}

function refuseBackwards(from: string, to: string): void {
  if (from <= to) return;
  const message = 'must not be before dateFrom';
  throw new Refusal('validation-error', `The query is not acceptable: dateTo ${message}.`, {
    details: [{ path: '/dateTo', message }],
  });
}

const CSV_COLUMNS = [
  'id',
  'createdAt',
  'kind',
  'amount',
  'change',
  'balance',
  'reportId',
  'smsId',
  'credentialId',
  'personId',
  'reference',
  'reason',
] as const;
