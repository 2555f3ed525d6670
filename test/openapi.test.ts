// The OpenAPI document: up to date, well formed, complete and true. test/fuzz checks thousands of answers against it; here it is checked
// against the routes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CONSOLE_FILE, consoleText } from '../scripts/console-operations.ts';
import { DOCUMENT_FILE, openApiText } from '../scripts/openapi.ts';
import { REFUSAL_CODES } from '../src/domain/refusal.ts';
import { EVENT_TYPE_NAMES } from '../src/domain/webhooks/events.ts';
import { STATUS_OF } from '../src/http/problems.ts';
import { EVENT_BODIES } from '../src/http/schemas/webhooks/event-bodies.ts';
import {
  closedOff,
  document,
  find,
  type Json,
  operations,
  validatorOf,
  writtenOut,
} from './fuzz/contract.ts';
import { STRUCTURE } from './support/formats/openapi-structure.ts';
import { type House, openHouse, send, TEST_ORIGIN } from './support/house.ts';
import { collectRoutes } from './support/http/collect-routes.ts';
import { eventFault } from './support/webhooks/webhooks.ts';

// Served, but not part of the API: the reference itself, pages for people, the preflight of the fingerprint script, the SMS gateways'
// callbacks, and the development mail.
const UNLISTED = [
  'GET /',
  'GET /.well-known/security.txt',
  'GET /app',
  'GET /app/:tenant',
  'GET /app/:tenant/:mode',
  'GET /app/:tenant/:mode/:page',
  'GET /app/:tenant/:mode/:page/:id',
  'GET /app/:tenant/:mode/:page/:id/:part',
  'GET /app/assets/:name',
  'GET /c/:id',
  'GET /c/:id/address',
  'GET /c/:id/ask',
  'GET /c/:id/check',
  'GET /c/:id/closed',
  'GET /c/:id/code',
  'GET /c/:id/consent',
  'GET /c/:id/date-of-birth',
  'GET /c/:id/end',
  'GET /c/:id/logo/:hash',
  'GET /c/:id/mobile',
  'GET /c/:id/name',
  'GET /c/:id/next',
  'GET /c/:id/not-received',
  'GET /c/:id/other-addresses',
  'GET /c/:id/other-addresses/add',
  'GET /c/:id/other-names',
  'GET /c/:id/other-names/add',
  'GET /c/:id/progress',
  'GET /c/:id/report',
  'GET /c/:id/report.pdf',
  'GET /c/:id/return',
  'GET /c/:id/rights',
  'GET /c/:id/stopped',
  'GET /c/:id/wait',
  'GET /c/:id/wrong',
  'GET /c/:id/wrong/:place',
  'GET /c/assets/:name',
  'GET /c/colours/:light/:dark',
  'GET /dev/mail',
  'GET /docs',
  'GET /docs/:page',
  'GET /docs/assets/:name',
  'GET /docs/search',
  'GET /favicon.ico',
  'GET /fonts/:name',
  'GET /invite/:token',
  'GET /llms-full.txt',
  'GET /llms.txt',
  'GET /openapi.json',
  'GET /openapi.programs.json',
  'GET /reference',
  'GET /reference/',
  'GET /reference/js/scalar.js',
  'GET /reset',
  'GET /reset/:token',
  'GET /sdk',
  'GET /sdk/',
  'GET /sdk/:file',
  'GET /sign-in.css',
  'GET /sign-in.js',
  'GET /sign-in/:uid',
  'GET /sign-in/:uid/code',
  'GET /sign-in/over',
  'GET /sign-in/unknown-person',
  'GET /v1/oauth/authorize/:uid',
  'GET /v1/sms/receipts/:gateway/:tenantId/:smsId',
  'GET /widget.js',
  'OPTIONS /v1/fingerprints/sessions',
  'POST /c/:id/address',
  'POST /c/:id/address/find',
  'POST /c/:id/again',
  'POST /c/:id/ask',
  'POST /c/:id/check',
  'POST /c/:id/close',
  'POST /c/:id/code',
  'POST /c/:id/consent',
  'POST /c/:id/date-of-birth',
  'POST /c/:id/decline',
  'POST /c/:id/mobile',
  'POST /c/:id/name',
  'POST /c/:id/not-received',
  'POST /c/:id/other-addresses',
  'POST /c/:id/other-addresses/add',
  'POST /c/:id/other-addresses/add/find',
  'POST /c/:id/other-addresses/remove',
  'POST /c/:id/other-names',
  'POST /c/:id/other-names/add',
  'POST /c/:id/other-names/remove',
  'POST /c/:id/other-number',
  'POST /c/:id/start',
  'POST /c/:id/withdraw',
  'POST /invite/:token',
  'POST /reset',
  'POST /reset/:token',
  'POST /sign-in/:uid',
  'POST /sign-in/:uid/code',
  'POST /v1/payment-events/:provider',
  'POST /v1/sms/receipts/:gateway/:tenantId/:smsId',
];
// Answered without an operation: an unknown address, a wrong method.
const WITHOUT_OPERATION = ['method-not-allowed'];

