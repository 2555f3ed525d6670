// Equifax's adapter against its simulator over a real socket, SOAP and JSON alike: files round-trip in every dialect as far as the wire
// carries them; every outcome; tokens and password expiry.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertIsBureauFile } from '../../../test/support/bureaus/bureau-file-check.ts';
import { WRENS_OTHERS } from '../../../test/support/bureaus/bureau-people.ts';
import { consumerOf, inventFile, knowing } from '../../../test/support/bureaus/invented-files.ts';
import { createSeededChance } from '../../../test/support/bureaus/mutations.ts';
import { historyOnWire } from '../../../test/support/bureaus/neutral-history.ts';
import { defaultsOf } from '../../../test/support/settings/default-values.ts';
import { given } from '../../domain/given.ts';
import type { FileAccount } from '../../domain/reports/bureau-file.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import { createCall } from '../asking/call.ts';
import { type Adapter, type BureauAnswer, type Call, CallFailed } from '../bureau.ts';
import { DIALECTS } from '../simulation/dialect.ts';
import type {
  SimulatedAccount,
  SimulatedBureau,
  SimulatedFile,
} from '../simulation/population/simulated-file.ts';
import { startSimulator } from '../simulation/server.ts';
import type { Simulator } from '../simulation/simulator.ts';
import { createEquifax } from './client.ts';
import { EQUIFAX_SETTINGS, type EquifaxSettings } from './settings.ts';
import {
  createEquifaxSimulator,
  type EquifaxSimulatorNeeds,
  simulatedEquifaxSettings,
  TOKEN_PATH,
} from './simulator.ts';
import { productOf } from './simulator-accounts.ts';
import { SEARCH_TYPES } from './simulator-report.ts';
import { type Style, word } from './wire.ts';

const STYLES: Style[] = ['soap', 'json'];
const REPORT_ID = '0198c5a0-0000-7000-8000-000000000001';
const NOW_MS = Date.UTC(2026, 10, 15, 6);
const nowMs = (): number => NOW_MS;

function settingsFor(baseUrl: string, style: Style): EquifaxSettings {
  const simulated = simulatedEquifaxSettings(baseUrl);
  return { ...defaultsOf(EQUIFAX_SETTINGS), ...simulated, EQUIFAX_STYLE: style };
}

const outside = createCall();
after(() => outside.close());

