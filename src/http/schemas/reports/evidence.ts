// Evidence packs and the keys that sign them, as the OpenAPI document shows them.
import { Type } from 'typebox';
import { SEEN_REASONS } from '../../../usecases/activity/read-audit.ts';
import { Time, timeOf } from '../common.ts';

export const EvidenceQuery = Type.Object({
  reason: Type.Optional(
    Type.Enum([...SEEN_REASONS], {
      description:
        'Why a person asks for it; it goes into the entry of the audit log, which a program makes too.',
    }),
  ),
});

export const ZIP_TYPE = 'application/zip';

/** Bytes: nothing is serialised by this schema. */
export const EvidencePack = {
  description:
    'The pack: a ZIP with the report, its history and what verifies them. What is in it: docs/evidence.md.',
  content: {
    [ZIP_TYPE]: {
      schema: { type: 'string', format: 'binary', description: 'A ZIP.' },
      example: 'PK…',
    },
  },
};

const KID = 'b6c1c1c1e0f3c4f8a2d0d7f9b3f4e1a05c6d7e8f9a0b1c2d3e4f5a6b7c8d9e0f';

export const EvidenceKeys = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          kty: Type.Enum(['OKP']),
          crv: Type.Enum(['Ed25519']),
          x: Type.String({ description: 'The public key, base64url.' }),
          kid: Type.String({ description: 'The SHA-256 of the public key (SPKI, DER), in hex.' }),
          alg: Type.Enum(['EdDSA'], { description: 'The algorithm of its signatures.' }),
          use: Type.Enum(['sig'], { description: 'It signs.' }),
          pem: Type.String({ description: 'The same key as `key.pub.pem` of a pack has it.' }),
          activeFrom: timeOf({ description: 'It signs packs from then on.' }),
          retiredAt: Type.Union([Time, Type.Null()], {
            description: 'It signed no pack any more after this; null while it is in use.',
          }),
        },
        { title: 'EvidenceKey', additionalProperties: false },
      ),
      { description: 'Every key that ever signed a pack, oldest first; none before the first pack.' },
    ),
  },
  {
    title: 'EvidenceKeys',
    additionalProperties: false,
    description: 'A JWK set (RFC 7517).',
    examples: [
      {
        keys: [
          {
            kty: 'OKP',
            crv: 'Ed25519',
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            kid: KID,
            alg: 'EdDSA',
            use: 'sig',
            pem: '-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n',
            activeFrom: '2026-11-16T09:00:00.000Z',
            retiredAt: null,
          },
        ],
      },
    ],
  },
);
