// A consumer's browser at a session: looking at the link, Start, coming back, what was typed, the consent, saying no. What asks the
// bureaus is in ask-bureaus.ts.
import { createHash, randomBytes } from 'node:crypto';
import {
  ANSWERS_BYTES_MAX,
  EXPIRING_STATES,
  GENERATES_MAX,
  isOver,
  RESUMABLE_HOURS,
  toReturnUrl,
} from '../../domain/hosted/consumer-session.ts';
import { lockedIn, mayShow } from '../../domain/hosted/prefill.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { appendAudit } from '../../storage/activity/audit.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import { readBrand, readLogo } from '../../storage/hosted/brands.ts';
import { findVersion } from '../../storage/hosted/consent-texts.ts';
import { followReports } from '../../storage/hosted/follow.ts';
import { type ConsentRecord, type Session, sealPart, toSession } from '../../storage/hosted/session-rows.ts';
import { findTenantOfSession, findVisited } from '../../storage/hosted/sessions.ts';
import {
  agreeInSession,
  closeSession,
  declineSession,
  keepAnswers,
  noteShown,
  startSession,
  type Which,
} from '../../storage/hosted/steps.ts';
import type { Vault } from '../../storage/keys/vault.ts';
import { openDocument } from '../reports/open-document.ts';
import type { PrintReport } from '../reports/print-report.ts';
import type { AgreementsOf } from '../reports/read-agreements.ts';
import type { ReadReport } from '../reports/read-report.ts';
import { toBrand } from './branding.ts';
import type { LinkSecrets } from './link-secrets.ts';
import type { ConsumerVisits, Moved, ReportSeen, SessionView, Visit } from './visit.ts';

export type OnMove = (moved: { isTest: boolean; state: string }) => void;

type Needs = {
  database: Database;
  vault: Vault;
  secrets: LinkSecrets;
  readReport: ReadReport;
  printReport: PrintReport;
  agreementsOf: AgreementsOf;
  /** The states that a session comes to, for the metrics. */
  onMove: OnMove;
  at: () => Date | null;
};

/** A visit whose session was found: by whom it is found again, and what it is now. */
export type Found = { which: Which; session: Session };
/** What asking the bureaus needs of a visit. */
export type Visits = {
  find(visit: Visit): Promise<Found | null>;
  viewOf(found: Found): Promise<SessionView>;
  /** What a step came to, with the session as it is after it. */
  moved(visit: Visit, isDone: boolean): Promise<Moved | null>;
};

