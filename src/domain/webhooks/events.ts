// Events: what happened to a tenant's reports, texts, consumer sessions, wallet, credentials and endpoints. Pure: the list of their types, and the body that
// a reader of the feed and a webhook get. A body is thin: ids and words, never a person or a document; the reader asks for more with GET.

/** Each type with what it says, for the documents. */
export const EVENT_TYPES = {
  'report.completed': 'A credit report is complete and can be read.',
  'report.failed': 'A credit report ended without a document; `reason` says why.',
  'report.blocked': 'The risk assessment refused a credit report.',
  'report.erased':
    'The consumer of a credit report was erased; reading a complete one answers 410 from now on.',
  'challenge.sent':
    'A gateway took a code, for the first time or again, or may have (`sms`). For one that none took there is `sms.undelivered` alone.',
  'challenge.retry': 'A code was wrong, and the consumer may try again.',
  'challenge.passed': 'The code was right.',
  'challenge.failed': 'The last code was wrong: the challenge and its report have failed.',
  'challenge.expired': 'No right code came in time: the challenge and its report have failed.',
  'sms.delivered': 'A gateway reported that a text was delivered.',
  'sms.undelivered': 'A text was not delivered, or no gateway took it.',
  'sms.failing': 'More texts of an hour than you wanted to know of were not delivered.',
  'session.created': 'A link to the hosted page was made.',
  'session.opened': 'The consumer pressed Start: the link now belongs to that browser.',
  'session.consented': 'The consumer agreed to the consent text.',
  'session.submitted': 'The consumer sent their details; a credit report is being made.',
  'session.code': 'The consumer is asked for the code.',
  'session.completed': 'The hosted page has its credit report: `creditReportId` says which.',
  'session.failed':
    'A credit report of the hosted page failed; `reason` says why. The consumer may try again while `triesLeft` is not 0.',
  'session.blocked': 'The risk assessment refused the credit report of the hosted page.',
  'session.declined': 'The consumer said no.',
  'session.withdrawn':
    'The consumer withdrew their agreement: stop using the report, and erase it where you must.',
  'session.request-received':
    'The consumer complained, or asked for their data to be erased; `kind` says which. Answer within 30 days.',
  'session.expired':
    'The link was not started, or the visit not finished, or a failed report not tried again, in time.',
  'session.cancelled': 'The link was cancelled by you, or its consumer was erased.',
  'wallet.low': 'Fewer credits are available than a threshold of yours.',
  'wallet.depleted': 'No credits are available any more.',
  'wallet.recovered': 'Enough credits are available again.',
  'wallet.velocity': 'More credits were spent within an hour than a threshold of yours.',
  'payment.succeeded': 'Money came, and its credits are in the wallet.',
  'payment.failed': 'A payment did not succeed, or its money went back; `reason` says why.',
  'top-up.needs-action':
    'The bank wants to ask about an automatic top-up: somebody must pay it in the console.',
  'invoice.issued': 'An invoice or a credit note was issued.',
  'card.expiring': 'The card of automatic top-ups expires within 30 days.',
  'credential.expiring': 'The old secret of a credential ends soon, and is still in use.',
  'endpoint.failing':
    'A webhook endpoint has failed for an hour, or is a day from being disabled. Sent to the others.',
  'endpoint.disabled': 'A webhook endpoint was disabled. Sent to the others.',
  ping: 'A test event, sent on request.',
} as const;

/** In the types of an endpoint: all of them, and those of later versions of the service. */
export const ALL_TYPES = '*';

export type EventType = keyof typeof EVENT_TYPES;
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[];

/**
 * Of an endpoint that gets all: today's names beside the mark, because the function of the wallet, and a process of the version before,
 * know names alone.
 */
export function toStoredTypes(types: readonly string[]): readonly string[] {
  return types.includes(ALL_TYPES) ? [ALL_TYPES, ...EVENT_TYPE_NAMES] : types;
}

/** As it is stored. The facts are words from fixed lists, ids and numbers. */
export type StoredEvent = {
  id: string;
  at: Date;
  type: EventType;
  isTest: boolean;
  subjectId: string | null;
  facts: Record<string, unknown>;
};

/** Of the bodies: additions come within it; what would break a reader is another version, which an endpoint asks for. */
export const EVENT_VERSION = 'v1';

export type EventBody = {
  version: typeof EVENT_VERSION;
  type: EventType;
  timestamp: string;
  data: { test: boolean } & Record<string, unknown>;
};

/** As it is sent, and as the feed answers it with its id. `reference` is the tenant's own, while the report or session still has it. */
export function toEventBody(event: StoredEvent, reference: string | null = null): EventBody {
  const { type, at, isTest, subjectId, facts } = event;
  const { bureaus, ...rest } = facts as { bureaus?: SearchFacts[] };
  const subject = subjectName(type);
  return {
    version: EVENT_VERSION,
    type,
    timestamp: at.toISOString(),
    data: {
      ...(subject !== null && subjectId !== null && { [subject]: subjectId }),
      ...(reference !== null && { externalReference: reference }),
      test: isTest,
      ...rest,
      ...(bureaus !== undefined && {
        bureaus: bureaus.map(({ agoMs: _forTheTimeline, ...bureau }) => bureau),
      }),
    },
  };
}

/** What a bureau answered, and how long before the end of the report that was. */
export type SearchFacts = {
  id: string;
  status: string;
  tookMs?: number;
  agoMs?: number;
  simulated?: true;
};

export function isAboutReport(type: EventType): boolean {
  return subjectName(type) === 'creditReportId';
}

export function isAboutSession(type: EventType): boolean {
  return subjectName(type) === 'consumerSessionId';
}

/** The field that names what an event is about. */
export function subjectName(type: EventType): string | null {
  const [noun] = type.split('.');
  // Of all texts of an hour.
  if (type === 'sms.failing') return null;
  if (noun === 'report' || noun === 'challenge' || noun === 'sms') return 'creditReportId';
  if (noun === 'session') return 'consumerSessionId';
  if (noun === 'payment' || noun === 'top-up') return 'paymentId';
  if (noun === 'invoice') return 'invoiceId';
  if (noun === 'card') return 'paymentMethodId';
  if (noun === 'credential') return 'credentialId';
  if (noun === 'endpoint' || noun === 'ping') return 'endpointId';
  return null;
}
