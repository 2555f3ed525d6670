// The token endpoint and its discovery documents. The embedded OpenID provider speaks OAuth; this file rate-limits token requests and
// fills in a missing scope. A right secret spends the client's allowance. A wrong one spends that of its address at this client: a client
// id is no secret, and strangers who try it must not keep its owner from tokens. Errors have OAuth's own shape, which every client library
// expects.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isPermission, PERMISSIONS } from '../../../domain/people/permissions.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import { toTokenAnswer } from '../../../domain/reports/test-options.ts';
import { type ClaimedClient, readClient } from '../../../identity/client-secret.ts';
import type { IssueToken } from '../../../identity/issue-token.ts';
import type { OpenIdClient } from '../../../identity/openid-client.ts';
import { type OpenIdProvider, PROVIDER_ROUTES, type ProviderResponse } from '../../../identity/provider.ts';
import type { NoteUse } from '../../../usecases/people/credentials.ts';
import type { World } from '../../../world/world.ts';
import { spendAllowance } from '../../edge/allowances.ts';
import type { RateLimits } from '../../edge/checks.ts';
import { FORM_TYPE, formOf, takeForms } from '../../edge/form-body.ts';
import type { RateLimiter } from '../../edge/rate-limiter.ts';
import { logFault } from '../../logging.ts';
import { STATUS_OF, toRefusal } from '../../problems.ts';
import { KeySet, OAuthError, ServerMetadata, TokenAnswer, TokenForm } from '../../schemas/people/oauth.ts';
import { publicProblems } from '../../schemas/problems.ts';

const OAUTH_METADATA = '/.well-known/oauth-authorization-server';

const tags = ['Tokens'];

export type OAuthNeeds = {
  provider: OpenIdProvider;
  issueToken: IssueToken;
  limiter: RateLimiter;
  limits: RateLimits;
  /** Null for an unknown client. */
  findClient: (clientId: string) => Promise<OpenIdClient | null>;
  isRightSecret: (client: OpenIdClient, secret: string) => boolean;
  noteUse: NoteUse;
  /** Of test mode. */
  rehearse: NonNullable<World['rehearse']>;
};

export function oauthRoutes(app: FastifyInstance, needs: OAuthNeeds): void {
  const { limiter, limits } = needs;
  const spend = ({ clientId, secret }: ClaimedClient, client: OpenIdClient | null, reply: FastifyReply) => {
    const isRight = client !== null && needs.isRightSecret(client, secret);
    return isRight
      ? spendAllowance(limiter, reply, 'client', clientId, limits.tokensPerClient)
      : spendAllowance(
          limiter,
          reply,
          'wrong-secrets',
          `${reply.request.household} ${clientId}`,
          limits.tokensPerClient,
        );
  };
  app.register(async (scope) => {
    takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      const { refusal, fault } = toRefusal(error, request.routeOptions);
      if (fault !== undefined) logFault(request, fault);
      request.isRehearsed = refusal.isRehearsed;
      return sendOAuthError(reply, refusal);
    });

    scope.post(
      PROVIDER_ROUTES.token,
      {
        config: { access: 'public', form: TokenForm },
        schema: {
          tags,
          operationId: 'issueToken',
          summary: 'Get an access token (client credentials)',
          description:
            'The client authenticates with HTTP Basic, or with `client_id` and `client_secret` in the form.',
          consumes: [FORM_TYPE],
          response: {
            200: TokenAnswer,
            400: OAuthError('a parameter is missing or wrong', 'invalid_request', 'invalid_scope'),
            401: OAuthError('client authentication failed', 'invalid_client'),
            413: OAuthError('the form is larger than 16 KiB', 'invalid_request'),
            415: OAuthError(`send the form as Content-Type: ${FORM_TYPE}`, 'invalid_request'),
            429: OAuthError(
              'too many token requests: repeat it after Retry-After',
              'temporarily_unavailable',
            ),
            500: OAuthError('something went wrong on our side', 'server_error'),
            503: OAuthError('the service cannot reach its database, or is busy', 'temporarily_unavailable'),
          },
        },
      },
      async (request, reply) => {
        const form = formOf(request);
        const { authorization } = request.headers;
        const claimed = readClient(form, authorization);
        const client = claimed && (await needs.findClient(claimed.clientId));
        if (claimed !== null) await spend(claimed, client, reply);
        const rehearsed = toTokenAnswer(form.get('scope'));
        if (rehearsed && client && needs.isRightSecret(client, claimed?.secret ?? '')) {
          await needs.rehearse({ kind: 'token', answer: rehearsed });
          form.set('scope', client.scopes.join(' '));
        }
        // An authorization code carries its own scope.
        const isNamed = form.has('scope') || form.get('grant_type') === 'authorization_code';
        if (client !== null && !isNamed) form.set('scope', client.scopes.join(' '));
        const unknown = form
          .get('scope')
          ?.split(' ')
          .find((scope) => !isPermission(scope));
        if (unknown !== undefined) return sendInvalidScope(reply);
        const issued = client && needs.issueToken({ client, form, authorization });
        if (client !== null && issued !== null) {
          const isCurrentSecret = !issued.usedOldSecret;
          needs.noteUse({ clientId: client.clientId, isCurrentSecret, address: request.ip });
          return sendJson(reply, 200, 'no-store', issued.body);
        }
        const answer = await needs.provider.handle({
          method: 'POST',
          path: PROVIDER_ROUTES.token,
          headers: { 'content-type': FORM_TYPE, ...(authorization !== undefined && { authorization }) },
          body: form.toString(),
          client,
        });
        if (answer.status === 200 && claimed !== null)
          needs.noteUse({
            clientId: claimed.clientId,
            isCurrentSecret: !answer.usedOldSecret,
            address: request.ip,
          });
        return passOn(reply, answer, 'no-store');
      },
    );
  });
  documentRoutes(app, needs.provider);
}

