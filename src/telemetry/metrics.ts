// The counters and histograms of Prometheus: requests, reports, codes, bureaus, gateways, refusals, by outcome. Gauges that are
// read at a scrape (connections, holds, backlog) are in gauges.ts. Every label comes from a fixed list of ours; none carries data of
// a tenant or a consumer. docs/operations.md says what each metric answers.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { VERSION } from '../settings/version.ts';
import { addGauges, type Gauges } from './gauges.ts';
import { createAlone, type Peers } from './peers.ts';

export type Metrics = Gauges & {
  countRequest(route: string, method: string, status: number, seconds: number): void;
  countReport(mode: 'test' | 'live', status: string): void;
  countSession(mode: 'test' | 'live', state: string): void;
  countReceipt(gateway: string, outcome: string): void;
  countPayment(purpose: string, state: string): void;
  countPaymentEvent(outcome: string): void;
  countCode(outcome: string): void;
  countBureau(bureau: string, outcome: string, seconds: number): void;
  countSms(gateway: string, outcome: string): void;
  countRisk(verdict: string): void;
  countRefusal(code: string): void;
  countRateLimited(limit: string): void;
  countDropped(count: number): void;
  countDelivery(outcome: string, seconds: number): void;
  countReplay(): void;
  countShed(): void;
  countCut(reason: string): void;
  /** A look-up of a postcode on a hosted page. */
  countAddressFind(outcome: string): void;
  /** A browser stopped the device script on a hosted page. */
  countBlockedDevice(): void;
  setReady(isReady: boolean): void;
  /**
   * Shows counters at 0 before their first event. A series that is born at 1 has not increased, so no alert would hear of it.
   */
  startAtZero(known: KnownLabels): void;
  contentType: string;
  /** The page that Prometheus scrapes. */
  text(): Promise<string>;
};

type GatewayOutcome = { gateway: string; outcome: string };

/** Label values that are known at the start. */
export type KnownLabels = {
  refusals: readonly string[];
  sms: readonly GatewayOutcome[];
  receipts: readonly GatewayOutcome[];
  reports: readonly string[];
  sessions: readonly string[];
  codes: readonly string[];
  verdicts: readonly string[];
  deliveries: readonly string[];
  limits: readonly string[];
  payments: readonly { purpose: string; state: string }[];
  paymentEvents: readonly string[];
  addressFinds: readonly string[];
};

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
// Bureaus answer in seconds.
const OUTSIDE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30];

