import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultsOf } from '../../test/support/settings/default-values.ts';
import { BUREAU_SETTINGS, type BureauSettings, bureauProblems, connectionOf } from './settings.ts';

const DEFAULTS = defaultsOf(BUREAU_SETTINGS);

const LIVE: BureauSettings = {
  ...DEFAULTS,
  BUREAUS: ['equifax', 'experian', 'transunion'],
  EXPERIAN_URL: 'https://experian.example',
  EXPERIAN_SEARCH_PATH: '/search',
  EXPERIAN_USERNAME: 'user',
  EXPERIAN_PASSWORD: 'password',
  EXPERIAN_CLIENT_ID: 'client',
  EXPERIAN_CLIENT_SECRET: 'secret',
  TRANSUNION_URL: 'https://transunion.example/callreport7.asmx',
  TRANSUNION_COMPANY: 'company',
  TRANSUNION_USERNAME: 'user',
  TRANSUNION_PASSWORD: 'password',
  TRANSUNION_PURPOSE: 'ZZ',
  TRANSUNION_SOFT_PURPOSES: ['ZZ'],
  EQUIFAX_URL: 'https://equifax.example/consumerService',
  EQUIFAX_USERNAME: 'USER@CLIENT',
  EQUIFAX_PASSWORD: 'password',
};

const problemsOf = (changes: Partial<BureauSettings>, isProduction = true): string[] =>
  bureauProblems({ ...LIVE, ...changes }, isProduction);

test('the defaults are valid outside of production, where simulators answer', () => {
  assert.deepEqual(bureauProblems(DEFAULTS, false), []);
});

test('production requires the address of each bureau, unless simulators are allowed or the bureau is not asked', () => {
  assert.deepEqual(problemsOf({}), []);
  const [problem = '', ...more] = problemsOf({ EXPERIAN_URL: null });
  assert.match(problem, /^EXPERIAN_URL must be set in production/);
  assert.deepEqual(more, []);
  assert.deepEqual(problemsOf({ EXPERIAN_URL: null, SIMULATED_BUREAUS_IN_PRODUCTION: true }), []);
  assert.deepEqual(problemsOf({ EXPERIAN_URL: null, BUREAUS: ['equifax', 'transunion'] }), []);
});

const HARD: Record<string, Partial<BureauSettings>> = {
  'an Experian credit card application': { EXPERIAN_APPLICATION_TYPE: 'CC' },
  'an Experian type in lower case': { EXPERIAN_APPLICATION_TYPE: 'uc' },
  'an unknown Experian type': { EXPERIAN_APPLICATION_TYPE: 'QQ' },
  'a TransUnion purpose that the contract does not call soft': { TRANSUNION_PURPOSE: 'XX' },
  'a TransUnion application for finance, whatever the list says': {
    TRANSUNION_PURPOSE: 'AF',
    TRANSUNION_SOFT_PURPOSES: ['AF'],
  },
  'an Equifax credit application': { EQUIFAX_OPERATION: 'creditApplicationSearch' },
};
for (const [what, changes] of Object.entries(HARD)) {
  test(`${what} is not a soft search and is rejected, in production or not`, () => {
    for (const isProduction of [true, false]) {
      const problems = problemsOf(changes, isProduction);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', /other lenders cannot see\.$/);
    }
  });
}

for (const type of ['UC', 'UE', 'QC', 'QL', 'QX', 'IA', 'IT']) {
  test(`an Experian search of the type ${type} is soft`, () => {
    assert.deepEqual(problemsOf({ EXPERIAN_APPLICATION_TYPE: type }), []);
  });
}

test('an address without credentials is a problem, with a sentence for each that is missing', () => {
  const names = (problems: string[]) => problems.map((problem) => problem.split(' ')[0]);
  const address: Partial<BureauSettings> = { EXPERIAN_URL: LIVE.EXPERIAN_URL, BUREAUS: ['experian'] };
  assert.deepEqual(names(bureauProblems({ ...DEFAULTS, ...address }, true)), [
    'EXPERIAN_SEARCH_PATH',
    'EXPERIAN_USERNAME',
    'EXPERIAN_PASSWORD',
    'EXPERIAN_CLIENT_ID',
    'EXPERIAN_CLIENT_SECRET',
  ]);
  assert.deepEqual(names(problemsOf({ EQUIFAX_STYLE: 'json' })), [
    'EQUIFAX_TOKEN_URL',
    'EQUIFAX_CLIENT_ID',
    'EQUIFAX_CLIENT_SECRET',
  ]);
  assert.deepEqual(names(problemsOf({ TRANSUNION_PURPOSE: null })), ['TRANSUNION_PURPOSE']);
});

test('plain http is rejected in production, at every address of a bureau', () => {
  for (const changes of [
    { EXPERIAN_URL: 'http://experian.example' },
    { TRANSUNION_URL: 'http://transunion.example' },
    { EQUIFAX_URL: 'http://equifax.example' },
    { EQUIFAX_TOKEN_URL: 'http://equifax.example/token' },
  ]) {
    assert.deepEqual(problemsOf(changes, false), []);
    assert.match(problemsOf(changes).join(), /plain http:\/\/ address is refused in production/);
  }
});

test('a certificate without its key, or a key without its certificate, is a problem', () => {
  assert.equal(problemsOf({ EXPERIAN_KEY_FILE: '/keys/key.pem' }).length, 1);
  assert.equal(problemsOf({ TRANSUNION_CERTIFICATE_FILE: '/keys/certificate.pem' }).length, 1);
  const both = { EQUIFAX_KEY_FILE: '/keys/key.pem', EQUIFAX_CERTIFICATE_FILE: '/keys/certificate.pem' };
  assert.deepEqual(problemsOf(both), []);
  assert.equal(connectionOf({ ...LIVE, ...both }, 'equifax').keyFile, '/keys/key.pem');
});

test('a list of bureaus that is empty or names one twice is a problem', () => {
  assert.equal(problemsOf({ BUREAUS: [] }).length, 1);
  assert.equal(problemsOf({ BUREAUS: ['experian', 'experian'] }).length, 1);
});