function documentRoutes(app: FastifyInstance, provider: OpenIdProvider): void {
  const documents = [
    {
      path: PROVIDER_ROUTES.jwks,
      source: PROVIDER_ROUTES.jwks,
      answer: KeySet,
      operationId: 'readKeys',
      summary: 'The public keys that verify access tokens',
      description: 'A JSON Web Key Set. Keys change; read it again when a `kid` is unknown.',
    },
    {
      path: PROVIDER_ROUTES.discovery,
      source: PROVIDER_ROUTES.discovery,
      answer: ServerMetadata,
      operationId: 'readOpenIdMetadata',
      summary: 'OpenID discovery',
      description: 'Where the endpoints of the embedded OpenID provider are.',
    },
    {
      path: OAUTH_METADATA,
      source: PROVIDER_ROUTES.discovery,
      answer: ServerMetadata,
      operationId: 'readOAuthMetadata',
      summary: 'OAuth server metadata',
      description: 'Where the endpoints are, by RFC 8414.',
    },
  ] as const;
  for (const { path, source, answer, ...words } of documents) {
    app.get(
      path,
      {
        config: { access: 'public' },
        schema: { tags, ...words, response: { 200: answer, ...publicProblems() } },
      },
      async (_request, reply) => {
        const read = await provider.readDocument(source);
        const body = source === PROVIDER_ROUTES.discovery ? onlyWhatIsServed(read.body) : read.body;
        return passOn(reply, { ...read, body }, 'public, max-age=5');
      },
    );
  }
}

/** The library's document lists more than we serve: signing people in is for our own pages only. */
function onlyWhatIsServed(body: string): string {
  return JSON.stringify({
    ...JSON.parse(body),
    grant_types_supported: ['client_credentials', 'authorization_code'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
  });
}

function passOn(reply: FastifyReply, answer: ProviderResponse, cacheControl: string) {
  const authenticate = answer.headers['www-authenticate'];
  if (authenticate !== undefined) reply.header('www-authenticate', authenticate);
  return sendJson(reply, answer.status, cacheControl, answer.body);
}

function sendJson(reply: FastifyReply, status: number, cacheControl: string, body: string) {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', cacheControl)
    .send(body);
}

/** The library would drop an unknown scope silently; a caller who misspelled one should learn of it. */
function sendInvalidScope(reply: FastifyReply) {
  const error_description = `the scopes are: ${PERMISSIONS.join(' ')}`;
  return reply.code(400).send({ error: 'invalid_scope', error_description });
}

/** A refusal in OAuth's own shape. */
export function sendOAuthError(reply: FastifyReply, refusal: Refusal) {
  const status = STATUS_OF[refusal.code];
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  const error =
    status === 429 || status === 503
      ? 'temporarily_unavailable'
      : status === 500
        ? 'server_error'
        : 'invalid_request';
  const description =
    refusal.code === 'unsupported-media-type'
      ? `send the form as Content-Type: ${FORM_TYPE}`
      : refusal.message;
  return reply.code(status).send({ error, error_description: description });
}
