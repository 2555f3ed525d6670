// The demo tenant of the embedded default: one tenant with credits, one person, one credential, made on the first start only. The
// caller chooses the secrets and writes them to a file first, so that a crash in between loses nothing.
import { randomUUIDv7 } from 'node:crypto';
import { PERMISSIONS } from '../../domain/people/permissions.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { insertCredential } from '../../storage/people/credentials.ts';
import { insertPerson } from '../../storage/people/people.ts';
import { countTenants, insertMembership, insertTenant } from '../../storage/people/tenants.ts';
import { applyMoves } from '../../storage/wallet/ledger.ts';

export const DEMO_CREDITS = 100_000;

export type DemoSecrets = {
  tenantId: string;
  clientId: string;
  clientSecret: string;
  email: string;
  password: string;
};

/** False when the database already holds a tenant: then nothing is changed. */
export type SeedDemo = (demo: DemoSecrets) => Promise<boolean>;

export function createSeedDemo(needs: {
  database: Database;
  newDataKey: (tenantId: string) => Buffer;
  hashSecret: (secret: string) => Buffer;
  hashPassword: (password: string) => Promise<string>;
}): SeedDemo {
  return async (demo) => {
    const passwordHash = await needs.hashPassword(demo.password);
    return needs.database.transaction(async (tx) => {
      if ((await countTenants(tx)) > 0) return false;
      const { tenantId, clientId, email } = demo;
      const personId = randomUUIDv7();
      await insertTenant(tx, {
        id: tenantId,
        name: 'Demo tenant',
        dataKey: needs.newDataKey(tenantId),
      });
      await applyMoves(tx, [
        {
          kind: 'top-up',
          tenantId,
          key: 'top-up:demo',
          amount: DEMO_CREDITS,
          personId: null,
          reference: 'demo',
          reason: 'Credits to try the service with',
        },
      ]);
      await insertPerson(tx, { id: personId, email, firstName: 'Demo', lastName: 'Owner', passwordHash });
      await insertMembership(tx, { tenantId, personId, role: 'owner' });
      await insertCredential(tx, {
        tenantId,
        id: randomUUIDv7(),
        ownerId: personId,
        name: 'Demo credential',
        clientId,
        secretHash: needs.hashSecret(demo.clientSecret),
        scopes: PERMISSIONS,
      });
      return true;
    });
  };
}
