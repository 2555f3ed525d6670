// Experian's replies, in the shape of its own wire: what each must be read as, whose its records are, and which outcome it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BureauAnswer } from '../../../src/bureaus/bureau.ts';
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import {
  blocks,
  type Change,
  fileOf,
  firstAccount,
  pounds,
  readChanged,
  type Tree,
} from '../../support/bureaus/experian-twins.ts';
import { sumsOf, TWIN_PEOPLE, type TwinSums } from '../../support/bureaus/wire-twins.ts';

const { ada, bram, cecily, dafydd, elspeth, nobody } = TWIN_PEOPLE;

const FILES: [string, Consumer, TwinSums, addresses: [isCurrent: boolean, months: number | undefined][]][] = [
  [
    'ordinary',
    ada,
    { accounts: 7, leftOut: 0, owedPounds: 17_410, months: 68, searches: 3 },
    [
      [true, 61],
      [false, 41],
    ],
  ],
  [
    'associate',
    dafydd,
    { accounts: 2, leftOut: 3, owedPounds: 141_520, months: 24, searches: 0 },
    [[true, 145]],
  ],
  ['default', cecily, { accounts: 6, leftOut: 0, owedPounds: 10_595, months: 67, searches: 0 }, [[true, 60]]],
  ['public', dafydd, { accounts: 0, leftOut: 0, owedPounds: 0, months: 0, searches: 0 }, [[true, 108]]],
  ['thin', bram, { accounts: 0, leftOut: 0, owedPounds: 0, months: 0, searches: 0 }, [[true, 14]]],
];
for (const [twin, consumer, sums, addresses] of FILES) {
  test(`experian-${twin}: the sums of a right reading`, async () => {
    const { answer, notices } = await readChanged(twin, consumer);
    assert.deepEqual(sumsOf(answer), sums);
    assert.ok(answer.status === 'ok');
    assert.deepEqual(
      answer.file.residencies.map(({ isCurrent, monthsAtAddress }) => [isCurrent, monthsAtAddress]),
      addresses,
    );
    assert.deepEqual([answer.file.notes, notices], [undefined, []]);
  });
}

const OUTCOMES: [string, Consumer, BureauAnswer][] = [
  // The birthday that the reply echoes.
  ['no-trace', { ...nobody, dateOfBirth: '1985-04-12' }, { status: 'no-trace' }],
  ['multiple', elspeth, { status: 'ambiguous-address' }],
  ['address-failure', ada, { status: 'ambiguous-address' }],
  ['one-shot-failure', ada, { status: 'ambiguous-address' }],
  ['error', ada, { status: 'rejected-request' }],
];
for (const [twin, consumer, outcome] of OUTCOMES) {
  test(`experian-${twin}: ${outcome.status}`, async () => {
    const { answer, notices } = await readChanged(twin, consumer);
    assert.deepEqual([answer, notices], [outcome, []]);
  });
}

test('the kinds of product are told apart by their codes, and none in a term is absent', async () => {
  const { accounts, searches, residencies } = await fileOf('ordinary', ada);
  assert.deepEqual(
    accounts.map(({ typeCode, accountType, product }) => [typeCode, accountType, product]),
    [
      ['15', 'current-account', undefined],
      ['29', 'hire-purchase', 'balloon-hire-purchase'],
      ['01', 'hire-purchase', 'hire-purchase'],
      ['22', 'lease', 'finance-lease'],
      ['18', 'communications', undefined],
      ['05', 'credit-card', undefined],
      ['05', 'credit-card', undefined],
    ],
  );
  assert.deepEqual(
    accounts.map(({ repaymentPeriod, numberOfPayments, payment }) => [
      repaymentPeriod,
      numberOfPayments,
      payment?.amount,
    ]),
    [
      [undefined, undefined, undefined],
      [48, 48, 28_900],
      [60, 60, 19_200],
      [36, 36, 15_000],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ],
  );
  assert.deepEqual(
    accounts.map(({ accountStatus, endDate }) => [accountStatus, endDate]),
    [
      ['open', undefined],
      ['open', undefined],
      ['settled', '2024-05-14'],
      ['open', undefined],
      ['settled', '2021-03-20'],
      ['open', undefined],
      ['open', undefined],
    ],
  );
  const [bank, , , lease, phone, , newCard] = accounts;
  assert.deepEqual([bank?.creditLimit, 'balance' in (bank ?? {})], [pounds(500), false]);
  assert.deepEqual(lease?.history, { newest: '2026-10', months: '0000001000' });
  assert.deepEqual(lease?.arrears, { months: 12, oneOrTwo: 1, threeOrMore: 0, worst: '1' });
  assert.deepEqual(phone?.history, { newest: '2021-01', months: '0000000' });
  // Twelve balances beside three codes: three months.
  assert.deepEqual(newCard?.history, { newest: '2026-10', months: '000' });
  assert.deepEqual(
    searches.map(({ kind, purpose, companyName }) => [kind, purpose, companyName]),
    [
      ['HP', 'credit-application', 'Motor finance company'],
      ['QL', 'quotation', 'Unknown company'],
      ['CC', 'credit-application', 'Credit card issuer'],
    ],
  );
  assert.deepEqual(residencies[1]?.address, {
    subBuildingName: 'FLAT 2',
    buildingNumber: '7',
    thoroughfare: 'ORCHARD STREET',
    townOrCity: 'NETHER APPLEWICK',
    county: 'WEST EXAMPLESHIRE',
    postcode: 'ZZ1 2AB',
  });
});

