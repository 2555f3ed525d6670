// Misspelt settings are named at the start with what was meant; variables of others are left alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from './config.ts';
import { unknownSettings } from './unknown-settings.ts';

const told = (...names: string[]): string[] =>
  unknownSettings(Object.fromEntries(names.map((name) => [name, 'a secret value'])), SETTINGS);

test('a misspelt setting is named with the nearest known one, and its value is not', () => {
  for (const [given, meant] of [
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['TWILIO_SID', 'TWILIO_ACCOUNT_SID'],
    ['TWILIO_TOKEN', 'TWILIO_AUTH_TOKEN'],
    ['TWILIO_TOKEN_FILE', 'TWILIO_AUTH_TOKEN_FILE'],
    ['SMS_GATEWAY', 'SMS_GATEWAYS'],
    ['ENCRYPTION_KEYS', 'ENCRYPTION_KEY'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
  ] as const) {
    assert.deepEqual(told(given), [`${given} is not a setting and changes nothing. Did you mean ${meant}?`]);
  }
  assert.match(told('SMS_SENDER_FILE')[0] ?? '', /^SMS_SENDER_FILE is not read: SMS_SENDER is no secret/);
});

test('known settings, their files and variables of others are not named', () => {
  const own = Object.keys(SETTINGS);
  assert.deepEqual(told(...own, 'ENCRYPTION_KEY_FILE', 'DATABASE_URL_FILE'), []);
  const others = ['PATH', 'HOME', 'HOSTNAME', 'NODE_VERSION', 'NODE_OPTIONS', 'OTEL_SERVICE_VERSION', 'LANG'];
  others.push('REQUESTS_CA_BUNDLE', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY');
  assert.deepEqual(
    told(...others, 'PWD', 'USER', 'TZ', 'YARN_VERSION', 'KUBERNETES_SERVICE_HOST', 'npm_config_cache', 'CI'),
    [],
  );
});
