// A token for a credential whose request is plain and right, as nearly all are: a third of the work of the provider's library. It only
// ever says yes. Whatever is wrong, or only unusual, is for the library, whose word counts; a test compares the two.
import { TOKEN_LIFETIME_SECONDS } from './access-tokens.ts';
import type { OpenIdClient } from './openid-client.ts';
import { isSameHash } from './same-hash.ts';
import type { SignToken } from './sign-token.ts';

export type IssueToken = (asked: {
  client: OpenIdClient;
  form: URLSearchParams;
  authorization: string | undefined;
}) => { body: string; usedOldSecret: boolean } | null;

/** Without a percent sign, a plus or a colon: read the same way by everyone. */
const PLAIN = /^[\w.~-]+$/;

export function createIssueToken(needs: {
  hashSecret(secret: string): string;
  signToken: SignToken;
}): IssueToken {
  return ({ client, form, authorization }) => {
    const secret = secretOf(client, form, authorization);
    const scope = form.get('scope');
    if (secret === null || scope === null || client.redirectUri !== undefined) return null;
    const scopes = scope.split(' ');
    if (new Set(scopes).size < scopes.length || scopes.some((one) => !client.scopes.includes(one)))
      return null;
    const hash = needs.hashSecret(secret);
    const usedOldSecret = isSameHash(hash, client.oldSecretHash ?? null);
    if (!usedOldSecret && !isSameHash(hash, client.secretHash)) return null;
    const { clientId, generation = 0 } = client;
    // Tokens of a rotated credential name the secret that they were issued for, and expire with it.
    const secretGeneration = usedOldSecret ? generation - 1 : generation;
    const access_token = needs.signToken({
      sub: clientId,
      client_id: clientId,
      scope,
      ...(secretGeneration > 0 && { secret_generation: secretGeneration }),
    });
    const body = { access_token, expires_in: TOKEN_LIFETIME_SECONDS, token_type: 'Bearer', scope };
    return { body: JSON.stringify(body), usedOldSecret };
  };
}

/** Of a request for client credentials with nothing else in it. */
function secretOf(
  client: OpenIdClient,
  form: URLSearchParams,
  authorization: string | undefined,
): string | null {
  const names = [...form.keys()].sort().join();
  if (form.get('grant_type') !== 'client_credentials') return null;
  if (authorization === undefined) {
    if (names !== 'client_id,client_secret,grant_type,scope') return null;
    return form.get('client_id') === client.clientId ? plain(form.get('client_secret')) : null;
  }
  const basic = /^Basic ([A-Za-z\d+/]+={0,2})$/.exec(authorization)?.[1];
  if (basic === undefined || names !== 'grant_type,scope') return null;
  const [id, secret = null, ...more] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return id === client.clientId && more.length === 0 ? plain(secret) : null;
}

function plain(secret: string | null): string | null {
  return secret !== null && PLAIN.test(secret) ? secret : null;
}
