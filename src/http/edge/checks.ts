// The checks of every request before its body is read, in this order: rate limit by address, token (in the header, or in the cookie
// with the CSRF check), tenant, permission, rate limit by caller and by tenant, turn. So a bad body without a token is answered 401.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnyPermission, roleName } from '../../domain/people/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Caller, type Identified, refuseTestOnly, unauthorized } from '../../usecases/caller.ts';
import type { EnterTenant, IdentifyCaller } from '../../usecases/people/identify-caller.ts';
import { spendAllowance } from './allowances.ts';
import { COOKIES, readCookie, refuseForeignRequest } from './cookies.ts';
import type { RateLimiter } from './rate-limiter.ts';

/**
 * Who may call a route: anyone (`open` without a rate limit, `public` with the one by address), any caller, a person who signed in, an
 * operator, a member of the tenant in the path, or a caller with a permission on it.
 */
export type Access = 'open' | 'public' | 'caller' | 'person' | 'operator' | 'member' | AnyPermission;

export type RateLimits = {
  perAddress: number;
  perCaller: number;
  perTenant: number;
  tokensPerClient: number;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The permission that a person needs, where it is another than a credential's. */
    personAccess?: AnyPermission;
    /** It changes something of live mode as a whole: not for whoever is kept to test mode. */
    isOfLive?: true;
    /** It reads many rows, or works long on a few: a tenant's crowd of such calls takes turns, so that its neighbours get between them. */
    inTurn?: true | ((request: FastifyRequest) => boolean);
  }
  interface FastifyRequest {
    /** The address that it is from, as limits count it; behind a trusted proxy the client's. */
    household: string;
    identified: Identified | null;
    caller: Caller | null;
    /** The rate limit that refused the request. */
    limitedBy: string | null;
  }
}

export function createChecks(needs: {
  identifyCaller: IdentifyCaller;
  enterTenant: EnterTenant;
  publicUrl: string;
  limiter: RateLimiter;
  limits: RateLimits;
}) {
  const { limiter, limits } = needs;

  const limitByAddress = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    spendAllowance(limiter, reply, 'address', request.household, limits.perAddress);

  const identify = async (request: FastifyRequest): Promise<Identified> => {
    request.identified = await needs.identifyCaller(tokenOf(request, needs.publicUrl));
    return request.identified;
  };

  const enterTenant = async (request: FastifyRequest, identified: Identified): Promise<Caller> => {
    const { tenantId } = request.params as { tenantId: string };
    request.caller = await needs.enterTenant(identified, tenantId);
    return request.caller;
  };

  const limitByCaller = (caller: Identified, reply: FastifyReply): Promise<void> => {
    const key = caller.credentialId ?? `person:${caller.person.id}`;
    return spendAllowance(limiter, reply, 'caller', key, limits.perCaller);
  };

  const limitByTenant = ({ tenantId }: Caller, reply: FastifyReply): Promise<void> =>
    spendAllowance(limiter, reply, 'tenant', tenantId, limits.perTenant);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access = 'public', personAccess, isOfLive } = request.routeOptions.config;
    if (access === 'open') return;
    await limitByAddress(request, reply);
    if (access === 'public') return;
    const identified = await identify(request);
    if (access === 'person') requirePerson(identified);
    if (access === 'operator') requireOperator(identified);
    if (access === 'caller' || access === 'person' || access === 'operator')
      return limitByCaller(identified, reply);
    const caller = await enterTenant(request, identified);
    const needed = caller.sessionId === null ? access : (personAccess ?? access);
    if (needed !== 'member') requirePermission(caller, needed);
    if (isOfLive) refuseTestOnly(caller);
    await limitByCaller(caller, reply);
    await limitByTenant(caller, reply);
  };
}

/** The header goes before the cookie: another site cannot set it, so it needs no CSRF check. */
function tokenOf(request: FastifyRequest, publicUrl: string): string {
  const header = request.headers.authorization;
  if (header === undefined) {
    const cookie = readCookie(request, COOKIES.access);
    if (cookie !== null) {
      refuseForeignRequest(request, publicUrl);
      return cookie;
    }
    throw unauthorized('An access token is needed: send the header Authorization: Bearer <token>.');
  }
  const match = /^Bearer ([\w~+/.-]+=*)$/i.exec(header);
  if (match?.[1] === undefined) {
    throw unauthorized('The Authorization header must read: Bearer <token>.');
  }
  return match[1];
}

function requirePerson(identified: Identified): void {
  if (identified.sessionId !== null) return;
  throw new Refusal('forbidden', 'This is for a person who signed in, not for a credential.');
}

function requireOperator(identified: Identified): void {
  if (identified.sessionId !== null && identified.isOperator) return;
  throw new Refusal('forbidden', 'This needs the permission service:operate, which is for operators.');
}

function requirePermission(caller: Caller, permission: AnyPermission): void {
  if (caller.permissions.includes(permission)) return;
  throw new Refusal(
    'forbidden',
    caller.role === null
      ? `This needs the permission ${permission}, which the access token does not carry.`
      : `This needs the permission ${permission}, which your role (${roleName(caller.role)}) does not have. Ask an owner of the tenant.`,
  );
}
