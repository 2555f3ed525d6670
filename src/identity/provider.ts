// The embedded OpenID provider: oidc-provider, a certified library, speaks the protocol; this file tells it who the
// clients are and how a token looks. It is asked in process, with requests that carry our own public address, so that
// no Host header of a caller's shows up in what it answers. It is made anew when the signing keys change.
import inject from 'light-my-request';
import Provider, { type AdapterPayload, type Configuration, errors } from 'oidc-provider';
import { TOKEN_LIFETIME_SECONDS } from './access-tokens.ts';
import { type KeyDirectory, type KnownKeys, SIGNING_ALG } from './signing-keys.ts';

export const PROVIDER_ROUTES = {
  token: '/v1/oauth/token',
  jwks: '/.well-known/jwks.json',
  discovery: '/.well-known/openid-configuration',
} as const;

export type OpenIdClient = { clientId: string; secretHash: string; scopes: readonly string[] };

export type ProviderRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};
export type ProviderResponse = { status: number; headers: Record<string, string>; body: string };

export type OpenIdProvider = { handle(request: ProviderRequest): Promise<ProviderResponse> };

type Needs = {
  issuer: string;
  audience: string;
  scopes: readonly string[];
  keys: KeyDirectory;
  cookieKey: string;
  /** Null for a client that does not exist or may not have tokens. */
  findClient(clientId: string): Promise<OpenIdClient | null>;
  hashSecret(secret: string): string;
};

export function createOpenIdProvider(needs: Needs): OpenIdProvider {
  let made: { version: string; callback: ReturnType<Provider['callback']> } | null = null;
  // What went wrong inside the library, by the request that it happened to: our edge has the better words for it.
  const faults = new WeakMap<object, Error>();

  const callback = () => {
    const keys = needs.keys.current();
    if (made?.version !== keys.version) {
      made = { version: keys.version, callback: makeProvider(needs, keys, faults).callback() };
    }
    return made.callback;
  };

  const { host, protocol } = new URL(needs.issuer);
  return {
    async handle(request) {
      const answer = await inject(callback() as never, {
        method: request.method,
        url: request.path,
        headers: { ...request.headers, host, 'x-forwarded-proto': protocol.slice(0, -1) },
        ...(request.body === undefined ? {} : { payload: request.body }),
      });
      const fault = faults.get(answer.raw.req);
      if (fault !== undefined) throw fault;
      const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
      return { status: answer.statusCode, headers: Object.fromEntries(headers), body: answer.payload };
    },
  };
}

function makeProvider(needs: Needs, keys: KnownKeys, faults: WeakMap<object, Error>): Provider {
  const configuration: Configuration = {
    adapter: (model: string) => adapterOf(needs, model),
    // The first key signs what is not told otherwise; the others are published so that older tokens still verify.
    jwks: { keys: keys.privateJwks as never },
    cookies: { keys: [needs.cookieKey] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALG },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALG] },
    scopes: [...needs.scopes],
    responseTypes: ['code'],
    ttl: { ClientCredentials: TOKEN_LIFETIME_SECONDS },
    routes: PROVIDER_ROUTES,
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => needs.audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          // A token for somebody else's API is not ours to give.
          if (resource.replace(/\/$/, '') !== needs.audience) throw new errors.InvalidTarget();
          return {
            scope: needs.scopes.join(' '),
            audience: needs.audience,
            accessTokenTTL: TOKEN_LIFETIME_SECONDS,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: SIGNING_ALG, kid: keys.activeKid } },
          };
        },
      },
    },
  };
  const provider = new Provider(needs.issuer, configuration);
  // Our own x-forwarded-proto says whether the public address is https; nothing from the caller is passed on.
  provider.proxy = true;
  // Secrets are stored as keyed hashes: the library's own comparison then runs on hashes, in constant time.
  const compare = provider.Client.prototype.compareClientSecret;
  provider.Client.prototype.compareClientSecret = function (this: unknown, actual: string) {
    return compare.call(this as never, needs.hashSecret(actual));
  };
  provider.on('server_error', (ctx, error) => void faults.set(ctx.req, error));
  return provider;
}

/** Only clients are looked up; access tokens are JWTs and are kept nowhere. */
function adapterOf(needs: Needs, model: string) {
  const unused = async (): Promise<never> => {
    throw new Error(`the identity provider asked to store a ${model}, which nothing here needs`);
  };
  return {
    find: async (id: string): Promise<AdapterPayload | undefined> => {
      if (model !== 'Client') return unused();
      const client = await needs.findClient(id);
      if (client === null) return undefined;
      return {
        client_id: client.clientId,
        client_secret: client.secretHash,
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
        token_endpoint_auth_method: 'client_secret_basic',
        scope: client.scopes.join(' '),
      };
    },
    upsert: unused,
    findByUserCode: unused,
    findByUid: unused,
    consume: unused,
    destroy: unused,
    revokeByGrantId: unused,
  };
}
