// A credit report as a PDF: the answer and all accounts first, each account, then what was searched, what to do when something is wrong, and
// the references. Words are those of the pages (domain/shown/). It knows the report and nothing else, not even the time: the same report gives
// the same bytes.
import { motorAgreements } from '../domain/agreements/motor-agreements.ts';
import { counted, inWords } from '../domain/in-words.ts';
import { LENDERS, withOwnLenders } from '../domain/lenders/registry.ts';
import type { AccountRecord, BureauId, CreditReport } from '../domain/reports/credit-report.ts';
import { type InOrder, inOrder } from '../domain/shown/account-order.ts';
import { alteredWords, missingWords } from '../domain/shown/coverage-words.ts';
import { DISPUTE_CHANNELS, HOW_TO_DISPUTE } from '../domain/shown/dispute-channels.ts';
import { doubtWords } from '../domain/shown/doubt-words.ts';
import { overTimeWords } from '../domain/shown/over-time.ts';
import { sumsOf } from '../domain/shown/report-sums.ts';
import {
  bureauDid,
  bureauName,
  clock,
  endingOf,
  inList,
  lenderOf,
  livedWords,
  londonDay,
  unansweredWords,
  unique,
} from '../domain/shown/report-view.ts';
import { day, shownAddress, shownName, withDays } from '../domain/shown/report-words.ts';
import { drawAccount, drawKey, leastOf } from './draw-account.ts';
import { drawCars } from './draw-cars.ts';
import { drawGlance } from './draw-glance.ts';
import { drawParts } from './draw-parts.ts';
import { background, edges, INK, STYLES } from './looks.ts';
import { inset, list, section, table } from './parts.ts';
import type { ReportToPrint } from './report-to-print.ts';
import { COLUMN, createSheets, heightOf, type Sheets } from './sheets.ts';
import { visible } from './typeset.ts';

/** More are not printed, and the PDF says so. */
const RECORDS_MAX = 1_000;
/** Of the key to the strips, with a little air. */
const KEY_HEIGHT = 20;
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
    accent: given.colour,
    background: (doc, type) => background(doc, type, { mark, accent: given.colour }),
  });
  const { title, firstName, lastName } = report.person;
  const name = [title, firstName, lastName].filter(Boolean).join(' ');
  const dayKey = new Date(madeAtMs).toISOString().slice(0, 10);

  const { records } = report.consumerData;
  const { scheme, bureaus } = given;
  const lenders = given.lenders.length === 0 ? LENDERS : withOwnLenders(given.lenders);
  const ordered = inOrder(records);
  sheets.within('Sect', () => {
    about(sheets, given, report, name);
    if (records.length > 0)
      drawCars(sheets, motorAgreements(report, { asOf: dayKey, bureaus, scheme, lenders }));
    sums(sheets, report, dayKey);
    drawGlance(sheets, [...ordered.first, ...ordered.unpaid, ...ordered.empty, ...ordered.ended]);
  });
  accounts(sheets, ordered, { dayKey, doubts: doubtWords(records) });
  sheets.within('Sect', () => coverage(sheets, given, report));
  drawParts(sheets, report);
  sheets.within('Sect', () => searches(sheets, report));
  sheets.within('Sect', () => addresses(sheets, report));
  sheets.within('Sect', () => dispute(sheets, report));
  if (records.length > 0) sheets.within('Sect', () => references(sheets, ordered));

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
  drawLogo(sheets, given.logo);
  sheets.paragraph('P', name, STYLES.name);
  sheets.gap(4);
  const current = residencies.find(({ isCurrent }) => isCurrent)?.address.lines.join(', ');
  table(sheets, [
    ['Born', day(person.dateOfBirth)],
    ['Lives at', current && shownAddress(current)],
    ['Asked by', given.askedBy],
    ['Made on', `${londonDay(madeAtMs)} at ${clock(madeAtMs)}`],
  ]);
  const simulated = bureaus.filter((bureau) => bureau.simulated).map(({ id }) => bureauName(id));
  const unanswered = unansweredWords(bureaus);
  if (unanswered !== null) inset(sheets, unanswered);
  if (isTest) inset(sheets, 'This is a test report. The person and the accounts are made up.');
  else if (simulated.length > 0)
    inset(sheets, `Simulated: what ${inList(simulated)} would have answered is made up.`);
}

/** At the right of the title, for the eye alone. */
function drawLogo(sheets: Sheets, logo: Uint8Array | null): void {
  if (logo === null) return;
  sheets.artifact((doc, y) =>
    doc.image(Buffer.from(logo), COLUMN.right - 150, y - 24, { fit: [150, 32], align: 'right' }),
  );
}

/** Side by side, each a paragraph; what the totals leave out below. */
function sums(sheets: Sheets, report: CreditReport, dayKey: string): void {
  const { sums: figures, leftOut } = sumsOf(report, dayKey);
  const [space, inside] = [6, 6];
  const width = (COLUMN.width - space * (figures.length - 1)) / figures.length;
  const tiles = figures.map(({ name, value, note, isBad }) =>
    [
      sheets.type.lines(name, STYLES.figureName, width - 2 * inside),
      sheets.type.lines(String(value), isBad ? STYLES.badFigure : STYLES.figure, width - 2 * inside),
      sheets.type.lines(note, STYLES.note, width - 2 * inside),
    ].flat(),
  );
  const height = Math.max(...tiles.map(heightOf)) + 2 * inside;
  sheets.gap(10);
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
  const said = [...leftOut, overTimeWords(report.consumerData.records, dayKey)].filter(
    (words) => words !== null,
  );
  if (said.length === 0) return;
  sheets.gap(8);
  list(sheets, said);
}

