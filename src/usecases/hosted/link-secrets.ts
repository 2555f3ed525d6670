// The secrets of a link: the token in its fragment, and the secret of the browser that started it. Both come from our key, so that a
// request whose answer got lost finds the same ones; the database has keyed hashes of them.
import type { Keyring } from '../../storage/keys/keyring.ts';

export type LinkSecrets = ReturnType<typeof createLinkSecrets>;

export function createLinkSecrets({ mac }: Pick<Keyring, 'mac'>) {
  return {
    tokenOf: (tenantId: string, id: string): string =>
      mac('make-consumer-tokens', 'token', tenantId, id).toString('base64url'),
    hashToken: (id: string, token: string): Buffer => mac('hash-consumer-tokens', 'token', id, token),
    /** `page`: the value in the form with Start. Another browser gets another value, and so another secret. */
    secretOf: (id: string, token: string, page: string): string =>
      mac('make-consumer-tokens', 'secret', id, token, page).toString('base64url'),
    hashSecret: (id: string, secret: string): Buffer => mac('hash-consumer-tokens', 'secret', id, secret),
    /** The id of a step that is counted once however often it is sent: a guess, a resend. */
    stepId: (...parts: string[]): string => {
      const hex = mac('hash-consumer-tokens', 'step', ...parts).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
  };
}
