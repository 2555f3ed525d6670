// Consumer sessions as their tenant sees them: made with a link that is shown once, read, listed, cancelled. No person is in an answer.
import type { Prefill, SessionOrder, SessionState } from '../../domain/consumer-session.ts';
import type { FailureReason, Verdict } from '../../domain/report.ts';
import type { TestOptions } from '../../domain/test-options.ts';
import type { Caller, From } from '../caller.ts';
import type { Page, Paged } from '../page.ts';

export type NewSession = Omit<SessionOrder, 'consentVersion' | 'consentSha256'> & {
  externalReference: string | null;
  prefill: Prefill;
  lifetimeSeconds: number;
  wantedVerdict: Verdict | undefined;
  testOptions: TestOptions | undefined;
};

export type ShownSession = SessionOrder & {
  id: string;
  state: SessionState;
  externalReference: string | null;
  creditReportId: string | null;
  failureReason: FailureReason | null;
  generates: number;
  createdAt: Date;
  openedAt: Date | null;
  consentShownAt: Date | null;
  consentedAt: Date | null;
  endedAt: Date | null;
  expiresAt: Date;
};

export type SessionFilters = {
  state: SessionState | null;
  isTest: boolean | null;
  externalReference: string | null;
  from: Date | null;
  to: Date | null;
};

export type ConsumerSessions = {
  /** `url` has the token in its fragment and is answered here alone. */
  create(
    caller: Caller,
    given: NewSession,
    from: From,
    requestId: string,
  ): Promise<{ session: ShownSession; url: string }>;
  read(caller: Caller, id: string): Promise<ShownSession>;
  list(caller: Caller, filters: SessionFilters, page: Page): Promise<Paged<ShownSession>>;
  cancel(caller: Caller, id: string, from: From): Promise<ShownSession>;
};