export function createVisits(needs: Needs): Visits & Omit<ConsumerVisits, 'submit' | 'enterCode' | 'resend'> {
  const { database, vault, secrets, at } = needs;

  const findWith = async (db: Queryable, which: Which): Promise<Found | null> => {
    const row = await findVisited(db, { ...which, resumableHours: RESUMABLE_HOURS }, at());
    return row === null ? null : { which, session: await toSession(vault, row) };
  };

  /** As it is now: a session that waits for its report first follows it. */
  const find = async ({ sessionId, secret }: Visit): Promise<Found | null> => {
    const whose = isUuid(sessionId) ? await findTenantOfSession(database, sessionId) : null;
    if (whose === null) return null;
    const { tenantId } = whose;
    const which = { tenantId, id: sessionId, secretHash: secrets.hashSecret(sessionId, secret) };
    const found = await findWith(database, which);
    if (found === null || !['submitted', 'code'].includes(found.session.state)) return found;
    const followed = await followReports(database, { tenantId, id: sessionId }, 1, at());
    followed.forEach(needs.onMove);
    return followed.length === 0 ? found : findWith(database, which);
  };

  const reportOf = async ({ tenantId, state, reportId }: Session): Promise<ReportSeen | null> => {
    if (reportId === null) return null;
    if (state === 'complete') return { status: 'complete', creditReportId: reportId };
    try {
      const { answer } = await needs.readReport(tenantId, reportId);
      return answer.status === 'complete' ? { status: 'complete', creditReportId: reportId } : answer;
    } catch (error) {
      // It is still being made, was never made, or its personal parts are gone.
      if (error instanceof Refusal) return null;
      throw error;
    }
  };

  const viewOf = async ({ session }: Found): Promise<SessionView> => {
    const { tenantId, id, state, generates, consentTextId, consentVersion, returnUrl } = session;
    const text = await findVersion(database, tenantId, consentTextId, consentVersion);
    if (text === null) throw new Error('a session must have its consent text');
    return {
      brand: toBrand(await readBrand(database, tenantId)),
      embedOrigins: session.embedOrigins,
      isTest: session.isTest,
      sessionId: id,
      state,
      isOver: isOver(state, generates),
      generatesLeft: GENERATES_MAX - generates,
      bureaus: session.bureaus,
      consent: { body: text.body, version: text.version, locale: text.locale, sha256: text.sha256 },
      shownAt: session.consentShownAt,
      agreedAt: session.consentedAt,
      prefill: session.prefill,
      locked: lockedIn(session.prefill, session.mayChange),
      answers: session.answers,
      endsAt: session.endsAt,
      returnUrl: returnUrl === null ? null : toReturnUrl(returnUrl, id, state),
      creditReportId: session.reportId,
      report: await reportOf(session),
    };
  };

  const moved = async (visit: Visit, isDone: boolean): Promise<Moved | null> => {
    const found = await find(visit);
    if (found === null) return null;
    return { kind: isDone ? 'done' : 'not-now', view: await viewOf(found) };
  };

  const openReport = async (visit: Visit) => {
    const found = await find(visit);
    if (found === null) return null;
    const { tenantId, state, reportId } = found.session;
    if (state !== 'complete' || !mayShow(found.session) || reportId === null) return null;
    try {
      return { tenantId, opened: await openDocument(needs.readReport, tenantId, reportId) };
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  };

  const look: ConsumerVisits['look'] = async (sessionId) => {
    const whose = isUuid(sessionId) ? await findTenantOfSession(database, sessionId) : null;
    if (whose === null) return null;
    const brand = toBrand(await readBrand(database, whose.tenantId));
    return { brand, embedOrigins: whose.embedOrigins, isTest: whose.isTest };
  };

  return {
    find,
    viewOf,
    moved,
    look,

    async readLogo(sessionId) {
      const whose = isUuid(sessionId) ? await findTenantOfSession(database, sessionId) : null;
      return whose === null ? null : readLogo(database, whose.tenantId);
    },

    async start(sessionId, token, page, secret) {
      const own = secret === undefined ? null : await find({ sessionId, secret });
      if (own !== null && secret !== undefined) return { kind: 'started', secret, view: await viewOf(own) };
      const whose = isUuid(sessionId) ? await findTenantOfSession(database, sessionId) : null;
      if (whose === null) return { kind: 'not-found' };
      const { tenantId } = whose;
      const newSecret = secrets.secretOf(sessionId, token, page);
      const started = await startSession(
        database,
        {
          ...{ tenantId, id: sessionId, tokenHash: secrets.hashToken(sessionId, token) },
          secretHash: secrets.hashSecret(sessionId, newSecret),
        },
        at(),
      );
      if (started === null) return { kind: 'not-found' };
      const brand = toBrand(await readBrand(database, tenantId));
      switch (started.result) {
        case 'too-many':
          return { kind: 'too-many', retryAfterSeconds: Math.max(started.waitSeconds, 1) };
        case 'over': {
          // Its time is over, whether or not that was written down yet.
          const hasExpired = (EXPIRING_STATES as readonly string[]).includes(started.state);
          return { kind: 'over', state: hasExpired ? 'expired' : started.state, brand };
        }
        case 'used':
          return { kind: 'used', brand };
        case 'started':
        case 'repeated': {
          if (started.result === 'started') needs.onMove({ isTest: whose.isTest, state: 'opened' });
          const found = await find({ sessionId, secret: newSecret });
          if (found === null) throw new Error('a session that was started must be there');
          return { kind: 'started', secret: newSecret, view: await viewOf(found) };
        }
      }
    },

    async read(visit) {
      const found = await find(visit);
      return found === null ? null : viewOf(found);
    },

    async keep(visit, answers) {
      const found = await find(visit);
      if (found === null) return null;
      const { which, session } = found;
      if (Buffer.byteLength(JSON.stringify(answers)) > ANSWERS_BYTES_MAX)
        throw new Refusal('payload-too-large', 'The answers are too long to be kept.');
      const sealed = sealPart(await vault.forTenant(which.tenantId), 'answers', session.id, answers);
      const isDone = await keepAnswers(database, which, sealed, at());
      const view = await viewOf({ which, session: isDone ? { ...session, answers } : session });
      return { kind: isDone ? 'done' : 'not-now', view };
    },

    async showConsent(visit) {
      const found = await find(visit);
      if (found === null) return null;
      await noteShown(database, found.which, at());
      const again = await find(visit);
      return again === null ? null : { kind: 'done', view: await viewOf(again) };
    },

    async agree(visit, { sha256, deviceSessionId }, { address, userAgent }) {
      const found = await find(visit);
      if (found === null) return null;
      const { which, session } = found;
      const shownAt = session.consentShownAt;
      // Another text than this session's was shown, or none: nobody can have agreed to it.
      if (session.state !== 'opened' || shownAt === null || sha256 !== session.consentSha256)
        return { kind: 'not-now', view: await viewOf(found) };
      const { id, consentTextId: textId, consentVersion: version, now } = session;
      const times = { shownAt: shownAt.toISOString(), agreedAt: now.toISOString() };
      const text = { textId, version, sha256: session.consentSha256 };
      const salt = randomBytes(16).toString('base64url');
      const record: ConsentRecord = {
        ...{ sessionId: id, ...text, ...times, address },
        ...{ userAgent: userAgent.slice(0, 500), deviceSessionId, salt },
      };
      const recordSha256 = hashConsentRecord(record);
      const consent = sealPart(await vault.forTenant(which.tenantId), 'consent', id, record);
      const isDone = await database.transaction(async (tx) => {
        if (!(await agreeInSession(tx, which, { agreedAt: now, consent, recordSha256 }, at()))) return false;
        await appendAudit(tx, {
          tenantId: which.tenantId,
          actor: { kind: 'system', id: null, address: null },
          action: 'consent-given',
          object: { kind: 'consumer-session', id },
          after: { ...text, ...times, recordSha256: recordSha256.toString('hex') },
        });
        return true;
      });
      if (isDone) needs.onMove({ isTest: session.isTest, state: 'consented' });
      return moved(visit, isDone);
    },

    async decline(visit) {
      const found = await find(visit);
      if (found === null) return null;
      const isDone = await declineSession(database, found.which, at());
      if (isDone) needs.onMove({ isTest: found.session.isTest, state: 'declined' });
      return moved(visit, isDone);
    },

    async close(visit) {
      const found = await find(visit);
      if (found !== null) await closeSession(database, found.which, at());
    },

    async readReport(visit) {
      const found = await openReport(visit);
      if (found === null) return null;
      const cars = await needs.agreementsOf(found.tenantId, found.opened);
      return { ...found.opened, cars };
    },

    async printReport(visit) {
      const found = await openReport(visit);
      if (found === null) return null;
      const { tenantId, opened } = found;
      const { creditReportId } = opened.answer;
      const pdf = await needs.printReport(tenantId, opened);
      return { name: `credit-report-${creditReportId}`, madeAt: opened.madeAt, pdf };
    },
  };
}

/** Over the record as JSON with its keys in this order; whoever has the record can recompute what the audit trail has. */
export function hashConsentRecord(record: ConsentRecord): Buffer {
  const { sessionId, textId, version, sha256, shownAt, agreedAt, address, userAgent, deviceSessionId, salt } =
    record;
  const ordered = { sessionId, textId, version, sha256, shownAt, agreedAt };
  return createHash('sha256')
    .update(JSON.stringify({ ...ordered, address, userAgent, deviceSessionId, salt }))
    .digest();
}
