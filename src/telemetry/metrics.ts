// What an operator can count, by outcome: requests, reports, codes, bureaus, gateways, refusals. What is read only when it is
// asked for (connections, holds, what waits) is in gauges.ts. Every label comes from a fixed list of ours; none ever carries a
// tenant's or a consumer's data. docs/operations.md says what each one is good for.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { addGauges } from './gauges.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
// Bureaus think in seconds.
const OUTSIDE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30];

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];

  const requests = new Histogram({
    name: 'trefoil_http_request_duration_seconds',
    help: 'Requests by route, method and status: how many, and the time from first byte to the end of the answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const bureaus = new Histogram({
    name: 'trefoil_bureau_duration_seconds',
    help: 'Searches by bureau and outcome: how many, and how long the bureau took.',
    labelNames: ['bureau', 'outcome'] as const,
    buckets: OUTSIDE_BUCKETS,
    registers,
  });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const reports = counter(
    'trefoil_reports_total',
    'Generate requests by mode and the status that they were answered with.',
    'mode',
    'status',
  );
  const codes = counter('trefoil_codes_total', 'Submitted codes by what they led to.', 'outcome');
  const sms = counter(
    'trefoil_sms_total',
    'Messages by the gateway that was asked to take them and its answer; skipped: it was left alone for a while.',
    'gateway',
    'outcome',
  );
  const risk = counter('trefoil_risk_verdicts_total', 'Assessments by verdict.', 'verdict');
  const refusals = counter('trefoil_refusals_total', 'Refused requests by error code.', 'code');
  const limited = counter(
    'trefoil_rate_limited_total',
    'Requests refused by a rate limit, by which: address, caller, tenant, client, or the challenge itself.',
    'limit',
  );
  const replays = counter(
    'trefoil_idempotent_replays_total',
    'Requests answered with the stored answer of an earlier one with the same Idempotency-Key.',
  );
  const dropped = counter(
    'trefoil_log_rows_dropped_total',
    'Rows of the request log and of the timelines that were not written: the queue was full, or the database away.',
  );
  const shed = counter(
    'trefoil_requests_shed_total',
    'Requests refused at the door because this process had its hands full.',
  );
  const receipts = counter(
    'trefoil_sms_receipts_total',
    'Receipts of gateways by what they came to. unbilled: delivered, and there were no credits left to charge.',
    'gateway',
    'outcome',
  );
  const ready = new Gauge({
    name: 'trefoil_ready',
    help: '1 while the service takes requests, 0 while a part is sick or it is shutting down.',
    registers,
  });

  const { readAll, ...gauges } = addGauges(registry);

  return {
    ...gauges,
    countRequest(route: string, method: string, status: number, seconds: number): void {
      requests.observe({ route, method, status: String(status) }, seconds);
    },
    countReport: (mode: 'test' | 'live', status: string): void => reports.inc({ mode, status }),
    countReceipt: (gateway: string, outcome: string): void => receipts.inc({ gateway, outcome }),
    countCode: (outcome: string): void => codes.inc({ outcome }),
    countBureau: (bureau: string, outcome: string, seconds: number): void =>
      bureaus.observe({ bureau, outcome }, seconds),
    countSms: (gateway: string, outcome: string): void => sms.inc({ gateway, outcome }),
    countRisk: (verdict: string): void => risk.inc({ verdict }),
    countRefusal: (code: string): void => refusals.inc({ code }),
    countRateLimited: (limit: string): void => limited.inc({ limit }),
    countDropped: (count: number): void => dropped.inc(count),
    countReplay: (): void => replays.inc(),
    countShed: (): void => shed.inc(),
    setReady: (isReady: boolean): void => ready.set(isReady ? 1 : 0),
    contentType: registry.contentType,
    text: async (): Promise<string> => {
      await readAll();
      return registry.metrics();
    },
  };
}
