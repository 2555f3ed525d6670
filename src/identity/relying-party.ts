// Our side of signing in by OpenID Connect: authorization code with PKCE, state and nonce. It calls the embedded provider in process,
// or an external one over the network; the code is the same, so a test of one covers the other.
import * as openid from 'openid-client';
import type { OpenIdProvider } from './provider.ts';

/** What the browser carries, sealed, between the redirect and the callback. */
export type SignInAttempt = { state: string; nonce: string; verifier: string };

export type WhoSignedIn = {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** The provider says that a second factor was used. */
  hasSecondFactor: boolean;
};

/** The provider refused, or a check failed: the person is not signed in. */
export class SignInFailed extends Error {
  constructor(cause: unknown) {
    super('the sign-in did not come to an end', { cause });
    this.name = 'SignInFailed';
  }
}

/** The OpenID provider cannot be reached. */
export class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('the OpenID provider cannot be reached', { cause });
    this.name = 'ProviderUnavailable';
  }
}

export type RelyingParty = ReturnType<typeof createRelyingParty>;

const SECOND_FACTORS = ['mfa', 'otp', 'hwk', 'swk', 'sms', 'fpt', 'face'];
const TIMEOUT_SECONDS = 10;

export function createRelyingParty(needs: {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Null for an external provider. */
  embedded: OpenIdProvider | null;
}) {
  let discovering: Promise<openid.Configuration> | null = null;
  const { embedded, redirectUri } = needs;

  const discover = async (): Promise<openid.Configuration> => {
    const insecure = new URL(needs.issuer).protocol === 'http:';
    try {
      const execute = [
        // Plain http is for our own provider in development, or one in a test; production refuses the setting.
        ...(insecure ? [openid.allowInsecureRequests] : []),
        ...(embedded === null ? [openid.enableNonRepudiationChecks] : []),
      ];
      return await openid.discovery(
        new URL(needs.issuer),
        needs.clientId,
        needs.clientSecret,
        openid.ClientSecretBasic(needs.clientSecret),
        {
          execute,
          timeout: TIMEOUT_SECONDS,
          ...(embedded !== null && { [openid.customFetch]: fetchInProcess(embedded) }),
        },
      );
    } catch (error) {
      throw new ProviderUnavailable(error);
    }
  };
  const configuration = (): Promise<openid.Configuration> => {
    if (discovering === null) {
      discovering = discover();
      // A failure is not cached: the next sign-in tries again.
      discovering.catch(() => {
        discovering = null;
      });
    }
    return discovering;
  };

  return {
    async begin(): Promise<{ url: string; attempt: SignInAttempt }> {
      const config = await configuration();
      const verifier = openid.randomPKCECodeVerifier();
      const attempt = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: embedded === null ? 'openid email profile' : 'openid',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // After a sign-out the person must authenticate again.
        prompt: 'login',
      });
      return { url: url.href, attempt };
    },

    /** `query` is that of the callback. */
    async finish(query: string, attempt: SignInAttempt): Promise<WhoSignedIn> {
      const config = await configuration();
      try {
        const tokens = await openid.authorizationCodeGrant(config, new URL(`${redirectUri}${query}`), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('an ID token was expected');
        const amr = Array.isArray(claims.amr) ? claims.amr.map(String) : [];
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: typeof claims.email === 'string' ? claims.email : null,
          isEmailVerified: claims.email_verified === true,
          hasSecondFactor: amr.some((method) => SECOND_FACTORS.includes(method)),
        };
      } catch (error) {
        throw new SignInFailed(error);
      }
    },
  };
}

/** A fetch that calls the provider in this process instead of the network. */
function fetchInProcess(provider: OpenIdProvider): openid.CustomFetch {
  return async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url);
    const answer = await provider.handle({
      method: method === 'POST' ? 'POST' : 'GET',
      path: `${pathname}${search}`,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
    });
    return new Response(answer.body === '' ? null : answer.body, {
      status: answer.status,
      headers: answer.headers,
    });
  };
}
