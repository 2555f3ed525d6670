import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchPurpose } from '../../domain/reports/bureau-file.ts';
import { ACCOUNT_TYPES, COMPANY_TYPES } from '../../domain/reports/credit-report.ts';
import { fromAccountKind, fromCompanyType, toAccountKind, toCompanyType, toPurpose } from './codes.ts';

test('every type of account and company round-trips, or maps to other', () => {
  for (const type of ACCOUNT_TYPES) {
    assert.equal(toAccountKind(fromAccountKind(type), 'bank').accountType, type);
  }
  for (const type of COMPANY_TYPES) {
    assert.equal(toCompanyType(fromCompanyType(type)).companyType, type === 'insurer' ? 'other' : type);
  }
  const kindOf = (code: string, company?: 'motor-finance' | 'retailer') => {
    const { accountType, product, isUnknown } = toAccountKind(code, company);
    return [accountType, product, isUnknown];
  };
  assert.deepEqual(kindOf('15'), ['current-account', undefined, false]);
  assert.deepEqual(kindOf('1'), ['hire-purchase', 'hire-purchase', false]);
  assert.deepEqual(kindOf('29'), ['hire-purchase', 'balloon-hire-purchase', false]);
  assert.deepEqual(kindOf('17', 'motor-finance'), ['hire-purchase', 'credit-sale', false]);
  assert.deepEqual(kindOf('17', 'retailer'), ['unsecured-loan', 'credit-sale', false]);
  assert.deepEqual(kindOf('19', 'motor-finance'), ['hire-purchase', undefined, false]);
  assert.deepEqual(kindOf('22'), ['lease', 'finance-lease', false]);
  assert.deepEqual(kindOf('23'), ['lease', 'operating-lease', false]);
  assert.deepEqual(kindOf('99'), ['other', undefined, true]);
  assert.deepEqual(toCompanyType('00'), { isUnknown: false });
});

// All that the code tables name.
const TYPE_CODES = '00-08 12-51 53-64 69 70'.split(' ').flatMap((range) => {
  const [from = 0, to = from] = range.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0'));
});
test('every code of the tables is known', () => {
  assert.equal(TYPE_CODES.length, 63);
  assert.deepEqual(
    TYPE_CODES.filter((code) => toAccountKind(code, undefined).isUnknown),
    [],
  );
  const companies = Array.from({ length: 62 }, (_, code) => String(code).padStart(2, '0'));
  assert.deepEqual(
    companies.filter((code) => toCompanyType(code).isUnknown),
    ['05', '07', '14'],
  );
});

test('a search has the purpose of its code', () => {
  const PURPOSES: [SearchPurpose, string][] = [
    ['quotation', 'QC QI QL QM QP QS QT QU QX'],
    ['consumer-enquiry', 'UC UE'],
    ['identity', 'IA IF IG IM IT AO GF'],
    [
      'credit-application',
      'CA CC CD CH CS CU HC HP MB MG MH MU MX OA PL RA RC SC SL ST TC TF TM UT IN PI GA CO IP BK AG AC DM',
    ],
    ['debt-recovery', 'CT DR RS RT TB TS TT'],
    ['other', 'EQ CL CM FB FG FI FP FT EM GB VG VH RE UA US ML BA'],
  ];
  for (const [purpose, codes] of PURPOSES) {
    for (const code of codes.split(' ')) {
      assert.deepEqual(toPurpose(code), { purpose, isUnknown: false }, code);
    }
  }
  assert.deepEqual(toPurpose('ZZ'), { purpose: 'other', isUnknown: true });
});
