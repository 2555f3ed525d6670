// The embedded OpenID provider: oidc-provider, a certified library, implements the protocol; this file configures its clients and
// tokens. It is called in process, with requests that carry our own public address, so that no Host header of a caller reaches its
// responses. It is created again when the signing keys change. The library is loaded when it is first asked: a tenth of a start, which plain
// token requests (issue-token.ts) do not need.
import { AsyncLocalStorage } from 'node:async_hooks';
import inject from 'light-my-request';
import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { TOKEN_LIFETIME_SECONDS } from './access-tokens.ts';
import type { OpenIdClient } from './openid-client.ts';
import { createAdapter, type ProviderRecords } from './provider-adapter.ts';
import { isSameHash } from './same-hash.ts';
import { type KeyDirectory, type KnownKeys, SIGNING_ALG } from './signing-keys.ts';

export const PROVIDER_ROUTES = {
  authorization: '/v1/oauth/authorize',
  token: '/v1/oauth/token',
  jwks: '/.well-known/jwks.json',
  discovery: '/.well-known/openid-configuration',
} as const;

type ProviderRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  cookies?: Record<string, string>;
  /** The client, where the caller has looked it up already. */
  client?: OpenIdClient | null;
};
export type ProviderResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Cookies to set; null for those to delete. The edge keeps them all in one cookie of ours. */
  cookies: Record<string, string | null>;
  /** A client authenticated with the secret from before the last rotation. */
  usedOldSecret: boolean;
};

export type Interaction = { uid: string };

export type OpenIdProvider = {
  /** The keys or the discovery document: made once for each set of keys. */
  readDocument(path: string): Promise<ProviderResponse>;
  handle(request: ProviderRequest): Promise<ProviderResponse>;
  /** A sign-in that waits for a person; null when it has ended or never existed. */
  findInteraction(uid: string): Promise<Interaction | null>;
  /** The person is authenticated: resolves to the path that the browser continues to. */
  finishInteraction(uid: string, person: { id: string; methods: string[] }): Promise<string | null>;
};

/** The library's cookie with the id of a sign-in that waits for a person. */
export const INTERACTION_COOKIE = '_interaction';

type Needs = {
  issuer: string;
  audience: string;
  scopes: readonly string[];
  keys: KeyDirectory;
  cookieKey: string;
  /** Null for a client that does not exist or may not get tokens. */
  findClient(clientId: string): Promise<OpenIdClient | null>;
  hashSecret(secret: string): string;
  records: ProviderRecords;
  nowMs: () => number;
};

/** The client of one request to the library. */
type AskedClient = { client: OpenIdClient | null; generation: number };

const toAsked = (client: OpenIdClient | null): AskedClient => ({
  client,
  generation: client?.generation ?? 0,
});

type Made = {
  version: string;
  provider: Provider;
  callback: ReturnType<Provider['callback']>;
  documents: Map<string, Promise<ProviderResponse>>;
};

const CODE_LIFETIME_SECONDS = 60;
const SIGN_IN_LIFETIME_SECONDS = 600;

export function createOpenIdProvider(needs: Needs): OpenIdProvider {
  let made: Made | null = null;
  // Errors inside the library, by request: our edge answers them in our own format.
  const faults = new WeakMap<object, Error>();
  const asked = new AsyncLocalStorage<AskedClient>();

  const current = async (): Promise<Made> => {
    const library = await import('oidc-provider');
    const keys = needs.keys.current();
    if (made?.version !== keys.version) {
      const provider = makeProvider(library, needs, keys, faults, asked);
      made = { version: keys.version, provider, callback: provider.callback(), documents: new Map() };
    }
    return made;
  };

  const { host, protocol } = new URL(needs.issuer);
  const provider: OpenIdProvider = {
    async readDocument(path) {
      const { documents } = await current();
      const document = documents.get(path) ?? provider.handle({ method: 'GET', path, headers: {} });
      documents.set(path, document);
      document.catch(() => documents.delete(path));
      return document;
    },

    async handle(request) {
      const cookie = Object.entries(request.cookies ?? {}).map(([name, value]) => `${name}=${value}`);
      const about = toAsked(request.client ?? null);
      // Awaited inside: the injected request starts when it is awaited, and must start in this context.
      const answer = await asked.run(about, async () => {
        const { callback } = await current();
        const { raw, statusCode, headers, payload } = await inject(callback as never, {
          method: request.method,
          url: request.path,
          headers: {
            ...request.headers,
            host,
            'x-forwarded-proto': protocol.slice(0, -1),
            ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
          },
          ...(request.body === undefined ? {} : { payload: request.body }),
        });
        return { raw, statusCode, headers, payload };
      });
      const fault = faults.get(answer.raw.req);
      if (fault !== undefined) throw fault;
      const { 'set-cookie': setCookie, ...rest } = answer.headers;
      const headers = Object.entries(rest).map(([name, value]) => [name, String(value)]);
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(headers),
        body: answer.payload,
        cookies: readCookies([setCookie ?? []].flat()),
        usedOldSecret: about.client !== null && about.generation < (about.client.generation ?? 0),
      };
    },

    async findInteraction(uid) {
      const { Interaction } = (await current()).provider;
      const interaction = await Interaction.find(uid);
      return interaction === undefined ? null : { uid: interaction.uid };
    },

    async finishInteraction(uid, person) {
      const { Interaction } = (await current()).provider;
      const interaction = await Interaction.find(uid);
      if (interaction === undefined) return null;
      interaction.result = { login: { accountId: person.id, amr: person.methods, remember: false } };
      await interaction.persist();
      return new URL(interaction.returnTo).pathname;
    },
  };
  return provider;
}

