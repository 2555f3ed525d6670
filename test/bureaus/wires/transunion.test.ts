// TransUnion's twins: what a right reading of each gives (wires/README of the facts, row by row), and variations of them that the
// facts allow: other places, other spellings, codes that nobody knows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BureauAnswer } from '../../../src/bureaus/bureau.ts';
import type { FileAccount } from '../../../src/domain/reports/bureau-file.ts';
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import { answerToTwin, readTwin, sumsOf, TWIN_PEOPLE } from '../../support/bureaus/wire-twins.ts';

const { ada, bram, cecily, dafydd, elspeth, nobody } = TWIN_PEOPLE;
const asAsked = (consumer: Consumer, dateOfBirth: string): Consumer => ({ ...consumer, dateOfBirth });
const same = (text: string): string => text;

/** The answer to a twin, changed on its way. */
async function read(
  name: string,
  consumer: Consumer,
  change: (text: string) => string = same,
  options: Parameters<typeof answerToTwin>[3] = {},
) {
  const text = readTwin(`transunion-${name}.xml`);
  const changed = change(text);
  assert.ok(change === same || changed !== text, 'the change changes something');
  return answerToTwin('transunion', changed, { reportId: `wires-tu-${name}`, consumer }, options);
}

function fileOf(answer: BureauAnswer) {
  assert.ok(answer.status === 'ok', answer.status);
  return answer.file;
}

async function accountsOf(...given: Parameters<typeof read>): Promise<FileAccount[]> {
  return fileOf((await read(...given)).answer).accounts;
}

const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });

test('ordinary: every account, month, search and home; each product told apart, with its balloon', async () => {
  const { answer, notices } = await read('ordinary', ada);
  const sums = { accounts: 7, leftOut: 0, owedPounds: 19_000, months: 199, searches: 3 };
  assert.deepEqual(sumsOf(answer), sums);
  const file = fileOf(answer);
  assert.equal(file.notes, undefined);
  assert.deepEqual(notices, []);
  assert.deepEqual(
    file.accounts.map(({ typeCode, accountType, product, balloon, accountStatus }) => [
      ...[typeCode, accountType, product, balloon?.amount, accountStatus],
    ]),
    [
      ['CA', 'current-account', undefined, undefined, 'open'],
      ['CP', 'hire-purchase', 'pcp', 715_000, 'open'],
      ['BH', 'hire-purchase', 'balloon-hire-purchase', 400_000, 'open'],
      ['HP', 'hire-purchase', 'hire-purchase', undefined, 'settled'],
      ['CY', 'hire-purchase', 'conditional-sale', undefined, 'settled'],
      ['TM', 'communications', undefined, undefined, 'settled'],
      ['CC', 'credit-card', undefined, undefined, 'open'],
    ],
  );
  assert.deepEqual(
    file.accounts.map(({ birthdayDiffers }) => birthdayDiffers),
    [undefined, undefined, undefined, undefined, undefined, undefined, true],
  );
  assert.deepEqual(file.accounts[5]?.history, { newest: '2022-10', months: 'soo.1000000000000000000' });
  assert.equal(file.accounts[4]?.history?.months[0], 's');
  const [bank, pcp] = file.accounts;
  assert.equal(bank?.repaymentPeriod, undefined);
  assert.deepEqual([pcp?.payment, pcp?.repaymentPeriod, pcp?.numberOfPayments], [pounds(289), 48, 48]);
  assert.deepEqual(
    file.residencies.map(({ addressId, address, isCurrent, monthsAtAddress }) => [
      ...[addressId, address.buildingNumber, address.postcode, isCurrent, monthsAtAddress],
    ]),
    [
      ['41000012', '12', 'ZZ1 1AA', true, 66],
      [undefined, '7', 'ZZ1 2AB', false, 41],
    ],
  );
  assert.doesNotMatch(JSON.stringify(file), /BRAM|OSWIN/);
});

test('default: the balance of a default, arrears, an arrangement, a default that is satisfied', async () => {
  const { answer } = await read('default', cecily);
  const sums = { accounts: 5, leftOut: 0, owedPounds: 13_160, months: 139, searches: 0 };
  assert.deepEqual(sumsOf(answer), sums);
  const file = fileOf(answer);
  assert.deepEqual(
    file.accounts.map(({ accountStatus, defaultDate, defaultBalance, arrangementDate, balance }) => [
      ...[accountStatus, defaultDate, defaultBalance?.amount, arrangementDate, balance?.amount],
    ]),
    [
      ['default', '2025-11-30', 287_500, undefined, 287_500],
      ['default', '2025-11-30', 287_500, undefined, 287_500],
      ['delinquent', undefined, undefined, undefined, 441_000],
      ['arrangement', undefined, undefined, '2025-06-01', 300_000],
      ['settled', '2021-07-01', 61_200, undefined, 0],
    ],
  );
  assert.equal(file.accounts[0]?.history?.months.slice(9, 18), 'dd6543210');
  assert.deepEqual(
    file.residencies.map(({ monthsAtAddress }) => monthsAtAddress),
    [240],
  );
});

