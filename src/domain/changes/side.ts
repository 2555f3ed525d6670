// One of the two reports that are compared.
import type { AccountRecord, CreditReport } from '../reports/credit-report.ts';
import type { BureauStatus } from '../reports/report.ts';

export type KnownRecord = AccountRecord & { recordId: string };

/** One of the two reports. `day`: on which its document was made. Every record has its id. */
export type Side = {
  report: Omit<CreditReport, 'consumerData'> & { consumerData: { records: KnownRecord[] } };
  day: string;
  bureaus: readonly BureauStatus[];
};