async function withServer<T>(
  simulator: Simulator,
  style: Style,
  run: (adapter: Adapter) => Promise<T>,
): Promise<T> {
  const server = await startSimulator(simulator);
  const settings = settingsFor(server.url, style);
  try {
    return await run(createEquifax({ settings, call: outside.call, nowMs, onNotice: assert.fail }));
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

/** What is owed: the current balance, or that of a default that is not over. */
function owedOn(account: SimulatedAccount): number | undefined {
  const isOver =
    account.endDate !== undefined || ['settled', 'closed', 'transferred'].includes(account.status);
  return account.balancePounds ?? (isOver ? undefined : account.defaultBalancePounds);
}

/** The wire has no joint flag, no product, no balloon and no date of default; lender names and account numbers only in JSON. */
function expectedAccount(account: SimulatedAccount, style: Style): Omit<FileAccount, 'ref'> {
  return {
    accountType: account.type,
    accountStatus: account.status,
    typeCode: productOf(account.type, style),
    ...given({
      title: account.holder.title,
      firstName: account.holder.forename,
      lastName: account.holder.surname,
      accountNumber: style === 'json' ? account.accountNumber : undefined,
      companyType: account.lenderType,
      companyName: style === 'json' ? account.lenderName : undefined,
      numberOfPayments: account.numberOfPayments,
      repaymentPeriod: account.repaymentPeriodMonths,
      payment: pence(account.paymentPounds || undefined),
      startBalance: pence(account.startBalancePounds || undefined),
      balance: pence(owedOn(account)),
      // The wire has no other way to leave a balance out.
      isBalanceWithheld: account.balancePounds === undefined ? (true as const) : undefined,
      defaultBalance: pence(account.defaultBalancePounds),
      creditLimit: pence(account.limitPounds),
      startDate: account.startDate,
      endDate: account.endDate,
      lastUpdated: account.lastUpdated,
      birthdayDiffers: account.dateOfBirth === undefined ? undefined : (true as const),
      history: historyOnWire('equifax', account),
    }),
  };
}

const sorted = (values: object[]): string[] =>
  values.map((value) => JSON.stringify(Object.fromEntries(Object.entries(value).toSorted()))).toSorted();

/** The roll has years: of the month in which somebody came or left nothing is known. */
function expectedHomes({ person: { addresses } }: SimulatedFile) {
  const yearAgo = (months: number): number => Math.floor((2026 * 12 + 10 - months) / 12);
  let after = 0;
  return addresses.map(({ id, address, monthsAtAddress }, index) => {
    const end = yearAgo(after);
    after += monthsAtAddress;
    const years = end - yearAgo(after);
    return {
      addressId: id,
      ...(years > 0 && { monthsAtAddress: years * 12 }),
      address,
      isCurrent: index === 0,
    };
  });
}

/** With some accounts in default, one of them satisfied, and one under a mistyped birthday. */
function inventDefaults(file: SimulatedFile): SimulatedFile {
  const accounts = file.accounts.map((account, index): SimulatedAccount => {
    if (index === 0)
      return {
        ...account,
        dateOfBirth: file.person.dateOfBirth.replace(/..$/, (day) => (day === '15' ? '16' : '15')),
      };
    const isDefault = account.status === 'default' || (account.status === 'settled' && index % 2 === 0);
    return isDefault ? { ...account, defaultBalancePounds: 612 + index } : account;
  });
  return { ...file, accounts };
}

const withOthers = (people: SimulatedBureau): SimulatedBureau => ({
  find(question) {
    const found = people.find(question);
    return found.kind === 'found' ? { ...found, others: () => WRENS_OTHERS } : found;
  },
});

for (const style of STYLES) {
  for (const dialect of DIALECTS) {
    test(`${style}, ${dialect}: 30 invented files round-trip, whichever home is asked for`, async () => {
      const seed = 5_062;
      const chance = createSeededChance(seed);
      for (let round = 0; round < 30; round += 1) {
        const file = inventDefaults(inventFile(chance, 'equifax', { accounts: 12, searches: 5 }));
        const home = round % file.person.addresses.length;
        const simulator = createEquifaxSimulator({ people: withOthers(knowing(file)), nowMs, dialect });
        const consumer = consumerOf(file.person, home);
        const answer = await withServer(simulator, style, (adapter) =>
          adapter.search({ reportId: REPORT_ID, consumer }),
        );
        assert.ok(answer.status === 'ok', `seed ${seed}, round ${round}: ${answer.status}`);
        assertIsBureauFile(answer.file, 'equifax');
        const { leftOut, notes } = answer.file;
        const others = [{ reason: 'another-person', accounts: 3, searches: 3, publicRecords: 1 }];
        assert.deepEqual([leftOut, notes], [dialect === 'others' ? others : undefined, undefined]);
        const accounts = answer.file.accounts.map(({ ref: _, ...account }) => account);
        const expected = file.accounts.map((account) => expectedAccount(account, style));
        assert.deepEqual(sorted(accounts), sorted(expected), `seed ${seed}, round ${round}`);
        const searches = file.searches.map(({ at, purpose, companyName }) => ({
          date: `${at.slice(0, 10)}T00:00:00.000Z`,
          kind: word('json', SEARCH_TYPES[purpose]),
          purpose,
          isNamed: style === 'json' && companyName !== undefined,
        }));
        const found = answer.file.searches.map(({ date, kind, purpose, companyName }) => ({
          date,
          kind,
          purpose,
          isNamed: companyName === 'Marl & Spindle Bank',
        }));
        assert.deepEqual(sorted(found), sorted(searches));
        const byId = (a: { addressId?: string }, b: { addressId?: string }): number =>
          (a.addressId ?? '').localeCompare(b.addressId ?? '');
        const homes = answer.file.residencies.map(({ roll, ...one }) => {
          assert.equal(roll?.length, 1);
          return one;
        });
        assert.deepEqual(homes.toSorted(byId), expectedHomes(file).toSorted(byId));
      }
    });
  }
}

const FILE = inventFile(createSeededChance(78), 'equifax', { accounts: 6, searches: 3 });
const CONSUMER = consumerOf(FILE.person);
const people = knowing(FILE);
const fine = createEquifaxSimulator({ people, nowMs, dialect: 'ordinary' });
const OTHERS = { username: 'a', password: 'b', clientId: 'c', clientSecret: 'd' };

for (const style of STYLES) {
  test(`${style}: no trace, several houses, no address, wrong credentials and a fault each have their outcome`, async () => {
    await withServer(fine, style, async (adapter) => {
      assert.equal(await outcomeOf(adapter, { ...CONSUMER, lastName: 'Nobody' }), 'no-trace');
      const somewhere = { ukAddress: { townOrCity: 'Exampleton', postcode: 'ZZ9 9ZZ' } };
      assert.equal(await outcomeOf(adapter, { ...CONSUMER, addresses: [somewhere] }), 'ambiguous-address');
      assert.equal(await outcomeOf(adapter, { ...CONSUMER, addresses: [] }), 'rejected-request');
      assert.equal(await outcomeOf(adapter, { ...CONSUMER, firstName: '' }), 'rejected-request');
    });
    const stranger = createEquifaxSimulator({ people, nowMs, credentials: OTHERS });
    assert.equal(
      await withServer(stranger, style, (adapter) => outcomeOf(adapter, CONSUMER)),
      'rejected-credentials',
    );
    const faulty = { ...fine, handle: () => fine.fault() };
    assert.equal(await withServer(faulty, style, (adapter) => outcomeOf(adapter, CONSUMER)), 'unavailable');
    const empty = { ...FILE, accounts: [], searches: [] };
    const unseen = changed(style, (text) => text.replaceAll(/(nameMatchStatus(?:>|":"))A/g, '$1V'), empty);
    assert.equal(await outcomeOf(unseen, CONSUMER), 'no-trace', 'the house is known, the person is not');
  });

  test(`${style}: more accounts than any person has are refused, not cut off`, async () => {
    const adapter = (count: number): Adapter =>
      changed(style, (text) =>
        style === 'soap'
          ? text.replace('<insightData>', `<insightData>${'<xmasClub><a>1</a></xmasClub>'.repeat(count)}`)
          : text.replace('"xmasClub":[]', `"xmasClub":[${'{},'.repeat(count)}{}]`),
      );
    assert.equal(await outcomeOf(adapter(900), CONSUMER), 'ok');
    assert.equal(await outcomeOf(adapter(1_001), CONSUMER), 'unavailable');
  });

  test(`${style}: a reply to another search is rejected, a record of another person is kept apart`, async () => {
    const [year = '', month = '', day = ''] = FILE.person.dateOfBirth.split('-');
    const born =
      style === 'soap' ? FILE.person.dateOfBirth : JSON.stringify({ day: +day, month: +month, year: +year });
    const other = style === 'soap' ? '1911-01-01' : '{"day":1,"month":1,"year":1911}';
    const wrongs: ((text: string) => string)[] = [
      (text) => text.replace(REPORT_ID, '0198c5a0-0000-7000-8000-000000000002'),
      (text) => text.replace(/<clientRef>.*?<\/clientRef>|"clientRef":"[^"]*",/, ''),
    ];
    for (const [index, wrong] of wrongs.entries()) {
      assert.equal(await outcomeOf(changed(style, wrong), CONSUMER), 'unavailable', String(index));
    }
    const search = (change: (text: string) => string) =>
      changed(style, change).search({ reportId: REPORT_ID, consumer: CONSUMER });
    const one = await search((text) => text.replace(born, other));
    assert.ok(one.status === 'ok');
    assert.equal(one.file.accounts.length + one.file.searches.length, 8);
    const all = await search((text) => text.replaceAll(born, other));
    assert.deepEqual(all, {
      status: 'no-trace',
      leftOut: [{ reason: 'not-sure', accounts: 6, searches: 3 }],
      altered: [{ field: '/firstName', sent: 'Zoe', change: 'folded' }],
    });
  });
}

test('suppressed balances, a zero start balance beside fixed terms, negative money and tokenised account numbers are absent', async () => {
  const account: SimulatedAccount = {
    ...(FILE.accounts[0] as SimulatedAccount),
    status: 'open',
    accountNumber: '9f8a7b6c-1234-4abc-9def-000000000000',
    startBalancePounds: 0,
    numberOfPayments: 12,
    limitPounds: -5,
    isBalanceSuppressed: true,
    balancePounds: 77,
  };
  // An amount beside the suppressed flag must be ignored.
  const told = '"suppressed":true,"balanceAmount":{"amount":77,"currency":"GBP"}';
  const adapter = changed('json', (text) => text.replace('"suppressed":true', told), {
    ...FILE,
    accounts: [account],
  });
  const answer = await adapter.search({ reportId: REPORT_ID, consumer: CONSUMER });
  assert.ok(answer.status === 'ok');
  const [found] = answer.file.accounts;
  for (const name of ['balance', 'startBalance', 'creditLimit', 'accountNumber'] as const) {
    assert.equal(found?.[name], undefined, name);
  }
});

test('a token is cached until shortly before it expires; after a 401 it is refreshed, once', async () => {
  let clockMs = NOW_MS;
  let tokens = 0;
  let searches = 0;
  let aheadMs = 0;
  let isLocked = false;
  const simulator = createEquifaxSimulator({ people, nowMs: () => clockMs + aheadMs, tokenLifeS: 600 });
  const call: Call = async (request) => {
    if (request.url.endsWith(TOKEN_PATH)) tokens += 1;
    else searches += 1;
    if (isLocked && !request.url.endsWith(TOKEN_PATH)) return { status: 401, headers: {}, text: '' };
    return answerOf(simulator, request);
  };
  const settings = settingsFor('http://127.0.0.1', 'json');
  const adapter = createEquifax({ settings, call, nowMs: () => clockMs, onNotice: assert.fail });
  await Promise.all([outcomeOf(adapter, CONSUMER), outcomeOf(adapter, CONSUMER)]);
  assert.deepEqual({ tokens, searches }, { tokens: 1, searches: 2 });
  clockMs += 500_000;
  assert.equal(await outcomeOf(adapter, CONSUMER), 'ok');
  assert.equal(tokens, 1);
  clockMs += 50_000;
  assert.equal(await outcomeOf(adapter, CONSUMER), 'ok');
  assert.equal(tokens, 2);
  // The bureau has dropped its tokens: a new one and one retry, because no search was made.
  aheadMs = 601_000;
  searches = 0;
  assert.equal(await outcomeOf(adapter, CONSUMER), 'ok');
  assert.deepEqual({ tokens, searches }, { tokens: 3, searches: 2 });
  // Retries end when every token is rejected.
  isLocked = true;
  searches = 0;
  assert.equal(await outcomeOf(adapter, CONSUMER), 'rejected-credentials');
  assert.deepEqual({ tokens, searches }, { tokens: 4, searches: 2 });
});

test('the operator is warned of an expiring password once a day, in its last two weeks only', async () => {
  const noticesWith = async (needs: Partial<EquifaxSimulatorNeeds>) => {
    const notices: string[] = [];
    let clockMs = NOW_MS;
    const simulator = createEquifaxSimulator({ people, nowMs, ...needs });
    const adapter = createEquifax({
      settings: settingsFor('http://127.0.0.1', 'soap'),
      call: (request) => answerOf(simulator, request),
      nowMs: () => clockMs,
      onNotice: (notice) => notices.push(notice),
    });
    for (const passedMs of [0, 1_000, 24 * 3_600_000]) {
      clockMs += passedMs;
      assert.equal(await outcomeOf(adapter, CONSUMER), 'ok');
    }
    return notices;
  };
  assert.deepEqual(await noticesWith({ passwordDaysLeft: 60 }), []);
  assert.deepEqual(await noticesWith({ passwordDaysLeft: 10 }), [
    'Equifax: the password has to be changed within 10 days (EQUIFAX_PASSWORD).',
    'Equifax: the password has to be changed within 9 days (EQUIFAX_PASSWORD).',
  ]);
  assert.match((await noticesWith({ passwordDaysLeft: -1 }))[0] ?? '', /changed now/);
});

async function answerOf(simulator: Simulator, request: Parameters<Call>[0]): ReturnType<Call> {
  const { pathname } = new URL(request.url);
  const { method, headers, body = '' } = request;
  const reply = await simulator.handle({ method, path: pathname, headers, body });
  return { status: reply.status, headers: reply.headers, text: String(reply.body) };
}

const untouched = new Map<string, Awaited<ReturnType<Call>>>();

/** An adapter whose search replies are changed on the way. The replies themselves are cached. */
function changed(style: Style, change: (text: string) => string, file = FILE): Adapter {
  const simulator =
    file === FILE ? fine : createEquifaxSimulator({ people: knowing(file), nowMs, dialect: 'ordinary' });
  const call: Call = async (request) => {
    const isSearch = !request.url.endsWith(TOKEN_PATH);
    const kept = file === FILE && isSearch ? untouched.get(style) : undefined;
    const reply = kept ?? (await answerOf(simulator, request));
    if (isSearch && file === FILE) untouched.set(style, reply);
    return isSearch ? { ...reply, text: change(reply.text) } : reply;
  };
  return createEquifax({ settings: settingsFor('http://127.0.0.1', style), call, nowMs, onNotice: () => {} });
}
