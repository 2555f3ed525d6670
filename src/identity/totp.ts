// Time-based codes of an authenticator app (RFC 6238): six digits, thirty seconds, one step of drift either way. A code is identified
// by its step, so that a caller who stores the last step can make each code work once.
import { generateSecret, generateURI, verifySync } from 'otplib';
import { renderSVG } from 'uqr';

const STEP_SECONDS = 30;

export type TotpSetUp = { secret: string; uri: string; qrSvg: string };

/** A new secret, as text and as a QR code. */
export function makeTotpSecret(issuer: string, label: string): TotpSetUp {
  const secret = generateSecret();
  const uri = generateURI({ issuer, label, secret });
  return { secret, uri, qrSvg: renderSVG(uri, { border: 2 }) };
}

/** The step of the code; null when it is not a code of the current step, or of one before or after. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  const digits = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const epoch = Math.floor(nowMs / 1000);
  const result = verifySync({ secret, token: digits, epoch, epochTolerance: STEP_SECONDS });
  if (!result.valid || !('timeStep' in result)) return null;
  // The library's tolerance is in seconds: near the edge of a step it would reach two steps away.
  return Math.abs(result.timeStep - Math.floor(epoch / STEP_SECONDS)) <= 1 ? result.timeStep : null;
}
