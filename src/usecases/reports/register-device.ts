// Register a device: takes what the fingerprint script read and mints the session id that it hands to its page. Anybody may
// call it, so it must stay cheap: what waits for the database is bounded, and past that it is refused at once.
import { flagsOf, readSignals } from '../../domain/device-signals.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { DeviceSessionStore } from '../../storage/reports/device-sessions.ts';

const WAITING_MAX = 500;
const ORIGIN_LENGTH_MAX = 300;

export type RegisterDevice = (input: {
  /** As the script sent them: may be anything. */
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

/** What a browser says, or nothing: a page without an origin of its own sends the word null. */
function toOrigin(header: string | undefined): string | null {
  if (header === undefined || header.length > ORIGIN_LENGTH_MAX || !/^https?:\/\/[^\s/?#@]+$/i.test(header))
    return null;
  return header.toLowerCase();
}
