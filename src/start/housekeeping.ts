// The timers of a running service: housekeeping every ten minutes, clearing up every two seconds.
import type { Logger } from 'pino';
import type { Service } from '../compose/service.ts';
import { describeFault } from '../telemetry/fault.ts';

const HOUSEKEEPING_MS = 10 * 60 * 1000;

const CLEAR_UP_MS = 2_000;

export function startTimers(service: Service, logger: Logger): void {
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
