// Reports to print: of the invented population, and of everything that a hostile bureau could write into one.
import { SHIPPED_SCHEME } from '../../../src/domain/agreements/motor-scheme.ts';
import type { AccountRecord, CreditReport } from '../../../src/domain/reports/credit-report.ts';
import type { ReportToPrint } from '../../../src/pdf/report-to-print.ts';
import { populationDocuments, TODAY } from '../bureaus/population-documents.ts';

export const toPrint = (report: CreditReport, more: Partial<ReportToPrint> = {}): ReportToPrint => ({
  creditReportId: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10',
  json: JSON.stringify(report),
  bureaus: [
    { id: 'equifax', status: 'ok' },
    { id: 'experian', status: 'ok' },
    { id: 'transunion', status: 'timeout' },
  ],
  madeAtMs: Date.parse(`${TODAY}T11:30:00Z`),
  isTest: false,
  askedBy: 'Northgate Claims',
  colour: '#0b5d51',
  logo: null,
  scheme: SHIPPED_SCHEME,
  lenders: [],
  ...more,
});

export const people = (seed: string, count: number): CreditReport[] =>
  Array.from(populationDocuments(seed, count), ({ report }) => withCoverage(report));

/** The population's documents are merged without one. */
function withCoverage(report: CreditReport): CreditReport {
  const bureaus = (['equifax', 'experian'] as const).map((id) => ({
    ...{ id, answered: true, hasFile: true, names: 1, addresses: 1 },
  }));
  return {
    ...report,
    coverage: {
      bureaus,
      names: [`${report.person.firstName} ${report.person.lastName}`],
      addresses: report.residencies.map(({ address }) => address.addressLine1),
      onFileSince: '2020-03-31',
      notice: 'Agreements that ended before 2020-03-31 are normally no longer on file.',
    },
  };
}

/** A report of so many accounts, one person's after the other's. */
export function ofAccounts(count: number, reports: readonly CreditReport[]): CreditReport {
  const all = reports.flatMap(({ consumerData }) => consumerData.records);
  const records = Array.from({ length: count }, (_, index) => all[index % all.length] as AccountRecord);
  return { ...(reports[0] as CreditReport), consumerData: { records } };
}

export const HOSTILE_TEXTS = {
  bidi: '\u202eevil\u202c \u2066gnp.exe\u2069 \u200fbank',
  accents: `Z${'\u0301'.repeat(200)}algo Bank`,
  manyAccents: `${'e\u0301\u0302\u0303\u0304\u0305'.repeat(40)} plc`,
  hebrew: 'בנק הפועלים לישראל Ltd',
  arabic: 'مرحبا بالعالم',
  emoji: 'Happy 👩‍👩‍👧‍👦 Loans 🏴󠁧󠁢󠁷󠁬󠁳󠁿 💷',
  chinese: '中国银行 London',
  long: 'W'.repeat(60).repeat(3),
  longAccented: 'é'.repeat(400),
  formula: '=HYPERLINK("https://example.com/?"&A1,"Click")',
  markup: '<b>&amp; </rdf:li> ]]> %PDF-1.7 endstream endobj',
  brackets: '((((( \\) \\( >> << EMC /Artifact BMC',
  controls: 'A\u0000B\u0007C\tD\nE\u001b[31mF\u0085G',
  unseen: '\u200b\u200d\ufeff\u00ad\u2060',
  halves: 'a\ud83d b\udc00 c',
  greek: 'Τράπεζα Ελλάδος, Банк России, Ŵŷ Łódź ﬁ',
  nothing: '',
  blank: ' \u00a0\u2003 ',
} as const;

/** The same everywhere that somebody else's text goes, in one record each. */
export function hostileReport(base: CreditReport): CreditReport {
  const record = base.consumerData.records[0] as AccountRecord;
  const texts = Object.values(HOSTILE_TEXTS);
  return {
    ...base,
    person: { ...base.person, firstName: HOSTILE_TEXTS.accents, lastName: HOSTILE_TEXTS.markup },
    consumerData: {
      records: texts.map((text) => ({
        ...record,
        companyName: text,
        accountNumber: text,
        bureaus: [{ id: 'equifax', ref: text }],
        disagreements: [{ field: 'accountType', values: [{ bureau: 'equifax', value: text }] }],
      })),
    },
    previousSearches: {
      providers: texts.map((companyName) => ({ companyName, records: [{ date: TODAY }] })),
    },
    residencies: base.residencies.map((residency) => ({
      ...residency,
      address: { ...residency.address, lines: texts },
    })),
    ...(base.coverage && { coverage: { ...base.coverage, names: [...texts], addresses: [...texts] } }),
  };
}
