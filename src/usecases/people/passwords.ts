// Changing a password: by its owner, who knows the old one, or by a mailed link. Either ends every other session. Asking for a
// link says nothing about whether there is such a person.
import { randomBytes } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import type { Hashing, whyPasswordRefused } from '../../identity/passwords.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { forgetGuesses, takeGuess } from '../../storage/people/guesses.ts';
import { findResetLink, insertResetLink, takeResetLink } from '../../storage/people/second-factors.ts';
import {
  findPersonForSignIn,
  forgetDevices,
  rememberDevice,
  setPassword,
} from '../../storage/people/sign-ins.ts';
import type { From } from '../caller.ts';
import { type HashToken, newDeviceToken } from './device-tokens.ts';
import { type JudgeNeeds, judgePassword, PASSWORD_PATIENCE } from './judge-password.ts';
import type { Sessions, Tokens } from './sessions.ts';
import { accountOf, DEVICE_SECONDS } from './sign-in.ts';

export const RESET_SECONDS = 3_600;
/** Mails to a person that may be asked for before a back-off begins: of resets, of invitations. */
export const MAIL_PATIENCE = { freeGuesses: 3, firstWaitSeconds: 300, longestWaitSeconds: 3_600 };

type PasswordNeeds = JudgeNeeds & {
  mailer: Mailer;
  sessions: Sessions;
  hashToken: HashToken;
  hashPassword: Hashing['hashPassword'];
  whyPasswordRefused: typeof whyPasswordRefused;
  publicUrl: string;
  /** Of a mail that could not be sent: for our log, never in the answer. */
  onMailFault: (error: unknown) => void;
};

export type Passwords = {
  /** Answers the same whether or not there is such a person; the mail goes out after the answer. */
  askForReset(email: string): Promise<void>;
  isResetOpen(token: string): Promise<boolean>;
  /** The browser that it is done in becomes a known one: a person locked out by strangers' guesses gets in this way. */
  reset(token: string, password: string, from: From): Promise<ResetOutcome>;
  /** By a person who signed in; their session is replaced, all others end. */
  change(
    who: { personId: string; sessionId: string; hasSecondFactor: boolean },
    given: { currentPassword: string; newPassword: string },
    from: From,
  ): Promise<Tokens>;
  /** The person, once their password was right; guesses are counted here too. `path` is the field that a refusal names. */
  confirm(personId: string, password: string, path: string): Promise<{ id: string; email: string }>;
};

type ResetOutcome =
  | { outcome: 'done'; deviceToken: string }
  | { outcome: 'gone' }
  | { outcome: 'refused'; why: string };

export function createPasswords(needs: PasswordNeeds): Passwords {
  const { database, hashToken, sessions } = needs;
  const linkHash = (token: string): Buffer => hashToken('reset', token);

  const confirm: Passwords['confirm'] = async (personId, password, path) => {
    const key = hashToken('password', 'signed-in', personId);
    const person = await findPersonForSignIn(database, { id: personId });
    const passwordHash = person?.passwordHash ?? null;
    const verdict = await judgePassword(needs, {
      key,
      passwordHash,
      password,
      admitStranger: null,
      isInSlot: false,
    });
    if (verdict === 'too-many')
      throw new Refusal('rate-limited', 'Too many wrong passwords. Wait a while, or reset it by mail.', {
        retryAfterSeconds: PASSWORD_PATIENCE.firstWaitSeconds,
      });
    if (verdict === 'wrong' || person === null) throw badField(path, 'is not your password');
    return person;
  };

  return {
    async askForReset(email) {
      const person = await findPersonForSignIn(database, { email });
      const key = hashToken('reset-mail', accountOf(person, email));
      const isAllowed = await takeGuess(database, key, MAIL_PATIENCE);
      if (person === null || !isAllowed) return;
      const token = randomBytes(32).toString('base64url');
      const link = { tokenHash: linkHash(token), personId: person.id, lifetimeSeconds: RESET_SECONDS };
      const send = async (): Promise<void> => {
        await insertResetLink(database, link);
        await needs.mailer.send({
          to: person.email,
          subject: 'Reset your password',
          text: resetText(needs.publicUrl, token),
        });
      };
      // Not awaited: timing must not tell a known address from an unknown one.
      void send().catch(needs.onMailFault);
    },

    isResetOpen: async (token) => (await findResetLink(database, linkHash(token))) !== null,

    async reset(token, password, from) {
      const personId = await findResetLink(database, linkHash(token));
      const person = personId === null ? null : await findPersonForSignIn(database, { id: personId });
      if (person === null) return { outcome: 'gone' };
      const refused = await needs.whyPasswordRefused(password, person.email);
      if (refused !== null) return { outcome: 'refused', why: refused };
      const passwordHash = await needs.hashPassword(password);
      const deviceToken = newDeviceToken(hashToken);
      const isDone = await database
        .transaction(async (tx) => {
          // The person's row first: two links of one person used at once queue for this lock and cannot deadlock.
          await setPassword(tx, person.id, passwordHash);
          if ((await takeResetLink(tx, linkHash(token))) === null) throw new LinkUsed();
          await sessions.endOthers(tx, person.id, null, 'password-changed');
          await forgetDevices(tx, person.id);
          await rememberDevice(tx, {
            hash: hashToken('device', deviceToken),
            personId: person.id,
            lifetimeSeconds: DEVICE_SECONDS,
          });
          await forgetGuesses(tx, [hashToken('password', accountOf(person, person.email))]);
          await sessions.note(tx, person.id, 'password-reset', from);
          return true;
        })
        .catch((error: unknown) => {
          if (error instanceof LinkUsed) return false;
          throw error;
        });
      return isDone ? { outcome: 'done', deviceToken } : { outcome: 'gone' };
    },

    async change(who, given, from) {
      const person = await confirm(who.personId, given.currentPassword, '/currentPassword');
      const refused = await needs.whyPasswordRefused(given.newPassword, person.email);
      if (refused !== null) throw badField('/newPassword', refused);
      const passwordHash = await needs.hashPassword(given.newPassword);
      return database.transaction(async (tx) => {
        await setPassword(tx, person.id, passwordHash);
        await sessions.endOthers(tx, person.id, who.sessionId, 'password-changed');
        await forgetDevices(tx, person.id);
        const old = { id: who.sessionId, personId: person.id };
        const tokens = await sessions.replace(tx, old, who.hasSecondFactor, from);
        await sessions.note(tx, person.id, 'password-changed', from);
        return tokens;
      });
    },

    confirm,
  };
}

class LinkUsed extends Error {}

export function badField(path: string, message: string): Refusal {
  return new Refusal('validation-error', 'The request body is not acceptable: 1 problem. See details.', {
    details: [{ path, message }],
  });
}

function resetText(publicUrl: string, token: string): string {
  return [
    'Someone asked to reset the password of your Trefoil account.',
    '',
    'Choose a new password here. The link works once, for one hour:',
    `${publicUrl}/reset/${token}`,
    '',
    'If it was not you, leave this mail alone: your password stays as it is.',
    '',
  ].join('\n');
}
