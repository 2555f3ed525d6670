// TransUnion's real-time accounts: read whole, one with the monthly record of the same loan, and one with the same loan at another bureau.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeFiles } from '../../../src/domain/merging/merge-files.ts';
import type { BureauFile, FileAccount } from '../../../src/domain/reports/bureau-file.ts';
import { assertIsBureauFile } from '../../support/bureaus/bureau-file-check.ts';
import { answerToTwin, readTwin, TWIN_PEOPLE } from '../../support/bureaus/wire-twins.ts';

const TWIN = readTwin('transunion-public.xml');
const TABLES = readTwin('transunion-lookup-reply.xml');
const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });

async function read(
  change: (text: string) => string = (text) => text,
  options: Parameters<typeof answerToTwin>[3] = {},
): Promise<BureauFile> {
  const enquiry = { reportId: 'wires-tu-public', consumer: TWIN_PEOPLE.dafydd };
  const { answer } = await answerToTwin('transunion', change(TWIN), enquiry, options);
  assert.ok(answer.status === 'ok', answer.status);
  assertIsBureauFile(answer.file, 'transunion');
  return answer.file;
}

const realTimeOf = async (...given: Parameters<typeof read>): Promise<FileAccount | undefined> =>
  (await read(...given)).accounts.find(({ ref }) => ref.includes('/rtr/'));

const LOAN = {
  ...{ title: 'MR', firstName: 'DAFYDD', lastName: 'LARKFORD' },
  ...{ accountType: 'short-term-loan', accountStatus: 'delinquent', companyType: 'finance-house' },
  ...{ payment: pounds(455), startBalance: pounds(300), balance: pounds(310) },
  ...{ startDate: '2026-10-25', lastUpdated: '2026-11-16', history: { newest: '2026-11', months: 'l' } },
} as const;

test('a loan that no monthly record has is an account of its own', async () => {
  const { ref, ...loan } = (await realTimeOf()) ?? assert.fail('none');
  assert.match(ref, /\/rtr\/0$/);
  assert.deepEqual(loan, LOAN);
});

const FIELDS: [what: string, from: string, to: string, expected: Partial<FileAccount>][] = [
  [
    'a lender and a number',
    '<orgtypecode>FH</orgtypecode>',
    '<orgtypecode>FH</orgtypecode><orgname>PAYLARK</orgname><accnum>00112233</accnum><accsuffix>7</accsuffix>',
    { companyName: 'PAYLARK', accountNumber: '00112233/7' },
  ],
  [
    'paid monthly',
    '<repayfreqcode>W',
    '<repayfreqcode>M',
    { payment: pounds(105), history: { newest: '2026-11', months: '1' } },
  ],
  [
    'nothing overdue',
    '<numoverdue>1',
    '<numoverdue>0',
    { accountStatus: 'open', history: { newest: '2026-11', months: '0' } },
  ],
  [
    'an end',
    '<accstatuscode>',
    '<enddate>2026-11-15</enddate><accstatuscode>',
    { accountStatus: 'settled', endDate: '2026-11-15' },
  ],
  ['a default', '<accstatuscode>OP', '<accstatuscode>DF', { accountStatus: 'default' }],
  [
    'a mistyped birthday',
    '<dob>1979-11-21</dob></holder>',
    '<dob>1979-11-12</dob></holder>',
    { birthdayDiffers: true },
  ],
  [
    'a notice',
    '</nextpayamount>',
    '</nextpayamount><notice><type>C</type><refnum>R1</refnum><dateraised>2026-11-01</dateraised><text>Mine.</text></notice>',
    { notices: [{ type: 'correction', ref: 'R1', date: '2026-11-01', text: 'Mine.' }] },
  ],
];
for (const [what, from, to, expected] of FIELDS) {
  test(`${what} is read`, async () => {
    assert.ok(TWIN.includes(from), from);
    const { ref: _, ...loan } = (await realTimeOf((text) => text.replace(from, to))) ?? assert.fail('none');
    assert.deepEqual(loan, { ...LOAN, ...expected });
  });
}

test('the bureau’s own table says that a code is rent; a status in no list is said', async () => {
  const table = '<table id="acctype" desc="acctype"><row value="ST" desc="Property Rental"/></table>';
  const tables = TABLES.replace(/<table /, `${table}$&`);
  assert.notEqual(tables, TABLES);
  assert.equal((await realTimeOf(undefined, { tables }))?.accountType, 'rental');
  const file = await read((text) => text.replace('<accstatuscode>OP', '<accstatuscode>QQ'));
  assert.deepEqual(file.notes, ['codes-unknown']);
});

