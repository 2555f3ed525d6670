// Composes the OpenID provider and our side of it, as the client that people sign in with: the embedded provider or another one.
import type { Config } from '../config/config.ts';
import { PERMISSIONS } from '../domain/people/permissions.ts';
import type { CookieSeal } from '../http/edge/cookies.ts';
import { createIsRightSecret } from '../identity/client-secret.ts';
import { createIssueToken, type IssueToken } from '../identity/issue-token.ts';
import type { OpenIdClient } from '../identity/openid-client.ts';
import { CONSOLE_CLIENT_ID } from '../identity/person-tokens.ts';
import { createOpenIdProvider, type OpenIdProvider } from '../identity/provider.ts';
import { createRelyingParty, type RelyingParty } from '../identity/relying-party.ts';
import type { SignToken } from '../identity/sign-token.ts';
import type { KeyDirectory } from '../identity/signing-keys.ts';
import type { Database } from '../storage/engine/connection/database.ts';
import type { Keyring } from '../storage/keys/keyring.ts';
import { open, SealBroken, seal } from '../storage/keys/vault.ts';
import { findCredential } from '../storage/people/credentials.ts';
import { createOpenIdRecords } from '../storage/people/openid-records.ts';
import type { Stores } from './stores.ts';

const COOKIE_SECONDS = 600;

type SignInParts = {
  provider: OpenIdProvider;
  issueToken: IssueToken;
  relyingParty: RelyingParty;
  findClient: (clientId: string) => Promise<OpenIdClient | null>;
  isRightSecret: (client: OpenIdClient, secret: string) => boolean;
  cookieSeal: CookieSeal;
  /** Deletes what has expired. Safe to run twice. */
  purgeRecords(): Promise<number>;
};

export function composeSignIn(given: {
  config: Config;
  stores: Stores;
  keys: KeyDirectory;
  signToken: SignToken;
  own: { issuer: string; audience: string; nowMs: () => number };
}): SignInParts {
  const { config, keys, own } = given;
  const { database, keyring, hashSecret } = given.stores;
  const isEmbedded = config.IDENTITY_ISSUER === null;
  const records = createOpenIdRecords({ database, keyring });
  const consoleSecret = keyring.mac('hash-sign-ins', 'console client secret').toString('base64url');
  const redirectUri = `${config.publicUrl}/v1/auth/callback`;
  const findClient = createFindClient({ database, hashSecret, consoleSecret, redirectUri, isEmbedded });
  const hashText = (secret: string): string => hashSecret(secret).toString('base64url');
  const provider = createOpenIdProvider({
    ...own,
    scopes: PERMISSIONS,
    keys,
    cookieKey: keyring.mac('sign-cookies', 'identity provider').toString('base64url'),
    findClient,
    hashSecret: hashText,
    records,
  });
  const relyingParty = createRelyingParty({
    issuer: config.IDENTITY_ISSUER ?? config.publicUrl,
    clientId: config.IDENTITY_CLIENT_ID ?? CONSOLE_CLIENT_ID,
    clientSecret: config.IDENTITY_CLIENT_SECRET ?? consoleSecret,
    redirectUri,
    embedded: isEmbedded ? provider : null,
  });
  return {
    provider,
    issueToken: createIssueToken({ hashSecret: hashText, signToken: given.signToken }),
    relyingParty,
    findClient,
    isRightSecret: createIsRightSecret(hashText),
    cookieSeal: createCookieSeal(keyring, own.nowMs),
    purgeRecords: records.purgeOpenIdRecords,
  };
}

/** Credentials that may have tokens, and our own pages where people sign in here. */
function createFindClient(needs: {
  database: Database;
  hashSecret: (secret: string) => Buffer;
  consoleSecret: string;
  redirectUri: string;
  isEmbedded: boolean;
}) {
  const { redirectUri } = needs;
  const ownPages: OpenIdClient = {
    clientId: CONSOLE_CLIENT_ID,
    secretHash: needs.hashSecret(needs.consoleSecret).toString('base64url'),
    scopes: ['openid'],
    redirectUri,
  };
  return async (clientId: string): Promise<OpenIdClient | null> => {
    if (clientId === CONSOLE_CLIENT_ID) return needs.isEmbedded ? ownPages : null;
    const credential = await findCredential(needs.database, clientId);
    const isUsable = credential !== null && !credential.isRevoked && credential.tenantIsEnabled;
    if (!isUsable) return null;
    return {
      clientId,
      secretHash: credential.secretHash.toString('base64url'),
      oldSecretHash: credential.oldSecretHash?.toString('base64url') ?? null,
      generation: credential.generation,
      scopes: credential.scopes,
    };
  };
}

function createCookieSeal(keyring: Keyring, nowMs: () => number): CookieSeal {
  const key = keyring.key('seal-sign-ins');
  return {
    seal: (name, value) => {
      const untilMs = nowMs() + COOKIE_SECONDS * 1000;
      return seal(key, `cookie/${name}`, JSON.stringify({ untilMs, value })).toString('base64url');
    },
    open: (name, sealed) => {
      try {
        const { untilMs, value } = JSON.parse(
          open(key, `cookie/${name}`, Buffer.from(sealed, 'base64url')).toString('utf8'),
        );
        return untilMs > nowMs() ? value : null;
      } catch (error) {
        if (error instanceof SealBroken) return null;
        throw error;
      }
    },
  };
}
