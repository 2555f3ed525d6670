// The second step of signing in: setting up an authenticator, confirming it with a code, recovery codes, switching it off with
// the password. Confirming and switching off give the person a new session, and end every other one.
import { randomInt } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import { makeTotpSecret, stepOfCode, type TotpSetUp } from '../../identity/totp.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { forgetGuesses, takeGuess } from '../../storage/people/guesses.ts';
import type { SecondFactors } from '../../storage/people/second-factors.ts';
import type { From } from '../caller.ts';
import type { HashToken } from './device-tokens.ts';
import { badField, type Passwords } from './passwords.ts';
import type { Sessions, Tokens } from './sessions.ts';
import { CODE_PATIENCE, recoveryHash } from './sign-in.ts';

export const RECOVERY_CODES = 10;
const ISSUER = 'Trefoil';
// Without letters and digits that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LETTERS = 10;

export type SignedIn = { personId: string; sessionId: string; email: string; hasSecondFactor: boolean };

export type SecondStep = ReturnType<typeof createSecondStep>;

export function createSecondStep(needs: {
  database: Database;
  secondFactors: SecondFactors;
  sessions: Sessions;
  passwords: Passwords;
  hashToken: HashToken;
  nowMs: () => number;
}) {
  const { database, secondFactors, sessions, hashToken } = needs;

  const newCodes = (personId: string): { codes: string[]; hashes: Buffer[] } => {
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    return { codes, hashes: codes.map((code) => recoveryHash(hashToken, personId, code)) };
  };

  return {
    async begin(who: SignedIn, password: string): Promise<TotpSetUp> {
      await needs.passwords.confirm(who.personId, password, '/password');
      const made = makeTotpSecret(ISSUER, who.email);
      if (!(await secondFactors.setTotpSecret(who.personId, made.secret)))
        throw new Refusal('conflict', 'An authenticator is set up already. Switch it off first.');
      return made;
    },

    async confirm(
      who: SignedIn,
      code: string,
      from: From,
    ): Promise<{ recoveryCodes: string[]; tokens: Tokens }> {
      const key = hashToken('code', 'set-up', who.personId);
      if (!(await takeGuess(database, key, CODE_PATIENCE))) throw tooMany();
      const totp = await secondFactors.findTotpSecret(who.personId);
      if (totp === null || totp.isEnabled)
        throw new Refusal('conflict', 'There is no authenticator that waits for its first code.');
      const step = stepOfCode(totp.secret, code, needs.nowMs());
      if (step === null) throw badField('/code', 'is not the code that the app shows now');
      const { codes, hashes } = newCodes(who.personId);
      const tokens = await database.transaction(async (tx) => {
        const isFirst = await secondFactors.takeTotpStep(tx, who.personId, step, false);
        if (!isFirst || !(await secondFactors.enableTotp(tx, who.personId)))
          throw badField('/code', 'was used before: wait for the next one');
        await secondFactors.replaceRecoveryCodes(tx, who.personId, hashes);
        await sessions.endOthers(tx, who.personId, who.sessionId, 'stepped-up');
        const old = { id: who.sessionId, personId: who.personId };
        const replaced = await sessions.replace(tx, old, true, from);
        await sessions.note(tx, who.personId, 'authenticator-set-up', from);
        return replaced;
      });
      await forgetGuesses(database, [key]);
      return { recoveryCodes: codes, tokens };
    },

    async disable(who: SignedIn, password: string, from: From): Promise<Tokens> {
      await needs.passwords.confirm(who.personId, password, '/password');
      return database.transaction(async (tx) => {
        if (!(await secondFactors.disableTotp(tx, who.personId)))
          throw new Refusal('conflict', 'There is no authenticator to switch off.');
        const old = { id: who.sessionId, personId: who.personId };
        await sessions.endOthers(tx, who.personId, who.sessionId, 'stepped-up');
        const tokens = await sessions.replace(tx, old, false, from);
        await sessions.note(tx, who.personId, 'authenticator-switched-off', from);
        return tokens;
      });
    },

    /** The old codes stop working. */
    async renewRecoveryCodes(who: SignedIn, password: string, from: From): Promise<string[]> {
      await needs.passwords.confirm(who.personId, password, '/password');
      const totp = await secondFactors.findTotpSecret(who.personId);
      if (totp === null || !totp.isEnabled) throw new Refusal('conflict', 'Set up an authenticator first.');
      const { codes, hashes } = newCodes(who.personId);
      await database.transaction(async (tx) => {
        await secondFactors.replaceRecoveryCodes(tx, who.personId, hashes);
        await sessions.note(tx, who.personId, 'recovery-codes-renewed', from);
      });
      return codes;
    },

    countRecoveryCodes: (personId: string) => secondFactors.countRecoveryCodes(personId),
  };
}

/** Ten letters in two groups: 49 bits, out of reach for one guess every fifteen minutes. */
function recoveryCode(): string {
  const letters = Array.from({ length: CODE_LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

function tooMany(): Refusal {
  const retryAfterSeconds = CODE_PATIENCE.firstWaitSeconds;
  return new Refusal('rate-limited', 'Too many wrong codes. Wait fifteen minutes.', { retryAfterSeconds });
}
