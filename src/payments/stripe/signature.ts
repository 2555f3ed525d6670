// Stripe's signature of an event: HMAC-SHA256 by the endpoint's secret over the time and the bytes as they came. Compared in constant time;
// one that is older than five minutes, or from the future, is no good.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'stripe-signature';
const TOLERANCE_SECONDS = 300;

export function signatureHeader(secret: string, body: string, atSeconds: number): string {
  return `t=${atSeconds},v1=${sign(secret, body, String(atSeconds))}`;
}

export function isSigned(
  secret: string,
  body: string,
  header: string | undefined,
  nowSeconds: number,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string): string[] =>
    parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [at, ...more] = valuesOf('t');
  if (at === undefined || more.length > 0 || !/^\d{1,12}$/.test(at)) return false;
  if (Math.abs(nowSeconds - Number(at)) > TOLERANCE_SECONDS) return false;
  const expected = Buffer.from(sign(secret, body, at));
  // While a secret is rolled over there are two signatures. Each is compared.
  const matches = valuesOf('v1').map((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return matches.includes(true);
}

function sign(secret: string, body: string, at: string): string {
  return createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
}
