// Makes PDFs in one worker thread per process, so that the event loop never waits for one. It starts with the first PDF. A PDF that takes
// too long or too much memory ends the thread, and the next one gets a new thread; callers beyond the bounds are told to come back. Its time is
// what it computes: on a busy machine a large report takes longer by the clock, and is made all the same.
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../domain/refusal.ts';
import { createSlots } from '../outbound/slots.ts';
import type { ToPrint, WorkerAnswer } from './report-to-print.ts';

export type PdfMaker = ReturnType<typeof createPdfMaker>;

export type PdfLimits = {
  atOnce: number;
  queuedMax: number;
  waitMs: number;
  /** Of computing a PDF. Node before 24.6 cannot tell it of a thread: there the clock alone counts. */
  cpuMs: number;
  /** Of a PDF by the clock, once the thread has loaded. */
  timeMs: number;
  /** Of loading it. */
  startMs: number;
  memoryMb: number;
};
const LIMITS: PdfLimits = {
  atOnce: 2,
  queuedMax: 16,
  waitMs: 2_000,
  cpuMs: 5_000,
  timeMs: 25_000,
  startMs: 10_000,
  memoryMb: 256,
};
/** How often it is asked what it has computed. */
const LOOK_MS = 100;
/** Of the memory: where new objects are. */
const YOUNG_SHARE = 1 / 8;

export function createPdfMaker(needs: {
  /** For the log. */
  onNotice: (words: string, facts: { count?: number }) => void;
  limits?: Partial<PdfLimits>;
}) {
  const limits = { ...LIMITS, ...needs.limits };
  const slots = createSlots({
    slotsMax: limits.atOnce,
    queuedMax: limits.queuedMax,
    waitMs: limits.waitMs,
  });
  let worker: Worker | null = null;
  /** It has said so. */
  let isReady = false;
  /** The thread draws one PDF at a time: each waits for the one before. */
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function make(toPrint: ToPrint): Promise<Uint8Array> {
    const release = await slots.acquire();
    if (release === null || isStopped) throw busy();
    try {
      const mine = last.then(() => ask(toPrint));
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
  function ask(toPrint: ToPrint): Promise<WorkerAnswer | null> {
    if (isStopped) return Promise.reject(busy());
    const asked = worker ?? start();
    return new Promise((resolve) => {
      let stopLooking = (): void => {};
      const end = (answer: WorkerAnswer | null): void => {
        clearTimeout(timer);
        stopLooking();
        asked.off('message', begin).off('message', end).off('exit', fail);
        asked.unref();
        if (answer === null) {
          forget(asked);
          void asked.terminate();
          if (!isStopped) needs.onNotice('a PDF took too much time or memory; its thread was replaced', {});
        }
        resolve(answer);
      };
      const fail = (): void => end(null);
      let timer = setTimeout(fail, limits.startMs);
      const begin = (): void => {
        isReady = true;
        clearTimeout(timer);
        timer = setTimeout(fail, limits.timeMs);
        stopLooking = whenComputed(asked, limits.cpuMs, fail);
        asked.once('message', end);
        asked.postMessage(toPrint);
      };
      asked.ref();
      asked.once('exit', fail);
      // The first that it says is that it has loaded.
      if (isReady) begin();
      else asked.once('message', begin);
    });
  }

  function start(): Worker {
    const started = startWorker(limits.memoryMb);
    worker = started;
    // An error, such as too little memory, ends the thread; that it has ended is what we go by.
    started.on('error', () => {});
    started.once('exit', () => forget(started));
    return started;
  }

  function forget(ended: Worker): void {
    if (worker !== ended) return;
    worker = null;
    isReady = false;
  }

  return {
    /** Refuses with `service-unavailable` when it is busy, or when this one is too much for the bounds. */
    make,
    async stop(): Promise<void> {
      isStopped = true;
      await worker?.terminate();
    },
  };
}

/** Calls `end` once the thread has computed for so long, until it is stopped. */
function whenComputed(asked: Worker, cpuMs: number, end: () => void): () => void {
  if (typeof asked.cpuUsage !== 'function') return () => {};
  const begun = asked.cpuUsage();
  let isStopped = false;
  const look = setInterval(async () => {
    // A thread that has ended says nothing more; its end is heard of elsewhere.
    const used = await begun.then((before) => asked.cpuUsage(before)).catch(() => null);
    if (!isStopped && used !== null && used.user + used.system > cpuMs * 1_000) end();
  }, LOOK_MS);
  return () => {
    isStopped = true;
    clearInterval(look);
  };
}

/** Without the environment: it must not see its secrets. It only learns where compiled code is kept, if it is. */
function startWorker(memoryMb: number): Worker {
  const young = Math.ceil(memoryMb * YOUNG_SHARE);
  const kept = getCompileCacheDir();
  return new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'pdf',
    env: kept === undefined ? {} : { NODE_COMPILE_CACHE: dirname(kept) },
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
    'The PDF could not be made in time. Try again shortly; what is on it can be read as JSON.',
  );
}
