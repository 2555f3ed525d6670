// TransUnion's adapter against its simulator over a real socket: files round-trip as far as the wire carries them; every outcome;
// the cache of code tables.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { assertIsBureauFile } from '../../../test/support/bureaus/bureau-file-check.ts';
import { consumerOf, inventFile, knowing } from '../../../test/support/bureaus/invented-files.ts';
import { createSeededChance } from '../../../test/support/bureaus/mutations.ts';
import { historyOnWire } from '../../../test/support/bureaus/neutral-history.ts';
import { defaultsOf } from '../../../test/support/default-values.ts';
import type { FileAccount } from '../../domain/bureau-file.ts';
import type { Consumer } from '../../domain/consumer.ts';
import { given } from '../../domain/given.ts';
import { createCall } from '../asking/call.ts';
import { type Adapter, type BureauAnswer, type Call, CallFailed } from '../bureau.ts';
import type { SimulatedAccount, SimulatedFile } from '../simulation/population/simulated-file.ts';
import { startSimulator } from '../simulation/server.ts';
import type { SimulatedReply, Simulator } from '../simulation/simulator.ts';
import { createTransunion } from './client.ts';
import { TRANSUNION_SETTINGS, type TransunionSettings } from './settings.ts';
import { createTransunionSimulator, simulatedTransunionSettings } from './simulator.ts';
import { PURPOSES } from './simulator-tables.ts';

const REPORT_ID = '0198c5a0-0000-7000-8000-000000000001';
const NOW_MS = Date.UTC(2026, 10, 15, 6);
const nowMs = (): number => NOW_MS;

function settingsFor(baseUrl: string): TransunionSettings {
  return { ...defaultsOf(TRANSUNION_SETTINGS), ...simulatedTransunionSettings(baseUrl) };
}

const outside = createCall();
after(() => outside.close());

async function withServer<T>(
  simulator: Simulator,
  run: (adapter: Adapter, settings: TransunionSettings) => Promise<T>,
): Promise<T> {
  const server = await startSimulator(simulator);
  const settings = settingsFor(server.url);
  try {
    return await run(createTransunion({ settings, call: outside.call, nowMs }), settings);
  } finally {
    await server.close();
  }
}

async function outcomeOf(adapter: Adapter, consumer: Consumer): Promise<BureauAnswer['status']> {
  const answer = await adapter.search({ reportId: REPORT_ID, consumer }).catch((error: unknown) => {
    assert.ok(error instanceof CallFailed, String(error));
    return { status: error.outcome };
  });
  return answer.status;
}

const pence = (pounds: number | undefined) =>
  pounds === undefined ? undefined : { amount: pounds * 100, currency: 'GBP' };

function expectedAccount(account: SimulatedAccount): Omit<FileAccount, 'ref'> {
  return {
    accountType: account.type,
    accountStatus: account.status,
    ...given({
      title: account.holder.title,
      firstName: account.holder.forename,
      lastName: account.holder.surname,
      accountNumber: account.accountNumber,
      companyType: account.lenderType,
      companyName: account.lenderName,
      numberOfPayments: account.numberOfPayments,
      repaymentPeriod: account.repaymentPeriodMonths,
      payment: pence(account.paymentPounds),
      startBalance: pence(account.startBalancePounds),
      balance: pence(account.balancePounds),
      creditLimit: pence(account.limitPounds),
      startDate: account.startDate,
      endDate: account.endDate,
      defaultDate: account.defaultDate,
      lastUpdated: account.lastUpdated,
      isJoint: account.isJoint,
      history: historyOnWire('transunion', account),
    }),
  };
}

