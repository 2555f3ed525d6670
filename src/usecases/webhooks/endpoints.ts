// Webhook endpoints as their tenant manages them: made with a secret that is shown once, changed, rotated with an overlap in which both
// secrets sign, disabled and enabled, deleted. Every change and its audit entry are one transaction. Secrets are derived from the id
// that the request reserved, as those of credentials are, so that a request whose answer got lost finds the same one when it is retried.
import type { AuditAction } from '../../domain/activity/audit-actions.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hintOf, OVERLAPS, type Overlap } from '../../domain/secret.ts';
import { ENDPOINTS_MAX, whyUrlRefused } from '../../domain/webhooks/webhooks.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import type { TenantVault, Vault } from '../../storage/keys/vault.ts';
import {
  deleteEndpoint,
  disableEndpoint,
  type Endpoint,
  type EndpointSettings,
  enableEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  rotateEndpoint,
  type SealedKeys,
  setOldEndpointSecret,
  updateEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import {
  countMissed,
  findLatestRecovery,
  type Recovery,
  recoverEvents,
} from '../../storage/webhooks/recoveries.ts';
import { type Change, changeAudited, makeAudited } from '../audited-change.ts';
import { type Caller, type From, isKeptToTest, refuseTestOnly } from '../caller.ts';
import { type EndpointKeys, keysPlace, SECRET_PREFIX, toPublicKey } from './signatures.ts';

const KIND = 'webhook-endpoint';

export type EndpointChange = Partial<Omit<EndpointSettings, 'isTest'>>;
export type NewEndpoint = EndpointSettings & { signsV1a: boolean };
type ShownEndpoint = Endpoint & {
  missed: number | null;
  recovery: Recovery | null;
  /** Others of its mode with its address. */
  sameAddressAs: string[];
};
type WithSecret = { endpoint: ShownEndpoint; secret: string };

export type Endpoints = ReturnType<typeof createEndpoints>;

export function createEndpoints(needs: {
  database: Database;
  vault: Vault;
  /** A keyed hash: the same bytes for the same parts. */
  makeSecret: (...parts: string[]) => Buffer;
  isPlainHttpAllowed: (host: string) => boolean;
  /** Null where the address cannot be one of ours to call; judged for literals only. */
  isHostRefused: (host: string) => boolean;
}) {
  const { database } = needs;

  const mustBeUrl = (url: string): void => {
    const why =
      whyUrlRefused(url, needs.isPlainHttpAllowed) ??
      (needs.isHostRefused(new URL(url).hostname) ? 'must have a host with a public address' : null);
    if (why === null) return;
    throw new Refusal('validation-error', 'The address of the endpoint is not acceptable. See details.', {
      details: [{ path: '/url', message: why }],
    });
  };

  const shown = async (db: Queryable, tenantId: string, id: string): Promise<ShownEndpoint> => {
    const endpoint = await findEndpoint(db, tenantId, id);
    if (endpoint === null) throw notFound();
    const missed =
      endpoint.missedSince === null
        ? null
        : await countMissed(db, tenantId, {
            endpointId: id,
            since: endpoint.missedSince,
            until: null,
            failedOnly: true,
          });
    const others = (await listEndpoints(db, tenantId)).filter(
      (other) => other.id !== id && other.isTest === endpoint.isTest && other.url === endpoint.url,
    );
    const recovery = await findLatestRecovery(db, tenantId, id);
    return { ...endpoint, missed, recovery, sameAddressAs: others.map((other) => other.id) };
  };

  const change = <T>(
    caller: Caller,
    id: string,
    from: From,
    action: AuditAction,
    work: (tx: Queryable, before: Endpoint) => Promise<Change<T>>,
  ): Promise<T> => {
    const lock = async (tx: Queryable): Promise<Endpoint> => {
      const found = isUuid(id) ? await lockEndpoint(tx, caller.tenantId, id) : null;
      if (found === null) throw notFound();
      if (!found.isTest) refuseTestOnly(caller);
      return found;
    };
    return changeAudited(database, { caller, from, action, objectKind: KIND }, lock, work);
  };

  const newKeys = (vault: TenantVault, id: string, isV1a: boolean, ...parts: string[]) => {
    const secret = needs.makeSecret('secret', ...parts).toString('base64');
    const seed = isV1a ? needs.makeSecret('seed', ...parts) : null;
    const keys: EndpointKeys = { secret, ...(seed !== null && { seed: seed.toString('base64') }) };
    const sealed: SealedKeys = {
      keys: vault.seal(keysPlace(id), JSON.stringify(keys)),
      publicKey: seed === null ? null : toPublicKey(seed),
      secretHint: hintOf(secret),
    };
    return { shown: `${SECRET_PREFIX}${secret}`, sealed };
  };

  return {
    async list(caller: Caller): Promise<Endpoint[]> {
      const endpoints = await listEndpoints(database, caller.tenantId);
      return isKeptToTest(caller) ? endpoints.filter(({ isTest }) => isTest) : endpoints;
    },

    /** With the count of what it missed, while it is disabled, and its latest recovery. */
    async find(caller: Caller, id: string): Promise<ShownEndpoint> {
      const endpoint = isUuid(id) ? await shown(database, caller.tenantId, id) : null;
      if (endpoint === null || (!endpoint.isTest && isKeptToTest(caller))) throw notFound();
      return endpoint;
    },

    async create(caller: Caller, given: NewEndpoint, from: From, requestId: string): Promise<WithSecret> {
      const { tenantId } = caller;
      if (!given.isTest) refuseTestOnly(caller);
      mustBeUrl(given.url);
      const vault = await needs.vault.forTenant(tenantId);
      const id = requestId;
      const { shown: secret, sealed } = newKeys(vault, id, given.signsV1a, 'first', tenantId, requestId);
      const by = { caller, from, action: 'webhook-endpoint-created', object: { kind: KIND, id } } as const;
      return makeAudited(database, by, async (tx) => {
        const made = await insertEndpoint(tx, tenantId, { ...given, ...sealed, id });
        if (made === 'too-many')
          throw new Refusal(
            'conflict',
            `A tenant has at most ${ENDPOINTS_MAX} endpoints. Delete one that is not used any more.`,
          );
        return {
          result: { endpoint: await shown(tx, tenantId, id), secret },
          after: { ...factsOf(given), secret: sealed.secretHint },
          isRepeated: made !== 'made',
        };
      });
    },

    change: (caller: Caller, id: string, to: EndpointChange, from: From): Promise<ShownEndpoint> => {
      if (to.url !== undefined) mustBeUrl(to.url);
      return change(caller, id, from, 'webhook-endpoint-changed', async (tx, found) => {
        const next = { ...found, ...to };
        await updateEndpoint(tx, caller.tenantId, found.id, next);
        const changed = <T extends object>(facts: T): Partial<T> =>
          Object.fromEntries(Object.entries(facts).filter(([name]) => name in to)) as Partial<T>;
        return {
          result: await shown(tx, caller.tenantId, found.id),
          before: changed(factsOf(found)),
          after: changed(factsOf(next)),
        };
      });
    },

    remove: (caller: Caller, id: string, from: From) =>
      change(caller, id, from, 'webhook-endpoint-deleted', async (tx, found) => {
        await deleteEndpoint(tx, caller.tenantId, found.id);
        return { result: undefined, before: factsOf(found) };
      }),

    async rotate(
      caller: Caller,
      id: string,
      overlap: Overlap,
      from: From,
      requestId: string,
    ): Promise<WithSecret> {
      const { tenantId } = caller;
      const vault = await needs.vault.forTenant(tenantId);
      return change(caller, id, from, 'webhook-endpoint-rotated', async (tx, found) => {
        const { shown: secret, sealed } = newKeys(
          vault,
          found.id,
          found.signsV1a,
          'next',
          tenantId,
          id,
          requestId,
        );
        // Of this very request, whose answer was lost: a second rotation would end the secret in use.
        const isRepeated = found.secretHint === sealed.secretHint;
        const which = { tenantId, id: found.id };
        if (!isRepeated) await rotateEndpoint(tx, which, { ...sealed, overlapSeconds: OVERLAPS[overlap] });
        return {
          result: { endpoint: await shown(tx, tenantId, found.id), secret },
          before: { secret: found.secretHint },
          after: { secret: sealed.secretHint, overlap },
          isRepeated,
        };
      });
    },

    setOverlap(caller: Caller, id: string, overlap: Overlap, from: From): Promise<void> {
      const action =
        overlap === 'now' ? 'webhook-endpoint-old-secret-ended' : 'webhook-endpoint-overlap-extended';
      return change(caller, id, from, action, async (tx, found) => {
        const which = { tenantId: caller.tenantId, id: found.id };
        if (!(await setOldEndpointSecret(tx, which, OVERLAPS[overlap])))
          throw new Refusal('conflict', 'This endpoint has one secret only: there is no old one to end.');
        const before = { oldSecret: found.oldSecretHint, until: found.oldExpiresAt?.toISOString() ?? null };
        return { result: undefined, before, after: { overlap } };
      });
    },

    disable: (caller: Caller, id: string, from: From) =>
      change(caller, id, from, 'webhook-endpoint-disabled', async (tx, found) => {
        await disableEndpoint(tx, caller.tenantId, found.id, 'by-you');
        const result = await shown(tx, caller.tenantId, found.id);
        return { result, isRepeated: found.state === 'disabled' };
      }),

    /** `sendsMissed`: what happened while it was disabled is sent now. */
    enable: (caller: Caller, id: string, sendsMissed: boolean, from: From, requestId: string) =>
      change(caller, id, from, 'webhook-endpoint-enabled', async (tx, found) => {
        const { tenantId } = caller;
        if (found.missedSince === null)
          throw new Refusal('conflict', 'This endpoint is active: there is nothing to enable.');
        const missed = { endpointId: found.id, since: found.missedSince, until: null, failedOnly: true };
        const sent = sendsMissed ? await recoverEvents(tx, tenantId, { ...missed, id: requestId }) : 0;
        await enableEndpoint(tx, tenantId, found.id);
        const result = await shown(tx, tenantId, found.id);
        return { result, before: { reason: found.disabledReason }, after: { sendsMissed, sent } };
      }),
  };
}

function factsOf({ url, description, types, isTest, isOrdered, ratePerSecond }: EndpointSettings) {
  return { url, description, types: [...types], isTest, isOrdered, ratePerSecond };
}

function notFound(): Refusal {
  return new Refusal('not-found', 'There is no webhook endpoint with this id.');
}