/** Bodies that are larger by nature: addresses, and a CSV of lenders. */
const LARGER_KIB: Record<string, number> = {
  '/:tenantId/v1/credit-reports': 32,
  '/:tenantId/v1/lenders': 256,
  '/:tenantId/v1/consumer-sessions': 48,
  '/:tenantId/v1/settings': 48,
  '/:tenantId/v1/consent-texts': 64,
  '/:tenantId/v1/consent-texts/:consentTextId': 64,
  '/:tenantId/v1/branding': 384,
  '/:tenantId/v1/branding/preview': 64,
};

const examples = collectExamples();
let routes: ReturnType<typeof collectRoutes>;
let house: House;
before(async () => {
  routes = collectRoutes();
  house = await openHouse();
});
after(() => house.close());

test('docs/openapi.json matches the routes; if not, run: npm run openapi', async () => {
  assert.equal(await readFile(DOCUMENT_FILE, 'utf8'), await openApiText());
});

test('the operations that the console calls are those of the document: npm run openapi', async () => {
  assert.equal(await readFile(CONSOLE_FILE, 'utf8'), await consoleText());
});

test('the service serves the same document, with its own address in it', async () => {
  const { body, headers } = await send(house, { url: '/openapi.json' });
  assert.deepEqual(body, {
    ...document,
    info: { ...document.info, contact: { ...document.info.contact, url: `${TEST_ORIGIN}/docs` } },
    servers: [{ url: TEST_ORIGIN }],
  });
  assert.equal(headers['access-control-allow-origin'], '*');
});

test('the document has the structure of OpenAPI 3.1 and nothing besides', () => {
  const validate = new Ajv2020({ strictRequired: false, strictTypes: false, validateFormats: false }).compile(
    STRUCTURE,
  );
  assert.ok(validate(document), JSON.stringify(validate.errors, null, 1));
});

test('every type of event is a webhook of the document, with an example that fits its schema', () => {
  assert.deepEqual(Object.keys(document.webhooks).sort(), [...EVENT_TYPE_NAMES].sort());
  for (const { example } of Object.values(EVENT_BODIES)) assert.equal(eventFault(example), null);
});

test('every reference leads somewhere, and every component is referred to', () => {
  const used = new Set<string>();
  walk(document, (value) => {
    if (typeof value?.$ref === 'string') used.add(value.$ref);
  });
  for (const reference of used) find(reference);
  const kept = ['schemas', 'responses', 'headers'].flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
  );
  assert.deepEqual(kept.sort(), [...used].sort());
});

test('every schema is JSON Schema that a strict validator accepts, with standard formats only', () => {
  for (const { schema } of examples) validatorOf(schema);
  assert.ok(examples.length > 100);
});

