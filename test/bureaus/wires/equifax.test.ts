// Equifax's replies in the shape of its own wire (the twins beside this file), and variations of them: what the adapter makes of each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BureauAnswer } from '../../../src/bureaus/bureau.ts';
import type { BureauFile, FileAccount } from '../../../src/domain/reports/bureau-file.ts';
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import { assertIsBureauFile } from '../../support/bureaus/bureau-file-check.ts';
import { answerToTwin, readTwin, sumsOf, TWIN_PEOPLE } from '../../support/bureaus/wire-twins.ts';

const { ada, cecily, dafydd, elspeth, nobody } = TWIN_PEOPLE;
const IN_JSON = { settings: { EQUIFAX_STYLE: 'json' as const } };

type Twin = { file: string; reference: string; consumer: Consumer };
const SINGLE: Twin = { file: 'equifax-single-match.xml', reference: 'wires-eq-single', consumer: ada };
const DEFAULT: Twin = { file: 'equifax-default.xml', reference: 'wires-eq-default', consumer: cecily };
const PUBLIC: Twin = { file: 'equifax-public.json', reference: 'wires-eq-public', consumer: dafydd };
const NO_TRACE: Twin = { file: 'equifax-no-trace.xml', reference: 'wires-eq-no-trace', consumer: nobody };

const same = (text: string): string => text;

/** The twin, changed on the way; a change that changes nothing is a mistake of the test. */
async function read({ file, reference, consumer }: Twin, change: (text: string) => string = same) {
  const whole = readTwin(file);
  const text = change(whole);
  assert.ok(change === same || text !== whole, 'the change finds its place');
  const options = file.endsWith('.json') ? IN_JSON : {};
  return answerToTwin('equifax', text, { reportId: reference, consumer }, options);
}

function fileOf(answer: BureauAnswer): BureauFile {
  assert.ok(answer.status === 'ok', answer.status);
  assertIsBureauFile(answer.file, 'equifax');
  return answer.file;
}

const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });
const leftOutOf = (answer: BureauAnswer) => (answer.status === 'ok' ? answer.file.leftOut : answer.leftOut);
const ofType = ({ accounts }: BureauFile, typeCode: string): FileAccount[] =>
  accounts.filter((account) => account.typeCode === typeCode);

test('a single match: the subject’s records are in, those of associate, family and stranger are left out and counted', async () => {
  const { answer, notices } = await read(SINGLE);
  const file = fileOf(answer);
  assert.deepEqual(sumsOf(answer), { accounts: 4, leftOut: 3, owedPounds: 13_900, months: 80, searches: 3 });
  assert.deepEqual(file.leftOut, [{ reason: 'another-person', accounts: 3, searches: 1 }]);
  assert.deepEqual([file.notes, notices], [undefined, []]);
  assert.deepEqual(
    file.accounts.map(({ accountType, typeCode, accountStatus }) => [typeCode, accountType, accountStatus]),
    [
      ['creditCard', 'credit-card', 'open'],
      ['currentAccount', 'current-account', 'open'],
      ['hirePurchase', 'hire-purchase', 'open'],
      ['hirePurchase', 'hire-purchase', 'settled'],
    ],
  );
  const car = ofType(file, 'hirePurchase')[0];
  assert.deepEqual(
    [car?.product, car?.balance, car?.payment, car?.numberOfPayments, car?.repaymentPeriod],
    [undefined, pounds(13_260), pounds(289), 48, 48],
  );
  for (const account of file.accounts) {
    assert.ok(!('startBalance' in account) && !('defaultBalance' in account), 'zero is not reported');
  }
  assert.deepEqual(
    file.searches.map(({ date, purpose }) => [date.slice(0, 10), purpose]),
    [
      ['2025-01-18', 'credit-application'],
      ['2026-06-02', 'quotation'],
      ['2026-07-07', 'identity'],
    ],
  );
  assert.deepEqual(file.residencies, [
    {
      addressId: '10000000012',
      address: {
        buildingNumber: '12',
        thoroughfare: 'ORCHARD STREET',
        townOrCity: 'NETHER APPLEWICK',
        county: 'W EXAMPLESHIRE',
        postcode: 'ZZ1 1AA',
      },
      isCurrent: true,
      monthsAtAddress: 60,
      roll: [{ from: '2021' }],
    },
  ]);
});

