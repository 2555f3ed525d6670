// The row of a consumer session as the statements of this folder read it, with its sealed parts opened.
import {
  ADDRESS_FINDS_MAX,
  EXPIRING_STATES,
  GENERATES_MAX,
  type HostedDetails,
  type Prefill,
  type SessionOrder,
  type SessionState,
} from '../../domain/hosted/consumer-session.ts';
import type { FailureReason, Verdict } from '../../domain/reports/report.ts';
import type { TestOptions } from '../../domain/reports/test-options.ts';
import type { TenantVault, Vault } from '../keys/vault.ts';
import { nowOf } from '../reports/report-rows.ts';
import type { Who } from '../wallet/ledger.ts';

/** Of a test session, for its reports. */
export type Wanted = { verdict?: Verdict; testOptions?: TestOptions };
/** The tenant's own words about the session. */
type SessionDetails = { externalReference?: string; returnUrl?: string };

/** What was agreed to, when, from where. Its hash is in the audit trail; the salt keeps that from saying anything once this is gone. */
export type ConsentRecord = {
  sessionId: string;
  textId: string;
  version: number;
  sha256: string;
  shownAt: string;
  agreedAt: string;
  address: string;
  userAgent: string;
  deviceSessionId: string;
  salt: string;
};

export type Session = SessionOrder & {
  tenantId: string;
  id: string;
  state: SessionState;
  wanted: Wanted;
  who: Who;
  generates: number;
  reportId: string | null;
  /** Where the details of the report differ from the prefill: JSON pointers into it. */
  changed: string[];
  failureReason: FailureReason | null;
  details: SessionDetails;
  prefill: Prefill;
  answers: Record<string, unknown>;
  /** Look-ups of postcodes that the link still has. */
  addressFindsLeft: number;
  createdAt: Date;
  expiresAt: Date;
  endsAt: Date;
  openedAt: Date | null;
  consentShownAt: Date | null;
  consentedAt: Date | null;
  endedAt: Date | null;
  /** The consumer closed the report: it is not shown again. */
  closedAt: Date | null;
  withdrawnAt: Date | null;
  /** The time of the statement, by the clock that the session goes by. */
  now: Date;
};

export type SessionRow = Omit<Session, 'wanted' | 'who' | 'details' | 'prefill' | 'answers' | 'returnUrl'> &
  Who & {
    wanted: Wanted | null;
    details: Buffer | null;
    prefill: Buffer | null;
    answers: Buffer | null;
  };

const list = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');

/** SQL: the state is one of these. */
export const isOneOf = (column: string, states: readonly SessionState[]): string =>
  `${column} in (${list(states)})`;

/** SQL: no report of it may be tried any more. */
export const isFailedForGood = (s: string): string =>
  `${s}.state = 'failed' and ${s}.generates >= ${GENERATES_MAX}`;

/** SQL: it is over when its time is. The words of the index `consumer_sessions_due`. */
export const endsByTime = (s: string): string =>
  `(${isOneOf(`${s}.state`, EXPIRING_STATES)} or ${s}.state = 'failed' and ${s}.generates < ${GENERATES_MAX})`;

/** SQL: as it is read, over when its time is, whether or not that was written down yet. */
export const stateAt = (s: string, now: string): string =>
  `case when ${endsByTime(s)} and ${s}.ends_at <= ${now} then 'expired' else ${s}.state end`;

/** SQL: when it was over; null while it is not, and so of a failed one that may be tried again. */
const endedAt = (s: string, now: string): string =>
  `case when not ${endsByTime(s)} then ${s}.ended_at when ${s}.ends_at <= ${now} then greatest(${s}.ends_at, ${s}.ended_at) end`;

export const COLUMNS = `s.tenant_id as "tenantId", s.id, s.is_test as "isTest",
  ${stateAt('s', nowOf('s'))} as state, s.bureaus, s.search_type as "searchType", s.embed_origins as "embedOrigins",
  s.show_report as "showReport", s.show_if_changed as "showReportIfChanged", s.may_change as "mayChange", s.changed, s.consent_text_id as "consentTextId", s.consent_version as "consentVersion",
  encode(s.consent_sha256, 'hex') as "consentSha256", s.wanted, s.credential_id as "credentialId", s.person_id as "personId",
  s.generates, s.report_id as "reportId", s.failure_reason as "failureReason", s.details, s.prefill, s.answers, ${ADDRESS_FINDS_MAX} - s.address_finds as "addressFindsLeft",
  s.created_at as "createdAt", s.expires_at as "expiresAt", s.ends_at as "endsAt", s.opened_at as "openedAt",
  s.consent_shown_at as "consentShownAt", s.consented_at as "consentedAt", ${endedAt('s', nowOf('s'))} as "endedAt", s.closed_at as "closedAt", s.withdrawn_at as "withdrawnAt",
  ${nowOf('s')} as now`;

export async function toSession(vault: Vault, row: SessionRow): Promise<Session> {
  const tenantVault = await vault.forTenant(row.tenantId);
  const opened = <T>(part: 'details' | 'prefill' | 'answers'): T | Record<string, never> => {
    const sealed = row[part];
    return sealed === null ? {} : (JSON.parse(tenantVault.open(placeOf(part, row.id), sealed)) as T);
  };
  const { credentialId, personId, wanted, ...rest } = row;
  const details = opened<SessionDetails>('details');
  return {
    ...rest,
    who: { credentialId, personId },
    wanted: wanted ?? {},
    details,
    returnUrl: details.returnUrl ?? null,
    prefill: opened<Partial<HostedDetails>>('prefill'),
    answers: opened<Record<string, unknown>>('answers'),
  };
}

export function sealPart(
  vault: TenantVault,
  part: 'details' | 'prefill' | 'answers' | 'consent',
  id: string,
  value: object,
): Buffer {
  return vault.seal(placeOf(part, id), JSON.stringify(value));
}

export function detailsOfSession(vault: TenantVault, id: string, sealed: Buffer): SessionDetails {
  return JSON.parse(vault.open(placeOf('details', id), sealed));
}

export function openConsent(vault: TenantVault, id: string, sealed: Buffer): ConsentRecord {
  return JSON.parse(vault.open(placeOf('consent', id), sealed));
}

function placeOf(part: string, id: string) {
  return { column: `consumer_sessions.${part}`, rowId: id };
}
