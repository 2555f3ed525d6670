// The receivers of docs/webhooks.md, as pasted: they accept what the service signs, and refuse a changed body, an old time and another secret.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_TYPES } from '../../src/domain/webhooks/events.ts';
import { signWebhook } from '../../src/usecases/webhooks/signatures.ts';
import type { Client, House } from '../support/house.ts';
import { freePort } from '../support/http/ports.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, newClient, openLiveHouse } from '../support/money.ts';
import { until } from '../support/processes.ts';
import { registerEndpoint } from '../support/webhooks/webhooks.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
const SNIPPETS = {
  node: { program: process.execPath, file: 'receiver.mjs', fence: 'js' },
  python: { program: 'python3', file: 'receiver.py', fence: 'python' },
};

let house: House;
let client: Client;
let folder: string;
before(async () => {
  ({ house } = await openLiveHouse({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }));
  client = await newClient(house);
  folder = mkdtempSync(join(tmpdir(), 'trefoil-receivers-'));
});
after(async () => {
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

for (const [language, { program, file, fence }] of Object.entries(SNIPPETS)) {
  const skip = isInstalled(program) ? false : `${program} is not installed`;
  test(`the receiver in ${language} of the page runs as pasted`, { skip }, async () => {
    const [fenced = ''] = PAGE.match(new RegExp(`\`\`\`${fence}\n[/#]+ ${file}[^]*?\`\`\``)) ?? [];
    writeFileSync(join(folder, file), fenced.replace(/^.*\n/, '').replace(/```$/, ''));
    const port = await freePort();
    const { secret } = await registerEndpoint(client, `http://127.0.0.1:${port}/hook`);
    let child: ChildProcess | null = null;
    let output = '';
    try {
      child = spawn(program, [join(folder, file)], {
        env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
      });
      child.stdout?.on('data', (chunk) => (output += chunk));
      child.stderr?.on('data', (chunk) => (output += chunk));
      await until('it listens', () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        ),
      );
      await client.generate({ ...LIVE, externalReference: 'case-1042' });
      await until('it is delivered', async () => {
        await house.service.deliverer.runOnce();
        return output.includes('report.completed');
      });
      assert.match(output, /^\S{36} report\.completed complete case-1042$/m);
      const body = '{"type":"report.completed","timestamp":"2026-11-15T09:30:00.000Z","data":{"test":false}}';
      const forged = await fetch(`http://127.0.0.1:${port}/hook`, {
        method: 'POST',
        body,
        headers: {
          'webhook-id': '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a60',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        },
      });
      assert.equal(forged.status, 401);
      const keys = [{ secret: secret.slice('whsec_'.length) }];
      const post = async (timestampSeconds: number, sent: string): Promise<number> => {
        const headers = signWebhook({ id: 'an-id', timestampSeconds, body }, keys);
        return (await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body: sent, headers })).status;
      };
      const nowSeconds = Math.floor(Date.now() / 1000);
      assert.equal(await post(nowSeconds, body), 204);
      assert.equal(await post(nowSeconds - 3_600, body), 401);
      assert.equal(await post(nowSeconds, body.replace('false', 'true')), 401);
    } finally {
      child?.kill();
    }
  });
}

test('the page lists every type of event, in the words of the code', () => {
  for (const [type, words] of Object.entries(EVENT_TYPES))
    assert.ok(PAGE.includes(`| \`${type}\` | ${words}`), type);
});