test('60 invented files round-trip, whichever home is asked for', async () => {
  const seed = 5_061;
  const chance = createSeededChance(seed);
  for (let round = 0; round < 60; round += 1) {
    const file = inventFile(chance, 'transunion', { accounts: 12, searches: 5 });
    const home = round % file.person.addresses.length;
    const simulator = createTransunionSimulator({ people: knowing(file), nowMs });
    const answer = await withServer(simulator, (adapter) =>
      adapter.search({ reportId: REPORT_ID, consumer: consumerOf(file.person, home) }),
    );
    assert.ok(answer.status === 'ok', `seed ${seed}, round ${round}: ${answer.status}`);
    assertIsBureauFile(answer.file, 'transunion');
    const accounts = answer.file.accounts.map(({ ref: _, ...account }) => account);
    assert.deepEqual(accounts, file.accounts.map(expectedAccount), `seed ${seed}, round ${round}`);
    assertSearches(answer.file.searches, file);
    // The wire has no county.
    const residencies = file.person.addresses.map(
      ({ id, address: { county: _, ...address }, monthsAtAddress }, index) => ({
        addressId: id,
        address,
        isCurrent: index === 0,
        monthsAtAddress,
      }),
    );
    const byId = (a: { addressId?: string }, b: { addressId?: string }): number =>
      (a.addressId ?? '').localeCompare(b.addressId ?? '');
    assert.deepEqual(answer.file.residencies.toSorted(byId), residencies.toSorted(byId));
  }
});

function assertSearches(
  searches: { companyName: string; date: string; kind?: string; purpose?: string }[],
  file: SimulatedFile,
): void {
  assert.deepEqual(
    searches.map(({ date, kind, purpose }) => ({ date, kind, purpose })),
    file.searches.map(({ at, purpose }) => ({ date: at, kind: PURPOSES[purpose][0], purpose })),
  );
  for (const [index, { companyName }] of file.searches.entries()) {
    if (companyName !== undefined) assert.equal(searches[index]?.companyName, companyName);
    else
      assert.match(
        searches[index]?.companyName ?? '',
        /^[A-Z][\w ]+$/,
        'the type of company replaces its name',
      );
  }
}

const FILE = inventFile(createSeededChance(77), 'transunion', { accounts: 6, searches: 3 });
const CONSUMER = consumerOf(FILE.person);
const people = knowing(FILE);
const fine = createTransunionSimulator({ people, nowMs });

test('an unknown name is no-trace, an address with several houses is ambiguous', async () => {
  await withServer(fine, async (adapter) => {
    assert.equal(await outcomeOf(adapter, { ...CONSUMER, lastName: 'Nobody' }), 'no-trace');
    const somewhere = { ukAddress: { townOrCity: 'Exampleton', postcode: 'ZZ9 9ZZ' } };
    assert.equal(await outcomeOf(adapter, { ...CONSUMER, addresses: [somewhere] }), 'ambiguous-address');
    assert.equal(await outcomeOf(adapter, { ...CONSUMER, addresses: [] }), 'rejected-request');
  });
});

test('wrong credentials, a purpose that is not allowed and a fault under HTTP 200 each have their outcome', async () => {
  const credentials = { company: 'other', username: 'other', password: 'other' };
  await withServer(createTransunionSimulator({ people, nowMs, credentials }), async (adapter) => {
    assert.equal(await outcomeOf(adapter, CONSUMER), 'rejected-credentials');
  });
  await withServer(fine, async (_, settings) => {
    const hard = createTransunion({
      settings: { ...settings, TRANSUNION_PURPOSE: 'ZA' },
      call: outside.call,
      nowMs,
    });
    assert.equal(await outcomeOf(hard, CONSUMER), 'rejected-request');
  });
  await withServer({ ...fine, handle: () => fine.fault() }, async (adapter) => {
    assert.equal(await outcomeOf(adapter, CONSUMER), 'unavailable');
  });
});

const STATUSES: [number, BureauAnswer['status']][] = [
  [401, 'rejected-credentials'],
  [403, 'rejected-credentials'],
  [400, 'rejected-request'],
  [404, 'rejected-request'],
  [429, 'unavailable'],
  [302, 'unavailable'],
  [503, 'unavailable'],
];