function readCookies(lines: string[]): Record<string, string | null> {
  const kept = lines.map((line) => {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split('=', 2);
    const isGone =
      value === '' || attributes.some((attribute) => /expires=Thu, 01 Jan 1970/i.test(attribute));
    return [name.trim(), isGone ? null : value];
  });
  return Object.fromEntries(kept);
}

function makeProvider(
  library: typeof import('oidc-provider'),
  needs: Needs,
  keys: KnownKeys,
  faults: WeakMap<object, Error>,
  asked: AsyncLocalStorage<AskedClient>,
): Provider {
  const { default: Provider, errors } = library;
  const findClient = async (id: string): Promise<OpenIdClient | null> => {
    const about = asked.getStore();
    if (about?.client?.clientId === id) return about.client;
    const client = await needs.findClient(id);
    if (about !== undefined) Object.assign(about, toAsked(client));
    return client;
  };
  const configuration: Configuration = {
    adapter: (model: string) => createAdapter(model, { records: needs.records, findClient, errors }),
    // The first key is the default for signing; the others are published so that older tokens still verify.
    jwks: { keys: keys.privateJwks as never },
    cookies: { keys: [needs.cookieKey] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALG },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALG] },
    scopes: [...needs.scopes, 'openid'],
    claims: { openid: ['sub', 'amr'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    ttl: {
      ClientCredentials: TOKEN_LIFETIME_SECONDS,
      AccessToken: CODE_LIFETIME_SECONDS,
      AuthorizationCode: CODE_LIFETIME_SECONDS,
      IdToken: SIGN_IN_LIFETIME_SECONDS,
      Grant: SIGN_IN_LIFETIME_SECONDS,
      Interaction: SIGN_IN_LIFETIME_SECONDS,
      Session: SIGN_IN_LIFETIME_SECONDS,
    },
    routes: PROVIDER_ROUTES,
    interactions: { url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    // People sign in through our own client only: there is nothing to consent to.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    // The library uses the machine's clock, tokens the clock that all processes share.
    formats: {
      customizers: {
        jwt: (_ctx, _token, { payload }) => {
          const issuedAt = Math.floor(needs.nowMs() / 1000);
          Object.assign(payload ?? {}, { iat: issuedAt, exp: issuedAt + TOKEN_LIFETIME_SECONDS });
        },
      },
    },
    // Tokens of a rotated credential name the secret that they were issued for, and expire with it.
    extraTokenClaims: (_ctx, token) => {
      const generation = asked.getStore()?.generation ?? 0;
      return token.kind === 'ClientCredentials' && generation > 0
        ? { secret_generation: generation }
        : undefined;
    },
    renderError: (ctx, out) => {
      ctx.type = 'json';
      ctx.body = { error: out.error, error_description: out.error_description };
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        // People get their tokens from the edge; the provider only gives them an ID token.
        defaultResource: (_ctx, client) => (client.redirectUris?.length ? [] : needs.audience),
        useGrantedResource: () => false,
        getResourceServerInfo: (_ctx, resource) => {
          // We issue no tokens for other APIs.
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
  // Our own x-forwarded-proto says whether the public address is https; no header of the caller is passed on.
  provider.proxy = true;
  // Secrets are stored as keyed hashes, so the library compares hashes, in constant time.
  const compare = provider.Client.prototype.compareClientSecret;
  provider.Client.prototype.compareClientSecret = function (this: unknown, actual: string) {
    const hash = needs.hashSecret(actual);
    const about = asked.getStore();
    const isOld = isSameHash(hash, about?.client?.oldSecretHash ?? null);
    if (isOld && about !== undefined) about.generation = (about.client?.generation ?? 1) - 1;
    return isOld || compare.call(this as never, hash);
  };
  provider.on('server_error', (ctx, error) => void faults.set(ctx.req, error));
  return provider;
}
