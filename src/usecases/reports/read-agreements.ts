// The motor-finance agreements of a report, worked out from its document when they are asked for: a scheme file that was replaced
// applies to reports of before too, and the answer names its version.
import { type MotorAgreements, motorAgreements } from '../../domain/agreements/motor-agreements.ts';
import type { MotorScheme } from '../../domain/agreements/motor-scheme.ts';
import type { BureauStatus } from '../../domain/reports/report.ts';
import { type OpenedDocument, openDocument, type WorkedOut } from './open-document.ts';
import type { LendersOf } from './own-lenders.ts';
import type { ReadReport } from './read-report.ts';

export type ReadAgreements = (
  tenantId: string,
  reportId: string,
) => Promise<WorkedOut<MotorAgreements & { creditReportId: string; bureaus: BureauStatus[] }>>;

/** Of a document that was read, by the tenant's lenders. */
export type AgreementsOf = (tenantId: string, opened: OpenedDocument) => Promise<MotorAgreements>;

export function createAgreementsOf(needs: { scheme: MotorScheme; lendersOf: LendersOf }): AgreementsOf {
  return async (tenantId, { document, day, answer }) => {
    const lenders = await needs.lendersOf(tenantId);
    return motorAgreements(document, { asOf: day, bureaus: answer.bureaus, scheme: needs.scheme, lenders });
  };
}

export function createReadAgreements(needs: {
  readReport: ReadReport;
  agreementsOf: AgreementsOf;
}): ReadAgreements {
  return async (tenantId, reportId) => {
    const opened = await openDocument(needs.readReport, tenantId, reportId);
    const { answer, wallet, document } = opened;
    const { creditReportId, bureaus } = answer;
    const found = await needs.agreementsOf(tenantId, opened);
    const { records } = document.consumerData;
    const withId = <Entry extends { record: number }>(entry: Entry): Entry & { recordId?: string } => {
      const { recordId } = records[entry.record] ?? {};
      return recordId === undefined ? entry : { recordId, ...entry };
    };
    const [agreements, notCounted] = [found.agreements.map(withId), found.notCounted.map(withId)];
    return { answer, wallet, data: { creditReportId, bureaus, ...found, agreements, notCounted } };
  };
}