function coverage(sheets: Sheets, { bureaus }: ReportToPrint, { coverage: searched }: CreditReport): void {
  section(sheets, 'What this report covers');
  table(sheets, [
    ...bureaus.map(({ id, status, simulated }): [string, string] => {
      const asked = searched?.bureaus.find((one) => one.id === id);
      const parts = [
        inWords(bureauDid(status)),
        asked !== undefined && status === 'ok' && (asked.hasFile ? 'on file' : 'no file'),
        asked?.answered &&
          `${counted(asked.names, 'name')} searched at ${counted(asked.addresses, 'address')}`,
        simulated && 'simulated',
      ];
      return [bureauName(id), parts.filter(Boolean).join(', ')];
    }),
    ['Names searched', searched?.names.join(', ')],
    ['Addresses searched', searched && unique(searched.addresses).map(shownAddress).join('; ')],
    ['Oldest account', searched?.oldestRecord && `began on ${day(searched.oldestRecord)}`],
  ]);
  if (searched === undefined) return;
  inset(sheets, withDays(searched.notice));
  const said = [...missingWords(searched.bureaus), ...alteredWords(searched.bureaus)];
  if (said.length === 0) return;
  sheets.gap(8);
  list(sheets, said);
}

/** What is open in the order of its weight, then what has ended. */
function accounts(
  sheets: Sheets,
  { first, unpaid, empty, ended }: InOrder<AccountRecord>,
  seen: { dayKey: string; doubts: readonly (string | null)[] },
): void {
  let room = RECORDS_MAX;
  const groups = [
    { title: 'Open accounts', of: [...first, ...unpaid, ...empty] },
    { title: 'Settled and closed accounts', of: ended },
  ].map((group) => {
    const shown = group.of.slice(0, room);
    room -= shown.length;
    return { ...group, shown };
  });
  for (const [index, { title, shown }] of groups.filter((group) => group.shown.length > 0).entries())
    sheets.within('Sect', () => {
      const [next] = shown;
      section(sheets, title, next === undefined ? 0 : leastOf(sheets, next.record, seen.dayKey) + KEY_HEIGHT);
      if (index === 0) drawKey(sheets);
      for (const { record, place } of shown)
        drawAccount(sheets, record, { dayKey: seen.dayKey, doubt: seen.doubts[place] ?? null });
    });
  const count = first.length + unpaid.length + empty.length + ended.length;
  if (count > RECORDS_MAX) {
    const [all, printed] = [count, RECORDS_MAX].map((one) => NUMBER.format(one));
    sheets.within('Sect', () =>
      inset(sheets, `This PDF shows ${printed} of ${all} accounts. All are in the report itself.`),
    );
  }
  if (count === 0)
    sheets.within('Sect', () => {
      section(sheets, 'Accounts');
      sheets.paragraph('P', 'No accounts.', STYLES.text);
    });
}

function searches(sheets: Sheets, { previousSearches }: CreditReport): void {
  section(sheets, 'Previous searches');
  const found = previousSearches.providers.map(({ companyName, records }): [string, string] => [
    shownName(companyName),
    inList(unique(records.map(({ date }) => day(date)))),
  ]);
  if (found.length === 0) sheets.paragraph('P', 'None on file.', STYLES.text);
  else table(sheets, found, { valuesAt: 220 });
}

function addresses(sheets: Sheets, { residencies }: CreditReport): void {
  section(sheets, 'Addresses');
  if (residencies.length === 0) sheets.paragraph('P', 'None on file.', STYLES.text);
  table(
    sheets,
    residencies.map(({ address, isCurrent, yearsAtAddress, monthsAtAddress }) => {
      const lived = livedWords(yearsAtAddress, monthsAtAddress);
      const lines = shownAddress(address.lines.join(', '));
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
  sheets.paragraph('P', 'Give the reference of the account, which is in the list below:', STYLES.text);
  sheets.gap(2);
  list(
    sheets,
    (reported as BureauId[]).map((id) => {
      const { website, post } = DISPUTE_CHANNELS[id];
      return `${bureauName(id)}: ${website}, or ${post}`;
    }),
  );
}

/** By which each bureau finds an account. */
function references(sheets: Sheets, { first, unpaid, empty, ended }: InOrder<AccountRecord>): void {
  const all = [...first, ...unpaid, ...empty, ...ended].slice(0, RECORDS_MAX);
  section(sheets, 'References');
  const said = all.map(({ record }) => {
    const ending = endingOf(record);
    const name = visible(lenderOf(record)) || lenderOf({});
    const refs = record.bureaus.map(({ id, ref }) => `${bureauName(id)} ${ref}`).join(', ');
    return `${name}${ending === undefined ? '' : ` ··${ending}`}: ${refs}`;
  });
  sheets.paragraph('P', `${said.join('; ')}.`, STYLES.note);
}
