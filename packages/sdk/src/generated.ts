// Generated from docs/openapi.json by scripts/sdk-types.ts: npm run sdk. Do not edit.

export type BureauId = 'equifax' | 'experian' | 'transunion';
export type AccountType =
  | 'hire-purchase'
  | 'credit-card'
  | 'store-card'
  | 'charge-card'
  | 'unsecured-loan'
  | 'secured-loan'
  | 'mortgage'
  | 'current-account'
  | 'mail-order'
  | 'home-credit'
  | 'short-term-loan'
  | 'student-loan'
  | 'lease'
  | 'communications'
  | 'utility'
  | 'insurance'
  | 'rental'
  | 'budget-account'
  | 'other';
export type AccountStatus =
  | 'open'
  | 'settled'
  | 'closed'
  | 'default'
  | 'delinquent'
  | 'arrangement'
  | 'dormant'
  | 'query'
  | 'written-off'
  | 'transferred'
  | 'unknown';
export type CompanyType =
  | 'bank'
  | 'building-society'
  | 'finance-house'
  | 'motor-finance'
  | 'credit-card-issuer'
  | 'mortgage-lender'
  | 'retailer'
  | 'mail-order'
  | 'communications'
  | 'utility'
  | 'insurer'
  | 'debt-purchaser'
  | 'credit-union'
  | 'leasing'
  | 'home-credit'
  | 'public-body'
  | 'other';
export type BureauOutcome =
  | 'ok'
  | 'no-trace'
  | 'ambiguous-address'
  | 'rejected-credentials'
  | 'rejected-request'
  | 'unavailable'
  | 'timeout';
export type FailureReason =
  | 'attempts-exhausted'
  | 'challenge-expired'
  | 'no-bureau-answered'
  | 'address-ambiguous'
  | 'address-ambiguous-partly'
  | 'bureaus-refused'
  | 'interrupted'
  | 'device-unverified'
  | 'insufficient-funds'
  | 'unreachable'
  | 'too-many-challenges';
export type ReportStatus = 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
/** A figure, or why it is not known. */
export type Figure = KnownFigure | UnknownFigure;
export type ConsumerSessionStatus =
  | 'created'
  | 'opened'
  | 'consented'
  | 'submitted'
  | 'code'
  | 'complete'
  | 'failed'
  | 'blocked'
  | 'declined'
  | 'expired'
  | 'cancelled';
export type ProductCode =
  'credit-report-equifax' | 'credit-report-experian' | 'credit-report-transunion' | 'sms-otp';
export type EventType =
  | 'report.completed'
  | 'report.failed'
  | 'report.blocked'
  | 'report.erased'
  | 'challenge.sent'
  | 'challenge.retry'
  | 'challenge.passed'
  | 'challenge.failed'
  | 'challenge.expired'
  | 'sms.delivered'
  | 'sms.undelivered'
  | 'sms.failing'
  | 'session.created'
  | 'session.opened'
  | 'session.consented'
  | 'session.submitted'
  | 'session.code'
  | 'session.completed'
  | 'session.failed'
  | 'session.blocked'
  | 'session.declined'
  | 'session.withdrawn'
  | 'session.request-received'
  | 'session.expired'
  | 'session.cancelled'
  | 'wallet.low'
  | 'wallet.depleted'
  | 'wallet.recovered'
  | 'wallet.velocity'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'top-up.needs-action'
  | 'invoice.issued'
  | 'card.expiring'
  | 'credential.expiring'
  | 'endpoint.failing'
  | 'endpoint.disabled'
  | 'ping';

