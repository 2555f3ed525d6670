// What a tenant's owner sets for it: its name, for how long reports are kept, which pages may open device sessions,
// which ones the hosted page may go back to and be framed by.
import { Refusal } from '../../domain/refusal.ts';
import { toOrigins } from '../../domain/reports/origins.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import {
  lockSettings,
  readSettings,
  setSettings,
  type TenantSettings,
} from '../../storage/people/tenants.ts';
import { changedFields, makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';

export type Settings = ReturnType<typeof createSettings>;

export function createSettings(needs: {
  database: Database;
  /** On a laptop the pages run beside the service, without https. */
  isLoopbackAllowed: boolean;
}) {
  const { database } = needs;
  return {
    read: (tenantId: string) => readSettings(database, tenantId),

    /** What is not named stays. The entry of the audit trail has what changed, before and after; nothing changed makes none. */
    async change(caller: Caller, wanted: Partial<TenantSettings>, from: From): Promise<TenantSettings> {
      if (!needs.isLoopbackAllowed) mustBeHttps(wanted);
      const { tenantId } = caller;
      const object = { kind: 'tenant', id: tenantId };
      return makeAudited(database, { caller, from, action: 'tenant-changed', object }, async (tx) => {
        const before = await lockSettings(tx, tenantId);
        const { allowedOrigins } = wanted;
        const after: TenantSettings = {
          name: wanted.name ?? before.name,
          retentionDays: wanted.retentionDays ?? before.retentionDays,
          allowedOrigins: allowedOrigins === undefined ? before.allowedOrigins : toOrigins(allowedOrigins),
          returnOrigins: wanted.returnOrigins ?? before.returnOrigins,
          embedOrigins: wanted.embedOrigins ?? before.embedOrigins,
        };
        const changed = changedFields(before, after, Object.keys(after) as (keyof TenantSettings)[]);
        if (!changed.isRepeated) await setSettings(tx, tenantId, after);
        return { result: after, ...changed };
      });
    },
  };
}

function mustBeHttps({ returnOrigins = [], embedOrigins = [] }: Partial<TenantSettings>): void {
  const plain = (name: string, origins: string[]) =>
    origins.flatMap((origin, index) =>
      origin.startsWith('https://')
        ? []
        : [{ path: `/${name}/${index}`, message: 'must begin with https://' }],
    );
  const details = [...plain('returnOrigins', returnOrigins), ...plain('embedOrigins', embedOrigins)];
  if (details.length > 0)
    throw new Refusal('validation-error', 'The request body is not acceptable. See details.', { details });
}
