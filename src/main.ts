// The process: read the configuration, open the database, compose, listen, tell where to go, drain on a signal.
// What can go wrong at the start is told in one plain sentence, with exit code 1.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type DestinationStream, type Logger } from 'pino';
import { compose } from './compose.ts';
import { BadConfig, type Config, readConfig } from './config.ts';
import { type Demo, describeDemo, prepareDemo } from './demo.ts';
import { developmentPages, EXAMPLES, hasDevelopmentPages } from './development.ts';
import { keepHeapSmall } from './heap.ts';
import { describeFault } from './http/logging.ts';
import { openLive } from './live.ts';
import type { Service } from './service.ts';
import { SealBroken } from './storage/envelope.ts';
import { openStore, StartRefused, type Store } from './store.ts';
import { startTracing } from './tracing/start.ts';

const HOUSEKEEPING_MS = 10 * 60 * 1000;
const CLEAR_UP_MS = 2_000;
const EXIT_DEADLINE_MS = 9_000;
const SECOND_SIGNAL_MS = 500;
const FLUSH_MS_MAX = 300;
const LOG_BACKLOG_BYTES_MAX = 8 * 1024 * 1024;

type Output = DestinationStream & {
  flush(done: () => void): void;
  flushSync(): void;
  on(event: 'error', heard: () => void): void;
};

export async function main(more: { openLive?: typeof openLive } = {}): Promise<void> {
  keepHeapSmall();
  const startedAt = performance.now();
  let store: Store | null = null;
  let service: Service | null = null;
  try {
    const config = readConfig(process.env);
    const output = pino.destination({
      dest: 1,
      sync: false,
      minLength: 4096,
      periodicFlush: 500,
      maxLength: LOG_BACKLOG_BYTES_MAX,
    }) as Output;
    // Whoever reads what we say may go away; the service works on without it.
    output.on('error', () => {});
    // At its end, or at a bug, the library would try for ever to write to a disk that is full. We flush before we end, for a while.
    output.flushSync = () => {};
    process.stdout.on('error', () => {});
    const logger = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, output);

    say(`Trefoil ${version()} is starting.`);
    store = await openStore(config, say);
    const writeLogLine = (line: string, isError: boolean): void => {
      if (logger.isLevelEnabled(isError ? 'error' : 'info')) output.write(line);
    };
    // Before the app is put together, which looks whether there is tracing.
    const tracing = await startTracing(config, version());
    let demo: Demo | null = null;
    service = await compose({
      config,
      connection: store.connection,
      logger,
      writeLogLine,
      tracing,
      openLive,
      openPages: ({ sms: { outbox } }) =>
        developmentPages(config, { outbox, examples: EXAMPLES, credential: () => demo }),
      ...more,
    });
    if (hasDevelopmentPages(config)) demo = await prepareDemo(service, config);
    await service.app.listen({ port: config.PORT, host: config.HOST });
    endOnSignals({ service, store, config, logger, output });
    keepHouseNowAndThen(service, logger);
    say(describeStart(config, store, service, performance.now() - startedAt));
    if (demo !== null) say(await describeDemo(service, config, demo));
  } catch (error) {
    process.stderr.write(`${inWords(error)}\n`);
    await service?.close().catch(() => {});
    await store?.close().catch(() => {});
    process.exit(1);
  }
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One sentence for each thing that a person can mend; a bug keeps its stack, because nobody else will tell us. */
function inWords(error: unknown): string {
  if (error instanceof BadConfig) return error.problems.join('\n');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const { port, address } = (error ?? {}) as { port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken. Stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL')
    return `HOST ${address} is not an address of this machine. Set HOST to 127.0.0.1 or 0.0.0.0.`;
  if (error instanceof StartRefused) return error.message;
  if (error instanceof SealBroken) {
    return 'The database was sealed under another ENCRYPTION_KEY. Start with the key that it was made with.';
  }
  return `Trefoil could not start: ${error instanceof Error ? error.stack : String(error)}`;
}

function describeStart(config: Config, store: Store, service: Service, tookMs: number): string {
  const lines = [
    '',
    `  Trefoil ${version()} · ${config.publicUrl}  (ready in ${(tookMs / 1000).toFixed(1)} s)`,
    `  Database   ${store.description}`,
    `  Console    ${config.publicUrl}/app`,
    `  Reference  ${config.publicUrl}/reference`,
    `  OpenAPI    ${config.publicUrl}/openapi.json`,
    `  Health     ${config.publicUrl}/health/ready`,
  ];
  if (hasDevelopmentPages(config) && service.sms.outbox !== null) {
    lines.push(`  Demo page  ${config.publicUrl}/demo`, `  Outbox     ${config.publicUrl}/dev/outbox`);
  }
  const simulated = service.live?.simulatedBureaus ?? [];
  if (simulated.length > 0) {
    lines.push(`  Bureaus    SIMULATED: ${simulated.join(', ')}. Their people are invented.`);
  }
  if (service.sms.gateways.every(({ isSimulated }) => isSimulated)) {
    lines.push(`  SMS        SIMULATED: ${config.SMS_GATEWAYS.join(', ')}. No phone rings.`);
  }
  if (config.NODE_ENV === 'development') {
    lines.push("  Mode       development: known encryption key. Not for real people's data.");
  }
  return lines.join('\n');
}

function keepHouseNowAndThen(service: Service, logger: Logger): void {
  const run = (): void => {
    service.keepHouse().then(
      (removed) => logger.info(removed, 'housekeeping'),
      (error: unknown) => logger.warn({ fault: describeFault(error) }, 'housekeeping failed'),
    );
  };
  setInterval(run, HOUSEKEEPING_MS).unref();

  let isBusy = false;
  setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    service
      .clearUp()
      .catch((error: unknown) => logger.warn({ fault: describeFault(error) }, 'clearing up failed'))
      .finally(() => {
        isBusy = false;
      });
  }, CLEAR_UP_MS).unref();
}

