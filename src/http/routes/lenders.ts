// The tenant's own lenders. They name the lenders of its live reports, so changing them is for owners, and for the credentials that owners
// make for it.
import type { FastifyInstance } from 'fastify';
import { LENDER_COLUMNS, NAMES_MARK } from '../../domain/lenders/lender-csv.ts';
import type { LenderEntry } from '../../domain/lenders/registry.ts';
import type { OwnLenders } from '../../usecases/reports/own-lenders.ts';
import { sendCsv, wantsCsv } from '../csv.ts';
import { callerOf, fromOf } from '../request.ts';
import { TenantParams } from '../schemas/common.ts';
import { LendersAnswer, LendersRequest } from '../schemas/lenders.ts';
import { Nothing } from '../schemas/people.ts';
import { callerProblems, WITH_BODY } from '../schemas/problems.ts';

export type LenderNeeds = { ownLenders: OwnLenders };

/** Four bytes a letter at most, and the JSON around it. */
const BODY_LIMIT_BYTES = 256 * 1024;

export function lenderRoutes(app: FastifyInstance, { ownLenders }: LenderNeeds): void {
  const tags = ['Lenders'];
  const changing = { config: { access: 'lenders:write', isOfLive: true } } as const;

  app.get(
    '/:tenantId/v1/lenders',
    {
      config: { access: 'reports:read', csv: LENDER_COLUMNS },
      schema: {
        tags,
        operationId: 'listLenders',
        summary: "The tenant's own lenders",
        params: TenantParams,
        response: { 200: LendersAnswer, ...callerProblems() },
      },
    },
    async (request, reply) => {
      const { lenders, updatedAt } = await ownLenders.read(callerOf(request).tenantId);
      if (wantsCsv(request)) return sendCsv(reply, 'lenders', LENDER_COLUMNS, inOnePage(lenders));
      return { items: lenders, updatedAt };
    },
  );

  app.put<{ Body: { csv: string } }>(
    '/:tenantId/v1/lenders',
    {
      ...changing,
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        tags,
        operationId: 'putLenders',
        summary: "Replace the tenant's own lenders",
        description:
          'Later reports of the tenant are merged and named by them, before our own registry; an entry with the name of one of ours adds to it. No other tenant sees them. Not for a credential of test mode.',
        params: TenantParams,
        body: LendersRequest,
        response: { 200: LendersAnswer, ...callerProblems(...WITH_BODY) },
      },
    },
    async (request) => {
      const { lenders, updatedAt } = await ownLenders.put(
        callerOf(request),
        request.body.csv,
        fromOf(request),
      );
      return { items: lenders, updatedAt };
    },
  );

  app.delete(
    '/:tenantId/v1/lenders',
    {
      ...changing,
      schema: {
        tags,
        operationId: 'deleteLenders',
        summary: "Remove the tenant's own lenders",
        params: TenantParams,
        response: { 204: Nothing('Our registry alone counts from now on.'), ...callerProblems() },
      },
    },
    async (request, reply) => {
      await ownLenders.remove(callerOf(request), fromOf(request));
      return reply.code(204).send();
    },
  );
}

type Row = Record<(typeof LENDER_COLUMNS)[number], string | null>;

async function* inOnePage(lenders: readonly LenderEntry[]): AsyncGenerator<Row[]> {
  yield lenders.map(toRow);
}

function toRow(lender: LenderEntry): Row {
  const { name, companies, brands, formerNames, group, complaintsAddress, motor, moves = [] } = lender;
  const joined = (names: readonly string[] = []) => names.join(NAMES_MARK) || null;
  return {
    name,
    companies: joined(companies),
    brands: joined(brands),
    formerNames: joined(formerNames),
    group: group ?? null,
    complaintsAddress: complaintsAddress ?? null,
    motor: motor === undefined ? null : motor === false ? 'no' : 'yes',
    moves: joined(moves.map(({ to, on }) => `${to} ${on}`)),
  };
}
