// The PDF of a report, held against a checker of its own structure (test/support/pdf/): whoever it is about, whatever is in it. The long
// run is test/chaos/pdf.chaos.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import type { AccountRecord, Coverage } from '../../src/domain/reports/credit-report.ts';
import { drawReport } from '../../src/pdf/draw-report.ts';
import { carRecord, pounds } from '../support/merging/records.ts';
import { checkPdf } from '../support/pdf/check-pdf.ts';
import { HOSTILE_TEXTS, hostileReport, people, toPrint } from '../support/pdf/printed.ts';

type Ref = AccountRecord['bureaus'][number];
const reports = people('pdf', 12);
const [first] = reports as [(typeof reports)[0]];
const longest =
  reports.toSorted((a, b) => b.consumerData.records.length - a.consumerData.records.length)[0] ?? first;
const textOf = async (given: Parameters<typeof drawReport>[0]): Promise<string> =>
  checkPdf((await drawReport(given)).pdf).text;

test('a default and what was written off have no payment by the month, as the sum has none', async () => {
  const [record] = longest.consumerData.records as [AccountRecord];
  for (const [accountStatus, isPaid] of [
    ['open', true],
    ['default', false],
    ['written-off', false],
  ] as const) {
    const records = [
      { ...record, accountStatus, payment: pounds(7_654) },
      { ...record, payment: pounds(21) },
    ];
    const text = await textOf(toPrint({ ...longest, consumerData: { ...longest.consumerData, records } }));
    assert.equal(text.includes('£7,654'), isPaid, accountStatus);
  }
});

test('personas and others: no fault, every account a heading and a bookmark, and the same bytes twice', async () => {
  for (const report of reports) {
    const given = toPrint(report);
    const { pdf, replaced } = await drawReport(given);
    const checked = checkPdf(pdf);
    assert.deepEqual(checked.faults, []);
    assert.equal(replaced, 0);
    const lenders = checked.headings.filter(({ level }) => level === 3);
    assert.equal(lenders.length, report.consumerData.records.length);
    assert.deepEqual(
      checked.bookmarks,
      checked.headings.map(({ text }) => text.trim()),
    );
    assert.ok(Buffer.from(pdf).equals((await drawReport(given)).pdf), 'the same report gives the same bytes');
  }
});

test('it says who, when and for whom, the sums, what is covered, car finance first, and what to do when it is wrong', async () => {
  const { lines, text, title } = checkPdf((await drawReport(toPrint(longest))).pdf);
  const { firstName, lastName } = longest.person;
  assert.equal(title, 'Credit report, 31 March 2026');
  assert.ok(text.includes(`${firstName} ${lastName}`) && text.includes('Northgate Claims'));
  assert.match(text, /Made on\n31 March 2026 at 12:30/);
  assert.match(text, /Total debt £[\d,]+ \d+ of \d+ open accounts/);
  assert.match(text, /All accounts together, over \d+ months on file: /);
  assert.match(text, /Agreements that ended before 31 March 2020 are normally no longer on file\./);
  assert.match(
    text,
    /TransUnion did not answer in time\. The other two answered, so accounts may be missing here\./,
  );
  assert.match(
    text,
    /(Both of your|All \d of your|\d of your|None of your|Your) .*car-finance agreements? .*in the period of the FCA scheme/,
  );
  assert.match(
    text,
    /This is not a decision about a claim\. .*Parts of the scheme are suspended until a hearing/,
  );
  assert.match(text, /FCA consumer redress schemes .*, as of 15 Nov 2026\. Source: FCA PS26\/3/);
  const places = [
    'Car finance',
    'All accounts',
    'Open accounts',
    'Settled and closed accounts',
    'Previous searches',
    'Is something wrong?',
    'References',
  ];
  const found = places.map((title) => lines.findIndex((line) => line.tag === 'H2' && line.text === title));
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  );
  assert.ok(
    found.every((place) => place > 0),
    String(found),
  );
});

test('TEST or SIMULATED is across each page and not in the text; the first page says it in a sentence', async () => {
  const simulated = toPrint(longest, { bureaus: [{ id: 'equifax', status: 'ok', simulated: true }] });
  for (const [given, mark, said] of [
    [toPrint(longest, { isTest: true }), /^TEST/, /This is a test report/],
    [simulated, /^SIMULATED/, /Simulated: what Equifax would have answered is made up\./],
  ] as const) {
    const checked = checkPdf((await drawReport(given)).pdf);
    assert.ok(checked.pages > 1);
    assert.ok(checked.artifacts.every((artifact) => mark.test(artifact)));
    assert.match(checked.text, said);
    assert.doesNotMatch(checked.text, /TEST|SIMULATED/);
  }
  const live = checkPdf((await drawReport(toPrint(longest))).pdf);
  assert.ok(live.artifacts.every((artifact) => !/TEST|SIMULATED/.test(artifact)));
});

