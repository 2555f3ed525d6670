import assert from 'node:assert/strict';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createAuthority } from '../../test/support/http/certificates.ts';
import { type CallOptions, createCall } from './asking/call.ts';
import { CallFailed } from './bureau.ts';

const endings: (() => unknown)[] = [];
after(async () => {
  for (const end of endings) await end();
});

const authority = createAuthority('Authority of the tests');
const stranger = createAuthority('Authority of strangers');

async function serve(options: ServerOptions): Promise<string> {
  const server = createServer(options, (_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function ask(url: string, tls: NonNullable<CallOptions['tls']>) {
  const { call, close } = createCall({ tls });
  endings.push(close);
  return call({ url, method: 'POST', headers: {}, body: '{}' });
}

const isUnavailable = (error: unknown) => error instanceof CallFailed && error.outcome === 'unavailable';

test('a bureau whose authority we trust is asked, and any other is not', async () => {
  const url = await serve(authority.certify('bureau'));
  assert.equal((await ask(url, { ca: authority.cert })).text, 'hello');
  await assert.rejects(ask(url, { ca: stranger.cert }), isUnavailable);
  await assert.rejects(ask(url, {}), isUnavailable);
});

test('where a bureau wants our certificate it gets it, and without it there is no answer', async () => {
  const mutual = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
  const url = await serve({ ...authority.certify('bureau'), ...mutual });
  const trusted = { ca: authority.cert };
  assert.equal((await ask(url, { ...trusted, ...authority.certify('us') })).text, 'hello');
  await assert.rejects(ask(url, trusted), isUnavailable);
  await assert.rejects(ask(url, { ...trusted, ...stranger.certify('us') }), isUnavailable);
});
