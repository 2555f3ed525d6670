// One agreement as three bureaus file it, with what a test changes, and the rows that merging makes of it.
import { mergeFiles } from '../../../src/domain/merging/merge-files.ts';
import type { BureauFile, FileAccount } from '../../../src/domain/reports/bureau-file.ts';
import { type AccountRecord, BUREAU_IDS, type BureauId } from '../../../src/domain/reports/credit-report.ts';

export const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });

export const CAR: Omit<FileAccount, 'ref'> = {
  title: 'Ms',
  firstName: 'Ada',
  lastName: 'Sample',
  accountNumber: '4471920031',
  accountType: 'hire-purchase',
  accountStatus: 'open',
  companyType: 'motor-finance',
  companyName: 'Brackenshaw Motor Finance Ltd',
  numberOfPayments: 48,
  repaymentPeriod: 48,
  payment: pounds(243),
  startBalance: pounds(9_800),
  balance: pounds(6_124),
  startDate: '2024-03-02',
  lastUpdated: '2026-03-01',
  isJoint: false,
};

/** A loan of which little is given. */
export const BARE_LOAN: Omit<FileAccount, 'ref'> = {
  firstName: 'Ada',
  lastName: 'Sample',
  accountType: 'unsecured-loan',
  accountStatus: 'open',
  companyName: 'Brackenshaw Bank plc',
  startDate: '2023-06-05',
  lastUpdated: '2026-03-01',
};

/** Undefined: a field that this record does not have. */
export type Changes = { [Field in keyof FileAccount]?: FileAccount[Field] | undefined };
type Given = Partial<Record<BureauId, Changes[]>>;

/** Each bureau's records, as changes to one account. */
export function merge(given: Given, account: Omit<FileAccount, 'ref'> = CAR): AccountRecord[] {
  const files = BUREAU_IDS.map((bureau): BureauFile => {
    const accounts = (given[bureau] ?? []).map((changes, index) => {
      const all = Object.entries({ ref: `${bureau}-${index}`, ...account, ...changes });
      return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as FileAccount;
    });
    return { bureau, accounts, searches: [], residencies: [] };
  });
  return mergeFiles(files).accounts.map(({ record }) => record);
}

export const without = (...fields: (keyof FileAccount)[]) =>
  Object.fromEntries(fields.map((field) => [field, undefined])) as Partial<FileAccount>;
export const idsOf = (records: AccountRecord[]) =>
  records.map(({ bureaus }) => bureaus.map(({ id }) => id).join());
export const ALL = BUREAU_IDS.join();