test('defaults keep their balance, and only what is not satisfied is owed', async () => {
  const { answer } = await read(DEFAULT);
  const file = fileOf(answer);
  assert.deepEqual(sumsOf(answer), { accounts: 7, leftOut: 0, owedPounds: 6_900, months: 64, searches: 0 });
  const [card, newCard] = ofType(file, 'creditCard');
  assert.deepEqual(
    [card?.accountStatus, card?.balance, card?.defaultBalance],
    ['default', pounds(2875), pounds(2875)],
  );
  assert.equal(card?.history?.months, `${'d'.repeat(11)}654321000`);
  assert.ok(newCard !== undefined && !('balance' in newCard), 'a suppressed balance is absent');
  const [lender] = ofType(file, 'homeLendingAgreement');
  assert.deepEqual(
    [lender?.accountType, lender?.accountStatus, lender?.numberOfPayments, lender?.repaymentPeriod],
    ['home-credit', 'delinquent', undefined, 12],
  );
  assert.equal(lender?.payment?.amount, 10_833, 'of £25 a week');
  const [utility] = ofType(file, 'publicUtilityAccount');
  assert.deepEqual(
    [utility?.accountStatus, utility?.balance, utility?.defaultBalance],
    ['settled', pounds(0), pounds(612)],
  );
  assert.equal(ofType(file, 'unsecuredLoan')[0]?.accountStatus, 'arrangement');
  const slips = file.accounts.filter(({ birthdayDiffers }) => birthdayDiffers);
  assert.deepEqual(
    slips.map(({ typeCode }) => typeCode),
    ['commsSupplyAccount'],
  );
  assert.deepEqual(
    file.residencies.map(({ isCurrent, addressId }) => [isCurrent, addressId]),
    [
      [true, '10000000003'],
      [false, '10000000202'],
    ],
  );
  assert.equal(file.residencies[1]?.address.subBuildingName, 'FLAT 2');
});

test('the JSON twin: a mortgage by its loan type, years of the roll, no tokens shown', async () => {
  for (const change of [same, wrapped]) {
    const { answer } = await read(PUBLIC, change);
    const file = fileOf(answer);
    assert.deepEqual(sumsOf(answer), {
      accounts: 1,
      leftOut: 0,
      owedPounds: 141_000,
      months: 4,
      searches: 0,
    });
    const [mortgage] = file.accounts;
    assert.deepEqual([mortgage?.accountType, mortgage?.typeCode], ['mortgage', 'securedLoan']);
    assert.deepEqual([mortgage?.startBalance, mortgage?.accountNumber], [pounds(180_000), undefined]);
    assert.deepEqual(
      file.residencies.map(({ monthsAtAddress }) => monthsAtAddress),
      [108],
    );
  }
});

const wrapped = (text: string): string => JSON.stringify({ report: { report: JSON.parse(text) } });

test('several homes, no match, and a match with records of others only each have their outcome', async () => {
  const several = { file: 'equifax-multiple-match.xml', reference: 'wires-eq-multiple', consumer: elspeth };
  assert.deepEqual((await read(several)).answer, { status: 'ambiguous-address' });
  const none = { file: 'equifax-no-match.xml', reference: 'wires-eq-no-match', consumer: nobody };
  assert.deepEqual((await read(none)).answer, { status: 'no-trace' });
  assert.deepEqual((await read(NO_TRACE)).answer, {
    status: 'no-trace',
    leftOut: [{ reason: 'another-person', accounts: 1, searches: 0 }],
  });
  assert.equal((await read({ ...SINGLE, reference: 'another' })).answer.status, 'unavailable');
});

