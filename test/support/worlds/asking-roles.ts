// Every kind of caller of one tenant: each role, an operator, a credential with every scope, and one that may only read reports and the
// wallet.
import type { Permission } from '../../../src/domain/people/permissions.ts';
import { createCredential, type House, send, type Tenant, tokenOf } from '../house.ts';
import { signedIn } from '../staff.ts';
import type { Ask } from './live-things.ts';

export const CALLERS = [
  ...(['owner', 'admin', 'developer', 'finance', 'viewer'] as const),
  ...(['operator', 'credential', 'narrow'] as const),
] as const;
export type Caller = (typeof CALLERS)[number];

const NARROW: readonly Permission[] = ['reports:read', 'wallet:read'];

export async function askingRoles(house: House, tenant: Tenant): Promise<Record<Caller, Ask>> {
  const { tenantId } = tenant;
  const asks = {} as Record<Caller, Ask>;
  for (const who of CALLERS) {
    if (who === 'credential' || who === 'narrow') {
      asks[who] = await askingWith(house, tenant, who === 'narrow' ? NARROW : undefined);
      continue;
    }
    const isOperator = who === 'operator';
    const browser = await signedIn(house, { isOperator, ...(!isOperator && { tenantId, role: who }) });
    asks[who] = (method, url, body, headers) => browser.call(method, url, body, headers);
  }
  return asks;
}

/** A credential with these scopes, else with all that one has where nothing is said. */
export async function askingWith(house: House, tenant: Tenant, scopes?: readonly Permission[]): Promise<Ask> {
  return askingAs(house, await createCredential(house, tenant, scopes));
}

export async function askingAs(house: House, credential: Parameters<typeof tokenOf>[1]): Promise<Ask> {
  const authorization = `Bearer ${await tokenOf(house, credential)}`;
  return (method, url, body, headers) =>
    send(house, {
      ...{ method, url },
      headers: {
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
}
