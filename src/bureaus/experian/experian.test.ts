import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  consumerLike,
  HOME,
  peopleOf,
  WREN,
  wrensFile,
} from '../../../test/support/bureaus/bureau-people.ts';
import { defaultsOf } from '../../../test/support/settings/default-values.ts';
import { ACCOUNT_STATUSES } from '../../domain/reports/credit-report.ts';
import { type Call, CallFailed, type Enquiry } from '../bureau.ts';
import type { SimulatedFile } from '../simulation/population/simulated-file.ts';
import type { SimulatedReply, SimulatedRequest } from '../simulation/simulator.ts';
import { createExperian } from './client.ts';
import { disguise } from './disguise.ts';
import { fromReply as readReply } from './mapping.ts';
import { EXPERIAN_SETTINGS, type ExperianSettings } from './settings.ts';
import { toConsumerData } from './simulated-data.ts';
import { createExperianSimulator, simulatedExperianSettings } from './simulator.ts';

const ENQUIRY = { reportId: '0199-report', consumer: consumerLike() };
const SETTINGS: ExperianSettings = {
  ...defaultsOf(EXPERIAN_SETTINGS),
  ...simulatedExperianSettings('http://experian.test'),
};
const TODAY = '2026-11-15';
const outputOf = (file: SimulatedFile) =>
  toConsumerData({ file, dialect: 'ordinary', others: [], today: TODAY });
const OUTPUT = {
  Output: { Control: { ExperianReference: 'ABC1234567' }, ...outputOf(wrensFile('experian')) },
};
const fromReply = (reply: unknown, enquiry: Enquiry) =>
  readReply(reply, enquiry, { today: TODAY, onNotice: assert.fail });

/** The adapter on its simulator without a socket: requests are recorded, and the test sets the clock. */
function openBench(settings: Partial<ExperianSettings> = {}) {
  let nowMs = 0;
  let simulatorAheadMs = 0;
  const asked: SimulatedRequest[] = [];
  const notices: string[] = [];
  const simulator = createExperianSimulator({
    people: peopleOf('experian'),
    nowMs: () => nowMs + simulatorAheadMs,
  });
  const answers: SimulatedReply[] = [];
  const call: Call = async ({ url, method, headers, body = '' }) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v]));
    const request = { method, path: new URL(url).pathname, headers: lower, body };
    asked.push(request);
    const reply = answers.shift() ?? (await simulator.handle(request));
    return { status: reply.status, headers: reply.headers, text: String(reply.body) };
  };
  const adapter = createExperian({
    call,
    settings: { ...SETTINGS, ...settings },
    nowMs: () => nowMs,
    onNotice: (notice) => notices.push(notice),
  });
  return {
    asked,
    notices,
    answers,
    search: () => adapter.search(ENQUIRY),
    paths: () => asked.map(({ path }) => path.split('/').at(-1)),
    pass: (ms: number) => {
      nowMs += ms;
    },
    hurrySimulator: (ms: number) => {
      simulatorAheadMs += ms;
    },
  };
}

test('a token is fetched once for many searches, concurrent or in sequence', async () => {
  const bench = openBench();
  await Promise.all([bench.search(), bench.search(), bench.search()]);
  await bench.search();
  assert.deepEqual(bench.paths(), ['token', 'search', 'search', 'search', 'search']);
});

test('a token is refreshed five minutes before its thirty minutes are over', async () => {
  const bench = openBench();
  await bench.search();
  bench.pass(25 * 60_000 - 1);
  await bench.search();
  assert.deepEqual(bench.paths(), ['token', 'search', 'search']);
  bench.pass(1);
  await bench.search();
  assert.deepEqual(bench.paths(), ['token', 'search', 'search', 'token', 'search']);
});

test('a token that the bureau rejects is refreshed, once', async () => {
  const bench = openBench();
  await bench.search();
  bench.hurrySimulator(31 * 60_000);
  assert.equal((await bench.search()).status, 'ok');
  assert.deepEqual(bench.paths(), ['token', 'search', 'search', 'token', 'search']);
  const refusal = { status: 401, headers: {}, body: '' };
  const token = { status: 200, headers: {}, body: '{"access_token":"abc","expires_in":"1800"}' };
  bench.answers.push(refusal, token, refusal);
  assert.equal((await bench.search()).status, 'rejected-credentials');
  assert.equal(bench.asked.length, 8);
});

test('credentials go into headers or into the body, as the settings say, and nowhere else', async () => {
  for (const style of ['headers', 'body'] as const) {
    const bench = openBench({ EXPERIAN_CLIENT_STYLE: style });
    assert.equal((await bench.search()).status, 'ok');
    const [token, search] = bench.asked;
    assert.equal(token?.headers.client_secret !== undefined, style === 'headers');
    assert.equal(token?.body.includes('client_secret'), style === 'body');
    assert.doesNotMatch(JSON.stringify(search), /simulated-(secret|password)/);
  }
});

