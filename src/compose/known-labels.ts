// The label values of counters that are known before anything is counted, from the lists of the rooms that count.
import { SESSION_STATES } from '../domain/hosted/consumer-session.ts';
import { REFUSAL_CODES } from '../domain/refusal.ts';
import { REPORT_STATUSES, VERDICTS } from '../domain/reports/report.ts';
import { PAYMENT_PURPOSES, PAYMENT_STATES } from '../domain/wallet/payment.ts';
import { ALLOWANCES } from '../http/edge/allowances.ts';
import { FINDINGS } from '../postcodes/finder.ts';
import { GATEWAY_IDS, type GatewayId, HAND_OVERS } from '../sms/gateway.ts';
import type { KnownLabels } from '../telemetry/metrics.ts';
import { DELIVERY_WORDS } from '../usecases/reports/record-delivery.ts';
import { PAYMENT_EVENT_OUTCOMES } from '../usecases/wallet/take-payment-event.ts';
import { DELIVERY_OUTCOMES } from '../usecases/webhooks/deliver.ts';

export function knownLabels(gateways: readonly GatewayId[]): KnownLabels {
  return {
    refusals: REFUSAL_CODES,
    sms: pairs(gateways, [...HAND_OVERS, 'skipped']),
    // Anybody can call the address of any gateway.
    receipts: pairs([...GATEWAY_IDS, 'unknown'], [...DELIVERY_WORDS, 'forged', 'unreadable']),
    reports: REPORT_STATUSES,
    sessions: SESSION_STATES,
    codes: REPORT_STATUSES.filter((status) => ['complete', 'retry', 'failed'].includes(status)),
    verdicts: VERDICTS,
    deliveries: DELIVERY_OUTCOMES,
    limits: [...Object.keys(ALLOWANCES), 'challenge'],
    payments: PAYMENT_PURPOSES.flatMap((purpose) => PAYMENT_STATES.map((state) => ({ purpose, state }))),
    paymentEvents: PAYMENT_EVENT_OUTCOMES,
    addressFinds: FINDINGS,
  };
}

function pairs(gateways: readonly string[], outcomes: readonly string[]) {
  return gateways.flatMap((gateway) => outcomes.map((outcome) => ({ gateway, outcome })));
}