/**
 * On SIGTERM: readiness goes off, the balancer has time to notice, what is in flight is finished, then all is let go.
 * A second signal, or a deadline, ends the wait. Ctrl-C does the same without waiting for a balancer.
 */
function endOnSignals(given: {
  service: Service;
  store: Store;
  config: Config;
  logger: Logger;
  output: Output;
}): void {
  const { service, store, config, logger, output } = given;
  const exit = (code: number): void => {
    // A log that cannot be written must not keep the process: flushSync would try for ever on a pipe that nobody reads.
    setTimeout(() => process.exit(code), FLUSH_MS_MAX);
    output.flush(() => process.exit(code));
  };
  let endingSinceMs: number | null = null;
  const end = async (drainMs: number): Promise<void> => {
    if (endingSinceMs !== null) {
      // One Ctrl-C under npm arrives twice, from the terminal and from npm; an impatient person is slower than that.
      if (performance.now() - endingSinceMs > SECOND_SIGNAL_MS) exit(1);
      return;
    }
    endingSinceMs = performance.now();
    setTimeout(() => exit(1), EXIT_DEADLINE_MS).unref();
    logger.info('draining');
    service.beginDraining();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    await service.close();
    await store.close();
    logger.info('ended');
    exit(0);
  };
  const endOrExit = (drainMs: number) => (): void => {
    end(drainMs).catch((error: unknown) => {
      logger.error({ fault: describeFault(error) }, 'could not end in good order');
      exit(1);
    });
  };
  process.on('SIGTERM', endOrExit(config.SHUTDOWN_DRAIN_MS));
  process.on('SIGINT', endOrExit(0));
  process.on('SIGHUP', endOrExit(0));
  process.on('uncaughtException', (error) => {
    logger.fatal({ fault: describeFault(error) }, 'a bug: this process ends and must be started again');
    exit(1);
  });
}

function version(): string {
  const file = join(import.meta.dirname, '../package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
