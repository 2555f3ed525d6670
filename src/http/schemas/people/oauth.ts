// The token endpoint and its discovery documents, as the OpenAPI document shows them. The shapes are OAuth's, and the OpenID provider
// validates requests itself: the form below is documentation.
import { Type } from 'typebox';
import { PERMISSIONS } from '../../../domain/people/permissions.ts';

const SCOPE = PERMISSIONS.join(' ');
const ISSUER = 'https://credit.example.invalid';

export const TokenForm = Type.Object(
  {
    grant_type: Type.Enum(['client_credentials'], { description: 'Always `client_credentials`.' }),
    scope: Type.Optional(
      Type.String({
        description:
          'Permissions, separated by spaces. Default: all that the credential has. To rehearse a bad day, `test-answer:` alone, with rate-limited, internal-error, service-unavailable or hang.',
      }),
    ),
    client_id: Type.Optional(Type.String({ description: 'When the client does not use HTTP Basic.' })),
    client_secret: Type.Optional(Type.String({ description: 'When the client does not use HTTP Basic.' })),
  },
  {
    title: 'TokenRequest',
    // No validator of ours reads this schema, so its examples may have names.
    'x-examples': {
      'with HTTP Basic': { value: { grant_type: 'client_credentials', scope: SCOPE } },
      'all in the form': {
        value: {
          grant_type: 'client_credentials',
          client_id: 'client-5d1f0a10',
          client_secret: 'the-secret-of-the-credential',
        },
      },
    },
  },
);

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String({ description: 'A JWT by RFC 9068.' }),
    token_type: Type.Enum(['Bearer'], { description: 'Always `Bearer`.' }),
    expires_in: Type.Integer({ description: 'Seconds.' }),
    scope: Type.Optional(Type.String({ description: 'The permissions that the token carries.' })),
  },
  {
    title: 'Token',
    additionalProperties: false,
    description: 'An access token, good for 15 minutes.',
    examples: [{ access_token: 'eyJ…', token_type: 'Bearer', expires_in: 900, scope: SCOPE }],
  },
);

/** Errors have OAuth's own shape, since every OAuth client library expects it. */
export const OAuthError = (description: string, ...errors: string[]) =>
  Type.Object(
    {
      error: Type.String({ description: 'A code of RFC 6749.' }),
      error_description: Type.Optional(Type.String({ description: 'For a person.' })),
    },
    {
      title: 'OAuthError',
      additionalProperties: false,
      description,
      examples: errors.map((error) => ({ error, error_description: description })),
    },
  );

export const KeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        { kty: Type.String(), kid: Type.String({ description: 'The id of the key.' }) },
        { additionalProperties: true },
      ),
    ),
  },
  {
    title: 'KeySet',
    additionalProperties: false,
    description: 'A JSON Web Key Set.',
    examples: [
      {
        keys: [
          {
            kty: 'OKP',
            crv: 'Ed25519',
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            kid: '5d1f0a10-7a44-4c31-9f0e-3f6d5d1f0a11',
            alg: 'EdDSA',
            use: 'sig',
          },
        ],
      },
    ],
  },
);

export const ServerMetadata = Type.Object(
  {
    issuer: Type.String({ format: 'uri', description: 'The issuer of the tokens.' }),
    token_endpoint: Type.String({ format: 'uri', description: 'Where tokens are had.' }),
    jwks_uri: Type.String({ format: 'uri', description: 'Where the public keys are.' }),
    grant_types_supported: Type.Array(Type.String(), {
      description: 'The grants that the token endpoint takes.',
    }),
  },
  {
    title: 'ServerMetadata',
    additionalProperties: true,
    description: 'Where the token endpoint and the keys are, and what they take.',
    examples: [
      {
        issuer: ISSUER,
        token_endpoint: `${ISSUER}/v1/oauth/token`,
        jwks_uri: `${ISSUER}/.well-known/jwks.json`,
        grant_types_supported: ['client_credentials'],
      },
    ],
  },
);