test('public: what stands in oias and tpd is never the person’s', async () => {
  const { answer } = await read('public', dafydd);
  // The mortgage, and the short-term loan of `rtr`.
  const sums = { accounts: 2, leftOut: 0, owedPounds: 141_310, months: 37, searches: 0 };
  assert.deepEqual(sumsOf(answer), sums);
  const file = fileOf(answer);
  assert.equal(file.leftOut, undefined);
  assert.equal(file.notes, undefined);
  const { associations, ...rest } = file;
  assert.equal(associations?.length, 1);
  assert.doesNotMatch(JSON.stringify(rest), /NERYS|99900/);
  assert.deepEqual(
    file.residencies.map(({ address, monthsAtAddress }) => [address.postcode, monthsAtAddress]),
    [['ZZ1 1AE', 108]],
  );
});

test('thin: a person on the roll without accounts is a file', async () => {
  const { answer } = await read('thin', bram);
  const sums = { accounts: 0, leftOut: 0, owedPounds: 0, months: 0, searches: 0 };
  assert.deepEqual(sumsOf(answer), sums);
  assert.deepEqual(
    fileOf(answer).residencies.map(({ address, monthsAtAddress }) => [address.buildingName, monthsAtAddress]),
    [['ROSE COTTAGE', 14]],
  );
});

test('not matched is no-trace, a list to pick from is ambiguous', async () => {
  const wanted = asAsked(nobody, '1985-04-12');
  assert.deepEqual((await read('not-matched', wanted)).answer, { status: 'no-trace' });
  const bare = (text: string) => text.replace(/<creditreport.*<\/creditreport>/s, '');
  assert.deepEqual((await read('not-matched', wanted, bare)).answer, { status: 'no-trace' });
  const several = asAsked(elspeth, '1990-07-08');
  assert.deepEqual((await read('picklist', several)).answer, { status: 'ambiguous-address' });
  const chosen = (text: string) => text.replace('<applicant id="1">', '<applicant id="1" reporttype="3">');
  assert.equal((await read('picklist', several, chosen)).answer.status, 'unavailable');
});

const fault = (code: string, words: string) => (text: string) =>
  text
    .replace('soap:Client', code)
    .replace(/<faultstring>.*<\/faultstring>/, `<faultstring>${words}</faultstring>`);

const FAULTS: [code: string, words: string, outcome: BureauAnswer['status'], isSaid: boolean][] = [
  ['soap:Server', 'Unknown user or wrong password', 'rejected-credentials', false],
  ['soap:Client', 'The company is not known', 'rejected-credentials', false],
  ['soap:Server', 'Your password has expired', 'rejected-credentials', true],
  ['soap:Client', 'Expired', 'rejected-credentials', true],
  ['soap:Server', 'Schema validation failed: the element forename is not valid', 'rejected-request', false],
  ['soap:Server', 'There is an error in XML document (1, 512)', 'rejected-request', false],
  ['soap:Client', 'The password element breaks the schema', 'rejected-request', false],
  ['soap:Client', 'Purpose unknown', 'rejected-request', false],
  ['soap:Server', 'The service is busy', 'unavailable', false],
  ['soap:Server', 'Timeout expired. The timeout period elapsed', 'unavailable', false],
];

test('each fault has its outcome by its words, and an expired password is said in ours', async () => {
  const login = await read('fault-login', ada, same, { status: 500 });
  assert.equal(login.answer.status, 'rejected-credentials');
  assert.match(login.notices.join(), /^TransUnion.*password.*TRANSUNION_PASSWORD/);
  const validation = await read('fault-validation', ada, same, { status: 500 });
  assert.deepEqual([validation.answer.status, validation.notices], ['rejected-request', []]);
  for (const [code, words, outcome, isSaid] of FAULTS) {
    const { answer, notices } = await read('fault-login', ada, fault(code, words), { status: 500 });
    assert.equal(answer.status, outcome, words);
    assert.equal(notices.length, isSaid ? 1 : 0, words);
    assert.ok(!notices.join().includes(words), 'nothing of the bureau’s words');
  }
});

test('without its tables a reply reads the same by the built-in list, and says so once', async () => {
  for (const [name, consumer] of Object.entries({ ordinary: ada, default: cecily, public: dafydd })) {
    const own = fileOf((await read(name, consumer)).answer);
    const { answer, notices } = await read(name, consumer, same, { tables: null });
    assert.deepEqual(fileOf(answer), { ...own, notes: ['built-in-codes'] }, name);
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? '', /^TransUnion.*code tables/);
  }
});

