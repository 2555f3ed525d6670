// Judges a password. The guess is counted before it is judged, so parallel ones all count, and given back when it could not be judged:
// a flood of sign-ins must not use up the guesses of people whom it keeps waiting.
import type { Hashing, verifyPassword } from '../../identity/passwords.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { forgetGuesses, giveBackGuess, type Patience, takeGuess } from '../../storage/people/guesses.ts';

export const PASSWORD_PATIENCE: Patience = {
  freeGuesses: 10,
  firstWaitSeconds: 30,
  longestWaitSeconds: 3_600,
};

export type JudgeNeeds = {
  database: Database;
  inHashingSlot: Hashing['inHashingSlot'];
  verifyPassword: typeof verifyPassword;
};

export async function judgePassword(
  { database, inHashingSlot, verifyPassword }: JudgeNeeds,
  given: {
    /** What the guess is counted by. */
    key: Buffer;
    passwordHash: string | null;
    password: string;
    /** For a stranger: throws when too many passwords of strangers were judged already. */
    admitStranger: (() => Promise<void>) | null;
    /** The caller waited for a slot already. */
    isInSlot: boolean;
  },
): Promise<'right' | 'wrong' | 'too-many'> {
  const { key, passwordHash, password, admitStranger, isInSlot } = given;
  const verify = (): Promise<boolean> => verifyPassword(passwordHash, password);
  if (!(await takeGuess(database, key, PASSWORD_PATIENCE))) return 'too-many';
  try {
    await admitStranger?.();
    const isRight = await (isInSlot ? verify() : inHashingSlot(admitStranger === null, verify));
    if (!isRight) return 'wrong';
  } catch (error) {
    await giveBackGuess(database, key);
    throw error;
  }
  await forgetGuesses(database, [key]);
  return 'right';
}
