// Every GET of the document is measured (bench/reads.ts; those that need no token by bench/public.ts, whose list is the table of routes) or is
// listed here with its reason: that a new one is dear is not found out by its first user.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from './fuzz/contract.ts';
import { QUERIES, type Reader } from './support/past/figure-queries.ts';

const ONE_ROW = 'one row by its key';
const ONE_REPORT = 'one report by its key; what is made of it is measured by npm run bench:merge';
const OF_A_PERSON = 'what one person has: tenants, sessions, a second step';
const OF_OPERATORS = 'for the operators of the service, who are few';
const NOT_MEASURED: Record<string, string> = {
  readProfile: OF_A_PERSON,
  openConsole: OF_A_PERSON,
  listMyTenants: OF_A_PERSON,
  readMyAccess: OF_A_PERSON,
  listMySessions: OF_A_PERSON,
  readMyTotp: OF_A_PERSON,
  listServiceAuditEntries: OF_OPERATORS,
  listAllTenants: OF_OPERATORS,
  readOperatorAttention: OF_OPERATORS,
  listTenantPrices: OF_OPERATORS,
  listProviders: OF_OPERATORS,
  readTenantDetail: OF_OPERATORS,
  readTenant: ONE_ROW,
  readConsumerSession: ONE_ROW,
  readConsumerRequest: ONE_ROW,
  readConsentText: ONE_ROW,
  readLogo: ONE_ROW,
  readTestClock: ONE_ROW,
  readExchange: ONE_ROW,
  readDelivery: ONE_ROW,
  readRecovery: ONE_ROW,
  findByPerson: 'by an index of keyed hashes, at most ten times a minute',
  readPayment: ONE_ROW,
  readInvoice: ONE_ROW,
  readPaymentSettings: ONE_ROW,
  readAutomaticTopUp: ONE_ROW,
  readBillingDetails: ONE_ROW,
  listPaymentMethods: 'the few cards of one tenant',
  readReport: ONE_REPORT,
  readMobileNumber: ONE_REPORT,
  readAgreements: ONE_REPORT,
  readAttributes: ONE_REPORT,
  readChanges: ONE_REPORT,
  readEvidence: 'one report by its key; the long run pdf measures what is drawn',
};

/** A tenant with a past in name only: the paths are asked for, and nothing is read. */
const READER = {
  past: { endpointId: 'e', credentialIds: ['c', 'd'] },
  middle: { id: 'm', micros: '1', seq: 1 },
  recent: { id: 'r', requestId: 'q', eventId: 'v', deliveryId: 'l' },
} as unknown as Reader;

test('every read is measured, or is left out for a reason that still holds', () => {
  const reads = operations.filter(({ method, needsToken }) => method === 'GET' && needsToken);
  const measured = QUERIES.map(([, query]) => {
    const [path] = (typeof query === 'string' ? query : query(READER)).split('?');
    const fitting = reads.filter((one) =>
      new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '\\w+')}$`).test(`/t/v1/${path}`),
    );
    // A fixed path goes before one with a parameter, as in the router.
    return fitting.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]?.id;
  });
  const left = reads.map(({ id }) => id).filter((id) => !measured.includes(id));
  assert.deepEqual(left.sort(), Object.keys(NOT_MEASURED).sort());
});
