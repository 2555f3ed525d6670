// The proxy and the unit of docs/deploy for a machine without containers: nginx.conf is run before a small server, where nginx is installed, and
// the unit is read by systemd-analyze, where that is. What they say is checked in any case.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '../src/config/config.ts';
import { createAuthority } from './support/http/certificates.ts';
import { freePort } from './support/http/ports.ts';
import { until } from './support/waiting.ts';

const DEPLOY = join(import.meta.dirname, '../docs/deploy');
const NGINX = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8');
const UNIT = readFileSync(join(DEPLOY, 'trefoil.service'), 'utf8');

const hasProgram = (name: string): boolean => {
  try {
    execFileSync(name, [name === 'nginx' ? '-v' : '--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
};

test('the proxy keeps the operator’s pages off, writes the client’s address itself and repeats no POST', () => {
  assert.match(NGINX, /location = \/metrics \{\s+return 404;/);
  assert.match(NGINX, /location \/health\/ \{\s+return 404;/);
  assert.match(NGINX, /proxy_set_header X-Forwarded-For \$remote_addr;/);
  assert.doesNotMatch(NGINX, /proxy_add_x_forwarded_for|non_idempotent|\$request_uri' |\$args/);
  assert.match(NGINX, /ssl_protocols TLSv1\.2 TLSv1\.3;/);
});

test("the operators' commands have the settings of the unit that they read", () => {
  const lines = [...UNIT.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  const ofService = ['WEB_CONCURRENCY', 'HOST', 'PORT', 'METRICS_TOKEN_FILE', 'NODE_COMPILE_CACHE'];
  const ofUnit = lines.map((line) => line.split('=')[0] ?? '').filter((name) => !ofService.includes(name));
  const command = readFileSync(join(DEPLOY, 'trefoil-command'), 'utf8');
  const given = [...command.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name);
  assert.deepEqual(given.sort(), ofUnit.sort());
  assert.match(command, / ERASURE_JOURNAL=\/var\/lib\/trefoil\/erasures$/m);
});

test('the unit drains, rolls on reload, gives secrets as files and grants nothing', () => {
  assert.match(UNIT, /^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
  assert.match(UNIT, /^KillMode=mixed$/m);
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(UNIT)?.[1]) > 9.5, 'longer than the primary waits');
  for (const line of ['NoNewPrivileges=true', 'CapabilityBoundingSet=', 'ProtectSystem=strict'])
    assert.ok(UNIT.split('\n').includes(line), line);
  const known: Record<string, { isSecret?: true }> = SETTINGS;
  const pairs = [...UNIT.matchAll(/^Environment=(.*)$/gm)].flatMap(([, all = '']) => all.split(' '));
  for (const pair of pairs) {
    const [name = '', value = ''] = pair.split('=');
    // Node's own; a folder that the unit makes and may write.
    if (name === 'NODE_COMPILE_CACHE') {
      assert.equal(value, `%C/${/^CacheDirectory=(\S+)$/m.exec(UNIT)?.[1]}`);
      continue;
    }
    const bare = name.replace(/_FILE$/, '');
    assert.ok(known[bare], `there is no setting ${bare}`);
    assert.equal(known[bare]?.isSecret === true, name.endsWith('_FILE'), name);
    if (name.endsWith('_FILE')) assert.match(UNIT, new RegExp(`^LoadCredential=${value.slice(3)}:`, 'm'));
  }
});

test('systemd accepts the unit', (context) => {
  if (!hasProgram('systemd-analyze')) return context.skip('systemd-analyze is not on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'trefoil-unit-'));
  try {
    const file = join(folder, 'trefoil.service');
    // The program must exist to be accepted.
    writeFileSync(file, UNIT.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const told = execFileSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    assert.equal(told, '');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('nginx runs the file: TLS, one address, no operator’s pages, and a POST is made once', async (context) => {
  if (!hasProgram('nginx')) return context.skip('nginx is not on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'trefoil-nginx-'));
  const own = createAuthority('Trefoil tests').certify('credit.example.com');
  const seen: http.IncomingMessage[] = [];
  const upstream = http.createServer((request, response) => {
    seen.push(request);
    if (request.url === '/breaks') request.socket.destroy();
    else response.setHeader('x-request-id', 'one').end('from the service');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const [plain, tls] = [await freePort(), await freePort()];
  const file = join(folder, 'nginx.conf');
  writeFileSync(join(folder, 'fullchain.pem'), own.cert);
  writeFileSync(join(folder, 'privkey.pem'), own.key);
  writeFileSync(
    file,
    NGINX.replaceAll('/etc/ssl/trefoil', folder)
      .replaceAll('/var/log/nginx', folder)
      .replace('/run/nginx.pid', join(folder, 'pid'))
      .replace('worker_processes auto', 'worker_processes 1')
      .replace('worker_rlimit_nofile 65536;', '')
      .replace('127.0.0.1:8080', `127.0.0.1:${(upstream.address() as AddressInfo).port}`)
      .replaceAll(/listen \[::\]:\d+.*;/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`),
  );
  const options = ['-p', folder, '-c', file];
  execFileSync('nginx', ['-t', ...options], { stdio: 'pipe' });
  const nginx = spawn('nginx', [...options, '-g', 'daemon off;'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => nginx.once('exit', resolve));
  const ask = (path: string, more: https.RequestOptions = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { host: 'credit.example.com', 'x-forwarded-for': '203.0.113.9' };
      const to = {
        host: '127.0.0.1',
        port: tls,
        path,
        headers,
        rejectUnauthorized: false,
        agent: false as const,
      };
      const request = https.request({ ...to, ...more }, async (response) => {
        let text = '';
        for await (const part of response) text += part;
        resolve({ status: response.statusCode ?? 0, text });
      });
      request.on('error', reject).end();
    });
  try {
    await until('nginx answers', () =>
      ask('/').then(
        () => true,
        () => false,
      ),
    );
    assert.deepEqual(await ask('/anything?reference=R-1'), { status: 200, text: 'from the service' });
    const { headers } = seen.at(-1) as http.IncomingMessage;
    assert.equal(headers['x-forwarded-for'], '127.0.0.1');
    assert.deepEqual([headers.host, headers['x-forwarded-proto']], ['credit.example.com', 'https']);
    for (const path of ['/metrics', '/health/ready', '/health/live'])
      assert.equal((await ask(path)).status, 404);
    const before = seen.length;
    assert.equal((await ask('/breaks', { method: 'POST' })).status, 502);
    assert.equal(seen.length, before + 1);
    const moved = await new Promise<http.IncomingMessage>((resolve, reject) =>
      http.get({ port: plain, host: '127.0.0.1', path: '/x' }, resolve).on('error', reject),
    );
    moved.resume();
    assert.deepEqual([moved.statusCode, moved.headers.location], [301, 'https://credit.example.com/x']);
    const log = readFileSync(join(folder, 'access.log'), 'utf8');
    assert.ok(log.includes('/anything') && !log.includes('R-1'), 'the log has no query');
  } finally {
    nginx.kill('SIGTERM');
    await ended;
    upstream.closeAllConnections();
    upstream.close();
    rmSync(folder, { recursive: true });
  }
});
