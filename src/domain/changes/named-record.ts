// What a change says of its record, so that a reader knows which agreement it is without the document beside it.
import type { AccountType } from '../reports/credit-report.ts';
import type { KnownRecord } from './side.ts';

export type Named = {
  recordId: string;
  companyName?: string;
  accountType: AccountType;
  accountNumber?: string;
  startDate?: string;
};

export function namedOf({
  recordId,
  companyName,
  accountType,
  accountNumber,
  startDate,
}: KnownRecord): Named {
  return {
    recordId,
    ...(companyName !== undefined && { companyName }),
    accountType,
    ...(accountNumber !== undefined && { accountNumber }),
    ...(startDate !== undefined && { startDate }),
  };
}
