// The document beside that of the last release: a change that would break a client must be declared, with its reason.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { RELEASED_FILE } from '../scripts/openapi.ts';
import { document, type Json } from './fuzz/contract.ts';
import { breakingChanges } from './support/formats/openapi-changes.ts';

const DECLARED_FILE = join(import.meta.dirname, '../docs/openapi.breaking.json');
const read = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'));
const released = read(RELEASED_FILE);

test('every change since the last release that would break a client is declared, with its reason', () => {
  const declared: Record<string, string> = read(DECLARED_FILE);
  const found = breakingChanges(released, document);
  assert.deepEqual(
    found.filter((change) => declared[change] === undefined),
    [],
    'undo it, or declare it in docs/openapi.breaking.json and in the CHANGELOG',
  );
  assert.deepEqual(
    Object.keys(declared).filter((change) => !found.includes(change)),
    [],
    'declared, and not there',
  );
  for (const [change, reason] of Object.entries(declared)) assert.ok(reason.length > 20, change);
});

/** What is found when a copy of the released document is changed. */
function after(change: (copy: Json) => void): string[] {
  const copy = structuredClone(released);
  change(copy);
  return breakingChanges(released, copy);
}
const schemas = (copy: Json): Json => copy.components.schemas;
const generate = (copy: Json): Json => copy.paths['/{tenantId}/v1/credit-reports'].post;

const BREAKING: [string, (copy: Json) => void, RegExp][] = [
  ['an operation that is gone', (copy) => delete copy.paths['/v1/my/profile'], /readProfile: GET .* is gone/],
  ['an event that is gone', (copy) => delete copy.webhooks.ping, /event ping is gone/],
  ['another name', (copy) => Object.assign(generate(copy), { operationId: 'make' }), /is called make/],
  ['a scope more', (copy) => generate(copy).security[0].oauth2.push('wallet:read'), /no longer open to/],
  ['programs shut out', (copy) => generate(copy).security.shift(), /no longer open to/],
  ['a parameter less', (copy) => generate(copy).parameters.pop(), /no longer takes header Idempotency-Key/],
  [
    'a parameter that is needed',
    (copy) => Object.assign(generate(copy).parameters.at(-1), { required: true }),
    /needs header Idempotency-Key/,
  ],
  ['a field that is needed', (copy) => schemas(copy).GenerateRequest.required.push('email'), /needs email/],
  [
    'a field that is not taken',
    (copy) => delete schemas(copy).GenerateRequest.properties.email,
    /has no email/,
  ],
  [
    'a value that is not taken',
    (copy) => schemas(copy).GenerateRequest.properties.bureaus.items.enum.pop(),
    /no longer takes transunion/,
  ],
  [
    'a shorter text',
    (copy) => Object.assign(schemas(copy).GenerateRequest.properties.firstName, { maxLength: 10 }),
    /firstName: has maxLength 10/,
  ],
  ['a field that answers lack', (copy) => delete schemas(copy).Wallet.properties.cost, /Wallet: has no cost/],
  ['a field that answers may lack', (copy) => schemas(copy).Wallet.required.pop(), /Wallet: may lack cost/],
  [
    'an answer of another type',
    (copy) => Object.assign(schemas(copy).Wallet.properties.cost, { type: 'string' }),
    /Wallet.cost: is string instead of integer/,
  ],
  [
    'an answer that may be null',
    (copy) => Object.assign(schemas(copy).Wallet.properties.cost, { type: ['integer', 'null'] }),
    /is integer or null/,
  ],
  [
    'a new outcome',
    (copy) => {
      schemas(copy).GenerateAnswer.properties.data.discriminator.mapping.pending =
        '#/components/schemas/Blocked';
    },
    /has a new status pending/,
  ],
  [
    'a file that is no longer offered',
    (copy) => delete copy.paths['/{tenantId}/v1/credit-reports'].get.responses['200'].content['text/csv'],
    /no longer text\/csv/,
  ],
];

test('each kind of breaking change is noticed', () => {
  for (const [what, change, expected] of BREAKING) assert.match(after(change).join('\n'), expected, what);
});

test('what clients do not notice is no breaking change', () => {
  const harmless = after((copy) => {
    copy.paths['/v1/new'] = { get: { operationId: 'readNew', responses: {} } };
    generate(copy).parameters.push({
      name: 'more',
      in: 'query',
      required: false,
      schema: { type: 'string' },
    });
    schemas(copy).GenerateRequest.properties.more = { type: 'string' };
    Object.assign(schemas(copy).GenerateRequest.properties.firstName, { maxLength: 100 });
    Object.assign(schemas(copy).Wallet.properties, { more: { type: 'string' } });
    schemas(copy).Wallet.required.push('more');
    schemas(copy).Failed.properties.reason.enum.push('new-reason');
    Object.assign(schemas(copy).Wallet, { description: 'Other words.' });
  });
  assert.deepEqual(harmless, []);
});
