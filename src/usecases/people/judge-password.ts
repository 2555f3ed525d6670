// Judges a password. The guess is counted before it is judged, so parallel ones all count, and given back when it could not be judged:
// a flood of sign-ins must not use up the guesses of people whom it keeps waiting.
import type { verifyPassword } from '../../identity/passwords.ts';
import type { Database } from '../../storage/connection/database.ts';
import { forgetGuesses, giveBackGuess, type Patience, takeGuess } from '../../storage/people/guesses.ts';

export const PASSWORD_PATIENCE: Patience = {
  freeGuesses: 10,
  firstWaitSeconds: 30,
  longestWaitSeconds: 3_600,
};

export type JudgeNeeds = { database: Database; verifyPassword: typeof verifyPassword };

export async function judgePassword(
  { database, verifyPassword }: JudgeNeeds,
  given: {
    /** What the guess is counted by. */
    key: Buffer;
    passwordHash: string | null;
    password: string;
    /** For a stranger: throws when too many passwords of strangers were judged already. */
    admitStranger: (() => Promise<void>) | null;
  },
): Promise<'right' | 'wrong' | 'too-many'> {
  const { key, passwordHash, password, admitStranger } = given;
  if (!(await takeGuess(database, key, PASSWORD_PATIENCE))) return 'too-many';
  try {
    await admitStranger?.();
    if (!(await verifyPassword(passwordHash, password, admitStranger !== null))) return 'wrong';
  } catch (error) {
    await giveBackGuess(database, key);
    throw error;
  }
  await forgetGuesses(database, [key]);
  return 'right';
}
