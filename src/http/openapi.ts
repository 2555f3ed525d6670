// The OpenAPI document, made from the schemas of the routes. Examples stand with the schemas; here they are only moved
// to where OpenAPI wants them, so that the document cannot say what the service does not do.
import type { SwaggerOptions } from '@fastify/swagger';

const VERSION = '1.0.0';

export function openApiOptions(publicUrl: string): SwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trefoil',
        version: VERSION,
        description:
          'UK consumer credit reports from three bureaus, with an optional one-time-password challenge. ' +
          'Get a token at `POST /v1/oauth/token`, then `POST /{tenantId}/v1/credit-reports` with `"test": true`.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: [
        { name: 'Credit reports', description: 'Generate, challenge, read back.' },
        { name: 'My account', description: 'The person behind the call and their tenants.' },
        { name: 'Tokens', description: 'OAuth 2.0 client credentials.' },
        { name: 'Device fingerprint', description: "What runs in the consumer's browser." },
        { name: 'Health', description: 'For machines that watch the service.' },
      ],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema, url, route }) => {
      const access = route.config?.access;
      const needsToken = access !== undefined && access !== 'open' && access !== 'public';
      const security = needsToken ? [{ bearer: [] }] : [];
      return { schema: { ...schema, security }, url };
    },
  };
}
