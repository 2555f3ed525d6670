// The pieces that schemas share: closed and named objects, ids, times, path parameters, and the values of examples.
import { type TSchema, type TString, Type } from 'typebox';
import { KEY_LIFETIME_HOURS } from '../../domain/idempotency.ts';

export const EXAMPLE_REPORT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10';
export const EXAMPLE_CHALLENGE_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a12';
export const EXAMPLE_CONSUMER_SESSION_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a80';
export const EXAMPLE_TENANT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a01';
export const EXAMPLE_TIME = '2026-11-15T09:30:00.000Z';

export const closed = { additionalProperties: false } as const;
/** A schema with a title becomes a component of the document, under that name. */
export const named = <Title extends string>(title: Title) => ({ ...closed, title });

export const Uuid = Type.String({ format: 'uuid' });
/** In JSON a text; a handler may answer a date. */
export interface TTime extends TString {
  format: 'date-time';
}
export const timeOf = (more: { description?: string; examples?: string[] }) =>
  Type.String({ format: 'date-time', ...more }) as TTime;
export const Time = timeOf({});

/** A schema that several fields have, with what this field means by it. */
export const meaning = <T extends TSchema>(schema: T, words: string): T => ({ ...schema, meaning: words });

/** A value, or null where there is none: the words of the field say when. */
export const orNull = <T extends TSchema>(schema: T, words?: string) => {
  const either = Type.Union([schema, Type.Null()]);
  return words === undefined ? either : meaning(either, words);
};

export const TenantParams = Type.Object({ tenantId: Type.String({ description: "The tenant's id." }) });

export const ReportParams = Type.Object({
  ...TenantParams.properties,
  creditReportId: Type.String({ description: 'From the generate answer.' }),
});

/** Of every POST on a tenant. */
export const KeyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: `Up to 255 characters, kept ${KEY_LIFETIME_HOURS} hours: the same key and body again gives the first answer.`,
    }),
  ),
});

/** An answer without a body. */
export const Nothing = (description: string) => Type.Null({ description, examples: [null] });
