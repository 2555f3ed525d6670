// One report on four surfaces: the console, the hosted page, the PDF and the API say the same sums and the same sentences about what these
// leave out, whoever the person is; and the rows that are shown add up to the totals above them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { motorAgreements } from '../src/domain/agreements/motor-agreements.ts';
import { SHIPPED_SCHEME } from '../src/domain/agreements/motor-scheme.ts';
import { attributesOf } from '../src/domain/attributes/attributes.ts';
import { type Figure, isKnown } from '../src/domain/attributes/figure.ts';
import type { AccountRecord, CreditReport } from '../src/domain/reports/credit-report.ts';
import { carFinanceOf } from '../src/domain/shown/car-finance.ts';
import { sumsOf } from '../src/domain/shown/report-sums.ts';
import { hasEnded, pounds as inPounds, standingOf } from '../src/domain/shown/report-words.ts';
import { createFrame } from '../src/pages/hosted/frame.ts';
import { reportPage } from '../src/pages/hosted/report-page.ts';
import { drawReport } from '../src/pdf/draw-report.ts';
import { populationDocuments, TODAY } from './support/bureaus/population-documents.ts';
import { carRecord, documentOf, pounds } from './support/merging/records.ts';
import { checkPdf } from './support/pdf/check-pdf.ts';
import { toPrint } from './support/pdf/printed.ts';

const PEOPLE = Number(process.env.FIGURES_PEOPLE ?? 20);
const SEED = 'surfaces';
const AT = Date.parse(`${TODAY}T11:30:00Z`);

type Given = Partial<AccountRecord>;
const odd = (...records: Given[]): CreditReport =>
  documentOf(
    records.map((one, index) => carRecord({ bureaus: [{ id: 'experian', ref: `${index}` }], ...one })),
  );
const same = (ref: string): Given => ({ possiblySame: [{ id: 'experian', ref }] });
const { balance: _, ...silent } = carRecord();

/** What no invented person has, or few. */
const ODD: Record<string, CreditReport> = {
  'no account': odd(),
  'only defaults': odd(
    { accountStatus: 'default', balance: pounds(812), defaultDate: '2024-05-06' },
    { accountStatus: 'written-off', balance: pounds(90.5) },
  ),
  'a default that was sold, with the day on which its lender ended it': odd({
    accountStatus: 'default',
    defaultDate: '2023-09-27',
    endDate: '2024-01-27',
  }),
  'an arrangement beside arrears': odd({ accountStatus: 'arrangement' }, { accountStatus: 'delinquent' }),
  'rent with arrears': odd({ accountType: 'rental', balance: pounds(900) }, { accountType: 'mortgage' }),
  'no balance': documentOf([silent]),
  'two that may be one, and one that withholds': odd(
    same('1'),
    { balance: pounds(500), ...same('0') },
    { accountStatus: 'default', ...same('3') },
    { accountStatus: 'default', balance: pounds(20), ...same('2') },
  ),
  'euros, and a status that nobody gives': odd(
    { balance: { amount: 100, currency: 'EUR' } },
    { accountStatus: 'unknown', balance: pounds(33) },
  ),
  'only what has ended': odd({ accountStatus: 'settled', balance: pounds(0), endDate: '2025-01-02' }),
};

function hostedOf(report: CreditReport): string {
  const bureaus = [{ id: 'experian', status: 'ok' }] as const;
  const cars = motorAgreements(report, { asOf: TODAY, bureaus, scheme: SHIPPED_SCHEME });
  const brand = {
    name: 'Northgate Claims',
    ...{
      contact: null,
      regulatedAs: null,
      fcaNumber: null,
      privacyUrl: null,
      logoUrl: null,
      colourUrl: null,
    },
  };
  const show = createFrame({ ...{ icon: '', baseCss: '', consumerCss: '', consumerJs: null } });
  const scene = {
    base: '/c/1',
    brand,
    notice: null,
    outbox: null,
    state: 'complete',
    isOver: false,
  } as const;
  return reportPage(
    { scene, show },
    { document: report, cars, bureaus, atMs: AT, secondsLeft: 1_800, returns: null },
  ).text;
}

const figureOf = (figure: Figure): string =>
  isKnown(figure) && typeof figure.value === 'number' ? wholePounds(figure.value) : '–';
const wholePounds = (pence: number): string =>
  inPounds({ amount: Math.round(pence / 100) * 100, currency: 'GBP' });
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

