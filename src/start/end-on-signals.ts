// Shutdown: drain on SIGTERM, without the drain on Ctrl-C, with a deadline for both.
import type { DestinationStream, Logger } from 'pino';
import type { Service } from '../compose/service.ts';
import type { Config } from '../config/config.ts';
import type { Store } from '../storage/open.ts';
import { describeFault } from '../telemetry/fault.ts';
import type { Timers } from './housekeeping.ts';

const EXIT_DEADLINE_MS = 9_000;
const SECOND_SIGNAL_MS = 500;
const FLUSH_MS_MAX = 300;

export type Output = DestinationStream & {
  flush(done: () => void): void;
  flushSync(): void;
  on(event: 'error', heard: () => void): void;
};

/**
 * On SIGTERM: readiness fails, the balancer has time to notice, requests in flight finish, then everything closes. A second signal or
 * the deadline ends the wait. Ctrl-C does the same without waiting for a balancer.
 */
export function endOnSignals(given: {
  service: Service;
  store: Store;
  config: Config;
  logger: Logger;
  output: Output;
  timers: Timers;
}): void {
  const { service, store, config, logger, output, timers } = given;
  const exit = (code: number): void => {
    // A log that cannot be written must not keep the process alive: flushSync would retry for ever on a pipe without a reader.
    setTimeout(() => process.exit(code), FLUSH_MS_MAX);
    output.flush(() => process.exit(code));
  };
  let endingSinceMs: number | null = null;
  const end = async (drainMs: number): Promise<void> => {
    if (endingSinceMs !== null) {
      // Under npm one Ctrl-C arrives twice, from the terminal and from npm; a second one by hand comes later than that.
      if (performance.now() - endingSinceMs > SECOND_SIGNAL_MS) exit(1);
      return;
    }
    endingSinceMs = performance.now();
    setTimeout(() => exit(1), EXIT_DEADLINE_MS).unref();
    logger.info('draining');
    service.beginDraining();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    // Before the database is closed: a run under way would report that as a fault.
    await timers.stop();
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
