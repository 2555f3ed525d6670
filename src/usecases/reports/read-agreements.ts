// The motor-finance agreements of a report, worked out from its document when they are asked for: a scheme file that was replaced
// applies to reports of before too, and the answer names its version.
import { type MotorAgreements, motorAgreements } from '../../domain/agreements/motor-agreements.ts';
import type { MotorScheme } from '../../domain/agreements/motor-scheme.ts';
import type { BureauStatus } from '../../domain/reports/report.ts';
import { openDocument, type WorkedOut } from './open-document.ts';
import type { LendersOf } from './own-lenders.ts';
import type { ReadReport } from './read-report.ts';

export type ReadAgreements = (
  tenantId: string,
  reportId: string,
) => Promise<WorkedOut<MotorAgreements & { creditReportId: string; bureaus: BureauStatus[] }>>;

export function createReadAgreements(needs: {
  readReport: ReadReport;
  scheme: MotorScheme;
  lendersOf: LendersOf;
}): ReadAgreements {
  return async (tenantId, reportId) => {
    const { answer, wallet, document, day } = await openDocument(needs.readReport, tenantId, reportId);
    const { creditReportId, bureaus } = answer;
    const lenders = await needs.lendersOf(tenantId);
    const found = motorAgreements(document, { asOf: day, bureaus, scheme: needs.scheme, lenders });
    const { records } = document.consumerData;
    const withId = <Entry extends { record: number }>(entry: Entry): Entry & { recordId?: string } => {
      const { recordId } = records[entry.record] ?? {};
      return recordId === undefined ? entry : { recordId, ...entry };
    };
    const [agreements, notCounted] = [found.agreements.map(withId), found.notCounted.map(withId)];
    return { answer, wallet, data: { creditReportId, bureaus, ...found, agreements, notCounted } };
  };
}
