// Generated from docs/openapi.json by scripts/sdk-types.ts: npm run sdk. Do not edit.

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
      status?: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
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
    answer: {
      id: string;
      name: string;
      isEnabled: boolean;
      createdAt: string;
      /** Credits that can be spent. */
      balance: number;
      /** Credits held for reports and messages under way. */
      held: number;
      /** For how many days the personal parts of its reports are kept. An owner or the operator sets it. */
      retentionDays: number;
    };
  };
  listProducts: {
    path: {};
    query: {};
    body: null;
    answer: {
      items: {
        code: 'credit-report-equifax' | 'credit-report-experian' | 'credit-report-transunion' | 'sms-otp';
        name: string;
        /** What this tenant pays. */
        credits: number;
        /** What a tenant without a price of its own pays. */
        defaultCredits: number;
      }[];
    };
  };
  resolvePrice: {
    path: {};
    query: {};
    body: {
      /** The bureaus of the generate request. */
      bureaus: ('equifax' | 'experian' | 'transunion')[];
      /** Messages that the challenge would take. Default 0. */
      smsCount?: number;
      /** Test mode costs nothing. */
      test?: boolean;
    };
    answer: {
      totalCredits: number;
      lines: {
        productCode:
          'credit-report-equifax' | 'credit-report-experian' | 'credit-report-transunion' | 'sms-otp';
        credits: number;
        count: number;
      }[];
    };
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
    answer: {
      items: {
        /** Place in the ledger. */
        id: string;
        createdAt: string;
        kind: 'top-up' | 'adjustment' | 'hold' | 'post' | 'void' | 'expire';
        /** Credits moved. */
        amount: number;
        /** What it did to the balance, with its sign. */
        change: number;
        /** Balance after it. */
        balance: number;
        reportId: string | null;
        smsId: string | null;
        credentialId: string | null;
        personId: string | null;
        reference: string | null;
        reason: string | null;
        products: {
          [k: string]: number;
        } | null;
      }[];
      /** The next page's token; null on the last page. */
      token: string | null;
    };
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
    answer: {
      items: {
        /** Place of its first line in the ledger. */
        id: string;
        createdAt: string;
        reportId: string | null;
        /** What its lines did to the balance, with the sign. */
        change: number;
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
        lines: {
          /** Place in the ledger. */
          id: string;
          createdAt: string;
          kind: 'top-up' | 'adjustment' | 'hold' | 'post' | 'void' | 'expire';
          /** Credits moved. */
          amount: number;
          /** What it did to the balance, with its sign. */
          change: number;
          /** Balance after it. */
          balance: number;
          reportId: string | null;
          smsId: string | null;
          credentialId: string | null;
          personId: string | null;
          reference: string | null;
          reason: string | null;
          products: {
            [k: string]: number;
          } | null;
        }[];
      }[];
      token: string | null;
    };
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
    answer: {
      totalCredits: number;
      usageByProduct: {
        productCode:
          'credit-report-equifax' | 'credit-report-experian' | 'credit-report-transunion' | 'sms-otp';
        productName: string;
        credits: number;
        count: number;
      }[];
    };
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
  readTimeline: {
    path: {
      creditReportId: string;
    };
    query: {};
    body: null;
    answer: Timeline;
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
  search: {
    path: {};
    query: {
      /** The beginning of an external reference, from 4 characters, in any case; or of a report id or request id, from 8 digits. */
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
    | WalletLowEvent
    | WalletDepletedEvent
    | WalletRecoveredEvent
    | WalletVelocityEvent
    | CredentialExpiringEvent
    | EndpointFailingEvent
    | EndpointDisabledEvent
    | PingEvent;
}
export interface GenerateRequest {
  /** Session id from the device fingerprint script. In test mode any text will do. */
  sessionId: string;
  /** Bureaus to query, each at most once. */
  bureaus: ('equifax' | 'experian' | 'transunion')[];
  /** The consumer's IP address, IPv4 or IPv6. */
  ipAddress: string;
  /** Currently only `pcp`. */
  searchType: 'pcp';
  /** First name. */
  firstName: string;
  /** Last name. */
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
  /** Middle name. */
  middleName?: string;
  /** `M` or `F`. */
  gender?: 'M' | 'F';
  /** International format. Needed when a challenge is to be expected in live mode. In test mode some numbers from +447700900200 on select adverse data: docs/testing.md, "Test numbers". */
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
}
/** At least one of subBuildingName, buildingName, buildingNumber must be present. */
export interface GivenUkAddress {
  /** Sub-unit within a building. */
  subBuildingName?: string;
  /** Building name. */
  buildingName?: string;
  /** House or building number. */
  buildingNumber?: string;
  /** Street name. */
  thoroughfare?: string;
  /** District or locality. */
  district?: string;
  /** Town or city. */
  townOrCity: string;
  /** County. */
  county?: string;
  /** Country code. */
  country?: string;
  /** UK postcode in any case and spacing; stored as OUT INN. */
  postcode: string;
}
export interface PreviousName {
  /** First name; without it, the present one. */
  firstName?: string;
  /** Middle name. */
  middleName?: string;
  /** Last name. */
  lastName: string;
}
export interface GenerateAnswer {
  meta: {
    request: RequestMeta;
    wallet: Wallet;
  };
  data: Complete | AuthenticationRequired | Blocked | Failed;
}
export interface RequestMeta {
  /** Processing time in milliseconds. */
  timeTakenMs: number;
}
export interface Wallet {
  /** Credits that can be spent after the operation. */
  balance: number;
  /** Credits charged by this operation. */
  cost: number;
}
export interface Complete {
  status: 'complete';
  challengeType?: 'none';
  creditReportId: string;
  creditReport: CreditReport;
  /** Which bureaus answered. */
  bureaus: {
    id: 'equifax' | 'experian' | 'transunion';
    status:
      | 'ok'
      | 'no-trace'
      | 'ambiguous-address'
      | 'rejected-credentials'
      | 'rejected-request'
      | 'unavailable'
      | 'timeout';
    /** True when a simulator answered and not the bureau: the data is made up. */
    simulated?: boolean;
  }[];
}
export interface CreditReport {
  person: {
    title?: string;
    firstName: string;
    lastName: string;
    dateOfBirth: string;
  };
  residencies: Residency[];
  consumerData: {
    records: AccountRecord[];
  };
  previousSearches: {
    providers: {
      companyName: string;
      records: {
        date: string;
      }[];
    }[];
  };
  coverage?: Coverage;
}
export interface Residency {
  addressId: string;
  address: {
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
  isCurrent: boolean;
}
export interface UkAddress {
  subBuildingName?: string;
  buildingName?: string;
  buildingNumber?: string;
  thoroughfare?: string;
  district?: string;
  townOrCity: string;
  county?: string;
  country?: string;
  postcode: string;
}
export interface AccountRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId?: string;
  title?: string;
  firstName?: string;
  lastName?: string;
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  accountType:
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
  accountStatus:
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
  companyType?:
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
  companyName?: string;
  numberOfPayments?: number;
  /** In months. */
  repaymentPeriod?: number;
  payment?: Money;
  startBalance?: Money;
  balance?: Money;
  startDate?: string;
  /** Our addition: when it ended, settled or closed. */
  endDate?: string;
  /** Our addition: when it went into default. It stays when the default is satisfied. */
  defaultDate?: string;
  creditLimit?: Money;
  /** Our addition: whether somebody else is a holder too, where a bureau says. */
  isJoint?: boolean;
  /** Our addition: when a bureau last heard from the company about it. */
  lastUpdated?: string;
  history?: PaymentHistory;
  bureaus: {
    id: 'equifax' | 'experian' | 'transunion';
    /** Bureau reference. */
    ref: string;
  }[];
  /** Our addition: the fields in which the bureaus do not say the same, the weightiest first, without what carries no news. Absent when there are none. */
  disagreements?: Disagreement[];
  /** Our addition: every adverse word of any bureau about this agreement, older states and satisfied defaults too. Absent when there is none. */
  adverse?: AdverseWord[];
  /** Our addition: other records of this report that may be the same agreement, each by one of its `bureaus`. Absent when there is no doubt. */
  possiblySame?: {
    id: 'equifax' | 'experian' | 'transunion';
    /** Bureau reference. */
    ref: string;
  }[];
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
    bureau: 'equifax' | 'experian' | 'transunion';
    /** The newest month that is known, YYYY-MM: that of the first character. */
    newest: string;
    /** One character a month, newest first, at most 72: `0` up to date, `1` to `6` months in arrears (6: six or more), `l` in arrears without a number, `a` arrangement, `d` default, `w` written off, `s` settled, `t` transferred to another company, `q` in query, `o` dormant, `.` not known. */
    months: string;
  }[];
}
export interface Disagreement {
  field:
    | 'accountStatus'
    | 'balance'
    | 'accountType'
    | 'startDate'
    | 'endDate'
    | 'defaultDate'
    | 'startBalance'
    | 'payment'
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
    bureau: 'equifax' | 'experian' | 'transunion';
    /** As the field itself: text, a whole number, a flag or money. Account numbers are masked. */
    value: string | number | boolean | Money;
  }[];
}
export interface AdverseWord {
  bureau: 'equifax' | 'experian' | 'transunion';
  status: 'arrangement' | 'delinquent' | 'default' | 'written-off';
  /** The day of the default where the bureau gives it, else of the bureau's record. */
  date?: string;
}
export interface Coverage {
  /** The bureaus that were asked. */
  bureaus: {
    id: 'equifax' | 'experian' | 'transunion';
    /** False: what it has on file is not in this report. */
    answered: boolean;
    /** Whether it has a file on this person. */
    hasFile: boolean;
    /** How many of `names` it was sent, the first ones. */
    names: number;
    /** How many of `addresses` it was sent, the first ones. */
    addresses: number;
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
export interface AuthenticationRequired {
  status: 'authentication-required';
  challengeType: 'otp';
  creditReportId: string;
  /** `sms` is on every answer of generate; a live report that is read back has it when no text was taken. */
  challenge: {
    challengeId: string;
    /** Whether a gateway took the text. accepted: it is on its way (in test mode: simulated). refused: none took it; the consumer has no code, the text is free and is no send; ask for another with resend-sms. unknown: a gateway may have taken it. none: no text was handed over, because the device could not be verified. */
    sms?: 'accepted' | 'refused' | 'unknown' | 'none';
  };
}
export interface Blocked {
  status: 'blocked';
  creditReportId: string;
}
export interface Failed {
  status: 'failed';
  creditReportId: string;
  /** For people: what happened and what to do. */
  errorMessage: string;
  /** For programs: what `errorMessage` says. New ones may be added. */
  reason:
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
}
export interface ListAnswer {
  meta: {
    request: RequestMeta;
  };
  data: {
    items: ListedReport[];
    /** The next page's token; null on the last page. */
    token: string | null;
    total?: ReportTotal;
    minItems?: 0;
  };
}
export interface ListedReport {
  creditReportId: string;
  status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
  test: boolean;
  bureaus: ('equifax' | 'experian' | 'transunion')[];
  externalReference?: string;
  /** Why it failed. */
  errorMessage?: string;
  createdAt: string;
  updatedAt: string;
  /** The personal parts were removed at the end of the retention. */
  purged: boolean;
  person?: string | null;
  /** With `details`: credits spent on it. */
  costCredits?: number;
  tookMs?: number | null;
  /** With `details`: the bureaus that answered, for 90 days. */
  answered?: ('equifax' | 'experian' | 'transunion')[];
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
  /** What the consumer typed. Any text is a guess. */
  code: string;
}
export interface OtpAnswer {
  meta: {
    request: RequestMeta;
    wallet: Wallet;
  };
  data: Complete | Retry | Failed;
}
export interface Retry {
  status: 'retry';
  creditReportId: string;
  errorMessage: string;
  attemptsRemaining: number;
}
export interface ResendRequest {
  /** From the generate answer. */
  challengeId: string;
}
export interface ResendAnswer {
  meta: {
    request: RequestMeta;
  };
  data: {
    remainingSmsCount: number;
    smsSentCount: number;
    /** Whether a gateway took the text. accepted: it is on its way (in test mode: simulated). refused: none took it; the consumer has no code, the text is free and is no send; ask for another with resend-sms. unknown: a gateway may have taken it. none: no text was handed over, because the device could not be verified. */
    sms: 'accepted' | 'refused' | 'unknown' | 'none';
  };
}
export interface ReadAnswer {
  meta: {
    request: RequestMeta;
    wallet: Wallet;
  };
  data: Complete | AuthenticationRequired | Blocked | Retry | Failed;
}
export interface AgreementsAnswer {
  meta: {
    request: RequestMeta;
    wallet: Wallet;
  };
  data: {
    creditReportId: string;
    /** Which bureaus answered. */
    bureaus: {
      id: 'equifax' | 'experian' | 'transunion';
      status:
        | 'ok'
        | 'no-trace'
        | 'ambiguous-address'
        | 'rejected-credentials'
        | 'rejected-request'
        | 'unavailable'
        | 'timeout';
      /** True when a simulator answered and not the bureau: the data is made up. */
      simulated?: boolean;
    }[];
    kind: 'motor';
    /** The day of the report. */
    asOf: string;
    scheme: MotorScheme;
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
      accountType:
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
      bureaus: {
        id: 'equifax' | 'experian' | 'transunion';
        /** Bureau reference. */
        ref: string;
      }[];
      /** The reasons, a sentence each. */
      why: string[];
    }[];
    /** What the list does not show, a sentence each. */
    notes: string[];
  };
}
export interface MotorScheme {
  id: string;
  /** Of the scheme file. Keep it with what you decide by it. */
  version: string;
  title: string;
  /** The day of the facts. */
  asOf: string;
  /** Of the schemes as a whole, such as `partly-suspended`. */
  status: string;
  windows: {
    id: string;
    name: string;
    /** The first start date of the period. */
    from: string;
    /** The last one. */
    to: string;
    status: string;
    source: string;
  }[];
  discretionaryCommissionBannedFrom: string;
  productsOutside: ('hire-purchase' | 'pcp-likely' | 'conditional-sale' | 'lease' | 'unknown')[];
  facts: {
    id: string;
    text: string;
    source: string;
    asOf: string;
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
      bureaus?: ('equifax' | 'experian' | 'transunion')[];
    }[];
    /** The lender whose brand the name is. */
    brandOf?: string;
    /** The group that the lender belongs to. */
    group?: string;
    /** Where its complaints go, if the registry of lenders has it. */
    complaintsAddress?: string;
  };
  /** Who bought the debt, where a debt purchaser files it. */
  purchaser?: {
    name?: string;
  };
  product: 'hire-purchase' | 'pcp-likely' | 'conditional-sale' | 'lease' | 'unknown';
  /** That it is motor finance: stated by the type or name of the company, or likely by the amount. */
  certainty: 'stated' | 'likely';
  /** The reasons, a sentence each. */
  why: string[];
  /** The last digits of the account number, at most four. */
  last4?: string;
  isJoint?: boolean;
  startDate?: string;
  endDate?: string;
  status:
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
  startBalance?: Money;
  balance?: Money;
  payment?: Money;
  term?: {
    payments?: number;
    months?: number;
  };
  bureaus: {
    id: 'equifax' | 'experian' | 'transunion';
    /** Bureau reference. */
    ref: string;
  }[];
  disagreements?: Disagreement[];
  /** The periods that its start falls into: ids of the scheme, or `before`, `between`, `after`, `none`, `unknown-date`. Several where bureaus give start dates on both sides of a border. */
  windows: string[];
  /** Every start date that a bureau gives, earliest first. */
  startDates: {
    date: string;
    bureaus?: ('equifax' | 'experian' | 'transunion')[];
    window: string;
    discretionaryPossible: boolean | null;
  }[];
  discretionaryPossible: boolean | null;
  /** Agreements of the same lender that began on the same day, or began or ended within 14 days of this one’s end or start. */
  related?: {
    /** Its place in the document's `consumerData.records`, from 0. */
    record: number;
    relation: 'same-day' | 'began-as-it-ended' | 'ended-as-it-began';
  }[];
  /** What this credit file does not say. */
  unknown: string[];
}
export interface AttributesAnswer {
  meta: {
    request: RequestMeta;
    wallet: Wallet;
  };
  data: {
    creditReportId: string;
    /** Which bureaus answered. */
    bureaus: {
      id: 'equifax' | 'experian' | 'transunion';
      status:
        | 'ok'
        | 'no-trace'
        | 'ambiguous-address'
        | 'rejected-credentials'
        | 'rejected-request'
        | 'unavailable'
        | 'timeout';
      /** True when a simulator answered and not the bureau: the data is made up. */
      simulated?: boolean;
    }[];
    /**
     * The ids of the records, in the order of the document: `basis` and `record` are places in it. Absent for a report from before records had ids.
     *
     * Items: The same for one agreement in every report of your tenant about its consumer, however bureaus spell it.
     */
    recordIds?: string[];
    asOf: string;
    /** The day of the report. */
    reportDay: string;
    figures: Figures;
    /** The use of each open card's limit. */
    cards: {
      record: number;
      utilisation: KnownFigure | UnknownFigure;
    }[];
    /** What the figures do not show, a sentence each. */
    notes: string[];
  };
}
export interface Figures {
  balanceTotal: KnownFigure | UnknownFigure;
  balanceMortgages: KnownFigure | UnknownFigure;
  balanceSecuredLoans: KnownFigure | UnknownFigure;
  balanceCards: KnownFigure | UnknownFigure;
  balanceLoans: KnownFigure | UnknownFigure;
  balanceAssetFinance: KnownFigure | UnknownFigure;
  balanceCurrentAccounts: KnownFigure | UnknownFigure;
  balanceHousehold: KnownFigure | UnknownFigure;
  balanceOther: KnownFigure | UnknownFigure;
  balanceUnsecured: KnownFigure | UnknownFigure;
  limitTotal: KnownFigure | UnknownFigure;
  limitUnused: KnownFigure | UnknownFigure;
  utilisationTotal: KnownFigure | UnknownFigure;
  utilisationHighest: KnownFigure | UnknownFigure;
  cardsOverLimit: KnownFigure | UnknownFigure;
  commitmentsTotal: KnownFigure | UnknownFigure;
  commitmentsMortgages: KnownFigure | UnknownFigure;
  commitmentsSecuredLoans: KnownFigure | UnknownFigure;
  commitmentsCards: KnownFigure | UnknownFigure;
  commitmentsLoans: KnownFigure | UnknownFigure;
  commitmentsAssetFinance: KnownFigure | UnknownFigure;
  commitmentsHousehold: KnownFigure | UnknownFigure;
  commitmentsOther: KnownFigure | UnknownFigure;
  debtToIncome: KnownFigure | UnknownFigure;
  balanceToYearIncome: KnownFigure | UnknownFigure;
  arrearsNow: KnownFigure | UnknownFigure;
  arrearsWorstNow: KnownFigure | UnknownFigure;
  arrearsWorst6Months: KnownFigure | UnknownFigure;
  arrearsWorst12Months: KnownFigure | UnknownFigure;
  arrearsWorst24Months: KnownFigure | UnknownFigure;
  arrearsWorst72Months: KnownFigure | UnknownFigure;
  arrangementsNow: KnownFigure | UnknownFigure;
  defaultsTotal: KnownFigure | UnknownFigure;
  defaults12Months: KnownFigure | UnknownFigure;
  defaults24Months: KnownFigure | UnknownFigure;
  defaults36Months: KnownFigure | UnknownFigure;
  defaults72Months: KnownFigure | UnknownFigure;
  defaultNewestMonths: KnownFigure | UnknownFigure;
  defaultsBalance: KnownFigure | UnknownFigure;
  accountsTotal: KnownFigure | UnknownFigure;
  accountsOpen: KnownFigure | UnknownFigure;
  accountsEnded: KnownFigure | UnknownFigure;
  accountsJoint: KnownFigure | UnknownFigure;
  accountOldestMonths: KnownFigure | UnknownFigure;
  accountNewestMonths: KnownFigure | UnknownFigure;
  newCredit6Months: KnownFigure | UnknownFigure;
  newCredit12Months: KnownFigure | UnknownFigure;
  searches3Months: KnownFigure | UnknownFigure;
  searches6Months: KnownFigure | UnknownFigure;
  searches12Months: KnownFigure | UnknownFigure;
}
export interface KnownFigure {
  value: number | string;
  unit: 'pence' | 'count' | 'percent' | 'months' | 'status';
  /** What it rests on: places in the document's `consumerData.records`, from 0; of searches, in `previousSearches.providers`. */
  basis: number[];
  asOf: string;
  /** Accounts that would count and lack what is needed. A value is that of the others. */
  leftOut?: {
    record: number;
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
export interface UnknownFigure {
  /** Why it is not known. */
  unknown: string;
  /** Accounts that would count and lack what is needed. A value is that of the others. */
  leftOut?: {
    record: number;
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
export interface ChangesAnswer {
  meta: {
    request: RequestMeta;
    wallet: Wallet;
  };
  data: {
    creditReportId: string;
    /** The earlier report. */
    since: string;
    /** Which bureaus answered. */
    bureaus: {
      id: 'equifax' | 'experian' | 'transunion';
      status:
        | 'ok'
        | 'no-trace'
        | 'ambiguous-address'
        | 'rejected-credentials'
        | 'rejected-request'
        | 'unavailable'
        | 'timeout';
      /** True when a simulator answered and not the bureau: the data is made up. */
      simulated?: boolean;
    }[];
    /** The day of the report. */
    day: string;
    /** The day of the earlier report. */
    sinceDay: string;
    coverage: CoverageChanges;
    records: RecordChanges;
    searches: {
      /** Searches that the earlier report does not have. */
      new: {
        companyName: string;
        date: string;
        /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
        when: 'since' | 'before' | 'undated';
      }[];
    };
    addresses: {
      new: {
        addressId: string;
        /** The address in one line. */
        addressLine1: string;
        isCurrent: boolean;
        /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
        when: 'since' | 'before' | 'undated';
      }[];
      gone: {
        addressId: string;
        /** The address in one line. */
        addressLine1: string;
        isCurrent: boolean;
        why: 'bureau-not-heard-now' | 'unknown';
      }[];
      /** In both reports, and current only now. */
      nowCurrent: {
        addressId: string;
        /** The address in one line. */
        addressLine1: string;
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
    id: 'equifax' | 'experian' | 'transunion';
    before: 'file' | 'no-file' | 'no-answer' | 'not-asked';
    now: 'file' | 'no-file' | 'no-answer' | 'not-asked';
  }[];
  /** Searched in one of the two reports only. */
  names?: {
    added: string[];
    left: string[];
  };
  /** Searched in one of the two reports only. */
  addresses?: {
    added: string[];
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
    what: 'status' | 'balance';
    missing: 'before' | 'now' | 'both';
  }[];
  /** In one report only (`listed`), and perhaps a part of an agreement that is in both (`mayBe`): bureaus do not say enough to tell. In no other list. */
  unsure: {
    /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
    recordId: string;
    companyName?: string;
    accountType:
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
    /** Masked; only trailing digits visible. */
    accountNumber?: string;
    startDate?: string;
    listed: 'before' | 'now';
    /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
    mayBe: string;
  }[];
}
export interface NewRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  companyName?: string;
  accountType:
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
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  startDate?: string;
  /** `began-since`: it began after the earlier report. `bureau-not-heard-before`: no bureau that lists it had a file then. `not-listed-before`: it is older, and the bureaus did not list it. */
  why: 'began-since' | 'bureau-not-heard-before' | 'not-listed-before';
  /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
  when: 'since' | 'before' | 'undated';
  status:
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
  balance?: Money;
  bureaus: ('equifax' | 'experian' | 'transunion')[];
}
export interface GoneRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  companyName?: string;
  accountType:
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
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  startDate?: string;
  /** `aged-off`: six years have passed since its end or default. `bureau-not-heard-now`: a bureau that listed it gave no file this time. `unknown`: every bureau that listed it answered and lists it no more. */
  why: 'aged-off' | 'bureau-not-heard-now' | 'unknown';
  statusBefore:
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
  balanceBefore?: Money;
  endDate?: string;
  defaultDate?: string;
  /** The bureaus that listed it, and what each had to say this time. */
  bureaus: {
    id: 'equifax' | 'experian' | 'transunion';
    now: 'file' | 'no-file' | 'no-answer' | 'not-asked';
  }[];
}
export interface EndedRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  companyName?: string;
  accountType:
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
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  startDate?: string;
  /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
  when: 'since' | 'before' | 'undated';
  statusBefore:
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
  status:
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
  endDate?: string;
}
export interface StandingRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  companyName?: string;
  accountType:
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
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  startDate?: string;
  /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
  when: 'since' | 'before' | 'undated';
  before: 'up-to-date' | 'late' | '1' | '2' | '3' | '4' | '5' | '6' | 'arrangement' | 'default';
  now: 'up-to-date' | 'late' | '1' | '2' | '3' | '4' | '5' | '6' | 'arrangement' | 'default';
  defaultDate?: string;
  /** The worst month since the earlier report, where that was worse than both reports. */
  worstSince?: {
    month: string;
    status: 'up-to-date' | 'late' | '1' | '2' | '3' | '4' | '5' | '6' | 'arrangement' | 'default';
  };
}
export interface BalanceRecord {
  /** The same for one agreement in every report of your tenant about its consumer, however bureaus spell it. */
  recordId: string;
  companyName?: string;
  accountType:
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
  /** Masked; only trailing digits visible. */
  accountNumber?: string;
  startDate?: string;
  /** `since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say. */
  when: 'since' | 'before' | 'undated';
  before: Money;
  now: Money;
  /** In the smallest unit of the currency; negative where it fell. */
  difference: number;
  lastUpdatedBefore?: string;
  lastUpdated?: string;
}
export interface LendersAnswer {
  items: {
    /** As reports show it. */
    name: string;
    /** Registered names. */
    companies?: string[];
    /** Shown as they are; they belong to the lender. */
    brands?: string[];
    /** Shown as `name`. */
    formerNames?: string[];
    group?: string;
    complaintsAddress?: string;
    /** Whether it finances vehicles. */
    motor?: boolean;
  }[];
  updatedAt: string | null;
  minItems?: 0;
}
export interface LendersRequest {
  /** CSV by RFC 4180 with a header. Columns: name, companies, brands, formerNames, group, complaintsAddress, motor; only `name` is needed. Several names in a cell are separated by `|`; `motor` is yes or no. At most 500 lenders. */
  csv: string;
}
export interface Alerts {
  items: Alert[];
  minItems?: 0;
}
export interface Alert {
  kind: 'low' | 'depleted' | 'velocity' | 'undelivered';
  threshold: number;
  state: 'ok' | 'fired';
  changedAt: string;
}
export interface AlertsRequest {
  /** Told when fewer credits than this are available, and when a tenth more are again. */
  low: number[];
  /** Told when so many credits were spent within an hour; not at all without it. */
  velocity?: number;
  /** Told when this share of the texts of an hour, in percent, was not delivered; of ten texts or more. Not at all without it. */
  undelivered?: number;
}
/** The person behind the call. */
export interface Profile {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  totpEnabled: boolean;
  createdAt: string;
}
export interface TenantList {
  items: {
    id: string;
    name: string;
    isEnabled: boolean;
    createdAt: string;
    lastAccessedAt: string | null;
  }[];
  total: number;
  /** The next page's token; null on the last page. */
  token: string | null;
  minItems?: 0;
}
export interface SelectRequest {
  /** One of the caller's tenants. */
  tenantId: string;
}
export interface SelectAnswer {
  id: string;
  name: string;
}
export interface TenantAccess {
  /** Null for a credential. */
  role: ('owner' | 'admin' | 'developer' | 'finance' | 'viewer' | 'operator') | null;
  permissions: (
    | 'reports:write'
    | 'reports:read'
    | 'wallet:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'reports:live'
    | 'reports:reveal'
    | 'credentials:manage'
    | 'requests:read'
    | 'members:manage'
    | 'audit:read'
    | 'risk:read'
    | 'tenant:manage'
    | 'service:operate'
  )[];
}
export interface Timeline {
  creditReportId: string;
  test: boolean;
  status: string;
  externalReference: string | null;
  person: string | null;
  createdAt: string;
  /** Spent on it so far. */
  costCredits: number;
  /** Held for it now. */
  heldCredits: number;
  waiting: TimelineWaiting | null;
  events: TimelineEvent[];
}
/** Of the security code, while the report waits for it. */
export interface TimelineWaiting {
  expiresAt: string;
  /** Until then, by the clock of the service. */
  msLeft: number;
  triesLeft: number;
  textsLeft: number;
}
export interface TimelineEvent {
  at: string;
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
  actor: 'credential' | 'person' | 'consumer' | 'system';
  actorId: string | null;
  actorName: string | null;
  /** What it did to the balance, with its sign. */
  credits: number;
  facts: TimelineFacts;
}
/** What there is to say of an event of this kind. */
export interface TimelineFacts {
  requestId?: string | null;
  bureaus?: string[];
  /** Of a device check: verified, missing. Of a guess: right, wrong. */
  result?: string;
  verdict?: 'allow' | 'challenge' | 'block';
  /** Codes of the risk assessment, for owners and admins only: never for a credential. */
  reasons?: string[];
  /** hold, post, void or expire. */
  move?: string;
  amount?: number;
  products?: ProductCredits | null;
  bureau?: string;
  outcome?: string;
  tookMs?: number | null;
  simulated?: boolean;
  smsId?: string | null;
  gateway?: string | null;
  state?: string;
  costCredits?: number;
  settledAt?: string | null;
  deliveredAfterMs?: number | null;
  triesLeft?: number;
  sends?: number;
  sendsLeft?: number;
  /** Of a resend: whether a gateway took the text. */
  sms?: 'accepted' | 'refused' | 'unknown' | 'none';
  method?: string;
  route?: string;
  code?: string | null;
  status?: string | number;
  reason?: string | null;
  message?: string | null;
}
export interface ProductCredits {}
export interface Events {
  items: Event[];
  next: string | null;
  minItems?: 0;
}
export interface Event {
  id: string;
  type:
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
    | 'wallet.low'
    | 'wallet.depleted'
    | 'wallet.recovered'
    | 'wallet.velocity'
    | 'credential.expiring'
    | 'endpoint.failing'
    | 'endpoint.disabled'
    | 'ping';
  timestamp: string;
  data: EventData;
}
/** What there is to say of an event of its type. */
export interface EventData {
  creditReportId?: string;
  /** As it was given to generate, until the report is purged or erased. */
  externalReference?: string;
  test: boolean;
  /** The report's status after this. Read it; do not add events up. */
  status?: string;
}
export interface WebhookEndpoints {
  items: WebhookEndpoint[];
  minItems?: 0;
}
export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string;
  types: string[];
  mode: 'live' | 'test';
  ordered: boolean;
  ratePerSecond: number;
  state: 'active' | 'failing' | 'disabled';
  disabledReason: ('by-you' | 'failing' | 'gone' | 'asked') | null;
  missed?: number | null;
  failingSince: string | null;
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  secret: EndpointSecret;
  oldSecret: OldEndpointSecret | null;
  /** Items: For `v1a`; the present one first. */
  publicKeys: string[];
  createdAt: string;
  updatedAt: string;
}
export interface EndpointSecret {
  /** Its last letters. */
  hint: string;
  createdAt: string;
}
export interface OldEndpointSecret {
  hint: string;
  expiresAt: string;
}
/** Without `types`: all of them. Without `ratePerSecond`: 20. */
export interface EndpointRequest {
  /** Where events are sent: https, a public host, no user name, no fragment. */
  url: string;
  /** The types of events that it gets. */
  types?: (
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
    | 'wallet.low'
    | 'wallet.depleted'
    | 'wallet.recovered'
    | 'wallet.velocity'
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
export interface NewWebhookEndpoint {
  endpoint: WebhookEndpoint;
  /** Shown once. */
  secret: string;
}
export interface EndpointChange {
  /** Where events are sent: https, a public host, no user name, no fragment. */
  url?: string;
  /** The types of events that it gets. */
  types?: (
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
    | 'wallet.low'
    | 'wallet.depleted'
    | 'wallet.recovered'
    | 'wallet.velocity'
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
export interface Deliveries {
  items: Delivery[];
  token: string | null;
  minItems?: 0;
}
export interface Delivery {
  id: string;
  eventId: string;
  type: string | null;
  state: 'due' | 'delivered' | 'failed' | 'dropped';
  reason: string | null;
  /** Sent again by hand or by a recovery, or a test event. */
  replay: boolean;
  attempts: number;
  lastStatus: number | null;
  createdAt: string;
  dueAt: string | null;
  endedAt: string | null;
}
export interface DeliveryDetail {
  id: string;
  eventId: string;
  type: string | null;
  state: 'due' | 'delivered' | 'failed' | 'dropped';
  reason: string | null;
  /** Sent again by hand or by a recovery, or a test event. */
  replay: boolean;
  attempts: number;
  lastStatus: number | null;
  createdAt: string;
  dueAt: string | null;
  endedAt: string | null;
  body: DeliveredBody | null;
  tries: DeliveryTry[];
}
export interface DeliveredBody {}
export interface DeliveryTry {
  number: number;
  at: string;
  ms: number;
  status: number | null;
  problem: string | null;
  answer: string | null;
}
export interface DeliveryHistogram {
  items: HourOfDeliveries[];
  minItems?: 0;
}
export interface HourOfDeliveries {
  hour: string;
  delivered: number;
  failed: number;
  waiting: number;
}
export interface ReplayEvent {
  /** The id of an event of the last 30 days. */
  eventId: string;
}
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
export interface Recovered {
  /** Events that it did not get. */
  count: number;
  recovery: Recovery | null;
}
export interface Recovery {
  id: string;
  since: string;
  until: string;
  failedOnly: boolean;
  total: number;
  delivered: number;
  failed: number;
  waiting: number;
  createdAt: string;
  cancelledAt: string | null;
}
export interface Overview {
  /** Credits that can be spent. */
  balance: number;
  /** Credits that are held for what is under way. */
  held: number;
  /** Live reports that wait for a code. */
  openChallenges: number;
  daysLeft: number | null;
  spend: Spend;
  reports: ReportCount[];
  firstSteps: FirstSteps;
  /** What may need somebody; empty when nothing does. */
  attention: Attention[];
}
export interface Spend {
  timeZone: string;
  days: number;
  totalCredits: number;
  /** Oldest first; a day without spending is not there. */
  byDay: DaySpend[];
}
export interface DaySpend {
  date: string;
  productCode: 'credit-report-equifax' | 'credit-report-experian' | 'credit-report-transunion' | 'sms-otp';
  credits: number;
  count: number;
}
export interface ReportCount {
  status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
  test: boolean;
  /** Made in the last 24 hours, the one under way included. */
  lastDay: number;
  /** Made in the last 30 days of Europe/London, today included. */
  lastMonth: number;
}
/** When each step of the first day was done; null until then. */
export interface FirstSteps {
  credentialMadeAt: string | null;
  liveCredentialMadeAt: string | null;
  tokenFetchedAt: string | null;
  testReportMadeAt: string | null;
  challengePassedAt: string | null;
  liveReportMadeAt: string | null;
}
export interface Attention {
  kind: 'balance-low' | 'errors-rising' | 'texts-undelivered' | 'simulators-in-use';
  message: string;
}
export interface Stats {
  step: 'hour' | 'day' | 'month';
  /** Where days and months run. */
  timeZone: string;
  test: boolean;
  from: string;
  /** Excluded. */
  to: string;
  /** Oldest first, every step of the period, the empty ones too. */
  steps: StepFigures[];
  sum: SumFigures;
  previous: PreviousFigures;
}
export interface StepFigures {
  from: string;
  to: string;
  balance: number | null;
  reports: ReportFigures;
  challenges: ChallengeFigures;
  texts: TextFigures;
  requests: RequestFigures;
  latency: LatencyFigures | null;
  spend: SpendFigures;
}
/** Reports by outcome, in the step in which they were made. */
export interface ReportFigures {
  total: number;
  complete: number;
  waiting: number;
  failed: number;
  blocked: number;
}
/** Of these reports: those that asked for a code, and got the right one. */
export interface ChallengeFigures {
  made: number;
  passed: number;
}
/** Texts that a gateway took, what became of them, and texts that no gateway took. Live mode only. */
export interface TextFigures {
  sent: number;
  delivered: number;
  undelivered: number;
  refused: number;
}
/** Calls by class, as the request log has them. Calls about no report count in both modes. */
export interface RequestFigures {
  total: number;
  '2xx': number;
  '3xx': number;
  '4xx': number;
  '5xx': number;
}
/** How long generate requests took that were answered with 200, to within 19 %. Null without any. */
export interface LatencyFigures {
  p50Ms: number;
  p95Ms: number;
}
/** Credits spent, in the step in which they were charged. */
export interface SpendFigures {
  credits: number;
  byProduct: ProductSpend[];
}
export interface ProductSpend {
  productCode: 'credit-report-equifax' | 'credit-report-experian' | 'credit-report-transunion' | 'sms-otp';
  credits: number;
  count: number;
}
export interface SumFigures {
  reports: ReportFigures;
  challenges: ChallengeFigures;
  texts: TextFigures;
  requests: RequestFigures;
  latency: LatencyFigures | null;
  spend: SpendFigures;
}
/** As many whole steps before the period. */
export interface PreviousFigures {
  from: string;
  to: string;
  reports: ReportFigures;
  challenges: ChallengeFigures;
  texts: TextFigures;
  requests: RequestFigures;
  latency: LatencyFigures | null;
  spend: SpendFigures;
}
export interface SearchAnswer {
  /** At most 8, newest first. */
  reports: ListedReport[];
  /** At most 8, newest first; none for a caller without requests:read. */
  requests: LoggedRequest[];
}
/** One call. No body is kept, and nothing about a consumer. */
export interface LoggedRequest {
  id: string;
  at: string;
  method: string;
  /** The pattern, not the address that was asked for. */
  route: string;
  status: number;
  code: string | null;
  details: Problem[] | null;
  message: string | null;
  /** From the first byte to the end of the answer. */
  ms: number;
  credentialId: string | null;
  credentialName: string | null;
  personId: string | null;
  personName: string | null;
  reportId: string | null;
  test: boolean | null;
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
  cause: string;
  mend: string;
}
export interface ReportCompletedEvent {
  type: 'report.completed';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
    /** What each bureau answered. */
    bureaus?: {
      id: string;
      status:
        | 'ok'
        | 'no-trace'
        | 'ambiguous-address'
        | 'rejected-credentials'
        | 'rejected-request'
        | 'unavailable'
        | 'timeout';
      tookMs?: number;
      simulated?: boolean;
    }[];
  };
}
export interface ReportFailedEvent {
  type: 'report.failed';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
    reason:
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
    /** What each bureau answered. */
    bureaus?: {
      id: string;
      status:
        | 'ok'
        | 'no-trace'
        | 'ambiguous-address'
        | 'rejected-credentials'
        | 'rejected-request'
        | 'unavailable'
        | 'timeout';
      tookMs?: number;
      simulated?: boolean;
    }[];
  };
}
export interface ReportBlockedEvent {
  type: 'report.blocked';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
  };
}
export interface ReportErasedEvent {
  type: 'report.erased';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
  };
}
export interface ChallengeSentEvent {
  type: 'challenge.sent';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
    challengeId: string;
    smsId?: string;
    sends: number;
    sendsLeft: number;
  };
}
export interface ChallengeRetryEvent {
  type: 'challenge.retry';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
    challengeId: string;
    attemptsRemaining: number;
  };
}
export interface ChallengePassedEvent {
  type: 'challenge.passed';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
    challengeId: string;
    attemptsRemaining: number;
  };
}
export interface ChallengeFailedEvent {
  type: 'challenge.failed';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
    challengeId: string;
    attemptsRemaining: number;
  };
}
export interface ChallengeExpiredEvent {
  type: 'challenge.expired';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
    challengeId: string;
  };
}
export interface SmsDeliveredEvent {
  type: 'sms.delivered';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
    smsId: string;
  };
}
export interface SmsUndeliveredEvent {
  type: 'sms.undelivered';
  timestamp: string;
  data: {
    creditReportId: string;
    /** As it was given to generate; not there once the report is purged or erased. */
    externalReference?: string;
    /** Of test mode. */
    test: boolean;
    /** The report's status after this. */
    status: 'complete' | 'authentication-required' | 'blocked' | 'retry' | 'failed';
    smsId: string;
    /** refused: no gateway took it. */
    reason: 'not-delivered' | 'refused';
    /** Codes sent, without this one. */
    sends?: number;
  };
}
export interface SmsFailingEvent {
  type: 'sms.failing';
  timestamp: string;
  data: {
    /** Of test mode. */
    test: boolean;
    texts: number;
    undelivered: number;
    threshold: number;
  };
}
export interface WalletLowEvent {
  type: 'wallet.low';
  timestamp: string;
  data: {
    /** Of test mode. */
    test: boolean;
    /** Credits that are available now. */
    available: number;
    threshold: number;
    alert: 'low' | 'depleted';
  };
}
export interface WalletDepletedEvent {
  type: 'wallet.depleted';
  timestamp: string;
  data: {
    /** Of test mode. */
    test: boolean;
    /** Credits that are available now. */
    available: number;
    threshold: number;
    alert: 'low' | 'depleted';
  };
}
export interface WalletRecoveredEvent {
  type: 'wallet.recovered';
  timestamp: string;
  data: {
    /** Of test mode. */
    test: boolean;
    /** Credits that are available now. */
    available: number;
    threshold: number;
    alert: 'low' | 'depleted';
  };
}
export interface WalletVelocityEvent {
  type: 'wallet.velocity';
  timestamp: string;
  data: {
    /** Of test mode. */
    test: boolean;
    spentLastHour: number;
    threshold: number;
  };
}
export interface CredentialExpiringEvent {
  type: 'credential.expiring';
  timestamp: string;
  data: {
    credentialId: string;
    /** Of test mode. */
    test: boolean;
    expiresAt: string;
    lastUsedAt: string;
  };
}
export interface EndpointFailingEvent {
  type: 'endpoint.failing';
  timestamp: string;
  data: {
    endpointId: string;
    /** Of test mode. */
    test: boolean;
    failingSince: string;
    failures: number;
    disabledAt: string;
  };
}
export interface EndpointDisabledEvent {
  type: 'endpoint.disabled';
  timestamp: string;
  data: {
    endpointId: string;
    /** Of test mode. */
    test: boolean;
    reason: 'failing' | 'gone' | 'asked';
    missedSince: string;
  };
}
export interface PingEvent {
  type: 'ping';
  timestamp: string;
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
  readProfile: { method: 'GET', path: '/v1/my/profile', keyed: false },
  listMyTenants: { method: 'GET', path: '/v1/my/tenants', keyed: false },
  selectTenant: { method: 'POST', path: '/v1/my/tenants/select', keyed: false },
  readAccess: { method: 'GET', path: '/{tenantId}/v1/access', keyed: false },
  readTimeline: { method: 'GET', path: '/{tenantId}/v1/credit-reports/{creditReportId}/timeline', keyed: false },
  listEvents: { method: 'GET', path: '/{tenantId}/v1/events', keyed: false },
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
  readStats: { method: 'GET', path: '/{tenantId}/v1/stats', keyed: false },
  search: { method: 'GET', path: '/{tenantId}/v1/search', keyed: false },
} as const;

