// Gauges that are read when Prometheus scrapes and not before: breakers, the connection pool, and the backlog in the database.
// The backlog is queried at most every few seconds, however often we are scraped. A query that fails sets a gauge of its own
// instead of failing the page.
import { type Aggregator, Gauge, type Registry } from '@prometheus-io/client';
import { BREAKER_STATES, type BreakerState } from '../outbound/breaker.ts';

/** Connections of one process to the database. */
export type Connections = { inUse: number; idle: number; waiting: number; max: number };

/** Holds, reports and payments that are not settled, over all tenants. */
export type Backlog = {
  holds: { purpose: 'report' | 'sms'; count: number; credits: number; oldestSeconds: number }[];
  reportsInWork: number;
  overdueSeconds: number;
  challengesWaiting: number;
  challengeOldestSeconds: number;
  paymentsWaitingSeconds: number;
};

const BACKLOG_FRESH_MS = 5_000;
const BACKLOG_WAIT_MS = 2_000;

export type Gauges = {
  /** The state of each bureau and gateway, read at each scrape. */
  watchBreakers(read: () => Iterable<readonly [service: string, state: BreakerState]>): void;
  watchConnections(read: () => Connections): void;
  /** Every process reports the same figures, so take the maximum. */
  watchBacklog(read: () => Promise<Backlog>, nowMs: () => number): void;
  watchHousekeeping(secondsSince: () => number): void;
  /** Every process reports the same figures, so take the maximum; the readers are its own. */
  watchWebhooks(read: () => Promise<{ due: number; overdueSeconds: number }>, readers: () => number): void;
  watchTraces(dropped: () => number): void;
};

export function addGauges(registry: Registry): Gauges & { readAll(): Promise<void> } {
  const made =
    (aggregator: Aggregator): NewGauge =>
    (name, help, ...labelNames) =>
      new Gauge({ name, help, labelNames, aggregator, registers: [registry] });
  /** Each worker has its own: they add up. */
  const gauge = made('sum');
  /** Every worker reports the same, or the worst counts. */
  const highest = made('max');
  const lowest = made('min');

  const breakers = highest(
    'trefoil_breaker_state',
    '1 for the state that the circuit breaker of an outside service is in: closed (asked), half-open (probed), open (not asked).',
    'service',
    'state',
  );
  const setBreaker = (service: string, state: BreakerState): void => {
    for (const one of BREAKER_STATES) breakers.set({ service, state: one }, one === state ? 1 : 0);
  };

  // Read all gauges before rendering; one set by another's reading would lag a scrape behind.
  const readings: (() => void | Promise<void>)[] = [];

  return {
    readAll: async () => void (await Promise.all(readings.map((read) => read()))),

    watchBreakers(read) {
      readings.push(() => {
        for (const [service, state] of read()) setBreaker(service, state);
      });
    },

    watchConnections(read) {
      const connections = gauge(
        'trefoil_database_connections',
        "This process's connections to the database, by state: in-use, idle; and requests waiting for one.",
        'state',
      );
      const most = gauge('trefoil_database_connections_max', 'Connections that this process may have.');
      readings.push(() => {
        const { inUse, idle, waiting, max } = read();
        connections.set({ state: 'in-use' }, inUse);
        connections.set({ state: 'idle' }, idle);
        connections.set({ state: 'waiting' }, waiting);
        most.set(max);
      });
    },

    watchBacklog(read, nowMs) {
      const show = backlogGauges(highest);
      const readable = lowest('trefoil_backlog_readable', '1 while the backlog could be read, else 0.');
      let lastMs = Number.NEGATIVE_INFINITY;
      readings.push(async () => {
        if (nowMs() - lastMs < BACKLOG_FRESH_MS) return;
        lastMs = nowMs();
        const backlog = await withinTime(read());
        readable.set(backlog === null ? 0 : 1);
        if (backlog !== null) show(backlog);
      });
    },

    watchHousekeeping(secondsSince) {
      const age = lowest(
        'trefoil_housekeeping_age_seconds',
        'Time since this process last removed expired rows, or since its start.',
      );
      readings.push(() => age.set(secondsSince()));
    },

    watchWebhooks(read, readers) {
      const due = highest('trefoil_webhooks_due', 'Deliveries that are due now and not sent yet.');
      const overdue = highest(
        'trefoil_webhooks_overdue_seconds',
        'How long the oldest of them has been due; 0 without any.',
      );
      const waiting = gauge('trefoil_event_readers', 'Requests of this process that wait for an event.');
      readings.push(async () => {
        waiting.set(readers());
        const queue = await withinTime(read());
        if (queue === null) return;
        due.set(queue.due);
        overdue.set(queue.overdueSeconds);
      });
    },

    watchTraces(dropped) {
      const spans = gauge('trefoil_trace_spans_dropped', 'Spans that could not be sent since the start.');
      readings.push(() => spans.set(dropped()));
    },
  };
}

type NewGauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => Gauge<Label>;

function backlogGauges(gauge: NewGauge): (backlog: Backlog) => void {
  const holds = gauge(
    'trefoil_holds_open',
    'Holds that are neither posted nor given back, by purpose.',
    'purpose',
  );
  const credits = gauge('trefoil_holds_open_credits', 'Credits in those holds.', 'purpose');
  const age = gauge(
    'trefoil_holds_open_oldest_seconds',
    'Age of the oldest of them; 0 without any.',
    'purpose',
  );
  const inWork = gauge('trefoil_reports_in_work', 'Live reports that a process is at work on.');
  const overdue = gauge(
    'trefoil_reports_overdue_seconds',
    'How long the oldest report has waited to be cleared up after its process died; 0 without any.',
  );
  const waiting = gauge('trefoil_challenges_waiting', 'Live reports that wait for a code.');
  const waitingAge = gauge(
    'trefoil_challenges_oldest_seconds',
    'Time since the last send to the oldest of them.',
  );
  const payments = gauge(
    'trefoil_payments_waiting_seconds',
    'How long the oldest refund or charge has waited for the answer of the payment provider, or a payment to be asked about; 0 without any.',
  );
  return (backlog) => {
    for (const { purpose, count, credits: amount, oldestSeconds } of backlog.holds) {
      holds.set({ purpose }, count);
      credits.set({ purpose }, amount);
      age.set({ purpose }, oldestSeconds);
    }
    inWork.set(backlog.reportsInWork);
    overdue.set(backlog.overdueSeconds);
    waiting.set(backlog.challengesWaiting);
    waitingAge.set(backlog.challengeOldestSeconds);
    payments.set(backlog.paymentsWaitingSeconds);
  };
}

/** Null when it fails or times out. */
async function withinTime<T>(reading: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), BACKLOG_WAIT_MS);
  });
  return Promise.race([reading.catch(() => null), timeout]).finally(() => clearTimeout(timer));
}
