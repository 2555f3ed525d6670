// A consumer session: one visit of a consumer to the hosted page, made by a tenant as a link. Pure: its states, which step leads where,
// and its limits. The SQL of storage/hosted/ makes the same moves in one statement each.
//
//   created ── Start ──▶ opened ── agree ──▶ consented ── submit ──▶ submitted ──▶ code ──▶ complete
//                                                ▲                       │          │
//                                                └─ refused, no report ──┤          │
//                                                                        ├──────────┴──▶ failed ── submit again, at most
//                                                                        └──▶ blocked      three generates ──▶ submitted
//
//   code: back to submitted while the bureaus are asked after the right code, and with a new number.
//   created to consented, and failed: declined by the consumer. Until it is over: cancelled by the tenant, expired by time.
import type { Consumer } from '../reports/consumer.ts';
import type { BureauId } from '../reports/credit-report.ts';

export const SESSION_STATES = [
  'created',
  'opened',
  'consented',
  'submitted',
  'code',
  'complete',
  'failed',
  'blocked',
  'declined',
  'expired',
  'cancelled',
] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Where a consumer is before the report is asked for, by the page. */
export const SESSION_STEPS = [
  'agreement',
  'name',
  'other-names',
  'date-of-birth',
  'address',
  'other-addresses',
  'mobile',
  'check',
] as const;
type SessionStepAt = (typeof SESSION_STEPS)[number];

/** How long a link may be started, as its tenant asks for: an hour to a week, a day unless said otherwise. */
export const LINK_HOURS_MAX = 7 * 24;
export const LINK_HOURS_DEFAULT = 24;
/** From Start on: the browser that started may come back for so long. */
export const RESUMABLE_HOURS = 24;
export const GENERATES_MAX = 3;
/** Look-ups of postcodes of one link: each costs the operator money. */
export const ADDRESS_FINDS_MAX = 12;
/** Starts with the right token, an hour and a link. */
export const OPENS_PER_HOUR_MAX = 20;
/** A Start whose answer got lost may be repeated by the same page for so long. */
export const START_AGAIN_SECONDS = 10;
/** What a consumer has typed so far, as JSON. */
export const ANSWERS_BYTES_MAX = 16 * 1024;
export const EMBED_ORIGINS_MAX = 5;

/** What of a consumer the page asks for; the address comes from the connection. */
export type HostedDetails = Omit<Consumer, 'ipAddress'>;
/** What the tenant knows already. Who may change it: prefill.ts. */
export type Prefill = Partial<HostedDetails>;

/** What a session is for, as its tenant ordered it. */
export const SINGLE_FIELDS = ['firstName', 'lastName', 'dateOfBirth', 'mobileNumber'] as const;
/** The fields that the page asks for. The others of a prefill are taken as they are. */
export const CHANGEABLE_FIELDS = [...SINGLE_FIELDS, 'addresses', 'previousNames'] as const;
export type ChangeableField = (typeof CHANGEABLE_FIELDS)[number];

export type SessionOrder = {
  isTest: boolean;
  bureaus: BureauId[];
  searchType: 'pcp';
  returnUrl: string | null;
  embedOrigins: string[];
  showReport: boolean;
  /** Also where the consumer changed what was filled in. */
  showReportIfChanged: boolean;
  /** Fields of the prefill. */
  mayChange: ChangeableField[];
  consentTextId: string;
  consentVersion: number;
  consentSha256: string;
};

export type SessionStep = 'start' | 'agree' | 'submit' | 'decline' | 'cancel';

const STEPS: Record<SessionStep, readonly SessionState[]> = {
  start: ['created'],
  agree: ['opened'],
  // From `code` too: the number was wrong, and the old challenge is left to expire.
  submit: ['consented', 'failed', 'code'],
  decline: ['opened', 'consented', 'failed'],
  cancel: ['created', 'opened', 'consented', 'failed'],
};

/** The states that a step may be taken from. A failed session is tried again while it has generates left. */
export function statesBefore(step: SessionStep): readonly SessionState[] {
  return STEPS[step];
}

/** Nothing more can happen: the page says so, and a link cannot be used again. */
export function isOver(state: SessionState, generates: number): boolean {
  if (state === 'failed') return generates >= GENERATES_MAX;
  return ['complete', 'blocked', 'declined', 'expired', 'cancelled'].includes(state);
}

/** These end by themselves when their time is over, and so does a failed one that may be tried again. While a report is being made, the report decides. */
export const EXPIRING_STATES = ['created', 'opened', 'consented'] as const satisfies readonly SessionState[];

/** As people read it in the console. */
export const SESSION_WORDS: Record<SessionState, string> = {
  created: 'Not opened',
  opened: 'Opened',
  consented: 'Agreed',
  submitted: 'Asking the bureaus',
  code: 'Waiting for the code',
  complete: 'Complete',
  failed: 'Failed',
  blocked: 'Blocked',
  declined: 'Declined',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

/** The page that the consumer is on, as far as it is known: while they have not asked for the report. */
export function stepOf(session: { state: SessionState; answers: { at?: unknown } }): SessionStepAt | null {
  if (session.state === 'opened') return 'agreement';
  if (session.state !== 'consented') return null;
  return SESSION_STEPS.find((step) => step === session.answers.at) ?? null;
}

const HOST = '[a-z0-9]([a-z0-9.-]*[a-z0-9])?';
/** https; on a laptop also the pages beside the service, without it. */
const SCHEME = '(https://|http://(?=(localhost|127\\.0\\.0\\.1)(:|/|$)))';
const RETURN_URL = new RegExp(
  `^${SCHEME}${HOST}(:\\d{1,5})?(/[\\w./~%@!$&'()*+,;=:-]*)?(\\?[\\w./~%@!$&'()*+,;=:?-]*)?$`,
);
const ORIGIN = new RegExp(`^${SCHEME}${HOST}(:\\d{1,5})?$`);

/** Why an address to go back to is refused, in words for its tenant; null when it may be used. Only `session` and `status` are added. */
export function whyReturnUrlRefused(text: string, allowed: readonly string[]): string | null {
  if (!RETURN_URL.test(text) || !URL.canParse(text))
    return 'must be an https address with its host in small ASCII letters, without a user or a fragment, such as https://apply.example/done';
  if (!allowed.includes(new URL(text).origin))
    return 'must begin with an origin that is on the list of return origins in Settings';
  return null;
}

/** Likewise of the pages that may show the widget: whole origins, no paths, each on the list. */
export function whyEmbedOriginRefused(text: string, allowed: readonly string[]): string | null {
  if (toExactOrigin(text) === null)
    return 'must be an exact https origin in small letters, without a path or a slash at its end, such as https://apply.example';
  if (!allowed.includes(text)) return 'must be on the list of embedding origins in Settings';
  return null;
}

/** An https origin as a browser sends it: small letters, no default port; null when the text is none. */
export function toExactOrigin(text: string): string | null {
  if (!ORIGIN.test(text) || !URL.canParse(text)) return null;
  return new URL(text).origin === text ? text : null;
}

/** The address that a browser goes back to: the tenant's own, with id and status and nothing else. */
export function toReturnUrl(returnUrl: string, sessionId: string, state: SessionState): string {
  const url = new URL(returnUrl);
  url.searchParams.set('session', sessionId);
  url.searchParams.set('status', state);
  return url.href;
}
