// The timeline of a report: one list, oldest first, assembled from what is stored anyway: the report, its events, the ledger, the
// messages, and the refused calls of the request log. The consumer's name is masked.
import { isUuid } from '../../domain/ids.ts';
import { ATTEMPTS_MAX, CHALLENGE_LIFETIME_MS, SENDS_MAX } from '../../domain/reports/challenge.ts';
import { maskPerson } from '../../domain/reports/masked-person.ts';
import {
  FAILURES,
  isFailureOfBureaus,
  readFailure,
  readStatus,
  type Verdict,
} from '../../domain/reports/report.ts';
import { listMessagesOfReport, type MessageRow } from '../../storage/activity/message-lists.ts';
import {
  findActorNames,
  listReportCalls,
  type ReportCall,
  type ReportEvent,
} from '../../storage/activity/report-events.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { findSessionOfReport } from '../../storage/hosted/sessions.ts';
import { endingOf } from '../../storage/reports/report-labels.ts';
import { findReportRisk, type ReportRisk } from '../../storage/reports/report-risk.ts';
import type { Report, ReportStore } from '../../storage/reports/reports.ts';
import { listLinesForward } from '../../storage/wallet/statements.ts';
import type { Caller } from '../caller.ts';
import { reportNotFound } from '../reports/challenge-refusals.ts';
import { type StatementLine, toStatementLine } from '../wallet/read-statement.ts';
import { listSteps, toSteps } from './timeline-steps.ts';

export const TIMELINE_KINDS = [
  'request-received',
  'device-check',
  'risk',
  'money',
  'bureau',
  'sms',
  'guess',
  'resend',
  'request-refused',
  'ended',
] as const;

export type TimelineEvent = {
  at: Date;
  kind: (typeof TIMELINE_KINDS)[number];
  actor: 'credential' | 'person' | 'consumer' | 'system';
  actorId: string | null;
  /** Of the credential or the person. */
  actorName: string | null;
  /** The effect on the balance, signed. */
  credits: number;
  facts: Record<string, unknown>;
};

/** Before its actor is named. */
type Step = Omit<TimelineEvent, 'actorName'>;

export type Timeline = {
  creditReportId: string;
  test: boolean;
  status: string;
  externalReference: string | null;
  /** Masked; null once purged. */
  person: string | null;
  /** The last four digits of the phone number; null where there is none, and once purged. */
  mobileEnding: string | null;
  createdAt: Date;
  /** The test clock that it goes by, or went by. */
  testClockId?: string;
  /** The session of the hosted page that it came from. */
  consumerSessionId?: string;
  /** Credits spent on it so far. */
  costCredits: number;
  heldCredits: number;
  /** While it waits for a code; null before and after. */
  waiting: {
    challengeId: string;
    expiresAt: Date;
    msLeft: number;
    triesLeft: number;
    textsLeft: number;
  } | null;
  events: TimelineEvent[];
};

const LINES_MAX = 200;

/** The reasons of the risk assessment are on it for `risk:read` alone: no credential has that. */
export type ReadTimeline = (
  caller: Pick<Caller, 'tenantId' | 'permissions'>,
  reportId: string,
) => Promise<Timeline>;