test('an HTTP error without a fault is read by its status', async () => {
  for (const [status, outcome] of STATUSES) {
    const bare: SimulatedReply = { status, headers: { location: 'http://169.254.169.254/' }, body: 'Sorry' };
    await withServer({ ...fine, handle: () => bare }, async (adapter) => {
      assert.equal(await outcomeOf(adapter, CONSUMER), outcome, String(status));
    });
  }
});

test('an error beside the result is an error, although the HTTP status is 200', async () => {
  const withError = (words: string) =>
    changed((text) =>
      text.replace(
        '<SearchResult>',
        `<SearchResult><Error><Success>false</Success><ErrorDetails><ErrorDetail><ErrorMessage>${words}</ErrorMessage></ErrorDetail></ErrorDetails></Error>`,
      ),
    );
  assert.equal(await outcomeOf(withError('Unknown credittype'), CONSUMER), 'rejected-request');
  assert.equal(await outcomeOf(withError('Invalid password'), CONSUMER), 'rejected-credentials');
});

test('a reply about another person is rejected, wherever it shows', async () => {
  const { dateOfBirth, surname } = FILE.person;
  const wrongs: ((text: string) => string)[] = [
    (text) => text.replace(REPORT_ID, '0198c5a0-0000-7000-8000-000000000002'),
    (text) => text.replace(`<dob>${dateOfBirth}</dob>`, '<dob>1911-01-01</dob>'),
    (text) => text.replaceAll(dateOfBirth, '1911-01-01'),
    (text) =>
      text.replace(/<yourreference>.*<\/yourreference>/, '').replace(/<creditrequest.*<\/creditrequest>/, ''),
    (text) => text.replace(/(<accholderdetails><name>)[^<]*/, '$1Mr Other Person'),
    (text) => text.replace(/(<resident [^>]*><name>)[^<]*/, '$1Mr Other Person'),
    (text) =>
      text.replace('</applicant></creditreport>', '</applicant><applicant reporttype="3"/></creditreport>'),
  ];
  assert.ok(surname.length > 0);
  for (const [index, wrong] of wrongs.entries()) {
    assert.equal(await outcomeOf(changed(wrong), CONSUMER), 'unavailable', String(index));
  }
});

test('a linked report, of an alias or an associate, is not read as the consumer’s own', async () => {
  const searched = (change: (text: string) => string) =>
    changed(change).search({ reportId: REPORT_ID, consumer: CONSUMER });
  const own = await searched((text) => text);
  const reportIn = /<creditreport\b([^>]*)>(.*?)<\/creditreport>/s;
  const linked = (text: string) =>
    text.replace(reportIn, (report, attributes, inside) => {
      const other = `<creditreport${attributes} linktype="AL">${inside}</creditreport>`;
      return `${other}${report}${other}`;
    });
  assert.ok(own.status === 'ok' && own.file.accounts.length > 0);
  assert.deepEqual(await searched(linked), own);
  const only = await outcomeOf(
    changed((text) => text.replace('<creditreport', '<creditreport linktype="AS"')),
    CONSUMER,
  );
  assert.notEqual(only, 'ok', 'linked reports alone are no report');
});

test('more accounts than any person has are refused, not cut off', async () => {
  const adapter = (count: number): Adapter =>
    changed((text) => text.replace('<accs>', `<accs>${'<acc/>'.repeat(count)}`));
  assert.equal(await outcomeOf(adapter(900), CONSUMER), 'ok');
  assert.equal(await outcomeOf(adapter(1_001), CONSUMER), 'unavailable');
});