/** What each operation takes and answers. */
export interface Operations {
  generateReport: {
    path: {};
    query: {};
    body: GenerateRequest;
    answer: GenerateAnswer;
  };
  listReports: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
      /** Only reports with this status. */
      status?: ReportStatus;
      /** Only test reports, or only live ones. */
      test?: boolean;
      /** Only reports with this reference. */
      externalReference?: string;
      /** Only reports whose reference begins with this, from 4 characters, in any case. Reports from before version 0.1 are found by the whole reference. */
      referenceStart?: string;
      /** By the time that they were made. Default newest. */
      sort?: 'newest' | 'oldest';
      /** Adds `total`, how many there are; not in a CSV. */
      count?: boolean;
      /** Adds `person` (masked), `costCredits`, `tookMs` and `answered` to each; not in a CSV. */
      details?: boolean;
      /** Created at this time or later. */
      createdFrom?: string;
      /** Created at this time or earlier; a date alone is that day in Europe/London. */
      createdTo?: string;
      /** Only live reports that this bureau was asked for. Not together with `referenceStart`. */
      bureau?: BureauId;
      /** With `bureau`: only reports that it answered with a file (`ok`), without one (`no-trace`), or not at all (`unanswered`). */
      bureauAnswer?: 'ok' | 'no-trace' | 'unanswered';
    };
    body: null;
    answer: ListAnswer;
  };
  submitOtp: {
    path: {
      creditReportId: string;
    };
    query: {};
    body: OtpRequest;
    answer: OtpAnswer;
  };
  resendSms: {
    path: {
      creditReportId: string;
    };
    query: {};
    body: ResendRequest;
    answer: ResendAnswer;
  };
  readReport: {
    path: {
      creditReportId: string;
    };
    query: {
      /** Why a person opens it; it goes into the entry of the audit log. A program needs none: its reading makes no entry. */
      reason?: 'casework' | 'consumer-asked' | 'complaint' | 'fault' | 'audit';
      /** Adds `agreements`, the motor-finance agreements, to a complete report: one read, and one entry of the audit log, for both. Not in a PDF. */
      include?: 'agreements';
    };
    body: null;
    answer: ReadAnswer;
  };
  readAgreements: {
    path: {
      creditReportId: string;
    };
    query: {
      /** Why a person opens it; it goes into the entry of the audit log. A program needs none: its reading makes no entry. */
      reason?: 'casework' | 'consumer-asked' | 'complaint' | 'fault' | 'audit';
      /** Which agreements; only `motor`, which is the default. */
      kind?: 'motor';
    };
    body: null;
    answer: AgreementsAnswer;
  };
  readAttributes: {
    path: {
      creditReportId: string;
    };
    query: {
      /** Why a person opens it; it goes into the entry of the audit log. A program needs none: its reading makes no entry. */
      reason?: 'casework' | 'consumer-asked' | 'complaint' | 'fault' | 'audit';
      /** The day to look at, not after the day of the report, which is the default. */
      asOf?: string;
      /** The person's income before tax in a month, in pence: needed for `debtToIncome`. */
      incomePence?: number;
    };
    body: null;
    answer: AttributesAnswer;
  };
  readChanges: {
    path: {
      creditReportId: string;
    };
    query: {
      /** Why a person opens it; it goes into the entry of the audit log. A program needs none: its reading makes no entry. */
      reason?: 'casework' | 'consumer-asked' | 'complaint' | 'fault' | 'audit';
      /** The id of an earlier complete report about the same consumer, of the same mode. */
      since: string;
    };
    body: null;
    answer: ChangesAnswer;
  };
  readEvidence: {
    path: {
      creditReportId: string;
    };
    query: {
      /** Why a person asks for it; it goes into the entry of the audit log, which a program makes too. */
      reason?: 'casework' | 'consumer-asked' | 'complaint' | 'fault' | 'audit';
    };
    body: null;
    answer: null;
  };
  createConsumerSession: {
    path: {};
    query: {};
    body: NewConsumerSessionRequest;
    answer: NewConsumerSession;
  };
  listConsumerSessions: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
      /** Only sessions with this status. */
      status?: ConsumerSessionStatus;
      /** Only test sessions, or only live ones. */
      test?: boolean;
      /** Only sessions with this reference. */
      externalReference?: string;
      /** Made at this time or later. */
      createdFrom?: string;
      /** Made at this time or earlier; a date alone is that day in Europe/London. */
      createdTo?: string;
    };
    body: null;
    answer: ConsumerSessionList;
  };
  renewLink: {
    path: {
      creditReportId: string;
    };
    query: {};
    body: NewLinkRequest;
    answer: NewConsumerSession;
  };
  readConsumerSession: {
    path: {
      consumerSessionId: string;
    };
    query: {};
    body: null;
    answer: ConsumerSessionAnswer;
  };
  sendConsumerSession: {
    path: {
      consumerSessionId: string;
    };
    query: {};
    body: SendLinkRequest;
    answer: ConsumerSessionAnswer;
  };
  cancelConsumerSession: {
    path: {
      consumerSessionId: string;
    };
    query: {};
    body: null;
    answer: ConsumerSessionAnswer;
  };
  listConsumerRequests: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
      /** Only open ones, or only closed. */
      status?: 'open' | 'closed';
      /** `erasure`: the consumer asks for their data to be erased. */
      kind?: 'complaint' | 'erasure';
      /** The number that the consumer was told, in any case, with or without its hyphen. */
      number?: string;
      /** Only of test mode, or only live ones. */
      test?: boolean;
    };
    body: null;
    answer: ConsumerRequestList;
  };
  readConsumerRequest: {
    path: {
      consumerRequestId: string;
    };
    query: {};
    body: null;
    answer: OpenedConsumerRequest;
  };
  closeConsumerRequest: {
    path: {
      consumerRequestId: string;
    };
    query: {};
    body: CloseConsumerRequest;
    answer: ClosedConsumerRequest;
  };
  listConsentTexts: {
    path: {};
    query: {};
    body: null;
    answer: ConsentTextList;
  };
  createConsentText: {
    path: {};
    query: {};
    body: NewConsentTextRequest;
    answer: ConsentTextAnswer;
  };
  readConsentText: {
    path: {
      consentTextId: string;
    };
    query: {};
    body: null;
    answer: ConsentTextWithVersions;
  };
  changeConsentText: {
    path: {
      consentTextId: string;
    };
    query: {};
    body: ConsentTextRequest;
    answer: ConsentTextAnswer;
  };
  publishConsentText: {
    path: {
      consentTextId: string;
    };
    query: {};
    body: null;
    answer: ConsentTextAnswer;
  };
  readBranding: {
    path: {};
    query: {};
    body: null;
    answer: Branding;
  };
  changeBranding: {
    path: {};
    query: {};
    body: BrandingRequest;
    answer: Branding;
  };
  createTestClock: {
    path: {};
    query: {};
    body: NewClockRequest;
    answer: TestClockAnswer;
  };
  listTestClocks: {
    path: {};
    query: {};
    body: null;
    answer: TestClockList;
  };
  readTestClock: {
    path: {
      clockId: string;
    };
    query: {};
    body: null;
    answer: TestClockAnswer;
  };
  deleteTestClock: {
    path: {
      clockId: string;
    };
    query: {};
    body: null;
    answer: null;
  };
  advanceTestClock: {
    path: {
      clockId: string;
    };
    query: {};
    body: AdvanceRequest;
    answer: TestClockAnswer;
  };
  listLenders: {
    path: {};
    query: {};
    body: null;
    answer: LendersAnswer;
  };
  putLenders: {
    path: {};
    query: {};
    body: LendersRequest;
    answer: LendersAnswer;
  };
  deleteLenders: {
    path: {};
    query: {};
    body: null;
    answer: null;
  };
  readTenant: {
    path: {};
    query: {};
    body: null;
    answer: Tenant;
  };
  listProducts: {
    path: {};
    query: {};
    body: null;
    answer: Products;
  };
  resolvePrice: {
    path: {};
    query: {};
    body: PriceRequest;
    answer: Price;
  };
  listTransactions: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
      /** Only lines of this kind. */
      kind?: 'top-up' | 'adjustment' | 'hold' | 'post' | 'void' | 'expire';
      /** Only lines of this report. */
      reportId?: string;
      /** At this time or later. */
      dateFrom?: string;
      /** At this time or earlier; a date alone is that day in Europe/London. */
      dateTo?: string;
    };
    body: null;
    answer: Transactions;
  };
  listReportStatement: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
      /** At this time or later. */
      dateFrom?: string;
      /** At this time or earlier; a date alone is that day in Europe/London. */
      dateTo?: string;
    };
    body: null;
    answer: ReportStatement;
  };
  readCreditUsage: {
    path: {};
    query: {
      /** First day, YYYY-MM-DD. */
      dateFrom: string;
      /** Last day, included. */
      dateTo: string;
      /** Where the days run. Default Europe/London. */
      timeZone?: string;
    };
    body: null;
    answer: CreditUsage;
  };
  listAlerts: {
    path: {};
    query: {};
    body: null;
    answer: Alerts;
  };
  setAlerts: {
    path: {};
    query: {};
    body: AlertsRequest;
    answer: Alerts;
  };
  readPaymentSettings: {
    path: {};
    query: {};
    body: null;
    answer: PaymentSettings;
  };
  makeTopUp: {
    path: {};
    query: {};
    body: MakeTopUpRequest;
    answer: Payment;
  };
  settleDebt: {
    path: {};
    query: {};
    body: null;
    answer: SettledDebt;
  };
  listPayments: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
    };
    body: null;
    answer: Payments;
  };
  readPayment: {
    path: {
      paymentId: string;
    };
    query: {};
    body: null;
    answer: Payment;
  };
  refreshPayment: {
    path: {
      paymentId: string;
    };
    query: {};
    body: null;
    answer: Payment;
  };
  resumePayment: {
    path: {
      paymentId: string;
    };
    query: {};
    body: null;
    answer: Payment;
  };
  listPaymentMethods: {
    path: {};
    query: {};
    body: null;
    answer: PaymentMethods;
  };
  addPaymentMethod: {
    path: {};
    query: {};
    body: null;
    answer: Payment;
  };
  removePaymentMethod: {
    path: {
      paymentMethodId: string;
    };
    query: {};
    body: null;
    answer: null;
  };
  readAutomaticTopUp: {
    path: {};
    query: {};
    body: null;
    answer: AutomaticTopUp;
  };
  setAutomaticTopUp: {
    path: {};
    query: {};
    body: AutomaticTopUpRequest;
    answer: AutomaticTopUp;
  };
  readBillingDetails: {
    path: {};
    query: {};
    body: null;
    answer: BillingDetails;
  };
  setBillingDetails: {
    path: {};
    query: {};
    body: BillingDetailsRequest;
    answer: BillingDetails;
  };
  listInvoices: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
    };
    body: null;
    answer: Invoices;
  };
  readInvoice: {
    path: {
      invoiceId: string;
    };
    query: {};
    body: null;
    answer: Invoice;
  };
  readProfile: {
    path: {};
    query: {};
    body: null;
    answer: Profile;
  };
  listMyTenants: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
    };
    body: null;
    answer: TenantList;
  };
  selectTenant: {
    path: {};
    query: {};
    body: SelectRequest;
    answer: SelectAnswer;
  };
  readAccess: {
    path: {};
    query: {};
    body: null;
    answer: TenantAccess;
  };
  listRequests: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
      /** Only answers with this status, such as 404, or of this class: 2xx, 3xx, 4xx, 5xx. */
      status?: string;
      /** Only routes whose pattern has this part, such as /credit-reports. */
      route?: string;
      /** Only calls of this credential. */
      credentialId?: string;
      /** Only refusals with this code. */
      code?:
        | 'validation-error'
        | 'unauthorized'
        | 'insufficient-funds'
        | 'forbidden'
        | 'not-found'
        | 'credit-report-not-found'
        | 'challenge-not-found'
        | 'method-not-allowed'
        | 'conflict'
        | 'request-in-progress'
        | 'challenge-already-completed'
        | 'challenge-closed'
        | 'credit-report-not-complete'
        | 'challenge-expired'
        | 'credit-report-purged'
        | 'payload-too-large'
        | 'unsupported-media-type'
        | 'idempotency-key-reused'
        | 'rate-limited'
        | 'no-sends-left'
        | 'internal-error'
        | 'service-unavailable';
      /** Only calls about this report. */
      reportId?: string;
      /** Only calls about test (or live) reports. */
      test?: boolean;
      /** Calls about reports of this mode, and those about no report, as the statistics count them. */
      mode?: 'test' | 'live';
      /** At this time or later. */
      dateFrom?: string;
      /** At this time or earlier; a date alone is that day in Europe/London. */
      dateTo?: string;
    };
    body: null;
    answer: LoggedRequests;
  };
  listRequestErrors: {
    path: {};
    query: {
      /** At this time or later. */
      dateFrom?: string;
      /** At this time or earlier; a date alone is that day in Europe/London. */
      dateTo?: string;
    };
    body: null;
    answer: ErrorGroups;
  };
  readRequest: {
    path: {
      requestId: string;
    };
    query: {};
    body: null;
    answer: LoggedRequest;
  };
  readExchange: {
    path: {
      requestId: string;
    };
    query: {};
    body: null;
    answer: TestExchange;
  };
  readTimeline: {
    path: {
      creditReportId: string;
    };
    query: {};
    body: null;
    answer: Timeline;
  };
  listMessages: {
    path: {};
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
      /** Only messages in this state. A page may then have fewer of them than its size, and still a token. */
      state?: 'waiting' | 'on-its-way' | 'delivered' | 'not-delivered' | 'refused' | 'given-up';
    };
    body: null;
    answer: Messages;
  };
  listEvents: {
    path: {};
    query: {
      /** The `next` of the answer before, or the id of an event; `latest` for what happens from now on. Without it: the oldest that is kept. */
      after?: string;
      /** Seconds to wait for an event where there is none yet. */
      wait?: number;
      /** Only events of these types, with commas between them. */
      types?: string;
      /** Only events of test (or live) mode. */
      test?: boolean;
      /** At most so many events; 50 by default. */
      pageSize?: number;
    };
    body: null;
    answer: Events;
  };
  triggerEvent: {
    path: {};
    query: {};
    body: TriggerEvent;
    answer: TriggeredEvent;
  };
  listWebhookEndpoints: {
    path: {};
    query: {};
    body: null;
    answer: WebhookEndpoints;
  };
  createWebhookEndpoint: {
    path: {};
    query: {};
    body: EndpointRequest;
    answer: NewWebhookEndpoint;
  };
  readWebhookEndpoint: {
    path: {
      endpointId: string;
    };
    query: {};
    body: null;
    answer: WebhookEndpoint;
  };
  changeWebhookEndpoint: {
    path: {
      endpointId: string;
    };
    query: {};
    body: EndpointChange;
    answer: WebhookEndpoint;
  };
  deleteWebhookEndpoint: {
    path: {
      endpointId: string;
    };
    query: {};
    body: null;
    answer: null;
  };
  rotateWebhookEndpoint: {
    path: {
      endpointId: string;
    };
    query: {};
    body: EndpointOverlap;
    answer: NewWebhookEndpoint;
  };
  setWebhookOverlap: {
    path: {
      endpointId: string;
    };
    query: {};
    body: EndpointOverlap;
    answer: null;
  };
  disableWebhookEndpoint: {
    path: {
      endpointId: string;
    };
    query: {};
    body: null;
    answer: WebhookEndpoint;
  };
  enableWebhookEndpoint: {
    path: {
      endpointId: string;
    };
    query: {};
    body: EnableEndpoint;
    answer: WebhookEndpoint;
  };
  listDeliveries: {
    path: {
      endpointId: string;
    };
    query: {
      /** Entries a page, 1 to 100. Default 50. */
      pageSize?: number;
      /** The token of the previous page. */
      pageToken?: string;
      /** Only deliveries in this state. */
      state?: 'due' | 'delivered' | 'failed' | 'dropped';
      /** Only events of this type. */
      type?: EventType;
      /** Only what carries this event. */
      eventId?: string;
      /** Only what is about reports and sessions with this reference. */
      externalReference?: string;
      /** Queued at this time or later. */
      dateFrom?: string;
      /** Queued at this time or earlier. */
      dateTo?: string;
    };
    body: null;
    answer: Deliveries;
  };
  readDelivery: {
    path: {
      endpointId: string;
      deliveryId: string;
    };
    query: {};
    body: null;
    answer: DeliveryDetail;
  };
  countDeliveries: {
    path: {
      endpointId: string;
    };
    query: {
      /** How far back, up to 720 hours; 24 by default. */
      hours?: number;
    };
    body: null;
    answer: DeliveryHistogram;
  };
  replayEvent: {
    path: {
      endpointId: string;
    };
    query: {};
    body: ReplayEvent;
    answer: QueuedDelivery;
  };
  sendTestEvent: {
    path: {
      endpointId: string;
    };
    query: {};
    body: null;
    answer: QueuedDelivery;
  };
  recoverEvents: {
    path: {
      endpointId: string;
    };
    query: {};
    body: RecoverEvents;
    answer: Recovered;
  };
  readRecovery: {
    path: {
      endpointId: string;
      recoveryId: string;
    };
    query: {};
    body: null;
    answer: Recovery;
  };
  cancelRecovery: {
    path: {
      endpointId: string;
      recoveryId: string;
    };
    query: {};
    body: null;
    answer: Recovery;
  };
  readOverview: {
    path: {};
    query: {};
    body: null;
    answer: Overview;
  };
  readAttention: {
    path: {};
    query: {};
    body: null;
    answer: AttentionList;
  };
  readStats: {
    path: {};
    query: {
      /** In the first step; a date alone is that day in Europe/London. Without it: 24 hours, 30 days or 12 months. */
      from?: string;
      /** In the last step, which is whole. Without it: now. */
      to?: string;
      /** Default day. Days and months are those of Europe/London, so a day has 23 or 25 hours when the clocks change. At most 400 steps. */
      step?: 'hour' | 'day' | 'month';
      /** Figures of test mode, or of live mode. Default false. */
      test?: boolean;
    };
    body: null;
    answer: Stats;
  };
  readBureaus: {
    path: {};
    query: {
      /** Whole days of Europe/London, today the last of them. Default today. */
      period?: 'today' | '7-days' | '30-days';
    };
    body: null;
    answer: Bureaus;
  };
  search: {
    path: {};
    query: {
      /** The beginning of an external reference, from 4 characters, in any case; or of a report id, request id or event id, from 8 digits. */
      q: string;
      /** Only test reports, or only live ones. */
      test?: boolean;
    };
    body: null;
    answer: SearchAnswer;
  };
  onEvent:
    | ReportCompletedEvent
    | ReportFailedEvent
    | ReportBlockedEvent
    | ReportErasedEvent
    | ChallengeSentEvent
    | ChallengeRetryEvent
    | ChallengePassedEvent
    | ChallengeFailedEvent
    | ChallengeExpiredEvent
    | SmsDeliveredEvent
    | SmsUndeliveredEvent
    | SmsFailingEvent
    | SessionCreatedEvent
    | SessionOpenedEvent
    | SessionConsentedEvent
    | SessionSubmittedEvent
    | SessionCodeEvent
    | SessionCompletedEvent
    | SessionFailedEvent
    | SessionBlockedEvent
    | SessionDeclinedEvent
    | SessionWithdrawnEvent
    | SessionRequestReceivedEvent
    | SessionExpiredEvent
    | SessionCancelledEvent
    | WalletLowEvent
    | WalletDepletedEvent
    | WalletRecoveredEvent
    | WalletVelocityEvent
    | PaymentSucceededEvent
    | PaymentFailedEvent
    | TopUpNeedsActionEvent
    | InvoiceIssuedEvent
    | CardExpiringEvent
    | CredentialExpiringEvent
    | EndpointFailingEvent
    | EndpointDisabledEvent
    | PingEvent;
}
export interface GenerateRequest {
  /** Session id from the device fingerprint script. In test mode any text will do. */
  sessionId: string;
  /** Bureaus to query, each at most once. */
  bureaus: BureauId[];
  /** The consumer's IP address, IPv4 or IPv6. */
  ipAddress: string;
  /** Currently only `pcp`. */
  searchType: 'pcp';
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD, in the past, not before 1900. */
  dateOfBirth: string;
  /** At least one address, at most ten. The one of type `current`, else the first, is searched as the current one, the others as earlier ones, as many as a bureau takes. */
  addresses: {
    /** Address kind. */
    type?: string;
    ukAddress: GivenUkAddress;
  }[];
  /** Our addition: names borne before, newest first, at most three. Sent to the bureaus that take them; `coverage` says which did. */
  previousNames?: PreviousName[];
  /** For example Mr, Mrs, Ms. */
  title?: string;
  middleName?: string;
  /** `M` or `F`. */
  gender?: 'M' | 'F';
  /** International format. Needed when a challenge is to be expected in live mode. In test mode some numbers between +447700900000 and +447700900999 select adverse data or a bad day: docs/test-your-integration.md, "Test numbers". */
  mobileNumber?: string;
  /** In test mode the text before the at sign selects a scenario (test001 to test004). */
  email?: string;
  /** The caller's own reference. */
  externalReference?: string;
  /** True selects test mode. */
  test?: boolean;
  /** Test mode only. */
  challengeOptions?: {
    /** The branch to take. */
    status: 'challenge' | 'allow' | 'block';
  };
  testOptions?: TestOptions;
}
/** At least one of subBuildingName, buildingName, buildingNumber must be present. */
export interface GivenUkAddress {
  /** Sub-unit within a building. */
  subBuildingName?: string;
  buildingName?: string;
  /** House or building number. */
  buildingNumber?: string;
  /** Street name. */
  thoroughfare?: string;
  /** District or locality. */
  district?: string;
  townOrCity: string;
  county?: string;
  /** Country code. */
  country?: string;
  /** UK postcode in any case and spacing; stored as OUT INN. */
  postcode: string;
}
export interface PreviousName {
  /** First name; without it, the present one. */
  firstName?: string;
  middleName?: string;
  lastName: string;
}
/** Test mode only: a bad day, or several at once. With `test` false or absent it is refused. */
export interface TestOptions {
  /** Bureaus that do not answer `ok`. The report is what the others give; without any it fails. */
  bureaus?: {
    /** How the bureau answers, if it is asked. */
    equifax?:
      | 'no-trace'
      | 'ambiguous-address'
      | 'rejected-credentials'
      | 'rejected-request'
      | 'unavailable'
      | 'timeout';
    /** How the bureau answers, if it is asked. */
    experian?:
      | 'no-trace'
      | 'ambiguous-address'
      | 'rejected-credentials'
      | 'rejected-request'
      | 'unavailable'
      | 'timeout';
    /** How the bureau answers, if it is asked. */
    transunion?:
      | 'no-trace'
      | 'ambiguous-address'
      | 'rejected-credentials'
      | 'rejected-request'
      | 'unavailable'
      | 'timeout';
  };
  /** How many milliseconds each bureau takes, if it is asked. They are asked at the same time, so the slowest decides. One of more than 10000, the limit of a search, is `timeout` after that. */
  bureauDelayMs?: {
    equifax?: number;
    experian?: number;
    transunion?: number;
  };
  /** What becomes of each text. refused, unknown: as in `challenge.sms`. refused-first: the first is refused, and each resend accepted. undelivered, delivered: accepted, and the event of its receipt follows, at once or after 30 seconds. accepted, no-receipt: accepted, and nothing follows. */
  sms?: 'accepted' | 'refused' | 'refused-first' | 'unknown' | 'undelivered' | 'delivered' | 'no-receipt';
  /** Generate takes at least so many milliseconds. */
  delayMs?: number;
  on?: TestAnswers;
  /** Answers have the cost and the balance that they would have of a wallet with so many credits, or are 402. Nothing is charged. */
  walletBalance?: number;
  /** The id of a test clock (POST …/test-clocks): the report goes by it. */
  clock?: string;
}
/** What later calls about the report answer. hang: 30 seconds, past the deadline; then it is done. The code of a submit chooses its own: 000429, 000500, 000503, 000504. */
export interface TestAnswers {
  /** What a resend answers. */
  resendSms?: 'insufficient-funds' | 'rate-limited' | 'internal-error' | 'service-unavailable' | 'hang';
  /** What reading the report answers, and all that is worked out of it. */
  read?: 'rate-limited' | 'internal-error' | 'service-unavailable' | 'hang';
  /** For so many milliseconds after the report was made; always without it. */
  forMs?: number;
}
/** Status `complete`, `authentication-required`, `blocked`, `failed`. */
export interface GenerateAnswer {
  /** About the answer: how long it took and, of a generate or a code, the wallet. */
  meta: {
    /** About the call. */
    request: RequestMeta;
    /** About the credits. */
    wallet: Wallet;
  };
  /** The result. */
  data: Complete | AuthenticationRequired | Blocked | Failed;
}
export interface RequestMeta {
  /** Processing time in milliseconds. */
  timeTakenMs: number;
}
export interface Wallet {
  /** Credits that can be spent after the operation. */
  balance: number;
  /** Credits that this operation charged, or held: of a challenge the price of its report, then 0 of the code that completes it. */
  cost: number;
}
export interface Complete {
  /** Always `complete`: the document is in `creditReport`. */
  status: 'complete';
  /** `none`, or `otp` where the consumer must enter a code. */
  challengeType?: 'none';
  creditReportId: string;
  /** The document. */
  creditReport: CreditReport;
  /** Which bureaus answered. */
  bureaus: {
    id: BureauId;
    /** How it stands. */
    status: BureauOutcome;
    /** True when a simulator answered and not the bureau: the data is made up. */
    simulated?: boolean;
  }[];
  /** Credits charged for this report up to now: the bureaus that answered, and its texts that were delivered. A text whose receipt comes later is added then. 0 in test mode. */
  costCredits: number;
  /** Only where the report was read with `include=agreements`: its motor-finance agreements, as at `/agreements`. */
  agreements?: {
    kind: 'motor';
    /** The day of the report. */
    asOf: string;
    /** The scheme that agreements are compared with. */
    scheme: MotorScheme;
    /** The agreements, newest first. */
    agreements: MotorAgreement[];
    /** Hire purchase and leases that may be for something else than a vehicle. */
    notCounted: {
      /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
      recordId?: string;
      /** Its place in the document's `consumerData.records`, from 0. */
      record: number;
      lender: {
        name?: string;
      };
      /** The kind of account. */
      accountType: AccountType;
      /** The bureaus concerned. */
      bureaus: {
        id: BureauId;
        /** Bureau reference. */
        ref: string;
        /** Our addition: the bureau's own code of the type of account. */
        typeCode?: string;
        /** Our addition: always true. This bureau's record has another date of birth, close enough to be a typing mistake. */
        birthdayDiffers?: true;
        arrears?: Arrears;
        /** Our addition: the type that this bureau gives, where the record shows another. */
        accountType?: AccountType;
        /** Our addition: the kind of company that this bureau gives, where the record shows another. */
        companyType?: CompanyType;
        /** Our addition: the start that this bureau gives, where the record shows another, even a day. */
        startDate?: string;
        /** Our addition: when this bureau last heard from the company about it. */
        lastUpdated?: string;
        /** Our addition: always true. This bureau has a balance and does not tell it, which is not the same as having none. */
        balanceWithheld?: true;
      }[];
      /** The reasons, a sentence each. */
      why: string[];
    }[];
    /** What the list does not show, a sentence each. */
    notes: string[];
  };
}
export interface CreditReport {
  /** The consumer, as the report has them. */
  person: {
    /** Title, such as Ms. */
    title?: string;
    firstName: string;
    lastName: string;
    /** Date of birth, YYYY-MM-DD. */
    dateOfBirth: string;
  };
  /** Where the consumer lives or lived. */
  residencies: Residency[];
  /** The consumer's accounts. */
  consumerData: {
    /** One record for each account. */
    records: AccountRecord[];
  };
  /** Who searched the file before. */
  previousSearches: {
    /** Who searched, each with the days. */
    providers: {
      /** The lender's or searcher's name. */
      companyName: string;
      /** A record for each search. */
      records: {
        date: string;
        /** Our addition: what the search was for. Absent where no bureau says; where they differ, the weightier one. */
        purpose?:
          'credit-application' | 'quotation' | 'identity' | 'consumer-enquiry' | 'debt-recovery' | 'other';
        /** Our addition: the bureaus that have it on file, each with what it says otherwise. Absent in reports from before it was added. */
        bureaus?: {
          id: BureauId;
          /** The day that this bureau gives, where it is another. */
          date?: string;
          /** What this bureau says that it was for, where it is something else. */
          purpose?:
            'credit-application' | 'quotation' | 'identity' | 'consumer-enquiry' | 'debt-recovery' | 'other';
        }[];
      }[];
    }[];
  };
  /** What was searched, and what could not be. */
  coverage?: Coverage;
  /** Our addition: court judgments about debts, newest first. Absent where no bureau was asked for it or answered; empty where none was found. */
  judgments?: Judgment[];
  /** Our addition: bankruptcies, arrangements and orders about all debts, newest first. Absent where no bureau was asked for it or answered; empty where none was found. */
  insolvencies?: Insolvency[];
  /** Our addition: people whose finances are linked with the person’s. Absent where no bureau was asked for it or answered; empty where none was found. */
  associations?: {
    /** The associate's name: another person's data. Show it to nobody who may not see the whole document. */
    name: string;
    /** Since when it is on file. */
    since?: string;
    /** When a company last confirmed it. */
    lastConfirmed?: string;
    /** Our addition: notices of correction and dispute about this record. Absent where there is none. */
    notices?: Notice[];
    /** The bureaus concerned. */
    bureaus: {
      id: BureauId;
    }[];
  }[];
  /** Our addition: other names of the person. Absent where no bureau was asked for it or answered; empty where none was found. */
  aliases?: {
    /** The other name. */
    name: string;
    /** Since when it is on file. */
    since?: string;
    /** When a company last confirmed it. */
    lastConfirmed?: string;
    /** Our addition: notices of correction and dispute about this record. Absent where there is none. */
    notices?: Notice[];
    /** The bureaus concerned. */
    bureaus: {
      id: BureauId;
    }[];
  }[];
  /** Our addition: notices of correction and dispute about the file as a whole. Those about one record stand with it. Absent where no bureau was asked for it or answered; empty where none was found. */
  notices?: Notice[];
  /** Our addition: that a bureau has a fraud warning on file, and who filed it. It may protect the person; it is never a debt. Absent where no bureau was asked for it or answered; empty where none was found. */
  fraudMarkers?: {
    id: BureauId;
    /** Who filed it, where the bureau says. */
    companyName?: string;
  }[];
  /** Our addition: the bureaus’ own scores, as they gave them. None is ours, and none is mixed. Absent where no bureau was asked for it or answered; empty where none was found. */
  scores?: {
    id: BureauId;
    /** The scorecard, by the bureau's own label. Your contract has its range: figures of two scales cannot be compared. */
    scale: string;
    value: number;
    /** The bureau's own reason codes. */
    reasons?: string[];
  }[];
}
export interface Residency {
  /** The id of the address, the same in every report of the tenant. */
  addressId: string;
  /** Printed, and in its parts. */
  address: {
    /** Always `uk`. */
    type: 'uk';
    ukAddress: UkAddress;
    /** The address in one line. */
    addressLine1: string;
    /** The address as it would be printed. */
    lines: string[];
  };
  /** Whole years. Absent where no bureau says how long. */
  yearsAtAddress?: number;
  /** The months beyond those years, 0 to 11. Absent with them. */
  monthsAtAddress?: number;
  /** Whether it is the present one. */
  isCurrent: boolean;
  /** Our addition: when the person was on the electoral roll at this address. Absent where no bureau was asked for it or answered; empty where none was found. */
  electoralRoll?: {
    /** As exact as any of the bureaus says: a year, a month or a day. */
    from?: string;
    /** The same; absent while the person is on it. */
    to?: string;
    /** Who says so. Absent where every bureau that has the address does. */
    bureaus?: BureauId[];
  }[];
}
export interface UkAddress {
  /** Sub-unit within a building. */
  subBuildingName?: string;
  buildingName?: string;
  /** House or building number. */
  buildingNumber?: string;
  /** Street name. */
  thoroughfare?: string;
  /** District or locality. */
  district?: string;
  townOrCity: string;
  county?: string;
  /** Country code. */
  country?: string;
  /** UK postcode. */
  postcode: string;
}
export interface AccountRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId?: string;
  /** Title, such as Ms. */
  title?: string;
  firstName?: string;
  lastName?: string;
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  /** The kind of account. */
  accountType: AccountType;
  /** How the account stands. */
  accountStatus: AccountStatus;
  /** The type of lender. */
  companyType?: CompanyType;
  /** The lender's or searcher's name. */
  companyName?: string;
  /** Of payments by the month; absent where they are made more or less often. */
  numberOfPayments?: number;
  /** In months. */
  repaymentPeriod?: number;
  /** The payment of a period. */
  payment?: Money;
  /** The balance at the start. */
  startBalance?: Money;
  /** Its balance in pounds and pence, as the bureaus report it. */
  balance?: Money;
  /** When it began. */
  startDate?: string;
  /** Our addition: when it ended, settled or closed. */
  endDate?: string;
  /** Our addition: the kind of purchase, lease or car loan, by the bureau's code. Absent where no code tells. `hire-purchase` also where one code covers hire purchase and conditional sale. */
  product?:
    | 'pcp'
    | 'balloon-hire-purchase'
    | 'hire-purchase'
    | 'conditional-sale'
    | 'credit-sale'
    | 'finance-lease'
    | 'operating-lease'
    | 'motor-loan';
  /** Our addition: the final payment, a lump at the end of the agreement. Absent where there is none. */
  balloon?: Money;
  /** Our addition: when it went into default. It stays when the default is satisfied. */
  defaultDate?: string;
  /** Our addition: what was left to pay on the day of the default. It stays when the default is satisfied; `balance` is what is left now. */
  defaultBalance?: Money;
  /** The limit of a card or an account. */
  creditLimit?: Money;
  /** Our addition: whether somebody else is a holder too, where a bureau says. */
  isJoint?: boolean;
  /** Our addition: when a bureau last heard from the company about it. */
  lastUpdated?: string;
  /** How it was paid, month by month. */
  history?: PaymentHistory;
  /** Where it is on file, with the reference of each bureau. */
  bureaus: {
    id: BureauId;
    /** Bureau reference. */
    ref: string;
    /** Our addition: the bureau's own code of the type of account. */
    typeCode?: string;
    /** Our addition: always true. This bureau's record has another date of birth, close enough to be a typing mistake. */
    birthdayDiffers?: true;
    arrears?: Arrears;
    /** Our addition: the type that this bureau gives, where the record shows another. */
    accountType?: AccountType;
    /** Our addition: the kind of company that this bureau gives, where the record shows another. */
    companyType?: CompanyType;
    /** Our addition: the start that this bureau gives, where the record shows another, even a day. */
    startDate?: string;
    /** Our addition: when this bureau last heard from the company about it. */
    lastUpdated?: string;
    /** Our addition: always true. This bureau has a balance and does not tell it, which is not the same as having none. */
    balanceWithheld?: true;
  }[];
  /** Our addition: who came after the lender, by the registry of lenders: what it is called now, or where its accounts, or some of them, went. It does not say that this one did. */
  companyNow?: {
    /** What the lender is called now, or the lender that has the accounts since. */
    name: string;
    /** The day that accounts went to it. Absent for a new name. */
    on?: string;
    /** What went. */
    what?: string;
    /** Whether a page confirms it; `docs/lenders.md` has how. */
    isVerified: boolean;
  }[];
  /** Our addition: the fields in which the bureaus do not say the same, the weightiest first, without what carries no news. Absent when there are none. */
  disagreements?: Disagreement[];
  /** Our addition: every adverse word of any bureau about this agreement, older states and satisfied defaults too. Absent when there is none. */
  adverse?: AdverseWord[];
  /** Our addition: other records of this report that may be the same agreement, each by one of its `bureaus`. Absent when there is no doubt. */
  possiblySame?: {
    id: BureauId;
    /** Bureau reference. */
    ref: string;
  }[];
  /** Our addition: notices of correction and dispute about this record. Absent where there is none. */
  notices?: Notice[];
}
export interface Money {
  /** In the smallest unit of the currency: pence for GBP. */
  amount: number;
  /** Currency code. */
  currency: string;
}
export interface PaymentHistory {
  /** The newest month that is known, YYYY-MM: that of the first character. */
  newest: string;
  /** One character a month, newest first, at most 72: `0` up to date, `1` to `6` months in arrears (6: six or more), `l` in arrears without a number, `a` arrangement, `d` default, `w` written off, `s` settled, `t` transferred to another company, `q` in query, `o` dormant, `.` not known. */
  months: string;
  /** What other bureaus say, where it differs in a month that both know. Absent when none differs. */
  bureaus?: {
    bureau: BureauId;
    /** The newest month that is known, YYYY-MM: that of the first character. */
    newest: string;
    /** One character a month, newest first, at most 72: `0` up to date, `1` to `6` months in arrears (6: six or more), `l` in arrears without a number, `a` arrangement, `d` default, `w` written off, `s` settled, `t` transferred to another company, `q` in query, `o` dormant, `.` not known. */
    months: string;
  }[];
}
/** Our addition: arrears as the bureau counts them, which may reach further back than its months. */
export interface Arrears {
  /** How many months the bureau counts back. */
  months: number;
  /** Months in which it was one or two payments behind. */
  oneOrTwo: number;
  /** Months in which it was three or more payments behind. */
  threeOrMore: number;
  /** The worst of these months, a character as in `history`. */
  worst?: string;
}
export interface Disagreement {
  /** The field that they disagree on. */
  field:
    | 'accountStatus'
    | 'balance'
    | 'accountType'
    | 'product'
    | 'startDate'
    | 'endDate'
    | 'defaultDate'
    | 'startBalance'
    | 'payment'
    | 'balloon'
    | 'creditLimit'
    | 'numberOfPayments'
    | 'repaymentPeriod'
    | 'isJoint'
    | 'companyName'
    | 'accountNumber'
    | 'firstName'
    | 'lastName'
    | 'title'
    | 'companyType';
  /** One entry for each bureau that gave the field. */
  values: {
    bureau: BureauId;
    /** As the field itself: text, a whole number, a flag or money. Account numbers are masked. */
    value: string | number | boolean | Money;
  }[];
}
export interface AdverseWord {
  bureau: BureauId;
  /** What the bureau says of it. */
  status: 'arrangement' | 'delinquent' | 'default' | 'written-off';
  /** The day of the default or of the arrangement where the bureau gives it, else of the bureau's record. */
  date?: string;
}
export interface Notice {
  /** The bureau that has it on file. */
  id: BureauId;
  /** `correction`: the person's own words, which whoever reads the record has to read too. `dispute`: the record is being looked into. `unsaid`: the bureau says that there is one and not what it says. */
  type: 'correction' | 'dispute' | 'unsaid';
  /** The bureau's own reference. */
  ref?: string;
  /** When it was raised. */
  date?: string;
  /** As the bureau has it; absent where it does not give it. */
  text?: string;
}
export interface Coverage {
  /** The bureaus that were asked. */
  bureaus: {
    id: BureauId;
    /** False: what it has on file is not in this report. */
    answered: boolean;
    /** Whether it has a file on this person. */
    hasFile: boolean;
    /** How many of `names` it was sent, the first ones. */
    names: number;
    /** How many of `addresses` it was sent, the first ones. */
    addresses: number;
    /** What was sent to it otherwise than it was given. Absent where nothing was. */
    altered?: AlteredField[];
    /** Records that it sent and that are not in this report. Absent where there are none. */
    leftOut?: LeftOutRecords[];
    /** `built-in-codes`: its code tables could not be loaded, and its codes were read by a list of our own. `records-missing`: it counts more records than it sent. `codes-unknown`: a kind, a status or a currency has a code that is in no list. `short-term-not-asked`: it files short-term credit apart, and was not asked for it. */
    notes?: ('built-in-codes' | 'records-missing' | 'codes-unknown' | 'short-term-not-asked')[];
    /** Our addition: parts of a file that it was not asked for, by the name of the field: that none of them is its word is not "none found". Absent where it was asked for all that the report has. */
    notAsked?: (
      | 'judgments'
      | 'insolvencies'
      | 'electoralRoll'
      | 'associations'
      | 'aliases'
      | 'notices'
      | 'fraudMarkers'
      | 'scores'
    )[];
  }[];
  /** The name, then the previous names. */
  names: string[];
  /** The current address, then earlier ones. */
  addresses: string[];
  /** The start of the oldest agreement in the report. Absent where no record has a start. */
  oldestRecord?: string;
  /** Agreements that ended before this day are normally no longer on file: six years. */
  onFileSince: string;
  /** The same in a sentence, to be shown with the report. */
  notice: string;
}
export interface AlteredField {
  /** A JSON pointer as into the request, with the addresses in the order of `addresses`: `/addresses/0` is the first of them. */
  field: string;
  /** As it was sent; absent where it was left out. */
  sent?: string;
  /** `folded`: written in the bureau's alphabet. `cut`: shortened to its length. `left-out`: not sent. */
  change: 'folded' | 'cut' | 'left-out';
}
export interface LeftOutRecords {
  /** `another-person`: the bureau marks them as another person's. `not-sure`: their name or date of birth does not fit well enough. */
  reason: 'another-person' | 'not-sure';
  accounts: number;
  searches: number;
  /** Our addition: court records, insolvencies and fraud warnings. Absent where there are none. */
  publicRecords?: number;
}
export interface Judgment {
  /** `decree`: a Scottish court's. `child-support-order`: a liability order for child maintenance. */
  kind: 'county-court-judgment' | 'high-court-judgment' | 'decree' | 'child-support-order';
  /** Satisfied or set aside where any bureau says so; `bureaus` has who says otherwise. */
  status: 'open' | 'satisfied' | 'set-aside';
  court?: string;
  caseNumber?: string;
  /** The sum of money. */
  amount?: Money;
  /** Of the judgment. */
  date?: string;
  /** When it was paid. */
  satisfiedDate?: string;
  /** Our addition: notices of correction and dispute about this record. Absent where there is none. */
  notices?: Notice[];
  /** The bureaus concerned. */
  bureaus: {
    id: BureauId;
    /** The bureau's reference of the record. */
    ref: string;
    /** What this bureau says, where it is another sum. */
    amount?: Money;
    /** The day that this bureau gives, where it is another. */
    date?: string;
    /** The record has another date of birth, close enough to be a slip of the pen. */
    birthdayDiffers?: true;
    /** What this bureau says, where it is something else. */
    status?: 'open' | 'satisfied' | 'set-aside';
  }[];
}
export interface Insolvency {
  /** `other`: the bureau's code is in no list. */
  kind:
    | 'bankruptcy'
    | 'individual-voluntary-arrangement'
    | 'debt-relief-order'
    | 'administration-order'
    | 'sequestration'
    | 'trust-deed'
    | 'debt-arrangement-scheme'
    | 'bankruptcy-restrictions'
    | 'debt-relief-restrictions'
    | 'income-payments'
    | 'other';
  /** `petition`: asked of a court and not ordered. `ended`: discharged, completed or failed. `annulled`: as if it had not been. */
  status: 'petition' | 'in-force' | 'ended' | 'annulled';
  court?: string;
  caseNumber?: string;
  /** The year of the case number, where the bureau gives it apart. */
  caseYear?: number;
  /** The name under which the person traded. */
  tradingName?: string;
  /** The sum of money. */
  amount?: Money;
  /** Of the order or arrangement. */
  date?: string;
  /** When it ended. */
  endDate?: string;
  /** Restrictions that belong to it. */
  restriction?: {
    /** `undertaking`: given to the Insolvency Service instead of a court's order, with the same effect. Absent where the bureau does not say. */
    kind?: 'order' | 'interim-order' | 'undertaking';
    /** Since when. */
    from?: string;
    /** Until when. */
    to?: string;
  };
  /** Our addition: notices of correction and dispute about this record. Absent where there is none. */
  notices?: Notice[];
  /** The bureaus concerned. */
  bureaus: {
    id: BureauId;
    /** The bureau's reference of the record. */
    ref: string;
    /** What this bureau says, where it is another sum. */
    amount?: Money;
    /** The day that this bureau gives, where it is another. */
    date?: string;
    /** The record has another date of birth, close enough to be a slip of the pen. */
    birthdayDiffers?: true;
    /** What this bureau says, where it is something else. */
    status?: 'petition' | 'in-force' | 'ended' | 'annulled';
  }[];
}
export interface MotorScheme {
  id: string;
  /** Of the scheme file. Keep it with what you decide by it. */
  version: string;
  /** What the scheme is called. */
  title: string;
  /** In a sentence, such as “FCA scheme”. */
  shortTitle?: string;
  /** The day of the facts. */
  asOf: string;
  /** Of the schemes as a whole, such as `partly-suspended`. */
  status: string;
  /** How the schemes stand, in a sentence for consumers. */
  notice?: string;
  /** The periods of the scheme. */
  windows: {
    id: string;
    name: string;
    /** The first start date of the period. */
    from: string;
    /** The last one. */
    to: string;
    /** How it stands. */
    status: string;
    /** Where it is written. */
    source: string;
  }[];
  /** The first day of the ban. */
  discretionaryCommissionBannedFrom: string;
  /** Kinds of agreements that the scheme leaves out; `lease` is both kinds of leases too. */
  productsOutside: (
    | 'hire-purchase'
    | 'pcp-likely'
    | 'conditional-sale'
    | 'lease'
    | 'unknown'
    | 'pcp'
    | 'balloon-hire-purchase'
    | 'credit-sale'
    | 'finance-lease'
    | 'operating-lease'
    | 'motor-loan'
  )[];
  /** What the scheme says, with its sources. */
  facts: {
    id: string;
    text: string;
    /** Where it is written. */
    source: string;
    /** The day that it is about. */
    asOf: string;
    /** How it stands. */
    status: string;
  }[];
}
export interface MotorAgreement {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId?: string;
  /** Its place in the document's `consumerData.records`, from 0. */
  record: number;
  lender: {
    /** Absent where no bureau names who lent. */
    name?: string;
    /** Every name on file, where bureaus give several. */
    names?: {
      name: string;
      /** The bureaus concerned. */
      bureaus?: BureauId[];
    }[];
    /** The lender whose brand the name is. */
    brandOf?: string;
    /** What the lender is called now, where the name is one that it had before. */
    nowCalled?: string;
    /** The group that the lender belongs to. */
    group?: string;
    /** Where its complaints go, if the registry of lenders has it. */
    complaintsAddress?: string;
    /** The registry of lenders lists it as one that finances vehicles. */
    motor?: true;
    /** Where its accounts, or some of them, went. It does not say that this one did. */
    movedTo?: {
      /** The lender that has them since. */
      name: string;
      /** The day. */
      on: string;
      /** What went. */
      what?: string;
      /** Whether a page confirms the lender and the day. */
      isVerified: boolean;
    }[];
    /** The pages that confirm these facts. */
    seen?: {
      /** The address of the page. */
      where: string;
      /** The day that it was read, in a stored copy. */
      when: string;
      /** The facts that it confirms. */
      confirms: ('brandOf' | 'nowCalled' | 'group' | 'complaintsAddress' | 'motor' | 'movedTo')[];
    }[];
    /** Facts here that no page confirms: general knowledge of the trade, or what your tenant added. */
    notVerified?: ('brandOf' | 'nowCalled' | 'group' | 'complaintsAddress' | 'motor' | 'movedTo')[];
  };
  /** Who bought the debt, where a debt purchaser files it. */
  purchaser?: {
    name?: string;
  };
  /** By a bureau's code where it tells. `pcp-likely`: filed as plain hire purchase, and a lump is left for the end. */
  product:
    | 'hire-purchase'
    | 'pcp-likely'
    | 'conditional-sale'
    | 'lease'
    | 'unknown'
    | 'pcp'
    | 'balloon-hire-purchase'
    | 'credit-sale'
    | 'finance-lease'
    | 'operating-lease'
    | 'motor-loan';
  /** How the product is known: stated by a bureau's code, or likely by arithmetic. Absent where it is `unknown`. */
  productCertainty?: 'stated' | 'likely';
  /** That it is motor finance: stated by the code of a PCP or a car loan or by the type or name of the company, or likely by the amount. */
  certainty: 'stated' | 'likely';
  /** The reasons, a sentence each. */
  why: string[];
  /** The last digits of the account number, at most four. */
  last4?: string;
  /** Whether it is held with someone else. */
  isJoint?: boolean;
  /** When it began. */
  startDate?: string;
  /** When it ended, where a bureau says so. */
  endDate?: string;
  /** How it stands. */
  status: AccountStatus;
  /** The balance at the start. */
  startBalance?: Money;
  /** Its balance in pounds and pence, as the bureaus report it. */
  balance?: Money;
  /** The payment of a period. */
  payment?: Money;
  /** Our addition: the final payment, a lump at the end of the agreement. Absent where there is none. */
  balloon?: Money;
  /** The term of the agreement. */
  term?: {
    payments?: number;
    months?: number;
  };
  /** The bureaus concerned. */
  bureaus: {
    id: BureauId;
    /** Bureau reference. */
    ref: string;
    /** Our addition: the bureau's own code of the type of account. */
    typeCode?: string;
    /** Our addition: always true. This bureau's record has another date of birth, close enough to be a typing mistake. */
    birthdayDiffers?: true;
    arrears?: Arrears;
    /** Our addition: the type that this bureau gives, where the record shows another. */
    accountType?: AccountType;
    /** Our addition: the kind of company that this bureau gives, where the record shows another. */
    companyType?: CompanyType;
    /** Our addition: the start that this bureau gives, where the record shows another, even a day. */
    startDate?: string;
    /** Our addition: when this bureau last heard from the company about it. */
    lastUpdated?: string;
    /** Our addition: always true. This bureau has a balance and does not tell it, which is not the same as having none. */
    balanceWithheld?: true;
  }[];
  /** Where bureaus say different things. */
  disagreements?: Disagreement[];
  /** The periods that its start falls into: ids of the scheme, or `before`, `between`, `after`, `none`, `unknown-date`. Several where bureaus give start dates on both sides of a border. */
  windows: string[];
  /** Every start date that a bureau gives, earliest first. */
  startDates: {
    date: string;
    /** The bureaus concerned. */
    bureaus?: BureauId[];
    /** The period of the scheme that the day is in. */
    window: string;
    /** Whether it began before discretionary commission was banned. It does not say that any was paid. */
    discretionaryPossible: boolean;
  }[];
  /** As in `startDates`; null where these differ or there is none. It does not say that any was paid. */
  discretionaryPossible: boolean | null;
  /** Agreements of the same lender that began on the same day, or began or ended within 14 days of this one’s end or start. */
  related?: {
    /** Its place in the document's `consumerData.records`, from 0. */
    record: number;
    /** How the two belong together. */
    relation: 'same-day' | 'began-as-it-ended' | 'ended-as-it-began';
  }[];
  /** What this credit file does not say. */
  unknown: string[];
}
export interface AuthenticationRequired {
  /** Always `authentication-required`: a code is needed. */
  status: 'authentication-required';
  /** `none`, or `otp` where the consumer must enter a code. */
  challengeType: 'otp';
  creditReportId: string;
  challenge: Challenge;
}
/** What a page needs to ask for the code. `sms` is on every answer; when a report is read again, or after a wrong code, `accepted` also stands for `unknown`. */
export interface Challenge {
  /** Goes into the submit and the resend. */
  challengeId: string;
  /** The last moment at which a code is taken. A resend moves it. */
  expiresAt: string;
  /** Codes that may still be tried. A resend does not bring them back. */
  attemptsRemaining: number;
  /** Texts that resend-sms can still send. */
  remainingSmsCount: number;
  /** Where the text went, masked but for its last digits. Absent when none was given. */
  mobileNumber?: string;
  /** Whether a gateway took the text. accepted: it is on its way (in test mode: simulated). refused: none took it; the consumer has no code, the text is free and is no send; ask for another with resend-sms. unknown: a gateway may have taken it. none: no text was handed over, because the device could not be verified. */
  sms: 'accepted' | 'refused' | 'unknown' | 'none';
}
export interface Blocked {
  /** Always `blocked`: final, and nothing was charged for the report. */
  status: 'blocked';
  creditReportId: string;
  /** For programs. It does not say which check it was. New ones may be added. */
  reason: 'risk-assessment';
}
export interface Failed {
  /** Always `failed`: final. `reason` says why. */
  status: 'failed';
  creditReportId: string;
  /** For people: what happened and what to do. */
  errorMessage: string;
  /** For programs: what `errorMessage` says. New ones may be added. */
  reason: FailureReason;
}
/** One page of reports, newest first unless `sort` says otherwise. With `Accept: text/csv`: every report of the filter, newest first, as CSV. */
export interface ListAnswer {
  /** About the answer: how long it took and, of a generate or a code, the wallet. */
  meta: {
    /** About the call. */
    request: RequestMeta;
  };
  /** The result. */
  data: {
    /** The entries; of a list in pages, those of this page. */
    items: ListedReport[];
    /** The next page's token; null on the last page. */
    token: string | null;
    /** With `count`: how many reports the filter has. */
    total?: ReportTotal;
    minItems?: 0;
  };
}
export interface ListedReport {
  creditReportId: string;
  /** How it stands. */
  status: ReportStatus;
  /** Whether it belongs to test mode. */
  test: boolean;
  /** The bureaus concerned. */
  bureaus: BureauId[];
  /** The caller's own reference. */
  externalReference?: string;
  /** Why it failed. */
  errorMessage?: string;
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** The personal parts were removed at the end of the retention. */
  purged: boolean;
  /** The test clock that it goes by, or went by. Its times are those of the clock. */
  testClockId?: string;
  /** With `details`: the consumer, masked; null once purged. */
  person?: string | null;
  /** With `details`: credits spent on it. */
  costCredits?: number;
  /** With `details`: from the request to its end; null while it waits. */
  tookMs?: number | null;
  /** With `details`: the bureaus that answered, for 90 days. */
  answered?: BureauId[];
}
/** With `count`: how many reports the filter has. */
export interface ReportTotal {
  count: number;
  /** There are more: counting stops at 1,000. */
  isCapped: boolean;
}
export interface OtpRequest {
  /** From the generate answer. */
  challengeId: string;
  /** What the consumer typed, without spaces. Any text is a guess: nothing is trimmed. */
  code: string;
}
/** Status `complete`, `retry`, `failed`. */
export interface OtpAnswer {
  /** About the answer: how long it took and, of a generate or a code, the wallet. */
  meta: {
    /** About the call. */
    request: RequestMeta;
    /** About the credits. */
    wallet: Wallet;
  };
  /** The result. */
  data: Complete | Retry | Failed;
}
export interface Retry {
  /** Always `retry`: the code was wrong. */
  status: 'retry';
  creditReportId: string;
  /** For people: what happened. */
  errorMessage: string;
  /** Codes that may still be tried. A resend does not bring them back. */
  attemptsRemaining: number;
  challenge: Challenge;
}
export interface ResendRequest {
  /** From the generate answer. */
  challengeId: string;
}
/** A new code was handed to a gateway, unless `sms` says otherwise: one that none took is not counted. */
export interface ResendAnswer {
  /** About the answer: how long it took and, of a generate or a code, the wallet. */
  meta: {
    /** About the call. */
    request: RequestMeta;
  };
  /** The result. */
  data: {
    /** Texts that resend-sms can still send. */
    remainingSmsCount: number;
    /** Texts that were sent so far, the first one included. */
    smsSentCount: number;
    /** Whether a gateway took the text. accepted: it is on its way (in test mode: simulated). refused: none took it; the consumer has no code, the text is free and is no send; ask for another with resend-sms. unknown: a gateway may have taken it. none: no text was handed over, because the device could not be verified. */
    sms: 'accepted' | 'refused' | 'unknown' | 'none';
    /** The last moment at which a code is taken. A resend moves it. */
    expiresAt: string;
    /** Codes that may still be tried. A resend does not bring them back. */
    attemptsRemaining: number;
  };
}
/** Status `complete`, `authentication-required`, `blocked`, `retry`, `failed`. */
export interface ReadAnswer {
  /** About the answer: how long it took and, of a generate or a code, the wallet. */
  meta: {
    /** About the call. */
    request: RequestMeta;
    /** About the credits. */
    wallet: Wallet;
  };
  /** The result. */
  data: Complete | AuthenticationRequired | Blocked | Retry | Failed;
}
/** The motor-finance agreements on file, each with its reasons. Costs nothing. */
export interface AgreementsAnswer {
  /** About the answer: how long it took and, of a generate or a code, the wallet. */
  meta: {
    /** About the call. */
    request: RequestMeta;
    /** About the credits. */
    wallet: Wallet;
  };
  /** The result. */
  data: {
    creditReportId: string;
    /** Which bureaus answered. */
    bureaus: {
      id: BureauId;
      /** How it stands. */
      status: BureauOutcome;
      /** True when a simulator answered and not the bureau: the data is made up. */
      simulated?: boolean;
    }[];
    kind: 'motor';
    /** The day of the report. */
    asOf: string;
    /** The scheme that agreements are compared with. */
    scheme: MotorScheme;
    /** The agreements, newest first. */
    agreements: MotorAgreement[];
    /** Hire purchase and leases that may be for something else than a vehicle. */
    notCounted: {
      /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
      recordId?: string;
      /** Its place in the document's `consumerData.records`, from 0. */
      record: number;
      lender: {
        name?: string;
      };
      /** The kind of account. */
      accountType: AccountType;
      /** The bureaus concerned. */
      bureaus: {
        id: BureauId;
        /** Bureau reference. */
        ref: string;
        /** Our addition: the bureau's own code of the type of account. */
        typeCode?: string;
        /** Our addition: always true. This bureau's record has another date of birth, close enough to be a typing mistake. */
        birthdayDiffers?: true;
        arrears?: Arrears;
        /** Our addition: the type that this bureau gives, where the record shows another. */
        accountType?: AccountType;
        /** Our addition: the kind of company that this bureau gives, where the record shows another. */
        companyType?: CompanyType;
        /** Our addition: the start that this bureau gives, where the record shows another, even a day. */
        startDate?: string;
        /** Our addition: when this bureau last heard from the company about it. */
        lastUpdated?: string;
        /** Our addition: always true. This bureau has a balance and does not tell it, which is not the same as having none. */
        balanceWithheld?: true;
      }[];
      /** The reasons, a sentence each. */
      why: string[];
    }[];
    /** What the list does not show, a sentence each. */
    notes: string[];
  };
}
/** Every figure by its name. Costs nothing. */
export interface AttributesAnswer {
  /** About the answer: how long it took and, of a generate or a code, the wallet. */
  meta: {
    /** About the call. */
    request: RequestMeta;
    /** About the credits. */
    wallet: Wallet;
  };
  /** The result. */
  data: {
    creditReportId: string;
    /** Which bureaus answered. */
    bureaus: {
      id: BureauId;
      /** How it stands. */
      status: BureauOutcome;
      /** True when a simulator answered and not the bureau: the data is made up. */
      simulated?: boolean;
    }[];
    /**
     * The ids of the records, in the order of the document: `basis` and `record` are places in it. Absent for a report from before records had ids.
     *
     * Items: The same for one agreement in every report of your tenant about its consumer, however bureaus spell it.
     */
    recordIds?: string[];
    /** The day that it is about. */
    asOf: string;
    reportDay: string;
    /** The figures by name. */
    figures: Figures;
    /** The use of each open card's limit. */
    cards: {
      /** Its place in `consumerData.records`, from 0. */
      record: number;
      /** The card's balance in per cent of its limit. */
      utilisation: Figure;
    }[];
    /** What the figures do not show, a sentence each. */
    notes: string[];
  };
}
export interface Figures {
  /** Balances of all open accounts but rentals, in pence. */
  balanceTotal: Figure;
  /** Balances, in pence, of open mortgages. */
  balanceMortgages: Figure;
  /** Balances, in pence, of open secured loans. */
  balanceSecuredLoans: Figure;
  /** Balances, in pence, of open cards. */
  balanceCards: Figure;
  /** Balances, in pence, of open loans. */
  balanceLoans: Figure;
  /** Balances, in pence, of open hire purchase and leases. */
  balanceAssetFinance: Figure;
  /** Balances, in pence, of open current accounts: what is overdrawn. */
  balanceCurrentAccounts: Figure;
  /** Balances, in pence, of open household accounts. */
  balanceHousehold: Figure;
  /** Balances, in pence, of open accounts of other kinds. */
  balanceOther: Figure;
  /** Balances of open cards, loans and current accounts together, in pence. */
  balanceUnsecured: Figure;
  /** Limits of open cards, in pence. A limit of zero is one that is not known, and left out. */
  limitTotal: Figure;
  /** Limits less balances of open cards, in pence. */
  limitUnused: Figure;
  /** Balances of open cards in per cent of their limits. */
  utilisationTotal: Figure;
  /** Use of its limit by the open card with the highest, in per cent. */
  utilisationHighest: Figure;
  /** Open cards whose balance is more than their limit. */
  cardsOverLimit: Figure;
  /** Payments a month of all open accounts but current accounts, in pence. */
  commitmentsTotal: Figure;
  /** Payments a month, in pence, of open mortgages. */
  commitmentsMortgages: Figure;
  /** Payments a month, in pence, of open secured loans. */
  commitmentsSecuredLoans: Figure;
  /** Payments a month, in pence, of open cards. */
  commitmentsCards: Figure;
  /** Payments a month, in pence, of open loans. */
  commitmentsLoans: Figure;
  /** Payments a month, in pence, of open hire purchase and leases. */
  commitmentsAssetFinance: Figure;
  /** Payments a month, in pence, of open household accounts. */
  commitmentsHousehold: Figure;
  /** Payments a month, in pence, of open accounts of other kinds. */
  commitmentsOther: Figure;
  /** `commitmentsTotal` in per cent of the income of a month. */
  debtToIncome: Figure;
  /** `balanceTotal` in per cent of a year of income. */
  balanceToYearIncome: Figure;
  /** Open accounts in arrears. */
  arrearsNow: Figure;
  /** The worst state of these. */
  arrearsWorstNow: Figure;
  /** The worst state of any account, a default or write-off without a date included, in the last 6 months. */
  arrearsWorst6Months: Figure;
  /** The worst state of any account, a default or write-off without a date included, in the last 12 months. */
  arrearsWorst12Months: Figure;
  /** The worst state of any account, a default or write-off without a date included, in the last 24 months. */
  arrearsWorst24Months: Figure;
  /** The worst state of any account, a default or write-off without a date included, in the last 72 months. */
  arrearsWorst72Months: Figure;
  /** Open accounts in an arrangement. */
  arrangementsNow: Figure;
  /** Accounts that are or were in default, by the word of any bureau. */
  defaultsTotal: Figure;
  /** Defaults with a date in the last 12 months. */
  defaults12Months: Figure;
  /** Defaults with a date in the last 24 months. */
  defaults24Months: Figure;
  /** Defaults with a date in the last 36 months. */
  defaults36Months: Figure;
  /** Defaults with a date in the last 72 months. */
  defaults72Months: Figure;
  /** Months since the newest default. */
  defaultNewestMonths: Figure;
  /** Balances of accounts in default, in pence. */
  defaultsBalance: Figure;
  /** All accounts. */
  accountsTotal: Figure;
  /** Accounts that are open. */
  accountsOpen: Figure;
  /** Accounts that have ended. */
  accountsEnded: Figure;
  /** Accounts held with someone else. */
  accountsJoint: Figure;
  /** Age of the oldest account, in months. */
  accountOldestMonths: Figure;
  /** Age of the newest account, in months. */
  accountNewestMonths: Figure;
  /** Accounts that began in the last 6 months. */
  newCredit6Months: Figure;
  /** Accounts that began in the last 12 months. */
  newCredit12Months: Figure;
  /** Searches in the last 3 months. */
  searches3Months: Figure;
  /** Searches in the last 6 months. */
  searches6Months: Figure;
  /** Searches in the last 12 months. */
  searches12Months: Figure;
  /** Court judgments, without those set aside. */
  judgmentsTotal: Figure;
  /** Judgments that are not paid. */
  judgmentsOpen: Figure;
  /** Judgments that are paid, by the word of any bureau. */
  judgmentsSatisfied: Figure;
  /** The sum of judgments that are not paid, in pence. */
  judgmentsOpenAmount: Figure;
  /** Judgments, paid or not, of the last 12 months. */
  judgments12Months: Figure;
  /** Judgments, paid or not, of the last 36 months. */
  judgments36Months: Figure;
  /** Judgments, paid or not, of the last 72 months. */
  judgments72Months: Figure;
  /** Bankruptcies, arrangements and orders in force. */
  insolvenciesInForce: Figure;
  /** Bankruptcies, arrangements and orders that ended. */
  insolvenciesEnded: Figure;
  /** Months on the electoral roll at the current address. */
  electoralRollMonths: Figure;
  /** People whose finances are linked with the person’s. */
  associationsTotal: Figure;
}
export interface KnownFigure {
  value: number | string;
  /** What the value is in. */
  unit: 'pence' | 'count' | 'percent' | 'months' | 'status';
  /** What it rests on: places in the document's `consumerData.records`, from 0; of searches, in `previousSearches.providers`; of judgments, insolvencies and associations, in those lists; of the electoral roll, in `residencies`. */
  basis: number[];
  /** The day that it is about. */
  asOf: string;
  /** Accounts that would count and lack what is needed. A value is that of the others. */
  leftOut?: {
    /** Its place in `consumerData.records`, from 0. */
    record: number;
    /** The reason, as a code. */
    why:
      | 'no-balance'
      | 'no-limit'
      | 'no-payment'
      | 'no-start-date'
      | 'no-end-date'
      | 'no-default-date'
      | 'no-history'
      | 'part-history'
      | 'status-unknown'
      | 'other-currency'
      | 'possibly-same';
  }[];
  /** The value if every account that is left out as `possibly-same` were an agreement of its own. `value` has each of them once, the larger. Absent where none is left out so. */
  withPossiblySame?: number;
}
export interface UnknownFigure {
  /** Why it is not known. */
  unknown: string;
  /** Accounts that would count and lack what is needed. A value is that of the others. */
  leftOut?: {
    /** Its place in `consumerData.records`, from 0. */
    record: number;
    /** The reason, as a code. */
    why:
      | 'no-balance'
      | 'no-limit'
      | 'no-payment'
      | 'no-start-date'
      | 'no-end-date'
      | 'no-default-date'
      | 'no-history'
      | 'part-history'
      | 'status-unknown'
      | 'other-currency'
      | 'possibly-same';
  }[];
}
/** What is different since an earlier report about the same consumer. Costs nothing. */
export interface ChangesAnswer {
  /** About the answer: how long it took and, of a generate or a code, the wallet. */
  meta: {
    /** About the call. */
    request: RequestMeta;
    /** About the credits. */
    wallet: Wallet;
  };
  /** The result. */
  data: {
    creditReportId: string;
    /** The earlier report. */
    since: string;
    /** Which bureaus answered. */
    bureaus: {
      id: BureauId;
      /** How it stands. */
      status: BureauOutcome;
      /** True when a simulator answered and not the bureau: the data is made up. */
      simulated?: boolean;
    }[];
    /** The day of the report. */
    day: string;
    /** The day of the earlier report. */
    sinceDay: string;
    /** What was searched, and what could not be. */
    coverage: CoverageChanges;
    records: RecordChanges;
    /** Searches of the file. */
    searches: {
      /** Searches that the earlier report does not have. */
      new: {
        /** The lender's or searcher's name. */
        companyName: string;
        date: string;
        /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
        when: 'since' | 'before' | 'undated';
      }[];
    };
    publicRecords: PublicRecordChanges;
    /** Addresses that changed. */
    addresses: {
      /** What is new. */
      new: {
        /** The id of the address, the same in every report of the tenant. */
        addressId: string;
        /** The address in one line. */
        addressLine1: string;
        /** Whether it is the present one. */
        isCurrent: boolean;
        /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
        when: 'since' | 'before' | 'undated';
      }[];
      /** Addresses that are no longer on file. */
      gone: {
        /** The id of the address, the same in every report of the tenant. */
        addressId: string;
        /** The address in one line. */
        addressLine1: string;
        /** Whether it is the present one. */
        isCurrent: boolean;
        /** The reason, as a code. */
        why: 'bureau-not-heard-now' | 'unknown';
      }[];
      /** In both reports, and current only now. */
      nowCurrent: {
        /** The id of the address, the same in every report of the tenant. */
        addressId: string;
        /** The address in one line. */
        addressLine1: string;
        /** Whether it is the present one. */
        isCurrent: boolean;
      }[];
    };
  };
}
export interface CoverageChanges {
  /** Whether both reports could see the same. */
  isSame: boolean;
  /** What each bureau had to say: a file, that it has none, no answer, or not asked. */
  bureaus: {
    id: BureauId;
    /** What the bureau answered for the earlier report. */
    before: 'file' | 'no-file' | 'no-answer' | 'not-asked';
    /** What the bureau answers now. */
    now: 'file' | 'no-file' | 'no-answer' | 'not-asked';
  }[];
  /** Searched in one of the two reports only. */
  names?: {
    /** Searched now and not before. */
    added: string[];
    /** Searched before and not now. */
    left: string[];
  };
  /** Searched in one of the two reports only. */
  addresses?: {
    /** Searched now and not before. */
    added: string[];
    /** Searched before and not now. */
    left: string[];
  };
}
export interface RecordChanges {
  /** Only in the report. */
  new: NewRecord[];
  /** Only in the earlier report. It says nothing about the debt itself. */
  gone: GoneRecord[];
  /** Settled or closed. */
  settled: EndedRecord[];
  /** Passed on to another company. */
  transferred: EndedRecord[];
  /** Ended in the earlier report, and running by newer data. */
  reopened: EndedRecord[];
  /** Paid better than before, and not ended. */
  better: StandingRecord[];
  /** In more arrears, an arrangement or a default, now or in between. */
  worse: StandingRecord[];
  /** Moved by at least £100 and a tenth of the larger balance, and by more than its payments explain. */
  balances: BalanceRecord[];
  /** In both reports, and in none of these lists. */
  unchanged: number;
  /** What one of the reports does not say, so that it was not compared. */
  notCompared: {
    /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
    recordId: string;
    /** What could not be compared. */
    what: 'status' | 'balance';
    /** What is missing for it. */
    missing: 'before' | 'now' | 'both';
  }[];
  /** In one report only (`listed`), and perhaps a part of an agreement that is in both (`mayBe`): bureaus do not say enough to tell. In no other list. */
  unsure: {
    /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
    recordId: string;
    /** The lender's or searcher's name. */
    companyName?: string;
    /** The kind of account. */
    accountType: AccountType;
    /** Masked; only trailing digits visible. */
    accountNumber?: string;
    /** When it began. */
    startDate?: string;
    /** Where it is listed nevertheless. */
    listed: 'before' | 'now';
    /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
    mayBe: string;
  }[];
}
export interface NewRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  /** The lender's or searcher's name. */
  companyName?: string;
  /** The kind of account. */
  accountType: AccountType;
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  /** When it began. */
  startDate?: string;
  /** `began-since`: it began after the earlier report. `bureau-not-heard-before`: no bureau that lists it had a file then. `not-listed-before`: it is older, and the bureaus did not list it. */
  why: 'began-since' | 'bureau-not-heard-before' | 'not-listed-before';
  /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
  when: 'since' | 'before' | 'undated';
  /** How it stands. */
  status: AccountStatus;
  /** Its balance in pounds and pence, as the bureaus report it. */
  balance?: Money;
  /** The bureaus concerned. */
  bureaus: BureauId[];
}
export interface GoneRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  /** The lender's or searcher's name. */
  companyName?: string;
  /** The kind of account. */
  accountType: AccountType;
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  /** When it began. */
  startDate?: string;
  /** `aged-off`: six years have passed since its end or default. `bureau-not-heard-now`: a bureau that listed it gave no file this time. `unknown`: every bureau that listed it answered and lists it no more. */
  why: 'aged-off' | 'bureau-not-heard-now' | 'unknown';
  /** How it stood in the earlier report. */
  statusBefore: AccountStatus;
  /** The balance in the earlier report. */
  balanceBefore?: Money;
  /** When it ended, where a bureau says so. */
  endDate?: string;
  /** When it was put in default, where a bureau says so. */
  defaultDate?: string;
  /** The bureaus that listed it, and what each had to say this time. */
  bureaus: {
    id: BureauId;
    /** What the bureau answers now. */
    now: 'file' | 'no-file' | 'no-answer' | 'not-asked';
  }[];
}
export interface EndedRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  /** The lender's or searcher's name. */
  companyName?: string;
  /** The kind of account. */
  accountType: AccountType;
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  /** When it began. */
  startDate?: string;
  /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
  when: 'since' | 'before' | 'undated';
  /** How it stood in the earlier report. */
  statusBefore: AccountStatus;
  /** How it stands. */
  status: AccountStatus;
  /** When it ended, where a bureau says so. */
  endDate?: string;
}
export interface StandingRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  /** The lender's or searcher's name. */
  companyName?: string;
  /** The kind of account. */
  accountType: AccountType;
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  /** When it began. */
  startDate?: string;
  /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
  when: 'since' | 'before' | 'undated';
  /** How it stood in the earlier report. */
  before: 'up-to-date' | 'late' | '1' | '2' | '3' | '4' | '5' | '6' | 'arrangement' | 'default';
  /** How it stands now. */
  now: 'up-to-date' | 'late' | '1' | '2' | '3' | '4' | '5' | '6' | 'arrangement' | 'default';
  /** When it was put in default, where a bureau says so. */
  defaultDate?: string;
  /** The worst month since the earlier report, where that was worse than both reports. */
  worstSince?: {
    month: string;
    /** How it stands. */
    status: 'up-to-date' | 'late' | '1' | '2' | '3' | '4' | '5' | '6' | 'arrangement' | 'default';
  };
}
export interface BalanceRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  /** The lender's or searcher's name. */
  companyName?: string;
  /** The kind of account. */
  accountType: AccountType;
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  /** When it began. */
  startDate?: string;
  /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
  when: 'since' | 'before' | 'undated';
  /** The balance in the earlier report. */
  before: Money;
  /** The balance now. */
  now: Money;
  /** In the smallest unit of the currency; negative where it fell. */
  difference: number;
  /** When a bureau had last updated it in the earlier report. */
  lastUpdatedBefore?: string;
  /** When a bureau last updated it. */
  lastUpdated?: string;
}
/** Our addition: judgments, insolvencies and notices that are new, over or no longer listed. Each absent where one of the reports was not asked for it. */
export interface PublicRecordChanges {
  judgments?: {
    new: {
      kind: 'county-court-judgment' | 'high-court-judgment' | 'decree' | 'child-support-order';
      /** How it stands. */
      status: 'open' | 'satisfied' | 'set-aside';
      court?: string;
      caseNumber?: string;
      /** The sum of money. */
      amount?: Money;
      date?: string;
      /** Whether it happened after the day of the earlier report, as in the other lists. */
      when: 'since' | 'before' | 'undated';
    }[];
    /** Satisfied or set aside, and open in the earlier report. */
    ended: {
      kind: 'county-court-judgment' | 'high-court-judgment' | 'decree' | 'child-support-order';
      /** How it stands. */
      status: 'open' | 'satisfied' | 'set-aside';
      court?: string;
      caseNumber?: string;
      /** The sum of money. */
      amount?: Money;
      date?: string;
      /** How it stood in the earlier report. */
      statusBefore: 'open' | 'satisfied' | 'set-aside';
      /** Whether it happened after the day of the earlier report, as in the other lists. */
      when: 'since' | 'before' | 'undated';
    }[];
    gone: {
      kind: 'county-court-judgment' | 'high-court-judgment' | 'decree' | 'child-support-order';
      /** How it stands. */
      status: 'open' | 'satisfied' | 'set-aside';
      court?: string;
      caseNumber?: string;
      /** The sum of money. */
      amount?: Money;
      date?: string;
    }[];
  };
  insolvencies?: {
    new: {
      kind:
        | 'bankruptcy'
        | 'individual-voluntary-arrangement'
        | 'debt-relief-order'
        | 'administration-order'
        | 'sequestration'
        | 'trust-deed'
        | 'debt-arrangement-scheme'
        | 'bankruptcy-restrictions'
        | 'debt-relief-restrictions'
        | 'income-payments'
        | 'other';
      /** How it stands. */
      status: 'petition' | 'in-force' | 'ended' | 'annulled';
      court?: string;
      caseNumber?: string;
      /** The sum of money. */
      amount?: Money;
      date?: string;
      /** Whether it happened after the day of the earlier report, as in the other lists. */
      when: 'since' | 'before' | 'undated';
    }[];
    /** Ended or annulled, and not so in the earlier report. */
    ended: {
      kind:
        | 'bankruptcy'
        | 'individual-voluntary-arrangement'
        | 'debt-relief-order'
        | 'administration-order'
        | 'sequestration'
        | 'trust-deed'
        | 'debt-arrangement-scheme'
        | 'bankruptcy-restrictions'
        | 'debt-relief-restrictions'
        | 'income-payments'
        | 'other';
      /** How it stands. */
      status: 'petition' | 'in-force' | 'ended' | 'annulled';
      court?: string;
      caseNumber?: string;
      /** The sum of money. */
      amount?: Money;
      date?: string;
      /** How it stood in the earlier report. */
      statusBefore: 'petition' | 'in-force' | 'ended' | 'annulled';
      /** Whether it happened after the day of the earlier report, as in the other lists. */
      when: 'since' | 'before' | 'undated';
    }[];
    gone: {
      kind:
        | 'bankruptcy'
        | 'individual-voluntary-arrangement'
        | 'debt-relief-order'
        | 'administration-order'
        | 'sequestration'
        | 'trust-deed'
        | 'debt-arrangement-scheme'
        | 'bankruptcy-restrictions'
        | 'debt-relief-restrictions'
        | 'income-payments'
        | 'other';
      /** How it stands. */
      status: 'petition' | 'in-force' | 'ended' | 'annulled';
      court?: string;
      caseNumber?: string;
      /** The sum of money. */
      amount?: Money;
      date?: string;
    }[];
  };
  /** Notices of correction and dispute, about the file or any record of it. Their words are in the report. */
  notices?: {
    new: {
      id: BureauId;
      /** What kind of notice. */
      type: 'correction' | 'dispute' | 'unsaid';
      ref?: string;
      date?: string;
    }[];
    gone: {
      id: BureauId;
      /** What kind of notice. */
      type: 'correction' | 'dispute' | 'unsaid';
      ref?: string;
      date?: string;
    }[];
  };
}
export interface NewConsumerSessionRequest {
  /** Bureaus to query, each at most once. */
  bureaus: BureauId[];
  /** Currently only `pcp`. */
  searchType: 'pcp';
  /** A published consent text. Its newest version is shown, and stays with this session. */
  consentTextId: string;
  /** The caller's own reference. */
  externalReference?: string;
  prefill?: Prefill;
  /** Where the consumer goes at the end: https, on an origin of the list of return origins. `session` and `status` are added. */
  returnUrl?: string;
  /**
   * The pages that may show the hosted page in a frame. None without it.
   *
   * Items: An exact origin, on the list of embedding origins.
   */
  embedOrigins?: string[];
  /** For how long the link can be started; 24 by default. */
  lifetimeHours?: number;
  /** Whether the consumer sees the report. Default true. */
  showReport?: boolean;
  /** Fields of `prefill` that the consumer may change. None by default: a link can come into other hands. */
  consumerMayChange?: (
    'firstName' | 'lastName' | 'dateOfBirth' | 'mobileNumber' | 'addresses' | 'previousNames'
  )[];
  /** Whether the consumer sees the report also where they changed what you filled in. Default false. */
  showReportIfChanged?: boolean;
  /** True selects test mode. */
  test?: boolean;
  /** Test mode only. */
  challengeOptions?: {
    /** The branch to take. */
    status: 'challenge' | 'allow' | 'block';
  };
  testOptions?: TestOptions;
}
/** What you know already, in the forms of a generate request. The consumer cannot change it, unless `consumerMayChange` names it. */
export interface Prefill {
  /** For example Mr, Mrs, Ms. */
  title?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  /** YYYY-MM-DD, in the past, not before 1900. */
  dateOfBirth?: string;
  /** `M` or `F`. */
  gender?: 'M' | 'F';
  /** In test mode the text before the at sign selects a scenario (test001 to test004). */
  email?: string;
  /** International format. Needed when a challenge is to be expected in live mode. In test mode some numbers between +447700900000 and +447700900999 select adverse data or a bad day: docs/test-your-integration.md, "Test numbers". */
  mobileNumber?: string;
  /** At least one address, at most ten. The one of type `current`, else the first, is searched as the current one, the others as earlier ones, as many as a bureau takes. */
  addresses?: {
    /** Address kind. */
    type?: string;
    ukAddress: GivenUkAddress;
  }[];
  /** Our addition: names borne before, newest first, at most three. Sent to the bureaus that take them; `coverage` says which did. */
  previousNames?: PreviousName[];
}
/** The session with its link. The first browser that starts it keeps it, for 24 hours. */
export interface NewConsumerSession {
  id: string;
  /** Where it is. A failed one may be tried again by the consumer, 3 reports in all. */
  status: ConsumerSessionStatus;
  /** Of test mode. */
  test: boolean;
  /** Bureaus to query, each at most once. */
  bureaus: BureauId[];
  /** Currently only `pcp`. */
  searchType: 'pcp';
  /** As it was given; null without one, and once it is purged. */
  externalReference: string | null;
  /** What the consumer is shown and agrees to. */
  consent: ConsentOfSession;
  /** The report that it asked for last; null before the first, and where that was refused before there was one. */
  creditReportId: string | null;
  /** Why the last report failed; null unless it has. */
  reason: FailureReason | null;
  /** Reports that it asked for, three at most. */
  generates: number;
  /** Of a failed one: how many more reports the consumer may ask for; 0: it is over. Null in every other status. */
  triesLeft: number | null;
  /** Whether the consumer sees the report. */
  showReport: boolean;
  /** Whether the consumer sees the report also where they changed what you filled in. */
  showReportIfChanged: boolean;
  /** Fields of `prefill` that the consumer may change. None by default: a link can come into other hands. */
  consumerMayChange: (
    'firstName' | 'lastName' | 'dateOfBirth' | 'mobileNumber' | 'addresses' | 'previousNames'
  )[];
  /** Where the consumer changed what you filled in: JSON pointers into `prefill`, the current address first, never values. `/previousNames` where they added a name to yours. */
  changed: string[];
  /** The page that the consumer is on, until they ask for the report; null before, after, and where it is not known. */
  step:
    | 'agreement'
    | 'name'
    | 'other-names'
    | 'date-of-birth'
    | 'address'
    | 'other-addresses'
    | 'mobile'
    | 'check'
    | null;
  /** When the service sent the link for you, the oldest first; never to whom. */
  sends: SentLink[];
  /** When it was made. */
  createdAt: string;
  /** Until when the link can be started. */
  expiresAt: string;
  /** When the consumer pressed Start; null before. */
  openedAt: string | null;
  /** When it was over, in whatever way; null before, also of a failed one that may be tried again. */
  endedAt: string | null;
  withdrawnAt?: string;
  /** The link, for the consumer alone. Its token is in the part behind the #, which no log and no scanner sees, and is answered here alone. */
  url: string;
}
/** What the consumer is shown, and when they agreed to it. */
export interface ConsentOfSession {
  textId: string;
  /** Of the text that is shown: later ones change nothing here. */
  version: number;
  /** Of the text, in hex. */
  sha256: string;
  /** When it was put before the consumer; null before. */
  shownAt: string | null;
  /** When the consumer agreed; null before. */
  agreedAt: string | null;
}
export interface SentLink {
  by: 'sms' | 'email';
  /** `refused`: nobody took the message, and it cost nothing. Of an e-mail no delivery is known. */
  state: 'waiting' | 'on-its-way' | 'delivered' | 'not-delivered' | 'refused';
  sentAt: string;
}
/** A page of sessions. */
export interface ConsumerSessionList {
  /** Newest first. */
  items: ConsumerSession[];
  /** Of the next page; null on the last one. */
  token: string | null;
  minItems?: 0;
}
export interface ConsumerSession {
  id: string;
  /** Where it is. A failed one may be tried again by the consumer, 3 reports in all. */
  status: ConsumerSessionStatus;
  /** Of test mode. */
  test: boolean;
  /** Bureaus to query, each at most once. */
  bureaus: BureauId[];
  /** Currently only `pcp`. */
  searchType: 'pcp';
  /** As it was given; null without one, and once it is purged. */
  externalReference: string | null;
  /** What the consumer is shown and agrees to. */
  consent: ConsentOfSession;
  /** The report that it asked for last; null before the first, and where that was refused before there was one. */
  creditReportId: string | null;
  /** Why the last report failed; null unless it has. */
  reason: FailureReason | null;
  /** Reports that it asked for, three at most. */
  generates: number;
  /** Of a failed one: how many more reports the consumer may ask for; 0: it is over. Null in every other status. */
  triesLeft: number | null;
  /** Whether the consumer sees the report. */
  showReport: boolean;
  /** Whether the consumer sees the report also where they changed what you filled in. */
  showReportIfChanged: boolean;
  /** Fields of `prefill` that the consumer may change. None by default: a link can come into other hands. */
  consumerMayChange: (
    'firstName' | 'lastName' | 'dateOfBirth' | 'mobileNumber' | 'addresses' | 'previousNames'
  )[];
  /** Where the consumer changed what you filled in: JSON pointers into `prefill`, the current address first, never values. `/previousNames` where they added a name to yours. */
  changed: string[];
  /** The page that the consumer is on, until they ask for the report; null before, after, and where it is not known. */
  step:
    | 'agreement'
    | 'name'
    | 'other-names'
    | 'date-of-birth'
    | 'address'
    | 'other-addresses'
    | 'mobile'
    | 'check'
    | null;
  /** When the service sent the link for you, the oldest first; never to whom. */
  sends: SentLink[];
  /** When it was made. */
  createdAt: string;
  /** Until when the link can be started. */
  expiresAt: string;
  /** When the consumer pressed Start; null before. */
  openedAt: string | null;
  /** When it was over, in whatever way; null before, also of a failed one that may be tried again. */
  endedAt: string | null;
  withdrawnAt?: string;
}
/** `mobileNumber` replaces the number that was given. */
export interface NewLinkRequest {
  /** The consent text that is shown. Without it: that of the link that the report came from, or the only one that is published. */
  consentTextId?: string;
  /** International format. Needed when a challenge is to be expected in live mode. In test mode some numbers between +447700900000 and +447700900999 select adverse data or a bad day: docs/test-your-integration.md, "Test numbers". */
  mobileNumber?: string;
}
/** The session as it is now. */
export interface ConsumerSessionAnswer {
  id: string;
  /** Where it is. A failed one may be tried again by the consumer, 3 reports in all. */
  status: ConsumerSessionStatus;
  /** Of test mode. */
  test: boolean;
  /** Bureaus to query, each at most once. */
  bureaus: BureauId[];
  /** Currently only `pcp`. */
  searchType: 'pcp';
  /** As it was given; null without one, and once it is purged. */
  externalReference: string | null;
  /** What the consumer is shown and agrees to. */
  consent: ConsentOfSession;
  /** The report that it asked for last; null before the first, and where that was refused before there was one. */
  creditReportId: string | null;
  /** Why the last report failed; null unless it has. */
  reason: FailureReason | null;
  /** Reports that it asked for, three at most. */
  generates: number;
  /** Of a failed one: how many more reports the consumer may ask for; 0: it is over. Null in every other status. */
  triesLeft: number | null;
  /** Whether the consumer sees the report. */
  showReport: boolean;
  /** Whether the consumer sees the report also where they changed what you filled in. */
  showReportIfChanged: boolean;
  /** Fields of `prefill` that the consumer may change. None by default: a link can come into other hands. */
  consumerMayChange: (
    'firstName' | 'lastName' | 'dateOfBirth' | 'mobileNumber' | 'addresses' | 'previousNames'
  )[];
  /** Where the consumer changed what you filled in: JSON pointers into `prefill`, the current address first, never values. `/previousNames` where they added a name to yours. */
  changed: string[];
  /** The page that the consumer is on, until they ask for the report; null before, after, and where it is not known. */
  step:
    | 'agreement'
    | 'name'
    | 'other-names'
    | 'date-of-birth'
    | 'address'
    | 'other-addresses'
    | 'mobile'
    | 'check'
    | null;
  /** When the service sent the link for you, the oldest first; never to whom. */
  sends: SentLink[];
  /** When it was made. */
  createdAt: string;
  /** Until when the link can be started. */
  expiresAt: string;
  /** When the consumer pressed Start; null before. */
  openedAt: string | null;
  /** When it was over, in whatever way; null before, also of a failed one that may be tried again. */
  endedAt: string | null;
  withdrawnAt?: string;
}
export interface SendLinkRequest {
  /** A text costs what a text with a code costs. An e-mail costs nothing. */
  by: 'sms' | 'email';
  /** International format. Needed when a challenge is to be expected in live mode. In test mode some numbers between +447700900000 and +447700900999 select adverse data or a bad day: docs/test-your-integration.md, "Test numbers". */
  mobileNumber?: string;
  /** In test mode the text before the at sign selects a scenario (test001 to test004). */
  email?: string;
}
/** A page of requests, without what was written. */
export interface ConsumerRequestList {
  /** Newest first. */
  items: ConsumerRequest[];
  /** Of the next page; null on the last one. */
  token: string | null;
  minItems?: 0;
}
export interface ConsumerRequest {
  id: string;
  /** As the consumer was told it. */
  number: string;
  /** `erasure`: the consumer asks for their data to be erased. */
  kind: 'complaint' | 'erasure';
  /** Of test mode. */
  test: boolean;
  consumerSessionId: string;
  /** The last report of its session; null where there is none. */
  creditReportId: string | null;
  /** Whether it came from the browser that had started the link. Otherwise somebody had the link: make sure who they are. */
  fromKnownBrowser: boolean;
  receivedAt: string;
  /** 30 days after it came. */
  dueAt: string;
  /** Null while it is open. */
  outcome: 'accepted' | 'rejected' | null;
  /** When it was closed; null while it is open. */
  closedAt: string | null;
}
/** The request with what was written. */
export interface OpenedConsumerRequest {
  id: string;
  /** As the consumer was told it. */
  number: string;
  /** `erasure`: the consumer asks for their data to be erased. */
  kind: 'complaint' | 'erasure';
  /** Of test mode. */
  test: boolean;
  consumerSessionId: string;
  /** The last report of its session; null where there is none. */
  creditReportId: string | null;
  /** Whether it came from the browser that had started the link. Otherwise somebody had the link: make sure who they are. */
  fromKnownBrowser: boolean;
  receivedAt: string;
  /** 30 days after it came. */
  dueAt: string;
  /** Null while it is open. */
  outcome: 'accepted' | 'rejected' | null;
  /** When it was closed; null while it is open. */
  closedAt: string | null;
  /** What the consumer wrote; null once it was purged or erased. */
  text: string | null;
  /** How the consumer wants to be answered; likewise null. */
  contact: string | null;
}
export interface CloseConsumerRequest {
  /** What you told the consumer. Accepting an erasure erases nothing by itself. */
  outcome: 'accepted' | 'rejected';
}
/** The request as it is now. */
export interface ClosedConsumerRequest {
  id: string;
  /** As the consumer was told it. */
  number: string;
  /** `erasure`: the consumer asks for their data to be erased. */
  kind: 'complaint' | 'erasure';
  /** Of test mode. */
  test: boolean;
  consumerSessionId: string;
  /** The last report of its session; null where there is none. */
  creditReportId: string | null;
  /** Whether it came from the browser that had started the link. Otherwise somebody had the link: make sure who they are. */
  fromKnownBrowser: boolean;
  receivedAt: string;
  /** 30 days after it came. */
  dueAt: string;
  /** Null while it is open. */
  outcome: 'accepted' | 'rejected' | null;
  /** When it was closed; null while it is open. */
  closedAt: string | null;
}
/** All of them; there are 20 at most. */
export interface ConsentTextList {
  /** Oldest first. */
  items: ConsentText[];
  minItems?: 0;
}
export interface ConsentText {
  id: string;
  name: string;
  /** The language that it is written in. */
  locale: string;
  /** The draft. Consumers are shown published versions only. */
  body: string;
  /** What is left to fill in, at most ten. */
  blanks: string[];
  /** The newest published version; null before the first. */
  version: number | null;
  /** Of the newest published version, in hex; null before one is. */
  sha256: string | null;
  /** When it was published; null before. */
  publishedAt: string | null;
  /** The draft says what the newest version says. */
  isPublished: boolean;
  /** When it last changed. */
  updatedAt: string;
}
/** Without a body the text begins as our skeleton, with blanks to fill in. */
export interface NewConsentTextRequest {
  /** For your own people. */
  name: string;
  /** The language that it is written in. */
  locale?: 'en-GB' | 'cy';
  /** Plain text; an empty line begins a paragraph. What stands in double square brackets is a blank to fill in. */
  body?: string;
}
/** The text as it is now. */
export interface ConsentTextAnswer {
  id: string;
  name: string;
  /** The language that it is written in. */
  locale: string;
  /** The draft. Consumers are shown published versions only. */
  body: string;
  /** What is left to fill in, at most ten. */
  blanks: string[];
  /** The newest published version; null before the first. */
  version: number | null;
  /** Of the newest published version, in hex; null before one is. */
  sha256: string | null;
  /** When it was published; null before. */
  publishedAt: string | null;
  /** The draft says what the newest version says. */
  isPublished: boolean;
  /** When it last changed. */
  updatedAt: string;
}
/** The text with all that was published of it. */
export interface ConsentTextWithVersions {
  id: string;
  name: string;
  /** The language that it is written in. */
  locale: string;
  /** The draft. Consumers are shown published versions only. */
  body: string;
  /** What is left to fill in, at most ten. */
  blanks: string[];
  /** The newest published version; null before the first. */
  version: number | null;
  /** Of the newest published version, in hex; null before one is. */
  sha256: string | null;
  /** When it was published; null before. */
  publishedAt: string | null;
  /** The draft says what the newest version says. */
  isPublished: boolean;
  /** When it last changed. */
  updatedAt: string;
  /** Every published version, newest first. */
  versions: ConsentVersion[];
}
export interface ConsentVersion {
  /** Counted from 1, and never changed once published. */
  version: number;
  name: string;
  /** The language that it is written in. */
  locale: string;
  /** The text as it was published. */
  body: string;
  /** SHA-256 of the body in UTF-8, in hex. */
  sha256: string;
  /** When it was published. */
  publishedAt: string;
}
export interface ConsentTextRequest {
  /** For your own people. */
  name?: string;
  /** The language that it is written in. */
  locale?: 'en-GB' | 'cy';
  /** Plain text; an empty line begins a paragraph. What stands in double square brackets is a blank to fill in. */
  body?: string;
}
/** How the hosted pages of the tenant look. */
export interface Branding {
  /** Empty where the name of the tenant is shown. */
  name: string;
  /** How a consumer reaches you; empty without one. */
  contact: string;
  /** What you are regulated as; empty without it. */
  regulatedAs: string;
  /** Your number in the FCA's register; empty without one. */
  fcaNumber: string;
  /** Your privacy notice; empty without one. */
  privacyUrl: string;
  /** As you chose it; null for ours. */
  colour: string | null;
  colours: ReadableColours;
  /** Of the logo as we keep it, in hex; null without one. */
  logoSha256: string | null;
}
/** Shades of it with a contrast of at least 4.5 to 1. */
export interface ReadableColours {
  /** On light pages, with white text on it. */
  light: string;
  /** On dark pages, with dark text on it. */
  dark: string;
  /** Your colour was too light to read, and was darkened. */
  wasChanged: boolean;
}
export interface BrandingRequest {
  /** What consumers call you; empty for the name of the tenant. */
  name?: string;
  /** How a consumer reaches you: a telephone number, an e-mail address. */
  contact?: string;
  /** What you are regulated as, for the first page; empty says nothing. */
  regulatedAs?: string;
  /** Your firm reference number in the FCA's register, 6 or 7 digits; empty says nothing. */
  fcaNumber?: string;
  /** The https address of your privacy notice; empty says nothing. */
  privacyUrl?: string;
  /** One colour, as #rrggbb in small letters; null for ours. */
  colour?: string | null;
  /** A PNG in base64, at most 512 pixels wide and high and 256 KB; null takes it away. */
  logo?: string | null;
}
export interface NewClockRequest {
  /** Where the clock begins, at most two years from now. Without it: now. */
  at?: string;
}
/** The clock as it is now. */
export interface TestClockAnswer {
  /** Goes into `testOptions.clock`. */
  id: string;
  /** What the clock says now. It goes on by itself. */
  at: string;
  /** By the real time. */
  createdAt: string;
  /** By the real time: 7 days after it was made. Its reports stay listed, without their personal parts. */
  endsAt: string;
}
/** All of them; there are 100 at most. */
export interface TestClockList {
  /** Those that have not ended, newest first. */
  items: TestClock[];
  minItems?: 0;
}
export interface TestClock {
  /** Goes into `testOptions.clock`. */
  id: string;
  /** What the clock says now. It goes on by itself. */
  at: string;
  /** By the real time. */
  createdAt: string;
  /** By the real time: 7 days after it was made. Its reports stay listed, without their personal parts. */
  endsAt: string;
}
export interface AdvanceRequest {
  /** How far the clock is moved on: an ISO 8601 duration, forward only. */
  by: string;
}
/** The tenant's own lenders, which come before ours. With `Accept: text/csv`: as CSV, in the form that `PUT` takes. */
export interface LendersAnswer {
  /** The entries; of a list in pages, those of this page. */
  items: {
    /** As reports show it. */
    name: string;
    /** Registered names. */
    companies?: string[];
    /** Shown as they are; they belong to the lender. */
    brands?: string[];
    /** Shown as `name`. */
    formerNames?: string[];
    /** The group that it belongs to. */
    group?: string;
    /** Where it takes complaints. */
    complaintsAddress?: string;
    /** Whether it finances vehicles. */
    motor?: boolean;
    /** Where its accounts went. A hint for merging. */
    moves?: {
      /** The lender that accounts of this one went to. */
      to: string;
      /** The day. */
      on: string;
    }[];
  }[];
  /** When they were last set; null where there are none. */
  updatedAt: string | null;
  minItems?: 0;
}
export interface LendersRequest {
  /** CSV by RFC 4180 with a header. Columns: name, companies, brands, formerNames, group, complaintsAddress, motor, moves; only `name` is needed. Several names in a cell are separated by `|`; `motor` is yes or no; `moves` has the lender that accounts went to and the day, as in `NatWest 2025-05-01`. At most 500 lenders. */
  csv: string;
}
/** The tenant and its balance. */
export interface Tenant {
  id: string;
  name: string;
  /** Whether it works. */
  isEnabled: boolean;
  /** When it was made. */
  createdAt: string;
  /** Credits that can be spent. */
  balance: number;
  /** Credits held for reports and messages under way. */
  held: number;
  /** For how many days the personal parts of its reports are kept. An owner or the operator sets it. */
  retentionDays: number;
}
/** Products and what they cost this tenant. 10 credits are 1 penny. */
export interface Products {
  /** The entries; of a list in pages, those of this page. */
  items: Product[];
  minItems?: 0;
}
export interface Product {
  /** The code of the product. */
  code: ProductCode;
  name: string;
  /** What this tenant pays. */
  credits: number;
  /** What a tenant without a price of its own pays. */
  defaultCredits: number;
}
export interface PriceRequest {
  /** The bureaus of the generate request. */
  bureaus: BureauId[];
  /** Messages that the challenge would take. Default 0. */
  smsCount?: number;
  /** Test mode costs nothing. */
  test?: boolean;
}
/** What the request would cost. Nothing is made or held. */
export interface Price {
  /** The sum in credits. */
  totalCredits: number;
  lines: PriceLine[];
}
export interface PriceLine {
  productCode: ProductCode;
  /** In credits; 1,000 credits are £1. */
  credits: number;
  count: number;
}
/** The statement, newest first. With `Accept: text/csv` the whole period, oldest first. */
export interface Transactions {
  /** The entries; of a list in pages, those of this page. */
  items: Transaction[];
  /** The next page's token; null on the last page. */
  token: string | null;
  minItems?: 0;
}
export interface Transaction {
  /** Place in the ledger. */
  id: string;
  /** When it was made. */
  createdAt: string;
  /** What moved the credits. A `hold` keeps the price of a report or a text, `post` charges it, `void` gives it back, and `expire` does when its time was over. */
  kind: 'top-up' | 'adjustment' | 'hold' | 'post' | 'void' | 'expire';
  /** Credits moved. */
  amount: number;
  /** What it did to the balance, with its sign. */
  change: number;
  /** Balance after it. */
  balance: number;
  /** The credit report that it is about; null where it is about none. */
  reportId: string | null;
  /** The text that it is about; null where it is about none. */
  smsId: string | null;
  /** The credential that it was done with; null where it was done without one. */
  credentialId: string | null;
  /** The person who did it, or whose credential did; null where nobody did. */
  personId: string | null;
  /** The payer's reference; null where there is none. */
  reference: string | null;
  /** Why, in the words of who moved them; null where nothing was said. */
  reason: string | null;
  /** Of a post: credits by product; null of all else. */
  products: {
    [k: string]: number;
  } | null;
}
/** The statement by report, newest first: an item has all lines of its report, by the time of the first; a line of no report is an item by itself. */
export interface ReportStatement {
  /** The entries; of a list in pages, those of this page. */
  items: ReportLines[];
  /** The next page's token; null on the last page. */
  token: string | null;
  minItems?: 0;
}
export interface ReportLines {
  /** Place of its first line in the ledger. */
  id: string;
  /** When it was made. */
  createdAt: string;
  /** The credit report that it is about; null where it is about none. */
  reportId: string | null;
  /** What its lines did to the balance, with the sign. */
  change: number;
  /** Credits spent on it. */
  spentCredits: number;
  /** Still held. */
  heldCredits: number;
  /** Credits by product. */
  products: {
    [k: string]: number;
  };
  /** Texts that were charged. */
  texts: number;
  /** Oldest first. */
  lines: Transaction[];
}
/** Credits spent in the period, by product. */
export interface CreditUsage {
  /** The sum in credits. */
  totalCredits: number;
  /** The same by product. */
  usageByProduct: ProductUsage[];
}
export interface ProductUsage {
  productCode: ProductCode;
  productName: string;
  /** In credits; 1,000 credits are £1. */
  credits: number;
  count: number;
}
/** The alerts of the tenant. An empty wallet (`depleted`) is always one of them, from the first time on that it happened. */
export interface Alerts {
  /** The entries; of a list in pages, those of this page. */
  items: Alert[];
  minItems?: 0;
}
export interface Alert {
  /** What it warns of. */
  kind: 'low' | 'depleted' | 'velocity' | 'undelivered';
  /** The limit that was set. */
  threshold: number;
  /** Whether it has fired; `ok` again once the figure has recovered. */
  state: 'ok' | 'fired';
  /** When its state last changed. */
  changedAt: string;
}
export interface AlertsRequest {
  /** Notify when the balance falls below this, and again when it recovers to 110 %. */
  low: number[];
  /** Notify when so many credits were spent within an hour. Absent: never. */
  velocity?: number;
  /** Notify when this share of the texts of an hour, in percent, was not delivered; of ten texts or more. Not at all without it. */
  undelivered?: number;
}
/** How this service takes money. */
export interface PaymentSettings {
  /** Whether tenants pay here. If not, the operator puts credits in. */
  takesCards: boolean;
  /** Whether no real money moves. */
  simulated: boolean;
  /** The rate of VAT today; 0 where the seller charges none. */
  vatPercent: number;
  /** Credits that are to be paid: while there are any, live reports are refused. */
  debt: number;
}
export interface MakeTopUpRequest {
  /** Credits to buy, a multiple of 10: 10 credits are 1 penny, before VAT. */
  credits: number;
  /** Keep the card for automatic top-ups. Default false. */
  keepCard?: boolean;
}
/** A payment. */
export interface Payment {
  paymentId: string;
  /** What it is for: `card` keeps a card and pays nothing, `settle` pays a debt. */
  purpose: 'top-up' | 'automatic' | 'settle' | 'card';
  /** `pending` may take days; `needs-action`: the bank wants to ask the payer; `needs-attention`: it was paid, and not as asked, so there are no credits; `resolved`: such a one, after the operator dealt with it; `reversed`: its money went back. */
  state: 'pending' | 'needs-action' | 'succeeded' | 'failed' | 'needs-attention' | 'resolved' | 'reversed';
  /** In credits; 1,000 credits are £1. */
  credits: number;
  netPence: number;
  vatPercent: number;
  vatPence: number;
  /** What is paid, VAT included. */
  totalPence: number;
  /** Where to pay; null once it is not open any more. */
  url: string | null;
  /** Why it failed; null where it did not. */
  failure:
    | 'card-declined'
    | 'card-expired'
    | 'insufficient-funds'
    | 'authentication-failed'
    | 'not-paid-in-time'
    | 'provider-error'
    | null;
  refundedPence: number;
  /** Its credits are set aside until the bank has decided. */
  disputedPence: number;
  /** When it was made. */
  createdAt: string;
  /** When it succeeded; null where it has not. */
  succeededAt: string | null;
}
/** The debt that is left, and the payment that settles it. */
export interface SettledDebt {
  /** Credits that are still to be paid. */
  debt: number;
  /** The payment of a month; null where it is not known. */
  payment: Payment | null;
}
/** Payments, newest first. */
export interface Payments {
  /** The entries; of a list in pages, those of this page. */
  items: Payment[];
  /** Of the next page; null on the last one. */
  token: string | null;
  minItems?: 0;
}
/** The cards that are kept. */
export interface PaymentMethods {
  /** The entries; of a list in pages, those of this page. */
  items: PaymentMethod[];
  minItems?: 0;
}
export interface PaymentMethod {
  paymentMethodId: string;
  brand: string;
  /** The last four digits. The number itself never comes here. */
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  /** When it was made. */
  createdAt: string;
}
/** What is charged by itself. Null where it was never set. */
export interface AutomaticTopUp {
  isOn: boolean;
  /** Below so many credits it buys; null where it was never set up. */
  threshold: number | null;
  /** How many credits it buys at a time; null where it was never set up. */
  credits: number | null;
  /** The card that pays; null where there is none. */
  paymentMethodId: string | null;
  /** In a row. After three it is switched off. */
  failures: number;
  /** Why the service switched it off; null where it did not. */
  offReason: 'failed-three-times' | 'card-removed' | null;
}
export interface AutomaticTopUpRequest {
  isOn: boolean;
  /** A payment is made when fewer credits are available. */
  threshold: number;
  /** Credits to buy, a multiple of 10: 10 credits are 1 penny, before VAT. */
  credits: number;
  /** The card that is charged. */
  paymentMethodId: string;
}
/** Whom invoices are made out to. Null: the tenant's name. */
export interface BillingDetails {
  /** The name on invoices; null until it is given. */
  name: string | null;
  /** The postal address; null until it is given. */
  address: string | null;
  /** The VAT number; null where there is none. */
  vatNumber: string | null;
}
export interface BillingDetailsRequest {
  /** Of the company. */
  name: string;
  /** With commas or line breaks. */
  address: string;
  /** Of the company. Left out: it has none. */
  vatNumber?: string;
}
/** Invoices and credit notes, newest first. */
export interface Invoices {
  /** The entries; of a list in pages, those of this page. */
  items: Invoice[];
  /** Of the next page; null on the last one. */
  token: string | null;
  minItems?: 0;
}
/** An invoice or a credit note. It is never changed. */
export interface Invoice {
  invoiceId: string;
  kind: 'invoice' | 'credit-note';
  /** Without a gap over all of the seller. */
  number: string;
  issuedAt: string;
  paymentId: string;
  /** Of a credit note: the number of the invoice; null of an invoice. */
  corrects: string | null;
  seller: {
    name: string;
    /** The postal address. */
    address: string;
    /** The VAT number; null where there is none. */
    vatNumber: string | null;
  };
  buyer: {
    name: string;
    /** The postal address. */
    address: string;
    /** The VAT number; null where there is none. */
    vatNumber: string | null;
  };
  /** In credits; 1,000 credits are £1. */
  credits: number;
  netPence: number;
  vatPercent: number;
  vatPence: number;
  totalPence: number;
}
/** The person behind the call. */
export interface Profile {
  id: string;
  firstName: string;
  lastName: string;
  /** E-mail address. */
  email: string;
  /** Whether they set up an authenticator. */
  totpEnabled: boolean;
  /** When it was made. */
  createdAt: string;
}
/** The caller's tenants. */
export interface TenantList {
  /** The entries; of a list in pages, those of this page. */
  items: {
    id: string;
    name: string;
    /** Whether it works. */
    isEnabled: boolean;
    /** When it was made. */
    createdAt: string;
    /** When the person last worked in the tenant; null if never. */
    lastAccessedAt: string | null;
  }[];
  /** How many there are. */
  total: number;
  /** The next page's token; null on the last page. */
  token: string | null;
  minItems?: 0;
}
export interface SelectRequest {
  /** One of the caller's tenants. */
  tenantId: string;
}
/** The selected tenant. */
export interface SelectAnswer {
  id: string;
  name: string;
}
/** What the caller may do on this tenant. */
export interface TenantAccess {
  /** Null for a credential. */
  role: 'owner' | 'admin' | 'developer' | 'finance' | 'viewer' | 'operator' | null;
  /** What the caller may do. */
  permissions: (
    | 'reports:write'
    | 'reports:read'
    | 'wallet:read'
    | 'wallet:manage'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'requests:read'
    | 'lenders:write'
    | 'hosted:write'
    | 'reports:live'
    | 'reports:reveal'
    | 'reports:erase'
    | 'credentials:manage'
    | 'members:manage'
    | 'audit:read'
    | 'risk:read'
    | 'tenant:manage'
    | 'service:operate'
  )[];
}
/** Calls, newest first; kept for 30 days. What a person merely read in the console is not in it. Calls without a valid token have no caller; a few a minute are kept, for a day. With `Accept: text/csv`: every call of the filter, newest first, as CSV. */
export interface LoggedRequests {
  /** The entries; of a list in pages, those of this page. */
  items: LoggedRequest[];
  /** The next page's token; null on the last page. */
  token: string | null;
  minItems?: 0;
}
/** One call. No body is kept, and nothing about a consumer. */
export interface LoggedRequest {
  id: string;
  /** When it happened. */
  at: string;
  /** The HTTP method. */
  method: string;
  /** The pattern, not the address that was asked for. */
  route: string;
  /** The HTTP status. */
  status: number;
  /** The error code; null where nothing was refused. */
  code: string | null;
  /** What is wrong, field by field; null where nothing is. */
  details: Problem[] | null;
  /** What the answer of a refused call said; null for others and for older ones. */
  message: string | null;
  /** From the first byte to the end of the answer. */
  ms: number;
  /** The credential that it was done with; null where it was done without one. */
  credentialId: string | null;
  /** The name of the credential; null where there is none. */
  credentialName: string | null;
  /** The person who did it; null where no person did. */
  personId: string | null;
  /** The name of the person; null where there is none. */
  personName: string | null;
  /** The credit report that it is about; null where it is about none. */
  reportId: string | null;
  /** Null where the call is about no report. */
  test: boolean | null;
  /** What it means and how to mend it; null where nothing was refused. */
  help: ErrorHelp | null;
}
export interface Problem {
  /** JSON pointer into the body, or into the query. */
  path: string;
  /** What is wrong there, and how to mend it. */
  message: string;
}
/** What the code means and how to mend it. */
export interface ErrorHelp {
  /** Why it usually happens. */
  cause: string;
  /** What to do about it. */
  mend: string;
}
/** Refusals by code and route, the most frequent first: what each means and how to mend it. */
export interface ErrorGroups {
  /** The entries; of a list in pages, those of this page. */
  items: ErrorGroup[];
  minItems?: 0;
}
export interface ErrorGroup {
  /** The error code. */
  code: string;
  /** The HTTP method. */
  method: string;
  /** The address, with names in the place of ids. */
  route: string;
  /** The HTTP status. */
  status: number;
  count: number;
  /** The first of them. */
  firstAt: string;
  /** The last of them. */
  lastAt: string;
  /** The newest request among them. */
  lastRequestId: string;
  /** What is wrong, field by field. */
  details: CountedProblem[];
  /** Why it usually happens. */
  cause: string;
  /** What to do about it. */
  mend: string;
}
export interface CountedProblem {
  /** With * for places in lists. */
  path: string;
  /** What is wrong, in words for people. */
  message: string;
  count: number;
}
/** A test request and its answer. */
export interface TestExchange {
  /** The X-Request-Id of the answer. */
  requestId: string;
  /** When it was answered. */
  at: string;
  /** Always POST. */
  method: 'POST';
  /** Where it was sent. */
  path: string;
  /** Of the answer. */
  status: number;
  /** As it was sent. */
  body: {};
  /** As it was answered; null when it was too large to keep. */
  answer: {} | null;
}
/** All that happened to a report, oldest first. Whom it is about is masked. */
export interface Timeline {
  creditReportId: string;
  /** Whether it belongs to test mode. */
  test: boolean;
  /** How it stands. */
  status: string;
  /** Null where there is none, and once purged. */
  externalReference: string | null;
  /** Two letters, the year of birth and half a postcode; null once purged. */
  person: string | null;
  /** The last four digits of the phone number; null without one, and once purged. */
  mobileEnding: string | null;
  /** When it was made. */
  createdAt: string;
  /** The test clock that it goes by, or went by. */
  testClockId?: string;
  /** The session of the hosted page that it came from; absent when it came from generate. */
  consumerSessionId?: string;
  /** Spent on it so far. */
  costCredits: number;
  /** Held for it now. */
  heldCredits: number;
  /** What a waiting challenge has left; null where none waits. */
  waiting: TimelineWaiting | null;
  /** What happened, oldest first. */
  events: TimelineEvent[];
}
/** Of the security code, while the report waits for it. */
export interface TimelineWaiting {
  /** To submit the code, or to have a new one sent. */
  challengeId: string;
  /** When it stops working. */
  expiresAt: string;
  /** Until then, by the clock of the service. */
  msLeft: number;
  /** Codes that may still be tried. */
  triesLeft: number;
  /** Texts that may still be sent. */
  textsLeft: number;
}
export interface TimelineEvent {
  /** When it happened. */
  at: string;
  /** What happened. */
  kind:
    | 'request-received'
    | 'device-check'
    | 'risk'
    | 'money'
    | 'bureau'
    | 'sms'
    | 'guess'
    | 'resend'
    | 'request-refused'
    | 'ended';
  /** Who did it. */
  actor: 'credential' | 'person' | 'consumer' | 'system';
  /** Who did it; null for the service itself. */
  actorId: string | null;
  /** Of the credential or the person; null of anybody else. */
  actorName: string | null;
  /** What it did to the balance, with its sign. */
  credits: number;
  facts: TimelineFacts;
}
/** What there is to say of an event of this kind. */
export interface TimelineFacts {
  /** The request, as in its header X-Request-Id; null where there is none. */
  requestId?: string | null;
  /** The bureaus concerned. */
  bureaus?: string[];
  /** Of a device check: verified, missing. Of a guess: right, wrong. */
  result?: string;
  /** What the risk assessment said. */
  verdict?: 'allow' | 'challenge' | 'block';
  /** Codes of the risk assessment, for owners and admins only: never for a credential. */
  reasons?: string[];
  /** hold, post, void or expire. */
  move?: string;
  /** In credits. */
  amount?: number;
  /** What it consists of, by product; null where it does not apply. */
  products?: ProductCredits | null;
  bureau?: string;
  /** What came of it. */
  outcome?: string;
  /** Null where it is not known. */
  tookMs?: number | null;
  /** True when a simulator answered: the data is made up. */
  simulated?: boolean;
  /** The text that it is about; null where it is about none. */
  smsId?: string | null;
  /** The SMS gateway that took it; null while none has. */
  gateway?: string | null;
  /** How it stands. */
  state?: string;
  /** Credits that were charged. */
  costCredits?: number;
  /** When the gateway said what became of it; null while it has not. */
  settledAt?: string | null;
  /** Of a text: from its sending to its delivery; null until then. */
  deliveredAfterMs?: number | null;
  /** Codes that may still be tried. */
  triesLeft?: number;
  /** Texts that were sent for this challenge. */
  sends?: number;
  /** Texts that may still be sent for this challenge. */
  sendsLeft?: number;
  /** Of a resend: whether a gateway took the text. */
  sms?: 'accepted' | 'refused' | 'unknown' | 'none';
  /** The HTTP method. */
  method?: string;
  /** The address, with names in the place of ids. */
  route?: string;
  /** The error code of a refused call; null where none was refused. */
  code?: string | null;
  /** The status of the report, of the bureau or of the HTTP answer. */
  status?: string | number;
  /** Why, as a code for programs; null where there is none. */
  reason?: string | null;
  /** What is wrong, in words for people; null where nothing is. */
  message?: string | null;
}
export interface ProductCredits {}
/** Text messages, newest first: no whole number, text or code, except where texts reach no phone (a sandbox, or development). Test mode sends none. With `Accept: text/csv`: all of them, as CSV. */
export interface Messages {
  /** The entries; of a list in pages, those of this page. */
  items: Message[];
  /** The next page's token; null on the last page. */
  token: string | null;
  minItems?: 0;
}
export interface Message {
  id: string;
  /** The credit report that it is about; null where it is about none. */
  reportId: string | null;
  /** Of its report; null without one, and once purged. */
  externalReference: string | null;
  /** The last four digits of the number; null once purged. */
  mobileEnding: string | null;
  /** refused: no gateway took it. given-up: no gateway spoke of it in time. Of both the price went back. */
  state: 'waiting' | 'on-its-way' | 'delivered' | 'not-delivered' | 'refused' | 'given-up';
  /** The SMS gateway that took it; null while none has. */
  gateway: string | null;
  /** When it was made. */
  createdAt: string;
  /** When a gateway took it; null while none has. */
  handedOverAt: string | null;
  /** When the gateway said what became of it; null while it has not. */
  settledAt: string | null;
  /** Credits that are set aside until its fate is known. */
  heldCredits: number;
  /** Credits that were charged. */
  costCredits: number;
  /** The number: only where texts are kept in an outbox and reach no phone. */
  to?: string;
  /** What it says, with its code: only where texts are kept in an outbox and reach no phone. */
  text?: string;
}
/** What happened, oldest first, of the last 30 days. */
export interface Events {
  /** The entries; of a list in pages, those of this page. */
  items: Event[];
  /** Send it as `after` to go on from here; null while nothing has happened. */
  next: string | null;
  minItems?: 0;
}
export interface Event {
  id: string;
  /** Of the body. Fields are added within it; what would break a reader gets another. */
  version: 'v1';
  /** What happened. */
  type: EventType;
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: EventData;
}
/** What there is to say of an event of its type. */
export interface EventData {
  creditReportId?: string;
  /** As it was given to generate, until the report is purged or erased. */
  externalReference?: string;
  /** Whether it belongs to test mode. */
  test: boolean;
  /** The report's status after this. Read it; do not add events up. */
  status?: string;
}
export interface TriggerEvent {
  /** What happened. */
  type: EventType;
  /** The result. */
  data?: TriggerData;
}
/** Fields of the event that are to be other than those of the example. */
export interface TriggerData {}
/** The event, as the feed and the endpoints of test mode get it. */
export interface TriggeredEvent {
  id: string;
  /** Of the body. Fields are added within it; what would break a reader gets another. */
  version: 'v1';
  /** What happened. */
  type: EventType;
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: EventData;
}
/** The endpoints of the tenant, oldest first. */
export interface WebhookEndpoints {
  /** The entries; of a list in pages, those of this page. */
  items: WebhookEndpoint[];
  minItems?: 0;
}
/** The endpoint. */
export interface WebhookEndpoint {
  id: string;
  /** Where events are sent. */
  url: string;
  /** What it is for, in the words of its owner. */
  description: string;
  /** The types of events that it gets; `*` means all, future ones too. */
  types: string[];
  /** Which events it gets: those of test mode or of live mode. */
  mode: 'live' | 'test';
  /** Whether events of one report arrive in their order. */
  ordered: boolean;
  /** At most so many deliveries a second. */
  ratePerSecond: number;
  /** Whether it gets events, and whether they arrive. */
  state: 'active' | 'failing' | 'disabled';
  /** failing: five days without a success. gone: it answered 410. asked: its header asked for it. Null while it is not disabled. */
  disabledReason: 'by-you' | 'failing' | 'gone' | 'asked' | null;
  /** Events that it did not get since; null while it is active. */
  missed?: number | null;
  /** Its latest recovery; null where there was none. */
  recovery?: Recovery | null;
  /** Other endpoints of this mode with the same address: it gets an event once for each of them that asks for its type. */
  sameAddressAs?: string[];
  /** Since when nothing arrived; null when the last one did. */
  failingSince: string | null;
  /** Tries that failed since the last success. */
  failures: number;
  /** When a try last succeeded; null if none did. */
  lastSuccessAt: string | null;
  /** When a try last failed; null if none did. */
  lastFailureAt: string | null;
  /** The present secret, without itself. */
  secret: EndpointSecret;
  /** The secret before the present one, while it still works; null otherwise. */
  oldSecret: OldEndpointSecret | null;
  /**
   * The keys that verify its `v1a` signatures.
   *
   * Items: For `v1a`; the present one first.
   */
  publicKeys: string[];
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
}
/** How far a recovery is. */
export interface Recovery {
  id: string;
  /** The first moment of the period. */
  since: string;
  /** The last moment of the period. */
  until: string;
  /** Only what was never delivered. */
  failedOnly: boolean;
  /** How many there are. */
  total: number;
  /** Those that arrived. */
  delivered: number;
  /** Those that failed. */
  failed: number;
  /** Those that wait. */
  waiting: number;
  /** When it was made. */
  createdAt: string;
  /** When it was cancelled; null while it was not. */
  cancelledAt: string | null;
}
export interface EndpointSecret {
  /** Its last letters. */
  hint: string;
  /** When it was made. */
  createdAt: string;
}
export interface OldEndpointSecret {
  /** The end of the secret, to tell it from others. */
  hint: string;
  /** When it stops working. */
  expiresAt: string;
}
/** Without `types`: `*`. Without `ratePerSecond`: 20. */
export interface EndpointRequest {
  /** Where events are sent: https, a public host, no user name, no fragment. */
  url: string;
  /** The types of events that it gets. `*`: all of them, and those that a later version of the service adds. */
  types?: (
    | '*'
    | 'report.completed'
    | 'report.failed'
    | 'report.blocked'
    | 'report.erased'
    | 'challenge.sent'
    | 'challenge.retry'
    | 'challenge.passed'
    | 'challenge.failed'
    | 'challenge.expired'
    | 'sms.delivered'
    | 'sms.undelivered'
    | 'sms.failing'
    | 'session.created'
    | 'session.opened'
    | 'session.consented'
    | 'session.submitted'
    | 'session.code'
    | 'session.completed'
    | 'session.failed'
    | 'session.blocked'
    | 'session.declined'
    | 'session.withdrawn'
    | 'session.request-received'
    | 'session.expired'
    | 'session.cancelled'
    | 'wallet.low'
    | 'wallet.depleted'
    | 'wallet.recovered'
    | 'wallet.velocity'
    | 'payment.succeeded'
    | 'payment.failed'
    | 'top-up.needs-action'
    | 'invoice.issued'
    | 'card.expiring'
    | 'credential.expiring'
    | 'endpoint.failing'
    | 'endpoint.disabled'
    | 'ping'
  )[];
  /** Whose events it gets: of live or of test reports. */
  mode: 'live' | 'test';
  /** For people. */
  description?: string;
  /** One report's events one after another: the next is sent when the one before was delivered or given up. */
  ordered?: boolean;
  /** Requests a second at most. */
  ratePerSecond?: number;
  /** Sign with `v1a` (Ed25519) as well: receivers then need no secret. */
  asymmetric?: boolean;
}
/** The endpoint and its secret, which is shown once. */
export interface NewWebhookEndpoint {
  endpoint: WebhookEndpoint;
  /** Shown once. */
  secret: string;
}
export interface EndpointChange {
  /** Where events are sent: https, a public host, no user name, no fragment. */
  url?: string;
  /** The types of events that it gets. `*`: all of them, and those that a later version of the service adds. */
  types?: (
    | '*'
    | 'report.completed'
    | 'report.failed'
    | 'report.blocked'
    | 'report.erased'
    | 'challenge.sent'
    | 'challenge.retry'
    | 'challenge.passed'
    | 'challenge.failed'
    | 'challenge.expired'
    | 'sms.delivered'
    | 'sms.undelivered'
    | 'sms.failing'
    | 'session.created'
    | 'session.opened'
    | 'session.consented'
    | 'session.submitted'
    | 'session.code'
    | 'session.completed'
    | 'session.failed'
    | 'session.blocked'
    | 'session.declined'
    | 'session.withdrawn'
    | 'session.request-received'
    | 'session.expired'
    | 'session.cancelled'
    | 'wallet.low'
    | 'wallet.depleted'
    | 'wallet.recovered'
    | 'wallet.velocity'
    | 'payment.succeeded'
    | 'payment.failed'
    | 'top-up.needs-action'
    | 'invoice.issued'
    | 'card.expiring'
    | 'credential.expiring'
    | 'endpoint.failing'
    | 'endpoint.disabled'
    | 'ping'
  )[];
  /** For people. */
  description?: string;
  /** One report's events one after another: the next is sent when the one before was delivered or given up. */
  ordered?: boolean;
  /** Requests a second at most. */
  ratePerSecond?: number;
}
export interface EndpointOverlap {
  /** How long the old secret signs beside the new one, from now. `now` ends it. */
  overlap: 'now' | '1h' | '24h' | '7d';
}
export interface EnableEndpoint {
  /** Whether to send what happened while it was disabled. */
  missed: 'send' | 'skip';
}
/** What an endpoint was sent, newest first, of the last 30 days. */
export interface Deliveries {
  /** Deliveries, newest first. */
  items: Delivery[];
  /** The next page's token; null on the last page. */
  token: string | null;
  minItems?: 0;
}
export interface Delivery {
  id: string;
  /** The event; `webhook-id` of each try. */
  eventId: string;
  /** Null once the event is kept no longer. */
  type: string | null;
  /** Your own, of the report or session that it is about; null without one, and once purged. */
  externalReference: string | null;
  /** Whether it arrived; `due` while it is tried. */
  state: 'due' | 'delivered' | 'failed' | 'dropped';
  /** Why it failed or was dropped; null where it was not. */
  reason: string | null;
  /** Sent again by hand or by a recovery, or a test event. */
  replay: boolean;
  /** How many tries there were. */
  attempts: number;
  /** The HTTP status of the last try; null where there was none. */
  lastStatus: number | null;
  /** How long the last try took; null before the first. */
  lastMs: number | null;
  /** When it was made. */
  createdAt: string;
  /** Of the next try; null where none is due. */
  dueAt: string | null;
  /** When it ended; null while it is tried. */
  endedAt: string | null;
}
/** One delivery: what was sent, and what came of each try. */
export interface DeliveryDetail {
  id: string;
  /** The event; `webhook-id` of each try. */
  eventId: string;
  /** Null once the event is kept no longer. */
  type: string | null;
  /** Your own, of the report or session that it is about; null without one, and once purged. */
  externalReference: string | null;
  /** Whether it arrived; `due` while it is tried. */
  state: 'due' | 'delivered' | 'failed' | 'dropped';
  /** Why it failed or was dropped; null where it was not. */
  reason: string | null;
  /** Sent again by hand or by a recovery, or a test event. */
  replay: boolean;
  /** How many tries there were. */
  attempts: number;
  /** The HTTP status of the last try; null where there was none. */
  lastStatus: number | null;
  /** How long the last try took; null before the first. */
  lastMs: number | null;
  /** When it was made. */
  createdAt: string;
  /** Of the next try; null where none is due. */
  dueAt: string | null;
  /** When it ended; null while it is tried. */
  endedAt: string | null;
  /** What was sent; null once it is no longer kept. */
  body: DeliveredBody | null;
  /** Each try, oldest first. */
  tries: DeliveryTry[];
}
export interface DeliveredBody {}
export interface DeliveryTry {
  /** Which try it was, from 1. */
  number: number;
  /** When it happened. */
  at: string;
  /** How long it took, in milliseconds. */
  ms: number;
  /** The HTTP status of the answer; null where there was none. */
  status: number | null;
  /** Why there was no answer; null where there was one. */
  problem: string | null;
  /** The first kilobyte of the answer; null once its report or session is erased or purged. */
  answer: string | null;
}
/** Deliveries by the hour that they were due first in; hours without any are left out. */
export interface DeliveryHistogram {
  /** The entries; of a list in pages, those of this page. */
  items: HourOfDeliveries[];
  minItems?: 0;
}
export interface HourOfDeliveries {
  /** When the hour begins. */
  hour: string;
  /** Those that arrived. */
  delivered: number;
  /** Those that failed. */
  failed: number;
  /** Those that wait. */
  waiting: number;
  /** Of those that wait: tried before, without success. */
  retrying: number;
}
export interface ReplayEvent {
  /** The id of an event of the last 30 days. */
  eventId: string;
}
/** It is sent within a moment; the delivery says what came of it. */
export interface QueuedDelivery {
  deliveryId: string;
}
export interface RecoverEvents {
  /** Events of this time or later. */
  since: string;
  /** Of this time or earlier; now without it. */
  until?: string;
  /** Only what was never delivered to it; true by default. */
  failedOnly?: boolean;
  /** Count only, send nothing. */
  preview?: boolean;
}
/** How many events there are; and, unless it was a preview, the recovery that sends them. */
export interface Recovered {
  /** Events that it did not get. */
  count: number;
  /** The recovery that was begun; null for a preview. */
  recovery: Recovery | null;
}
/** Balance, spending, reports by status, the first steps, and what needs attention. */
export interface Overview {
  /** Credits that can be spent. */
  balance: number;
  /** Credits that are held for what is under way. */
  held: number;
  /** Live reports that wait for a code. */
  openChallenges: number;
  /** How long the balance lasts at the pace of the last 7 days; null without any. */
  daysLeft: number | null;
  /** Credits spent, by day and product. */
  spend: Spend;
  /** Reports by status. */
  reports: ReportCount[];
  firstSteps: FirstSteps;
  /** What may need somebody; empty when nothing does. */
  attention: Attention[];
}
export interface Spend {
  /** The time zone of the days. */
  timeZone: string;
  /** How many days it goes back. */
  days: number;
  /** The sum in credits. */
  totalCredits: number;
  /** Oldest first; a day without spending is not there. */
  byDay: DaySpend[];
}
export interface DaySpend {
  date: string;
  productCode: ProductCode;
  /** In credits; 1,000 credits are £1. */
  credits: number;
  count: number;
}
export interface ReportCount {
  /** How it stands. */
  status: ReportStatus;
  /** Whether it belongs to test mode. */
  test: boolean;
  /** Made in the last 24 hours, the one under way included. */
  lastDay: number;
  /** Made in the last 30 days of Europe/London, today included. */
  lastMonth: number;
}
/** When each step of the first day was done; null until then. */
export interface FirstSteps {
  /** When the first credential was made; null before. */
  credentialMadeAt: string | null;
  /** When the first credential for live mode was made; null before. */
  liveCredentialMadeAt: string | null;
  /** When a token was first fetched; null before. */
  tokenFetchedAt: string | null;
  /** When the first test report was made; null before. */
  testReportMadeAt: string | null;
  /** When a challenge was first passed; null before. */
  challengePassedAt: string | null;
  /** When the first live report was made; null before. */
  liveReportMadeAt: string | null;
}
export interface Attention {
  /** What needs attention. */
  kind:
    | 'wallet-in-debt'
    | 'consumer-waits'
    | 'wallet-empty'
    | 'balance-low'
    | 'top-up-off'
    | 'payment-needs-action'
    | 'payment-differs'
    | 'spending-fast'
    | 'errors-rising'
    | 'texts-undelivered'
    | 'secret-ending'
    | 'endpoint-failing'
    | 'endpoint-disabled'
    | 'simulators-in-use';
  /** What it is, in words for people. */
  message: string;
  /** Since when; null where that is not known. */
  since: string | null;
  /** Of the credential, the webhook endpoint or the payment that it is about; null for all else. */
  subjectId: string | null;
  /** The mode of that endpoint; null for all else. */
  test: boolean | null;
}
/** What needs somebody now, of what the caller may see; empty when nothing does. */
export interface AttentionList {
  /** The entries; of a list in pages, those of this page. */
  items: Attention[];
  minItems?: 0;
}
/** Figures of a period, by step, in sum, and of the period before. They count and name nobody. */
export interface Stats {
  /** How long a step is. */
  step: 'hour' | 'day' | 'month';
  /** Where days and months run. */
  timeZone: string;
  /** Whether it belongs to test mode. */
  test: boolean;
  /** Where the period begins. */
  from: string;
  /** Excluded. */
  to: string;
  /** Oldest first, every step of the period, the empty ones too. */
  steps: StepFigures[];
  /** The whole period in one. */
  sum: SumFigures;
  previous: PreviousFigures;
}
export interface StepFigures {
  /** Where the period begins. */
  from: string;
  /** Where the period ends. */
  to: string;
  /** Credits that could be spent at the end of the step, or now. Null in test mode and in the future. */
  balance: number | null;
  reports: ReportFigures;
  challenges: ChallengeFigures;
  texts: TextFigures;
  requests: RequestFigures;
  /** How long calls took; null where there was none. */
  latency: LatencyFigures | null;
  /** Credits spent. */
  spend: SpendFigures;
}
/** Reports by outcome, in the step in which they were made. */
export interface ReportFigures {
  /** How many there are. */
  total: number;
  /** Reports that are complete. */
  complete: number;
  /** Reports that wait for a code. */
  waiting: number;
  /** Reports that failed. */
  failed: number;
  /** Reports that were blocked. */
  blocked: number;
}
/** Of these reports: those that asked for a code, and got the right one. */
export interface ChallengeFigures {
  /** Challenges that were made. */
  made: number;
  /** Challenges that were passed. */
  passed: number;
}
/** Texts that a gateway took, what became of them, and texts that no gateway took. Live mode only. */
export interface TextFigures {
  /** Texts that a gateway took. */
  sent: number;
  /** Texts that arrived. */
  delivered: number;
  /** Texts that did not arrive. */
  undelivered: number;
  /** Texts that no gateway took. */
  refused: number;
}
/** Calls by class, as the request log has them. Calls about no report count in both modes. */
export interface RequestFigures {
  /** How many there are. */
  total: number;
  /** Answered with success. */
  '2xx': number;
  /** Redirected. */
  '3xx': number;
  /** Refused. */
  '4xx': number;
  /** Failed on our side. */
  '5xx': number;
}
/** How long generate requests took that were answered with 200, to within 19 %. Null without any. */
export interface LatencyFigures {
  /** Half took at most so many milliseconds. */
  p50Ms: number;
  /** 95 of 100 took at most so many milliseconds. */
  p95Ms: number;
}
/** Credits spent, in the step in which they were charged. */
export interface SpendFigures {
  /** In credits; 1,000 credits are £1. */
  credits: number;
  /** The same by product. */
  byProduct: ProductSpend[];
}
export interface ProductSpend {
  productCode: ProductCode;
  /** In credits; 1,000 credits are £1. */
  credits: number;
  count: number;
}
export interface SumFigures {
  reports: ReportFigures;
  challenges: ChallengeFigures;
  texts: TextFigures;
  requests: RequestFigures;
  /** How long calls took; null where there was none. */
  latency: LatencyFigures | null;
  /** Credits spent. */
  spend: SpendFigures;
}
/** As many whole steps before the period. */
export interface PreviousFigures {
  /** Where the period begins. */
  from: string;
  /** Where the period ends. */
  to: string;
  reports: ReportFigures;
  challenges: ChallengeFigures;
  texts: TextFigures;
  requests: RequestFigures;
  /** How long calls took; null where there was none. */
  latency: LatencyFigures | null;
  /** Credits spent. */
  spend: SpendFigures;
}
/** How bureaus answered live reports, and what it cost. The figures count and name nobody. */
export interface Bureaus {
  period: 'today' | '7-days' | '30-days';
  /** Where days run. */
  timeZone: string;
  /** Of today half hours, else days. */
  step: 'half-hour' | 'day';
  /** Where the period begins. */
  from: string;
  /** Now. */
  to: string;
  /** The bureaus concerned. */
  bureaus: BureauFigures[];
  /** Credits spent. */
  spend: BureausSpend;
  reports: CompleteReports;
  lost: LostTexts;
  usual: UsualReports;
}
export interface BureauFigures {
  id: BureauId;
  /** Live reports that it was asked for. */
  asked: number;
  /** Answered with a file. */
  answered: number;
  /** Answered without a file: it knows no such person, or several places match the address. */
  noFile: number;
  /** Failed, refused or too late. Not charged. */
  unanswered: number;
  /** Half of its answers came within this time, to within 19 %. Null without any. */
  p50Ms: number | null;
  /** 95 % of its answers came within this time. Null without any. */
  p95Ms: number | null;
  /** What was charged for its answers, and for how many. */
  spend: BureauSpend;
  usual: UsualBureauFigures;
  /** Oldest first; of today also those to come. */
  steps: BureauStep[];
}
/** What was charged for its answers, and for how many. */
export interface BureauSpend {
  /** In credits; 1,000 credits are £1. */
  credits: number;
  count: number;
}
/** The seven days before the period. */
export interface UsualBureauFigures {
  /** Live reports that it was asked for. */
  asked: number;
  /** Answered with a file. */
  answered: number;
  /** Answered without a file: it knows no such person, or several places match the address. */
  noFile: number;
  /** Failed, refused or too late. Not charged. */
  unanswered: number;
  /** Half of its answers came within this time, to within 19 %. Null without any. */
  p50Ms: number | null;
  /** 95 % of its answers came within this time. Null without any. */
  p95Ms: number | null;
}
export interface BureauStep {
  /** Where the period begins. */
  from: string;
  asked: number;
  unanswered: number;
  /** 95 % of its answers came within this time; null without any. */
  p95Ms: number | null;
  /** `unanswered`: one in ten or more without an answer. `slow`: of five calls or more 95 % within half a second or more, and twice what is usual. A report counts where it was made. */
  state: 'no-calls' | 'usual' | 'slow' | 'unanswered';
}
export interface BureausSpend {
  /** In credits; 1,000 credits are £1. */
  credits: number;
  bureauCredits: number;
  textCredits: number;
}
export interface CompleteReports {
  complete: number;
  /** Complete, and every bureau that was asked has answered. */
  whole: number;
  /** All that was spent in the period, texts too, for each complete report. Null without any. */
  costCredits: number | null;
}
/** Texts that were charged and led to no report. */
export interface LostTexts {
  /** In credits; 1,000 credits are £1. */
  credits: number;
  texts: number;
}
/** The seven days before the period. */
export interface UsualReports {
  /** Where the period begins. */
  from: string;
  complete: number;
  /** Complete, and every bureau that was asked has answered. */
  whole: number;
  /** All that was spent in the period, texts too, for each complete report. Null without any. */
  costCredits: number | null;
}
/** Reports, calls and events that begin with what was searched for. A report from before version 0.1 is found by its whole reference. */
export interface SearchAnswer {
  /** At most 8, newest first. */
  reports: ListedReport[];
  /** At most 8, newest first; none for a caller without requests:read. */
  requests: LoggedRequest[];
  /** At most 8, newest first; none for a caller without webhooks:read. */
  events: FoundEvent[];
}
/** An event; `subjectId` is the report or the link that it tells of. */
export interface FoundEvent {
  id: string;
  /** What happened. */
  type: EventType;
  /** Of test mode. */
  test: boolean;
  /** When it happened. */
  at: string;
  /** The report or the link that it tells of; null where it is about neither. */
  subjectId: string | null;
}
export interface ReportCompletedEvent {
  version: 'v1';
  /** What happened. */
  type: 'report.completed';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
    /** What each bureau answered. */
    bureaus?: {
      id: string;
      /** How it stands. */
      status: BureauOutcome;
      /** How long it took, in milliseconds. */
      tookMs?: number;
      /** True when a simulator answered: the data is made up. */
      simulated?: boolean;
    }[];
  };
}
export interface ReportFailedEvent {
  version: 'v1';
  /** What happened. */
  type: 'report.failed';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
    /** Why, as a code for programs. */
    reason: FailureReason;
    /** What each bureau answered. */
    bureaus?: {
      id: string;
      /** How it stands. */
      status: BureauOutcome;
      /** How long it took, in milliseconds. */
      tookMs?: number;
      /** True when a simulator answered: the data is made up. */
      simulated?: boolean;
    }[];
  };
}
export interface ReportBlockedEvent {
  version: 'v1';
  /** What happened. */
  type: 'report.blocked';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
  };
}
export interface ReportErasedEvent {
  version: 'v1';
  /** What happened. */
  type: 'report.erased';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
  };
}
export interface ChallengeSentEvent {
  version: 'v1';
  /** What happened. */
  type: 'challenge.sent';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
    /** The id of the challenge: sent with the code, and to have another sent. */
    challengeId: string;
    smsId: string;
    /** unknown: the gateway did not answer in time and may have taken it. */
    sms: 'accepted' | 'unknown';
    /** Texts that were sent for this challenge. */
    sends: number;
    /** Texts that may still be sent for this challenge. */
    sendsLeft: number;
  };
}
export interface ChallengeRetryEvent {
  version: 'v1';
  /** What happened. */
  type: 'challenge.retry';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
    /** The id of the challenge: sent with the code, and to have another sent. */
    challengeId: string;
    /** Wrong codes that are left before the challenge fails. */
    attemptsRemaining: number;
  };
}
export interface ChallengePassedEvent {
  version: 'v1';
  /** What happened. */
  type: 'challenge.passed';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
    /** The id of the challenge: sent with the code, and to have another sent. */
    challengeId: string;
    /** Wrong codes that are left before the challenge fails. */
    attemptsRemaining: number;
  };
}
export interface ChallengeFailedEvent {
  version: 'v1';
  /** What happened. */
  type: 'challenge.failed';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
    /** The id of the challenge: sent with the code, and to have another sent. */
    challengeId: string;
    /** Wrong codes that are left before the challenge fails. */
    attemptsRemaining: number;
  };
}
export interface ChallengeExpiredEvent {
  version: 'v1';
  /** What happened. */
  type: 'challenge.expired';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
    /** The id of the challenge: sent with the code, and to have another sent. */
    challengeId: string;
  };
}
export interface SmsDeliveredEvent {
  version: 'v1';
  /** What happened. */
  type: 'sms.delivered';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
    smsId: string;
  };
}
export interface SmsUndeliveredEvent {
  version: 'v1';
  /** What happened. */
  type: 'sms.undelivered';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: ReportStatus;
    smsId: string;
    /** refused: no gateway took it. */
    reason: 'not-delivered' | 'refused';
    /** Codes sent, without this one. */
    sends?: number;
  };
}
export interface SmsFailingEvent {
  version: 'v1';
  /** What happened. */
  type: 'sms.failing';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    /** Of test mode. */
    test: boolean;
    /** Texts that were sent in the period. */
    texts: number;
    /** Texts that did not arrive. */
    undelivered: number;
    /** The limit that was set. */
    threshold: number;
  };
}
export interface SessionCreatedEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.created';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionOpenedEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.opened';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionConsentedEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.consented';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionSubmittedEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.submitted';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionCodeEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.code';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionCompletedEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.completed';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionFailedEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.failed';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
    /** Why, as a code for programs. */
    reason: FailureReason;
    /** 0: it is over. Else the consumer may try again. */
    triesLeft: number;
  };
}
export interface SessionBlockedEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.blocked';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionDeclinedEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.declined';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionWithdrawnEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.withdrawn';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionRequestReceivedEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.request-received';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
    consumerRequestId: string;
    kind: 'complaint' | 'erasure';
  };
}
export interface SessionExpiredEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.expired';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface SessionCancelledEvent {
  version: 'v1';
  /** What happened. */
  type: 'session.cancelled';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    consumerSessionId: string;
    /** Of test mode. */
    test: boolean;
    /** The session's status after this. */
    status: ConsumerSessionStatus;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    creditReportId?: string;
    /** Where the consumer changed what you filled in: JSON pointers into `prefill`, never values. */
    changed?: string[];
  };
}
export interface WalletLowEvent {
  version: 'v1';
  /** What happened. */
  type: 'wallet.low';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    /** Of test mode. */
    test: boolean;
    /** Credits that are available now. */
    available: number;
    /** The limit that was set. */
    threshold: number;
    /** The alert that fired. */
    alert: 'low' | 'depleted';
  };
}
export interface WalletDepletedEvent {
  version: 'v1';
  /** What happened. */
  type: 'wallet.depleted';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    /** Of test mode. */
    test: boolean;
    /** Credits that are available now. */
    available: number;
    /** The limit that was set. */
    threshold: number;
    /** The alert that fired. */
    alert: 'low' | 'depleted';
  };
}
export interface WalletRecoveredEvent {
  version: 'v1';
  /** What happened. */
  type: 'wallet.recovered';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    /** Of test mode. */
    test: boolean;
    /** Credits that are available now. */
    available: number;
    /** The limit that was set. */
    threshold: number;
    /** The alert that fired. */
    alert: 'low' | 'depleted';
  };
}
export interface WalletVelocityEvent {
  version: 'v1';
  /** What happened. */
  type: 'wallet.velocity';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    /** Of test mode. */
    test: boolean;
    /** Credits spent in the last hour. */
    spentLastHour: number;
    /** The limit that was set. */
    threshold: number;
  };
}
export interface PaymentSucceededEvent {
  version: 'v1';
  /** What happened. */
  type: 'payment.succeeded';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    paymentId: string;
    /** Of test mode. */
    test: boolean;
    /** In credits; 1,000 credits are £1. */
    credits: number;
    totalPence: number;
    purpose: 'top-up' | 'automatic' | 'settle';
  };
}
export interface PaymentFailedEvent {
  version: 'v1';
  /** What happened. */
  type: 'payment.failed';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    paymentId: string;
    /** Of test mode. */
    test: boolean;
    /** In credits; 1,000 credits are £1. */
    credits: number;
    totalPence: number;
    purpose: 'top-up' | 'automatic' | 'settle';
    /** `differs`: it was paid, and not as asked. `reversed`: its money went back. */
    reason:
      | 'card-declined'
      | 'card-expired'
      | 'insufficient-funds'
      | 'authentication-failed'
      | 'not-paid-in-time'
      | 'provider-error'
      | 'differs'
      | 'reversed';
  };
}
export interface TopUpNeedsActionEvent {
  version: 'v1';
  /** What happened. */
  type: 'top-up.needs-action';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    paymentId: string;
    /** Of test mode. */
    test: boolean;
    /** In credits; 1,000 credits are £1. */
    credits: number;
    totalPence: number;
    purpose: 'top-up' | 'automatic' | 'settle';
  };
}
export interface InvoiceIssuedEvent {
  version: 'v1';
  /** What happened. */
  type: 'invoice.issued';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    invoiceId: string;
    /** Of test mode. */
    test: boolean;
    /** The number of the invoice. */
    number: string;
    paymentId: string;
    totalPence: number;
    kind: 'invoice' | 'credit-note';
  };
}
export interface CardExpiringEvent {
  version: 'v1';
  /** What happened. */
  type: 'card.expiring';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    paymentMethodId: string;
    /** Of test mode. */
    test: boolean;
    last4: string;
    expiryMonth: number;
    expiryYear: number;
  };
}
export interface CredentialExpiringEvent {
  version: 'v1';
  /** What happened. */
  type: 'credential.expiring';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    credentialId: string;
    /** Of test mode. */
    test: boolean;
    /** When the old secret stops working. */
    expiresAt: string;
    /** When the old secret was last used. */
    lastUsedAt: string;
  };
}
export interface EndpointFailingEvent {
  version: 'v1';
  /** What happened. */
  type: 'endpoint.failing';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    endpointId: string;
    /** Of test mode. */
    test: boolean;
    /** Since when nothing arrived. */
    failingSince: string;
    /** Failures in a row. */
    failures: number;
    /** When it will be disabled if nothing arrives. */
    disabledAt: string;
  };
}
export interface EndpointDisabledEvent {
  version: 'v1';
  /** What happened. */
  type: 'endpoint.disabled';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    endpointId: string;
    /** Of test mode. */
    test: boolean;
    /** Why, as a code for programs. */
    reason: 'failing' | 'gone' | 'asked';
    /** Since when events were not delivered. */
    missedSince: string;
  };
}
export interface PingEvent {
  version: 'v1';
  /** What happened. */
  type: 'ping';
  /** When it happened. */
  timestamp: string;
  /** What it is about: ids, codes and figures, nothing personal. */
  data: {
    endpointId: string;
    /** Of test mode. */
    test: boolean;
  };
}

