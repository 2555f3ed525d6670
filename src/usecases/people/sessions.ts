// The session of a person who signed in: opened, refreshed with a new token each time, ended. A refresh token that is reused was
// copied: the session ends for everyone who holds it. Two tabs of one browser that refresh at once get the same new token; a thief who
// passes for that browser gets it too, and the next refresh of either, or of the other, ends the session.

import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { AuditAction } from '../../domain/activity/audit-actions.ts';
import { isUuid } from '../../domain/ids.ts';
import { householdOf } from '../../domain/network-address.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignPersonToken } from '../../identity/person-tokens.ts';
import type { WhoSignedIn } from '../../identity/relying-party.ts';
import { appendAudit, SERVICE_TRAIL } from '../../storage/activity/audit.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import { findPersonByEmail } from '../../storage/people/people.ts';
import {
  type EndReason,
  endSession,
  endSessionOfReusedToken,
  endSessions,
  findSessionOfSuccessor,
  findSessionOfToken,
  insertSession,
  listSessions,
  type RefreshUse,
  rotateRefreshToken,
} from '../../storage/people/sessions.ts';
import { findPersonByIdentity, linkIdentity } from '../../storage/people/sign-ins.ts';
import { type From, unauthorized } from '../caller.ts';
import type { HashToken } from './device-tokens.ts';

export const SESSION_SECONDS = 7 * 24 * 3_600;
export const REFRESH_SECONDS = 8 * 3_600;
/** Two tabs of one browser that refresh at the same moment are not a theft. */
export const REUSE_GRACE_SECONDS = 10;
const USER_AGENT_MAX = 300;

export type Tokens = { accessToken: string; refreshToken: string };

/** Which browser refreshes; `device` is the cookie of a known one. */
type RefreshedBy = From & { device: string | null };

export type Sessions = ReturnType<typeof createSessions>;

type Facts = Record<string, unknown>;