test('the bureau’s own table decides where it says something else; a row that is missing does not hurt', async () => {
  const tables = readTwin('transunion-lookup-reply.xml');
  const typesBy = async (changed: string) =>
    (await accountsOf('ordinary', ada, same, { tables: changed })).map(({ accountType, product }) => [
      accountType,
      product,
    ]);
  const own = await typesBy(tables);
  const moved = tables
    .replace('value="CP" desc="Personal Contract Purchase"', 'value="CP" desc="Property Rental"')
    .replace('value="CC" desc="Credit Card"', 'value="CC" desc="SATELLITE"');
  const read = await typesBy(moved);
  assert.deepEqual(
    [read[1], read[6]],
    [
      ['rental', undefined],
      ['communications', undefined],
    ],
  );
  assert.deepEqual(read.toSpliced(1, 1).slice(0, 5), own.toSpliced(1, 1).slice(0, 5));
  assert.deepEqual(await typesBy(tables.replace(/<row value="CP"[^>]*>/, '')), own);
  assert.deepEqual(await typesBy(tables.replace('Personal Contract Purchase', 'Lorem ipsum')), own);
});

test('codes in no list are said: kind, status, currency; nothing else of the record is lost', async () => {
  const renamed = (text: string) =>
    text
      .replace('<acctypecode>CP</acctypecode>', '<acctypecode>Q9</acctypecode>')
      .replace('<status>N</status>', '<status>X</status>')
      .replace(/(<currencycode>)GBP(<\/currencycode><balance>5100)/, '$1Q01$2');
  const { answer } = await read('ordinary', ada, renamed);
  const file = fileOf(answer);
  assert.deepEqual(file.notes, ['codes-unknown']);
  const [bank, pcp, balloon] = file.accounts;
  assert.equal(bank?.accountStatus, 'unknown');
  assert.deepEqual([pcp?.accountType, pcp?.typeCode, pcp?.balance], ['other', 'Q9', pounds(13_260)]);
  assert.deepEqual([balloon?.balance, balloon?.startDate], [undefined, '2023-03-01']);
});

test('each kind of code in no list is enough to say it', async () => {
  const changes: ((text: string) => string)[] = [
    (text) => text.replace('<acctypecode>CP<', '<acctypecode>Q9<'),
    (text) => text.replace('<status>N<', '<status>X<'),
    (text) => text.replace('<currencycode>GBP<', '<currencycode>Q01<'),
  ];
  for (const change of changes) {
    assert.deepEqual(fileOf((await read('ordinary', ada, change)).answer).notes, ['codes-unknown']);
  }
});

test('another currency is itself, by its code or by the words of the table', async () => {
  const as = async (code: string, row?: string) => {
    const tables = readTwin('transunion-lookup-reply.xml').replace(
      '<row value="GBP" desc="Pounds Sterling"/>',
      row ?? '',
    );
    const change = (text: string) => text.replaceAll('>GBP<', `>${code}<`);
    return (await accountsOf('ordinary', ada, change, { tables }))[1]?.balance?.currency;
  };
  assert.equal(await as('EUR'), 'EUR');
  assert.equal(await as('01', '<row value="01" desc="Pounds Sterling"/>'), 'GBP');
  assert.equal(await as('02', '<row value="02" desc="EUR - Euro"/>'), 'EUR');
});

test('a second applicant is another person: left out and counted', async () => {
  const joint = (text: string) => {
    const second = /<applicant reporttype="3".*<\/applicant>/s.exec(text)?.[0] ?? '';
    return text.replace('</creditreport>', `${second}</creditreport>`);
  };
  const own = fileOf((await read('ordinary', ada)).answer);
  const { answer } = await read('ordinary', ada, joint);
  assert.deepEqual(fileOf(answer), {
    ...own,
    leftOut: [{ reason: 'another-person', accounts: 7, searches: 3 }],
  });
});

const BIRTHDAYS: [dob: string, isIn: boolean][] = [
  ['1985-04-21', true],
  ['1984-04-12', true],
  ['1958-04-12', false],
  ['1975-04-12', false],
];

test('a birthday that is a slip of the pen stays in, any other is left out; the rest of the reply stays', async () => {
  for (const [dob, isIn] of BIRTHDAYS) {
    const { answer } = await read('ordinary', ada, (text) => text.replace('1985-12-04', dob));
    const file = fileOf(answer);
    assert.equal(file.accounts.length, isIn ? 7 : 6, dob);
    assert.equal(file.accounts.at(-1)?.birthdayDiffers, isIn ? true : undefined, dob);
    assert.deepEqual(
      file.leftOut,
      isIn ? undefined : [{ reason: 'not-sure', accounts: 1, searches: 0 }],
      dob,
    );
  }
});

