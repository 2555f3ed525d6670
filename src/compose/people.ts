// Composes what people need: who calls, sessions, passwords, second step, members, invitations, credentials, audit, mail.
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { createAccessTokenReader } from '../identity/access-tokens.ts';
import { type Hashing, verifyPassword, whyPasswordRefused } from '../identity/passwords.ts';
import { createPersonTokenSigner } from '../identity/person-tokens.ts';
import { createSignToken } from '../identity/sign-token.ts';
import type { KeyDirectory } from '../identity/signing-keys.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createMailOutbox, createNoMailer, type MailOutbox } from '../mail/outbox.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import { findCredential } from '../storage/people/credentials.ts';
import { purgeGuesses } from '../storage/people/guesses.ts';
import { findTenantAccess, purgeInvitations } from '../storage/people/members.ts';
import { createSecondFactors, purgeResetLinks } from '../storage/people/second-factors.ts';
import { findSession, purgeSessions } from '../storage/people/sessions.ts';
import { purgeSignInSteps } from '../storage/people/sign-ins.ts';
import { touchMembership } from '../storage/people/tenants.ts';
import { describeFault } from '../telemetry/fault.ts';
import { createAuditTrail } from '../usecases/activity/read-audit.ts';
import { createCredentials, createNoteUse } from '../usecases/people/credentials.ts';
import type { HashToken } from '../usecases/people/device-tokens.ts';
import { createIdentifyCaller } from '../usecases/people/identify-caller.ts';
import { createInvitations } from '../usecases/people/invitations.ts';
import { createInviteOwner } from '../usecases/people/invite-owner.ts';
import { createMembers } from '../usecases/people/members.ts';
import { createPasswords } from '../usecases/people/passwords.ts';
import { createSecondStep } from '../usecases/people/second-step.ts';
import { createSessions } from '../usecases/people/sessions.ts';
import { createSignIn } from '../usecases/people/sign-in.ts';
import { createTenantSecurity } from '../usecases/people/tenant-security.ts';
import { createSettings } from '../usecases/people/tenant-settings.ts';
import { composeSignIn } from './sign-in.ts';
import type { Stores } from './stores.ts';

export function composePeople(given: {
  config: Config;
  logger: FastifyBaseLogger;
  stores: Stores;
  keys: KeyDirectory;
  hashing: Hashing;
  steadyMs: () => number;
}) {
  const { config, stores, keys, steadyMs } = given;
  const { database, keyring, nowMs, hashSecret } = stores;
  const { publicUrl } = config;
  // Every process makes and judges tokens by one clock, whatever its machine's own says.
  const own = { issuer: publicUrl, audience: publicUrl, nowMs: stores.clock.nowMs };
  const onFault = (error: unknown): void => given.logger.error({ fault: describeFault(error) }, 'fault');
  const hashToken: HashToken = (kind, ...parts) => keyring.mac('hash-sign-ins', kind, ...parts);

  const signToken = createSignToken({ keys, ...own });
  const { purgeRecords, ...signInParts } = composeSignIn({ config, stores, keys, signToken, own });
  const { identifyCaller, enterTenant, forgetSession, forgetAccess } = createIdentifyCaller({
    readAccessToken: createAccessTokenReader({ keys, ...own }),
    findCredential: (clientId) => findCredential(database, clientId),
    findSession: (sessionId) => findSession(database, sessionId),
    findTenantAccess: (tenantId, personId) => findTenantAccess(database, tenantId, personId),
    noteActive: async (tenantId, personId) => {
      await touchMembership(database, personId, tenantId).catch(onFault);
    },
    nowMs: steadyMs,
  });
  const { mailer, mailOutbox } = composeMail(config, stores);
  const secondFactors = createSecondFactors({ database, keyring });
  const signPersonToken = createPersonTokenSigner(signToken);
  const ofSessions = { database, signPersonToken, hashToken, forgetSession, ownIssuer: publicUrl };
  const sessions = createSessions(ofSessions);
  const { inHashingSlot, hashPassword } = given.hashing;
  const judging = { inHashingSlot, verifyPassword };
  const asPassword = { ...judging, hashPassword, whyPasswordRefused };
  const byMail = { database, mailer, hashToken, publicUrl, ...asPassword };
  const passwords = createPasswords({ ...byMail, sessions, onMailFault: onFault });
  const invitations = createInvitations(byMail);
  const { provider } = signInParts;

  return {
    mailer,
    forApp: {
      ...signInParts,
      identifyCaller,
      enterTenant,
      sessions,
      passwords,
      signIn: createSignIn({ ...judging, database, provider, secondFactors, hashToken, nowMs }),
      signInsPerAddress: config.RATE_LIMIT_SIGN_INS_PER_ADDRESS,
      signInsInAll: config.RATE_LIMIT_SIGN_INS,
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
      settings: createSettings({
        database,
        isLoopbackAllowed: config.isEmbedded && config.NODE_ENV === 'development',
      }),
      mailOutbox,
      noteUse: createNoteUse({ database, nowMs: steadyMs, onFault }),
    },
    /** Deletes what has expired. Safe to run twice. */
    keepHouse: async (): Promise<void> => {
      await purgeRecords();
      await purgeSessions(database);
      await purgeSignInSteps(database);
      await purgeResetLinks(database);
      await purgeGuesses(database);
      await purgeInvitations(database);
    },
  };
}

function composeMail(
  config: Config,
  { outbox: store, nowMs }: Stores,
): { mailer: Mailer; mailOutbox: MailOutbox | null } {
  if (config.SMTP_URL !== null)
    return { mailer: createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }), mailOutbox: null };
  // The outbox shows links that sign people in: only for a laptop, never where others can reach us.
  const isLaptop = config.NODE_ENV === 'development' && config.publicUrl.startsWith('http://');
  if (!isLaptop) return { mailer: createNoMailer(), mailOutbox: null };
  const mailOutbox = createMailOutbox({ store, nowMs });
  return { mailer: mailOutbox, mailOutbox };
}
