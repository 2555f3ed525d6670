// Schemas of webhook endpoints and of their public keys.
import { Type } from 'typebox';
import { OVERLAP_NAMES } from '../../../domain/secret.ts';
import { ALL_TYPES, EVENT_TYPE_NAMES } from '../../../domain/webhooks/events.ts';
import { RATE_DEFAULT } from '../../../domain/webhooks/webhooks.ts';
import { EXAMPLE_TIME, meaning, named, orNull, TenantParams, Time, Uuid } from '../common.ts';
import { plainOrEmpty, plainText } from '../text.ts';

const EXAMPLE_ENDPOINT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a70';

export const EndpointParams = Type.Object({
  ...TenantParams.properties,
  endpointId: Type.String({ description: "The endpoint's id." }),
});
const Url = plainText(2_000, {
  format: 'https-address',
  description: 'Where events are sent: https, a public host, no user name, no fragment.',
  examples: ['https://hooks.example.invalid/trefoil'],
});
const Types = Type.Array(Type.Enum([ALL_TYPES, ...EVENT_TYPE_NAMES]), {
  minItems: 1,
  maxItems: EVENT_TYPE_NAMES.length,
  uniqueItems: true,
  description:
    'The types of events that it gets. `*`: all of them, and those that a later version of the service adds.',
});
const Description = plainOrEmpty(200, { description: 'For people.', examples: ['Case system'] });
const Ordered = Type.Boolean({
  description:
    "One report's events one after another: the next is sent when the one before was delivered or given up.",
});
const Rate = Type.Integer({ minimum: 1, maximum: 100, description: 'Requests a second at most.' });

export const EndpointRequest = Type.Object(
  {
    url: Url,
    types: Type.Optional(Types),
    mode: Type.Enum(['live', 'test'], { description: 'Whose events it gets: of live or of test reports.' }),
    description: Type.Optional(Description),
    ordered: Type.Optional(Ordered),
    ratePerSecond: Type.Optional(Rate),
    asymmetric: Type.Optional(
      Type.Boolean({ description: 'Sign with `v1a` (Ed25519) as well: receivers then need no secret.' }),
    ),
  },
  {
    title: 'EndpointRequest',
    description: `Without \`types\`: \`*\`. Without \`ratePerSecond\`: ${RATE_DEFAULT}.`,
    examples: [
      {
        url: 'https://hooks.example.invalid/trefoil',
        mode: 'live',
        types: ['report.completed', 'report.failed'],
      },
    ],
  },
);

export const EndpointChangeRequest = Type.Object(
  {
    url: Type.Optional(Url),
    types: Type.Optional(Types),
    description: Type.Optional(Description),
    ordered: Type.Optional(Ordered),
    ratePerSecond: Type.Optional(Rate),
  },
  { title: 'EndpointChange', minProperties: 1, examples: [{ ratePerSecond: 5 }] },
);

export const Recovery = Type.Object(
  {
    id: Uuid,
    since: meaning(Time, 'The first moment of the period.'),
    until: meaning(Time, 'The last moment of the period.'),
    failedOnly: Type.Boolean({ description: 'Only what was never delivered.' }),
    total: Type.Integer(),
    delivered: Type.Integer(),
    failed: Type.Integer(),
    waiting: Type.Integer(),
    createdAt: Time,
    cancelledAt: orNull(Time, 'When it was cancelled; null while it was not.'),
  },
  named('Recovery'),
);
export const EXAMPLE_RECOVERY = {
  id: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a71',
  since: EXAMPLE_TIME,
  until: EXAMPLE_TIME,
  failedOnly: true,
  total: 1_204,
  delivered: 800,
  failed: 0,
  waiting: 404,
  createdAt: EXAMPLE_TIME,
  cancelledAt: null,
};

