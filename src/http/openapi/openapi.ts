// The OpenAPI document, generated from the schemas of the routes. Examples stand with the schemas and are only moved to where OpenAPI
// wants them, so that the document cannot differ from the service.
import type { SwaggerOptions } from '@fastify/swagger';
import type { FastifyContextConfig } from 'fastify';
import { type AnyPermission, isPermission, type Permission } from '../../domain/people/permissions.ts';
import { REFUSAL_CODES } from '../../domain/refusal.ts';
import { VERSION } from '../../settings/version.ts';
import { STATUS_OF } from '../problems.ts';
import { finishDocument } from './finish.ts';

const TOKEN_PATH = '/v1/oauth/token';

/** What a credential can have, in words; a person's permissions are more, and told per operation. */
const SCOPES: Record<Permission, string> = {
  'reports:write': 'Generate reports, submit codes, have codes sent again, make links for consumers.',
  'reports:read': 'Read reports, what follows from them, their timelines, and links for consumers.',
  'wallet:read': 'Read balance, prices, statement, usage and alerts.',
  'wallet:manage': 'Buy credits, keep cards, set automatic top-up. Only where it is given by name.',
  'webhooks:read': 'Read the events, the webhook endpoints and what was sent.',
  'webhooks:write': 'Make and change webhook endpoints, send again.',
  'requests:read': 'Read the log of requests and the messages.',
  'lenders:write': "Set the tenant's own lenders.",
  'hosted:write': 'Change consent texts and branding of the hosted page. Only where it is given by name.',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form that a route takes, where something other than the route's schema validates it. */
    form?: object;
    /** The columns of the list as a file, where `Accept: text/csv` asks for one. */
    csv?: readonly string[];
    /** `Accept: application/pdf` asks for the answer as a PDF. */
    pdf?: true;
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
        contact: { name: 'Documentation', url: `${publicUrl}/docs` },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      // The default; each operation declares its own security, or none.
      security: [{ oauth2: [] }],
      tags: [
        { name: 'Credit reports', description: 'Generate, challenge, read back.' },
        {
          name: 'Hosted page',
          description: 'Links for consumers, the texts that they agree to, how the pages look.',
        },
        { name: 'Lenders', description: "The tenant's own names of lenders." },
        { name: 'Test mode', description: 'Clocks that test reports go by, and made-up events.' },
        { name: 'Wallet', description: 'Balance, prices, statement, usage.' },
        { name: 'Payments', description: 'Buying credits, cards, automatic top-up, invoices.' },
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
          oauth2: {
            type: 'oauth2',
            description: `For programs: an access token from \`POST ${TOKEN_PATH}\`, sent as \`Authorization: Bearer …\`. It works for 15 minutes; there is no refresh token.`,
            // Relative to the server.
            flows: { clientCredentials: { tokenUrl: TOKEN_PATH, scopes: SCOPES } },
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
      const { access, personAccess, form, csv, pdf } = route.config ?? {};
      const person = wordsForPeople(access, personAccess);
      const more = {
        ...(form !== undefined && { body: form }),
        ...(csv !== undefined && { 'x-csv': csv }),
        ...(pdf !== undefined && { 'x-pdf': pdf }),
        ...(person !== undefined && { 'x-person': person }),
      };
      return { schema: { ...schema, security: securityOf(access, form !== undefined), ...more }, url };
    },
    transformObject: finishDocument,
  };
}

type Access = FastifyContextConfig['access'];

/** A program where a credential can have the scope, a person who signed in everywhere. */
function securityOf(access: Access, takesForm: boolean): Record<string, string[]>[] {
  // A client may also authenticate in the form, so HTTP Basic is one of two ways.
  if (access === undefined || access === 'open' || access === 'public')
    return takesForm ? [{ client: [] }, {}] : [];
  if (access === 'caller' || access === 'member') return [{ oauth2: [] }, { session: [] }];
  return isPermission(access) ? [{ oauth2: [access] }, { session: [] }] : [{ session: [] }];
}

function wordsForPeople(access: Access, personAccess: AnyPermission | undefined): string | undefined {
  if (access === 'operator') return 'For operators of the service.';
  if (access === 'person') return 'For people who signed in.';
  const isOfTenant = access !== undefined && !['open', 'public', 'caller', 'member'].includes(access);
  if (!isOfTenant) return undefined;
  const needed = `\`${personAccess ?? access}\``;
  return isPermission(access)
    ? `A person needs the permission ${needed}.`
    : `For people with the permission ${needed}; no credential can have it.`;
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
