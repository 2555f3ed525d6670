// Who a token request says it is, and whether its secret is right: judged before any allowance is spent, so that only who has the secret
// can spend the client's. The provider still authenticates the client; this reads as leniently as it does, percent signs and all, or
// another spelling would evade the rate limit.
import type { OpenIdClient } from './openid-client.ts';
import { isSameHash } from './same-hash.ts';

export type ClaimedClient = { clientId: string; secret: string };

/** Null where no client is named. */
export function readClient(form: URLSearchParams, authorization: string | undefined): ClaimedClient | null {
  const [scheme = '', basic] = (authorization ?? '').split(' ');
  const isBasic = scheme.toLowerCase() === 'basic' && basic !== undefined;
  const clientId = isBasic ? basicParts(basic)[0] : form.get('client_id');
  const secret = isBasic ? basicParts(basic)[1] : form.get('client_secret');
  return clientId !== null && /^[\w.~-]{1,100}$/.test(clientId) ? { clientId, secret: secret ?? '' } : null;
}

export function createIsRightSecret(hashSecret: (secret: string) => string) {
  return ({ secretHash, oldSecretHash = null }: OpenIdClient, secret: string): boolean => {
    const hash = hashSecret(secret);
    return isSameHash(hash, secretHash) || isSameHash(hash, oldSecretHash);
  };
}

function basicParts(basic: string): [id: string | null, secret: string | null] {
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return [decoded(id), decoded(secret.join(':'))];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return null;
  }
}