/** What to do about each error code. */
export const HELP: Record<string, string> = {
  'validation-error': "Fix each field listed in details.",
  'unauthorized': "Get a new one at POST /v1/oauth/token.",
  'insufficient-funds': "Top the wallet up, then send the request again; the same Idempotency-Key may be used.",
  'forbidden': "Ask for the scope when getting the token, or leave scope out to get all that the credential has.",
  'not-found': "Compare with /openapi.json.",
  'credit-report-not-found': "Use data.creditReportId of the generate answer, with the same tenant.",
  'challenge-not-found': "Use data.challenge.challengeId of the same generate answer.",
  'method-not-allowed': "Use one of the methods in Allow.",
  'conflict': "Read the thing again, then decide.",
  'request-in-progress': "Wait and send it once more: you get the first one's answer.",
  'challenge-already-completed': "Read the report with GET /{tenantId}/v1/credit-reports/{creditReportId}.",
  'challenge-closed': "It was passed: read the report. It failed after three wrong codes: send a new generate request.",
  'credit-report-not-complete': "Submit the code if it waits for one; otherwise send a new generate request.",
  'challenge-expired': "Send a new generate request.",
  'credit-report-purged': "Send a new generate request if a report is still needed.",
  'payload-too-large': "Send less: the message names the limit of the address.",
  'unsupported-media-type': "Send Content-Type: application/json; another charset than UTF-8 is not taken.",
  'idempotency-key-reused': "Use a new key for a new request, and the same caller with the very same body for a repeat",
  'rate-limited': "Wait for Retry-After",
  'internal-error': "Send the request again with the same Idempotency-Key, and give the operator the X-Request-Id",
  'service-unavailable': "Wait and send the request again, with the same Idempotency-Key if it had one.",
};