export const ROUTES = {
  generateReport: { method: 'POST', path: '/{tenantId}/v1/credit-reports', keyed: true },
  listReports: { method: 'GET', path: '/{tenantId}/v1/credit-reports', keyed: false },
  submitOtp: { method: 'POST', path: '/{tenantId}/v1/credit-reports/{creditReportId}/otp-challenge', keyed: true },
  resendSms: { method: 'POST', path: '/{tenantId}/v1/credit-reports/{creditReportId}/resend-sms', keyed: true },
  readReport: { method: 'GET', path: '/{tenantId}/v1/credit-reports/{creditReportId}', keyed: false },
  readAgreements: { method: 'GET', path: '/{tenantId}/v1/credit-reports/{creditReportId}/agreements', keyed: false },
  readAttributes: { method: 'GET', path: '/{tenantId}/v1/credit-reports/{creditReportId}/attributes', keyed: false },
  readChanges: { method: 'GET', path: '/{tenantId}/v1/credit-reports/{creditReportId}/changes', keyed: false },
  readEvidence: { method: 'GET', path: '/{tenantId}/v1/credit-reports/{creditReportId}/evidence', keyed: false },
  createConsumerSession: { method: 'POST', path: '/{tenantId}/v1/consumer-sessions', keyed: true },
  listConsumerSessions: { method: 'GET', path: '/{tenantId}/v1/consumer-sessions', keyed: false },
  renewLink: { method: 'POST', path: '/{tenantId}/v1/credit-reports/{creditReportId}/new-link', keyed: true },
  readConsumerSession: { method: 'GET', path: '/{tenantId}/v1/consumer-sessions/{consumerSessionId}', keyed: false },
  sendConsumerSession: { method: 'POST', path: '/{tenantId}/v1/consumer-sessions/{consumerSessionId}/send', keyed: true },
  cancelConsumerSession: { method: 'POST', path: '/{tenantId}/v1/consumer-sessions/{consumerSessionId}/cancel', keyed: false },
  listConsumerRequests: { method: 'GET', path: '/{tenantId}/v1/consumer-requests', keyed: false },
  readConsumerRequest: { method: 'GET', path: '/{tenantId}/v1/consumer-requests/{consumerRequestId}', keyed: false },
  closeConsumerRequest: { method: 'POST', path: '/{tenantId}/v1/consumer-requests/{consumerRequestId}/close', keyed: false },
  listConsentTexts: { method: 'GET', path: '/{tenantId}/v1/consent-texts', keyed: false },
  createConsentText: { method: 'POST', path: '/{tenantId}/v1/consent-texts', keyed: true },
  readConsentText: { method: 'GET', path: '/{tenantId}/v1/consent-texts/{consentTextId}', keyed: false },
  changeConsentText: { method: 'PATCH', path: '/{tenantId}/v1/consent-texts/{consentTextId}', keyed: false },
  publishConsentText: { method: 'POST', path: '/{tenantId}/v1/consent-texts/{consentTextId}/publish', keyed: false },
  readBranding: { method: 'GET', path: '/{tenantId}/v1/branding', keyed: false },
  changeBranding: { method: 'PATCH', path: '/{tenantId}/v1/branding', keyed: false },
  createTestClock: { method: 'POST', path: '/{tenantId}/v1/test-clocks', keyed: true },
  listTestClocks: { method: 'GET', path: '/{tenantId}/v1/test-clocks', keyed: false },
  readTestClock: { method: 'GET', path: '/{tenantId}/v1/test-clocks/{clockId}', keyed: false },
  deleteTestClock: { method: 'DELETE', path: '/{tenantId}/v1/test-clocks/{clockId}', keyed: false },
  advanceTestClock: { method: 'POST', path: '/{tenantId}/v1/test-clocks/{clockId}/advance', keyed: true },
  listLenders: { method: 'GET', path: '/{tenantId}/v1/lenders', keyed: false },
  putLenders: { method: 'PUT', path: '/{tenantId}/v1/lenders', keyed: false },
  deleteLenders: { method: 'DELETE', path: '/{tenantId}/v1/lenders', keyed: false },
  readTenant: { method: 'GET', path: '/{tenantId}/v1', keyed: false },
  listProducts: { method: 'GET', path: '/{tenantId}/v1/products', keyed: false },
  resolvePrice: { method: 'POST', path: '/{tenantId}/v1/products/resolve-price', keyed: true },
  listTransactions: { method: 'GET', path: '/{tenantId}/v1/billing/transactions', keyed: false },
  listReportStatement: { method: 'GET', path: '/{tenantId}/v1/billing/reports', keyed: false },
  readCreditUsage: { method: 'GET', path: '/{tenantId}/v1/billing/credit-usage', keyed: false },
  listAlerts: { method: 'GET', path: '/{tenantId}/v1/alerts', keyed: false },
  setAlerts: { method: 'PUT', path: '/{tenantId}/v1/alerts', keyed: false },
  readPaymentSettings: { method: 'GET', path: '/{tenantId}/v1/payment-settings', keyed: false },
  makeTopUp: { method: 'POST', path: '/{tenantId}/v1/top-ups', keyed: true },
  settleDebt: { method: 'POST', path: '/{tenantId}/v1/settlements', keyed: true },
  listPayments: { method: 'GET', path: '/{tenantId}/v1/payments', keyed: false },
  readPayment: { method: 'GET', path: '/{tenantId}/v1/payments/{paymentId}', keyed: false },
  refreshPayment: { method: 'POST', path: '/{tenantId}/v1/payments/{paymentId}/refresh', keyed: true },
  resumePayment: { method: 'POST', path: '/{tenantId}/v1/payments/{paymentId}/resume', keyed: true },
  listPaymentMethods: { method: 'GET', path: '/{tenantId}/v1/payment-methods', keyed: false },
  addPaymentMethod: { method: 'POST', path: '/{tenantId}/v1/payment-methods', keyed: true },
  removePaymentMethod: { method: 'DELETE', path: '/{tenantId}/v1/payment-methods/{paymentMethodId}', keyed: false },
  readAutomaticTopUp: { method: 'GET', path: '/{tenantId}/v1/automatic-top-up', keyed: false },
  setAutomaticTopUp: { method: 'PUT', path: '/{tenantId}/v1/automatic-top-up', keyed: false },
  readBillingDetails: { method: 'GET', path: '/{tenantId}/v1/billing-details', keyed: false },
  setBillingDetails: { method: 'PUT', path: '/{tenantId}/v1/billing-details', keyed: false },
  listInvoices: { method: 'GET', path: '/{tenantId}/v1/invoices', keyed: false },
  readInvoice: { method: 'GET', path: '/{tenantId}/v1/invoices/{invoiceId}', keyed: false },
  readProfile: { method: 'GET', path: '/v1/my/profile', keyed: false },
  listMyTenants: { method: 'GET', path: '/v1/my/tenants', keyed: false },
  selectTenant: { method: 'POST', path: '/v1/my/tenants/select', keyed: false },
  readAccess: { method: 'GET', path: '/{tenantId}/v1/access', keyed: false },
  listRequests: { method: 'GET', path: '/{tenantId}/v1/requests', keyed: false },
  listRequestErrors: { method: 'GET', path: '/{tenantId}/v1/requests/errors', keyed: false },
  readRequest: { method: 'GET', path: '/{tenantId}/v1/requests/{requestId}', keyed: false },
  readExchange: { method: 'GET', path: '/{tenantId}/v1/requests/{requestId}/exchange', keyed: false },
  readTimeline: { method: 'GET', path: '/{tenantId}/v1/credit-reports/{creditReportId}/timeline', keyed: false },
  listMessages: { method: 'GET', path: '/{tenantId}/v1/messages', keyed: false },
  listEvents: { method: 'GET', path: '/{tenantId}/v1/events', keyed: false },
  triggerEvent: { method: 'POST', path: '/{tenantId}/v1/test-events', keyed: true },
  listWebhookEndpoints: { method: 'GET', path: '/{tenantId}/v1/webhook-endpoints', keyed: false },
  createWebhookEndpoint: { method: 'POST', path: '/{tenantId}/v1/webhook-endpoints', keyed: true },
  readWebhookEndpoint: { method: 'GET', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}', keyed: false },
  changeWebhookEndpoint: { method: 'PATCH', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}', keyed: false },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}', keyed: false },
  rotateWebhookEndpoint: { method: 'POST', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/rotate', keyed: true },
  setWebhookOverlap: { method: 'PUT', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/overlap', keyed: false },
  disableWebhookEndpoint: { method: 'POST', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/disable', keyed: false },
  enableWebhookEndpoint: { method: 'POST', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/enable', keyed: true },
  listDeliveries: { method: 'GET', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/deliveries', keyed: false },
  readDelivery: { method: 'GET', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}', keyed: false },
  countDeliveries: { method: 'GET', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/histogram', keyed: false },
  replayEvent: { method: 'POST', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/replay', keyed: true },
  sendTestEvent: { method: 'POST', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/test', keyed: true },
  recoverEvents: { method: 'POST', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/recover', keyed: true },
  readRecovery: { method: 'GET', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/recoveries/{recoveryId}', keyed: false },
  cancelRecovery: { method: 'DELETE', path: '/{tenantId}/v1/webhook-endpoints/{endpointId}/recoveries/{recoveryId}', keyed: false },
  readOverview: { method: 'GET', path: '/{tenantId}/v1/overview', keyed: false },
  readAttention: { method: 'GET', path: '/{tenantId}/v1/attention', keyed: false },
  readStats: { method: 'GET', path: '/{tenantId}/v1/stats', keyed: false },
  readBureaus: { method: 'GET', path: '/{tenantId}/v1/bureaus', keyed: false },
  search: { method: 'GET', path: '/{tenantId}/v1/search', keyed: false },
} as const;

/** What to do about each error code. */
export const HELP: Record<string, string> = {
  'validation-error': "Fix each field listed in details.",
  'unauthorized': "Get a new one at POST /v1/oauth/token.",
  'insufficient-funds': "Top the wallet up, then send the request again; the same Idempotency-Key may be used.",
  'forbidden': "The message says what is missing: a scope, a role, the right tenant or a proof.",
  'not-found': "Compare with /openapi.json.",
  'credit-report-not-found': "Use data.creditReportId of the generate answer, with the same tenant.",
  'challenge-not-found': "Use data.challenge.challengeId of the same generate answer.",
  'method-not-allowed': "Use one of the methods in Allow.",
  'conflict': "Read the thing again, then decide.",
  'request-in-progress': "Wait and send it once more: you get the first one's answer.",
  'challenge-already-completed': "Read the report with GET /{tenantId}/v1/credit-reports/{creditReportId}.",
  'challenge-closed': "It was passed: read the report. It failed, after three wrong codes for one: send a new generate request.",
  'credit-report-not-complete': "Submit the code if it waits for one; otherwise send a new generate request.",
  'challenge-expired': "Send a new generate request.",
  'credit-report-purged': "Send a new generate request if a report is still needed.",
  'payload-too-large': "Send less: the message names the limit of the address.",
  'unsupported-media-type': "Send Content-Type: application/json; another charset than UTF-8 is not taken, nor a Content-Encoding.",
  'idempotency-key-reused': "Use a new key for a new request, and the same caller with the very same body for a repeat.",
  'rate-limited': "Wait for Retry-After.",
  'no-sends-left': "Submit the code that was sent last, or send a new generate request.",
  'internal-error': "Send the request again with the same Idempotency-Key, and give the operator the X-Request-Id.",
  'service-unavailable': "Wait and send the request again, with the same Idempotency-Key if it had one.",
  'invalid_client': "Compare the client id and the secret: the secret may have been rotated, the credential revoked or the tenant disabled.",
  'invalid_scope': "Ask for scopes that the credential has, or leave scope out.",
  'temporarily_unavailable': "Wait for Retry-After.",
  'no-answer': "Compare the address of the service with your setting, then send the request again with the same Idempotency-Key.",
  'aborted': "Send the request again with the same Idempotency-Key, where its outcome is unknown.",
  'timeout': "Send the request again with the same Idempotency-Key: the work may have been done.",
};

/** Where one code has several causes: the words of the message that tell this one, and what to do about it. */
export const HELP_BY_MESSAGE: readonly (readonly [code: string, said: string, help: string])[] = [
  ["challenge-closed","device could not be verified","Load the fingerprint script on the consumer's page, and send a new generate request with its session id."],
  ["no-sends-left","No gateway took","Check the mobile number, then send a new generate request."],
  ["forbidden","access to this tenant","Use the tenant of the credential (GET /v1/my/tenants); if it is that one, ask the operator whether it is disabled."],
  ["forbidden","the access token does not carry","Ask for the scope when getting the token, or leave scope out to get all that the credential has."],
  ["forbidden","for test mode only","Set test to true, or use a credential that an owner or an admin made for live reports."],
];
