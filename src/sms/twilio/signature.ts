// Twilio's signature: HMAC-SHA1 by the account's token over the address and the sorted form. Compared in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';

export function sign(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  // A repeated name counts once for each different value, in order.
  const text = names
    .flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value))
    .join('');
  return createHmac('sha1', authToken).update(`${url}${text}`).digest('base64');
}

export function isSigned(
  authToken: string,
  url: string,
  form: URLSearchParams,
  signature: string | undefined,
): boolean {
  const given = Buffer.from(signature ?? '');
  // Some of Twilio's senders sign the address with its port and some without: either is valid. Both are always computed.
  const matches = [withoutPort(url), withPort(url)].map((one) => {
    const expected = Buffer.from(sign(authToken, one, form));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return matches.includes(true);
}

const PARTS = /^(https?:\/\/)(\[[^\]]*\]|[^/:?#]*)(:\d+)?(.*)$/s;

function withoutPort(url: string): string {
  return url.replace(PARTS, '$1$2$4');
}

function withPort(url: string): string {
  return url.replace(PARTS, (_all, scheme: string, host: string, port: string | undefined, rest: string) =>
    [scheme, host, port ?? (scheme === 'https://' ? ':443' : ':80'), rest].join(''),
  );
}