export function createReadTimeline(needs: {
  database: Queryable;
  reports: Pick<ReportStore, 'findReport'>;
}): ReadTimeline {
  const { database } = needs;
  return async ({ tenantId, permissions }, reportId) => {
    const report = isUuid(reportId) ? await needs.reports.findReport(tenantId, reportId) : null;
    if (report === null) throw reportNotFound();
    const ofReport = { kind: null, reportId: report.id, from: null, to: null };
    const [risk, lines, messages, calls, recorded, visited] = await Promise.all([
      findReportRisk(database, tenantId, report.id),
      listLinesForward(database, tenantId, ofReport, { afterSeq: 0, size: LINES_MAX }),
      listMessagesOfReport(database, tenantId, report.id),
      listReportCalls(database, tenantId, report.id),
      listSteps(database, tenantId, report),
      findSessionOfReport(database, tenantId, report.id),
    ]);
    const statement = lines.map(toStatementLine);
    const spent = sumOf(statement, 'post');
    const held = sumOf(statement, 'hold') - spent - sumOf(statement, 'void') - sumOf(statement, 'expire');
    const ends = ended(report);
    const settled = [...ends, ...statement.filter(isSettlement).slice(-1).map(toMoney)];
    const settledMs = Math.min(...(isEndedByBureaus(report) ? settled : []).map(({ at }) => at.getTime()));
    const steps = [...recorded.earlier, ...toSteps(report, settledMs, recorded.events)];
    const events = [
      received(report, calls, statement),
      ...assessed(report, risk, permissions.includes('risk:read')),
      ...statement.map(toMoney),
      ...messages.map(toMessage),
      ...steps.map((step) => toStep(step, settledMs, ends[0]?.at ?? null)),
      ...bureausOf(report, steps, settledMs),
      ...calls.filter(({ status }) => status >= 400).map(toRefused),
      ...ends,
    ];
    return {
      creditReportId: report.id,
      test: report.isTest,
      status: readStatus(report, report.atMs),
      externalReference: report.details?.externalReference ?? null,
      person: report.details === null ? null : maskPerson(report.details.consumer),
      mobileEnding: endingOf(report.details?.consumer.mobileNumber),
      createdAt: report.createdAt,
      ...(report.clockId !== null && { testClockId: report.clockId }),
      ...(visited !== null && { consumerSessionId: visited.sessionId }),
      costCredits: spent,
      heldCredits: held,
      waiting: waitingOf(report),
      events: await withNames(database, tenantId, inOrder(events)),
    };
  };
}

async function withNames(db: Queryable, tenantId: string, steps: Step[]): Promise<TimelineEvent[]> {
  const ids = [...new Set(steps.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])))];
  const names = ids.length === 0 ? new Map<string, string>() : await findActorNames(db, tenantId, ids);
  return steps.map((step) => ({ ...step, actorName: names.get(step.actorId ?? '') ?? null }));
}

function waitingOf(report: Report): Timeline['waiting'] {
  const { challenge, challengeId, atMs } = report;
  const status = readStatus(report, atMs);
  if (
    challenge === null ||
    challengeId === null ||
    (status !== 'authentication-required' && status !== 'retry')
  )
    return null;
  const expiresMs = challenge.lastSentAtMs + CHALLENGE_LIFETIME_MS;
  return {
    challengeId,
    expiresAt: new Date(expiresMs),
    msLeft: Math.max(0, expiresMs - atMs),
    triesLeft: ATTEMPTS_MAX - challenge.attempts,
    textsLeft: SENDS_MAX - challenge.sends,
  };
}

function sumOf(lines: StatementLine[], kind: StatementLine['kind']): number {
  return lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
}

/** Not by a block, a code, or clear-up, after which a bureau may still answer a process that is out of time. */
function isEndedByBureaus({ status, failureReason }: Report): boolean {
  return status === 'complete' || isFailureOfBureaus(failureReason);
}

/** A report is paid for, or its credits are given back, when it ends; a text has lines of its own. */
function isSettlement({ kind, smsId }: Pick<StatementLine, 'kind' | 'smsId'>): boolean {
  return kind !== 'hold' && smsId === null;
}

/** By time; events of the same millisecond in the order of TIMELINE_KINDS, which is the order of the steps. */
function inOrder(events: Step[]): Step[] {
  const lastRank = TIMELINE_KINDS.indexOf('ended');
  const rankOf = ({ kind, facts }: Step): number =>
    // The money of a step is moved with it, except that a report is settled after all of its steps.
    kind === 'money' && facts.move !== 'hold' ? lastRank - 0.5 : TIMELINE_KINDS.indexOf(kind);
  return events.toSorted((a, b) => a.at.getTime() - b.at.getTime() || rankOf(a) - rankOf(b));
}

function bySystem(at: Date, kind: TimelineEvent['kind'], facts: Record<string, unknown>): Step {
  return { at, kind, actor: 'system', actorId: null, credits: 0, facts };
}

function received(report: Report, calls: ReportCall[], lines: StatementLine[]): Step {
  const call = calls.find(({ status, route }) => status === 200 && !route.includes(':creditReportId'));
  const { credentialId = null, personId = null } = call ?? lines[0] ?? {};
  return {
    at: report.createdAt,
    kind: 'request-received',
    // A charge that a credential made also names the person who owns it.
    actor: credentialId !== null ? 'credential' : personId !== null ? 'person' : 'system',
    actorId: credentialId ?? personId,
    credits: 0,
    facts: { requestId: call?.id ?? null, bureaus: report.bureaus },
  };
}

