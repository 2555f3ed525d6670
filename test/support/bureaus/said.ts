// Two records as merging compares them, each saying only what a test names.
import { readAccountNumber } from '../../../src/domain/merging/account-numbers.ts';
import { type Comparable, toFullAccount } from '../../../src/domain/merging/comparable-account.ts';
import { readFirstName } from '../../../src/domain/merging/first-names.ts';
import { readLenderName } from '../../../src/domain/merging/lender-names.ts';
import type { FileAccount } from '../../../src/domain/reports/bureau-file.ts';

export type Said = Partial<Omit<Comparable, 'account' | 'number' | 'lender' | 'firstName'>> & {
  account?: Partial<FileAccount>;
  number?: string;
  lender?: string;
  firstName?: string;
};

export const said = ({ account, number, lender, firstName, ...more }: Said): Comparable => ({
  ...{ bureau: 'equifax', family: 'loan', startDay: null, endDay: null, defaultDay: null, updatedDay: null },
  ...{ startBalance: null, payment: null, balance: null, limit: null, lastName: '' },
  ...{ isBuyer: false, maySell: false, startMonth: null, defaulted: null, supply: null },
  ...more,
  account: toFullAccount({
    ...{ ref: '1', accountType: 'unsecured-loan', accountStatus: 'open' },
    ...account,
  }),
  number: readAccountNumber(number),
  lender: lender === undefined ? null : readLenderName(lender),
  firstName: readFirstName(firstName),
});

/** A day, as a number. */
export const DAY = 15_000;
/** Two records that say a day each, so many days apart. */
export const apart = (
  days: number,
  what: 'startDay' | 'endDay' | 'defaultDay' | 'updatedDay' = 'startDay',
): [Said, Said] => [{ [what]: DAY }, { [what]: DAY + days }];
export const both = (one: Said): [Said, Said] => [one, one];
