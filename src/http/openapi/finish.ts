// Finishes the OpenAPI document, once the library has collected the routes: named examples, shared schemas as components, formats that
// every tool knows, and the headers that every answer has.
import type { SwaggerTransformObject } from '@fastify/swagger';
import { EVENT_BODIES, toTitle } from '../schemas/webhooks/event-bodies.ts';
import { finishSchema, type Json, type Node } from './finish-schema.ts';

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
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  const entries = Object.entries(EVENT_BODIES).map(([type, { summary, schema, example }]) => [
    type,
    {
      post: {
        tags: ['Webhooks'],
        operationId: `on${toTitle(type)}`,
        summary,
        description: 'We send it to the endpoints that ask for this type. Any 2xx says that it was received.',
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: {
            [JSON_TYPE]: {
              schema: finishSchema({ ...schema }, components.schemas),
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
  const {
    requestBody,
    parameters,
    responses,
    'x-csv': columns,
    'x-pdf': pdf,
    'x-person': person,
    ...rest
  } = operation;
  const description = [operation.description, person];
  return {
    ...rest,
    description: description.filter((words) => words !== undefined).join('\n\n'),
    ...(parameters !== undefined && {
      parameters: parameters.map((one: Node) => finishParameter(one, components)).sort(byPlace),
    }),
    ...(requestBody !== undefined && {
      requestBody: { ...requestBody, content: finishContent(requestBody.content, components) },
    }),
    responses: withDefault(
      Object.entries<Node>(responses).map(([status, response]) => [
        status,
        finishResponse(
          status,
          status === '200' ? withPdf(withCsv(response, columns), pdf) : response,
          operation,
          components,
        ),
      ]),
    ),
  };
}

function finishParameter(parameter: Node, { schemas }: Components): Node {
  const name = parameter.in === 'header' ? toHeaderCase(parameter.name) : parameter.name;
  return { ...parameter, schema: finishSchema(parameter.schema, schemas), name, ...PARAMETERS[name] };
}

const PLACES = ['path', 'query', 'header'];
const byPlace = (one: Node, other: Node): number => PLACES.indexOf(one.in) - PLACES.indexOf(other.in);

/** A redirect is no success to a generator: it gets a place for what else may come. */
function withDefault(answers: [string, Node][]): Node {
  const isRedirect = !answers.some(([status]) => status.startsWith('2'));
  const any = { description: 'Any other status, such as 405 or 408, with `code` and `message`.' };
  return { ...Object.fromEntries(answers), ...(isRedirect && { default: any }) };
}

/** The same list as a file, for `Accept: text/csv`. */
function withCsv(response: Node, columns: readonly string[] | undefined): Node {
  if (columns === undefined) return response;
  const csv = {
    schema: { type: 'string', description: 'By RFC 4180: a header line, then a line for each entry.' },
    example: `${columns.join(',')}\r\n`,
  };
  return { ...response, content: { ...response.content, 'text/csv': csv } };
}

/** The same as a document to keep, for `Accept: application/pdf`. */
function withPdf(response: Node, hasPdf: true | undefined): Node {
  if (hasPdf === undefined) return response;
  const pdf = {
    schema: {
      type: 'string',
      contentMediaType: 'application/pdf',
      description:
        'A complete report as a PDF: tagged, with headings, bookmarks and embedded fonts. The same report gives the same bytes.',
    },
    example: '%PDF-1.7',
  };
  return { ...response, content: { ...response.content, 'application/pdf': pdf } };
}

function finishResponse(status: string, response: Node, operation: Node, components: Components): Node {
  const { description, content } = response;
  const headers = { ...response.headers, ...headersOf(status, operation) };
  if (content === undefined) return { description, headers };
  const isError = Number(status) >= 400;
  const [[type, media], ...others] = Object.entries<Node>(content) as [[string, Node]];
  const { schema } = media;
  const finished = {
    description,
    headers,
    content: finishContent(
      { [isError ? JSON_TYPE : type]: media, ...Object.fromEntries(others) },
      components,
    ),
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
      return [
        type,
        { schema: finishSchema(schema, components.schemas), examples: Object.fromEntries(named) },
      ];
    }),
  );
}

/** An example is named by what distinguishes it: its status or its code. */
function nameOf(value: Json): string | undefined {
  return (
    value?.data?.status ?? value?.challengeOptions?.status ?? value?.code ?? value?.error ?? value?.status
  );
}

function toHeaderCase(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
