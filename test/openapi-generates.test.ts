// The document as generators, linters and readers want it: no empty words, types that hold a wrong body up, the scopes that a
// credential needs. The rules are those of redocly (recommended) and spectral (oas), which both find nothing (docs/testing.md).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isPermission, PERMISSIONS } from '../src/domain/people/permissions.ts';
import { staffOf } from './fuzz/calls.ts';
import { document, find, type Json, type Operation, operations } from './fuzz/contract.ts';
import { createTenant, type House, openHouse, requestToken, send } from './support/house.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

/** Every schema of the document, with where it is. */
function everySchema(): { at: string; schema: Json }[] {
  const found: { at: string; schema: Json }[] = [];
  const visit = (at: string, schema: Json): void => {
    if (typeof schema !== 'object' || schema === null) return;
    found.push({ at, schema });
    for (const [name, inner] of Object.entries(schema.properties ?? {})) visit(`${at}.${name}`, inner);
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      for (const [index, inner] of (schema[key] ?? []).entries()) visit(`${at} ${key} ${index}`, inner);
    for (const key of ['items', 'additionalProperties']) visit(`${at} ${key}`, schema[key]);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(name, schema);
  const contents = (at: string, place: Json): void => {
    for (const { schema } of Object.values<Json>(place?.content ?? {})) visit(at, schema);
  };
  for (const operation of Object.values<Json>(document.paths).flatMap(Object.values<Json>)) {
    const { operationId, parameters = [], requestBody, responses } = operation;
    for (const { name, schema } of parameters) visit(`${operationId} ${name}`, schema);
    contents(operationId, requestBody);
    for (const [status, response] of Object.entries(responses))
      contents(`${operationId} ${status}`, response);
  }
  return found;
}
const schemas = everySchema();

test('no text of a field only repeats its name', () => {
  const wordsOf = (text: string): string[] =>
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const saysNothing = (name: string, text: string): boolean => {
    const known = new Set([...wordsOf(name), 'the', 'its', 'a', 'an', 'of', 'in', 'id', 'is', 'how', 'many']);
    return wordsOf(text).every((word) => known.has(word) || known.has(word.replace(/s$/, '')));
  };
  assert.ok(saysNothing('id', 'Its id.') && saysNothing('creditReportId', 'The id of the credit report.'));
  assert.ok(!saysNothing('credits', 'In credits; 1,000 credits are £1.'));
  const repeating = schemas.flatMap(({ at, schema }) =>
    Object.entries<Json>(schema.properties ?? {})
      .filter(([name, { description }]) => description !== undefined && saysNothing(name, description))
      .map(([name]) => `${at}.${name}`),
  );
  assert.deepEqual(repeating, [], 'say more, or nothing');
  assert.ok(schemas.length > 1_000);
});

test('every operation and every event is described in a sentence of its own', () => {
  const all = [document.paths, document.webhooks].flatMap((places) =>
    Object.values<Json>(places).flatMap(Object.values<Json>),
  );
  for (const { operationId, summary, description } of all) {
    assert.ok(description?.length > 15, operationId);
    assert.notEqual(description, summary, operationId);
  }
});

test('no schema has a rule that generators cannot read, and every choice has a type', () => {
  for (const { at, schema } of schemas) {
    for (const rule of ['if', 'then', 'else', 'not', 'allOf', 'dependentRequired', 'unevaluatedProperties'])
      assert.equal(schema[rule], undefined, `${at} has ${rule}`);
    const choices: Json[] = schema.anyOf ?? schema.oneOf ?? [];
    for (const one of choices) assert.ok(one.type ?? one.$ref, `${at}: a choice without a type`);
    const isKnown = ['type', '$ref', 'anyOf', 'oneOf', 'const', 'enum'].some((key) => key in schema);
    assert.ok(isKnown, `${at} may be anything`);
    for (const name of schema.required ?? []) assert.ok(schema.properties[name], `${at} needs ${name}`);
  }
});

test('every body and every answer in JSON has a name, so that a generated type has one', () => {
  for (const operation of Object.values<Json>(document.paths).flatMap(Object.values<Json>)) {
    for (const place of [operation.requestBody, ...Object.values<Json>(operation.responses)])
      for (const [type, { schema }] of Object.entries<Json>(place?.content ?? {}))
        if (type === 'application/json') assert.ok(schema.$ref, operation.operationId);
  }
});

test('answers and requests are open: a field more breaks no client', () => {
  for (const { at, schema } of schemas) assert.notEqual(schema.additionalProperties, false, at);
});

test('outcomes are told apart by their status', () => {
  const unions = schemas.filter(({ schema }) => schema.discriminator !== undefined);
  assert.deepEqual(unions.map(({ at }) => at).sort(), [
    'GenerateAnswer.data',
    'OtpAnswer.data',
    'ReadAnswer.data',
  ]);
  for (const { at, schema } of unions) {
    const { propertyName, mapping } = schema.discriminator;
    assert.equal(propertyName, 'status');
    assert.deepEqual(
      Object.values(mapping),
      schema.oneOf.map(({ $ref }: Json) => $ref),
      at,
    );
    for (const [status, reference] of Object.entries<string>(mapping)) {
      const target = find(reference);
      assert.deepEqual(target.properties.status.enum, [status]);
      assert.ok(target.required.includes('status'));
    }
  }
});

test('the version is that of the package', () => {
  const file = join(import.meta.dirname, '../package.json');
  assert.equal(document.info.version, JSON.parse(readFileSync(file, 'utf8')).version);
});

const schemesOf = ({ path, method }: Operation): Json[] =>
  document.paths[path][method.toLowerCase()].security;
const scopeOf = (operation: Operation): string[] | undefined =>
  schemesOf(operation).find((way) => way.oauth2 !== undefined)?.oauth2;

test('the scopes of the document are those that a credential can have, each in words', () => {
  const { clientCredentials } = document.components.securitySchemes.oauth2.flows;
  assert.deepEqual(Object.keys(clientCredentials.scopes), [...PERMISSIONS]);
  assert.ok(operations.some(({ path }) => path === clientCredentials.tokenUrl));
  for (const operation of operations)
    for (const scope of scopeOf(operation) ?? []) assert.ok(isPermission(scope), operation.id);
});

test('a credential gets as far as the document says: by its scope, and never where people alone may', async () => {
  const tenant = await createTenant(house);
  const tokens = new Map<string, string>();
  for (const scope of PERMISSIONS) {
    const form = `grant_type=client_credentials&scope=${encodeURIComponent(scope)}`;
    tokens.set(scope, (await requestToken(house, tenant, form)).body.access_token);
  }
  const ask = async ({ method, path }: Operation, scope: string): Promise<number> => {
    const url = path
      .replace('{tenantId}', tenant.tenantId)
      .replaceAll(/\{\w+\}/g, '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a01');
    const headers = { authorization: `Bearer ${tokens.get(scope)}` };
    return (await send(house, { method, url, headers })).status;
  };
  for (const operation of operations.filter(({ needsToken }) => needsToken)) {
    const scopes = scopeOf(operation);
    const [scope = 'wallet:read'] = scopes ?? [];
    const other = PERMISSIONS.find((one) => one !== scope) ?? '';
    assert.equal(
      (await ask(operation, scope)) === 403,
      scopes === undefined,
      `${operation.id} with ${scope}`,
    );
    if (scopes?.length === 1) assert.equal(await ask(operation, other), 403, `${operation.id} with ${other}`);
  }
});

test('a list is a file exactly where the document promises one, with the columns that it shows', async () => {
  const { token, tenantId } = await staffOf(house);
  const lists = operations.filter(({ method, responses }) => method === 'GET' && responses['200']?.content);
  let files = 0;
  for (const { id, path, responses } of lists) {
    const { description = '' } = document.paths[path].get.responses['200'];
    const promised = responses['200']?.content?.['text/csv'];
    assert.equal(/text\/csv/.test(description), promised !== undefined, `${id}: ${description}`);
    if (promised === undefined) continue;
    files += 1;
    const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' };
    const { text, headers: sent } = await send(house, { url: path.replace('{tenantId}', tenantId), headers });
    assert.match(String(sent['content-type']), /^text\/csv/, id);
    const [example] = Object.values<Json>(promised.examples);
    assert.equal(text.split('\r\n')[0], example.value.trim(), id);
  }
  assert.equal(files, 7);
});
