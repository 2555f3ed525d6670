// TransUnion's adapter against its simulator over a real socket: files round-trip as far as the wire carries them; every outcome;
// the cache of code tables.
// Alone: it replaces the timers.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { assertIsBureauFile } from '../../../test/support/bureaus/bureau-file-check.ts';
import { WRENS_OTHERS } from '../../../test/support/bureaus/bureau-people.ts';
import { consumerOf, inventFile, knowing } from '../../../test/support/bureaus/invented-files.ts';
import { createSeededChance } from '../../../test/support/bureaus/mutations.ts';
import { toNeutralFile } from '../../../test/support/bureaus/neutral-files.ts';
import { defaultsOf } from '../../../test/support/settings/default-values.ts';
import type { FileResidency } from '../../domain/reports/bureau-file.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import { createCall } from '../asking/call.ts';
import { type Adapter, type BureauAnswer, type Call, CallFailed } from '../bureau.ts';
import { DIALECTS } from '../simulation/dialect.ts';
import type { SimulatedBureau, SimulatedFile } from '../simulation/population/simulated-file.ts';
import { startSimulator } from '../simulation/server.ts';
import type { SimulatedReply, Simulator } from '../simulation/simulator.ts';
import { createTransunion } from './client.ts';
import { TRANSUNION_SETTINGS, type TransunionSettings } from './settings.ts';
import { createTransunionSimulator, simulatedTransunionSettings } from './simulator.ts';
import { domicileOf } from './simulator-lines.ts';
import { PURPOSES } from './simulator-tables.ts';

const REPORT_ID = '0198c5a0-0000-7000-8000-000000000001';
const NOW_MS = Date.UTC(2026, 10, 15, 6);
const nowMs = (): number => NOW_MS;
const onNotice = (): void => {};

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
    return await run(createTransunion({ settings, call: outside.call, nowMs, onNotice }), settings);
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

/** What the merge score holds this bureau's wire to, and what only the wire has. */
function expectedAccounts(file: SimulatedFile) {
  return toNeutralFile(file).file.accounts.map(({ ref: _, ...account }, index) => {
    // A payment is by the month, and so is its term.
    const { repaymentPeriod } = account;
    const ofTerm = account.payment === undefined ? undefined : repaymentPeriod;
    const payments = file.accounts[index]?.numberOfPayments ?? ofTerm;
    return { ...account, ...(payments !== undefined && { numberOfPayments: payments }) };
  });
}

const withOthers = (file: SimulatedFile): SimulatedBureau => ({
  find(question) {
    const found = knowing(file).find(question);
    return found.kind === 'found' ? { ...found, others: () => WRENS_OTHERS } : found;
  },
});

for (const dialect of DIALECTS) {
  test(`60 invented files round-trip in the dialect "${dialect}", whichever home is asked for`, async () => {
    const seed = 5_061;
    const chance = createSeededChance(seed);
    for (let round = 0; round < 60; round += 1) {
      const file = inventFile(chance, 'transunion', { accounts: 12, searches: 5 });
      const about = `seed ${seed}, round ${round}`;
      const home = round % file.person.addresses.length;
      const simulator = createTransunionSimulator({ people: withOthers(file), nowMs, dialect });
      const answer = await withServer(simulator, (adapter) =>
        adapter.search({ reportId: REPORT_ID, consumer: consumerOf(file.person, home) }),
      );
      assert.ok(answer.status === 'ok', `${about}: ${answer.status}`);
      assertIsBureauFile(answer.file, 'transunion');
      assert.equal(answer.file.notes, undefined);
      const accounts = answer.file.accounts.map(({ ref: _, typeCode, arrangementDate, ...account }) => {
        assert.match(typeCode ?? '', /^[A-Z]{2}$/);
        assert.equal(arrangementDate !== undefined, account.accountStatus === 'arrangement', about);
        return account;
      });
      assert.deepEqual(accounts, expectedAccounts(file), about);
      assertSearches(answer.file.searches, file);
      assertHomes(answer.file.residencies, file, home);
      assert.deepEqual(answer.file.leftOut, dialect === 'others' ? LEFT_OUT : undefined);
    }
  });
}

/** Associate and family have reports of their own; the stranger's records stand among the person's. */
const LEFT_OUT = [{ reason: 'not-sure', accounts: 1, searches: 1 }];

