// Ten thousand reports of the invented population as PDFs: no fault of the checker, and the same bytes twice, in another order and from
// another thread. Then the time that they take. PDF_REPORTS and PDF_SEED set the run; PDF_RANGE, such as 2500-5000, is a part of it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { drawReport } from '../../src/pdf/draw-report.ts';
import { createPdfMaker } from '../../src/pdf/pdf-maker.ts';
import { populationDocuments } from '../support/bureaus/population-documents.ts';
import { checkPdf } from '../support/pdf/check-pdf.ts';
import { HOSTILE_TEXTS, ofAccounts, people, toPrint } from '../support/pdf/printed.ts';
import { watchLoop } from '../support/services/loop-watch.ts';

const REPORTS = Number(process.env.PDF_REPORTS ?? 200);
const SEED = process.env.PDF_SEED ?? 'pdf chaos';
const [FROM = 0, TO = REPORTS] = process.env.PDF_RANGE?.split('-').map(Number) ?? [];
/** How often a long run says how far it is. */
const SAID_EVERY = 500;
/** Every so many a hostile text is the name of a lender. */
const HOSTILE_EVERY = 10;
const CPU_MS_MAX = { 24: 150, 400: 1_000 };
const LOOP_MS_MAX = 10;
const ROUNDS = 7;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const maker = createPdfMaker({
  onNotice: () => {},
  limits: { timeMs: 500_000, startMs: 500_000, waitMs: 500_000 },
});
after(() => maker.stop());

test(`${TO - FROM} reports: no fault, and the same bytes twice`, async () => {
  let [pages, bytes, accounts, index] = [0, 0, 0, FROM];
  const texts = Object.values(HOSTILE_TEXTS);
  for (const { report } of populationDocuments(SEED, REPORTS, undefined, [FROM, TO])) {
    const [record] = report.consumerData.records;
    if (index % HOSTILE_EVERY === 0 && record !== undefined)
      record.companyName = texts[(index / HOSTILE_EVERY) % texts.length] ?? '';
    const given = toPrint(report, { isTest: index % 3 === 0 });
    const { pdf } = await drawReport(given);
    const checked = checkPdf(pdf);
    assert.deepEqual(checked.faults, [], `person ${index} of seed "${SEED}"`);
    // The other one is drawn in the thread, after other reports than this one.
    assert.ok(Buffer.from(pdf).equals(await maker.make(given)), `person ${index}: other bytes`);
    pages += checked.pages;
    bytes += pdf.length;
    accounts += report.consumerData.records.length;
    index++;
    if (index % SAID_EVERY === 0) say(`${index} of ${FROM} to ${TO}`);
  }
  say(
    `seed "${SEED}": ${index - FROM} reports, ${accounts} accounts, ${pages} pages, ${Math.round(bytes / 1_000_000)} MB, no fault`,
  );
});

for (const [count, maxMs] of Object.entries(CPU_MS_MAX))
  test(`${count} accounts take at most ${maxMs} ms of CPU`, async () => {
    const given = toPrint(ofAccounts(Number(count), people(SEED, 40)));
    const times: number[] = [];
    let size = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = process.cpuUsage();
      size = (await drawReport(given)).pdf.length;
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
    }
    const sorted = times.toSorted((a, b) => a - b).map(Math.round);
    say(`${count} accounts: ${sorted.join(', ')} ms of CPU, ${Math.round(size / 1000)} KB`);
    assert.ok((sorted[Math.floor(ROUNDS / 2)] ?? 0) <= maxMs, String(sorted));
  });

test(`meanwhile nobody waits more than ${LOOP_MS_MAX} ms for the event loop`, async () => {
  const given = toPrint(ofAccounts(400, people(SEED, 40)));
  await maker.make(given);
  const loop = watchLoop();
  for (let round = 0; round < ROUNDS; round++) await maker.make(given);
  const longestMs = loop.end();
  say(`longest turn of the event loop: ${longestMs.toFixed(1)} ms`);
  assert.ok(longestMs <= LOOP_MS_MAX, String(longestMs));
});
