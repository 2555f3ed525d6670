// A record without a start among many: it is compared with those of its lender.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BARE_LOAN, type Changes, merge, pounds } from '../../../test/support/bureaus/merged-rows.ts';

const DEFAULTED: Changes = {
  companyName: 'Corncrake Finance',
  accountStatus: 'default',
  defaultBalance: pounds(1_238),
  balance: pounds(911),
};
const OTHERS = Array.from(
  { length: 40 },
  (_, at): Changes => ({
    companyName: `Pellwick ${'ABCDEFGHIJKLMNOPQRST'[at % 20]} Loans`,
    accountNumber: String(5_117_700_000 + at * 7_919),
    startDate: `20${10 + (at % 15)}-0${1 + (at % 9)}-1${at % 10}`,
  }),
);

test('a default without a start finds its account beside forty others', () => {
  const equifax = [{ ...DEFAULTED, startDate: '2009-11-21' }, ...OTHERS];
  const experian = [{ ...DEFAULTED, startDate: undefined }];
  const rows = merge({ equifax, experian }, BARE_LOAN);
  assert.equal(rows.length, OTHERS.length + 1);
});
