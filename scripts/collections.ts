// Writes docs/collections/ from docs/openapi.json: the calls that a program can make, for Postman and for Bruno. A first call gets a token and
// keeps it in a variable, the others use it; the tenant is a variable. npm run openapi runs it; a test fails when a file is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// biome-ignore lint/suspicious/noExplicitAny: documents are plain JSON of every shape
type Json = any;

const FOLDER = join(import.meta.dirname, '../docs/collections');
const SERVER = 'http://127.0.0.1:8080';
const VARIABLES: Record<string, string> = {
  baseUrl: SERVER,
  tenantId: '',
  clientId: '',
  clientSecret: '',
  token: '',
  creditReportId: '',
  challengeId: '',
};
/** What is kept of an answer for the calls after it: the variable, and where it is. */
const KEPT: Record<string, [name: string, path: string][]> = {
  issueToken: [['token', 'access_token']],
  generateReport: [
    ['creditReportId', 'data?.creditReportId'],
    ['challengeId', 'data?.challenge?.challengeId'],
  ],
};

type Call = {
  id: string;
  name: string;
  about: string;
  folder: string;
  method: string;
  path: string;
  query: { name: string; value: string; about: string }[];
  headers: { name: string; value: string }[];
  body: { type: 'json' | 'form'; json: string; form: [string, string][] } | null;
  auth: 'token' | 'client' | 'none';
};

export function collectionTexts(document: Json): Record<string, string> {
  const calls = callsOf(document);
  const text = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'trefoil.postman_collection.json': text(toPostman(calls, document)),
    'trefoil.bruno.json': text(toBruno(calls)),
  };
}

/** Those of programs: with a token that a credential can have, or without any. The token comes first. */
function callsOf(document: Json): Call[] {
  const isForPrograms = ({ security, tags }: Json): boolean =>
    tags[0] !== 'Signing in' && (security.length === 0 || security.some((way: Json) => !('session' in way)));
  const all = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([, operation]) => isForPrograms(operation) && operation.operationId !== 'authorize')
      .map(([method, operation]) => toCall(document, path, method, operation)),
  );
  return all.sort((one, other) => Number(other.id === 'issueToken') - Number(one.id === 'issueToken'));
}

function toCall(document: Json, path: string, method: string, operation: Json): Call {
  const { operationId: id, summary, description, tags, security, parameters = [], requestBody } = operation;
  const query = parameters
    .filter((one: Json) => one.in === 'query')
    .map((one: Json) => ({ name: one.name, value: '', about: one.description }));
  const takesKey = parameters.some(({ name }: Json) => name === 'Idempotency-Key');
  return {
    id,
    name: summary,
    about: description,
    folder: tags[0],
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, '{{$1}}'),
    query,
    headers: takesKey ? [{ name: 'Idempotency-Key', value: '{{$guid}}' }] : [],
    body: bodyOf(document, id, requestBody),
    auth: id === 'issueToken' ? 'client' : security.length === 0 ? 'none' : 'token',
  };
}

function bodyOf(document: Json, id: string, requestBody: Json): Call['body'] {
  if (requestBody === undefined) return null;
  const [[type, media]] = Object.entries<Json>(requestBody.content) as [[string, Json]];
  if (type !== 'application/json')
    return { type: 'form', json: '', form: [['grant_type', 'client_credentials']] };
  const example = structuredClone(Object.values<Json>(media.examples)[0].value);
  const schema =
    media.schema.$ref === undefined
      ? media.schema
      : document.components.schemas[media.schema.$ref.split('/').at(-1)];
  for (const name of ['challengeId', 'creditReportId', 'tenantId'])
    if (schema.properties?.[name] !== undefined) example[name] = `{{${name}}}`;
  if (id === 'generateReport') example.challengeOptions = { status: 'challenge' };
  return { type: 'json', json: JSON.stringify(example, null, 2), form: [] };
}

