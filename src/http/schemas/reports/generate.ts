// The generate request, row for row as the interface lists it. Unknown fields are ignored; types are never coerced.
import { type Static, Type } from 'typebox';
import { BUREAU_IDS } from '../../../domain/reports/credit-report.ts';
import { VERDICTS } from '../../../domain/reports/report.ts';
import { plainText } from '../text.ts';
import { TestOptionsGiven } from './test-options.ts';

export const EXAMPLE_REQUEST = {
  test: true,
  challengeOptions: { status: 'allow' },
  sessionId: 'ds_0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a11.Zm9v',
  bureaus: ['equifax', 'experian', 'transunion'],
  ipAddress: '203.0.113.7',
  searchType: 'pcp',
  title: 'Ms',
  firstName: 'Ada',
  lastName: 'Sample',
  dateOfBirth: '1985-04-12',
  email: 'ada@example.com',
  mobileNumber: '+447700900123',
  externalReference: 'case-1042',
  addresses: [
    {
      type: 'current',
      ukAddress: {
        buildingNumber: '12',
        thoroughfare: 'Example Street',
        townOrCity: 'Leeds',
        postcode: 'LS1 4AB',
      },
    },
  ],
};

export const BUILDING_FIELDS = ['subBuildingName', 'buildingName', 'buildingNumber'] as const;

const UkAddress = Type.Object(
  {
    subBuildingName: Type.Optional(
      plainText(60, { description: 'Sub-unit within a building.', examples: ['Flat 2'] }),
    ),
    buildingName: Type.Optional(plainText(60, { examples: ['Rose Cottage'] })),
    buildingNumber: Type.Optional(
      plainText(20, { description: 'House or building number.', examples: ['12'] }),
    ),
    thoroughfare: Type.Optional(
      plainText(100, { description: 'Street name.', examples: ['Example Street'] }),
    ),
    district: Type.Optional(
      plainText(60, { description: 'District or locality.', examples: ['Headingley'] }),
    ),
    townOrCity: plainText(60, { examples: ['Leeds'] }),
    county: Type.Optional(plainText(60, { examples: ['West Yorkshire'] })),
    country: Type.Optional(plainText(60, { description: 'Country code.', examples: ['GB'] })),
    postcode: Type.String({
      format: 'uk-postcode',
      description: 'UK postcode in any case and spacing; stored as OUT INN.',
      examples: ['LS1 4AB'],
    }),
  },
  {
    // Interface, "Address entry": at least one of the three must be present.
    anyOf: BUILDING_FIELDS.map((field) => ({ required: [field] })),
    title: 'GivenUkAddress',
    description: `At least one of ${BUILDING_FIELDS.join(', ')} must be present.`,
  },
);

const TEST_ONLY = { required: ['test'], properties: { test: { const: true } } };

export const GenerateRequest = Type.Object(
  {
    sessionId: plainText(512, {
      description: 'Session id from the device fingerprint script. In test mode any text will do.',
      examples: [EXAMPLE_REQUEST.sessionId],
    }),
    // Without the type Ajv checks uniqueness in quadratic time: seconds for a list that fills the body.
    bureaus: Type.Array(Type.Enum([...BUREAU_IDS], { type: 'string' }), {
      minItems: 1,
      maxItems: BUREAU_IDS.length,
      uniqueItems: true,
      description: 'Bureaus to query, each at most once.',
      examples: [EXAMPLE_REQUEST.bureaus],
    }),
    ipAddress: Type.String({
      format: 'ip-address',
      description: "The consumer's IP address, IPv4 or IPv6.",
      examples: ['203.0.113.7'],
    }),
    searchType: Type.Enum(['pcp'], { description: 'Currently only `pcp`.', examples: ['pcp'] }),
    firstName: plainText(60, { examples: ['Ada'] }),
    lastName: plainText(60, { examples: ['Sample'] }),
    dateOfBirth: Type.String({
      format: 'birth-date',
      description: 'YYYY-MM-DD, in the past, not before 1900.',
      examples: ['1985-04-12'],
    }),
    addresses: Type.Array(
      Type.Object({
        type: Type.Optional(plainText(30, { description: 'Address kind.', examples: ['current'] })),
        ukAddress: UkAddress,
      }),
      {
        minItems: 1,
        maxItems: 10,
        description:
          'At least one address, at most ten. The one of type `current`, else the first, is searched as the current one, the others as earlier ones, as many as a bureau takes.',
      },
    ),
    previousNames: Type.Optional(
      Type.Array(
        Type.Object(
          {
            firstName: Type.Optional(
              plainText(60, { description: 'First name; without it, the present one.', examples: ['Ada'] }),
            ),
            middleName: Type.Optional(plainText(60, { examples: ['May'] })),
            lastName: plainText(60, { examples: ['Maiden'] }),
          },
          { title: 'PreviousName' },
        ),
        {
          maxItems: 3,
          description:
            'Our addition: names borne before, newest first, at most three. Sent to the bureaus that take them; `coverage` says which did.',
          examples: [[{ lastName: 'Maiden' }]],
        },
      ),
    ),
    title: Type.Optional(plainText(30, { description: 'For example Mr, Mrs, Ms.', examples: ['Ms'] })),
    middleName: Type.Optional(plainText(60, { examples: ['May'] })),
    gender: Type.Optional(Type.Enum(['M', 'F'], { description: '`M` or `F`.', examples: ['F'] })),
    mobileNumber: Type.Optional(
      Type.String({
        format: 'phone-number',
        description:
          'International format. Needed when a challenge is to be expected in live mode. In test mode some numbers between +447700900000 and +447700900999 select adverse data or a bad day: docs/test-your-integration.md, "Test numbers".',
        examples: ['+447700900123'],
      }),
    ),
    email: Type.Optional(
      Type.String({
        format: 'email-address',
        maxLength: 254,
        description: 'In test mode the text before the at sign selects a scenario (test001 to test004).',
        examples: ['test003@example.com'],
      }),
    ),
    externalReference: Type.Optional(
      plainText(255, { description: "The caller's own reference.", examples: ['case-1042'] }),
    ),
    test: Type.Optional(Type.Boolean({ description: 'True selects test mode.', examples: [true] })),
    challengeOptions: Type.Optional(
      Type.Object(
        { status: Type.Enum([...VERDICTS], { description: 'The branch to take.', examples: ['challenge'] }) },
        { description: 'Test mode only.' },
      ),
    ),
    testOptions: Type.Optional(TestOptionsGiven),
  },
  {
    // Gap: a live request that still carries a test switch is a mistake worth refusing.
    if: { required: ['challengeOptions'] },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
    then: TEST_ONLY,
    // biome-ignore lint/suspicious/noThenProperty: likewise
    else: { if: { required: ['testOptions'] }, then: TEST_ONLY },
    title: 'GenerateRequest',
    examples: VERDICTS.map((status) => ({ ...EXAMPLE_REQUEST, challengeOptions: { status } })),
  },
);
export type GenerateRequest = Static<typeof GenerateRequest>;

export const OtpRequest = Type.Object(
  {
    challengeId: Type.String({ minLength: 1, description: 'From the generate answer.' }),
    code: Type.String({
      minLength: 1,
      description: 'What the consumer typed, without spaces. Any text is a guess: nothing is trimmed.',
    }),
  },
  {
    title: 'OtpRequest',
    examples: [{ challengeId: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a12', code: '123456' }],
  },
);

export const ResendRequest = Type.Object(
  { challengeId: Type.String({ minLength: 1, description: 'From the generate answer.' }) },
  { title: 'ResendRequest', examples: [{ challengeId: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a12' }] },
);
