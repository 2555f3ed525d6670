// Access tokens of people who signed in: the same kind of JWT as a credential's, for a session, with the console as its client. They
// are kept in a cookie; what the person may do is looked up, and is not in the token.
import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { TOKEN_LIFETIME_SECONDS } from './access-tokens.ts';
import { type KeyDirectory, SIGNING_ALG } from './signing-keys.ts';

/** The client that people sign in through: our own pages. */
export const CONSOLE_CLIENT_ID = 'console';

export type SignPersonToken = (session: { id: string; personId: string }) => Promise<string>;

export function createPersonTokenSigner(needs: {
  keys: KeyDirectory;
  issuer: string;
  audience: string;
  nowMs: () => number;
}): SignPersonToken {
  return async ({ id, personId }) => {
    const { activeKid, privateJwks } = needs.keys.current();
    const jwk = privateJwks.find(({ kid }) => kid === activeKid);
    if (jwk === undefined) throw new Error('the active signing key must be among the known ones');
    const issuedAt = Math.floor(needs.nowMs() / 1000);
    return new SignJWT({ client_id: CONSOLE_CLIENT_ID, sid: id })
      .setProtectedHeader({ alg: SIGNING_ALG, typ: 'at+jwt', kid: activeKid })
      .setIssuer(needs.issuer)
      .setAudience(needs.audience)
      .setSubject(personId)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
      .sign(await importJWK(jwk, SIGNING_ALG));
  };
}
