// The demo tenant of the embedded default, and a curl that works as pasted. Its secrets are chosen once, written to DATA_DIR/demo.json
// (mode 0600) before they reach the database, and printed at every start.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Service } from '../compose/service.ts';
import type { Config } from '../config/config.ts';
import { EXAMPLE_REQUEST } from '../http/schemas/reports/generate.ts';
import { PROVIDER_ROUTES } from '../identity/provider.ts';
import { type Demo, readDemo, writeDemo } from './demo-file.ts';

/** Null when the database holds other tenants and the demo's secrets are not here. */
export async function prepareDemo(service: Service, config: Config): Promise<Demo | null> {
  const kept = readDemo(config.DATA_DIR);
  const demo = { ...(kept ?? newDemo()), baseUrl: config.publicUrl };
  if (kept === null && (await service.hasTenants())) return null;
  if (kept?.baseUrl !== demo.baseUrl) writeDemo(config.DATA_DIR, demo);
  await service.seedDemo(demo);
  return demo;
}

export async function describeDemo(service: Service, config: Config, demo: Demo): Promise<string> {
  const token = await tokenFor(service, demo);
  const lines = [
    '',
    `  Demo tenant (its secrets are kept in ${config.DATA_DIR}/demo.json)`,
    `    tenant ${demo.tenantId} · client ${demo.clientId}`,
    `    secret ${demo.clientSecret}`,
    `    person ${demo.email} · password ${demo.password}`,
  ];
  if (token === null) return lines.join('\n');
  const { sessionId: _minted, externalReference: _none, ...request } = EXAMPLE_REQUEST;
  const body = JSON.stringify({ ...request, sessionId: 'test' });
  return [
    ...lines,
    '',
    '  Try it (the token in it works for 15 minutes):',
    '',
    `curl -s ${demo.baseUrl}/${demo.tenantId}/v1/credit-reports \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
    '',
  ].join('\n');
}

function newDemo(): Demo {
  return {
    baseUrl: '',
    tenantId: randomUUIDv7(),
    clientId: `demo-${randomBytes(6).toString('hex')}`,
    clientSecret: randomBytes(32).toString('base64url'),
    email: 'owner@example.com',
    password: randomBytes(12).toString('base64url'),
  };
}

async function tokenFor(service: Service, demo: Demo): Promise<string | null> {
  const basic = Buffer.from(`${demo.clientId}:${demo.clientSecret}`).toString('base64');
  const answer = await service.app.inject({
    method: 'POST',
    url: PROVIDER_ROUTES.token,
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials',
  });
  return answer.statusCode === 200 ? answer.json().access_token : null;
}
