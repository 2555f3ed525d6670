// The checks that every request meets before its body is read, in this order: rate limit by address, token, tenant,
// permission, rate limit by caller and tenant. A bad body from a stranger says 401, not what is wrong with the body.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../domain/ids.ts';
import { networkOf } from '../domain/network.ts';
import type { Permission } from '../domain/permissions.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Caller, type IdentifyCaller, unauthorized } from '../usecases/identify-caller.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Who may come in: anyone (counted by address, or not at all), any caller, or a caller with a permission on the tenant. */
export type Access = 'open' | 'public' | 'caller' | Permission;

export type RateLimits = {
  perAddress: number;
  perCaller: number;
  perTenant: number;
  tokensPerClient: number;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** The name of the rate limit that refused it. */
    limitedBy: string | null;
  }
}

export function createChecks(needs: {
  identifyCaller: IdentifyCaller;
  limiter: RateLimiter;
  limits: RateLimits;
}) {
  const spend = (reply: FastifyReply, name: string, key: string, limit: number) =>
    spendAllowance(needs.limiter, reply, name, key, limit);

  const limitByAddress = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    spend(reply, 'address', `address:${networkOf(request.ip)}`, needs.limits.perAddress);

  const limitByCaller = async (
    caller: Caller,
    isTenantScoped: boolean,
    reply: FastifyReply,
  ): Promise<void> => {
    await spend(reply, 'caller', `caller:${caller.credentialId}`, needs.limits.perCaller);
    if (isTenantScoped) await spend(reply, 'tenant', `tenant:${caller.tenantId}`, needs.limits.perTenant);
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const access = request.routeOptions.config.access ?? 'public';
    if (access === 'open') return;
    await limitByAddress(request, reply);
    if (access === 'public') return;

    const caller = await needs.identifyCaller(bearerToken(request));
    request.caller = caller;
    if (access === 'caller') return limitByCaller(caller, false, reply);

    requireTenant(caller, (request.params as { tenantId: string }).tenantId);
    requirePermission(caller, access);
    return limitByCaller(caller, true, reply);
  };
}

/** Counts one request against a limit and tells the caller where it stands. */
export async function spendAllowance(
  limiter: RateLimiter,
  reply: FastifyReply,
  name: string,
  key: string,
  limit: number,
): Promise<void> {
  const spent = limiter.spend(key, limit);
  const { isAllowed, remaining, resetSeconds } = spent instanceof Promise ? await spent : spent;
  addToList(reply, 'ratelimit-policy', `"${name}";q=${limit};w=60`);
  addToList(reply, 'ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`);
  if (isAllowed) return;
  reply.request.limitedBy = name;
  throw new Refusal(
    'rate-limited',
    `Too many requests: the limit is ${limit} a minute per ${name}. Try again in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  );
}

function addToList(reply: FastifyReply, header: string, item: string): void {
  const before = reply.getHeader(header);
  reply.header(header, before === undefined ? item : `${before}, ${item}`);
}

function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw unauthorized('An access token is needed: send the header Authorization: Bearer <token>.');
  }
  const match = /^Bearer ([\w~+/.-]+=*)$/i.exec(header);
  if (match?.[1] === undefined) {
    throw unauthorized('The Authorization header must read: Bearer <token>.');
  }
  return match[1];
}

/** Another's tenant, one that does not exist and a disabled one are not told apart. */
function requireTenant(caller: Caller, tenantId: string): void {
  const isTheirs = isUuid(tenantId) && tenantId.toLowerCase() === caller.tenantId;
  if (!isTheirs || !caller.tenantIsEnabled) {
    throw new Refusal('forbidden', 'You do not have access to this tenant.');
  }
}

function requirePermission(caller: Caller, permission: Permission): void {
  if (caller.permissions.includes(permission)) return;
  throw new Refusal(
    'forbidden',
    `This needs the permission ${permission}, which the access token does not carry.`,
  );
}
