// Schemas of a tenant's settings, and of what an operator sees of one tenant.
import { Type } from 'typebox';
import { RETENTION_DAYS_MAX, RETENTION_DAYS_MIN } from '../../../domain/reports/retention.ts';
import { named } from '../common.ts';
import { plainText } from '../text.ts';

/** Fewer than a command takes: a body has 16 KiB. */
const ORIGINS_PER_REQUEST = 20;

const name = plainText(200, { description: 'What people call it.', examples: ['Northgate Claims'] });
const retentionDays = Type.Integer({
  minimum: RETENTION_DAYS_MIN,
  maximum: RETENTION_DAYS_MAX,
  description:
    'Days from when a report is made. Fewer than before: older reports are purged within minutes, for good.',
  examples: [90],
});
const allowedOrigins = Type.Array(Type.String({ maxLength: 150, format: 'web-origin' }), {
  maxItems: ORIGINS_PER_REQUEST,
  description:
    'The pages whose device sessions count, such as https://apply.example.invalid; any page when empty.',
  examples: [['https://apply.example.invalid']],
});
const exactOrigins = (description: string) =>
  Type.Array(Type.String({ maxLength: 150, format: 'exact-origin' }), {
    maxItems: ORIGINS_PER_REQUEST,
    uniqueItems: true,
    description,
    examples: [['https://apply.example.invalid']],
  });
const returnOrigins = exactOrigins('Where the hosted page may send a consumer back to; nowhere when empty.');
const embedOrigins = exactOrigins('The pages that may show the hosted page in a frame; none when empty.');
const EXAMPLE = {
  name: 'Northgate Claims',
  retentionDays: 90,
  allowedOrigins: ['https://apply.example.invalid'],
  returnOrigins: ['https://apply.example.invalid'],
  embedOrigins: [],
};

export const SettingsRequest = Type.Object(
  {
    name: Type.Optional(name),
    retentionDays: Type.Optional(retentionDays),
    allowedOrigins: Type.Optional(allowedOrigins),
    returnOrigins: Type.Optional(returnOrigins),
    embedOrigins: Type.Optional(embedOrigins),
  },
  { title: 'SettingsRequest', minProperties: 1, examples: [EXAMPLE] },
);

export const SettingsAnswer = Type.Object(
  {
    name: Type.String(),
    retentionDays: Type.Integer({ description: 'For how many days the personal parts of reports are kept.' }),
    allowedOrigins: Type.Array(Type.String(), {
      description: 'The pages whose device sessions count; any page when empty.',
    }),
    returnOrigins: Type.Array(Type.String(), {
      description: 'Where the hosted page may send a consumer back to.',
    }),
    embedOrigins: Type.Array(Type.String(), {
      description: 'The pages that may show the hosted page in a frame.',
    }),
  },
  { ...named('Settings'), description: 'What the owner sets for the tenant.', examples: [EXAMPLE] },
);

export const OriginsRequest = Type.Object(
  { allowedOrigins },
  { title: 'OriginsRequest', examples: [{ allowedOrigins: ['https://apply.example.invalid'] }] },
);