test('a wrong password is rejected-credentials, a token endpoint that is down is unavailable', async () => {
  const wrong = openBench({ EXPERIAN_PASSWORD: 'wrong' });
  await assert.rejects(
    wrong.search(),
    new CallFailed('rejected-credentials', 'No token for these credentials.', true),
  );
  const down = openBench();
  down.answers.push({ status: 503, headers: {}, body: '' });
  await assert.rejects(down.search(), new CallFailed('unavailable', 'No token at the moment.', true));
});

const STATUSES: [number, string][] = [
  [400, 'rejected-request'],
  [403, 'rejected-credentials'],
  [404, 'rejected-request'],
  [302, 'unavailable'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [204, 'unavailable'],
];
for (const [status, outcome] of STATUSES) {
  test(`a search that is answered ${status} is ${outcome}, and is not retried`, async () => {
    const bench = openBench();
    await bench.search();
    bench.answers.push({ status, headers: {}, body: '' });
    assert.equal((await bench.search()).status, outcome);
    assert.equal(bench.asked.length, 3);
  });
}

test('all spellings of a reply map to the same file', async () => {
  const files = await Promise.all(
    ['a', 'b', 'c'].map((personId) => fromReply(disguise(OUTPUT, personId), ENQUIRY)),
  );
  assert.notDeepEqual(disguise(OUTPUT, 'a'), disguise(OUTPUT, 'b'));
  assert.deepEqual(files[1], files[0]);
  assert.deepEqual(files[2], files[0]);
});

test('every field of a file is mapped, and what the bureau does not give is absent', async () => {
  const answer = await fromReply(OUTPUT, ENQUIRY);
  assert.ok(answer.status === 'ok');
  const [agreement, bank, card] = answer.file.accounts;
  assert.deepEqual(agreement, {
    ref: 'ABC1234567/CAIS/1/1',
    title: 'Ms',
    firstName: 'Wren',
    lastName: "O'Hazelwick",
    accountNumber: '4417123456789',
    accountType: 'hire-purchase',
    accountStatus: 'open',
    product: 'balloon-hire-purchase',
    typeCode: '29',
    companyType: 'motor-finance',
    companyName: 'HEDGEROW MOTOR FINANCE (I)',
    numberOfPayments: 48,
    repaymentPeriod: 48,
    payment: { amount: 26_300, currency: 'GBP' },
    balance: { amount: 842_100, currency: 'GBP' },
    startDate: '2024-02-29',
    lastUpdated: '2026-10-18',
    history: { newest: '2026-10', months: '0010' },
    arrears: { months: 4, oneOrTwo: 1, threeOrMore: 0, worst: '1' },
  });
  assert.deepEqual(
    [bank?.balance, bank?.companyName, bank?.accountNumber, bank?.endDate, bank?.accountStatus],
    [undefined, undefined, undefined, '2023-05-05', 'settled'],
  );
  assert.deepEqual(
    [card?.ref, card?.balance, card?.creditLimit, card?.defaultDate, card?.accountStatus, card?.isJoint],
    [
      'ABC1234567/CAIS/2/1',
      { amount: 287_500, currency: 'GBP' },
      { amount: 350_000, currency: 'GBP' },
      '2025-01-20',
      'default',
      true,
    ],
  );
  assert.deepEqual(answer.file.searches, [
    {
      ref: 'ABC1234567/CAPS/1/1',
      companyName: 'LARKSPUR CAR FINANCE',
      companyType: 'motor-finance',
      date: '2026-03-14T00:00:00.000Z',
      isDateOnly: true,
      kind: 'HP',
      purpose: 'credit-application',
    },
    {
      ref: 'ABC1234567/CAPS/1/2',
      companyName: 'Bank',
      companyType: 'bank',
      date: '2025-12-01T00:00:00.000Z',
      isDateOnly: true,
      kind: 'QL',
      purpose: 'quotation',
    },
  ]);
  assert.deepEqual(answer.file.residencies, [
    { address: HOME, isCurrent: true, monthsAtAddress: 55, roll: [{ from: '2022-04' }] },
    {
      address: WREN.addresses[1]?.address,
      isCurrent: false,
      monthsAtAddress: 31,
      roll: [{ from: '2019-09', to: '2022-04' }],
    },
  ]);
});

test('every status round-trips, except the one that this bureau has no code for', async () => {
  for (const status of ACCOUNT_STATUSES) {
    const file = wrensFile('experian');
    const accounts = file.accounts.slice(0, 1).map((one) => ({ ...one, status }));
    const reply = { Output: outputOf({ ...file, accounts }) };
    const answer = await fromReply(reply, ENQUIRY);
    assert.ok(answer.status === 'ok');
    assert.equal(answer.file.accounts[0]?.accountStatus, status === 'closed' ? 'settled' : status);
  }
});

test('a debt that was in default and sold on is transferred, with the day of its default', async () => {
  const file = wrensFile('experian');
  const sold = {
    status: 'transferred',
    history: ['default', 'default', 6],
    defaultDate: '2025-01-20',
  } as const;
  const accounts = file.accounts.slice(0, 1).map((one) => ({ ...one, ...sold, history: [...sold.history] }));
  const answer = await fromReply({ Output: outputOf({ ...file, accounts }) }, ENQUIRY);
  assert.ok(answer.status === 'ok');
  const [account] = answer.file.accounts;
  assert.deepEqual(
    [account?.accountStatus, account?.defaultDate, account?.endDate],
    ['transferred', '2025-01-20', undefined],
  );
});

test('the same notice comes at most once a day', async () => {
  const bench = openBench();
  const expired = { Output: { Error: { ErrorCode: '1', Message: 'PASSWORD EXPIRED' } } };
  const search = async () => {
    await bench.search();
    bench.answers.push({ status: 200, headers: {}, body: JSON.stringify(expired) });
    return (await bench.search()).status;
  };
  assert.deepEqual([await search(), await search()], ['rejected-credentials', 'rejected-credentials']);
  assert.equal(bench.notices.length, 1);
  bench.pass(24 * 60 * 60_000);
  await search();
  assert.equal(bench.notices.length, 2);
});

test('a token refused for an expired password is said to the operator', async () => {
  const bench = openBench();
  bench.answers.push({ status: 401, headers: {}, body: '{"errors":[{"message":"Password has expired"}]}' });
  await assert.rejects(bench.search(), CallFailed);
  assert.deepEqual(bench.notices, ['Experian: the password has expired (EXPERIAN_PASSWORD).']);
});

test('a reply to another search is rejected', async () => {
  const { Control, ...rest } = OUTPUT.Output;
  const reply = (ClientRef: string) => ({ Output: { ...rest, Control: { ...Control, ClientRef } } });
  assert.equal((await fromReply(reply(ENQUIRY.reportId), ENQUIRY)).status, 'ok');
  await assert.rejects(fromReply(reply('another'), ENQUIRY), CallFailed);
});

test('more accounts than any person has are refused, not cut off', async () => {
  const replyWith = (count: number) => {
    const CAIS = [{ CAISDetails: Array.from({ length: count }, () => ({ AccountType: '05' })) }];
    return { Output: { FullConsumerData: { ConsumerData: { CAIS } } } };
  };
  assert.equal((await fromReply(replyWith(1_000), ENQUIRY)).status, 'ok');
  await assert.rejects(fromReply(replyWith(1_001), ENQUIRY), CallFailed);
});

test('amounts that are in credit, broken or in pence are absent', async () => {
  for (const amount of [
    '-5',
    '-000012',
    '£12      -',
    '12-',
    '12.50',
    '1,09',
    '£',
    'NaN',
    '1e5',
    -5,
    12.5,
    null,
    {},
    [],
    true,
  ]) {
    const reply = structuredClone(OUTPUT);
    const [group] = reply.Output.FullConsumerData?.ConsumerData.CAIS ?? [];
    Object.assign(group?.CAISDetails[0] ?? {}, { Balance: { Amount: amount } });
    const answer = await fromReply(reply, ENQUIRY);
    assert.ok(answer.status === 'ok');
    assert.equal(answer.file.accounts[0]?.balance, undefined, JSON.stringify(amount));
  }
});

test('the months are ours, newest first, counted from the last update; what says nothing is not known', async () => {
  const historyOf = async (codes: unknown, more: object = {}) => {
    const reply = structuredClone(OUTPUT);
    const [group] = reply.Output.FullConsumerData?.ConsumerData.CAIS ?? [];
    Object.assign(group?.CAISDetails[0] ?? {}, { AccountStatusCodes: codes, ...more });
    const answer = await fromReply(reply, ENQUIRY);
    assert.ok(answer.status === 'ok');
    return answer.file.accounts[0]?.history;
  };
  assert.deepEqual(await historyOf('0123456'), { newest: '2026-10', months: '0123456' });
  // D is dormant here, S a slow payer, 8 a default, 9 a bad debt.
  assert.deepEqual(await historyOf('98D0S'), { newest: '2026-10', months: 'wdo0l' });
  // A blank month is a month: it moves none of the others.
  assert.deepEqual(await historyOf(' U0?1 '), { newest: '2026-08', months: '0.1' });
  assert.deepEqual(await historyOf('0'.repeat(5_000)), { newest: '2026-10', months: '0'.repeat(72) });
  assert.deepEqual(await historyOf('0\u{1F600}<x>1'), { newest: '2026-10', months: '0.....1' });
  for (const broken of ['', '????', 12, null, {}, ['0'], undefined]) {
    assert.equal(await historyOf(broken), undefined, JSON.stringify(broken));
  }
  assert.equal(await historyOf('000', { LastUpdatedDate: 'soon' }), undefined);
});