test('hostile text is drawn as text: no fault, nothing lost that can be seen, nothing that runs', async () => {
  const { pdf, replaced } = await drawReport(
    toPrint(hostileReport(longest), { askedBy: HOSTILE_TEXTS.markup }),
  );
  const { faults, text, headings, bookmarks } = checkPdf(pdf);
  assert.deepEqual(faults, []);
  assert.ok(replaced > 0);
  // Lines of one text come out in one piece; what was drawn as U+FFFD or from right to left is copied as it was written.
  const joined = text.replaceAll(/\s/g, '');
  for (const name of [
    'accents',
    'manyAccents',
    'hebrew',
    'arabic',
    'chinese',
    'long',
    'longAccented',
    'formula',
    'markup',
    'brackets',
    'greek',
  ] as const)
    assert.ok(joined.includes(HOSTILE_TEXTS[name].replaceAll(/\s/g, '')), name);
  assert.doesNotMatch(joined, /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/);
  assert.ok(headings.some((heading) => heading.text.trim() === 'Lender not given'));
  assert.ok(bookmarks.every((bookmark) => bookmark.trim() !== ''));
  const { pdf: again } = await drawReport(toPrint(hostileReport(longest), { askedBy: HOSTILE_TEXTS.markup }));
  assert.ok(Buffer.from(pdf).equals(again));
});

test('products, final payments, amounts at default, mistyped birthdays and what was left out are printed', async () => {
  const GBP = (pounds: number) => ({ amount: pounds * 100, currency: 'GBP' });
  const record = {
    accountType: 'hire-purchase',
    accountStatus: 'default',
    product: 'pcp',
    balloon: GBP(5_571),
    defaultDate: '2025-03-01',
    defaultBalance: GBP(812),
    bureaus: [{ id: 'experian', ref: '1', birthdayDiffers: true }],
    disagreements: [
      {
        field: 'product',
        values: [
          { bureau: 'experian', value: 'conditional-sale' },
          { bureau: 'transunion', value: 'pcp' },
        ],
      },
    ],
  } satisfies AccountRecord;
  const coverage: Coverage = {
    bureaus: [
      {
        ...{ id: 'experian', answered: true, hasFile: true, names: 1, addresses: 1 },
        leftOut: [{ reason: 'another-person', accounts: 3, searches: 0 }],
        altered: [{ field: '/firstName', sent: 'Zoe', change: 'folded' }],
        notes: ['records-missing'],
      },
    ],
    ...{ names: ['Zoë Sample'], addresses: [], onFileSince: '2020-03-31', notice: 'Six years.' },
  };
  const { pdf } = await drawReport(toPrint({ ...first, coverage, consumerData: { records: [record] } }));
  const { faults, text } = checkPdf(pdf);
  assert.deepEqual(faults, []);
  const joined = text.replaceAll(/\s+/g, ' ');
  for (const words of [
    'PCP (personal contract purchase)',
    'Final payment £5,571',
    'Amount at default £812',
    'Experian has another date of birth on this account.',
    'Product: Conditional sale by Experian; PCP (personal contract purchase) by TransUnion',
    'Experian sent 3 accounts that it marks as other people’s.',
    'Experian counts more records than it sent.',
    'Experian was asked for “Zoe” as the first name',
  ])
    assert.ok(joined.includes(words), words);
});

test('rows that may be one agreement, problems reported and what the totals leave out are printed', async () => {
  const [a, b] = ['a', 'b'].map((name) => ({ id: 'experian' as const, ref: name })) as [Ref, Ref];
  const one = carRecord({ bureaus: [a], possiblySame: [b], balance: pounds(500) });
  const other = carRecord({
    bureaus: [b],
    companyName: 'Bridlepath Finance',
    adverse: [{ bureau: 'transunion', status: 'default', date: '2023-11-11' }],
  });
  const print = async (...records: AccountRecord[]) => {
    const { faults, text } = checkPdf(
      (await drawReport(toPrint({ ...first, consumerData: { records } }))).pdf,
    );
    assert.deepEqual(faults, []);
    return text.replaceAll(/\s+/g, ' ');
  };
  const text = await print(one, other);
  for (const words of [
    'Total debt £6,000 1 of 2 open accounts',
    'The debt total leaves out 1 account that may be the same agreement as one that is counted: £500. If it is another agreement, the total is £6,500.',
    'This may be the same agreement as Bridlepath Finance, car finance or hire purchase, ending 4821, reported by Experian, also listed in this report. We show both because Experian lists both. Ask the lender if you are not sure.',
    'This may be the same agreement as Larkfield Motor Finance, car finance or hire purchase, ending 4821,',
    'Problems reported TransUnion: in default, 11 November 2023',
  ])
    assert.ok(text.includes(words), words);
  assert.doesNotMatch(text, /without a balance/);
  assert.doesNotMatch(await print(carRecord()), /may be the same|leaves out|Problems reported/);
});

