// What every type of event says, with an example. Its body around it is in event-bodies.ts.
import { Type } from 'typebox';
import { REQUEST_KINDS } from '../../../domain/hosted/consumer-request.ts';
import { SESSION_STATES, type SessionState } from '../../../domain/hosted/consumer-session.ts';
import { BUREAU_OUTCOMES, FAILURE_REASONS, REPORT_STATUSES } from '../../../domain/reports/report.ts';
import { PAYMENT_FAILURES } from '../../../domain/wallet/payment.ts';
import type { EventType } from '../../../domain/webhooks/events.ts';
import {
  closed,
  EXAMPLE_CHALLENGE_ID,
  EXAMPLE_CONSUMER_SESSION_ID,
  EXAMPLE_REPORT_ID,
  EXAMPLE_TIME,
  meaning,
  Time,
  Uuid,
} from '../common.ts';
import { EXAMPLE_CONSUMER_REQUEST_ID } from '../hosted/consumer-requests.ts';

const EXAMPLE_SMS_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a50';
const EXAMPLE_CREDENTIAL_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a30';
const EXAMPLE_ENDPOINT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a70';

const Test = Type.Boolean({ description: 'Of test mode.' });
const Status = Type.Enum([...REPORT_STATUSES], { description: "The report's status after this." });
const Reference = Type.String({
  description: 'As it was given to generate; not there once the report is purged or erased.',
});
const ofReport = {
  creditReportId: Uuid,
  externalReference: Type.Optional(Reference),
  test: Test,
  status: Status,
};
const Bureaus = Type.Optional(
  Type.Array(
    Type.Object(
      {
        id: Type.String(),
        status: Type.Enum([...BUREAU_OUTCOMES]),
        tookMs: Type.Optional(Type.Integer()),
        simulated: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    { description: 'What each bureau answered.' },
  ),
);
const ofChallenge = { ...ofReport, challengeId: Uuid };
const ofSession = {
  consumerSessionId: Uuid,
  test: Test,
  status: Type.Enum([...SESSION_STATES], { description: "The session's status after this." }),
  externalReference: Type.Optional(Reference),
  creditReportId: Type.Optional(Uuid),
  changed: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Where the consumer changed what you filled in: JSON pointers into `prefill`, never values.',
    }),
  ),
};
const attemptsRemaining = Type.Integer({ minimum: 0 });
const ofWallet = {
  test: Test,
  available: Type.Integer({ description: 'Credits that are available now.' }),
  threshold: Type.Integer(),
  alert: Type.Enum(['low', 'depleted']),
};

const EXAMPLE_PAYMENT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b01';
const EXAMPLE_INVOICE_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b03';
const ofPayment = {
  paymentId: Uuid,
  test: Test,
  credits: Type.Integer(),
  totalPence: Type.Integer(),
  purpose: Type.Enum(['top-up', 'automatic', 'settle']),
};
const payment = (purpose: string) => ({
  paymentId: EXAMPLE_PAYMENT_ID,
  test: false,
  purpose,
  credits: 50_000,
  totalPence: 6_000,
});

