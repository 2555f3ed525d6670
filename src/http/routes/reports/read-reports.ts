// Reading credit reports back: the list, by the page or as CSV, and one of them; and erasing one. Making them is in credit-reports.ts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { AuditTrail } from '../../../usecases/activity/read-audit.ts';
import type { Page } from '../../../usecases/page.ts';
import type { EraseReport } from '../../../usecases/reports/erase-reports.ts';
import type { DetailedReport, ListedReport, ListReports } from '../../../usecases/reports/list-reports.ts';
import type { PrintReport } from '../../../usecases/reports/print-report.ts';
import type { ReadNumber } from '../../../usecases/reports/read-number.ts';
import type { ReadReport } from '../../../usecases/reports/read-report.ts';
import { everyPage, sendCsv, wantsCsv } from '../../csv.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { envelope, reportEnvelope } from '../../envelope.ts';
import { sendPdf, wantsPdf } from '../../pdf.ts';
import { pageOf, toFlagOrNull } from '../../request.ts';
import { Nothing, ReportParams } from '../../schemas/common.ts';
import { ListAnswer, ReadAnswer } from '../../schemas/reports/answers.ts';
import { ListQuery, MobileNumberAnswer, ReadReportQuery } from '../../schemas/reports/read-reports.ts';
import { toLastTime, toTime } from '../../schemas/text.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

type Query = Static<typeof ListQuery>;

const CSV_COLUMNS = [
  'creditReportId',
  'status',
  'test',
  'bureaus',
  'externalReference',
  'errorMessage',
  'createdAt',
  'updatedAt',
  'purged',
] as const;

export type ReadReportNeeds = {
  readReport: ReadReport;
  readWithAgreements: ReadReport;
  printReport: PrintReport;
  listReports: ListReports;
  eraseReport: EraseReport;
  keepLiveApart: KeepLiveApart;
  noteSeen: AuditTrail['noteSeen'];
  note: AuditTrail['note'];
  readNumber: ReadNumber;
};

export function readReportRoutes(app: FastifyInstance, needs: ReadReportNeeds): void {
  const route = tenantRoutes(app, 'Credit reports');

  route.get(
    '/:tenantId/v1/credit-reports',
    {
      config: { access: 'reports:read', csv: CSV_COLUMNS },
      preValidation: needs.keepLiveApart,
      operationId: 'listReports',
      summary: 'List credit reports',
      description:
        'Without the consumer and without the document; `details` adds the masked name and the cost.',
      query: ListQuery,
      answer: ListAnswer,
    },
    async ({ caller, query, request, reply }) => {
      const { tenantId } = caller;
      const asked = { tenantId, ...toFilters(query) };
      const order = query.sort ?? 'newest';
      const read = ({ size: pageSize, token: pageToken }: Page) =>
        needs.listReports.list({ ...asked, order, pageSize, pageToken });
      if (wantsCsv(request)) {
        const rows = async (page: Page) => {
          const { items, token } = await read(page);
          return { items: items.map(toReportItem), token };
        };
        return sendCsv(reply, 'reports', CSV_COLUMNS, everyPage(rows));
      }
      const [{ items, token }, total] = await Promise.all([
        read(pageOf(query)),
        query.count === 'true' ? needs.listReports.count(asked) : null,
      ]);
      const shown = query.details === 'true' ? await needs.listReports.withExtras(tenantId, items) : items;
      const data = { items: shown.map(toReportItem), token, total: total ?? undefined };
      return envelope(reply, data, undefined);
    },
  );

  route.get(
    '/:tenantId/v1/credit-reports/:creditReportId',
    {
      config: { access: 'reports:read', personAccess: 'reports:reveal', pdf: true, inTurn: hasInclude },
      preValidation: needs.keepLiveApart,
      operationId: 'readReport',
      summary: 'Read a credit report back',
      description:
        'The last answer again, at no cost; 409 `request-in-progress` while it is still being made. A view by a person is an entry of the audit log. With `Accept: application/pdf` a complete report is a PDF.',
      params: ReportParams,
      query: ReadReportQuery,
      answer: ReadAnswer,
      refuses: [
        'credit-report-not-found',
        'credit-report-purged',
        'credit-report-not-complete',
        'request-in-progress',
      ],
    },
    async ({ caller, params, query, from, request, reply }) => {
      const { readReport, readWithAgreements } = needs;
      const readIt = query.include === undefined ? readReport : readWithAgreements;
      const read = await readIt(caller.tenantId, params.creditReportId);
      const { answer, wallet } = read;
      const pdf = wantsPdf(request) ? await needs.printReport(caller.tenantId, read) : null;
      await needs.noteSeen(caller, answer, from, query.reason);
      if (pdf !== null) return sendPdf(reply, `report-${answer.creditReportId}`, pdf);
      return reportEnvelope(reply, answer, wallet);
    },
  );

  route.get(
    '/:tenantId/v1/credit-reports/:creditReportId/mobile-number',
    {
      config: { access: 'reports:reveal' },
      preValidation: needs.keepLiveApart,
      operationId: 'readMobileNumber',
      summary: 'Read the phone number of a credit report',
      description:
        'The whole number that the codes went to; everywhere else its last digits are shown. For people only, and each view is an entry of the audit log.',
      params: ReportParams,
      answer: MobileNumberAnswer,
      refuses: ['credit-report-not-found', 'credit-report-purged'],
    },
    async ({ caller, params, from }) => {
      const mobileNumber = await needs.readNumber(caller.tenantId, params.creditReportId);
      await needs.note(caller, 'number-seen', params.creditReportId, from);
      return { mobileNumber };
    },
  );

  route.delete(
    '/:tenantId/v1/credit-reports/:creditReportId',
    {
      config: { access: 'reports:erase' },
      preValidation: needs.keepLiveApart,
      operationId: 'eraseReport',
      summary: 'Erase a credit report',
      description:
        "Everything personal of it, at once and for good: the details, the document, the reference, stored answers, and what is known of the consumer's devices. A complete one reads as 410 from then on, and so does its evidence pack. Charges, hashes and the entries of the audit log stay. Safe to repeat.",
      params: ReportParams,
      answer: Nothing('It is erased.'),
      refuses: ['credit-report-not-found'],
    },
    async ({ caller, params, from }) => needs.eraseReport(caller, params.creditReportId, from),
  );
}

/** Working the agreements out takes a while; the document alone is sent as it is stored. */
const hasInclude = ({ query }: FastifyRequest): boolean => 'include' in (query as object);

function toFilters(query: Query) {
  return {
    status: query.status,
    test: toFlagOrNull(query.test) ?? undefined,
    externalReference: query.externalReference,
    referenceStart: query.referenceStart?.trim(),
    createdFrom: toTime(query.createdFrom) ?? undefined,
    createdTo: toLastTime(query.createdTo) ?? undefined,
    bureau: query.bureau,
    bureauAnswer: query.bureauAnswer,
  };
}

/** As the API shows it: the masked person only with the other details. */
export function toReportItem(item: ListedReport | DetailedReport) {
  const { id, externalReference, errorMessage, person, testClockId, ...rest } = item;
  return {
    creditReportId: id,
    ...rest,
    ...('costCredits' in item && { person }),
    externalReference: externalReference ?? undefined,
    errorMessage: errorMessage ?? undefined,
    testClockId: testClockId ?? undefined,
  };
}
