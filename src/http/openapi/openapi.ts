// The OpenAPI document, generated from the schemas of the routes. Examples stand with the schemas and are only moved to where OpenAPI
// wants them, so that the document cannot differ from the service.
import type { SwaggerOptions } from '@fastify/swagger';
import { REFUSAL_CODES } from '../../domain/refusal.ts';
import { STATUS_OF } from '../problems.ts';
import { finishDocument } from './finish.ts';

const VERSION = '1.0.0';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form that a route takes, where something other than the route's schema validates it. */
    form?: object;
  }
}

export function openApiOptions(publicUrl: string): SwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trefoil',
        version: VERSION,
        description: `${INTRODUCTION}\n\n${errorTable()}`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      // The default; each operation declares its own security, or none.
      security: [{ bearer: [] }],
      tags: [
        { name: 'Credit reports', description: 'Generate, challenge, read back.' },
        { name: 'Lenders', description: "The tenant's own names of lenders." },
        { name: 'Test mode', description: 'Clocks that test reports go by.' },
        { name: 'Wallet', description: 'Balance, prices, statement, usage.' },
        { name: 'My account', description: 'The person behind the call and their tenants.' },
        { name: 'Signing in', description: 'People, by the browser: sessions in HTTP-only cookies.' },
        { name: 'Members', description: 'Who belongs to the tenant, and as what.' },
        { name: 'Credentials', description: 'API credentials, their secrets and rotation.' },
        { name: 'Events', description: 'What happened, as a feed.' },
        { name: 'Webhooks', description: 'What happened, sent to addresses of yours, signed.' },
        { name: 'Requests', description: 'Every call on the tenant, and what was refused.' },
        { name: 'Audit', description: 'Who did what, chained and append-only.' },
        {
          name: 'Operator',
          description: 'Over all tenants: who they are, what they pay, whom the service asks.',
        },
        { name: 'Tokens', description: 'OAuth 2.0 client credentials.' },
        { name: 'Device fingerprint', description: "What runs in the consumer's browser." },
        { name: 'Health', description: 'For machines that watch the service.' },
      ],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'An access token from `POST /v1/oauth/token`.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-access',
            description:
              'A person who signed in at `GET /v1/auth/login`. Requests that change something also need the header ' +
              '`X-Trefoil-Csrf` and an Origin of our own.',
          },
          client: {
            type: 'http',
            scheme: 'basic',
            description: 'The client id and the client secret of a credential.',
          },
        },
      },
    },
    convertConstToEnum: false,
    transform: ({ schema, url, route }) => {
      const { access, form } = route.config ?? {};
      const needsToken = access !== undefined && access !== 'open' && access !== 'public';
      // A client may also authenticate in the form, so HTTP Basic is one of two ways.
      const isForPeople = access === 'person' || access === 'operator';
      const tokens = isForPeople ? [{ session: [] }] : [{ bearer: [] }, { session: [] }];
      const security = needsToken ? tokens : form === undefined ? [] : [{ client: [] }, {}];
      return { schema: { ...schema, security, ...(form !== undefined && { body: form }) }, url };
    },
    transformObject: finishDocument,
  };
}

const INTRODUCTION =
  'UK consumer credit reports from three bureaus, with an optional one-time-password challenge. ' +
  'Get a token at `POST /v1/oauth/token`, then `POST /{tenantId}/v1/credit-reports` with `"test": true`.\n\n' +
  'Unknown fields of a request are ignored; types are never coerced. An error is `{code, message}`, and a ' +
  '`validation-error` also lists every problem in `details`. An address that is not listed here answers 404 ' +
  '`not-found`, a wrong method 405 `method-not-allowed`.';

function errorTable(): string {
  const rows = REFUSAL_CODES.map((code) => `| ${STATUS_OF[code]} | \`${code}\` |`);
  return ['| Status | Code |', '|---|---|', ...rows].join('\n');
}
