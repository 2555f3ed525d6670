// Experian's twins with one thing changed: spellings, dates, money, statuses, codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blocks,
  type Change,
  fileOf,
  firstAccount,
  pounds,
  type Tree,
} from '../../support/bureaus/experian-twins.ts';
import { answerToTwin, readTwin, TWIN_PEOPLE, type TwinRead } from '../../support/bureaus/wire-twins.ts';

const { ada, cecily, dafydd } = TWIN_PEOPLE;

const SATISFIED: [string, Change][] = [
  ['a narrative S', (output) => Object.assign(firstAccount(output), { Balance: { Narrative: 'S' } })],
  [
    'a narrative on the balance of the default',
    (output) => Object.assign(firstAccount(output).CurrentDefBalance, { Narrative: 'T' }),
  ],
  [
    'a day of satisfaction',
    (output) => Object.assign(firstAccount(output), { DefaultSatisfyDate: '2026-05-04' }),
  ],
  ['a settled status', (output) => Object.assign(firstAccount(output), { AccountStatus: 'S' })],
];
for (const [sign, change] of SATISFIED) {
  test(`a default with ${sign} is no longer owed, and keeps its figure`, async () => {
    const [card] = (await fileOf('default', cecily, change)).accounts;
    assert.deepEqual(
      [card?.accountStatus, card?.defaultBalance, card?.balance?.amount ?? 0, card?.defaultDate],
      ['settled', pounds(2875), 0, '2025-11-30'],
    );
  });
}

test('keys in lower case, in capitals and with a small first letter are the same keys', async () => {
  const respelled = (spell: (key: string) => string) => (text: string) =>
    text.replace(/"(\w+)":/g, (_, key: string) => `"${spell(key)}":`);
  const whole = (await answerOf('ordinary', (text) => text)).answer;
  for (const spell of [
    (key: string) => key.toLowerCase(),
    (key: string) => key.toUpperCase(),
    (key: string) => `${key[0]?.toLowerCase()}${key.slice(1)}`,
    (key: string) => key.replace(/^[A-Z]+(?=[A-Z][a-z]|$)/, (run) => run.toLowerCase()),
  ]) {
    assert.deepEqual((await answerOf('ordinary', respelled(spell))).answer, whole);
  }
});

test('dates are read as parts, as parts that say they are given, and as text', async () => {
  const whole = (await answerOf('ordinary', (text) => text)).answer;
  const DATE = /\{\s*"CCYY": "(\d+)",\s*"MM": "(\d+)",\s*"DD": "(\d+)"\s*\}/g;
  const pad = (digits: string) => digits.padStart(2, '0');
  for (const write of [
    (year: string, month: string, day: string) => `"${year}-${pad(month)}-${pad(day)}"`,
    (year: string, month: string, day: string) => `"${year}-${pad(month)}-${pad(day)}T00:00:00"`,
    (year: string, month: string, day: string) =>
      `{"ccyy":${year},"ccyySpecified":true,"mm":${month},"mmSpecified":true,"dd":${day},"ddSpecified":true}`,
  ]) {
    const text = (twin: string) =>
      twin.replace(DATE, (_, year: string, month: string, day: string) => write(year, month, day));
    assert.deepEqual((await answerOf('ordinary', text)).answer, whole);
  }
});

function answerOf(twin: string, change: (text: string) => string): Promise<TwinRead> {
  const text = change(readTwin(`experian-${twin}.json`));
  return answerToTwin('experian', text, { reportId: `wires-ex-${twin}`, consumer: ada });
}

test('a wrapper, a single record instead of a list and elements that nobody knows change nothing', async () => {
  const whole = (await answerOf('ordinary', (text) => text)).answer;
  const changed = await answerOf('ordinary', (text) => {
    const { Output } = JSON.parse(text);
    const [group] = blocks(Output).CAIS.splice(2, 1);
    blocks(Output).CAIS.push({ Unheard: '1', ...group, CAISDetails: group.CAISDetails[0] });
    Output.Applicant = Output.Applicant[0];
    Output.Residency = Output.Residency[0];
    return JSON.stringify({ OutputRoot: { Output: { Unheard: [{ Of: '' }], ...Output } } });
  });
  assert.deepEqual(changed.answer, whole);
});

const MONEY: [string, Change, owed: number | undefined][] = [
  ['padded with blanks', (account) => setBalance(account, { Amount: '£163     ' }), 163],
  ['with a comma', (account) => setBalance(account, { Amount: '£1,092' }), 1_092],
  ['a credit balance', (account) => setBalance(account, { Amount: '£12      -' }), undefined],
  [
    'absent, with balances by month',
    (account) =>
      setBalance(account, '', [{ AccountBalance: '0000640', Status: '0' }, { AccountBalance: '9' }]),
    640,
  ],
  [
    'absent, with a month in credit',
    (account) => setBalance(account, '', [{ AccountBalance: '-000012', Status: '0' }]),
    undefined,
  ],
  [
    'stated beside balances by month',
    (account) => setBalance(account, { Amount: '5' }, [{ AccountBalance: '9' }]),
    5,
  ],
];
const setBalance = (account: Tree, Balance: unknown, AccountBalances: unknown[] = []) =>
  Object.assign(account, { Balance, AccountBalances });
