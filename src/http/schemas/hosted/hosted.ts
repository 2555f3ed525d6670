// Schemas of what the hosted page shows of a tenant: consent texts and branding.
import { Type } from 'typebox';
import { PREVIEW_PAGES } from '../../../domain/hosted/branding.ts';
import { CONSENT_LENGTH_MAX } from '../../../domain/hosted/consent-text.ts';
import { LOGO_BYTES_MAX, LOGO_PIXELS_MAX } from '../../../domain/hosted/logo-limits.ts';
import { closed, EXAMPLE_TIME, meaning, named, orNull, TenantParams, Time, Uuid } from '../common.ts';
import { plainOrEmpty, plainText } from '../text.ts';

const EXAMPLE_TEXT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a81';
const EXAMPLE_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const EXAMPLE_BODY = 'Northgate Claims asks for your permission to get your credit report.';

export const TextParams = Type.Object({
  ...TenantParams.properties,
  consentTextId: Type.String({ description: 'From the answer that made the text.' }),
});

const name = plainText(100, { description: 'For your own people.', examples: ['Car finance'] });
const locale = Type.Enum(['en-GB', 'cy'], {
  description: 'The language that it is written in.',
  examples: ['en-GB'],
});
const body = Type.String({
  minLength: 1,
  maxLength: CONSENT_LENGTH_MAX,
  format: 'lines-of-text',
  description:
    'Plain text; an empty line begins a paragraph. What stands in double square brackets is a blank to fill in.',
  examples: [EXAMPLE_BODY],
});

export const NewTextRequest = Type.Object(
  {
    name,
    locale: Type.Optional(locale),
    body: Type.Optional(body),
  },
  {
    title: 'NewConsentTextRequest',
    description: 'Without a body the text begins as our skeleton, with blanks to fill in.',
    examples: [{ name: 'Car finance' }],
  },
);

export const TextRequest = Type.Object(
  { name: Type.Optional(name), locale: Type.Optional(locale), body: Type.Optional(body) },
  { title: 'ConsentTextRequest', minProperties: 1, examples: [{ body: EXAMPLE_BODY }] },
);

const text = {
  id: Uuid,
  name: Type.String(),
  locale: Type.String(),
  body: Type.String({ description: 'The draft. Consumers are shown published versions only.' }),
  blanks: Type.Array(Type.String(), { description: 'What is left to fill in, at most ten.' }),
  version: orNull(Type.Integer({ description: 'The newest published version; null before the first.' })),
  sha256: orNull(
    Type.String({ description: 'Of the newest published version, in hex; null before one is.' }),
  ),
  publishedAt: orNull(Time),
  isPublished: Type.Boolean({ description: 'The draft says what the newest version says.' }),
  updatedAt: Time,
};
const EXAMPLE_TEXT = {
  id: EXAMPLE_TEXT_ID,
  name: 'Car finance',
  locale: 'en-GB',
  body: EXAMPLE_BODY,
  blanks: [],
  version: 1,
  sha256: EXAMPLE_SHA256,
  publishedAt: EXAMPLE_TIME,
  isPublished: true,
  updatedAt: EXAMPLE_TIME,
};
const ConsentText = Type.Object(text, named('ConsentText'));
const ConsentVersion = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'Counted from 1, and never changed once published.' }),
    name: Type.String(),
    locale: Type.String(),
    body: Type.String({ description: 'The text as it was published.' }),
    sha256: Type.String({ description: 'SHA-256 of the body in UTF-8, in hex.' }),
    publishedAt: meaning(Time, 'When it was published.'),
  },
  named('ConsentVersion'),
);
const EXAMPLE_VERSION = {
  version: 1,
  name: 'Car finance',
  locale: 'en-GB',
  body: EXAMPLE_BODY,
  sha256: EXAMPLE_SHA256,
  publishedAt: EXAMPLE_TIME,
};

export const TextList = Type.Object(
  { items: Type.Array(ConsentText, { description: 'Oldest first.' }) },
  {
    ...closed,
    title: 'ConsentTextList',
    description: 'All of them; there are 20 at most.',
    examples: [{ items: [EXAMPLE_TEXT] }],
  },
);

export const TextAnswer = Type.Object(text, {
  ...named('ConsentTextAnswer'),
  description: 'The text as it is now.',
  examples: [EXAMPLE_TEXT],
});

export const TextWithVersions = Type.Object(
  {
    ...text,
    versions: Type.Array(ConsentVersion, { description: 'Every published version, newest first.' }),
  },
  {
    ...named('ConsentTextWithVersions'),
    description: 'The text with all that was published of it.',
    examples: [{ ...EXAMPLE_TEXT, versions: [EXAMPLE_VERSION] }],
  },
);

