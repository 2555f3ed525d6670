// What a right reading of a reply gives, as far as the bureaus' wires say: a field with the value undefined must be absent, one that is
// not there is not compared.
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';

export type Fields = Record<string, unknown>;
export type Expected = {
  accounts: Fields[];
  searches: Fields[];
  judgments: Fields[];
  insolvencies: Fields[];
  associations: Fields[];
  aliases: Fields[];
  notices: Fields[];
  fraudMarkers: Fields[];
  scores: Fields[];
  /** Of each home the years, months or days on the roll, in the order of the reply. */
  roll: Fields[];
  leftOut: { reason: string; accounts: number; searches: number; publicRecords?: number }[];
};
export type Reply = {
  bureau: BureauId;
  text: string;
  reference: string;
  isJson: boolean;
  expected: Expected;
  /** Of each account of the reply that is the person's: which debt it is. */
  debts: string[];
};

export const pounds = (amount: number | undefined) =>
  amount === undefined || amount < 0 ? undefined : { amount: amount * 100, currency: 'GBP' };

/** Paid 52 times a year, a sum by the month. */
export const byTheMonth = (payment: number | undefined, isWeekly: boolean) =>
  isWeekly && payment !== undefined
    ? { amount: Math.round((payment * 5_200) / 12), currency: 'GBP' }
    : pounds(payment);

/** Without the months at both ends that say nothing. */
export function historyOf(newestMonth: number, months: string, name: (month: number) => string) {
  const start = months.search(/[^.]/);
  if (start < 0) return undefined;
  return { newest: name(newestMonth - start), months: months.slice(start).replace(/\.+$/, '') };
}

export type LeftOutCount = {
  reason: 'another-person' | 'not-sure';
  kind: 'accounts' | 'searches' | 'publicRecords';
};
export function countLeftOut(records: readonly LeftOutCount[]): Expected['leftOut'] {
  const byReason = Map.groupBy(records, ({ reason }) => reason);
  return [...byReason].map(([reason, all]) => {
    const count = (kind: string) => all.filter((one) => one.kind === kind).length;
    const publicRecords = count('publicRecords');
    return {
      reason,
      accounts: count('accounts'),
      searches: count('searches'),
      ...(publicRecords > 0 && { publicRecords }),
    };
  });
}
