// A credit report as a PDF, from the title to what to do when something is wrong. Accounts are in draw-account.ts; words are those of the
// pages (domain/shown/report-view.ts). It knows the report and nothing else, not even the time: the same report gives the same bytes.
import { counted } from '../domain/in-words.ts';
import type { BureauId, CreditReport } from '../domain/reports/credit-report.ts';
import { alteredWords, missingWords } from '../domain/shown/coverage-words.ts';
import { DISPUTE_CHANNELS, HOW_TO_DISPUTE } from '../domain/shown/dispute-channels.ts';
import { doubtWords } from '../domain/shown/doubt-words.ts';
import { sumsOf } from '../domain/shown/report-sums.ts';
import {
  bureauName,
  bureauStatus,
  clock,
  inList,
  isCar,
  livedWords,
  londonDay,
  openAndEnded,
  summaryOf,
  unique,
  unreachableWords,
} from '../domain/shown/report-view.ts';
import { day, shownName, unbroken, withDays } from '../domain/shown/report-words.ts';
import { layAccount } from './draw-account.ts';
import { background, edges, INK, STYLES } from './looks.ts';
import { inset, list, section, table } from './pieces.ts';
import type { ReportToPrint } from './report-to-print.ts';
import { COLUMN, createSheets, heightOf, type Sheets } from './sheets.ts';

/** More are not printed, and the PDF says so. */
const RECORDS_MAX = 1_000;
const NUMBER = new Intl.NumberFormat('en-GB');

export type Drawn = { pdf: Uint8Array<ArrayBuffer>; replaced: number };

export async function drawReport(given: ReportToPrint): Promise<Drawn> {
  const report: CreditReport = JSON.parse(given.json);
  const { madeAtMs } = given;
  const mark = given.isTest ? 'TEST' : given.bureaus.some(({ simulated }) => simulated) ? 'SIMULATED' : null;
  const madeOn = londonDay(madeAtMs);
  const sheets = createSheets({
    title: `Credit report, ${madeOn}`,
    subject: `Report ${given.creditReportId}`,
    madeAt: new Date(madeAtMs),
    background: (doc, type) => background(doc, type, mark),
  });
  const name = [report.person.title, report.person.firstName, report.person.lastName]
    .filter(Boolean)
    .join(' ');
  const dayKey = new Date(madeAtMs).toISOString().slice(0, 10);

  sheets.within('Sect', () => {
    about(sheets, given, report, name);
    sums(sheets, report, dayKey);
  });
  sheets.within('Sect', () => coverage(sheets, given, report));
  accounts(sheets, report, dayKey);
  sheets.within('Sect', () => searches(sheets, report));
  sheets.within('Sect', () => addresses(sheets, report));
  sheets.within('Sect', () => dispute(sheets, report));

  const pdf = await sheets.finish((type, page, pages) =>
    edges(type, {
      asked: given.askedBy,
      about: `${name}, ${madeOn}`,
      id: `Report ${given.creditReportId}`,
      page: `Page ${page} of ${pages}`,
    }),
  );
  return { pdf, replaced: sheets.type.replaced() };
}

function about(
  sheets: Sheets,
  given: ReportToPrint,
  { person, residencies }: CreditReport,
  name: string,
): void {
  const { madeAtMs, isTest, bureaus } = given;
  sheets.heading('H1', 'Credit report', STYLES.title, { keep: 200 });
  sheets.gap(4);
  sheets.paragraph('P', name, STYLES.name);
  sheets.gap(8);
  const current = residencies.find(({ isCurrent }) => isCurrent)?.address.lines.join(', ');
  table(sheets, [
    ['Born', day(person.dateOfBirth)],
    ['Lives at', current && unbroken(current)],
    ['Asked by', given.askedBy],
    ['Made on', `${londonDay(madeAtMs)} at ${clock(madeAtMs)}`],
  ]);
  const simulated = bureaus.filter((bureau) => bureau.simulated).map(({ id }) => bureauName(id));
  if (isTest) inset(sheets, 'This is a test report. The person and the accounts are made up.');
  else if (simulated.length > 0)
    inset(sheets, `Simulated: what ${inList(simulated)} would have answered is made up.`);
}

/** Side by side, each a paragraph; what the totals leave out below. */
function sums(sheets: Sheets, report: CreditReport, dayKey: string): void {
  const { sums: figures, leftOut } = sumsOf(report, dayKey);
  const [space, inside] = [8, 8];
  const width = (COLUMN.width - space * (figures.length - 1)) / figures.length;
  const tiles = figures.map(({ name, value, note, isBad }) =>
    [
      sheets.type.lines(name, STYLES.figureName, width - 2 * inside),
      sheets.type.lines(String(value), isBad ? STYLES.badFigure : STYLES.figure, width - 2 * inside),
      sheets.type.lines(note, STYLES.note, width - 2 * inside),
    ].flat(),
  );
  const height = Math.max(...tiles.map(heightOf)) + 2 * inside;
  sheets.gap(16);
  sheets.room(height);
  for (const [index, lines] of tiles.entries()) {
    const x = index * (width + space);
    sheets.artifact((doc, y) => doc.roundedRect(COLUMN.left + x, y, width, height, 5).fill(INK.subtle));
    let below = inside;
    sheets.placed(
      lines.map((line) => {
        const at = { line, x: x + inside, y: below };
        below += heightOf([line]);
        return at;
      }),
    );
  }
  sheets.gap(height);
  if (leftOut.length === 0) return;
  sheets.gap(8);
  list(sheets, leftOut);
}