test('every mark decides: A and none are the person’s, C, V and Z another’s, any other letter is not sure', async () => {
  const remarked = (mark: string | null) => (text: string) =>
    text.replaceAll(
      '<nameMatchStatus>A</nameMatchStatus>',
      mark === null ? '' : `<nameMatchStatus>${mark}</nameMatchStatus>`,
    );
  for (const mark of [null, 'a', 'SUBJECT', 'subject']) {
    const { answer } = await read(SINGLE, remarked(mark));
    assert.equal(sumsOf(answer).accounts, 4, String(mark));
    assert.equal(fileOf(answer).residencies[0]?.monthsAtAddress, 60, 'the roll without marks, by the name');
  }
  for (const mark of ['C', 'V', 'Z', 'associate', 'FAMILY']) {
    const { answer } = await read(SINGLE, remarked(mark));
    const leftOut = [{ reason: 'another-person', accounts: 7, searches: 4 }];
    assert.deepEqual(answer, { status: 'no-trace', leftOut }, mark);
  }
  for (const mark of ['B', 'P', 'attributable', 'potentialAssociate']) {
    const { answer } = await read(SINGLE, remarked(mark));
    assert.equal(answer.status, 'no-trace', mark);
    assert.deepEqual(
      leftOutOf(answer)?.find(({ reason }) => reason === 'not-sure'),
      {
        ...{ reason: 'not-sure', accounts: 4, searches: 3 },
      },
    );
  }
});

test('anything of the person’s is a trace: an account, a search, the roll, a court record, a CIFAS case', async () => {
  const withOnly = (part: string) => (text: string) => {
    const tree = JSON.parse(text);
    const data = tree.soleSearch.primary.suppliedAddressData[0].addressSpecificData;
    for (const name of Object.keys(data)) if (name !== part) delete data[name];
    return JSON.stringify(tree);
  };
  const parts = [
    'electoralRollData',
    'courtAndInsolvencyInformationData',
    'cifasData',
    'insightData',
    'previousSearches',
  ];
  for (const part of parts) {
    const { answer } = await read(PUBLIC, withOnly(part));
    assert.equal(answer.status, part === 'previousSearches' ? 'no-trace' : 'ok', part);
    const others = await read(PUBLIC, (text) =>
      withOnly(part)(text).replaceAll('"nameMatchStatus":"A"', '"nameMatchStatus":"Z"'),
    );
    assert.equal(others.answer.status, 'no-trace', part);
  }
});