/** The wire has no county, and an id only of the home that was asked for. */
function assertHomes(residencies: FileResidency[], { person }: SimulatedFile, asked: number): void {
  const homes = person.addresses.map(
    ({ id, address: { county: _, ...address }, monthsAtAddress }, index) => ({
      ...(index === asked && { addressId: String(domicileOf(id)) }),
      address,
      isCurrent: index === 0,
      monthsAtAddress,
    }),
  );
  const [first, ...others] = homes.splice(asked, 1).concat(homes);
  const found = residencies.map(({ roll, ...one }) => {
    assert.equal(roll?.length, 1);
    assert.equal(roll[0]?.to === undefined, one.isCurrent);
    return one;
  });
  assert.deepEqual(found, [first, ...others]);
}

function assertSearches(
  searches: { companyName: string; date: string; kind?: string; purpose?: string }[],
  file: SimulatedFile,
): void {
  assert.deepEqual(
    searches.map(({ date, kind, purpose }) => ({ date, kind, purpose })),
    file.searches.map(({ at, purpose }) => ({ date: at, kind: PURPOSES[purpose], purpose })),
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
const fine = createTransunionSimulator({ people, nowMs, dialect: 'ordinary' });

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
      settings: { ...settings, TRANSUNION_PURPOSE: 'CA' },
      call: outside.call,
      nowMs,
      onNotice,
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

test('a reply that is not an answer to us is rejected, another person’s record in it is left out', async () => {
  const { dateOfBirth } = FILE.person;
  const wrongs: ((text: string) => string)[] = [
    (text) => text.replace(REPORT_ID, '0198c5a0-0000-7000-8000-000000000002'),
    (text) => text.replace(`<dob>${dateOfBirth}</dob>`, '<dob>1911-01-01</dob>'),
    (text) =>
      text.replace(/<yourreference>.*<\/yourreference>/, '').replace(/<creditrequest.*<\/creditrequest>/, ''),
  ];
  for (const [index, wrong] of wrongs.entries()) {
    assert.equal(await outcomeOf(changed(wrong), CONSUMER), 'unavailable', String(index));
  }
  const foreign = changed((text) =>
    text.replace(/(<accholderdetails><name>)[^<]*(.*?<dob>)[^<]*/, '$1Mr Other Person$21911-01-01'),
  );
  const answer = await foreign.search({ reportId: REPORT_ID, consumer: CONSUMER });
  assert.ok(answer.status === 'ok');
  assert.equal(answer.file.accounts.length, FILE.accounts.length - 1);
  assert.deepEqual(answer.file.leftOut, [{ reason: 'not-sure', accounts: 1, searches: 0 }]);
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

test('without code tables a search answers by the built-in list and says so, and loading is retried once a minute', async () => {
  const notices: string[] = [];
  let clockMs = NOW_MS;
  let lookups = 0;
  const call: Call = async (request) => {
    if (!request.headers.soapaction?.includes('LookupData07a')) return answerOf(request);
    lookups += 1;
    if (lookups === 1) throw new CallFailed('timeout', 'too late', true);
    return answerOf(request);
  };
  const adapter = createTransunion({
    settings: settingsFor('http://127.0.0.1'),
    call,
    nowMs: () => clockMs,
    onNotice: (notice) => notices.push(notice),
  });
  const types = FILE.accounts.map(({ type }) => type);
  const notesOf = async () => {
    const answer = await adapter.search({ reportId: REPORT_ID, consumer: CONSUMER });
    assert.ok(answer.status === 'ok');
    assert.deepEqual(
      answer.file.accounts.map(({ accountType }) => accountType),
      types,
    );
    return answer.file.notes;
  };
  assert.deepEqual(await notesOf(), ['built-in-codes']);
  assert.deepEqual(await notesOf(), ['built-in-codes']);
  assert.equal(lookups, 1);
  assert.equal(notices.length, 1, 'said once');
  clockMs += 60_000;
  assert.equal(await notesOf(), undefined);
  clockMs += 23 * 3_600_000;
  await notesOf();
  assert.equal(lookups, 2, 'kept for a day');
  clockMs += 3_600_000;
  assert.equal(await notesOf(), undefined, 'stale tables are served while new ones load');
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
  const adapter = createTransunion({ settings: settingsFor('http://127.0.0.1'), call, nowMs, onNotice });
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
  return createTransunion({ settings: settingsFor('http://127.0.0.1'), call, nowMs, onNotice });
}
