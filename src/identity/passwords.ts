// Passwords of people: argon2id, off the event loop, stored as a PHC string so that the parameters can change later. And which
// passwords are too easy to guess.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Refusal } from '../domain/refusal.ts';
import { createSlots } from '../outbound/slots.ts';

const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 200;
const derive = promisify(argon2);
/** Of the cores, for all workers together. */
const HASHING_SHARE = 1 / 4;
/** Hashing and the signing of tokens share libuv's four threads. */
const SLOTS_MAX = 2;
/** Work that took longer waited for the database: nobody else waits for that. */
const REST_MAX_MS = 500;

export type Hashing = {
  /** Does work that hashes, in a slot; refuses at once when too many wait for one. A flood comes from strangers: others go first. */
  inHashingSlot<T>(goesFirst: boolean, work: () => Promise<T>): Promise<T>;
  /** For people who proved who they are, by a session or a mailed link: they go first. */
  hashPassword(password: string): Promise<string>;
};

/** However many sign-in forms come, hashing leaves most of the cores to tokens and reports: after its work a slot rests. */
export function createHashing(given: { workers: number; cores?: number }): Hashing {
  const { workers, cores = availableParallelism() } = given;
  const busyMax = Math.min(SLOTS_MAX, (cores * HASHING_SHARE) / workers);
  const slotsMax = Math.ceil(busyMax);
  const restPerWork = slotsMax / busyMax - 1;
  const slots = createSlots({ slotsMax, queuedMax: 50, waitMs: 10_000 });

  const inHashingSlot: Hashing['inHashingSlot'] = async (goesFirst, work) => {
    const release = await slots.acquire(goesFirst);
    if (release === null)
      throw new Refusal('service-unavailable', 'Too many people sign in at this moment. Try again shortly.', {
        retryAfterSeconds: 5,
      });
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      setTimeout(release, Math.min(REST_MAX_MS, restPerWork * (performance.now() - startedAt)));
    }
  };

  return {
    inHashingSlot,
    async hashPassword(password) {
      const nonce = randomBytes(16);
      const hash = () => derive('argon2id', { ...PARAMETERS, message: password, nonce });
      return toPhc(nonce, await inHashingSlot(true, hash));
    },
  };
}

function toPhc(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = PARAMETERS;
  const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

// A hash that no password matches: an unknown person then takes as long as a known one.
const DECOY = toPhc(randomBytes(16), randomBytes(PARAMETERS.tagLength));

/** False for a wrong password and, after the same work, for a person who has none or does not exist. Wants a slot. */
export async function verifyPassword(phc: string | null, password: string): Promise<boolean> {
  const own = phc === null ? null : PHC.exec(phc);
  const [, memory, passes, parallelism, nonce = '', tag = ''] = own ?? PHC.exec(DECOY) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const made = await derive('argon2id', {
    message: password.slice(0, PASSWORD_LENGTH_MAX),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(made, expected) && own !== null;
}

/** Why a password is rejected, for the person who chose it; null when it is accepted. */
export async function whyPasswordRefused(password: string, email: string): Promise<string | null> {
  if (password.length < PASSWORD_LENGTH_MIN)
    return `Enter a password of at least ${PASSWORD_LENGTH_MIN} characters`;
  if (password.length > PASSWORD_LENGTH_MAX)
    return `Enter a password of at most ${PASSWORD_LENGTH_MAX} characters`;
  if (!password.isWellFormed() || password.includes('\u0000'))
    return 'Enter a password of ordinary characters';
  const plain = plainForm(password);
  const [name = ''] = email.toLowerCase().split('@');
  if (plain === plainForm(email) || (name.length >= 4 && plain.replace(name, '').length < 6))
    return 'Choose a password that does not contain your e-mail address';
  const common = await commonPasswords();
  // A common word twice, or few different characters, is as easy to guess as the word.
  const half = plain.slice(0, plain.length / 2);
  const isDoubled = plain === half + half && common.has(half);
  if (new Set(plain).size < 4 || common.has(plain) || common.has(withoutTail(plain)) || isDoubled)
    return 'Choose another password: this one is on lists of common passwords';
  return null;
}

/** Without case and the most common substitutions. */
function plainForm(text: string): string {
  return text.toLowerCase().normalize('NFKC').replaceAll('@', 'a').replaceAll('$', 's').replaceAll('0', 'o');
}

function withoutTail(text: string): string {
  return text.replace(/[\d!?.*#_-]+$/, '');
}

let loading: Promise<Set<string>> | null = null;

/** A list of fifty thousand, loaded with the first password that is chosen. */
function commonPasswords(): Promise<Set<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(
        dictionary['passwords-common']
          .filter((word) => word.length >= 4)
          .flatMap((word) => [word, plainForm(word)]),
      ),
  );
  return loading;
}