/** Test mode checks no device; a live report that was not assessed yet has no reasons. */
function assessed(report: Report, risk: ReportRisk | null, seesReasons: boolean): Step[] {
  if (risk === null || (!report.isTest && risk.reasons === null)) return [];
  const reasons = risk.reasons ?? [];
  const isMissing =
    risk.doomed || reasons.some((reason) => reason.startsWith('session-') && reason !== 'session-young');
  const facts = { verdict: verdictOf(report), ...(seesReasons && { reasons }) };
  const judged = bySystem(report.createdAt, 'risk', facts);
  if (report.isTest) return [judged];
  return [bySystem(report.createdAt, 'device-check', { result: isMissing ? 'missing' : 'verified' }), judged];
}

function verdictOf({ status, challengeId, failureReason, isTest }: Report): Verdict {
  if (status === 'blocked') return 'block';
  // A code was needed and could not be sent: no challenge was made, but the verdict was to challenge.
  const couldNotSend = !isTest && status === 'failed' && !isFailureOfBureaus(failureReason);
  return challengeId !== null || couldNotSend ? 'challenge' : 'allow';
}

function toMoney(line: StatementLine): Step {
  const { kind, amount, smsId, products, reason } = line;
  return {
    ...bySystem(line.createdAt, 'money', { move: kind, amount, smsId, products, reason }),
    credits: line.change,
  };
}

function toMessage(message: MessageRow): Step {
  const { id, gateway, state, costCredits, settledAt, handedOverAt } = message;
  const sentAt = handedOverAt ?? message.createdAt;
  // Its price is charged when the network says that the phone has it.
  const deliveredAfterMs =
    state === 'delivered' && settledAt !== null ? Math.max(0, settledAt.getTime() - sentAt.getTime()) : null;
  return bySystem(sentAt, 'sms', { smsId: id, gateway, state, costCredits, settledAt, deliveredAfterMs });
}

function toStep({ at, kind, facts }: ReportEvent, settledMs: number, endedAt: Date | null): Step {
  if (kind !== 'bureau') {
    // A step is recorded after the statement that it is about: the code that ended a report came before the end.
    const before = endedAt !== null && endedAt < at ? endedAt : at;
    return { ...bySystem(before, kind, facts), actor: 'consumer' };
  }
  // A report is settled by what its bureaus answered: none of them answered later, whatever the clock of a process said.
  return bySystem(new Date(Math.min(at.getTime(), settledMs)), kind, facts);
}

/** For a report whose searches were not recorded one by one: the outcomes that its document names, without their times. */
function bureausOf(report: Report, steps: ReportEvent[], settledMs: number): Step[] {
  if (report.body === null || steps.some(({ kind }) => kind === 'bureau')) return [];
  const at = new Date(Math.min(report.updatedAt.getTime(), settledMs));
  return report.body.bureaus.map(({ id, status, simulated = false }) =>
    bySystem(at, 'bureau', { bureau: id, outcome: status, tookMs: null, simulated }),
  );
}

function toRefused(call: ReportCall): Step {
  const { id: requestId, method, route, status, code, credentialId, personId } = call;
  return {
    at: call.at,
    kind: 'request-refused',
    actor: credentialId === null ? 'person' : 'credential',
    actorId: credentialId ?? personId,
    credits: 0,
    facts: { requestId, method, route, status, code },
  };
}

function ended(report: Report): Step[] {
  const status = readStatus(report, report.atMs);
  if (status === 'authentication-required' || status === 'retry') return [];
  const reason = readFailure(report, report.atMs);
  const message = reason === null ? null : FAILURES[reason];
  // An expired challenge may not have been cleared up yet: it ended when it expired.
  const sentAtMs = report.status === 'pending' ? report.challenge?.lastSentAtMs : undefined;
  const at = sentAtMs === undefined ? report.updatedAt : new Date(sentAtMs + CHALLENGE_LIFETIME_MS);
  return [bySystem(at, 'ended', { status, reason, message })];
}