function coverage(sheets: Sheets, { bureaus }: ReportToPrint, { coverage: searched }: CreditReport): void {
  section(sheets, 'What this report covers');
  const unreachable = unreachableWords(bureaus);
  table(sheets, [
    ...bureaus.map(({ id, status, simulated }): [string, string] => {
      const asked = searched?.bureaus.find((one) => one.id === id);
      const parts = [
        bureauStatus(status),
        asked !== undefined && status === 'ok' && (asked.hasFile ? 'on file' : 'no file'),
        asked !== undefined &&
          `${counted(asked.names, 'name')} searched at ${counted(asked.addresses, 'address')}`,
        simulated && 'simulated',
      ];
      return [bureauName(id), parts.filter(Boolean).join(', ')];
    }),
    ['Names searched', searched?.names.join(', ')],
    ['Addresses searched', searched && unique(searched.addresses).map(unbroken).join('; ')],
    ['Oldest account', searched?.oldestRecord && `began on ${day(searched.oldestRecord)}`],
  ]);
  if (unreachable !== null) inset(sheets, unreachable);
  if (searched === undefined) return;
  inset(sheets, withDays(searched.notice));
  const said = [...missingWords(searched.bureaus), ...alteredWords(searched.bureaus)];
  if (said.length === 0) return;
  sheets.gap(8);
  list(sheets, said);
}

/** Car finance first, open or not; then what is open, then what has ended. */
function accounts(sheets: Sheets, report: CreditReport, dayKey: string): void {
  const { records } = report.consumerData;
  const doubts = new Map(doubtWords(records).map((words, index) => [records[index], words]));
  const cars = openAndEnded(records.filter(isCar));
  const others = openAndEnded(records.filter((record) => !isCar(record)));
  let room = RECORDS_MAX;
  const groups = [
    { title: 'Car finance', of: [...cars.open, ...cars.ended] },
    { title: 'Open accounts', of: others.open },
    { title: 'Settled and closed accounts', of: others.ended },
  ].map((group) => {
    const shown = group.of.slice(0, room);
    room -= shown.length;
    return { ...group, shown };
  });
  for (const { title, shown } of groups) {
    if (shown.length === 0) continue;
    sheets.within('Sect', () => {
      for (const [index, record] of shown.entries()) {
        const account = layAccount(sheets, record, { dayKey, doubt: doubts.get(record) ?? null });
        if (index === 0) section(sheets, title, account.height);
        account.draw();
      }
    });
  }
  if (records.length > RECORDS_MAX) {
    const [all, printed] = [records.length, RECORDS_MAX].map((count) => NUMBER.format(count));
    sheets.within('Sect', () =>
      inset(sheets, `This PDF shows ${printed} of ${all} accounts. All are in the report itself.`),
    );
  }
  if (records.length === 0)
    sheets.within('Sect', () => {
      section(sheets, 'Accounts');
      sheets.paragraph('P', summaryOf(0, 0), STYLES.text);
    });
}

function searches(sheets: Sheets, { previousSearches }: CreditReport): void {
  section(sheets, 'Previous searches');
  const found = previousSearches.providers.map(({ companyName, records }): [string, string] => [
    shownName(companyName),
    inList(unique(records.map(({ date }) => day(date)))),
  ]);
  if (found.length === 0) sheets.paragraph('P', 'None on file.', STYLES.text);
  else table(sheets, found, 220);
}

function addresses(sheets: Sheets, { residencies }: CreditReport): void {
  section(sheets, 'Addresses');
  if (residencies.length === 0) sheets.paragraph('P', 'None on file.', STYLES.text);
  table(
    sheets,
    residencies.map(({ address, isCurrent, yearsAtAddress, monthsAtAddress }) => {
      const lived = livedWords(yearsAtAddress, monthsAtAddress);
      const lines = unbroken(address.lines.join(', '));
      return [
        isCurrent ? 'Current address' : 'Earlier address',
        lived === null ? lines : `${lines} (${lived})`,
      ];
    }),
  );
}

function dispute(sheets: Sheets, { consumerData }: CreditReport): void {
  section(sheets, 'Is something wrong?');
  for (const words of HOW_TO_DISPUTE) {
    sheets.paragraph('P', words, STYLES.text);
    sheets.gap(6);
  }
  const reported = unique(consumerData.records.flatMap(({ bureaus }) => bureaus.map(({ id }) => id))).sort();
  if (reported.length === 0) return;
  sheets.paragraph(
    'P',
    'Each account says who reported it, and by which reference they find it:',
    STYLES.text,
  );
  sheets.gap(2);
  list(
    sheets,
    (reported as BureauId[]).map((id) => {
      const { website, post } = DISPUTE_CHANNELS[id];
      return `${bureauName(id)}: ${website}, or ${post}`;
    }),
  );
}
