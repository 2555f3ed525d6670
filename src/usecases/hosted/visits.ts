// A consumer's browser at a session: looking at the link, Start, coming back, what was typed, the consent, saying no. What asks the
// bureaus is in ask-bureaus.ts.
import { randomBytes } from 'node:crypto';
import {
  ANSWERS_BYTES_MAX,
  GENERATES_MAX,
  isOver,
  RESUMABLE_HOURS,
  toReturnUrl,
} from '../../domain/hosted/consumer-session.ts';
import { lockedIn, mayShow } from '../../domain/hosted/prefill.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { readLogo } from '../../storage/hosted/brands.ts';
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
  takeAddressFind,
  type Which,
} from '../../storage/hosted/steps.ts';
import type { Vault } from '../../storage/keys/vault.ts';
import { auditConsumer } from '../audited-change.ts';
import { openDocument } from '../reports/open-document.ts';
import type { PrintReport } from '../reports/print-report.ts';
import type { AgreementsOf } from '../reports/read-agreements.ts';
import type { ReadReport } from '../reports/read-report.ts';
import { toBrand } from './branding.ts';
import { hashConsentRecord } from './consent-record.ts';
import type { LinkSecrets } from './link-secrets.ts';
import type { ConsumerVisits, Found, Moved, ReportSeen, SessionView, Whose } from './visit.ts';
import { createWithdraw } from './withdraw.ts';

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
};

/** What asking the bureaus needs of a visit. */
export type Visits = {
  find(whose: Whose): Promise<Found | null>;
  viewOf(found: Found): Promise<SessionView>;
  /** What a step came to, with the session as it is after it. */
  moved(which: Which, isDone: boolean): Promise<Moved | null>;
};

export function createVisits(needs: Needs): Visits & Omit<ConsumerVisits, 'submit' | 'enterCode' | 'resend'> {
  const { database, vault, secrets } = needs;

  const findWith = async (which: Omit<Which, 'tenantId'>): Promise<Found | null> => {
    const row = await findVisited(database, { ...which, resumableHours: RESUMABLE_HOURS });
    if (row === null) return null;
    const { text, brand, ...rest } = row;
    const session = await toSession(vault, rest);
    return { which: { ...which, tenantId: row.tenantId }, session, text, brand: toBrand(brand) };
  };

  /** As it is now: a session that waits for its report first follows it. */
  const findNow = async (which: Omit<Which, 'tenantId'>): Promise<Found | null> => {
    const found = await findWith(which);
    if (found === null || !['submitted', 'code'].includes(found.session.state)) return found;
    const followed = await followReports(database, found.which, 1);
    followed.forEach(needs.onMove);
    return followed.length === 0 ? found : findWith(which);
  };

  const find = async (whose: Whose): Promise<Found | null> => {
    if ('found' in whose) return whose.found;
    const { sessionId: id, secret } = whose;
    return isUuid(id) ? findNow({ id, secretHash: secrets.hashSecret(id, secret) }) : null;
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

  const viewOf = async (found: Found): Promise<SessionView> => {
    const { session, brand, text } = found;
    const { id, state, generates, returnUrl, prefill, answers, addressFindsLeft } = session;
    return {
      found,
      brand,
      embedOrigins: session.embedOrigins,
      isTest: session.isTest,
      sessionId: id,
      state,
      isOver: isOver(state, generates),
      generatesLeft: GENERATES_MAX - generates,
      bureaus: session.bureaus,
      consent: text,
      shownAt: session.consentShownAt,
      agreedAt: session.consentedAt,
      prefill,
      answers,
      addressFindsLeft,
      locked: lockedIn(prefill, session.mayChange),
      endsAt: session.endsAt,
      returnUrl: returnUrl === null ? null : toReturnUrl(returnUrl, id, state),
      creditReportId: session.reportId,
      report: await reportOf(session),
    };
  };

  const moved = async (which: Which, isDone: boolean): Promise<Moved | null> => {
    const found = await findNow(which);
    if (found === null) return null;
    return { kind: isDone ? 'done' : 'not-now', view: await viewOf(found) };
  };

  const openReport = async (whose: Whose) => {
    const found = await find(whose);
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
    return { brand: toBrand(whose.brand), embedOrigins: whose.embedOrigins, isTest: whose.isTest };
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
      const started = await startSession(database, {
        tenantId,
        id: sessionId,
        tokenHash: secrets.hashToken(sessionId, token),
        secretHash: secrets.hashSecret(sessionId, newSecret),
      });
      if (started === null) return { kind: 'not-found' };
      const brand = toBrand(whose.brand);
      switch (started.result) {
        case 'too-many':
          return { kind: 'too-many', retryAfterSeconds: Math.max(started.waitSeconds, 1) };
        case 'over': {
          const { state, isWithdrawn } = started;
          return { kind: 'over', state, isWithdrawn, brand };
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

    async keep(whose, answers) {
      const found = await find(whose);
      if (found === null) return null;
      const { which, session } = found;
      if (Buffer.byteLength(JSON.stringify(answers)) > ANSWERS_BYTES_MAX)
        throw new Refusal('payload-too-large', 'The answers are too long to be kept.');
      const sealed = sealPart(await vault.forTenant(which.tenantId), 'answers', session.id, answers);
      if (!(await keepAnswers(database, which, sealed))) return moved(which, false);
      return { kind: 'done', view: await viewOf({ ...found, session: { ...session, answers } }) };
    },

    takeAddressFind: async (whose) => takeAddressFind(database, (await find(whose))?.which ?? null),

    async showConsent(whose) {
      const found = await find(whose);
      if (found === null) return null;
      await noteShown(database, found.which);
      return moved(found.which, true);
    },

    async agree(whose, { sha256, deviceSessionId }, { address, userAgent }) {
      const found = await find(whose);
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
        sessionId: id,
        ...text,
        ...times,
        address,
        userAgent: userAgent.slice(0, 500),
        deviceSessionId,
        salt,
      };
      const recordSha256 = hashConsentRecord(record);
      const consent = sealPart(await vault.forTenant(which.tenantId), 'consent', id, record);
      const isDone = await database.transaction(async (tx) => {
        if (!(await agreeInSession(tx, which, { agreedAt: now, consent, recordSha256 }))) return false;
        await auditConsumer(tx, which.tenantId, {
          action: 'consent-given',
          object: { kind: 'consumer-session', id },
          after: { ...text, ...times, recordSha256: recordSha256.toString('hex') },
        });
        return true;
      });
      if (isDone) needs.onMove({ isTest: session.isTest, state: 'consented' });
      return moved(which, isDone);
    },

    async decline(whose) {
      const found = await find(whose);
      if (found === null) return null;
      const isDone = await declineSession(database, found.which);
      if (isDone) needs.onMove({ isTest: found.session.isTest, state: 'declined' });
      return moved(found.which, isDone);
    },

    withdraw: createWithdraw(needs),

    async close(visit) {
      const found = await find(visit);
      if (found !== null) await closeSession(database, found.which);
    },

    async readReport(whose) {
      const found = await openReport(whose);
      if (found === null) return null;
      return { ...found.opened, cars: await needs.agreementsOf(found.tenantId, found.opened) };
    },

    async printReport(whose) {
      const found = await openReport(whose);
      if (found === null) return null;
      const { tenantId, opened } = found;
      const pdf = await needs.printReport(tenantId, opened);
      return { name: `credit-report-${opened.answer.creditReportId}`, madeAt: opened.madeAt, pdf };
    },
  };
}