/** Collection format 2.1. */
function toPostman(calls: Call[], { info }: Json): Json {
  const item = (call: Call): Json => {
    const kept = (KEPT[call.id] ?? []).map(
      ([name, path]) => `pm.collectionVariables.set('${name}', pm.response.json().${path} ?? '');`,
    );
    return {
      name: call.name,
      ...(kept.length > 0 && {
        event: [{ listen: 'test', script: { type: 'text/javascript', exec: kept } }],
      }),
      request: {
        method: call.method,
        description: call.about,
        ...(call.auth === 'none' && { auth: { type: 'noauth' } }),
        ...(call.auth === 'client' && {
          auth: {
            type: 'basic',
            basic: [
              { key: 'username', value: '{{clientId}}', type: 'string' },
              { key: 'password', value: '{{clientSecret}}', type: 'string' },
            ],
          },
        }),
        header: call.headers.map(({ name, value }) => ({ key: name, value })),
        ...(call.body !== null && { body: postmanBody(call.body) }),
        url: {
          raw: `{{baseUrl}}${call.path}`,
          host: ['{{baseUrl}}'],
          path: call.path.split('/').slice(1),
          query: call.query.map(({ name, value, about }) => ({
            ...{ key: name, value, description: about },
            disabled: true,
          })),
        },
      },
      response: [],
    };
  };
  return {
    info: {
      name: 'Trefoil',
      description: `Set tenantId, clientId and clientSecret, send "${calls[0]?.name}", then any other call. Version ${info.version}.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value })),
    item: inFolders(calls).map(([name, some]) => ({ name, item: some.map(item) })),
  };
}

function postmanBody({ type, json, form }: NonNullable<Call['body']>): Json {
  if (type === 'form')
    return { mode: 'urlencoded', urlencoded: form.map(([key, value]) => ({ key, value })) };
  return { mode: 'raw', raw: json, options: { raw: { language: 'json' } } };
}

/** The file that Bruno imports and exports. */
function toBruno(calls: Call[]): Json {
  const item = (call: Call, index: number): Json => {
    const kept = (KEPT[call.id] ?? []).map(
      ([name, path]) => `bru.setVar('${name}', res.body.${path} ?? '');`,
    );
    return {
      type: 'http-request',
      name: call.name,
      seq: index + 1,
      request: {
        url: `{{baseUrl}}${call.path}`,
        method: call.method,
        headers: call.headers.map(({ name, value }) => ({ name, value, enabled: true })),
        params: call.query.map(({ name, value, about }) => ({
          ...{ name, value, description: about },
          type: 'query',
          enabled: false,
        })),
        auth: brunoAuth(call.auth),
        body: brunoBody(call.body),
        script: kept.length > 0 ? { res: kept.join('\n') } : {},
        docs: call.about,
      },
    };
  };
  return {
    name: 'Trefoil',
    version: '1',
    items: inFolders(calls).map(([name, some], index) => ({
      ...{ type: 'folder', name, seq: index + 1 },
      items: some.map(item),
    })),
    environments: [
      {
        name: 'Trefoil',
        variables: Object.entries(VARIABLES).map(([name, value]) => ({
          ...{ name, value, type: 'text', enabled: true },
          secret: name === 'clientSecret' || name === 'token',
        })),
      },
    ],
  };
}

function brunoAuth(auth: Call['auth']): Json {
  if (auth === 'token') return { mode: 'bearer', bearer: { token: '{{token}}' } };
  if (auth === 'none') return { mode: 'none' };
  return { mode: 'basic', basic: { username: '{{clientId}}', password: '{{clientSecret}}' } };
}

function brunoBody(body: Call['body']): Json {
  if (body === null) return { mode: 'none' };
  if (body.type === 'json') return { mode: 'json', json: body.json };
  const fields = body.form.map(([name, value]) => ({ name, value, enabled: true }));
  return { mode: 'formUrlEncoded', formUrlEncoded: fields };
}

function inFolders(calls: Call[]): [string, Call[]][] {
  return [...Map.groupBy(calls, ({ folder }) => folder)];
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../docs/openapi.json');
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(collectionTexts(JSON.parse(readFileSync(file, 'utf8')))))
    writeFileSync(join(FOLDER, name), text);
}
