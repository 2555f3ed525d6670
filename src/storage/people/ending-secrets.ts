// Tells that the old secret of a credential ends soon and is still in use: once, as an event and by mail.
import { type Database, EXACT_NOW, firstValue, statement } from '../engine/connection/database.ts';
import { recordEvents } from '../webhooks/record-events.ts';

// In the second half of an overlap, at most a day before its end, for an old secret that was used of late.
const IS_ENDING = `c.old_expires_at > now.at and c.old_expires_at <= now.at + interval '1 day' and c.revoked_at is null
     and c.old_expires_at - now.at <= (c.old_expires_at - c.secret_created_at) / 2
     and c.old_last_used_at >= c.secret_created_at + (now.at - c.secret_created_at) / 2
     and (c.old_warned_at is null or c.old_warned_at < c.secret_created_at)`;
const FIND_ENDING = statement(
  'find-ending-secrets',
  `select c.tenant_id as "tenantId", c.id from credentials c cross join (select ${EXACT_NOW} as at) now where ${IS_ENDING}`,
);
const WARN_OF_ENDING = statement(
  'warn-of-ending-secret',
  `update credentials c set old_warned_at = now.at from (select ${EXACT_NOW} as at) now
   where c.tenant_id = $1 and c.id = $2 and ${IS_ENDING}
   returning c.is_test_only as "isTest", c.old_expires_at as "expiresAt", c.old_last_used_at as "lastUsedAt", now.at`,
);
const TELL_OF_ENDING = statement(
  'tell-of-ending-secret',
  `with ${recordEvents(
    'told',
    `select e.tenant_id, $3::timestamptz as at, 'credential.expiring' as type, $4::boolean as is_test, $2::uuid as subject_id,
            jsonb_build_object('expiresAt', $5::timestamptz, 'lastUsedAt', $6::timestamptz) as facts
     from (select $1::uuid as tenant_id) e`,
    { isMailed: true },
  )}
   select 1 from told`,
  { tenantsOf: firstValue },
);

type Ending = { isTest: boolean; expiresAt: Date; lastUsedAt: Date; at: Date };

/** Credentials and events need not be on one server: each secret is told of in a transaction of its own. */
export async function tellOfEndingSecrets(db: Database): Promise<void> {
  for (const { tenantId, id } of await db.query<{ tenantId: string; id: string }>(FIND_ENDING, []))
    await db.transaction(async (tx) => {
      const [ending] = await tx.query<Ending>(WARN_OF_ENDING, [tenantId, id]);
      if (ending === undefined) return;
      const { isTest, expiresAt, lastUsedAt, at: now } = ending;
      await tx.query(TELL_OF_ENDING, [tenantId, id, now, isTest, expiresAt, lastUsedAt]);
    });
}