const EXAMPLE_BRANDING = {
  name: 'Northgate',
  contact: 'help@northgate.example',
  regulatedAs: 'a claims management company',
  fcaNumber: '123456',
  privacyUrl: 'https://northgate.example.invalid/privacy',
  colour: '#0b6e4f',
  colours: { light: '#0b6e4f', dark: '#4f9681', wasChanged: false },
  logoSha256: null,
};

const brandWords = {
  name: Type.Optional(
    plainOrEmpty(100, {
      description: 'What consumers call you; empty for the name of the tenant.',
      examples: ['Northgate'],
    }),
  ),
  contact: Type.Optional(
    plainOrEmpty(200, {
      description: 'How a consumer reaches you: a telephone number, an e-mail address.',
      examples: ['help@northgate.example'],
    }),
  ),
  regulatedAs: Type.Optional(
    plainOrEmpty(100, {
      description: 'What you are regulated as, for the first page; empty says nothing.',
      examples: ['a claims management company'],
    }),
  ),
  fcaNumber: Type.Optional(
    Type.String({
      pattern: '^([0-9]{6,7})?$',
      maxLength: 7,
      description: "Your firm reference number in the FCA's register, 6 or 7 digits; empty says nothing.",
      examples: ['123456'],
    }),
  ),
  privacyUrl: Type.Optional(
    Type.String({
      pattern:
        '^(https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?(/[A-Za-z0-9._~%@!$&()*+,;=:/?#-]*)?)?$',
      maxLength: 300,
      description: 'The https address of your privacy notice; empty says nothing.',
      examples: ['https://northgate.example.invalid/privacy'],
    }),
  ),
  colour: Type.Optional(
    orNull(
      Type.String({
        pattern: '^#[0-9a-f]{6}$',
        description: 'One colour, as #rrggbb in small letters; null for ours.',
        examples: ['#0b6e4f'],
      }),
    ),
  ),
};

export const BrandingRequest = Type.Object(
  {
    ...brandWords,
    logo: Type.Optional(
      orNull(
        Type.String({
          minLength: 1,
          maxLength: Math.ceil((LOGO_BYTES_MAX * 4) / 3) + 4,
          pattern: '^[A-Za-z0-9+/]+={0,2}$',
          description: `A PNG in base64, at most ${LOGO_PIXELS_MAX} pixels wide and high and ${LOGO_BYTES_MAX / 1024} KB; null takes it away.`,
          examples: [
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
          ],
        }),
      ),
    ),
  },
  { title: 'BrandingRequest', minProperties: 1, examples: [{ name: 'Northgate', colour: '#0b6e4f' }] },
);

export const BrandingAnswer = Type.Object(
  {
    name: Type.String({ description: 'Empty where the name of the tenant is shown.' }),
    contact: Type.String({ description: 'How a consumer reaches you; empty without one.' }),
    regulatedAs: Type.String({ description: 'What you are regulated as; empty without it.' }),
    fcaNumber: Type.String({ description: "Your number in the FCA's register; empty without one." }),
    privacyUrl: Type.String({ description: 'Your privacy notice; empty without one.' }),
    colour: orNull(Type.String({ description: 'As you chose it; null for ours.' })),
    colours: Type.Object(
      {
        light: Type.String({ description: 'On light pages, with white text on it.' }),
        dark: Type.String({ description: 'On dark pages, with dark text on it.' }),
        wasChanged: Type.Boolean({ description: 'Your colour was too light to read, and was darkened.' }),
      },
      { ...named('ReadableColours'), description: 'Shades of it with a contrast of at least 4.5 to 1.' },
    ),
    logoSha256: orNull(Type.String({ description: 'Of the logo as we keep it, in hex; null without one.' })),
  },
  {
    ...named('Branding'),
    description: 'How the hosted pages of the tenant look.',
    examples: [EXAMPLE_BRANDING],
  },
);

export const PreviewRequest = Type.Object(
  {
    page: Type.Enum([...PREVIEW_PAGES], {
      description:
        'Which page: where a link leads, the agreement, or what is shown when something goes wrong.',
      examples: ['start'],
    }),
    ...brandWords,
    body: Type.Optional(
      Type.String({
        maxLength: CONSENT_LENGTH_MAX,
        format: 'lines-of-text',
        description: 'A consent text, for the agreement.',
        examples: [EXAMPLE_BODY],
      }),
    ),
  },
  { title: 'PreviewRequest', examples: [{ page: 'start', colour: '#0b6e4f' }] },
);

export const PreviewAnswer = Type.Object(
  {
    html: Type.String({
      description:
        'The page as a consumer sees it, as an HTML document. Show it in a frame without scripts and forms.',
    }),
  },
  {
    ...named('HostedPreview'),
    description: 'A hosted page with words that need not be saved.',
    examples: [{ html: '<!doctype html>…' }],
  },
);
