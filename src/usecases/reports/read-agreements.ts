// The motor-finance agreements of a report, worked out from its document when they are asked for: a scheme file that was replaced
// applies to reports of before too, and the answer names its version.
import { type MotorAgreements, motorAgreements } from '../../domain/agreements/motor-agreements.ts';
import type { MotorScheme } from '../../domain/agreements/motor-scheme.ts';
import type { BureauStatus } from '../../domain/reports/report.ts';
import { documentOf, type OpenedDocument, openDocument, type WorkedOut } from './open-document.ts';
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
    const facts = { asOf: day, bureaus: answer.bureaus, scheme: needs.scheme, lenders };
    const found = motorAgreements(document, facts);
    const { records } = document.consumerData;
    const withId = <Entry extends { record: number }>(entry: Entry): Entry & { recordId?: string } => {
      const { recordId } = records[entry.record] ?? {};
      return recordId === undefined ? entry : { recordId, ...entry };
    };
    return { ...found, agreements: found.agreements.map(withId), notCounted: found.notCounted.map(withId) };
  };
}

type Needs = { readReport: ReadReport; agreementsOf: AgreementsOf };

export function createReadAgreements({ readReport, agreementsOf }: Needs): ReadAgreements {
  return async (tenantId, reportId) => {
    const opened = await openDocument(readReport, tenantId, reportId);
    const { answer, wallet } = opened;
    const { creditReportId, bureaus } = answer;
    const found = await agreementsOf(tenantId, opened);
    return { answer, wallet, data: { creditReportId, bureaus, ...found } };
  };
}

/** Reads a report back, and if it is complete its agreements with it: one read for who shows both. */
export function createReadWithAgreements({ readReport, agreementsOf }: Needs): ReadReport {
  return async (tenantId, reportId) => {
    const read = await readReport(tenantId, reportId);
    if (read.answer.status !== 'complete') return read;
    const agreements = await agreementsOf(tenantId, documentOf(read));
    return { ...read, answer: Object.assign({}, read.answer, { agreements }) };
  };
}