test('an associate’s and a family’s records are left out and counted; of a joint mortgage his own comes in', async () => {
  const { accounts, leftOut } = await fileOf('associate', dafydd);
  assert.deepEqual(leftOut, [{ reason: 'another-person', accounts: 3, searches: 0 }]);
  assert.deepEqual(
    accounts.map(({ firstName, accountType, isJoint }) => [firstName, accountType, isJoint]),
    [
      ['DAFYDD', 'mortgage', true],
      ['DAFYDD', 'credit-card', undefined],
    ],
  );
});

test('a default has its own balance, owed until it is satisfied', async () => {
  const { accounts } = await fileOf('default', cecily);
  const [card, energy, late, arranged, dormant, phone] = accounts;
  assert.deepEqual(
    [card?.accountStatus, card?.defaultDate, card?.defaultBalance, card?.balance, card?.endDate],
    ['default', '2025-11-30', pounds(2875), pounds(2875), undefined],
  );
  assert.deepEqual(card?.arrears, { months: 36, oneOrTwo: 2, threeOrMore: 4, worst: 'd' });
  assert.deepEqual(
    [energy?.accountStatus, energy?.defaultDate, energy?.endDate, energy?.defaultBalance, energy?.balance],
    ['settled', '2021-07-01', '2024-02-01', pounds(612), pounds(0)],
  );
  assert.equal(late?.accountStatus, 'delinquent');
  assert.deepEqual(late?.history, { newest: '2026-10', months: '2100000' });
  assert.deepEqual([arranged?.accountStatus, arranged?.arrangementDate], ['arrangement', '2025-06-01']);
  assert.deepEqual(arranged?.arrears, { months: 36, oneOrTwo: 17, threeOrMore: 0, worst: '2' });
  assert.deepEqual([dormant?.accountStatus, dormant?.history?.months], ['dormant', 'oooooooo0000']);
  assert.deepEqual(
    [phone?.accountStatus, phone?.balance, phone?.birthdayDiffers, phone?.defaultDate],
    ['written-off', pounds(310), true, '2022-12-12'],
  );
  assert.equal(accounts.filter(({ birthdayDiffers }) => birthdayDiffers).length, 1);
});

const WHOSE: [string, Change, kept: number, { reason: string; accounts: number }[] | undefined][] = [
  ['no mark at all', (record) => Reflect.deleteProperty(record, 'MatchDetails'), 7, undefined],
  [
    'category 1 and another match type',
    (record) => Object.assign(record.MatchDetails, { MatchTo: '9', MatchType: 'F' }),
    7,
    undefined,
  ],
  ...['2', '3', '5'].map((category): (typeof WHOSE)[number] => [
    `category ${category} under her own name`,
    (record) => Object.assign(record.MatchDetails, { BureauRefCategory: category }),
    6,
    [{ reason: 'another-person', accounts: 1 }],
  ]),
  ...['4', '7'].map((category): (typeof WHOSE)[number] => [
    `category ${category}`,
    (record) => Object.assign(record.MatchDetails, { BureauRefCategory: category }),
    6,
    [{ reason: 'not-sure', accounts: 1 }],
  ]),
  [
    'category 1 and a far birthday',
    (record) => Object.assign(record, { DateOfBirth: '1958-09-30' }),
    6,
    [{ reason: 'not-sure', accounts: 1 }],
  ],
];
for (const [mark, change, kept, leftOut] of WHOSE) {
  test(`whose: a record with ${mark}`, async () => {
    const file = await fileOf('ordinary', ada, (output) => change(firstAccount(output)));
    assert.equal(file.accounts.length, kept);
    assert.deepEqual(
      file.leftOut,
      leftOut?.map((one) => ({ ...one, searches: 0 })),
    );
    // Nothing else of the reply suffers.
    assert.equal(file.searches.length, 3);
  });
}

