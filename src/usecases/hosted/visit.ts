// What the hosted page calls, as types: a consumer's browser at one session. It knows the session by its id and by the secret that Start
// gave it; nobody else can act on the session, its tenant included. Outcomes are returned, because the page shows each of them.

import type { MotorAgreements } from '../../domain/agreements/motor-agreements.ts';
import type { Colours } from '../../domain/hosted/branding.ts';
import type {
  ChangeableField,
  HostedDetails,
  Prefill,
  SessionState,
} from '../../domain/hosted/consumer-session.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { ReportAnswer } from '../../domain/reports/report.ts';
import type { Session } from '../../storage/hosted/session-rows.ts';
import type { ConsentShown } from '../../storage/hosted/sessions.ts';
import type { Which } from '../../storage/hosted/steps.ts';
import type { OpenedDocument } from '../reports/open-document.ts';

/** A browser that pressed Start. */
export type Visit = { sessionId: string; secret: string };
/** Where a request came from: the address as the service sees it, not as a page retells it. */
export type Visitor = {
  address: string;
  userAgent: string;
  /** The origin of the page around the frame, as our script in it says. */
  framedBy?: string;
};

export type Brand = {
  name: string;
  /** How a consumer reaches the tenant; null when it said nothing. */
  contact: string | null;
  /** What the firm is regulated as, its number in the FCA's register, the address of its privacy notice; null where it said nothing. */
  regulatedAs: string | null;
  fcaNumber: string | null;
  privacyUrl: string | null;
  colours: Colours;
  /** Names the logo's bytes, for an address that is cached for good; null without a logo. */
  logoSha256: string | null;
};

/** What anybody may see of a link before Start: whose it is, and which pages may frame it. Reading it changes nothing. */
export type Front = { brand: Brand; embedOrigins: string[]; isTest: boolean };

/** A session that was found for a browser: by what it is found again, and what it is now. */
export type Found = { which: Which; session: Session; text: ConsentShown; brand: Brand };

export type SessionView = Front & {
  /** For the steps; no page looks into it. */
  found: Found;
  sessionId: string;
  state: SessionState;
  /** Nothing more can happen here. */
  isOver: boolean;
  generatesLeft: number;
  bureaus: string[];
  consent: ConsentShown;
  /** When the text was put before the consumer, and agreed to. */
  shownAt: Date | null;
  agreedAt: Date | null;
  /** Both empty once the personal parts are gone. */
  prefill: Prefill;
  /** What of the prefill the consumer cannot change. */
  locked: ChangeableField[];
  /** What `keep` kept last; {} before that. */
  answers: Record<string, unknown>;
  /** Look-ups of postcodes that the link still has. */
  addressFindsLeft: number;
  /** Until when the browser may come back. */
  endsAt: Date;
  /** With `session` and `status` added, ready for a redirect; null when the tenant gave none. */
  returnUrl: string | null;
  /** Of the report that is being made, or was made last. */
  creditReportId: string | null;
  /** Of the present report: in state `code` its challenge, in `failed` its reason. Without the document. */
  report: ReportSeen | null;
};

export type ReportSeen =
  | Exclude<ReportAnswer, { status: 'complete' }>
  | { status: 'complete'; creditReportId: string };

export type Started =
  /** The secret is for the browser alone: a cookie, or memory in a frame. A repeated Start of the same page gets the same. */
  | { kind: 'started'; secret: string; view: SessionView }
  /** No such link, or another token: the two look the same. */
  | { kind: 'not-found' }
  /** Another browser has started it: the consumer needs a new link. */
  | { kind: 'used'; brand: Brand }
  /** Expired, cancelled or done with. */
  | { kind: 'over'; state: SessionState; isWithdrawn: boolean; brand: Brand }
  | { kind: 'too-many'; retryAfterSeconds: number };

/** After a step; null when the browser's secret is of no session (any more). */
export type Moved =
  | { kind: 'done'; view: SessionView }
  /** Not from the state that it is in: another tab was faster, or the session is over. The view says where it is. */
  | { kind: 'not-now'; view: SessionView }
  /** A generate, a code or a resend was refused; nothing was lost. Its code says why: `insufficient-funds`, `rate-limited`, … */
  | { kind: 'refused'; refusal: Refusal; view: SessionView };

/** Who takes a step: a browser, or what this request has read of its session, which is then not read again. */
export type Whose = Visit | SessionView;

export type ConsumerVisits = {
  /** For the page before Start, and for its frame rule. Null when there is no such session. */
  look(sessionId: string): Promise<Front | null>;
  /** The logo of a session's tenant, as PNG; null without one. */
  readLogo(sessionId: string): Promise<Buffer | null>;
  /** The only way in. `page`: what the form was shown with. `secret`: of the cookie, where the browser has one, so that Start again goes on. */
  start(sessionId: string, token: string, page: string, secret?: string): Promise<Started>;
  read(visit: Visit): Promise<SessionView | null>;
  /** Keeps what was typed, sealed, until the session ends; at most ANSWERS_BYTES_MAX as JSON. Replaces what was kept before. */
  keep(whose: Whose, answers: Record<string, unknown>): Promise<Moved | null>;
  /** Takes one of the look-ups of postcodes that a link has; false when none is left, or nobody is asked any more. */
  takeAddressFind(whose: Whose): Promise<boolean>;
  /** The consent text is about to be put before the consumer: call it in the POST that leads to that page. The first time counts. */
  showConsent(whose: Whose): Promise<Moved | null>;
  /** The button "Agree and get my report", first half. `sha256` is of the text that the page showed. */
  agree(
    whose: Whose,
    given: { sha256: string; deviceSessionId: string },
    visitor: Visitor,
  ): Promise<Moved | null>;
  /**
   * The second half: one generate. Two tabs, Back or a refresh make one report; the second request gets the view.
   * What the tenant filled in wins over `details`, unless it may be changed.
   * `after`: the report that the page knew of, '' for none; a page from before another report asks for nothing.
   * Waits for the bureaus, so the page answers first and shows state `submitted`, or waits.
   */
  submit(
    whose: Whose,
    given: { details: HostedDetails; deviceSessionId: string; after?: string | null },
    visitor: Visitor,
  ): Promise<Moved | null>;
  /** The same code sent twice is one attempt. */
  enterCode(whose: Whose, code: string): Promise<Moved | null>;
  /** Pressed twice, one text is sent. */
  resend(whose: Whose, visitor: Visitor): Promise<Moved | null>;
  decline(whose: Whose): Promise<Moved | null>;
  /**
   * The consumer withdraws the agreement after the report was made; by the link's token once no browser is let in any more.
   * False where there was nothing to withdraw.
   */
  withdraw(by: Visit | { sessionId: string; token: string }): Promise<boolean>;
  /** The consumer closed the report: this browser is let in no more. */
  close(visit: Visit): Promise<void>;
  /** The document, where the tenant shows it and the session is complete; else null. Not where something was changed, unless the tenant chose that. */
  readReport(whose: Whose): Promise<(OpenedDocument & { cars: MotorAgreements }) | null>;
  /** Likewise, as a PDF to keep. */
  printReport(whose: Whose): Promise<{ name: string; madeAt: Date; pdf: Uint8Array } | null>;
};
