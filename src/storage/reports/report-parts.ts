// The parts of a report that are sealed before they are stored: its details, and the document with what became of each bureau.
import type { SmsOutcome } from '../../domain/reports/challenge.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauId, CreditReportText } from '../../domain/reports/credit-report.ts';
import type { BureauStatus, FailureReason, ReportCourse } from '../../domain/reports/report.ts';
import type { TestOptions } from '../../domain/reports/test-options.ts';
import type { PriceLines } from '../../domain/wallet/pricing.ts';
import type { TenantVault } from '../keys/vault.ts';
import type { Search } from './search-facts.ts';

export type ReportDetails = {
  consumer: Consumer;
  externalReference?: string;
  /** The price of each bureau when it was held: later price changes do not apply to this report. */
  prices?: PriceLines;
  testOptions?: TestOptions;
  /** Of the wallet that a test request asked to be answered of, after it. */
  testBalance?: number;
};
export type ReportBody = { creditReport: CreditReportText; bureaus: BureauStatus[] };

export type NewReport = {
  tenantId: string;
  id: string;
  isTest: boolean;
  bureaus: BureauId[];
  details: ReportDetails;
  externalReferenceHash: Buffer | null;
  /** Of its beginning; see reference-paths.ts. */
  referencePath: Buffer | null;
  /** See finders.ts. */
  finders: Buffer;
  status: ReportCourse['status'];
  failureReason?: FailureReason | null;
  body: ReportBody | null;
  searches?: readonly Search[];
  /** `isSpent`: its five minutes are over as it begins. */
  challenge: {
    id: string;
    smsId: string;
    sms: SmsOutcome;
    codeHash: Buffer;
    isDoomed?: true;
    isSpent?: true;
  } | null;
  /** A test clock that has not ended. */
  clockId?: string | null;
};

export function sealReport(
  vault: TenantVault,
  report: Pick<NewReport, 'id' | 'details' | 'body'>,
): { details: Buffer; body: Buffer | null } {
  return {
    details: vault.seal(detailsPlace(report.id), JSON.stringify(report.details)),
    body: report.body === null ? null : sealBody(vault, report.id, report.body),
  };
}

export function sealBody(
  vault: TenantVault,
  reportId: string,
  { creditReport, bureaus }: ReportBody,
): Buffer {
  const text = `{"creditReport":${creditReport.json},"bureaus":${JSON.stringify(bureaus)}}`;
  return vault.seal(bodyPlace(reportId), text);
}

/** As `sealBody` writes it. The list of bureaus holds no list, so a match always ends the document where it ends. */
const BODY = /^\{"creditReport":(?<document>.*),"bureaus":(?<bureaus>\[[^[\]]*\])\}$/s;

/** The document is not parsed, only cut out: parsing the largest takes a tenth of a second. */
export function readBody(text: string): ReportBody {
  const { document, bureaus } = BODY.exec(text)?.groups ?? {};
  if (document !== undefined && bureaus !== undefined)
    return { creditReport: { json: document }, bureaus: JSON.parse(bureaus) };
  // An earlier version may have written it in another order.
  const parsed = JSON.parse(text);
  return { creditReport: { json: JSON.stringify(parsed.creditReport) }, bureaus: parsed.bureaus ?? [] };
}

export function detailsPlace(reportId: string) {
  return { column: 'reports.details', rowId: reportId };
}

export function bodyPlace(reportId: string) {
  return { column: 'reports.body', rowId: reportId };
}
