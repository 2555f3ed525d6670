// Register a device: mints the session id that the fingerprint script hands to its page. The id is signed, so that one
// that we never gave out is told apart without a look-up.
import { randomUUIDv7 } from 'node:crypto';

export type RegisterDevice = () => { sessionId: string };

export function createRegisterDevice(needs: { signSession: (id: string) => string }): RegisterDevice {
  return () => {
    const id = randomUUIDv7();
    return { sessionId: `ds_${id}.${needs.signSession(id)}` };
  };
}