test('every list in a body is bounded where the validator looks first, and every body at its longest fits its limit', () => {
  const longest = (schema: Json): number => {
    if (schema.type === 'array') {
      assert.ok(schema.maxItems <= (schema.items.enum?.length ?? 20), JSON.stringify(schema));
      return schema.maxItems * (longest(schema.items) + 1) + 2;
    }
    // A list in one of these would be validated entry by entry, however long it is.
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'then', 'else'])
      assert.doesNotMatch(JSON.stringify(schema[keyword] ?? null), /"array"/);
    const fields = Object.entries<Json>(schema.properties ?? {});
    if (fields.length > 0)
      return fields.reduce((sum, [name, one]) => sum + name.length + 4 + longest(one), 2);
    if (schema.enum !== undefined)
      return Math.max(...schema.enum.map((one: Json) => JSON.stringify(one).length));
    // Four bytes a letter; where there is no bound of its own, that of the body is one.
    return schema.type === 'string' ? 4 * (schema.maxLength ?? 40) + 2 : 40;
  };
  const bodies = routes.filter(({ schema }) => schema?.body !== undefined);
  assert.ok(bodies.length > 15);
  for (const { method, url, schema, bodyLimit = 16 * 1024 } of bodies) {
    assert.equal(bodyLimit, (LARGER_KIB[url] ?? 16) * 1024, url);
    assert.ok(longest(schema?.body as Json) <= bodyLimit, `${method} ${url}`);
  }
});

test('every operation has a unique id, a summary, a described tag, and answers', () => {
  const tags = document.tags.map(({ name }: Json) => name);
  const all = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item));
  for (const { operationId, summary, tags: own, responses } of all) {
    assert.match(operationId, /^[a-z][A-Za-z]+$/);
    assert.ok(summary.length > 5, operationId);
    assert.ok(own.length === 1 && tags.includes(own[0]), operationId);
    assert.ok(
      Object.keys(responses).some((status) => /^[23]/.test(status)),
      operationId,
    );
  }
  assert.equal(new Set(all.map(({ operationId }) => operationId)).size, all.length);
});

test('every parameter in a path is described, and every path parameter that is described is in its path', () => {
  for (const { id, path, parameters } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = parameters.filter((parameter) => parameter.in === 'path');
    assert.deepEqual(described.map(({ name }) => name).sort(), inPath.sort(), id);
  }
  walk(document.paths, (value, key) => {
    if (key !== 'parameters') return;
    for (const { name, description } of value) assert.ok(description.length > 5, name);
  });
});

test('every request body and every answer with a body has a named example', () => {
  for (const operation of Object.values<Json>(writtenOut(document.paths)).flatMap(Object.values<Json>)) {
    const bodies = [operation.requestBody, ...Object.values<Json>(operation.responses)];
    for (const content of bodies.map((body) => body?.content).filter(Boolean)) {
      for (const media of Object.values<Json>(content)) {
        assert.ok(Object.keys(media.examples).length > 0, operation.operationId);
        for (const { value } of Object.values<Json>(media.examples)) assert.notEqual(value, undefined);
      }
    }
  }
});

test('every example fits its own schema', () => {
  for (const { at, schema, value } of examples) {
    const validate = validatorOf(closedOff(schema));
    assert.ok(validate(value), `${at}: ${JSON.stringify(validate.errors)}`);
  }
});

