// The page of a report: products, final payments, mistyped birthdays and what a search left out are on it, as text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord, documentOf, pounds } from '../../../test/support/merging/records.ts';
import { motorAgreements } from '../../domain/agreements/motor-agreements.ts';
import { SHIPPED_SCHEME } from '../../domain/agreements/motor-scheme.ts';
import type { AccountRecord, Coverage, CreditReport } from '../../domain/reports/credit-report.ts';
import { html } from '../../html/html.ts';
import type { Scene } from './frame.ts';
import { reportPage } from './report-page.ts';

const SCENE: Scene = {
  base: '/c/1',
  brand: {
    name: 'Northgate Claims',
    contact: null,
    regulatedAs: null,
    fcaNumber: null,
    privacyUrl: null,
    logoUrl: null,
    colourUrl: null,
  },
  notice: null,
  outbox: null,
  state: 'complete',
  isOver: false,
};

const COVERAGE: Coverage = {
  bureaus: [
    {
      ...{ id: 'experian', answered: true, hasFile: true, names: 1, addresses: 1 },
      leftOut: [{ reason: 'another-person', accounts: 3, searches: 0 }],
      altered: [{ field: '/firstName', sent: 'Zoe <b>', change: 'folded' }],
      notes: ['codes-unknown'],
    },
  ],
  ...{ names: ['Zoë Sample'], addresses: [], onFileSince: '2020-03-31', notice: 'Six years.' },
};

function pageOf(given: AccountRecord | AccountRecord[], more: Partial<CreditReport> = {}): string {
  const document = { ...documentOf([given].flat()), ...more };
  const bureaus = [{ id: 'experian', status: 'ok' }] as const;
  const cars = motorAgreements(document, { asOf: '2026-11-15', bureaus, scheme: SHIPPED_SCHEME });
  const page = reportPage(
    { scene: SCENE, show: (_, { main, aside = '' }) => html`${aside}${main}` },
    { document, cars, bureaus, atMs: 0, secondsLeft: 1, returns: null },
  );
  return page.text.replaceAll(/\s+/g, ' ');
}

test('a PCP is called one, with its final payment and what it was at the default', () => {
  const text = pageOf(
    carRecord({
      product: 'pcp',
      balloon: pounds(5_571),
      defaultBalance: pounds(812),
      accountStatus: 'default',
    }),
  );
  assert.ok(text.includes('<p class="kind">PCP (personal contract purchase)</p>'));
  assert.ok(text.includes('<dt>Final payment</dt><dd>£5,571</dd>'));
  assert.ok(text.includes('<dt>Amount at default</dt><dd>£812</dd>'));
  const plain = pageOf(carRecord());
  assert.ok(plain.includes('<p class="kind">Car finance or hire purchase</p>'));
  assert.doesNotMatch(plain, /Final payment|Amount at default/);
});

test('the answer on car finance comes first, a car loan too; hire purchase of other goods stands apart', () => {
  const loan = carRecord({ accountType: 'unsecured-loan', product: 'motor-loan' });
  const sofa = carRecord({
    companyName: 'Oakrest Sofas',
    companyType: 'retailer',
    startBalance: pounds(679),
  });
  const text = pageOf([sofa, loan]);
  const [answer = ''] = /<section class="cars".*?<\/section>/.exec(text) ?? [];
  assert.match(answer, /Your car-finance agreement began in the period of the FCA scheme/);
  assert.match(
    answer,
    /<span class="chip accent">In the period<\/span> <p>Car loan ··4821 · 2 Mar 2019 · £10,000 borrowed, £6,000 left to pay/,
  );
  assert.match(answer, /Other hire purchase: 1<\/summary> .*Oakrest Sofas/);
  assert.match(answer, /This is not a decision about a claim\..* Parts of the scheme are suspended/);
  assert.match(answer, /as of 15 Nov 2026\. Source: FCA PS26\/3/);
  assert.ok(text.indexOf('class="cars"') < text.indexOf('class="sums"'));
});

test('how all accounts were paid over time stands below the sums', () => {
  const text = pageOf(carRecord({ history: { newest: '1970-01', months: '0100' } }));
  assert.match(
    text,
    /<\/dl> <p class="hint">All accounts together, over 4 months on file: behind or in default in 1 month, in Dec 1969\.<\/p>/,
  );
});

test('until when it is kept stands on top, saving and disputing in a bar', () => {
  const text = pageOf(carRecord());
  assert.ok(text.startsWith('Kept until 01:30'));
  assert.match(
    text,
    /<div class="act-bar no-print"><a [^>]*report\.pdf" download>Save as PDF<\/a><a [^>]*\/wrong">Something wrong\?/,
  );
});

test('what is wrong is looked at first; the largest debts follow, and the rest is folded', () => {
  const of = (name: string, balance: number, more: Partial<AccountRecord> = {}) =>
    carRecord({
      companyName: name,
      accountType: 'unsecured-loan',
      companyType: 'bank',
      balance: pounds(balance),
      ...more,
    });
  const text = pageOf([
    of('Small', 10),
    of('Empty', 0),
    of('Big', 9_000),
    of('Middle', 800),
    of('Third', 90),
    of('Over', 0, { accountStatus: 'settled' }),
    of('Fallen', 100, { accountStatus: 'default', defaultDate: '2025-11-06' }),
  ]);
  const names = [...text.matchAll(/<h3><bdi>(\w+)/g)].map(([, name]) => name);
  assert.deepEqual(names, ['Fallen', 'Big', 'Middle', 'Third', 'Small', 'Empty', 'Over']);
  assert.match(text, /In default since 6 November 2025\. It stays on your file until Nov 2031\./);
  assert.match(text, /<strong>1 more, 1 at £0, 1 closed<\/strong>/);
});

