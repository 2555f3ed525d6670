// What a person who signed in does with their own account: sessions, password, authenticator. Not for credentials.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Passwords } from '../../usecases/people/passwords.ts';
import type { SecondStep, SignedIn } from '../../usecases/people/second-step.ts';
import type { Sessions } from '../../usecases/people/sessions.ts';
import { setTokens } from '../edge/sign-in-cookies.ts';
import { fromOf, identifiedOf } from '../request.ts';
import {
  MyAccess,
  Nothing,
  PasswordChange,
  PasswordProof,
  RecoveryCodes,
  SessionList,
  TotpCode,
  TotpSetUpAnswer,
  TotpState,
} from '../schemas/people.ts';
import { callerProblems, WITH_BODY } from '../schemas/problems.ts';

const person = { config: { access: 'person' as const } };
const tags = ['My account'];

export type MySecurityNeeds = { sessions: Sessions; passwords: Passwords; secondStep: SecondStep };

export function mySecurityRoutes(app: FastifyInstance, needs: MySecurityNeeds): void {
  app.get(
    '/v1/my/access',
    {
      ...person,
      schema: {
        tags,
        operationId: 'readMyAccess',
        summary: 'What the person may do beyond their tenants',
        response: { 200: MyAccess, ...callerProblems() },
      },
    },
    async (request) => ({ isOperator: identifiedOf(request).isOperator }),
  );

  app.get(
    '/v1/my/sessions',
    {
      ...person,
      schema: {
        tags,
        operationId: 'listMySessions',
        summary: 'Where the person is signed in',
        response: { 200: SessionList, ...callerProblems() },
      },
    },
    async (request) => {
      const { person: who, sessionId } = identifiedOf(request);
      const sessions = await needs.sessions.list(who.id);
      return { items: sessions.map((one) => ({ ...one, isCurrent: one.id === sessionId })) };
    },
  );

  app.delete<{ Params: { sessionId: string } }>(
    '/v1/my/sessions/:sessionId',
    {
      ...person,
      schema: {
        tags,
        operationId: 'endMySession',
        summary: 'Sign out elsewhere',
        params: Type.Object({ sessionId: Type.String({ description: "The session's id." }) }),
        response: { 204: Nothing('The session is over.'), ...callerProblems('not-found') },
      },
    },
    async (request, reply) => {
      await needs.sessions.end(identifiedOf(request).person.id, request.params.sessionId, fromOf(request));
      return reply.code(204).send();
    },
  );

  app.post<{ Body: { currentPassword: string; newPassword: string } }>(
    '/v1/my/password',
    {
      ...person,
      schema: {
        tags,
        operationId: 'changeMyPassword',
        summary: 'Change the password',
        description: 'Every other session ends, and this one gets new cookies.',
        body: PasswordChange,
        response: { 204: Nothing('The new password works.'), ...callerProblems(...WITH_BODY) },
      },
    },
    async (request, reply) => {
      setTokens(reply, await needs.passwords.change(signedIn(request), request.body, fromOf(request)));
      return reply.code(204).send();
    },
  );

  totpRoutes(app, needs);
}

function totpRoutes(app: FastifyInstance, needs: MySecurityNeeds): void {
  app.get(
    '/v1/my/totp',
    {
      ...person,
      schema: {
        tags,
        operationId: 'readMyTotp',
        summary: 'Whether an authenticator is set up',
        response: { 200: TotpState, ...callerProblems() },
      },
    },
    async (request) => {
      const { person: who } = identifiedOf(request);
      const recoveryCodesLeft = await needs.secondStep.countRecoveryCodes(who.id);
      return { isEnabled: who.totpEnabled, recoveryCodesLeft };
    },
  );

  app.post<{ Body: { password: string } }>(
    '/v1/my/totp',
    {
      ...person,
      schema: {
        tags,
        operationId: 'beginTotp',
        summary: 'Set up an authenticator: its secret, as text and as a picture',
        body: PasswordProof,
        response: { 200: TotpSetUpAnswer, ...callerProblems(...WITH_BODY, 'conflict') },
      },
    },
    async (request) => needs.secondStep.begin(signedIn(request), request.body.password),
  );

  app.post<{ Body: { code: string } }>(
    '/v1/my/totp/confirm',
    {
      ...person,
      schema: {
        tags,
        operationId: 'confirmTotp',
        summary: 'Confirm the authenticator with its first code',
        description:
          'Answers the recovery codes, once. Every other session ends, and this one gets new cookies.',
        body: TotpCode,
        response: { 200: RecoveryCodes, ...callerProblems(...WITH_BODY, 'conflict') },
      },
    },
    async (request, reply) => {
      const { code } = request.body;
      const { recoveryCodes, tokens } = await needs.secondStep.confirm(
        signedIn(request),
        code,
        fromOf(request),
      );
      setTokens(reply, tokens);
      return { recoveryCodes };
    },
  );

  app.post<{ Body: { password: string } }>(
    '/v1/my/totp/disable',
    {
      ...person,
      schema: {
        tags,
        operationId: 'disableTotp',
        summary: 'Switch the authenticator off',
        description: 'Every other session ends, and this one gets new cookies.',
        body: PasswordProof,
        response: { 204: Nothing('It is off.'), ...callerProblems(...WITH_BODY, 'conflict') },
      },
    },
    async (request, reply) => {
      const { password } = request.body;
      setTokens(reply, await needs.secondStep.disable(signedIn(request), password, fromOf(request)));
      return reply.code(204).send();
    },
  );

  app.post<{ Body: { password: string } }>(
    '/v1/my/totp/recovery-codes',
    {
      ...person,
      schema: {
        tags,
        operationId: 'renewRecoveryCodes',
        summary: 'New recovery codes in the place of the old ones',
        body: PasswordProof,
        response: { 200: RecoveryCodes, ...callerProblems(...WITH_BODY, 'conflict') },
      },
    },
    async (request) => {
      const { password } = request.body;
      const codes = await needs.secondStep.renewRecoveryCodes(signedIn(request), password, fromOf(request));
      return { recoveryCodes: codes };
    },
  );
}

function signedIn(request: FastifyRequest): SignedIn {
  const { person: who, sessionId, hasSecondFactor } = identifiedOf(request);
  if (sessionId === null) throw new Error('a route for people was reached by a credential');
  return { personId: who.id, sessionId, email: who.email, hasSecondFactor };
}
