// Finishes the OpenAPI document, once the library has collected the routes: named examples, shared schemas as components, formats that
// every tool knows, and the headers that every answer has.
import type { SwaggerTransformObject } from '@fastify/swagger';
import { EVENT_BODIES, toTitle } from '../schemas/event-bodies.ts';
import { FORMATS } from '../schemas/text.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON of every shape
type Json = any;
type Node = Record<string, Json>;

const JSON_TYPE = 'application/json';

const HEADERS: Record<string, Node> = {
  'X-Request-Id': {
    description: 'Names this request in our log. Quote it when you ask about the answer.',
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Policy': {
    description: 'The limits that this request was counted against: name, quota `q`, window `w` in seconds.',
    schema: { type: 'string' },
    example: '"address";q=1200;w=60, "caller";q=600;w=60',
  },
  RateLimit: {
    description: 'Where each limit stands: what remains `r`, seconds to its reset `t`.',
    schema: { type: 'string' },
    example: '"address";r=1187;t=42, "caller";r=594;t=42',
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const PARAMETERS: Record<string, Node> = {
  // No example: the reference would send it with every call, and the second would be refused as a reused key.
  'Idempotency-Key': { schema: { type: 'string', minLength: 1, maxLength: 255 } },
  tenantId: { schema: { type: 'string', format: 'uuid' }, example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a01' },
  creditReportId: {
    schema: { type: 'string', format: 'uuid' },
    example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10',
  },
  productCode: { example: 'sms-otp' },
  personId: { schema: { type: 'string', format: 'uuid' }, example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a02' },
  sessionId: { schema: { type: 'string', format: 'uuid' }, example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a20' },
  invitationId: {
    schema: { type: 'string', format: 'uuid' },
    example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a20',
  },
  endpointId: {
    schema: { type: 'string', format: 'uuid' },
    example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a70',
  },
  deliveryId: {
    schema: { type: 'string', format: 'uuid' },
    example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a71',
  },
  recoveryId: {
    schema: { type: 'string', format: 'uuid' },
    example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a72',
  },
  clockId: { schema: { type: 'string', format: 'uuid' }, example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a40' },
  requestId: { schema: { type: 'string', format: 'uuid' }, example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a40' },
  credentialId: {
    schema: { type: 'string', format: 'uuid' },
    example: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a30',
  },
};

export const finishDocument: SwaggerTransformObject = (given) => {
  if (!('openapiObject' in given)) throw new Error('the document is OpenAPI, not Swagger 2');
  const document = given.openapiObject as Node;
  const components = { ...document.components, headers: HEADERS, responses: {}, schemas: {} };
  const paths: Node = {};
  for (const [path, item] of Object.entries<Node>(document.paths)) {
    const operations = Object.entries<Node>(item);
    paths[path] = Object.fromEntries(
      operations.map(([method, operation]) => [method, finishOperation(operation, components)]),
    );
  }
  return { ...document, components, paths, webhooks: eventWebhooks(components) };
};

const WEBHOOK_HEADERS: Record<string, string> = {
  'webhook-id': 'The id of the event: the same at each try.',
  'webhook-timestamp': 'When this try was signed, in seconds.',
  'webhook-signature':
    'One or more signatures, with blanks between them: `v1,…` by the secret, `v1a,…` by the public key.',
};

/** What we send to endpoints: one entry for each type of event. */
function eventWebhooks(components: Components): Node {
  const parameters = Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
    ...{ name, in: 'header', required: true, description },
    schema: { type: 'string' },
  }));
  const entries = Object.entries(EVENT_BODIES).map(([type, { summary, schema, example }]) => [
    type,
    {
      post: {
        tags: ['Webhooks'],
        operationId: `on${toTitle(type)}`,
        summary,
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: {
            [JSON_TYPE]: {
              schema: finishSchema({ ...schema }, components),
              examples: { [type]: { value: example } },
            },
          },
        },
        responses: { 204: { description: 'It was received; any 2xx says so.' } },
      },
    },
  ]);
  return Object.fromEntries(entries);
}

type Components = { responses: Node; schemas: Node };

function finishOperation(operation: Node, components: Components): Node {
  const { requestBody, parameters, responses } = operation;
  return {
    ...operation,
    ...(parameters !== undefined && { parameters: parameters.map(finishParameter).sort(byPlace) }),
    ...(requestBody !== undefined && {
      requestBody: { ...requestBody, content: finishContent(requestBody.content, components) },
    }),
    responses: Object.fromEntries(
      Object.entries<Node>(responses).map(([status, response]) => [
        status,
        finishResponse(status, response, operation, components),
      ]),
    ),
  };
}

function finishParameter(parameter: Node): Node {
  const name = parameter.in === 'header' ? toHeaderCase(parameter.name) : parameter.name;
  return { ...parameter, schema: finishSchema(parameter.schema, { schemas: {} }), name, ...PARAMETERS[name] };
}

const PLACES = ['path', 'query', 'header'];
const byPlace = (one: Node, other: Node): number => PLACES.indexOf(one.in) - PLACES.indexOf(other.in);

function finishResponse(status: string, response: Node, operation: Node, components: Components): Node {
  const { description, content } = response;
  const headers = { ...response.headers, ...headersOf(status, operation) };
  if (content === undefined) return { description, headers };
  const isError = Number(status) >= 400;
  const [[type, media]] = Object.entries<Node>(content) as [[string, Node]];
  // The description belongs to the answer, not to its schema, which several answers share.
  const { description: _said, ...schema } = media.schema;
  const finished = {
    description,
    headers,
    content: finishContent({ [isError ? JSON_TYPE : type]: { ...media, schema } }, components),
  };
  const isProblem = isError && schema.properties?.code !== undefined;
  if (!isProblem) return finished;
  // One component for each refusal, shared by all operations.
  components.responses[schema.title] = finished;
  return { $ref: `#/components/responses/${schema.title}` };
}

function headersOf(status: string, { responses, parameters = [] }: Node): Node {
  const isLimited = responses['429'] !== undefined;
  const isError = Number(status) >= 400;
  const takesKey = parameters.some(({ name }: Node) => name.toLowerCase() === 'idempotency-key');
  const names = [
    'X-Request-Id',
    ...(isLimited || isError ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(['409', '429', '503'].includes(status) ? ['Retry-After'] : []),
    ...(status === '401' ? ['WWW-Authenticate'] : []),
    ...(takesKey && !isError ? ['Idempotent-Replayed'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The examples by name, and the schema with its named parts moved to the components. */
function finishContent(content: Node, components: Components): Node {
  return Object.fromEntries(
    Object.entries<Node>(content).map(([type, { schema, example, examples }]) => {
      const given = Object.entries<Node>(examples ?? { example: { value: example } });
      const named = given.map(([name, { value }]) => [nameOf(value) ?? name, { value }]);
      return [type, { schema: finishSchema(schema, components), examples: Object.fromEntries(named) }];
    }),
  );
}

/** An example is named by what distinguishes it: its status or its code. */
function nameOf(value: Json): string | undefined {
  return (
    value?.data?.status ?? value?.challengeOptions?.status ?? value?.code ?? value?.error ?? value?.status
  );
}

const CHILD_MAPS = ['properties', 'patternProperties'];
const CHILD_LISTS = ['anyOf', 'allOf', 'oneOf'];
const CHILDREN = ['items', 'additionalProperties', 'if', 'then', 'else', 'not'];

function finishSchema(schema: Json, components: Pick<Components, 'schemas'>): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  const finish = (child: Json): Json => finishSchema(child, components);
  const finished = withKnownFormat(schema);
  for (const [key, value] of Object.entries<Json>(finished)) {
    if (CHILD_MAPS.includes(key)) {
      finished[key] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, finish(child)]));
    } else if (CHILD_LISTS.includes(key)) finished[key] = value.map(finish);
    else if (CHILDREN.includes(key)) finished[key] = finish(value);
  }
  if (finished.title === undefined) return finished;
  components.schemas[finished.title] = finished;
  return { $ref: `#/components/schemas/${finished.title}` };
}

function withKnownFormat({ format, examples, ...schema }: Node): Node {
  const isText = schema.enum?.every((value: Json) => typeof value === 'string') === true;
  const documented = FORMATS[format]?.documented ?? (format === undefined ? {} : { format });
  return {
    ...(isText && { type: 'string' }),
    ...schema,
    ...documented,
    ...(examples?.length > 0 && { examples }),
  };
}

function toHeaderCase(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
