// The thread that draws: a report or an invoice comes in, its PDF goes out, one after the other. What fails is told by where, never by what was drawn.
import { parentPort } from 'node:worker_threads';
import { drawInvoice } from './draw-invoice.ts';
import { type Drawn, drawReport } from './draw-report.ts';
import type { ToPrint, WorkerAnswer } from './report-to-print.ts';

parentPort?.postMessage('ready');
parentPort?.on('message', async (toPrint: ToPrint) => {
  const answer: WorkerAnswer = await draw(toPrint).catch((error: unknown) => ({
    fault: placeOf(error),
  }));
  parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : []);
});

const draw = (toPrint: ToPrint): Promise<Drawn> =>
  'invoice' in toPrint ? drawInvoice(toPrint) : drawReport(toPrint);

/** The frames of its stack without its message, which may quote what was drawn. */
function placeOf(error: unknown): string {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return (
    frames
      .slice(0, 3)
      .map((line) => line.trim())
      .join(' ') || 'unknown place'
  );
}
