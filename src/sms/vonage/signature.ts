// Vonage's signature: a hash by the account's signature secret over the sorted parameters. Compared in constant time.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureMethod } from './wire.ts';

export type Parameters = Readonly<Record<string, string>>;
export type SignatureKey = { method: SignatureMethod; secret: string };

/** In hexadecimal, lower case. */
export function sign({ method, secret }: SignatureKey, parameters: Parameters): string {
  const text = Object.keys(parameters)
    .filter((name) => name !== 'sig')
    .sort()
    // So that a value cannot be read as two parameters.
    .map((name) => `&${name}=${(parameters[name] ?? '').replace(/[&=]/g, '_')}`)
    .join('');
  if (method === 'md5hash') return createHash('md5').update(`${text}${secret}`).digest('hex');
  return createHmac(method, secret).update(text).digest('hex');
}

export function isSigned(key: SignatureKey, parameters: Parameters): boolean {
  const given = Buffer.from((parameters.sig ?? '').toLowerCase());
  const expected = Buffer.from(sign(key, parameters));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
