// The structure of an OpenAPI document, as JSON Schema: the parts of it that ours uses.
import { PERMISSIONS } from '../../../src/domain/people/permissions.ts';
import type { Json } from '../../fuzz/contract.ts';

const text = { type: 'string', minLength: 1 };
const closed = (properties: Json, ...required: string[]): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const mapOf = (values: Json): Json => ({ type: 'object', additionalProperties: values });
const refOr = (shape: string): Json => ({ anyOf: [{ $ref: '#/$defs/ref' }, { $ref: `#/$defs/${shape}` }] });

/** The parts of OpenAPI 3.1 that the document uses; anything else in it is a mistake. */
export const STRUCTURE: Json = {
  ...closed(
    {
      openapi: { const: '3.1.0' },
      info: closed(
        {
          title: text,
          version: text,
          description: text,
          contact: closed({ name: text, url: text }, 'name', 'url'),
          license: closed({ name: text, identifier: text }, 'name'),
        },
        'title',
        'version',
      ),
      servers: { type: 'array', items: closed({ url: text }, 'url') },
      security: { $ref: '#/$defs/security' },
      tags: { type: 'array', items: closed({ name: text, description: text }, 'name') },
      components: closed({
        securitySchemes: mapOf({
          anyOf: [
            closed(
              { type: { const: 'http' }, scheme: text, bearerFormat: text, description: text },
              'type',
              'scheme',
            ),
            closed(
              {
                type: { const: 'oauth2' },
                description: text,
                flows: closed({
                  clientCredentials: closed({ tokenUrl: text, scopes: mapOf(text) }, 'tokenUrl', 'scopes'),
                }),
              },
              'type',
              'flows',
            ),
            closed(
              { type: { const: 'apiKey' }, in: { const: 'cookie' }, name: text, description: text },
              'type',
              'in',
              'name',
            ),
          ],
        }),
        headers: mapOf({ $ref: '#/$defs/header' }),
        responses: mapOf({ $ref: '#/$defs/response' }),
        schemas: mapOf({ $ref: '#/$defs/schema' }),
      }),
      paths: {
        type: 'object',
        patternProperties: {
          '^/': closed(
            Object.fromEntries(
              ['get', 'post', 'put', 'patch', 'delete'].map((one) => [one, { $ref: '#/$defs/operation' }]),
            ),
          ),
        },
        additionalProperties: false,
      },
      webhooks: mapOf(closed({ post: { $ref: '#/$defs/operation' } }, 'post')),
    },
    'openapi',
    'info',
    'paths',
    'components',
  ),
  $defs: {
    ref: closed({ $ref: { type: 'string', pattern: '^#/components/' } }, '$ref'),
    schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' },
    security: { type: 'array', items: mapOf({ type: 'array', items: { enum: PERMISSIONS } }) },
    operation: closed(
      {
        operationId: text,
        summary: text,
        description: text,
        tags: { type: 'array', items: text, minItems: 1 },
        security: { $ref: '#/$defs/security' },
        parameters: { type: 'array', items: { $ref: '#/$defs/parameter' } },
        requestBody: closed(
          { required: { const: true }, description: text, content: { $ref: '#/$defs/content' } },
          'content',
        ),
        responses: {
          type: 'object',
          patternProperties: { '^([1-5][0-9]{2}|default)$': refOr('response') },
          additionalProperties: false,
          minProperties: 1,
        },
      },
      'operationId',
      'responses',
    ),
    parameter: closed(
      {
        name: text,
        in: { enum: ['path', 'query', 'header'] },
        required: { type: 'boolean' },
        description: text,
        schema: { $ref: '#/$defs/schema' },
        example: {},
      },
      'name',
      'in',
      'schema',
    ),
    response: closed(
      { description: text, headers: mapOf(refOr('header')), content: { $ref: '#/$defs/content' } },
      'description',
    ),
    header: closed({ description: text, schema: { $ref: '#/$defs/schema' }, example: {} }, 'schema'),
    content: {
      ...mapOf(
        closed(
          {
            schema: { $ref: '#/$defs/schema' },
            examples: mapOf(closed({ value: {}, summary: text }, 'value')),
          },
          'schema',
        ),
      ),
      propertyNames: { pattern: '^[a-z]+/[a-z-]+$' },
      minProperties: 1,
    },
  },
};
