// The tenant's own lenders. They name the lenders of its live reports, so changing them is for owners, and for the credentials that owners
// make for it.
import type { FastifyInstance } from 'fastify';
import { LENDER_COLUMNS, NAMES_MARK, type OwnLender } from '../../../domain/lenders/lender-csv.ts';
import type { OwnLenders } from '../../../usecases/reports/own-lenders.ts';
import { sendCsv, wantsCsv } from '../../csv.ts';
import { Nothing } from '../../schemas/common.ts';
import { LendersAnswer, LendersRequest } from '../../schemas/reports/lenders.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type LenderNeeds = { ownLenders: OwnLenders };

/** Four bytes a letter at most, and the JSON around it. */
const BODY_LIMIT_BYTES = 256 * 1024;

export function lenderRoutes(app: FastifyInstance, { ownLenders }: LenderNeeds): void {
  const route = tenantRoutes(app, 'Lenders');
  const changing = { config: { access: 'lenders:write', isOfLive: true } } as const;

  route.get(
    '/:tenantId/v1/lenders',
    {
      config: { access: 'reports:read', csv: LENDER_COLUMNS },
      operationId: 'listLenders',
      summary: "The tenant's own lenders",
      description: 'Those that `PUT` put there, with the time of the last change.',
      answer: LendersAnswer,
    },
    async ({ caller, request, reply }) => {
      const { lenders, updatedAt } = await ownLenders.read(caller.tenantId);
      if (wantsCsv(request)) return sendCsv(reply, 'lenders', LENDER_COLUMNS, inOnePage(lenders));
      return { items: lenders, updatedAt };
    },
  );

  route.put(
    '/:tenantId/v1/lenders',
    {
      ...changing,
      bodyLimit: BODY_LIMIT_BYTES,
      operationId: 'putLenders',
      summary: "Replace the tenant's own lenders",
      description:
        'Later reports of the tenant are merged and named by them, before our own registry; an entry with the name of one of ours adds to it. No other tenant sees them. Not for a credential of test mode.',
      body: LendersRequest,
      answer: LendersAnswer,
    },
    async ({ caller, body, from }) => {
      const { lenders, updatedAt } = await ownLenders.put(caller, body.csv, from);
      return { items: lenders, updatedAt };
    },
  );

  route.delete(
    '/:tenantId/v1/lenders',
    {
      ...changing,
      operationId: 'deleteLenders',
      summary: "Remove the tenant's own lenders",
      description:
        'Later reports are named by our own registry again. Reports that were made stay as they are.',
      answer: Nothing('Our registry alone counts from now on.'),
    },
    async ({ caller, from }) => ownLenders.remove(caller, from),
  );
}

type Row = Record<(typeof LENDER_COLUMNS)[number], string | null>;

async function* inOnePage(lenders: readonly OwnLender[]): AsyncGenerator<Row[]> {
  yield lenders.map(toRow);
}

function toRow(lender: OwnLender): Row {
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
