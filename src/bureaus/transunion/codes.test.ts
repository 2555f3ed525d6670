// TransUnion's codes: every one of the public lists means the same by its code, by its description and by the words of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTwin } from '../../../test/support/bureaus/wire-twins.ts';
import { ACCOUNT_TYPE_ROWS, COMPANY_TYPE_ROWS } from './built-in-codes.ts';
import { ACCOUNT_TYPE_WORDS, byWords, COMPANY_TYPE_WORDS } from './code-words.ts';
import { type CodeTables, codesOf } from './codes.ts';

function tablesOf(rows: Record<string, [code: string, description: string][]>): CodeTables {
  return { version: '1', tables: new Map(Object.entries(rows).map(([id, list]) => [id, new Map(list)])) };
}

/** The rows of a table in the twin of the look-up. */
function twinRows(id: string): [code: string, description: string][] {
  const table = new RegExp(`<table id="${id}".*?</table>`, 's').exec(
    readTwin('transunion-lookup-reply.xml'),
  )?.[0];
  return [...(table ?? '').matchAll(/value="([^"]*)" desc="([^"]*)"/g)].map(([, code = '', desc = '']) => [
    code,
    desc,
  ]);
}

test('every account type of the look-up has its kind by code, by description and by words', () => {
  const rows = twinRows('accounttype');
  assert.ok(rows.length > 120);
  const builtIn = codesOf(null);
  // Under codes that nobody knows, so that only the descriptions can tell.
  const moved = codesOf(
    tablesOf({ accounttype: rows.map(([code, desc]) => [`#${code}`, desc.toUpperCase()]) }),
  );
  for (const [code, description] of rows) {
    const known = ACCOUNT_TYPE_ROWS.find((row) => row.code === code);
    assert.equal(known?.description, description);
    for (const isMotor of [true, false]) {
      const byCode = builtIn.accountType(code, undefined, isMotor);
      assert.equal(byCode.isUnknown, undefined, code);
      assert.deepEqual(moved.accountType(`#${code}`, undefined, isMotor), byCode, description);
    }
    const said = byWords(ACCOUNT_TYPE_WORDS, description);
    if (said !== undefined) assert.deepEqual(said, known?.meaning, `the words of "${description}"`);
    else assert.equal(known?.meaning.type, 'other', `no words for "${description}"`);
  }
});

test('every supplier type has its kind: a student loan body is public, vehicle rental is leasing', () => {
  const builtIn = codesOf(null);
  for (const [code, description] of twinRows('suppliertype')) {
    const known = COMPANY_TYPE_ROWS.find((row) => row.code === code);
    assert.equal(builtIn.companyType('suppliertype', code), known?.meaning, code);
    const said = byWords(COMPANY_TYPE_WORDS, description);
    if (said !== undefined) assert.equal(said, known?.meaning, description);
  }
  assert.equal(builtIn.companyType('suppliertype', 'SL'), 'public-body');
  assert.equal(builtIn.companyType('companytype', 'VR'), 'leasing');
  assert.equal(builtIn.companyType('companytype', '??'), 'other');
});

const WORDED: [description: string, type: string, product?: string][] = [
  ['PCP', 'hire-purchase', 'pcp'],
  ['Hire Purchase (Balloon)', 'hire-purchase', 'balloon-hire-purchase'],
  ['Hire purchase / Conditional sale', 'hire-purchase', 'hire-purchase'],
  ['Personal Loan', 'unsecured-loan'],
  ['Second charge', 'secured-loan'],
  ['Payday Loan', 'short-term-loan'],
  ['Vehicle Loan', 'unsecured-loan', 'motor-loan'],
  ['Mobile Phone', 'communications'],
  ['Contract Hire', 'lease'],
  ['Current A/C - bank account', 'current-account'],
];

test('a description in other words is understood, and a code that nobody describes goes by its group', () => {
  const codes = codesOf(
    tablesOf({ accounttype: WORDED.map(([description], index) => [`W${index}`, description]) }),
  );
  for (const [index, [description, type, product]] of WORDED.entries()) {
    const expected = { type, ...(product !== undefined && { product }) };
    assert.deepEqual(codes.accountType(`W${index}`, undefined, true), expected, description);
  }
  assert.deepEqual(codes.accountType('??', '2', false), { type: 'mortgage', isUnknown: true });
  assert.deepEqual(codes.accountType('??', '1', false), { type: 'other', isUnknown: true });
  assert.deepEqual(codes.accountType(undefined, '5', false), { type: 'utility' });
  assert.deepEqual(codes.accountType(undefined, undefined, false), { type: 'other' });
});

test('a credit sale or a deferred payment is hire purchase by a motor financier only', () => {
  const codes = codesOf(null);
  assert.deepEqual(codes.accountType('CX', undefined, true), {
    type: 'hire-purchase',
    product: 'credit-sale',
  });
  assert.deepEqual(codes.accountType('CX', undefined, false), {
    type: 'unsecured-loan',
    product: 'credit-sale',
  });
  assert.deepEqual(codes.accountType('FD', undefined, true), { type: 'hire-purchase' });
  assert.deepEqual(codes.accountType('DP', undefined, false), { type: 'unsecured-loan' });
});

test('a purpose is that of the table, then of the list, and none where nobody says', () => {
  const codes = codesOf(
    tablesOf({
      searchpurpose: [
        ['ZZ', 'Subject Access'],
        ['YY', 'Lorem'],
      ],
    }),
  );
  const purposes = ['ZZ', 'YY', 'QS', 'CA', 'AI', 'AV', 'TV', '??'].map((code) => codes.purpose(code));
  assert.deepEqual(purposes, [
    'consumer-enquiry',
    'other',
    'quotation',
    'credit-application',
    'identity',
    'identity',
    'other',
    undefined,
  ]);
});
