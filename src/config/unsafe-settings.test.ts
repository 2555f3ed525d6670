// The networks that production refuses: every setting that takes networks is tried, so a new one is too.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Setting } from '../settings/setting.ts';
import { readConfig, SETTINGS } from './config.ts';

const settings = Object.entries(SETTINGS) as [string, Setting<unknown>][];
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://trefoil:a-long-and-random-one@127.0.0.1/trefoil',
  ENCRYPTION_KEY: createHash('sha256').update('a key').digest('base64'),
  PUBLIC_URL: 'https://credit.example.com',
  METRICS_TOKEN: 'a-token-for-the-metrics',
  SANDBOX: 'true',
};

/** Whole families of addresses, in one piece and in several. */
const EVERYTHING = ['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '::/1,8000::/1', '10.0.0.0/8,64.0.0.0/2'];

test('production refuses every setting of networks that holds a good part of all addresses', () => {
  const takes = (parse: (value: string) => unknown, value: string): boolean => {
    try {
      parse(value);
      return true;
    } catch {
      return false;
    }
  };
  const ofNetworks = settings
    .filter(([, { parse }]) => takes(parse, '0.0.0.0/0') && !takes(parse, 'no-network'))
    .map(([name]) => name);
  assert.deepEqual(ofNetworks, ['TRUST_PROXY', 'WEBHOOK_ALLOWED_NETWORKS', 'WEBHOOK_SOURCE_ADDRESSES']);
  for (const name of ofNetworks)
    for (const networks of EVERYTHING)
      assert.throws(() => readConfig({ ...PRODUCTION, [name]: networks }), new RegExp(name), networks);
});

test('production sends no webhooks to this machine, its cloud, or what the service itself connects to', () => {
  const database = 'postgres://trefoil:a-long-and-random-one@10.1.2.3,10.1.2.4/trefoil?sslmode=verify-full';
  const own = {
    ...PRODUCTION,
    DATABASE_URL: database,
    SMTP_URL: 'smtps://u:p@[fd00:7::25]:465',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://10.9.0.1:4318',
  };
  const refused = [
    ...['127.0.0.53', '127.0.0.0/8', '::1', '169.254.169.254', '169.254.0.0/16', 'fe80::/64', '0.0.0.0'],
    ...['10.1.2.0/24', '10.0.0.0/8', '10.1.2.4', '10.2.0.0/16,10.9.0.0/24', 'fd00:7::/32', 'fc00::/7'],
  ];
  for (const networks of refused)
    assert.throws(
      () => readConfig({ ...own, WEBHOOK_ALLOWED_NETWORKS: networks }),
      /WEBHOOK_ALLOWED_NETWORKS/,
      networks,
    );
  for (const networks of ['', '10.2.0.0/16', '10.1.2.5,192.168.0.0/16', 'fd00:8::/32'])
    assert.deepEqual(
      readConfig({ ...own, WEBHOOK_ALLOWED_NETWORKS: networks }).WEBHOOK_ALLOWED_NETWORKS.join(),
      networks,
    );
  // A laptop, and a test, may call itself.
  assert.ok(readConfig({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }));
});
