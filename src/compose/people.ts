// Composes what people need: the OpenID provider, our side of signing in, sessions, second step, members, credentials, audit.
// A part of compose.ts, which stays readable without it.
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { PERMISSIONS } from '../domain/permissions.ts';
import type { CookieSeal } from '../http/edge/cookies.ts';
import { createAccessTokenReader } from '../identity/access-tokens.ts';
import type { OpenIdClient } from '../identity/openid-client.ts';
import { hashPassword, verifyPassword, whyPasswordRefused } from '../identity/passwords.ts';
import { CONSOLE_CLIENT_ID, createPersonTokenSigner } from '../identity/person-tokens.ts';
import { createOpenIdProvider } from '../identity/provider.ts';
import { createRelyingParty } from '../identity/relying-party.ts';
import type { KeyDirectory } from '../identity/signing-keys.ts';
import { createMailOutbox, createNoMailer } from '../mail/outbox.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import type { Clock } from '../storage/clock.ts';
import type { Database } from '../storage/connection/database.ts';
import type { Keyring } from '../storage/keys/keyring.ts';
import { open, SealBroken, seal } from '../storage/keys/vault.ts';
import { findCredential } from '../storage/people/credentials.ts';
import { purgeGuesses } from '../storage/people/guesses.ts';
import { findTenantAccess, purgeInvitations } from '../storage/people/members.ts';
import { createOpenIdRecords } from '../storage/people/openid-records.ts';
import { createSecondFactors, purgeResetLinks } from '../storage/people/second-factors.ts';
import { findSession, purgeSessions } from '../storage/people/sessions.ts';
import { purgeSignInSteps } from '../storage/people/sign-ins.ts';
import { describeFault } from '../telemetry/fault.ts';
import { createAuditTrail } from '../usecases/operating/read-audit.ts';
import { createCredentials, createNoteUse } from '../usecases/people/credentials.ts';
import { createIdentifyCaller } from '../usecases/people/identify-caller.ts';
import { createInvitations } from '../usecases/people/invitations.ts';
import { createInviteOwner } from '../usecases/people/invite-owner.ts';
import { createMembers } from '../usecases/people/members.ts';
import { createPasswords } from '../usecases/people/passwords.ts';
import { createSecondStep } from '../usecases/people/second-step.ts';
import { createSessions } from '../usecases/people/sessions.ts';
import { createSignIn, type HashToken } from '../usecases/people/sign-in.ts';
import { createTenantSecurity } from '../usecases/people/tenant-security.ts';

const COOKIE_SECONDS = 600;

export function composePeople(given: {
  config: Config;
  database: Database;
  keyring: Keyring;
  keys: KeyDirectory;
  logger: FastifyBaseLogger;
  hashSecret: (secret: string) => Buffer;
  clock: Clock;
  nowMs: () => number;
  steadyMs: () => number;
}) {
  const { config, database, keyring, keys, nowMs, hashSecret } = given;
  const { publicUrl } = config;
  // Every process judges and makes tokens by one clock, whatever its machine's own says.
  const own = { issuer: publicUrl, audience: publicUrl, nowMs: given.clock.nowMs };
  const onFault = (error: unknown): void => given.logger.error({ fault: describeFault(error) }, 'fault');
  const hashToken: HashToken = (kind, ...parts) => keyring.mac('hash-sign-ins', kind, ...parts);
  const isEmbedded = config.IDENTITY_ISSUER === null;

  const records = createOpenIdRecords({ database, keyring });
  const consoleSecret = keyring.mac('hash-sign-ins', 'console client secret').toString('base64url');
  const redirectUri = `${publicUrl}/v1/auth/callback`;
  const findClient = createFindClient({ database, hashSecret, consoleSecret, redirectUri, isEmbedded });
  const provider = createOpenIdProvider({
    ...own,
    scopes: PERMISSIONS,
    keys,
    cookieKey: keyring.mac('sign-cookies', 'identity provider').toString('base64url'),
    findClient,
    hashSecret: (secret) => hashSecret(secret).toString('base64url'),
    records,
  });
  const relyingParty = createRelyingParty({
    issuer: config.IDENTITY_ISSUER ?? publicUrl,
    clientId: config.IDENTITY_CLIENT_ID ?? CONSOLE_CLIENT_ID,
    clientSecret: config.IDENTITY_CLIENT_SECRET ?? consoleSecret,
    redirectUri,
    embedded: isEmbedded ? provider : null,
  });

  const identify = createIdentifyCaller({
    readAccessToken: createAccessTokenReader({ keys, ...own }),
    findCredential: (clientId) => findCredential(database, clientId),
    findSession: (sessionId) => findSession(database, sessionId),
    findTenantAccess: (tenantId, personId) => findTenantAccess(database, tenantId, personId),
    nowMs: given.steadyMs,
  });

  // Its mail lets people in: it is for a laptop, and never there where others can reach us.
  const isLaptop = config.NODE_ENV === 'development' && publicUrl.startsWith('http://');
  const mailOutbox = config.SMTP_URL === null && isLaptop ? createMailOutbox({ nowMs: Date.now }) : null;
  const mailer =
    config.SMTP_URL === null
      ? (mailOutbox ?? createNoMailer())
      : createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM });

  const secondFactors = createSecondFactors({ database, keyring });
  const signPersonToken = createPersonTokenSigner({ keys, ...own });
  const { forgetSession, forgetAccess } = identify;
  const sessions = createSessions({
    database,
    signPersonToken,
    hashToken,
    forgetSession,
    ownIssuer: publicUrl,
  });
  const asPassword = { hashPassword, verifyPassword, whyPasswordRefused };
  const passwords = createPasswords({
    ...{ database, mailer, sessions, hashToken, publicUrl, ...asPassword },
    onMailFault: onFault,
  });

  const invitations = createInvitations({ database, mailer, hashToken, publicUrl, ...asPassword });

  return {
    mailer,
    forApp: {
      provider,
      relyingParty,
      identifyCaller: identify.identifyCaller,
      enterTenant: identify.enterTenant,
      sessions,
      passwords,
      cookieSeal: createCookieSeal(keyring, own.nowMs),
      signIn: createSignIn({ database, provider, secondFactors, verifyPassword, hashToken, nowMs }),
      signInsPerAddress: config.RATE_LIMIT_SIGN_INS_PER_ADDRESS,
      secondStep: createSecondStep({ database, secondFactors, sessions, passwords, hashToken, nowMs }),
      members: createMembers({ database, forgetAccess }),
      invitations,
      inviteOwner: createInviteOwner({ database, invitations }),
      credentials: createCredentials({
        database,
        hashSecret,
        makeSecret: (...parts) => keyring.mac('make-client-secrets', ...parts),
      }),
      auditTrail: createAuditTrail({ database }),
      tenantSecurity: createTenantSecurity({ database }),
      mailOutbox,
      findClient,
      noteUse: createNoteUse({ database, nowMs: given.steadyMs, onFault }),
    },
    /** What has had its time goes; safe to do twice. */
    keepHouse: async (): Promise<void> => {
      await records.purgeOpenIdRecords();
      await purgeSessions(database);
      await purgeSignInSteps(database);
      await purgeResetLinks(database);
      await purgeGuesses(database);
      await purgeInvitations(database);
    },
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
