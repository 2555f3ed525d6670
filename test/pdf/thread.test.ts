// The thread that makes PDFs, and its bounds: what takes too long or too much ends the thread and not the service, and the next PDF is made.
// Alone: it measures its own process.
import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../src/domain/refusal.ts';
import { createPdfMaker, type PdfLimits, type PdfMaker } from '../../src/pdf/pdf-maker.ts';
import { after, test } from '../support/long.ts';
import { checkPdf } from '../support/pdf/check-pdf.ts';
import { HOSTILE_TEXTS, ofAccounts, people, toPrint } from '../support/pdf/printed.ts';
import { leastBlockedMs } from '../support/services/loop-watch.ts';

const reports = people('pdf thread', 6);
const small = toPrint(ofAccounts(3, reports));
const large = toPrint(ofAccounts(40, reports));
const notices: { words: string; count?: number }[] = [];
const makers: PdfMaker[] = [];
function open(limits: Partial<PdfLimits> = {}): PdfMaker {
  notices.length = 0;
  // A busy machine takes its time: what is tried is not how fast it is.
  const given = { cpuMs: 500_000, timeMs: 500_000, startMs: 500_000, waitMs: 500_000, ...limits };
  const maker = createPdfMaker({
    onNotice: (words, facts) => notices.push({ words, ...facts }),
    limits: given,
  });
  makers.push(maker);
  return maker;
}
after(() => Promise.all(makers.map((maker) => maker.stop())));

const isRefused = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'service-unavailable' && (error.retryAfterSeconds ?? 0) > 0;

test('PDFs are drawn outside the event loop, several after each other, and letters without a font are told by their number', async () => {
  const maker = open({ atOnce: 4 });
  const hostile = toPrint({
    ...reports[0],
    person: { ...reports[0]?.person, lastName: HOSTILE_TEXTS.chinese },
  } as never);
  // The smallest, too: its bytes are handed over, not copied.
  const empty = toPrint({ ...(reports[0] as (typeof reports)[0]), consumerData: { records: [] } });
  assert.deepEqual(checkPdf(await maker.make(empty)).faults, []);
  const [one, two, big, replaced] = await Promise.all(
    [small, small, large, hostile].map((report) => maker.make(report)),
  );
  const blockedMs = await leastBlockedMs(10, () => maker.make(large));
  assert.ok(blockedMs < 10, `the event loop is free meanwhile, and was blocked for ${blockedMs} ms`);
  for (const pdf of [one, two, big, replaced]) assert.deepEqual(checkPdf(pdf as Uint8Array).faults, []);
  assert.ok(Buffer.from(one as Uint8Array).equals(two as Uint8Array));
  // Four in the name, which also stands at the head of each page.
  const { pages } = checkPdf(replaced as Uint8Array);
  assert.deepEqual(notices, [
    { words: 'a PDF has letters that no font of ours has', count: 4 * (pages + 1) },
  ]);
});

test('a PDF that takes too long is refused with 503, and the next one gets a new thread', async () => {
  const maker = open();
  const hasty = open({ timeMs: 1 });
  await assert.rejects(hasty.make(large), isRefused);
  await assert.rejects(hasty.make(small), isRefused);
  assert.deepEqual(
    notices.map(({ words }) => words),
    Array(2).fill('a PDF took too much time or memory; its thread was replaced'),
  );
  assert.ok((await maker.make(small)).length > 0);
});

const cannotTell = typeof Worker.prototype.cpuUsage === 'function' ? false : 'this Node cannot tell it';
test('a PDF that computes too long is refused, whatever the clock says', { skip: cannotTell }, async () => {
  const maker = open({ cpuMs: 1 });
  await assert.rejects(maker.make(toPrint(ofAccounts(2_000, reports))), isRefused);
  assert.equal(notices.length, 1);
});

test('a PDF that takes too much memory is refused with 503; the process goes on, and so does the maker', async () => {
  const maker = open({ memoryMb: 40 });
  assert.deepEqual(checkPdf(await maker.make(small)).faults, []);
  const huge = toPrint(ofAccounts(20_000, reports));
  await assert.rejects(maker.make(huge), isRefused);
  assert.equal(notices.length, 1);
  assert.deepEqual(checkPdf(await maker.make(small)).faults, []);
});

test('beyond two at once the next waits, and is refused when it has waited long enough; nobody waits when the queue is full', async () => {
  const maker = open({ waitMs: 0, queuedMax: 1 });
  const made = await Promise.allSettled([large, large, small, small].map((report) => maker.make(report)));
  assert.deepEqual(
    made.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  assert.ok(made.slice(2).every((one) => one.status === 'rejected' && isRefused(one.reason)));
  const patient = open();
  assert.equal((await Promise.all([small, small, small].map((report) => patient.make(report)))).length, 3);
});

test('a report that cannot be read is a fault that quotes nothing of it, and the thread stays', async () => {
  const maker = open();
  await assert.rejects(maker.make({ ...small, json: '{"person":"Ada Sample"' }), (error: Error) => {
    assert.match(error.message, /^a PDF could not be drawn: at /);
    return !error.message.includes('Ada') && !(error instanceof Refusal);
  });
  assert.ok((await maker.make(small)).length > 0);
  assert.deepEqual(notices, []);
});

test('a maker that was stopped refuses, and stopping twice is no matter', async () => {
  const maker = open();
  await maker.make(small);
  await maker.stop();
  await maker.stop();
  await assert.rejects(maker.make(small), isRefused);
});
