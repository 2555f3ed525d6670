// DNS rebinding: a page of a stranger whose name is made to point at this machine reads what answers here, with the browser's help. What
// has no other lock (development pages, metrics without a token, simulators) answers only to names that nobody else can have.
import { Refusal } from './refusal.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Of a Host header: whether it names this machine. */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = nameIn(host);
  return name !== null && LOOPBACK_NAMES.includes(name);
}

/** Of a Host header: whether it is this machine's or that of the public address. */
export function isKnownHost(host: string | undefined, publicUrl: string): boolean {
  return isLoopbackHost(host) || nameIn(host) === new URL(publicUrl).hostname;
}

export function refuseUnknownHost(host: string | undefined, publicUrl: string): void {
  if (isKnownHost(host, publicUrl)) return;
  throw new Refusal(
    'forbidden',
    `This answers at ${publicUrl} and on this machine only, and the Host header names neither. Open it there, or set PUBLIC_URL.`,
  );
}

/** Without the port; null when it is no name. */
function nameIn(host: string | undefined): string | null {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}
