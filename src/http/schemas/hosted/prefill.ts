// Schemas of what a tenant fills in on a link, and of what its consumer may change of it.
import { type Static, Type } from 'typebox';
import { CHANGEABLE_FIELDS } from '../../../domain/hosted/consumer-session.ts';
import { GenerateRequest } from '../reports/generate.ts';

const asked = GenerateRequest.properties;

export const PrefillGiven = Type.Object(
  {
    title: asked.title,
    firstName: Type.Optional(asked.firstName),
    middleName: asked.middleName,
    lastName: Type.Optional(asked.lastName),
    dateOfBirth: Type.Optional(asked.dateOfBirth),
    gender: asked.gender,
    email: asked.email,
    mobileNumber: asked.mobileNumber,
    addresses: Type.Optional(asked.addresses),
    previousNames: asked.previousNames,
  },
  {
    title: 'Prefill',
    description:
      'What you know already, in the forms of a generate request. The consumer cannot change it, unless `consumerMayChange` names it.',
    examples: [{ firstName: 'Ada', lastName: 'Sample' }],
  },
);
export type PrefillGiven = Static<typeof PrefillGiven>;

export const MayChange = Type.Array(Type.Enum([...CHANGEABLE_FIELDS]), {
  uniqueItems: true,
  maxItems: CHANGEABLE_FIELDS.length,
  description:
    'Fields of `prefill` that the consumer may change. None by default: a link can come into other hands.',
  examples: [['addresses']],
});
