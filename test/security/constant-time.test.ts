// A secret that somebody sends is compared in constant time: how long the answer takes must not tell how much of it was right. Where the
// source compares bytes otherwise, neither side is a secret that a caller may guess.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

/** Whose secret is judged there. */
const JUDGES: Record<string, string> = {
  'src/http/routes/service/health.ts': 'the token of the metrics',
  'src/identity/passwords.ts': 'a password',
  'src/identity/same-hash.ts': 'the secret of a credential',
  'src/payments/stripe/signature.ts': 'the signature of an event',
  'src/sms/twilio/signature.ts': 'the signature of a receipt',
  'src/sms/vonage/signature.ts': 'the signature of a receipt',
  'src/storage/reports/device-sessions.ts': 'the mark of a device session',
  'src/usecases/people/device-tokens.ts': 'the mark of a known browser',
};
const NO_SECRET: Record<string, string> = {
  'src/config/unsafe-settings.ts': 'the key that everybody can read',
  'src/storage/activity/idempotency-keys.ts': 'what a caller sent, with what the same caller sent before',
  'src/usecases/evidence/zip.ts': 'a file with the same file made anew',
  'src/usecases/hosted/logo.ts': 'the beginning of every PNG',
  'src/usecases/reports/read-changes.ts': 'two reports of the same tenant',
  'src/world/record-ids.ts': 'two documents of the same consumer',
};

const filesWith = (pattern: RegExp): string[] =>
  globSync('src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts') && pattern.test(readFileSync(join(ROOT, path), 'utf8')))
    .sort();

test('every judge of a secret compares in constant time, and no other comparison of bytes is of a secret', () => {
  assert.deepEqual(filesWith(/[^{,] timingSafeEqual\(|[!(]timingSafeEqual\(/), Object.keys(JUDGES));
  assert.deepEqual(filesWith(/\.equals\(|\bBuffer\.compare\(/), Object.keys(NO_SECRET));
});
