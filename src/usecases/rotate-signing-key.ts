// Rotate: a new key that signs once every process knows it; the old one stays known until its last token is dead.
import { ACTIVATION_DELAY_SECONDS, makeSigningKey, RETIRED_KEY_SECONDS } from '../identity/signing-keys.ts';
import type { SigningKeyStore } from '../storage/signing-keys.ts';

export type SigningKeyRotation = () => Promise<{ kid: string; activeInSeconds: number }>;

export function createRotateSigningKey(needs: { signingKeys: SigningKeyStore }): SigningKeyRotation {
  return async () => {
    const key = await makeSigningKey();
    await needs.signingKeys.rotateSigningKey(key, ACTIVATION_DELAY_SECONDS, RETIRED_KEY_SECONDS);
    return { kid: key.kid, activeInSeconds: ACTIVATION_DELAY_SECONDS };
  };
}
