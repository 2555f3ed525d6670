// Register a device: stores what the fingerprint script read and mints the session id for its page. It is public, so it must stay
// cheap: the number of calls that wait for the database is bounded, and calls beyond it are shed.
import { Refusal } from '../../domain/refusal.ts';
import { flagsOf, readSignals } from '../../domain/reports/device-signals.ts';
import type { DeviceSessionStore } from '../../storage/reports/device-sessions.ts';

const WAITING_MAX = 500;
const ORIGIN_LENGTH_MAX = 300;

export type RegisterDevice = (input: {
  /** As the script sent them, not validated. */
  signals: unknown;
  address: string;
  origin: string | undefined;
  userAgent: string | undefined;
  acceptLanguage: string | undefined;
}) => Promise<{ sessionId: string }>;

export function createRegisterDevice(needs: { sessions: DeviceSessionStore }): RegisterDevice {
  let waiting = 0;

  return async ({ signals: given, address, origin, userAgent, acceptLanguage }) => {
    if (waiting >= WAITING_MAX) {
      throw new Refusal('service-unavailable', 'Too many devices report at this moment. Try again shortly.', {
        retryAfterSeconds: 2,
      });
    }
    const signals = readSignals(given);
    waiting += 1;
    try {
      const sessionId = await needs.sessions.open({
        origin: toOrigin(origin),
        address,
        signals,
        flags: flagsOf(signals, { userAgent, acceptLanguage }),
      });
      return { sessionId };
    } finally {
      waiting -= 1;
    }
  };
}

/** The Origin header where it is a real origin; an opaque one is sent as the word `null`. */
function toOrigin(header: string | undefined): string | null {
  if (header === undefined || header.length > ORIGIN_LENGTH_MAX || !/^https?:\/\/[^\s/?#@]+$/i.test(header))
    return null;
  return header.toLowerCase();
}
