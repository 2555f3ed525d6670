// The storage adapter of the OpenID provider's library. Clients are credentials and our own pages; everything else goes to
// storage/people/openid-records.ts. Consuming a record a second time must fail: the library leaves that to us.
import type { AdapterPayload, errors } from 'oidc-provider';
import type { OpenIdClient } from './openid-client.ts';

export type ProviderRecords = {
  upsert(model: string, id: string, payload: Record<string, unknown>, lifetimeSeconds: number): Promise<void>;
  find(model: string, id: string): Promise<Record<string, unknown> | null>;
  findByUid(model: string, uid: string): Promise<Record<string, unknown> | null>;
  consume(model: string, id: string): Promise<boolean>;
  destroy(model: string, id: string): Promise<void>;
  revokeGrant(grantId: string): Promise<void>;
};

const LIFETIME_SECONDS_DEFAULT = 600;

export function createAdapter(
  model: string,
  needs: {
    records: ProviderRecords;
    findClient: (id: string) => Promise<OpenIdClient | null>;
    errors: typeof errors;
  },
) {
  const { records } = needs;
  const orUndefined = (found: Record<string, unknown> | null): AdapterPayload | undefined =>
    found ?? undefined;
  return {
    find: async (id: string): Promise<AdapterPayload | undefined> => {
      if (model !== 'Client') return orUndefined(await records.find(model, id));
      const client = await needs.findClient(id);
      return client === null ? undefined : toMetadata(client);
    },
    upsert: (id: string, payload: AdapterPayload, lifetimeSeconds?: number): Promise<void> =>
      records.upsert(
        model,
        id,
        payload as Record<string, unknown>,
        lifetimeSeconds ?? LIFETIME_SECONDS_DEFAULT,
      ),
    findByUid: async (uid: string): Promise<AdapterPayload | undefined> =>
      orUndefined(await records.findByUid(model, uid)),
    findByUserCode: async (): Promise<undefined> => undefined,
    consume: async (id: string): Promise<void> => {
      if (!(await records.consume(model, id))) throw new needs.errors.InvalidGrant('it was used before');
    },
    destroy: (id: string): Promise<void> => records.destroy(model, id),
    revokeByGrantId: (grantId: string): Promise<void> => records.revokeGrant(grantId),
  };
}

function toMetadata(client: OpenIdClient): AdapterPayload {
  const isForPeople = client.redirectUri !== undefined;
  return {
    client_id: client.clientId,
    client_secret: client.secretHash,
    grant_types: isForPeople ? ['authorization_code'] : ['client_credentials'],
    response_types: isForPeople ? ['code'] : [],
    redirect_uris: client.redirectUri === undefined ? [] : [client.redirectUri],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: client.scopes.join(' '),
  };
}