test('negative and broken amounts are absent, markup is text, a default is never hidden by a milder code', async () => {
  const adapter = changed((text) =>
    text
      .replaceAll(/<balance>[^<]*/g, '<balance>-50')
      .replaceAll(/<limit>[^<]*/g, '<limit>10.50')
      .replaceAll(/<suppliername>[^<]*/g, '<suppliername>&lt;script&gt;alert(1)&lt;/script&gt;')
      .replaceAll(/<default>.*?<\/default>/g, '')
      .replaceAll('<accdetails>', '<default><defdate>2022-02-02</defdate></default><accdetails>')
      .replaceAll(/<status>.<\/status>/g, '<status>N</status>'),
  );
  const answer = await adapter.search({ reportId: REPORT_ID, consumer: CONSUMER });
  assert.ok(answer.status === 'ok');
  for (const account of answer.file.accounts) {
    assert.equal(account.balance, undefined);
    assert.equal(account.creditLimit, undefined);
    if (account.companyName) assert.equal(account.companyName, '<script>alert(1)</script>');
    assert.equal(account.accountStatus, 'default');
  }
});

test('without code tables a search still answers: types are other, statuses unknown, and loading is retried once a minute', async () => {
  let clockMs = NOW_MS;
  let lookups = 0;
  const call: Call = async (request) => {
    if (!request.headers.soapaction?.includes('LookupData07a')) return answerOf(request);
    lookups += 1;
    if (lookups === 1) throw new CallFailed('timeout', 'too late', true);
    return answerOf(request);
  };
  const adapter = createTransunion({ settings: settingsFor('http://127.0.0.1'), call, nowMs: () => clockMs });
  const typesOf = async () => {
    const answer = await adapter.search({ reportId: REPORT_ID, consumer: CONSUMER });
    assert.ok(answer.status === 'ok');
    return answer.file.accounts.map(({ accountType }) => accountType);
  };
  assert.deepEqual(new Set(await typesOf()), new Set(['other']));
  await typesOf();
  assert.equal(lookups, 1);
  clockMs += 60_000;
  const types = FILE.accounts.map(({ type }) => type);
  assert.deepEqual(await typesOf(), types);
  clockMs += 23 * 3_600_000;
  await typesOf();
  assert.equal(lookups, 2, 'kept for a day');
  clockMs += 3_600_000;
  assert.deepEqual(await typesOf(), types, 'stale tables are served while new ones load');
  assert.equal(lookups, 3);
});

async function answerOf(request: Parameters<Call>[0]): ReturnType<Call> {
  const { pathname } = new URL(request.url);
  const reply = await fine.handle({
    method: 'POST',
    path: pathname,
    headers: request.headers,
    body: request.body ?? '',
  });
  return { status: reply.status, headers: reply.headers, text: String(reply.body) };
}

test('code tables that never arrive delay a search by 1.5 seconds, not until its deadline', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let isAsked = false;
  const call: Call = (request) => {
    if (!request.headers.soapaction?.includes('LookupData07a')) return answerOf(request);
    isAsked = true;
    return new Promise(() => {});
  };
  const adapter = createTransunion({ settings: settingsFor('http://127.0.0.1'), call, nowMs });
  const answers: BureauAnswer[] = [];
  const search = adapter
    .search({ reportId: REPORT_ID, consumer: CONSUMER })
    .then((answer) => answers.push(answer));
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  context.mock.timers.tick(1_499);
  await setImmediate();
  assert.ok(isAsked && answers.length === 0);
  context.mock.timers.tick(1);
  await search;
  assert.equal(answers[0]?.status, 'ok');
});

const untouched = new Map<string, Awaited<ReturnType<Call>>>();

/** An adapter whose search replies are changed on the way. The replies themselves are cached. */
function changed(change: (text: string) => string): Adapter {
  const call: Call = async (request) => {
    const action = request.headers.soapaction ?? '';
    const reply = untouched.get(action) ?? (await answerOf(request));
    untouched.set(action, reply);
    return action.includes('Search07a') ? { ...reply, text: change(reply.text) } : reply;
  };
  return createTransunion({ settings: settingsFor('http://127.0.0.1'), call, nowMs });
}
