// The public keys of an endpoint that signs with v1a, for receivers, who know the endpoint and not the tenant.
import { EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';

const FIND_KEYS = statement(
  'find-endpoint-keys',
  `select w.public_key as "publicKey",
     case when w.old_expires_at > ${EXACT_NOW} then w.old_public_key end as "oldPublicKey"
   from webhook_endpoints w where w.id = $1 and w.state <> 'deleted' and w.public_key is not null`,
  { over: 'first' },
);

export async function findPublicKeys(
  db: Queryable,
  id: string,
): Promise<{ publicKey: Buffer; oldPublicKey: Buffer | null } | null> {
  const [row] = await db.query<{ publicKey: Buffer; oldPublicKey: Buffer | null }>(FIND_KEYS, [id]);
  return row ?? null;
}
