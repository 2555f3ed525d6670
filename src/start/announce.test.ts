import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { DEVELOPMENT_ENCRYPTION_KEY } from '../config/unsafe-settings.ts';
import { modeOf } from './announce.ts';

test('the start speaks of a known encryption key only where the known one is used', () => {
  assert.match(modeOf(readConfig({})), /development: known encryption key/);
  assert.match(modeOf(readConfig({ ENCRYPTION_KEY: DEVELOPMENT_ENCRYPTION_KEY })), /known encryption key/);
  const own = modeOf(readConfig({ ENCRYPTION_KEY: randomBytes(32).toString('base64') }));
  assert.match(own, /development: your own encryption key/);
});
