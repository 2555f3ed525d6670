// Signing in with the embedded provider: password, then a code where the person has an authenticator. Guesses are counted
// before they are judged. A stranger can use up the guesses of an account, but not those of a device that the person has
// signed in on before, and a mailed reset link starts the count anew. An unknown person gets the same answer for the same work.
// In a flood of sign-ins such a device goes first, and only other ones are limited over the whole service: they wait for a slot before
// the first statement, so that a form which is refused has cost the database nothing.
import { randomBytes } from 'node:crypto';
import { foldEmail } from '../../domain/people/email.ts';
import type { OpenIdProvider } from '../../identity/provider.ts';
import { stepOfCode } from '../../identity/totp.ts';
import { forgetGuesses, type Patience, takeGuess } from '../../storage/people/guesses.ts';
import type { SecondFactors } from '../../storage/people/second-factors.ts';
import {
  endSignInStep,
  findPersonForSignIn,
  findSignInStep,
  insertSignInStep,
  isKnownDevice,
  rememberDevice,
} from '../../storage/people/sign-ins.ts';
import { type HashToken, isMarkedDevice, newDeviceToken } from './device-tokens.ts';
import { type JudgeNeeds, judgePassword } from './judge-password.ts';

export const CODE_PATIENCE: Patience = { freeGuesses: 5, firstWaitSeconds: 900, longestWaitSeconds: 3_600 };
export const STEP_SECONDS = 600;
export const DEVICE_SECONDS = 180 * 24 * 3_600;
const NOBODY = '00000000-0000-0000-0000-000000000000';

export type SignInNeeds = JudgeNeeds & {
  provider: Pick<OpenIdProvider, 'findInteraction' | 'finishInteraction'>;
  secondFactors: SecondFactors;
  hashToken: HashToken;
  nowMs: () => number;
};

export type SignInOutcome =
  | { outcome: 'wrong' }
  /** The sign-in that the page belongs to is over. */
  | { outcome: 'gone' }
  | { outcome: 'code-needed'; stepToken: string }
  | { outcome: 'done'; goTo: string; deviceToken: string };

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn(needs: SignInNeeds) {
  const { database, hashToken } = needs;
  const interactionHash = (uid: string): Buffer => hashToken('interaction', uid);

  const finish = async (
    uid: string,
    personId: string,
    methods: string[],
    deviceToken: string | null,
  ): Promise<SignInOutcome> => {
    const goTo = await needs.provider.finishInteraction(uid, { id: personId, methods });
    if (goTo === null) return { outcome: 'gone' };
    const token = isMarkedDevice(hashToken, deviceToken) ? deviceToken : newDeviceToken(hashToken);
    const hash = hashToken('device', token);
    await rememberDevice(database, { hash, personId, lifetimeSeconds: DEVICE_SECONDS });
    return { outcome: 'done', goTo, deviceToken: token };
  };

  /** Guesses are counted by account, or by device where the person is known on it. */
  const guessKey = async (
    kind: string,
    account: string,
    personId: string,
    device: string | null,
  ): Promise<{ key: Buffer; isKnown: boolean }> => {
    const deviceHash = hashToken('device', device ?? '');
    const isKnown = await isKnownDevice(database, deviceHash, personId);
    const key = isKnown
      ? hashToken(kind, 'device', personId, deviceHash.toString('hex'))
      : hashToken(kind, account);
    return { key, isKnown };
  };

  const submitPassword = async (
    given: Parameters<SignIn['submitPassword']>[0],
    isInSlot: boolean,
  ): Promise<SignInOutcome> => {
    if ((await needs.provider.findInteraction(given.uid)) === null) return { outcome: 'gone' };
    const person = await findPersonForSignIn(database, { email: given.email });
    const account = accountOf(person, given.email);
    const { key, isKnown } = await guessKey('password', account, person?.id ?? NOBODY, given.deviceToken);
    const verdict = await judgePassword(needs, {
      key,
      passwordHash: person?.passwordHash ?? null,
      password: given.password,
      admitStranger: isKnown ? null : given.admitStranger,
      isInSlot,
    });
    if (verdict !== 'right' || person === null) return { outcome: 'wrong' };
    if (!person.totpEnabled) return finish(given.uid, person.id, ['pwd'], given.deviceToken);
    // A new id for the step: what the browser held before the password is worthless after it.
    const stepToken = randomBytes(32).toString('base64url');
    await insertSignInStep(database, {
      tokenHash: hashToken('step', stepToken),
      personId: person.id,
      interactionHash: interactionHash(given.uid),
      lifetimeSeconds: STEP_SECONDS,
    });
    return { outcome: 'code-needed', stepToken };
  };

  return {
    submitPassword: (given: {
      uid: string;
      email: string;
      password: string;
      deviceToken:
        | string
        | null /** Asked before the password is judged, unless the person is known on the device. Throws to refuse. */;
      admitStranger: () => Promise<void>;
    }): Promise<SignInOutcome> =>
      isMarkedDevice(hashToken, given.deviceToken)
        ? submitPassword(given, false)
        : needs.inHashingSlot(false, () => submitPassword(given, true)),

    /** Whether this step of the sign-in still waits for a code. */
    async isCodeAwaited(uid: string, stepToken: string): Promise<boolean> {
      return (await findSignInStep(database, hashToken('step', stepToken), interactionHash(uid))) !== null;
    },

    async submitCode(given: {
      uid: string;
      stepToken: string;
      code: string;
      deviceToken: string | null;
    }): Promise<SignInOutcome> {
      const stepHash = hashToken('step', given.stepToken);
      const personId = await findSignInStep(database, stepHash, interactionHash(given.uid));
      if (personId === null) return { outcome: 'gone' };
      const { key } = await guessKey('code', personId, personId, given.deviceToken);
      if (!(await takeGuess(database, key, CODE_PATIENCE))) return { outcome: 'wrong' };
      if (!(await isRightCode(needs, personId, given.code))) return { outcome: 'wrong' };
      await forgetGuesses(database, [key]);
      if (!(await endSignInStep(database, stepHash))) return { outcome: 'gone' };
      return finish(given.uid, personId, ['pwd', 'otp', 'mfa'], given.deviceToken);
    },
  };
}

/** What guesses and mails are counted by: the person, however their address was spelt; the address where there is nobody. */
export function accountOf(person: { id: string } | null, email: string): string {
  return person === null ? `address ${foldEmail(email)}` : `person ${person.id}`;
}

/** A code of the authenticator, or a recovery code; either works once. */
async function isRightCode(
  needs: Pick<SignInNeeds, 'database' | 'secondFactors' | 'hashToken' | 'nowMs'>,
  personId: string,
  code: string,
): Promise<boolean> {
  const totp = await needs.secondFactors.findTotpSecret(personId);
  if (totp === null || !totp.isEnabled) return false;
  const step = stepOfCode(totp.secret, code, needs.nowMs());
  if (step !== null) return needs.secondFactors.takeTotpStep(needs.database, personId, step, true);
  const hash = recoveryHash(needs.hashToken, personId, code);
  return needs.secondFactors.takeRecoveryCode(needs.database, personId, hash);
}

/** Case, spaces and dashes do not count. */
export function recoveryHash(hashToken: HashToken, personId: string, code: string): Buffer {
  return hashToken('recovery', personId, code.toLowerCase().replace(/[\s-]/g, ''));
}
