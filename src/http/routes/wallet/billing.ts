// The money endpoints: the tenant with its balance, products and prices, the statement, usage. Bare objects, no envelope:
// none of them costs anything.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Refusal } from '../../../domain/refusal.ts';
import type { Tenant } from '../../../storage/people/tenants.ts';
import type { Product } from '../../../storage/wallet/prices.ts';
import type { LineFilters } from '../../../storage/wallet/statements.ts';
import type { ResolvePrice } from '../../../usecases/wallet/prices.ts';
import type { ListReportStatement } from '../../../usecases/wallet/read-report-statement.ts';
import type {
  ListTransactions,
  ReadUsage,
  StreamTransactions,
} from '../../../usecases/wallet/read-statement.ts';
import { sendCsv, wantsCsv } from '../../csv.ts';
import { pageOf, toIdOrNull } from '../../request.ts';
import { toLastTime, toTime } from '../../schemas/text.ts';
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
} from '../../schemas/wallet/billing.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

type LinesQuery = Static<typeof TransactionsQuery>;

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
  const route = tenantRoutes(app, 'Wallet');

  route.get(
    '/:tenantId/v1',
    {
      config: { access: 'wallet:read' },
      operationId: 'readTenant',
      summary: 'The tenant and its balance',
      description: 'Its name, whether it is enabled, and the credits that can be spent.',
      answer: TenantAnswer,
    },
    async ({ caller }) => mustBeThere(await needs.findTenant(caller.tenantId)),
  );

  route.get(
    '/:tenantId/v1/products',
    {
      config: { access: 'wallet:read' },
      operationId: 'listProducts',
      summary: 'Products and prices',
      description: 'What each product costs this tenant, in credits; 1,000 credits are £1.',
      answer: ProductsAnswer,
    },
    async ({ caller }) => ({ items: await needs.listProducts(caller.tenantId) }),
  );

  route.post(
    '/:tenantId/v1/products/resolve-price',
    {
      config: { access: 'wallet:read', isIdempotent: true },
      operationId: 'resolvePrice',
      summary: 'What a request would cost',
      description:
        'The price of a report of these bureaus and of so many texts; 0 in test mode. Nothing is held or charged.',
      body: PriceRequest,
      answer: PriceAnswer,
    },
    async ({ caller, body }) => {
      const { bureaus, smsCount = 0, test } = body;
      if (test === true) return { totalCredits: 0, lines: [] };
      return needs.resolvePrice(caller.tenantId, { bureaus, smsCount });
    },
  );

  route.get(
    '/:tenantId/v1/billing/transactions',
    {
      config: { access: 'wallet:read', csv: CSV_COLUMNS },
      operationId: 'listTransactions',
      summary: 'The statement, line by line',
      description: 'Every movement of credits, with the balance after it.',
      query: TransactionsQuery,
      answer: TransactionsAnswer,
    },
    async ({ caller, query, request, reply }) => {
      const filters = toFilters(query);
      if (wantsCsv(request))
        return sendCsv(reply, 'statement', CSV_COLUMNS, needs.streamTransactions(caller, filters));
      return needs.listTransactions(caller, filters, pageOf(query));
    },
  );

  route.get(
    '/:tenantId/v1/billing/reports',
    {
      config: { access: 'wallet:read' },
      operationId: 'listReportStatement',
      summary: 'The statement, one item a report',
      description: 'The same movements, gathered by the report that they belong to.',
      query: ReportStatementQuery,
      answer: ReportStatementAnswer,
    },
    async ({ caller, query }) => needs.listReportStatement(caller, toFilters(query), pageOf(query)),
  );

  route.get(
    '/:tenantId/v1/billing/credit-usage',
    {
      config: { access: 'wallet:read', inTurn: true },
      operationId: 'readCreditUsage',
      summary: 'Credits spent, by product',
      description: 'For a period in days of a time zone; the sums are those of the statement.',
      query: UsageQuery,
      answer: UsageAnswer,
    },
    async ({ caller, query }) => {
      const { dateFrom, dateTo, timeZone = DEFAULT_TIME_ZONE } = query;
      refuseBackwards(dateFrom, dateTo);
      return needs.readUsage(caller.tenantId, { dateFrom, dateTo, timeZone });
    },
  );
}

function mustBeThere(tenant: Tenant | null): Tenant {
  if (tenant === null) throw new Error('a tenant that was entered must be there');
  return tenant;
}

function toFilters(query: LinesQuery): LineFilters {
  const from = toTime(query.dateFrom);
  const to = toLastTime(query.dateTo);
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