export function createSessions(needs: {
  database: Database;
  signPersonToken: SignPersonToken;
  hashToken: HashToken;
  forgetSession: (sessionId: string) => void;
  /** The issuer whose subjects are our own people. */
  ownIssuer: string;
}) {
  const { database, hashToken } = needs;
  const hashOf = (token: string): Buffer => hashToken('refresh', token);

  const open = async (
    db: Queryable,
    person: { id: string; hasSecondFactor: boolean },
    from: From,
  ): Promise<Tokens> => {
    const id = randomUUIDv7();
    const refreshToken = randomBytes(32).toString('base64url');
    await insertSession(db, {
      id,
      personId: person.id,
      hasSecondFactor: person.hasSecondFactor,
      address: from.address,
      userAgent: from.userAgent.slice(0, USER_AGENT_MAX),
      lifetimeSeconds: SESSION_SECONDS,
      refreshHash: hashOf(refreshToken),
      refreshSeconds: REFRESH_SECONDS,
    });
    return { refreshToken, accessToken: await needs.signPersonToken({ id, personId: person.id }) };
  };

  /** Of a token that was used before: its session, if the same browser used it a moment ago. Otherwise the session ends. */
  const passedOn = async (use: RefreshUse): Promise<{ id: string; personId: string } | null> => {
    const reused = await database.transaction(async (tx) => {
      const ended = await endSessionOfReusedToken(tx, use, REUSE_GRACE_SECONDS);
      if (ended !== null)
        await note(tx, ended.personId, 'session-ended-by-reuse', { address: '', userAgent: '' });
      return ended;
    });
    if (reused === null) return findSessionOfSuccessor(database, use);
    needs.forgetSession(reused.id);
    return null;
  };

  return {
    /** Null when the provider knows a person whom we do not. */
    async openFor(who: WhoSignedIn, from: From): Promise<Tokens | null> {
      const personId = await findPersonId(database, who, needs.ownIssuer);
      if (personId === null) return null;
      const { hasSecondFactor } = who;
      return database.transaction(async (tx) => {
        const tokens = await open(tx, { id: personId, hasSecondFactor }, from);
        await note(tx, personId, 'signed-in', from, { secondFactor: hasSecondFactor });
        return tokens;
      });
    },

    /** A new session in place of the old one: after a step up, the old cookies are worth nothing. */
    async replace(
      tx: Queryable,
      old: { id: string; personId: string },
      hasSecondFactor: boolean,
      from: From,
    ): Promise<Tokens> {
      await endSession(tx, old.personId, old.id, 'stepped-up');
      needs.forgetSession(old.id);
      return open(tx, { id: old.personId, hasSecondFactor }, from);
    },

    async refresh(refreshToken: string, { address, userAgent, device }: RefreshedBy): Promise<Tokens> {
      // Made from the token that it follows, by our key: both tabs get the same one, and it is stored nowhere.
      const next = hashToken('refresh-next', refreshToken).toString('base64url');
      const usedBy = hashToken('refresh-by', device ?? '', userAgent, householdOf(address));
      const use = { hash: hashOf(refreshToken), usedBy, nextHash: hashOf(next) };
      const session = (await rotateRefreshToken(database, use, REFRESH_SECONDS)) ?? (await passedOn(use));
      if (session === null) throw unauthorized('This session is over. Sign in again.');
      return { refreshToken: next, accessToken: await needs.signPersonToken(session) };
    },

    /** By its refresh token, used or not. */
    async signOut(refreshToken: string, isEverywhere: boolean, from: From): Promise<void> {
      const session = await findSessionOfToken(database, hashOf(refreshToken));
      if (session === null) return;
      await database.transaction(async (tx) => {
        if (isEverywhere) await endSessions(tx, session.personId, null, 'signed-out');
        else await endSession(tx, session.personId, session.id, 'signed-out');
        await note(tx, session.personId, isEverywhere ? 'signed-out-everywhere' : 'signed-out', from);
      });
      needs.forgetSession(session.id);
    },

    list: (personId: string) => listSessions(database, personId),

    async end(personId: string, sessionId: string, from: From): Promise<void> {
      await database.transaction(async (tx) => {
        const isEnded = isUuid(sessionId) && (await endSession(tx, personId, sessionId, 'ended'));
        if (!isEnded) throw new Refusal('not-found', 'You have no session with this id.');
        await note(tx, personId, 'session-ended', from, { sessionId });
      });
      needs.forgetSession(sessionId);
    },

    /** Every session of the person but one, or all of them. */
    async endOthers(
      tx: Queryable,
      personId: string,
      exceptId: string | null,
      reason: EndReason,
    ): Promise<void> {
      await endSessions(tx, personId, exceptId, reason);
    },

    /** An entry of the service's audit trail about the person. */
    note,
  };
}

async function note(
  db: Queryable,
  personId: string,
  action: AuditAction,
  from: From,
  after?: Facts,
): Promise<void> {
  await appendAudit(db, {
    tenantId: SERVICE_TRAIL,
    actor: { kind: 'person', id: personId, address: from.address === '' ? null : from.address },
    action,
    object: { kind: 'person', id: personId },
    ...(after !== undefined && { after }),
  });
}

/**
 * The embedded provider uses our own ids. Another provider's verified address is matched once, at the first sign-in; from then on its
 * subject counts, because the address may pass to somebody else.
 */
async function findPersonId(db: Queryable, who: WhoSignedIn, ownIssuer: string): Promise<string | null> {
  if (who.issuer === ownIssuer) return who.subject;
  const linked = await findPersonByIdentity(db, who.issuer, who.subject);
  if (linked !== null) return linked;
  if (who.email === null || !who.isEmailVerified) return null;
  const person = await findPersonByEmail(db, who.email);
  if (person === null) return null;
  if (await linkIdentity(db, { issuer: who.issuer, subject: who.subject, personId: person.id }))
    return person.id;
  // Refused, unless this very subject was linked by another request just now.
  return findPersonByIdentity(db, who.issuer, who.subject);
}
