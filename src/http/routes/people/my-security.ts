// What a person who signed in does with their own account: sessions, password, authenticator. Not for credentials.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Identified } from '../../../usecases/caller.ts';
import type { Passwords } from '../../../usecases/people/passwords.ts';
import type { SecondStep, SignedIn } from '../../../usecases/people/second-step.ts';
import type { Sessions } from '../../../usecases/people/sessions.ts';
import { setTokens } from '../../edge/sign-in-cookies.ts';
import { Nothing } from '../../schemas/common.ts';
import {
  MyAccess,
  PasswordChange,
  PasswordProof,
  RecoveryCodes,
  SessionList,
  TotpCode,
  TotpSetUpAnswer,
  TotpState,
} from '../../schemas/people/people.ts';
import { accountRoutes } from '../../tenant-routes.ts';

const person = { config: { access: 'person' as const } };

export type MySecurityNeeds = { sessions: Sessions; passwords: Passwords; secondStep: SecondStep };

export function mySecurityRoutes(app: FastifyInstance, needs: MySecurityNeeds): void {
  const route = accountRoutes(app, 'My account');

  route.get(
    '/v1/my/access',
    {
      ...person,
      operationId: 'readMyAccess',
      summary: 'What the person may do beyond their tenants',
      description: 'Whether the person is an operator of the service.',
      answer: MyAccess,
    },
    async ({ caller }) => ({ isOperator: caller.isOperator }),
  );

  route.get(
    '/v1/my/sessions',
    {
      ...person,
      operationId: 'listMySessions',
      summary: 'Where the person is signed in',
      description: 'Each browser, with its address and when it was last used.',
      answer: SessionList,
    },
    async ({ caller }) => {
      const { person: who, sessionId } = caller;
      const sessions = await needs.sessions.list(who.id);
      return { items: sessions.map((one) => ({ ...one, isCurrent: one.id === sessionId })) };
    },
  );

  route.delete(
    '/v1/my/sessions/:sessionId',
    {
      ...person,
      operationId: 'endMySession',
      summary: 'Sign out elsewhere',
      description: 'Its tokens stop working within seconds.',
      params: Type.Object({ sessionId: Type.String({ description: "The session's id." }) }),
      answer: Nothing('The session is over.'),
      refuses: ['not-found'],
    },
    async ({ caller, params, from }) => needs.sessions.end(caller.person.id, params.sessionId, from),
  );

  route.post(
    '/v1/my/password',
    {
      ...person,
      operationId: 'changeMyPassword',
      summary: 'Change the password',
      description: 'Every other session ends, and this one gets new cookies.',
      body: PasswordChange,
      answer: Nothing('The new password works.'),
    },
    async ({ caller, body, from, reply }) => {
      setTokens(reply, await needs.passwords.change(signedIn(caller), body, from));
    },
  );

  totpRoutes(app, needs);
}

function totpRoutes(app: FastifyInstance, needs: MySecurityNeeds): void {
  const route = accountRoutes(app, 'My account');

  route.get(
    '/v1/my/totp',
    {
      ...person,
      operationId: 'readMyTotp',
      summary: 'Whether an authenticator is set up',
      description: 'And how many recovery codes are left.',
      answer: TotpState,
    },
    async ({ caller }) => {
      const { person: who } = caller;
      const recoveryCodesLeft = await needs.secondStep.countRecoveryCodes(who.id);
      return { isEnabled: who.totpEnabled, recoveryCodesLeft };
    },
  );

  route.post(
    '/v1/my/totp',
    {
      ...person,
      operationId: 'beginTotp',
      summary: 'Set up an authenticator: its secret, as text and as a picture',
      description: 'It works once its first code was confirmed; until then nothing changes.',
      body: PasswordProof,
      answer: TotpSetUpAnswer,
      refuses: ['conflict'],
    },
    async ({ caller, body }) => needs.secondStep.begin(signedIn(caller), body.password),
  );

  route.post(
    '/v1/my/totp/confirm',
    {
      ...person,
      operationId: 'confirmTotp',
      summary: 'Confirm the authenticator with its first code',
      description:
        'Answers the recovery codes, once. Every other session ends, and this one gets new cookies.',
      body: TotpCode,
      answer: RecoveryCodes,
      refuses: ['conflict'],
    },
    async ({ caller, body, from, reply }) => {
      const { recoveryCodes, tokens } = await needs.secondStep.confirm(signedIn(caller), body.code, from);
      setTokens(reply, tokens);
      return { recoveryCodes };
    },
  );

  route.post(
    '/v1/my/totp/disable',
    {
      ...person,
      operationId: 'disableTotp',
      summary: 'Switch the authenticator off',
      description: 'Every other session ends, and this one gets new cookies.',
      body: PasswordProof,
      answer: Nothing('It is off.'),
      refuses: ['conflict'],
    },
    async ({ caller, body, from, reply }) => {
      setTokens(reply, await needs.secondStep.disable(signedIn(caller), body.password, from));
    },
  );

  route.post(
    '/v1/my/totp/recovery-codes',
    {
      ...person,
      operationId: 'renewRecoveryCodes',
      summary: 'New recovery codes in the place of the old ones',
      description: 'They are shown once; the old ones stop working at once.',
      body: PasswordProof,
      answer: RecoveryCodes,
      refuses: ['conflict'],
    },
    async ({ caller, body, from }) => ({
      recoveryCodes: await needs.secondStep.renewRecoveryCodes(signedIn(caller), body.password, from),
    }),
  );
}

function signedIn({ person: who, sessionId, hasSecondFactor }: Identified): SignedIn {
  if (sessionId === null) throw new Error('a route for people was reached by a credential');
  return { personId: who.id, sessionId, email: who.email, hasSecondFactor };
}
