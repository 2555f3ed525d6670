// Schemas of what is asked about a link that is there: to send it, or a new one in its place.
import { type Static, Type } from 'typebox';
import { EXAMPLE_REQUEST, GenerateRequest } from '../reports/generate.ts';
import { EXAMPLE_TEXT_ID } from './consumer-sessions.ts';

const asked = GenerateRequest.properties;

export const NewLinkRequest = Type.Object(
  {
    consentTextId: Type.Optional(
      Type.String({
        format: 'any-uuid',
        description:
          'The consent text that is shown. Without it: that of the link that the report came from, or the only one that is published.',
        examples: [EXAMPLE_TEXT_ID],
      }),
    ),
    mobileNumber: asked.mobileNumber,
  },
  {
    title: 'NewLinkRequest',
    description: '`mobileNumber` replaces the number that was given.',
    examples: [{ mobileNumber: EXAMPLE_REQUEST.mobileNumber }],
  },
);

export const SendRequest = Type.Object(
  {
    by: Type.Enum(['sms', 'email'], {
      description: 'A text costs what a text with a code costs. An e-mail costs nothing.',
      examples: ['sms'],
    }),
    mobileNumber: asked.mobileNumber,
    email: asked.email,
  },
  { title: 'SendLinkRequest', examples: [{ by: 'sms', mobileNumber: '+447700900123' }] },
);
export type SendRequest = Static<typeof SendRequest>;