const Endpoint = Type.Object(
  {
    id: Uuid,
    url: Type.String({ description: 'Where events are sent.' }),
    description: Type.String({ description: 'What it is for, in the words of its owner.' }),
    types: Type.Array(Type.String(), {
      description: 'The types of events that it gets; `*` means all, future ones too.',
    }),
    mode: Type.Enum(['live', 'test'], {
      description: 'Which events it gets: those of test mode or of live mode.',
    }),
    ordered: Type.Boolean({ description: 'Whether events of one report arrive in their order.' }),
    ratePerSecond: Type.Integer({ description: 'At most so many deliveries a second.' }),
    state: Type.Enum(['active', 'failing', 'disabled'], {
      description: 'Whether it gets events, and whether they arrive.',
    }),
    disabledReason: orNull(
      Type.Enum(['by-you', 'failing', 'gone', 'asked'], {
        description:
          'failing: five days without a success. gone: it answered 410. asked: its header asked for it. Null while it is not disabled.',
      }),
    ),
    missed: Type.Optional(
      orNull(Type.Integer({ description: 'Events that it did not get since; null while it is active.' })),
    ),
    recovery: Type.Optional(orNull(Recovery, 'Its latest recovery; null where there was none.')),
    sameAddressAs: Type.Optional(
      Type.Array(Uuid, {
        description:
          'Other endpoints of this mode with the same address: it gets an event once for each of them that asks for its type.',
      }),
    ),
    failingSince: orNull(Time, 'Since when nothing arrived; null when the last one did.'),
    failures: Type.Integer({ description: 'Tries that failed since the last success.' }),
    lastSuccessAt: orNull(Time, 'When a try last succeeded; null if none did.'),
    lastFailureAt: orNull(Time, 'When a try last failed; null if none did.'),
    secret: Type.Object(
      { hint: Type.String({ description: 'Its last letters.' }), createdAt: Time },
      named('EndpointSecret'),
    ),
    oldSecret: orNull(
      Type.Object(
        {
          hint: Type.String({ description: 'The end of the secret, to tell it from others.' }),
          expiresAt: Time,
        },
        named('OldEndpointSecret'),
      ),
    ),
    publicKeys: Type.Array(Type.String({ description: 'For `v1a`; the present one first.' }), {
      description: 'The keys that verify its `v1a` signatures.',
    }),
    createdAt: Time,
    updatedAt: Time,
  },
  named('WebhookEndpoint'),
);

const EXAMPLE_ENDPOINT = {
  id: EXAMPLE_ENDPOINT_ID,
  url: 'https://hooks.example.invalid/trefoil',
  description: 'Case system',
  types: ['report.completed', 'report.failed'],
  mode: 'live',
  ordered: false,
  ratePerSecond: RATE_DEFAULT,
  state: 'active',
  disabledReason: null,
  failingSince: null,
  failures: 0,
  lastSuccessAt: EXAMPLE_TIME,
  lastFailureAt: null,
  secret: { hint: '9c1=', createdAt: EXAMPLE_TIME },
  oldSecret: null,
  publicKeys: [],
  createdAt: EXAMPLE_TIME,
  updatedAt: EXAMPLE_TIME,
};

export const EndpointAnswer = Type.Object(Endpoint.properties, {
  ...named('WebhookEndpoint'),
  description: 'The endpoint.',
  examples: [EXAMPLE_ENDPOINT],
});
export const EndpointList = Type.Object(
  { items: Type.Array(Endpoint) },
  {
    ...named('WebhookEndpoints'),
    description: 'The endpoints of the tenant, oldest first.',
    examples: [{ items: [EXAMPLE_ENDPOINT] }],
  },
);
export const NewEndpointAnswer = Type.Object(
  { endpoint: Endpoint, secret: Type.String({ description: 'Shown once.' }) },
  {
    ...named('NewWebhookEndpoint'),
    description: 'The endpoint and its secret, which is shown once.',
    examples: [{ endpoint: EXAMPLE_ENDPOINT, secret: 'whsec_…' }],
  },
);

export const EndpointOverlapRequest = Type.Object(
  {
    overlap: Type.Enum([...OVERLAP_NAMES], {
      description: 'How long the old secret signs beside the new one, from now. `now` ends it.',
    }),
  },
  { title: 'EndpointOverlap', examples: [{ overlap: '24h' }] },
);

export const EnableRequest = Type.Object(
  {
    missed: Type.Enum(['send', 'skip'], {
      description: 'Whether to send what happened while it was disabled.',
    }),
  },
  { title: 'EnableEndpoint', examples: [{ missed: 'send' }] },
);

export const WebhookSources = Type.Object(
  {
    addresses: Type.Array(Type.String({ description: 'An address, or a network in CIDR form.' }), {
      description:
        'Empty where the operator publishes none: then tell requests apart by their signature alone.',
    }),
  },
  {
    ...named('WebhookSources'),
    description:
      'The addresses that requests to endpoints come from, as the operator of the service gives them, for a firewall. A signature is still to be checked.',
    examples: [{ addresses: ['198.51.100.0/28'] }],
  },
);

export const WebhookKeysQuery = Type.Object({
  endpointId: Type.String({ format: 'any-uuid', description: 'The endpoint whose keys are asked for.' }),
});
export const WebhookKeys = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          kty: Type.Enum(['OKP']),
          crv: Type.Enum(['Ed25519']),
          x: Type.String({ description: 'The key itself.' }),
          publicKey: Type.String({ description: 'The same, as Standard Webhooks writes it.' }),
        },
        named('WebhookKey'),
      ),
    ),
  },
  {
    ...named('WebhookKeys'),
    description: 'The public keys of an endpoint that signs with `v1a`; the present one first.',
    examples: [{ keys: [{ kty: 'OKP', crv: 'Ed25519', x: '…', publicKey: 'whpk_…' }] }],
  },
);