test('1,000 accounts are printed; of 1,001 the last is not, and the PDF says so', async () => {
  const said = 'This PDF shows 1,000 of 1,001 accounts. All are in the report itself.';
  const record = longest.consumerData.records[0];
  const short = (count: number) =>
    toPrint({
      ...first,
      consumerData: {
        records: Array.from({ length: count }, () => ({
          accountType: record?.accountType ?? 'other',
          accountStatus: 'open' as const,
          bureaus: [{ id: 'equifax' as const, ref: '1' }],
        })),
      },
    });
  const [most, more] = [await textOf(short(1_000)), await textOf(short(1_001))];
  // Each among the accounts and among the references, and twenty in the table of the first page.
  const accountsIn = (text: string): number => text.match(/^Lender not given$/gm)?.length ?? 0;
  assert.deepEqual([accountsIn(most), accountsIn(more)], [1_020, 1_020]);
  assert.ok(!most.includes('This PDF shows') && more.includes(said));
});

test('a town in capitals reads as a name wherever an address is printed', async () => {
  const place = '9 Orchard Street, NETHER APPLEWICK, ZZ1 1AA';
  const address = { addressLine1: place, lines: place.split(', ') } as never;
  const residencies = [{ addressId: 'a', address, isCurrent: true }];
  const coverage = first.coverage && { ...first.coverage, addresses: [place] };
  const text = await textOf(toPrint({ ...first, residencies, ...(coverage && { coverage }) }));
  assert.doesNotMatch(text, /NETHER/);
  assert.equal(text.match(/Nether Applewick/g)?.length, 3);
});

test('a report about nobody known is a document too', async () => {
  const empty = {
    ...first,
    consumerData: { records: [] },
    previousSearches: { providers: [] },
    residencies: [],
  };
  const { faults, text } = checkPdf((await drawReport(toPrint(empty))).pdf);
  assert.deepEqual(faults, []);
  assert.match(text, /Accounts\nNo accounts\./);
});

test('the checker finds what it looks for', async () => {
  const { pdf } = await drawReport(toPrint(longest));
  const broken: [RegExp | string, string, RegExp][] = [
    ['/S /H2', '/S /H1', /not one H1/],
    ['/S /H1', '/S /H3', /not one H1|two levels/],
    ['/Scope /Row', '/Scope /Foo', /TH without a scope/],
    ['/S /TD', '/S /TH', /a row of|not there/],
    ['/Lang (en-GB)', '/Lang (en-US)', /language/],
    ['/Marked true', '/Marked null', /marked/],
    ['/DisplayDocTitle true', '/DisplayDocTitle null', /title shown/],
    ['/ToUnicode ', '/ToUnicodX ', /ToUnicode|Unicode/],
    ['/FontFile2 ', '/FontFileX ', /font without its file/],
    ['/Tabs /S', '/Tabs /R', /order of tabs/],
    ['/StructParents 0', '/StructParents 9', /parent tree/],
    [/\/K \[0\]/, '/K [9]', /not there|shares/],
    ['/S /LI', '/S /TR', /inside/],
  ];
  const text = Buffer.from(pdf).toString('latin1');
  for (const [from, to, fault] of broken) {
    const planted = text.replace(from, to);
    assert.notEqual(planted, text, String(from));
    const { faults } = checkPdf(Buffer.from(planted, 'latin1'));
    assert.ok(
      faults.some((one) => fault.test(one)),
      `${from}: ${faults.slice(0, 3)}`,
    );
  }
  const untagged = new PDFDocument({
    ...{ size: 'A4', margin: 0, font: 'Helvetica', pdfVersion: '1.7', subset: 'PDF/UA', lang: 'en-GB' },
    ...{
      tagged: true,
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: true,
      info: { Title: 'A title' },
    },
  });
  untagged.text('Outside', 10, 10, { lineBreak: false, baseline: 'alphabetic' });
  untagged.rect(1, 1, 5, 5).fill('#000000').end();
  const faults = checkPdf(Buffer.concat(await untagged.toArray())).faults.join('\n');
  assert.match(faults, /text outside the structure/);
  assert.match(faults, /f outside the structure/);
  assert.match(faults, /a font that is not embedded/);
});