for (const [what, change, owed] of MONEY) {
  test(`a balance ${what} is ${owed === undefined ? 'absent' : `£${owed}`}`, async () => {
    const [account] = (await fileOf('ordinary', ada, (output) => change(firstAccount(output)))).accounts;
    assert.deepEqual(account?.balance, owed === undefined ? undefined : pounds(owed));
  });
}

const STATUSES: [string, object, string, endDate?: string][] = [
  ['one payment behind', { AccountStatusCodes: '1           ' }, 'delinquent'],
  ['a slow payer', { AccountStatusCodes: 'S           ' }, 'delinquent'],
  ['a blank newest month before a late one', { AccountStatusCodes: ' 3          ' }, 'open'],
  ['a delinquent letter', { AccountStatus: 'D' }, 'delinquent'],
  ['debt management', { SpecialInstrInd: 'M' }, 'arrangement'],
  ['a query', { SpecialInstrInd: 'Q' }, 'query'],
  ['a debt that was assigned', { SpecialInstrInd: 'C', AccountStatus: 'F' }, 'transferred'],
  ['gone away', { SpecialInstrInd: 'G' }, 'open'],
  [
    'a voluntary termination',
    { SpecialInstrInd: 'V', SpecialInstrDet: { StartDate: '2026-02-03' } },
    'closed',
    '2026-02-03',
  ],
  ['a day captioned S', { SettlementDate: '2026-01-02', SettleDateCaption: 'S' }, 'settled', '2026-01-02'],
  ['a day captioned D', { SettlementDate: '2026-01-02', SettleDateCaption: 'D' }, 'default'],
  ['no letter at all', { AccountStatus: '' }, 'unknown'],
];
for (const [what, change, status, endDate] of STATUSES) {
  test(`an account with ${what} is ${status}`, async () => {
    const file = await fileOf('ordinary', ada, (output) => Object.assign(firstAccount(output), change));
    assert.deepEqual([file.accounts[0]?.accountStatus, file.accounts[0]?.endDate], [status, endDate]);
  });
}

test('more accounts counted than sent are said, and so are codes in no list', async () => {
  const summary = (output: Tree) => output.FullConsumerData.ConsumerDataSummary.SummaryDetails;
  const notesOf = async (change: Change) => (await fileOf('ordinary', ada, change)).notes;
  assert.deepEqual(await notesOf((output) => Object.assign(summary(output).CAISSummary, { Number: '8' })), [
    'records-missing',
  ]);
  const more = (output: Tree) => Object.assign(summary(output), { PublicInfoSummary: { Number: '1' } });
  assert.deepEqual(await notesOf(more), ['records-missing']);
  assert.deepEqual(await notesOf((output) => Object.assign(summary(output), { DataOverflow: 'Y' })), [
    'records-missing',
  ]);
  for (const unknown of [
    { AccountType: '98' },
    { CompanyType: '99' },
    { AccountStatus: 'X' },
    { AccountStatusCodes: '7           ' },
    { SpecialInstrInd: 'Z' },
  ]) {
    const notes = await notesOf((output) => Object.assign(firstAccount(output), unknown));
    assert.deepEqual(notes, ['codes-unknown'], JSON.stringify(unknown));
  }
  const search = await notesOf((output) => {
    blocks(output).PreviousApplication[0].PrevApplnDetails[0].ApplicationType = 'ZZ';
  });
  assert.deepEqual(search, ['codes-unknown']);
});

test('a notice that only another person’s record refers to is not the person’s', async () => {
  const refer = (index: number) => (output: Tree) => {
    blocks(output).CAIS[0].CAISDetails[index].NoCReference = 'NOC00001';
    blocks(output).NOC = [
      {
        LocationIndicator: 'C',
        ApplicantIndicator: '1',
        NoCDetails: [{ Reference: 'NOC00001', TextLine: 'X' }],
      },
    ];
  };
  const [hers, his] = [
    await fileOf('associate', dafydd, refer(0)),
    await fileOf('associate', dafydd, refer(1)),
  ];
  assert.deepEqual([hers.notices, hers.accounts.flatMap(({ notices }) => notices ?? [])], [undefined, []]);
  assert.deepEqual(
    [his.notices, his.accounts.flatMap(({ notices }) => notices ?? [])],
    [undefined, [{ type: 'correction', ref: 'NOC00001', text: 'X' }]],
  );
});