async function assertAlike(report: CreditReport, who: string): Promise<void> {
  const { figures } = attributesOf(report, { asOf: TODAY, day: TODAY, incomePence: null });
  const { sums, leftOut } = sumsOf(report, TODAY);
  const page = hostedOf(report);
  const bureaus = [{ id: 'experian' as const, status: 'ok' as const }];
  const printed = checkPdf((await drawReport(toPrint(report, { bureaus }))).pdf).lines.map(({ text }) =>
    plain(text),
  );

  const [debt, monthly, behind, defaulted] = sums.map(({ value }) => String(value));
  assert.deepEqual(
    [debt, monthly],
    [figureOf(figures.balanceTotal), figureOf(figures.commitmentsTotal)],
    who,
  );
  // The PDF: a paragraph a sum, and the sentences as they are.
  for (const { name, value, note } of sums)
    assert.ok(printed.includes(plain(`${name} ${value} ${note}`)), `${who}: PDF without ${name} ${value}`);
  for (const words of leftOut)
    assert.ok(
      printed.some((line) => line.includes(words)),
      `${who}: PDF without ${words}`,
    );
  // The hosted page: four of them, and the same sentences.
  const tiles = [...page.matchAll(/<div><dt>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd><\/div>/g)].slice(0, 4);
  const isAnyOpen = report.consumerData.records.some(({ accountStatus }) => !hasEnded(accountStatus));
  const isTiled = page.includes('<dl class="sums">');
  assert.equal(isTiled, isAnyOpen, `${who}: sums where an account is open`);
  if (isTiled)
    assert.deepEqual(
      tiles.map(([, , value]) => value),
      [debt, monthly, defaulted, behind],
      who,
    );
  const hints = [...page.matchAll(/<p class="hint">(The (?:debt|monthly) total [^<]*)<\/p>/g)].map(
    ([, words]) => words,
  );
  assert.deepEqual(hints, isTiled ? leftOut : [], who);
  // Car finance: the same answer.
  const cars = motorAgreements(report, { asOf: TODAY, bureaus, scheme: SHIPPED_SCHEME });
  const answer = carFinanceOf(cars, 'your').headline;
  if (report.consumerData.records.length > 0) {
    assert.ok(page.includes(`>${answer}</h2>`), who);
    assert.ok(printed.includes(answer), who);
  }
  assertAddedUp(page, report, figures.balanceTotal, who);
}

/** What a reader adds up: the sums of the rows that are open, less what the sentences take out. */
function assertAddedUp(
  page: string,
  { consumerData: { records } }: CreditReport,
  total: Figure,
  who: string,
): void {
  const rows = [...page.matchAll(/<summary class="row"><h3>.*?<\/h3>(?: <strong>([^<]*)<\/strong>)?/g)];
  assert.equal(rows.length, records.length, `${who}: a row for each account`);
  const shown = rows.flatMap(([, text]) =>
    text === undefined || !text.includes('£') ? [] : [Math.round(Number(text.replaceAll(/[£,]/g, '')) * 100)],
  );
  const rent = records
    .filter(({ accountType, accountStatus }) => accountType === 'rental' && !hasEnded(accountStatus))
    .reduce((sum, { balance }) => sum + (balance?.amount ?? 0), 0);
  const value = isKnown(total) ? Number(total.value) : 0;
  const whole = isKnown(total) ? (total.withPossiblySame ?? value) : 0;
  assert.equal(
    shown.reduce((sum, pence) => sum + pence, 0) - rent,
    whole,
    `${who}: rows add up to the total`,
  );
}

for (const [name, report] of Object.entries(ODD))
  test(`console, hosted page, PDF and API agree about ${name}`, () => assertAlike(report, name));

test(`they agree about ${PEOPLE} invented people`, async () => {
  let index = 0;
  for (const { report } of populationDocuments(SEED, PEOPLE)) {
    await assertAlike(report, `person ${index} of seed "${SEED}"`);
    index++;
  }
});

test('what is in default or behind is counted as its rows stand', () => {
  for (const { report } of populationDocuments(SEED, PEOPLE)) {
    if (report.consumerData.records.some(({ possiblySame }) => possiblySame !== undefined)) continue;
    const ofTone = (tone: string) =>
      report.consumerData.records.filter((record) => standingOf(record).tone === tone).length;
    const [, , behind, defaulted] = sumsOf(report, TODAY).sums.map(({ value }) => value);
    assert.deepEqual([behind, defaulted], [ofTone('warn'), ofTone('danger')]);
  }
});