test('another person’s loan is left out and counted', async () => {
  const file = await read((text) =>
    text.replace(
      /<holder>.*?<\/holder>/,
      '<holder><name>MRS NERYS LARKFORD</name><dob>1981-06-02</dob></holder>',
    ),
  );
  assert.deepEqual(
    [file.accounts.length, file.leftOut],
    [1, [{ reason: 'not-sure', accounts: 1, searches: 0 }]],
  );
});

test('a bureau that was not asked for it says so', async () => {
  const file = await read(undefined, { settings: { TRANSUNION_DATASETS: 255 } });
  assert.deepEqual(file.notes, ['short-term-not-asked']);
});

/** The same loan as lenders file it each month. */
function monthly(details: string): string {
  return `<acc><supplierdetails><suppliertypecode>FH</suppliertypecode></supplierdetails><accholderdetails><name>MR DAFYDD LARKFORD</name><dob>1979-11-21</dob><statuscode>N</statuscode></accholderdetails><acchistory><ah m="2026-10" acc="OK" pay="0"/></acchistory><accdetails><joint>0</joint><status>N</status>${details}<repayfreqcode>W</repayfreqcode></accdetails></acc>`;
}
const withMonthly = (details: string) => (text: string) =>
  text.replace('<accs>', `<accs>${monthly(details)}`);
const FILED =
  '<dateupdated>2026-10-31</dateupdated><acctypecode>IL</acctypecode><currencycode>GBP</currencycode><balance>300</balance><openbalance>300</openbalance><accstartdate>2026-10-25</accstartdate>';

test('a loan in both lists is one account, as it stands in the newer', async () => {
  const { accounts } = await read(withMonthly(FILED));
  assert.equal(accounts.length, 2);
  const [{ ref, accountStatus, balance, lastUpdated, typeCode, history } = assert.fail('none')] = accounts;
  assert.match(ref, /\/acc\/0$/);
  assert.deepEqual(
    [accountStatus, balance, lastUpdated, typeCode, history?.months],
    ['delinquent', pounds(310), '2026-11-16', 'IL', '0'],
  );
});

const APART: [what: string, details: string][] = [
  ['another day', FILED.replace('2026-10-25', '2026-10-24')],
  ['another amount', FILED.replace('<openbalance>300', '<openbalance>450')],
];
for (const [what, details] of APART) {
  test(`a loan of ${what} is another`, async () => {
    assert.equal((await read(withMonthly(details))).accounts.length, 3);
  });
}

const KEPT: [what: string, details: string, expected: unknown[]][] = [
  ['a newer monthly record', FILED.replace('2026-10-31', '2026-11-17'), ['open', pounds(300), '2026-11-17']],
  [
    'a loan that was settled',
    `${FILED.replace('<balance>300', '<balance>0')}<accenddate>2026-11-10</accenddate>`,
    ['settled', pounds(0), '2026-10-31'],
  ],
];
for (const [what, details, expected] of KEPT) {
  test(`${what} stays as it is`, async () => {
    const settled = (text: string) =>
      what.includes('settled')
        ? text.replace('<joint>0</joint><status>N', '<joint>0</joint><status>S')
        : text;
    const [first] = (await read((text) => settled(withMonthly(details)(text)))).accounts;
    assert.deepEqual([first?.accountStatus, first?.balance, first?.lastUpdated], expected);
  });
}

test('two loans of one day and sum are put with two monthly records, each once', async () => {
  const twice = (text: string) =>
    withMonthly(FILED)(withMonthly(FILED)(text)).replace(
      /<account updated.*?<\/account>/,
      (one) => one + one,
    );
  const { accounts } = await read(twice);
  assert.deepEqual(
    accounts.map(({ balance }) => balance?.amount),
    [31_000, 31_000, 14_100_000],
  );
});

test('the same loan at another bureau is one record of the report', async () => {
  const [{ title: _, history: __, ...loan }] = [(await realTimeOf()) ?? assert.fail('none')];
  const elsewhere: FileAccount = {
    ...loan,
    ref: 'equifax-1',
    accountStatus: 'open',
    lastUpdated: '2026-10-31',
  };
  const equifax: BureauFile = { bureau: 'equifax', accounts: [elsewhere], searches: [], residencies: [] };
  const { accounts } = mergeFiles([await read(), equifax]);
  const short = accounts.filter(({ record }) => record.accountType === 'short-term-loan');
  assert.deepEqual(
    short.map(({ record }) => record.bureaus.map(({ id }) => id)),
    [['equifax', 'transunion']],
  );
});