test('whose: a birthday one digit off stays in and says so', async () => {
  const file = await fileOf('ordinary', ada, (output) => {
    firstAccount(output).DateOfBirth = { CCYY: '1985', MM: '4', DD: '13' };
  });
  assert.deepEqual(
    [file.accounts.length, file.accounts[0]?.birthdayDiffers, file.leftOut],
    [7, true, undefined],
  );
});

test('whose: groups of 1 and U are the applicant’s, those of another applicant are not', async () => {
  for (const indicator of ['1', '01', 'U', 'u']) {
    const file = await fileOf('ordinary', ada, (output) => {
      for (const group of blocks(output).CAIS) group.ApplicantIndicator = indicator;
    });
    assert.equal(file.accounts.length, 7, indicator);
  }
  for (const indicator of ['2', '3', '4', '02']) {
    const file = await fileOf('ordinary', ada, (output) => {
      blocks(output).CAIS[0].ApplicantIndicator = indicator;
      blocks(output).PreviousApplication[0].ApplicantIndicator = indicator;
    });
    assert.deepEqual(file.leftOut, [{ reason: 'another-person', accounts: 4, searches: 2 }], indicator);
  }
});

test('a reply to another reference or about another birthday is nobody’s', async () => {
  const changes: Change[] = [
    (output) => Object.assign(output.Control, { ClientRef: 'another' }),
    (output) => Object.assign(output.Applicant[0], { DateOfBirth: { CCYY: '1985', MM: '4', DD: '13' } }),
  ];
  for (const change of changes) {
    assert.deepEqual((await readChanged('ordinary', ada, change)).answer, { status: 'unavailable' });
  }
  const without: Change = (output) => {
    delete output.Applicant;
    delete output.Control.ClientRef;
  };
  assert.equal((await readChanged('ordinary', ada, without)).answer.status, 'ok');
});

const TRACES: [string, BureauAnswer['status'], Change][] = [
  [
    'public record',
    'ok',
    (data) => {
      data.PublicInformation = [{ ApplicantIndicator: '1', PublicInfoDetails: [{ Name: NAME }] }];
    },
  ],
  [
    'public record of the family',
    'no-trace',
    (data) => {
      data.PublicInformation = [
        { PublicInfoDetails: [{ Name: NAME, MatchDetails: { BureauRefCategory: 3 } }] },
      ];
    },
  ],
  ['CIFAS entry', 'ok', (data) => Object.assign(data, { CIFAS: { CIFASDetails: { Name: NAME } } })],
  ['notice', 'ok', (data) => Object.assign(data, { NOC: [{ NoCDetails: [{ Reference: 'N1' }] }] })],
  [
    'roll entry',
    'ok',
    (data) => Object.assign(data, { VotersRollPerson: [{ VRollPersonDetails: [{ Name: NAME }] }] }),
  ],
];
const NAME = { Forename: 'NOBODY', Surname: 'NOWHERE' };
for (const [what, status, change] of TRACES) {
  test(`a file with a ${what} and nothing else is ${status}`, async () => {
    const consumer = { ...nobody, dateOfBirth: '1985-04-12' };
    const { answer } = await readChanged('no-trace', consumer, (output) => change(blocks(output)));
    assert.equal(answer.status, status);
  });
}

test('records of others alone are no trace, and are counted', async () => {
  const { answer } = await readChanged('associate', dafydd, (output) => {
    const [group] = blocks(output).CAIS;
    group.CAISDetails = group.CAISDetails.filter(({ Name }: Tree) => Name.Forename !== 'DAFYDD');
    output.FullConsumerData.ConsumerData = { CAIS: [group] };
    output.Residency[0].VRConfirmation.Confirmed = 'N';
  });
  assert.deepEqual(answer, {
    status: 'no-trace',
    leftOut: [{ reason: 'another-person', accounts: 3, searches: 0 }],
  });
});

test('an expired password and a contract for scores only are said to the operator in words of ours', async () => {
  const { answer, notices } = await readChanged('error', ada, (output) => {
    output.Error.Message = 'PASSWORD EXPIRED FOR HAZELWICK';
  });
  assert.equal(answer.status, 'rejected-credentials');
  assert.deepEqual(notices, ['Experian: the password has expired (EXPERIAN_PASSWORD).']);
  const login = await readChanged('error', ada, (output) => {
    output.Error.Message = 'INVALID USER';
  });
  assert.deepEqual([login.answer.status, login.notices], ['rejected-credentials', []]);
  const scores = await readChanged('ordinary', ada, (output) =>
    Reflect.deleteProperty(output, 'FullConsumerData'),
  );
  assert.equal(scores.answer.status, 'rejected-request');
  assert.match(scores.notices.join(), /scores only/);
});
