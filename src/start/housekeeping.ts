// What a running service does by itself: housekeeping every ten minutes, clearing up every two seconds, webhooks and mails as they are due.
import type { Logger } from 'pino';
import type { Service } from '../compose/service.ts';
import { describeFault } from '../telemetry/fault.ts';

const HOUSEKEEPING_MS = 10 * 60 * 1000;
const CLEAR_UP_MS = 2_000;
const PAYMENTS_MS = 2_000;
const NOTICES_MS = 15_000;

export type Timers = {
  /** Resolves when no run is under way: the database can be closed. */
  stop(): Promise<void>;
};

export function startTimers(service: Service, logger: Logger): Timers {
  service.deliverer.start();
  const timers = [
    every(HOUSEKEEPING_MS, 'housekeeping', async () =>
      logger.info(await service.keepHouse(), 'housekeeping'),
    ),
    every(CLEAR_UP_MS, 'clearing up', () => service.clearUp()),
    every(PAYMENTS_MS, 'payments', () => service.tendPayments()),
    every(NOTICES_MS, 'notices', () => service.tendEndpoints()),
  ];
  return {
    stop: async () => {
      await Promise.all([service.deliverer.stop(), ...timers.map((stop) => stop())]);
    },
  };

  /** Runs never overlap: one that is due while the last one still works is skipped. */
  function every(ms: number, name: string, work: () => Promise<unknown>): () => Promise<void> {
    let running: Promise<void> | null = null;
    const timer = setInterval(() => {
      running ??= work()
        .catch((error: unknown) => logger.warn({ fault: describeFault(error) }, `${name} failed`))
        .then(() => {
          running = null;
        });
    }, ms).unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  }
}