test('elements are found by name: in capitals, in another order, between unknown ones', async () => {
  const whole = sumsOf((await read(SINGLE)).answer);
  const changes: Record<string, (text: string) => string> = {
    capitals: (text) =>
      text.replace(
        /<(\/?)(insightData|previousSearches|electoralRoll|electoralRollData|addressSpecificData|creditCard|soleSearch|currentBalance|paymentHistory|nameMatchStatus|matchedAddress)\b/g,
        (_, slash: string, name: string) => `<${slash}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      ),
    unknown: (text) =>
      text
        .replace('<insightData>', '<insightData><insightSummary><total>9</total></insightSummary>')
        .replaceAll('<dob>', '<shareId>7</shareId><dob>')
        .replace('<soleSearch>', '<batch><id>1</id></batch><soleSearch>'),
    order: (text) =>
      text.replace(
        /(<addressMatchStatus>.*?<\/addressMatchStatus>)(.*)(<matchedAddress.*<\/matchedAddress>)/s,
        '$3$2$1',
      ),
    // Two containers of one kind.
    twice: (text) =>
      text
        .replace('<hirePurchase ', '</insightData><InsightData><hirePurchase ')
        .replace(/<\/homeLendingAgreement>\s*<\/insightData>/, '</homeLendingAgreement></InsightData>'),
  };
  for (const [what, change] of Object.entries(changes)) {
    const { answer } = await read(SINGLE, change);
    assert.deepEqual(sumsOf(answer), whole, what);
    assert.equal(fileOf(answer).notes, undefined, what);
    assert.equal(fileOf(answer).residencies[0]?.monthsAtAddress, 60, what);
  }
  // A product in another case is still the product.
  const { answer } = await read(SINGLE, changes.capitals);
  assert.equal(ofType(fileOf(answer), 'creditCard').length, 1);
});

test('a birthday that is near stays in and says so, one that is far is kept apart', async () => {
  const born = (day: string) => (text: string) =>
    text.replace(
      '<hirePurchase sourcedFrom="INR"><dob>1985-04-12',
      `<hirePurchase sourcedFrom="INR"><dob>${day}`,
    );
  for (const day of ['1985-12-04', '1985-04-13', '1986-04-12']) {
    const { answer } = await read(SINGLE, born(day));
    assert.equal(sumsOf(answer).accounts, 4, day);
    assert.equal(fileOf(answer).accounts.filter(({ birthdayDiffers }) => birthdayDiffers).length, 1, day);
  }
  for (const day of ['1955-04-12', '1951-01-30']) {
    const { answer } = await read(SINGLE, born(day));
    assert.equal(sumsOf(answer).accounts, 3, day);
    assert.deepEqual(fileOf(answer).leftOut, [
      { reason: 'another-person', accounts: 3, searches: 1 },
      { reason: 'not-sure', accounts: 1, searches: 0 },
    ]);
  }
  // Every record of the subject has another birthday: the subject is another person, on the roll too.
  const { answer } = await read(SINGLE, (text) => text.replaceAll('1985-04-12', '1955-04-12'));
  assert.equal(answer.status, 'no-trace');
});

const balanceOf = (name: string, attributes: string, amount: string): string =>
  `<${name} ${attributes}><balanceAmount><amount>${amount}</amount><currency>GBP</currency></balanceAmount></${name}>`;

test('what a default owes: its own balance where there is no current one, nothing once it is settled', async () => {
  const current = balanceOf('currentBalance', 'suppressed="false"', '2875');
  const card = async (change: (text: string) => string) =>
    ofType(fileOf((await read(DEFAULT, change)).answer), 'creditCard')[0];
  for (const instead of ['', balanceOf('currentBalance', 'suppressed="true"', '1')]) {
    const found = await card((text) => text.replace(current, instead));
    assert.deepEqual([found?.balance, found?.defaultBalance], [pounds(2875), pounds(2875)]);
    const settled = await card((text) =>
      text.replace(current, instead).replace('<paymentStatus>D<', '<paymentStatus>S<'),
    );
    assert.deepEqual([settled?.balance, settled?.defaultBalance], [undefined, pounds(2875)]);
  }
  const paid = await card((text) => text.replace(current, balanceOf('currentBalance', '', '0')));
  assert.deepEqual(paid?.balance, pounds(0), 'a balance of zero is given');
  const hidden = balanceOf('defaultBalance', 'suppressed="true"', '2875');
  const shown = balanceOf('defaultBalance', 'suppressed="false"', '2875');
  const neither = await card((text) => text.replace(current, '').replace(shown, hidden));
  assert.deepEqual([neither?.balance, neither?.defaultBalance], [undefined, undefined]);
  const unmarked = await card((text) =>
    text.replace(/<paymentHistory>.*?<companyClass>CC/s, '<companyClass>CC'),
  );
  assert.equal(unmarked?.accountStatus, 'default', 'without months, by the balance of the default');
});

test('zero in the terms is none; a frequency makes months of payments and a sum by the month; an unknown code is noted', async () => {
  const terms = /<numberOfPayments>52<.*?<amount>25</s;
  const lender = async (change: (text: string) => string) => {
    const file = fileOf((await read(DEFAULT, change)).answer);
    return { ...ofType(file, 'homeLendingAgreement')[0], notes: file.notes };
  };
  const none = await lender((text) =>
    text.replace(terms, '<numberOfPayments>0</numberOfPayments><paymentAmount><amount>0<'),
  );
  assert.deepEqual(
    [none.numberOfPayments, none.repaymentPeriod, none.payment],
    [undefined, undefined, undefined],
  );
  const frequencies: Record<string, [months?: number, pence?: number]> = {
    fortnightly: [24, 5_417],
    fourWeekly: [48, 2_708],
    monthly: [52, 2_500],
    quarterly: [156, 833],
    halfYearly: [312, 417],
    annually: [624, 208],
    periodically: [],
    odd: [],
  };
  for (const [frequency, [months, pence]] of Object.entries(frequencies)) {
    const found = await lender((text) => text.replace('>weekly<', `>${frequency}<`));
    assert.deepEqual([found.repaymentPeriod, found.payment?.amount], [months, pence], frequency);
    assert.equal(found.numberOfPayments, frequency === 'monthly' ? 52 : undefined, frequency);
  }
  const silent = await lender((text) => text.replace(/<paymentFrequency>weekly<\/paymentFrequency>/, ''));
  assert.equal(silent.payment?.amount, 2_500, 'nothing said: monthly');
  const unknown: [string, string][] = [
    ['>THREE<', '>EIGHT<'],
    ['<currency>GBP<', '<currency>Pounds Sterling<'],
  ];
  for (const [from, to] of unknown) {
    assert.deepEqual((await lender((text) => text.replace(from, to))).notes, ['codes-unknown'], to);
  }
  const answer = (
    await read(DEFAULT, (text) => text.replaceAll('publicUtilityAccount', 'spaceTravelAgreement'))
  ).answer;
  const [trip] = ofType(fileOf(answer), 'spaceTravelAgreement');
  assert.deepEqual([trip?.accountType, trip?.defaultBalance], ['other', pounds(612)]);
  assert.deepEqual(fileOf(answer).notes, ['codes-unknown']);
});

test('stays on the roll are years or days; who left has an end; a later home is the current one', async () => {
  const period = '<start>2021</start><end>2026</end>';
  const months = async (instead: string) => {
    const { answer } = await read(SINGLE, (text) => text.replace(period, instead));
    return fileOf(answer).residencies[0]?.monthsAtAddress;
  };
  assert.equal(await months('<start>2014</start><end>2023</end>'), 108);
  assert.equal(await months('<start>2021</start>'), 59, 'it goes on, to this month');
  assert.equal(await months('<start>2021-05-01</start><end>2026-05-01</end>'), 60);
  assert.equal(await months('<start>2021-05-01</start>'), 66);
  assert.equal(await months('<start>2021</start><end>2199</end>'), 60, 'not beyond this year');
  assert.equal(
    await months('<start>2026</start><end>2026</end>'),
    undefined,
    'less than a year is not known',
  );
  assert.equal(await months('<start>x</start><end>2023</end>'), undefined);
  const { answer } = await read(DEFAULT, (text) =>
    text.replace('previousFromSuppliedCurrent', 'nextFromSuppliedCurrent'),
  );
  assert.deepEqual(
    fileOf(answer).residencies.map(({ isCurrent }) => isCurrent),
    [false, true],
  );
});

test('of several addresses that were sent, the one with the lowest number is current, wherever it stands', async () => {
  const before = (status: string) =>
    `<suppliedAddressData><index>2</index><addressMatchStatus>${status}</addressMatchStatus></suppliedAddressData>`;
  for (const status of ['noMatch', 'multipleMatch']) {
    const { answer } = await read(SINGLE, (text) =>
      text.replace('<suppliedAddressData>', `${before(status)}$&`),
    );
    assert.equal(sumsOf(answer).accounts, 4, status);
    assert.equal(fileOf(answer).residencies[0]?.isCurrent, true, status);
  }
  const turned = (status: string) => (text: string) =>
    text
      .replace('<index>1<', '<index>2<')
      .replace('</suppliedAddressData>', `$&${before(status).replace('>2<', '>1<')}`);
  assert.equal((await read(SINGLE, turned('multipleMatch'))).answer.status, 'ambiguous-address');
  const { answer } = await read(SINGLE, turned('noMatch'));
  assert.equal(sumsOf(answer).accounts, 4, 'known at an earlier address');
  assert.equal(fileOf(answer).residencies[0]?.isCurrent, false);
});