/** `peers`: the page speaks for all workers of the service. Counters add up; each gauge says how it is combined. */
export function createMetrics(peers: Peers = createAlone()): Metrics {
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
  const deliveries = new Histogram({
    name: 'trefoil_webhook_duration_seconds',
    help: 'Tries to deliver a webhook by outcome: how many, and how long the receiver took. retry: it is tried again later.',
    labelNames: ['outcome'] as const,
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
  const sessions = counter(
    'trefoil_consumer_sessions_total',
    'Sessions of the hosted page by mode and the state that they came to.',
    'mode',
    'state',
  );
  const codes = counter('trefoil_codes_total', 'Submitted codes by what they led to.', 'outcome');
  const sms = counter(
    'trefoil_sms_total',
    'Messages by gateway and its answer; skipped: its circuit breaker was open and it was not asked.',
    'gateway',
    'outcome',
  );
  const risk = counter('trefoil_risk_verdicts_total', 'Assessments by verdict.', 'verdict');
  const refusals = counter('trefoil_refusals_total', 'Refused requests by error code.', 'code');
  const limited = counter(
    'trefoil_rate_limited_total',
    'Requests refused by a rate limit, by which: address, caller, tenant, client, in-flight (too many at once from one address), or the challenge itself.',
    'limit',
  );
  const replays = counter(
    'trefoil_idempotent_replays_total',
    'Requests answered with the stored answer of an earlier one with the same Idempotency-Key.',
  );
  const dropped = counter(
    'trefoil_log_rows_dropped_total',
    'Rows of the request log and of the timelines that were not written: the queue was full, or the database out of reach.',
  );
  const blockedDevices = counter(
    'trefoil_device_scripts_blocked_total',
    'Visits to the hosted page whose browser stopped the device script, an ad blocker for example.',
  );
  const addressFinds = counter(
    'trefoil_address_lookups_total',
    'Postcodes that live visits to the hosted page looked up, by what came of it. none: no such postcode; unanswered: the supplier did not answer.',
    'outcome',
  );
  const shed = counter(
    'trefoil_requests_shed_total',
    'Requests shed before they were read because this process was overloaded.',
  );
  const cuts = counter(
    'trefoil_connections_cut_total',
    'Connections closed by us before their time. evicted: it waited longest of too many; pipelined: too many unanswered requests; slow-reader: an answer was not read in time; ending: it kept the process from ending.',
    'reason',
  );
  const receipts = counter(
    'trefoil_sms_receipts_total',
    'Receipts of gateways by what they came to. unbilled: delivered, and there were no credits left to charge.',
    'gateway',
    'outcome',
  );
  const payments = counter(
    'trefoil_payments_total',
    'Payments by what they are for and the state that they came to. needs-attention: paid, and not as asked.',
    'purpose',
    'state',
  );
  const paymentEvents = counter(
    'trefoil_payment_events_total',
    'Events of the payment provider by what they came to. forged: not signed by it.',
    'outcome',
  );
  new Gauge({
    name: 'trefoil_build_info',
    help: 'Always 1; the labels say which version answers, and on which Node.',
    labelNames: ['version', 'node'] as const,
    aggregator: 'first',
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1);
  const ready = new Gauge({
    name: 'trefoil_ready',
    help: '1 while the service takes requests, 0 while a part of it fails or it is shutting down.',
    aggregator: 'min',
    registers,
  });

  new Gauge({
    name: 'trefoil_workers',
    help: 'Workers of this service that answer (WEB_CONCURRENCY).',
    registers,
  }).set(1);

  const { readAll, ...gauges } = addGauges(registry);
  peers.onAsked('metrics', async () => {
    await readAll();
    return registry.getMetricsAsJSON();
  });

  return {
    ...gauges,
    countRequest: (route, method, status, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    countReport: (mode, status) => reports.inc({ mode, status }),
    countSession: (mode, state) => sessions.inc({ mode, state }),
    countReceipt: (gateway, outcome) => receipts.inc({ gateway, outcome }),
    countPayment: (purpose, state) => payments.inc({ purpose, state }),
    countPaymentEvent: (outcome) => paymentEvents.inc({ outcome }),
    countCode: (outcome) => codes.inc({ outcome }),
    countBureau: (bureau, outcome, seconds) => bureaus.observe({ bureau, outcome }, seconds),
    countSms: (gateway, outcome) => sms.inc({ gateway, outcome }),
    countRisk: (verdict) => risk.inc({ verdict }),
    countRefusal: (code) => refusals.inc({ code }),
    countRateLimited: (limit) => limited.inc({ limit }),
    countDropped: (count) => dropped.inc(count),
    countDelivery: (outcome, seconds) => deliveries.observe({ outcome }, seconds),
    countReplay: () => replays.inc(),
    countShed: () => shed.inc(),
    countCut: (reason) => cuts.inc({ reason }),
    countAddressFind: (outcome) => addressFinds.inc({ outcome }),
    countBlockedDevice: () => blockedDevices.inc(),
    setReady: (isReady) => ready.set(isReady ? 1 : 0),
    startAtZero: (known) => {
      for (const code of known.refusals) refusals.inc({ code }, 0);
      for (const labels of known.sms) sms.inc(labels, 0);
      for (const labels of known.receipts) receipts.inc(labels, 0);
      for (const mode of ['test', 'live']) {
        for (const status of known.reports) reports.inc({ mode, status }, 0);
        for (const state of known.sessions) sessions.inc({ mode, state }, 0);
      }
      for (const outcome of known.codes) codes.inc({ outcome }, 0);
      for (const outcome of known.deliveries) deliveries.zero({ outcome });
      for (const verdict of known.verdicts) risk.inc({ verdict }, 0);
      for (const limit of known.limits) limited.inc({ limit }, 0);
      for (const labels of known.payments) payments.inc(labels, 0);
      for (const outcome of known.paymentEvents) paymentEvents.inc({ outcome }, 0);
      for (const outcome of known.addressFinds) addressFinds.inc({ outcome }, 0);
    },
    contentType: registry.contentType,
    text: async () => {
      if (peers.count > 1) {
        const { values } = await peers.askAll('metrics');
        return Registry.aggregate(values as object[]).metrics();
      }
      await readAll();
      return registry.metrics();
    },
  };
}
