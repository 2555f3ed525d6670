// Shutdown: drain on SIGTERM, without the drain on Ctrl-C, with a deadline for both. A worker is told so by its primary as well, and may be told
// to leave: another one has taken its place.
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationStream, Logger } from 'pino';
import type { Service } from '../compose/service.ts';
import type { Config } from '../config/config.ts';
import type { Store } from '../storage/engine/open.ts';
import { describeFault } from '../telemetry/fault.ts';
import type { Timers } from './housekeeping.ts';
import type { Worker } from './worker.ts';

const EXIT_DEADLINE_MS = 9_000;
/** Longer than a request may take: nobody waits for one that leaves. */
const LEAVE_DEADLINE_MS = 60_000;
/** How long one that leaves lets a connection be idle before it closes it. */
const LEAVE_IDLE_MS = 10_000;
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
  worker: Worker | null;
}): void {
  const { service, store, config, logger, output, timers, worker } = given;
  const exit = (code: number): void => {
    // A log that cannot be written must not keep the process alive: flushSync would retry for ever on a pipe without a reader.
    setTimeout(() => process.exit(code), FLUSH_MS_MAX);
    output.flush(() => process.exit(code));
  };
  const closeAll = async (): Promise<void> => {
    // Before the database is closed: a run under way would report that as a fault.
    await timers.stop();
    await service.close();
    await store.close();
    logger.info('ended');
    exit(0);
  };
  const orExit = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      logger.error({ fault: describeFault(error) }, 'could not end in good order');
      exit(1);
    });
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
    await sleep(drainMs);
    await closeAll();
  };
  const endOrExit = (drainMs: number) => (): void => orExit(end(drainMs));

  const leave = async (): Promise<void> => {
    logger.info('leaving');
    setTimeout(() => exit(1), LEAVE_DEADLINE_MS).unref();
    await leaveConnections(service);
    await worker?.leaveCounts();
    await closeAll();
  };

  process.on('SIGTERM', endOrExit(config.SHUTDOWN_DRAIN_MS));
  process.on('SIGINT', endOrExit(0));
  // The primary's affair, which hears it too when a terminal is closed.
  process.on('SIGHUP', worker === null ? endOrExit(0) : () => {});
  worker?.beginServing({
    end: (isDrained) => orExit(end(isDrained ? config.SHUTDOWN_DRAIN_MS : 0)),
    leave: () => orExit(leave()),
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ fault: describeFault(error) }, 'a bug: this process ends and must be started again');
    exit(1);
  });
}

/**
 * No new connections; the open ones are closed by their next answer. Those that ask nothing are closed in the end: a request that is on its way
 * on one of them right now would be lost. With 1.5 seconds 5 of 155,000 were, so they are given more; nobody waits for it.
 */
async function leaveConnections(service: Service): Promise<void> {
  const { server } = service.app;
  service.beginLeaving();
  // Not the close of an HTTP server, which closes idle connections at once.
  const closed = new Promise<void>((resolve) => void Server.prototype.close.call(server, () => resolve()));
  const idle = setTimeout(() => {
    server.closeIdleConnections();
    // Those that become idle later.
    idle.refresh();
  }, LEAVE_IDLE_MS);
  await closed;
  clearTimeout(idle);
}