test('a birthday that differs is said on the account', () => {
  const bureaus: AccountRecord['bureaus'] = [{ id: 'experian', ref: 'a', birthdayDiffers: true }];
  assert.ok(pageOf(carRecord({ bureaus })).includes('Experian has another date of birth on this account.'));
  assert.doesNotMatch(pageOf(carRecord()), /another date of birth/);
});

test('what a bureau sent and is left out, what it was asked for and what it could not say is told, as text', () => {
  const text = pageOf(carRecord(), { coverage: COVERAGE });
  assert.ok(text.includes('Experian sent 3 accounts that it marks as other people’s.'));
  assert.ok(text.includes('Experian used a code that we do not know.'));
  assert.ok(text.includes('Experian was asked for “Zoe &lt;b&gt;” as the first name'));
  assert.doesNotMatch(pageOf(carRecord(), { coverage: { ...COVERAGE, bureaus: [] } }), /bullets hint/);
});

test('a town in capitals reads as a name: where somebody lives, and where was searched', () => {
  const address = {
    addressLine1: '9 Orchard Street, NETHER APPLEWICK, ZZ1 1AA',
    lines: ['9 Orchard Street', 'NETHER APPLEWICK', 'ZZ1 1AA'],
  } as never;
  const text = pageOf(carRecord(), {
    residencies: [
      { addressId: 'a', address, isCurrent: true, electoralRoll: [{ from: '2014', bureaus: ['equifax'] }] },
    ],
    coverage: { ...COVERAGE, addresses: ['9 Orchard Street, NETHER APPLEWICK, ZZ1 1AA'] },
  });
  assert.doesNotMatch(text, /NETHER/);
  assert.equal(text.match(/9 Orchard Street, Nether Applewick, ZZ1.1AA/g)?.length, 3);
});

test('a row without a balance is not said to be at nothing, and one that ended has no share of its limit', () => {
  const card = { accountType: 'credit-card', creditLimit: pounds(1_000) } as const;
  const { balance, ...silent } = carRecord();
  const owed = [1, 2, 3, 4].map((amount) => carRecord({ balance: pounds(amount) }));
  const text = pageOf([
    ...owed,
    carRecord({ ...card, balance: pounds(0) }),
    silent,
    carRecord({ ...card, balance: pounds(0), accountStatus: 'settled' }),
  ]);
  assert.match(text, /<strong>1 more, 1 at £0, 1 without a balance, 1 closed<\/strong>/);
  assert.ok(text.includes('Credit card ··4821 · settled</span>'), text);
});

test('rows that may be one agreement say so on both, as text, and the sum says what it leaves out', () => {
  const ref = (name: string) => ({ id: 'experian' as const, ref: name });
  const car = carRecord({ bureaus: [ref('a')], balance: pounds(500), possiblySame: [ref('b')] });
  const loan = carRecord({
    accountType: 'unsecured-loan',
    companyName: 'Bridle <b> Finance',
    bureaus: [ref('b')],
  });
  const text = pageOf([car, loan]);
  for (const words of [
    '<p>This may be the same agreement as Bridle &lt;b&gt; Finance, personal loan, ending 4821',
    '<p>This may be the same agreement as Larkfield Motor Finance, car finance or hire purchase',
  ])
    assert.ok(text.includes(words), words);
  assert.ok(text.includes('<dt>you owe, on 1 account</dt><dd>£6,000</dd>'));
  assert.ok(
    text.includes(
      '<p class="hint">The debt total leaves out 1 account that may be the same agreement as one that is counted: £500. If it is another agreement, the total is £6,500.</p>',
    ),
  );
  assert.doesNotMatch(pageOf([carRecord(), loan]), /may be the same|leaves out/);
});

test('what bureaus reported against an account is on it, also when it is settled', () => {
  const text = pageOf(
    carRecord({
      accountStatus: 'settled',
      adverse: [{ bureau: 'experian', status: 'default', date: '2023-11-11' }],
    }),
  );
  assert.ok(text.includes('<dt>Problems reported</dt><dd>Experian: in default, 11 November 2023</dd>'), text);
  assert.doesNotMatch(pageOf(carRecord()), /Problems reported/);
});

test('more than nine tenths of a limit is amber, nine tenths and a limit of an ended account are not', () => {
  const used = (balance: number, overrides: Partial<AccountRecord> = {}): string =>
    pageOf(
      carRecord({
        accountType: 'credit-card',
        creditLimit: pounds(1_000),
        balance: pounds(balance),
        ...overrides,
      }),
    );
  assert.match(used(901), /<strong class="near">90 % of its limit<\/strong><\/span>/);
  assert.match(used(900), /· 90 % of its limit<\/span>/);
  assert.doesNotMatch(used(960, { accountStatus: 'closed' }), /class="near"/);
});
