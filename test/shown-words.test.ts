// Every value of the API's lists that a page, the console or a PDF shows has words that people read: a value that is added fails here until
// somebody has read what is made of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WHY_FAILED } from '../console/pages/reports/failure-words.ts';
import { STATUSES } from '../console/parts/words.ts';
import { insolvencyTitle, judgmentTitle } from '../src/domain/shown/file-part-words.ts';
import { bureauDid, NOTICE_WORDS } from '../src/domain/shown/report-view.ts';
import { accountStatus, FIELD_NAMES, fieldValue } from '../src/domain/shown/report-words.ts';

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../docs/openapi.json'), 'utf8'));

/** By a path of property names into the schemas. */
function listOf(path: string): string[] {
  const schema = path.split('.').reduce((at, name) => at?.[name], document.components.schemas);
  assert.ok(Array.isArray(schema?.enum), path);
  return schema.enum;
}

type Named = Record<string, (value: never) => string>;
const field = (name: string) => (value: string) => fieldValue(name, value);

/** What makes the words of each list. */
const WORDS_OF: Named = {
  AccountType: field('accountType'),
  'AccountRecord.properties.product': field('product'),
  AccountStatus: accountStatus,
  CompanyType: field('companyType'),
  BureauOutcome: bureauDid,
  'Judgment.properties.kind': judgmentTitle,
  'Insolvency.properties.kind': insolvencyTitle,
  'Notice.properties.type': (type: keyof typeof NOTICE_WORDS) => NOTICE_WORDS[type],
  'Disagreement.properties.field': (name: keyof typeof FIELD_NAMES) => FIELD_NAMES[name],
  ReportStatus: (status: keyof typeof STATUSES) => STATUSES[status].word,
  FailureReason: (reason: keyof typeof WHY_FAILED) => WHY_FAILED[reason].title,
};

/** As they were read. */
const READ: Record<string, Record<string, string>> = {
  AccountType: {
    'hire-purchase': 'Car finance or hire purchase',
    'credit-card': 'Credit card',
    'store-card': 'Store card',
    'charge-card': 'Charge card',
    'unsecured-loan': 'Personal loan',
    'secured-loan': 'Loan secured on property',
    mortgage: 'Mortgage',
    'current-account': 'Current account',
    'mail-order': 'Mail order',
    'home-credit': 'Home credit',
    'short-term-loan': 'Short-term loan',
    'student-loan': 'Student loan',
    lease: 'Lease or contract hire',
    communications: 'Phone or broadband',
    utility: 'Energy or water',
    insurance: 'Insurance',
    rental: 'Rent',
    'budget-account': 'Budget account',
    other: 'Other account',
  },
  'AccountRecord.properties.product': {
    pcp: 'PCP (personal contract purchase)',
    'balloon-hire-purchase': 'Hire purchase with a final payment',
    'hire-purchase': 'Hire purchase',
    'conditional-sale': 'Conditional sale',
    'credit-sale': 'Credit sale',
    'finance-lease': 'Finance lease',
    'operating-lease': 'Operating lease',
    'motor-loan': 'Car loan',
  },
  AccountStatus: {
    open: 'Open',
    settled: 'Settled',
    closed: 'Closed',
    default: 'In default',
    delinquent: 'Behind with payments',
    arrangement: 'Arrangement to pay',
    dormant: 'Dormant',
    query: 'Being looked into',
    'written-off': 'Written off',
    transferred: 'Transferred',
    unknown: 'Status not given',
  },
  CompanyType: {
    bank: 'Bank',
    'building-society': 'Building society',
    'finance-house': 'Finance house',
    'motor-finance': 'Motor finance',
    'credit-card-issuer': 'Credit card issuer',
    'mortgage-lender': 'Mortgage lender',
    retailer: 'Retailer',
    'mail-order': 'Mail order',
    communications: 'Communications',
    utility: 'Utility',
    insurer: 'Insurer',
    'debt-purchaser': 'Debt purchaser',
    'credit-union': 'Credit union',
    leasing: 'Leasing',
    'home-credit': 'Home credit',
    'public-body': 'Public body',
    other: 'Other',
  },
  BureauOutcome: {
    ok: 'answered',
    'no-trace': 'answered, and has no file',
    'ambiguous-address': 'found several places that match the address',
    'rejected-credentials': 'refused this service',
    'rejected-request': 'did not accept our request',
    unavailable: 'could not be reached',
    timeout: 'did not answer in time',
  },
  'Judgment.properties.kind': {
    'county-court-judgment': 'County court judgment',
    'high-court-judgment': 'High Court judgment',
    decree: 'Decree of a Scottish court',
    'child-support-order': 'Liability order for child maintenance',
  },
  'Insolvency.properties.kind': {
    bankruptcy: 'Bankruptcy',
    'individual-voluntary-arrangement': 'Individual voluntary arrangement (IVA)',
    'debt-relief-order': 'Debt relief order',
    'administration-order': 'Administration order',
    sequestration: 'Sequestration (bankruptcy in Scotland)',
    'trust-deed': 'Trust deed (Scotland)',
    'debt-arrangement-scheme': 'Debt arrangement scheme (Scotland)',
    'bankruptcy-restrictions': 'Bankruptcy restrictions',
    'debt-relief-restrictions': 'Debt relief restrictions',
    'income-payments': 'Income payments order or agreement',
    other: 'Insolvency of a kind that we do not know',
  },
  'Notice.properties.type': {
    correction: 'Notice of correction',
    dispute: 'In dispute',
    unsaid: 'A notice whose text the bureau does not give',
  },
  'Disagreement.properties.field': {
    accountStatus: 'Status',
    balance: 'Left to pay',
    accountType: 'Type',
    product: 'Product',
    startDate: 'Started',
    endDate: 'Ended',
    defaultDate: 'Default',
    startBalance: 'Original amount',
    payment: 'Each month',
    balloon: 'Final payment',
    creditLimit: 'Credit limit',
    numberOfPayments: 'Number of payments',
    repaymentPeriod: 'Months to repay',
    isJoint: 'Joint account',
    companyName: 'Lender',
    accountNumber: 'Account number',
    firstName: 'First name',
    lastName: 'Last name',
    title: 'Title',
    companyType: 'Kind of lender',
  },
  ReportStatus: {
    complete: 'Complete',
    'authentication-required': 'Waiting for code',
    blocked: 'Blocked',
    retry: 'Retry',
    failed: 'Failed',
  },
  FailureReason: {
    'attempts-exhausted': 'The code was wrong too often',
    'challenge-expired': 'Time ran out: no right code was entered',
    'no-bureau-answered': 'None of the bureaus answered',
    'address-ambiguous': 'The bureaus know several places that match the address',
    'address-ambiguous-partly': 'The bureaus know several places that match the address',
    'bureaus-refused': 'The bureaus refused this service',
    interrupted: 'The service was interrupted',
    'device-unverified': 'The device could not be checked',
    'insufficient-funds': 'The wallet could not pay for the text with the code',
    unreachable: 'A code was needed, and there was no mobile number for it',
    'too-many-challenges': 'Too many codes were asked for, or were wrong, in a short time',
  },
};

for (const [path, wordsOf] of Object.entries(WORDS_OF))
  test(`the values of ${path} are shown in words that were read`, () => {
    const made = Object.fromEntries(
      listOf(path).map((value) => [value, (wordsOf as (value: string) => string)(value)]),
    );
    assert.deepEqual(made, READ[path]);
    for (const words of Object.values(made)) assert.doesNotMatch(words, /[a-z]-[a-z]+-[a-z]|_|undefined/);
  });