test('every address in an example is under .invalid: whoever pastes it sends nothing to a stranger', () => {
  const hostsIn = (value: unknown, isExample: boolean): string[] => {
    if (typeof value === 'string')
      return isExample
        ? Array.from(value.matchAll(/https?:\/\/([^\s/:#"']+)/g), ([, host = '']) => host)
        : [];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) =>
      hostsIn(inner, isExample || name === 'example' || name === 'examples'),
    );
  };
  const hosts = new Set(hostsIn(document, false));
  assert.ok(hosts.size > 0);
  assert.deepEqual(
    [...hosts].filter((host) => !host.endsWith('.invalid')),
    [],
  );
});

test('the pages name the largest body of every route that takes more than others do', async () => {
  const limits = new Set(
    routes
      .filter(({ schema, bodyLimit }) => schema?.body !== undefined && bodyLimit !== undefined)
      .map(({ bodyLimit = 0 }) => `${bodyLimit / 1024} KiB`),
  );
  assert.ok(limits.size > 4);
  for (const [page, line] of [
    ['docs/limits.md', /^\| JSON body .*$/m],
    ['docs/errors.md', /^\*\*Status\*\* 413\.[\s\S]*?\n\n/m],
  ] as const) {
    const [said = ''] = line.exec(await readFile(page, 'utf8')) ?? [];
    const named = new Set(said.match(/\d+ KiB/g));
    assert.deepEqual(
      [...limits].sort(),
      [...named].filter((size) => size !== '16 KiB' || limits.has(size)).sort(),
      page,
    );
  }
});

test('every route is in the document, and every operation of the document is a route', () => {
  const listed = routes.flatMap(({ method, url, schema }) =>
    method === 'HEAD' || schema?.hide === true ? [] : [`${method} ${toTemplate(url)}`],
  );
  const documented = operations.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(documented.sort(), listed.sort());

  // The 405 handler of a path is registered with a list of methods, which distinguishes it from a route.
  const unlisted = routes.flatMap(({ method, url, schema }) =>
    method !== 'HEAD' && schema?.hide === true && !Array.isArray(method) ? [`${method} ${url}`] : [],
  );
  assert.deepEqual(unlisted.sort(), UNLISTED);
});

test('the document asks for a token exactly where the service does', async () => {
  for (const { id, method, path, needsToken, responses } of operations) {
    const url = path.replaceAll(/\{\w+\}/g, '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a01');
    const { status, headers } = await send(house, { method, url });
    const isRefused = status === 401 && headers['www-authenticate'] === 'Bearer';
    assert.equal(isRefused, needsToken, id);
    if (needsToken) assert.ok(responses['401'] && responses['403'], id);
  }
});

test('every error code is on an operation, with its status, or answered without an operation', () => {
  const found = new Set<string>();
  for (const { id, responses } of operations) {
    for (const [status, { content }] of Object.entries(responses)) {
      const codes: string[] = content?.['application/json']?.schema.properties?.code?.enum ?? [];
      for (const code of codes) {
        found.add(code);
        assert.equal(STATUS_OF[code as keyof typeof STATUS_OF], Number(status), `${id} ${code}`);
      }
      const shown = Object.keys(content?.['application/json']?.examples ?? {});
      assert.deepEqual(
        codes.filter((code) => !shown.includes(code)),
        [],
        `${id} ${status} lacks an example`,
      );
    }
  }
  assert.deepEqual([...found, ...WITHOUT_OPERATION].sort(), [...REFUSAL_CODES].sort());
  for (const code of REFUSAL_CODES) assert.ok(document.info.description.includes(`\`${code}\``), code);
});

type Example = { at: string; schema: Json; value: Json };

/** Every example of the document with the schema that it must fit: of bodies, of parameters, of single fields. */
function collectExamples(): Example[] {
  const found: Example[] = [];
  walk(writtenOut({ paths: document.paths, headers: document.components.headers }), (value, key, path) => {
    const at = `${path}/${key}`;
    if (value?.schema !== undefined) {
      if (value.example !== undefined) found.push({ at, schema: value.schema, value: value.example });
      for (const [name, example] of Object.entries<Json>(value.examples ?? {})) {
        found.push({ at: `${at} ${name}`, schema: value.schema, value: example.value });
      }
    }
    if (Array.isArray(value?.examples)) {
      for (const one of value.examples) found.push({ at, schema: value, value: one });
    }
  });
  return found;
}

function walk(
  value: Json,
  visit: (value: Json, key: string, path: string) => void,
  key = '',
  path = '',
): void {
  visit(value, key, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) walk(inner, visit, name, `${path}/${key}`);
}

function toTemplate(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}');
}
