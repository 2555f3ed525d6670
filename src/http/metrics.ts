// What an operator can count: requests by route and outcome, how long they took, reports by mode and status. No label ever
// carries a tenant's or a consumer's data.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'trefoil_http_request_duration_seconds',
    help: 'Requests by route, method and status: how many, and the time from first byte to the end of the answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const reports = new Counter({
    name: 'trefoil_reports_total',
    help: 'Generate requests by mode and the status that they were answered with.',
    labelNames: ['mode', 'status'] as const,
    registers: [registry],
  });
  const receipts = new Counter({
    name: 'trefoil_sms_receipts_total',
    help: 'Receipts of SMS gateways by what they came to. unbilled: delivered, and there were no credits left to charge.',
    labelNames: ['gateway', 'outcome'] as const,
    registers: [registry],
  });
  const handOvers = new Counter({
    name: 'trefoil_sms_hand_overs_total',
    help: 'Messages by the gateway that was asked to take them and its answer; skipped: it was left alone for a while.',
    labelNames: ['gateway', 'outcome'] as const,
    registers: [registry],
  });
  const ready = new Gauge({
    name: 'trefoil_ready',
    help: '1 while the service takes requests, 0 while a part is sick or it is shutting down.',
    registers: [registry],
  });

  return {
    countRequest(route: string, method: string, status: number, seconds: number): void {
      requests.observe({ route, method, status: String(status) }, seconds);
    },
    countReport: (mode: 'test' | 'live', status: string): void => reports.inc({ mode, status }),
    countReceipt: (gateway: string, outcome: string): void => receipts.inc({ gateway, outcome }),
    countHandOver: (gateway: string, outcome: string): void => handOvers.inc({ gateway, outcome }),
    setReady: (isReady: boolean): void => ready.set(isReady ? 1 : 0),
    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
  };
}
