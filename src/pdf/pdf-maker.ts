// Makes PDFs in one worker thread per process, so that the event loop never waits for one. It starts with the first PDF. A PDF that takes
// too long or too much memory ends the thread, and the next one gets a new thread; callers beyond the bounds are told to come back.
import { Worker } from 'node:worker_threads';
import { Refusal } from '../domain/refusal.ts';
import { createSlots } from '../outbound/slots.ts';
import type { ReportToPrint } from './report-to-print.ts';

export type PdfMaker = {
  /** Refuses with `service-unavailable` when it is busy, or when this report is too much for the bounds. */
  make(report: ReportToPrint): Promise<Uint8Array>;
  stop(): Promise<void>;
};

/** What the worker answers. `replaced`: how many letters no font of ours has. `fault`: where it failed, without what it was drawing. */
export type WorkerAnswer = { pdf: Uint8Array<ArrayBuffer>; replaced: number } | { fault: string };

export type PdfLimits = {
  atOnce: number;
  queuedMax: number;
  waitMs: number;
  timeMs: number;
  memoryMb: number;
};
const LIMITS: PdfLimits = { atOnce: 2, queuedMax: 16, waitMs: 2_000, timeMs: 5_000, memoryMb: 256 };
/** Of the memory: where new objects are. */
const YOUNG_SHARE = 1 / 8;

export function createPdfMaker(needs: {
  /** For the log. */
  onNotice: (words: string, facts: { count?: number }) => void;
  limits?: Partial<PdfLimits>;
}): PdfMaker {
  const limits = { ...LIMITS, ...needs.limits };
  const slots = createSlots({
    slotsMax: limits.atOnce,
    queuedMax: limits.queuedMax,
    waitMs: limits.waitMs,
  });
  let worker: Worker | null = null;
  /** The thread draws one at a time: whoever has a slot waits for the one before. */
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function make(report: ReportToPrint): Promise<Uint8Array> {
    const release = await slots.acquire();
    if (release === null || isStopped) throw busy();
    try {
      const mine = last.then(() => ask(report));
      last = mine.catch(() => {});
      const answer = await mine;
      if (answer === null) throw tooMuch();
      if ('fault' in answer) throw new Error(`a PDF could not be drawn: ${answer.fault}`);
      if (answer.replaced > 0)
        needs.onNotice('a PDF has letters that no font of ours has', { count: answer.replaced });
      return answer.pdf;
    } finally {
      release();
    }
  }

  /** Null when the bounds ended it, and the thread with it. */
  function ask(report: ReportToPrint): Promise<WorkerAnswer | null> {
    if (isStopped) return Promise.reject(busy());
    worker ??= startWorker(limits.memoryMb);
    const asked = worker;
    return new Promise((resolve) => {
      const end = (answer: WorkerAnswer | null): void => {
        clearTimeout(timer);
        asked.removeAllListeners();
        // Also of a thread that is being ended: an error nobody listens to would end the process.
        asked.on('error', () => {});
        asked.unref();
        if (answer === null) {
          worker = null;
          void asked.terminate();
          if (!isStopped) needs.onNotice('a PDF took too much time or memory; its thread was replaced', {});
        }
        resolve(answer);
      };
      const timer = setTimeout(() => end(null), limits.timeMs);
      asked.ref();
      asked.once('message', end);
      asked.once('error', () => end(null));
      asked.once('exit', () => end(null));
      asked.postMessage(report);
    });
  }

  return {
    make,
    async stop() {
      isStopped = true;
      await worker?.terminate();
    },
  };
}

/** Without the environment: it needs nothing of it, and must not see its secrets. */
function startWorker(memoryMb: number): Worker {
  const young = Math.ceil(memoryMb * YOUNG_SHARE);
  return new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'pdf',
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb - young, maxYoungGenerationSizeMb: young },
  });
}

function busy(): Refusal {
  return new Refusal('service-unavailable', 'Too many PDFs are being made right now. Try again shortly.', {
    retryAfterSeconds: 2,
  });
}

function tooMuch(): Refusal {
  return new Refusal(
    'service-unavailable',
    'The PDF could not be made in time. Try again shortly; the report itself can be read as JSON.',
  );
}