type Fields = Parameters<typeof Type.Object>[0];
/** What each type says, beside its name and its time. */
export const EVENT_DATA: Record<EventType, { fields: Fields; example: Record<string, unknown> }> = {
  'report.completed': { fields: { ...ofReport, bureaus: Bureaus }, example: report('complete') },
  'report.failed': {
    fields: { ...ofReport, reason: Type.Enum([...FAILURE_REASONS]), bureaus: Bureaus },
    example: { ...report('failed'), reason: 'no-bureau-answered' },
  },
  'report.blocked': { fields: ofReport, example: report('blocked') },
  'report.erased': { fields: ofReport, example: report('complete') },
  'challenge.sent': {
    fields: {
      ...ofChallenge,
      smsId: Uuid,
      sms: Type.Enum(['accepted', 'unknown'], {
        description: 'unknown: the gateway did not answer in time and may have taken it.',
      }),
      sends: Type.Integer(),
      sendsLeft: Type.Integer(),
    },
    example: {
      ...challenge('authentication-required'),
      smsId: EXAMPLE_SMS_ID,
      sms: 'accepted',
      sends: 1,
      sendsLeft: 2,
    },
  },
  'challenge.retry': {
    fields: { ...ofChallenge, attemptsRemaining },
    example: { ...challenge('retry'), attemptsRemaining: 2 },
  },
  'challenge.passed': {
    fields: { ...ofChallenge, attemptsRemaining },
    example: { ...challenge('authentication-required'), attemptsRemaining: 0 },
  },
  'challenge.failed': {
    fields: { ...ofChallenge, attemptsRemaining },
    example: { ...challenge('failed'), attemptsRemaining: 0 },
  },
  'challenge.expired': { fields: ofChallenge, example: challenge('failed') },
  'sms.delivered': {
    fields: { ...ofReport, smsId: Uuid },
    example: { ...report('authentication-required'), smsId: EXAMPLE_SMS_ID },
  },
  'sms.undelivered': {
    fields: {
      ...ofReport,
      smsId: Uuid,
      reason: Type.Enum(['not-delivered', 'refused'], { description: 'refused: no gateway took it.' }),
      sends: Type.Optional(Type.Integer({ description: 'Codes sent, without this one.' })),
    },
    example: { ...report('authentication-required'), smsId: EXAMPLE_SMS_ID, reason: 'not-delivered' },
  },
  'sms.failing': {
    fields: {
      test: Test,
      texts: Type.Integer({ description: 'Texts that were sent in the period.' }),
      undelivered: Type.Integer(),
      threshold: Type.Integer(),
    },
    example: { test: false, texts: 40, undelivered: 11, threshold: 20 },
  },
  'session.created': { fields: ofSession, example: session('created') },
  'session.opened': { fields: ofSession, example: session('opened') },
  'session.consented': { fields: ofSession, example: session('consented') },
  'session.submitted': { fields: ofSession, example: session('submitted') },
  'session.code': { fields: ofSession, example: session('code') },
  'session.completed': { fields: { ...ofSession, creditReportId: Uuid }, example: session('complete') },
  'session.failed': {
    fields: {
      ...ofSession,
      reason: Type.Enum([...FAILURE_REASONS]),
      triesLeft: Type.Integer({ minimum: 0, description: '0: it is over. Else the consumer may try again.' }),
    },
    example: { ...session('failed'), reason: 'attempts-exhausted', triesLeft: 2 },
  },
  'session.blocked': { fields: ofSession, example: session('blocked') },
  'session.declined': { fields: ofSession, example: session('declined') },
  'session.withdrawn': { fields: ofSession, example: session('complete') },
  'session.request-received': {
    fields: { ...ofSession, consumerRequestId: Uuid, kind: Type.Enum([...REQUEST_KINDS]) },
    example: { ...session('complete'), consumerRequestId: EXAMPLE_CONSUMER_REQUEST_ID, kind: 'complaint' },
  },
  'session.expired': { fields: ofSession, example: session('expired') },
  'session.cancelled': { fields: ofSession, example: session('cancelled') },
  'wallet.low': { fields: ofWallet, example: wallet('low', 1_900, 2_000) },
  'wallet.depleted': { fields: ofWallet, example: wallet('depleted', 0, 1) },
  'wallet.recovered': { fields: ofWallet, example: wallet('low', 12_000, 2_000) },
  'wallet.velocity': {
    fields: {
      test: Test,
      spentLastHour: Type.Integer({ description: 'Credits spent in the last hour.' }),
      threshold: Type.Integer(),
    },
    example: { test: false, spentLastHour: 5_300, threshold: 5_000 },
  },
  'payment.succeeded': { fields: ofPayment, example: payment('top-up') },
  'payment.failed': {
    fields: {
      ...ofPayment,
      reason: Type.Enum([...PAYMENT_FAILURES, 'differs', 'reversed'], {
        description: '`differs`: it was paid, and not as asked. `reversed`: its money went back.',
      }),
    },
    example: { ...payment('automatic'), reason: 'card-declined' },
  },
  'top-up.needs-action': { fields: ofPayment, example: payment('automatic') },
  'invoice.issued': {
    fields: {
      invoiceId: Uuid,
      test: Test,
      number: Type.String({ description: 'The number of the invoice.' }),
      paymentId: Uuid,
      totalPence: Type.Integer(),
      kind: Type.Enum(['invoice', 'credit-note']),
    },
    example: {
      invoiceId: EXAMPLE_INVOICE_ID,
      test: false,
      number: 'TF-000042',
      kind: 'invoice',
      paymentId: EXAMPLE_PAYMENT_ID,
      totalPence: 6_000,
    },
  },
  'card.expiring': {
    fields: {
      paymentMethodId: Uuid,
      test: Test,
      last4: Type.String(),
      expiryMonth: Type.Integer(),
      expiryYear: Type.Integer(),
    },
    example: {
      paymentMethodId: EXAMPLE_PAYMENT_ID,
      test: false,
      last4: '4242',
      expiryMonth: 12,
      expiryYear: 2026,
    },
  },
  'credential.expiring': {
    fields: {
      credentialId: Uuid,
      test: Test,
      expiresAt: meaning(Time, 'When the old secret stops working.'),
      lastUsedAt: meaning(Time, 'When the old secret was last used.'),
    },
    example: {
      credentialId: EXAMPLE_CREDENTIAL_ID,
      test: false,
      expiresAt: EXAMPLE_TIME,
      lastUsedAt: EXAMPLE_TIME,
    },
  },
  'endpoint.failing': {
    fields: {
      endpointId: Uuid,
      test: Test,
      failingSince: meaning(Time, 'Since when nothing arrived.'),
      failures: Type.Integer({ description: 'Failures in a row.' }),
      disabledAt: meaning(Time, 'When it will be disabled if nothing arrives.'),
    },
    example: {
      endpointId: EXAMPLE_ENDPOINT_ID,
      test: false,
      failures: 9,
      failingSince: EXAMPLE_TIME,
      disabledAt: EXAMPLE_TIME,
    },
  },
  'endpoint.disabled': {
    fields: {
      endpointId: Uuid,
      test: Test,
      reason: Type.Enum(['failing', 'gone', 'asked']),
      missedSince: meaning(Time, 'Since when events were not delivered.'),
    },
    example: { endpointId: EXAMPLE_ENDPOINT_ID, test: false, reason: 'failing', missedSince: EXAMPLE_TIME },
  },
  ping: {
    fields: { endpointId: Uuid, test: Test },
    example: { endpointId: EXAMPLE_ENDPOINT_ID, test: true },
  },
};

function report(status: string) {
  return { creditReportId: EXAMPLE_REPORT_ID, externalReference: 'case-1042', test: false, status };
}
function challenge(status: string) {
  return { ...report(status), challengeId: EXAMPLE_CHALLENGE_ID };
}
function session(status: SessionState) {
  const hasReport = ['submitted', 'code', 'complete', 'failed', 'blocked'].includes(status);
  return {
    consumerSessionId: EXAMPLE_CONSUMER_SESSION_ID,
    externalReference: 'case-1042',
    test: false,
    status,
    ...(hasReport && { creditReportId: EXAMPLE_REPORT_ID }),
  };
}
function wallet(alert: string, available: number, threshold: number) {
  return { test: false, available, threshold, alert };
}
