// What is hashed by the service's key for one tenant has the tenant in it: equal words of two tenants must not be seen to be equal, and what
// is made for one is not another's. Every use of the key is listed here that has none, with the reason.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

const BY_ID = 'the id is of one tenant alone';
const PASSED_ON = 'whoever asks gives the parts';
const PERSON = 'people belong to no tenant';
const WITHOUT_TENANT: Record<string, string> = {
  'hash-challenge-keys ...parts': `${PASSED_ON}: numbers and addresses count over all tenants too`,
  'hash-client-secrets secret': 'a secret is random, and no word',
  'hash-codes challengeId, code': BY_ID,
  "hash-consumer-tokens 'secret', id, secret": BY_ID,
  "hash-consumer-tokens 'step', ...parts": PASSED_ON,
  "hash-consumer-tokens 'token', id, token": BY_ID,
  'hash-idempotency-keys ...parts': `${PASSED_ON}; the key is stored beside its tenant`,
  'hash-rate-keys key': PASSED_ON,
  "hash-risk-keys 'address', placeOf(address)": 'an address floods all tenants',
  "hash-risk-keys 'device', key": 'a device session is opened before any tenant is known',
  "hash-risk-keys 'network', networkOf(address)": 'likewise',
  "hash-sign-ins 'console client secret'": 'of the service',
  "hash-sign-ins 'openid', ...parts": PERSON,
  'hash-sign-ins kind, ...parts': PERSON,
  'make-client-secrets ...parts': PASSED_ON,
  "make-consumer-tokens 'secret', id, token, page": BY_ID,
  'make-webhook-secrets ...parts': PASSED_ON,
  "sign-cookies 'identity provider'": 'of the service',
  'sign-device-sessions id': 'a device session is opened before any tenant is known',
};

test('every keyed hash has its tenant, but for those listed', () => {
  const uses = globSync('src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(
        /\bmac\(\s*'([\w-]+)',\s*((?:[^()]|\([^()]*\))*?),?\s*\)/g,
      ),
    ])
    .map(([, purpose = '', parts = '']) => ({ purpose, parts: parts.replace(/\s+/g, ' ') }));
  const isOfTenant = ({ parts }: { parts: string }): boolean => /\btenantId\b/.test(parts);
  assert.ok(uses.filter(isOfTenant).length >= 8, JSON.stringify(uses));
  const without = uses.filter((use) => !isOfTenant(use)).map(({ purpose, parts }) => `${purpose} ${parts}`);
  assert.deepEqual([...new Set(without)].sort(), Object.keys(WITHOUT_TENANT).sort());
});
