// The code of the SDKs' READMEs, run as it stands against a service. Around it are the names that a reader has of their own: the request, what
// the page shows. The block for the browser is run by test/browser/example.test.ts, in the example.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Trefoil } from '@trefoil/sdk';
import { fakeTrefoil } from '@trefoil/sdk/testing';
import express from 'express';
import { signWebhook } from '../../src/usecases/webhooks/signatures.ts';
import { publishedText } from '../support/consumers/hosted.ts';
import { createTenant, generateBody, type House, openHouse } from '../support/house.ts';
import { createSmsWorld } from '../support/worlds/sms-world.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECRET = Buffer.from('a secret of a webhook, 32 bytes!').toString('base64');

let house: House;
let folder: string;
let trefoil: Trefoil;
let tenantId: string;
let env: Record<string, string>;
before(async () => {
  house = await openHouse({}, undefined, createSmsWorld);
  const baseUrl = await house.service.app.listen({ host: '127.0.0.1', port: 0 });
  const tenant = await createTenant(house);
  const { clientId, clientSecret } = tenant;
  tenantId = tenant.tenantId;
  trefoil = new Trefoil({ baseUrl, tenantId, clientId, clientSecret });
  env = {
    TREFOIL_URL: baseUrl,
    TREFOIL_TENANT: tenantId,
    TREFOIL_CLIENT_ID: clientId,
    TREFOIL_CLIENT_SECRET: clientSecret,
    WEBHOOK_SECRET: `whsec_${SECRET}`,
  };
  Object.assign(process.env, env);
  folder = mkdtempSync(join(tmpdir(), 'tf-readme-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
after(async () => {
  for (const name of Object.keys(env ?? {})) delete process.env[name];
  await house?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

const blocksOf = (file: string, language: string): string[] =>
  [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'),
    ),
  ].map(([, code = '']) => code);
const ofSdk = blocksOf('packages/sdk/README.md', 'ts');

/** Runs a block with these names around it; `last` is what is returned to us. */
async function runBlock(block: string, names: Record<string, unknown>, last = ''): Promise<unknown> {
  const isImport = (line: string): boolean => line.startsWith('import ');
  const lines = block.replaceAll('{ … }', '{ break; }').split('\n');
  const file = join(folder, `block-${ofSdk.indexOf(block)}.ts`);
  const text = [
    ...lines.filter(isImport),
    `export async function run({ ${Object.keys(names).join(', ')} }: any): Promise<any> {`,
    ...lines.filter((line) => !isImport(line)),
    last,
    '}',
  ];
  writeFileSync(file, text.join('\n'));
  const { run } = await import(pathToFileURL(file).href);
  return run(names);
}

let waiting: { creditReportId: string; challengeId: string };

test('TypeScript: generate, every outcome in its case', async () => {
  const said = (word: string) => (given: unknown) => [word, given];
  const names = {
    sessionId: 'none',
    request: { ip: '203.0.113.7' },
    show: said('show'),
    askForCode: (creditReportId: string, challengeId: string) => {
      waiting = { creditReportId, challengeId };
      return ['askForCode'];
    },
    cannotComplete: said('cannotComplete'),
    tryAgain: said('tryAgain'),
  };
  assert.deepEqual(await runBlock(ofSdk[0] ?? '', names), ['askForCode']);
});

test('TypeScript: a code, and a link instead of a form', async () => {
  const names = { trefoil, ...waiting, code: '000000' };
  assert.equal(await runBlock(ofSdk[1] ?? '', names, 'return outcome.status;'), 'retry');
  const consentTextId = await publishedText(house, tenantId);
  assert.equal(await runBlock(ofSdk[2] ?? '', { trefoil, consentTextId }, 'return status;'), 'created');
});

test('TypeScript: lists, files and events', async () => {
  const { creditReportId } = await trefoil.reports.generate(generateBody() as never);
  const names = { trefoil, creditReportId, cursor: undefined };
  const listed = await runBlock(ofSdk[3] ?? '', names, 'return { items, csv, pdf };');
  const { items, csv, pdf } = listed as { items: unknown[]; csv: ReadableStream; pdf: Uint8Array };
  assert.equal(items.length, 2);
  assert.equal(Buffer.from(pdf.subarray(0, 5)).toString(), '%PDF-');
  assert.match(await new Response(csv).text(), /^creditReportId,/);
});

test('TypeScript: a webhook is checked with the body as it arrived', async () => {
  const app = express();
  await runBlock(ofSdk[4] ?? '', { app, express, trefoil });
  const server = createServer(app as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const body = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: { test: true } });
    const message = { id: 'e1', timestampSeconds: Math.floor(Date.now() / 1000), body };
    const headers = { ...signWebhook(message, [{ secret: SECRET }]), 'content-type': 'application/json' };
    assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 204);
    const forged = await fetch(url, { method: 'POST', headers, body: `${body} ` });
    assert.deepEqual([forged.status, await forged.text()], [401, 'Unauthorized']);
  } finally {
    server.close();
  }
});

test('TypeScript: a handler with the fake', async () => {
  const yourHandler = ({ reports }: Trefoil): Promise<unknown> =>
    reports
      .generate({} as never)
      .catch(({ code }: { code: string }) => assert.equal(code, 'insufficient-funds'));
  const calls = await runBlock(ofSdk[5] ?? '', { yourHandler }, 'return fake.calls;');
  assert.deepEqual(
    (calls as { operation: string }[]).map(({ operation }) => operation),
    ['generateReport', 'listConsentTexts', 'createConsumerSession'],
  );
  assert.equal(ofSdk.length, 6, 'each block is run');
  assert.ok(fakeTrefoil().trefoil instanceof Trefoil);
});

test('Python: generate, every outcome in its case', async (context) => {
  const execute = promisify(execFile);
  if ((await execute('python3', ['--version']).catch(() => null)) === null)
    return context.skip('there is no python3 on this machine');
  const [block = '', ...others] = blocksOf('packages/python/README.md', 'python');
  assert.deepEqual(others, [], 'each block is run');
  const program = `session_id, code = "none", "000000"
${block.replace(/^if data/m, 'print(data["status"])\n$&')}
print(data["status"])
`;
  const PYTHONPATH = join(ROOT, 'packages/python');
  const { stdout } = await execute('python3', ['-B', '-c', program], { env: { ...process.env, PYTHONPATH } });
  assert.equal(stdout, 'authentication-required\nretry\n');
});

test('PHP: generate, every outcome in its case', async (context) => {
  const execute = promisify(execFile);
  if ((await execute('php', ['-r', 'curl_init();']).catch(() => null)) === null)
    return context.skip('there is no PHP with curl here (Debian: php-cli, php-curl)');
  const [block = '', ...others] = blocksOf('packages/php/README.md', 'php');
  assert.deepEqual(others, [], 'each block is run');
  const program = `require getenv('CLIENT_FILE');
${block.replace(/^use .*$/m, '$&\n[$sessionId, $code, $cache] = ["none", "000000", null];')}
echo $data['status'], ' ', $answer['data']['status'];`;
  const env = { ...process.env, CLIENT_FILE: join(ROOT, 'packages/php/Trefoil.php') };
  const { stdout } = await execute('php', ['-r', program], { env });
  assert.equal(stdout, 'authentication-required retry');
});
