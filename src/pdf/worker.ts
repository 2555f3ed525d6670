// The thread that draws: a report comes in, its PDF goes out, one after the other. What fails is told by where, never by what was drawn.
import { parentPort } from 'node:worker_threads';
import { drawReport } from './draw-report.ts';
import type { ReportToPrint, WorkerAnswer } from './report-to-print.ts';

parentPort?.postMessage('ready');
parentPort?.on('message', async (report: ReportToPrint) => {
  const answer: WorkerAnswer = await drawReport(report).catch((error: unknown) => ({
    fault: placeOf(error),
  }));
  parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : []);
});

/** The frames of its stack without its message, which may quote the report. */
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
