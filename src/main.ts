// The process, alone or as one of several workers (start/primary.js): read the configuration, open the database, compose, listen, print the URLs,
// drain on a signal.
// A start that fails prints one plain sentence and exits with code 1.

import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import pino from 'pino';
import { toStderr } from './cli/terminal.ts';
import { compose } from './compose/compose.ts';
import { openLive } from './compose/live-world.ts';
import type { Service } from './compose/service.ts';
import { type Config, readConfig, SETTINGS } from './config/config.ts';
import { unknownSettings } from './config/unknown-settings.ts';
import { VERSION } from './settings/version.ts';
import { describeStart, refusalInWords, say } from './start/announce.ts';
import type { Demo } from './start/demo-file.ts';
import { describeDemo, prepareDemo } from './start/demo-tenant.ts';
import { developmentPages, EXAMPLES, hasDevelopmentPages } from './start/development-pages.ts';
import { endOnSignals, type Output } from './start/end-on-signals.ts';
import { startTimers } from './start/housekeeping.ts';
import { tryGateways } from './start/try-gateways.ts';
import { asWorker } from './start/worker.ts';
import { lackOfRoom } from './storage/engine/connection/room.ts';
import { openStore, type Store } from './storage/engine/open.ts';
import { describeFault } from './telemetry/fault.ts';
import { startTracing } from './telemetry/start-tracing.ts';
import { tryJournal } from './usecases/reports/erasure-journal.ts';

const LOG_BACKLOG_BYTES_MAX = 8 * 1024 * 1024;
/**
 * The heap may grow to twice what is in use before V8 collects, for the whole process. By default it is four times on a large
 * machine: a burst of requests then leaves hundreds of megabytes of garbage. Twice holds a quarter less memory under five times
 * overload, and costs no measurable time. V8 reads the flag whenever it sets its next limit, so it may be set after the start.
 */
export const HEAP_GROWTH = '--heap-growing-percent=100';

export async function main(more: { openLive?: typeof openLive } = {}): Promise<void> {
  setFlagsFromString(HEAP_GROWTH);
  const startedAt = performance.now();
  const worker = asWorker(Number(process.env.WEB_CONCURRENCY));
  // Of several workers the first speaks for all.
  const tell = worker === null || worker.isFirst ? say : () => {};
  let store: Store | null = null;
  let service: Service | null = null;
  try {
    // Before the settings are read: a misspelt name is often why another one is missing.
    for (const line of unknownSettings(process.env, SETTINGS)) tell(line);
    const config = shareOf(readConfig(process.env), worker?.peers.count ?? 1);
    const output = pino.destination({
      dest: 1,
      sync: false,
      // The kernel writes 4 KiB to a pipe in one piece: the lines of several workers stay whole.
      minLength: worker === null ? 4096 : 2048,
      ...(worker !== null && { maxWrite: 4096 }),
      periodicFlush: 500,
      maxLength: LOG_BACKLOG_BYTES_MAX,
    }) as Output;
    // The reader of the log may disconnect; the service goes on without it.
    output.on('error', () => {});
    // At exit the library would retry for ever on a full disk. end-on-signals.ts flushes before the exit, with a deadline.
    output.flushSync = () => {};
    process.stdout.on('error', () => {});
    const logger = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, output);

    tell(`Trefoil ${VERSION} is starting.`);
    if (config.ERASURE_JOURNAL !== null) await tryJournal(config.ERASURE_JOURNAL);
    store = await openStore(config, say, worker?.openDatabase);
    const workers = worker?.peers.count ?? 1;
    if (worker === null || worker.isFirst)
      for (const line of await lackOfRoom(store.connection, config.DATABASE_POOL_SIZE * workers)) say(line);
    const writeLogLine = (line: string, isError: boolean): void => {
      if (logger.isLevelEnabled(isError ? 'error' : 'info')) output.write(line);
    };
    // Before compose, which registers the hooks only while tracing.
    const tracing = await startTracing(config, VERSION);
    let demo: Demo | null = null;
    service = await compose({
      config,
      connection: store.connection,
      logger,
      writeLogLine,
      tracing,
      ...(worker !== null && { peers: worker.peers }),
      openLive,
      openPages: ({ sms: { outbox }, hostDemo }) =>
        developmentPages(config, { outbox, hostDemo, examples: EXAMPLES, credential: () => demo }),
      ...more,
    });
    if (hasDevelopmentPages(config)) demo = await prepareDemo(service, config);
    worker?.takeConnections(service.app.server);
    await service.app.listen({ port: config.PORT, host: config.HOST });
    // For the next worker and the next start; Node would write it when this process ends, and not when it is killed.
    flushCompileCache();
    const timers = startTimers(service, logger);
    endOnSignals({ service, store, config, logger, output, timers, worker });
    if (worker !== null && !worker.isFirst) return;
    const tookMs = performance.now() - startedAt;
    say(describeStart(config, store, service, { tookMs, workers }));
    if (demo !== null) say(await describeDemo(service, config, demo));
    tryGateways(service.sms.gateways, logger).catch((error: unknown) =>
      logger.warn({ fault: describeFault(error) }, 'the gateways could not be tried'),
    );
  } catch (error) {
    toStderr(`${refusalInWords(error)}\n`);
    await service?.close().catch(() => {});
    await store?.close().catch(() => {});
    process.exit(1);
  }
}

/** The connections of the whole service, divided among its workers. */
function shareOf(config: Config, workers: number): Config {
  return { ...config, DATABASE_POOL_SIZE: Math.floor(config.DATABASE_POOL_SIZE / workers) };
}
