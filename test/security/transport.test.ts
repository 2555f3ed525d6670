// What every answer says about TLS, and requests whose Host is not one name: on a socket, where no client library corrects them.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { exchange } from '../fuzz/sockets.ts';
import { type House, openHouse } from '../support/house.ts';

let secure: House;
let plain: House;
before(async () => {
  secure = await openHouse({ PUBLIC_URL: 'https://trefoil.test' });
  plain = await openHouse({}, secure.database);
  for (const house of [secure, plain]) await house.service.app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await plain?.close();
  await secure?.close();
});

const ask = (house: House, request: string) =>
  exchange((house.service.app.server.address() as AddressInfo).port, request);
const request = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, ...headers, 'connection: close'].join('\r\n')}\r\n\r\n`;

const REQUESTS: [string, text: string, status: number][] = [
  ['an answer', request('GET /health/live', 'host: trefoil.test'), 200],
  ['a page', request('GET /reset', 'host: trefoil.test'), 200],
  ['a file', request('GET /v1/fingerprints/device', 'host: trefoil.test'), 200],
  ['a redirect', request('GET /v1/auth/login?returnTo=/app', 'host: trefoil.test'), 303],
  ['a refusal', request('GET /v1/my/profile', 'host: trefoil.test'), 401],
  ['an unknown address', request('GET /nothing', 'host: trefoil.test'), 404],
  ['a wrong method', request('PUT /health/live', 'host: trefoil.test'), 405],
  ['an address that cannot be read', request('GET /%zz', 'host: trefoil.test'), 404],
  ['broken HTTP', 'NONSENSE\r\n\r\n', 400],
];
for (const [what, text, status] of REQUESTS) {
  test(`${what} asks browsers to keep to TLS where PUBLIC_URL is https, and only there`, async () => {
    const [[over], [without]] = [(await ask(secure, text)).answers, (await ask(plain, text)).answers];
    assert.match(over?.headers ?? '', new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(over?.headers ?? '', /^strict-transport-security: max-age=31536000\r?$/m);
    assert.match(without?.headers ?? '', new RegExp(`^HTTP/1.1 ${status} `));
    assert.doesNotMatch(without?.headers ?? '', /strict-transport-security/i);
  });
}

const HOSTS: [string, headers: string[], status: number][] = [
  ['one Host', ['host: trefoil.test'], 200],
  ['two Hosts', ['host: trefoil.test', 'host: evil.example'], 400],
  ['the same Host twice', ['host: trefoil.test', 'Host: trefoil.test'], 400],
  ['a Host and an empty one', ['host: trefoil.test', 'host:'], 400],
  ['a list of Hosts', ['host: trefoil.test, evil.example'], 400],
  ['no Host', [], 400],
];
for (const [what, headers, status] of HOSTS) {
  test(`${what} is answered ${status}`, async () => {
    const [answer] = (await ask(plain, request('GET /health/live', ...headers))).answers;
    assert.equal(answer?.status, status, answer?.headers);
  });
}
