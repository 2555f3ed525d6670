// Passwords of people: argon2id, off the event loop, kept as a PHC string so that the parameters can change later.
import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const derive = promisify(argon2);

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { ...PARAMETERS, message: password, nonce });
  const { memory, passes, parallelism } = PARAMETERS;
  const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash as Buffer)}`;
}