test('other dialects read the same: namespace, prefixes, capitals, unknown elements, the single access point', async () => {
  const { scores: _, ...own } = fileOf((await read('ordinary', ada)).answer);
  const dialects: Record<string, (text: string) => string> = {
    namespace: (text) => text.replaceAll('soap:callreport7', 'soap:bsbandcreditreport7'),
    prefixes: (text) => text.replaceAll(/<(\/?)([a-z]+)(?=[\s>/])/g, '<$1ns2:$2'),
    capitals: (text) =>
      text
        .replaceAll('accholderdetails', 'AccHolderDetails')
        .replaceAll('<accs>', '<Accs>')
        .replaceAll('</accs>', '</Accs>'),
    'a block behind': (text) =>
      text.replace('</creditreport>', '</creditreport><BSB><AB12>{ND}</AB12></BSB><extra a="1"/>'),
    'a score in its old place': (text) =>
      text.replace(
        '<addressconfs>',
        '<creditscore><score class="10">600</score></creditscore><addressconfs>',
      ),
    'no linktype': (text) => text.replace(' linktype="0"', ''),
    'an empty reference': (text) => text.replace(/<yourreference>.*?<\/yourreference>/, '<yourreference/>'),
    wrapped: (text) =>
      text
        .replace(/<Search07aResponse[^>]*>\s*<SearchResult>/, `${WRAP}<Response>`)
        .replace(/<\/SearchResult>\s*<\/Search07aResponse>/, `</Response>${UNWRAP}`),
  };
  for (const [name, change] of Object.entries(dialects)) {
    const { scores, ...file } = fileOf((await read('ordinary', ada, change)).answer);
    assert.deepEqual(file, own, name);
    assert.ok((scores ?? []).length >= 1, name);
  }
  // The wrapping has two places for an error: around all products, and around this one.
  const first = (text: string) => text.replace('true</Success>', 'false</Success>');
  const last = (text: string) => text.replace(/true(?=<\/Success><\/Error><\/CallReport7Response>)/, 'false');
  for (const refused of [first, last]) {
    const change = (text: string) => refused(dialects.wrapped?.(text) ?? '');
    assert.equal((await read('ordinary', ada, change)).answer.status, 'rejected-request');
  }
});

const WRAP =
  '<SearchResponse xmlns="urn:wrapped"><SearchResult><Error><Success>true</Success></Error><ProductResponses><CallReport7><CallReport7Response>';
const UNWRAP =
  '<Error><Success>true</Success></Error></CallReport7Response></CallReport7></ProductResponses></SearchResult></SearchResponse>';

test('a report of another link type is not read, and the operator hears of it', async () => {
  const linked = (text: string) => text.replace('linktype="0"', 'linktype="2"');
  const { answer, notices } = await read('ordinary', ada, linked);
  assert.equal(answer.status, 'unavailable');
  assert.equal(notices.length, 1);
  const beside = (text: string) => {
    const report = /<creditreport.*<\/creditreport>/s.exec(text)?.[0] ?? '';
    return text.replace(report, `${linked(report)}${report}`);
  };
  assert.equal(fileOf((await read('ordinary', ada, beside)).answer).accounts.length, 7);
});

test('an echo that is not ours makes the whole reply another person’s', async () => {
  const wrongs: ((text: string) => string)[] = [
    (text) => text.replace('wires-tu-ordinary', 'wires-tu-other'),
    (text) => text.replace('<dob>1985-04-12</dob>', '<dob>1958-04-12</dob>'),
    (text) => text.replace(/<yourreference>.*?<\/yourreference>/, '').replace('<dob>1985-04-12</dob>', ''),
  ];
  for (const wrong of wrongs) assert.equal((await read('ordinary', ada, wrong)).answer.status, 'unavailable');
});

test('what was sent otherwise than it was given comes with every answer', async () => {
  const altered = [{ field: '/firstName', sent: 'Ada', change: 'folded' }];
  const found = await read('ordinary', { ...ada, firstName: 'Adá' });
  assert.ok(found.answer.status === 'ok');
  assert.deepEqual(found.answer.altered, altered);
  const several = asAsked({ ...elspeth, firstName: 'Adá' }, '1990-07-08');
  assert.deepEqual((await read('picklist', several)).answer, { status: 'ambiguous-address', altered });
  const impossible = await read('ordinary', { ...ada, lastName: 'O' });
  assert.deepEqual([impossible.answer.status, impossible.requests], ['rejected-request', []]);
});
