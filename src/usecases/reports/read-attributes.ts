// The attributes of a report, as of its own day or of an earlier one in the person's life.
import { type Attributes, attributesOf } from '../../domain/attributes/attributes.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { BureauStatus } from '../../domain/reports/report.ts';
import { openDocument, type WorkedOut } from './open-document.ts';
import type { ReadReport } from './read-report.ts';

export type ReadAttributes = (
  tenantId: string,
  reportId: string,
  wanted: { asOf: string | null; incomePence: number | null },
) => Promise<
  WorkedOut<Attributes & { creditReportId: string; bureaus: BureauStatus[]; recordIds?: string[] }>
>;

export function createReadAttributes(needs: { readReport: ReadReport }): ReadAttributes {
  return async (tenantId, reportId, { asOf: wanted, incomePence }) => {
    const { answer, wallet, document, day } = await openDocument(needs.readReport, tenantId, reportId);
    const asOf = wanted ?? day;
    if (asOf > day) throw badDay(`must not be after the day of the report, ${day}`);
    if (asOf < document.person.dateOfBirth) throw badDay('must not be before the person was born');
    const { creditReportId, bureaus } = answer;
    const attributes = attributesOf(document, { asOf, day, incomePence });
    const recordIds = document.consumerData.records.flatMap(({ recordId }) => recordId ?? []);
    const hasAll = recordIds.length === document.consumerData.records.length;
    const data = { creditReportId, bureaus, ...(hasAll && { recordIds }), ...attributes };
    return { answer, wallet, data };
  };
}

function badDay(message: string): Refusal {
  return new Refusal('validation-error', 'The query is not acceptable: 1 problem. See details.', {
    details: [{ path: '/asOf', message }],
  });
}
