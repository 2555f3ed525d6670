// API credentials: a client id and the keyed hash of its secret, bound to one tenant and owned by a person.
import { isPermission, type Permission } from '../../domain/people/permissions.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './people.ts';

export type Credential = {
  id: string;
  clientId: string;
  secretHash: Buffer;
  /** Of the secret before the last rotation, while it still works. */
  oldSecretHash: Buffer | null;
  /** Counts the rotations: a token says which secret it was issued for. */
  generation: number;
  tenantId: string;
  tenantIsEnabled: boolean;
  owner: Person;
  scopes: Permission[];
  /** Limited to test mode, whatever its scopes say. */
  isTestOnly: boolean;
  isRevoked: boolean;
};

const INSERT_CREDENTIAL = statement(
  'insert-credential',
  `insert into credentials (tenant_id, id, owner_id, name, client_id, secret_hash, scopes, secret_hint, is_test_only)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (client_id) do nothing returning id`,
);

/** False when there is one with this client id already. */
export async function insertCredential(
  db: Queryable,
  credential: {
    tenantId: string;
    id: string;
    ownerId: string;
    name: string;
    clientId: string;
    secretHash: Buffer;
    /** The last characters of the secret, to tell two apart. */
    secretHint?: string;
    scopes: readonly Permission[];
    isTestOnly?: boolean;
  },
): Promise<boolean> {
  const { tenantId, id, ownerId, name, clientId, secretHash, scopes, secretHint = '' } = credential;
  const { isTestOnly = false } = credential;
  const named = [tenantId, id, ownerId, name, clientId];
  const made = await db.query(INSERT_CREDENTIAL, [...named, secretHash, scopes, secretHint, isTestOnly]);
  return made.length === 1;
}

const FIND_CREDENTIAL = statement(
  'find-credential',
  `select c.id, c.client_id, c.secret_hash, c.tenant_id, t.is_enabled, c.scopes, c.is_test_only, c.generation,
          case when c.old_expires_at > clock_timestamp() then c.old_secret_hash end as old_secret_hash, c.revoked_at is not null as is_revoked, p.id as person_id, ${PERSON_COLUMNS}
   from credentials c join tenants t on t.id = c.tenant_id join people p on p.id = c.owner_id
   where c.client_id = $1`,
);

export async function findCredential(db: Queryable, clientId: string): Promise<Credential | null> {
  // PostgreSQL text cannot contain NUL, so no credential does.
  if (clientId.includes('\u0000')) return null;
  const [row] = await db.query<
    PersonRow & {
      id: string;
      client_id: string;
      secret_hash: Buffer;
      old_secret_hash: Buffer | null;
      generation: number;
      tenant_id: string;
      is_enabled: boolean;
      scopes: string[];
      is_test_only: boolean;
      is_revoked: boolean;
    }
  >(FIND_CREDENTIAL, [clientId]);
  if (row === undefined) return null;
  return {
    id: row.id,
    clientId: row.client_id,
    secretHash: row.secret_hash,
    oldSecretHash: row.old_secret_hash,
    generation: row.generation,
    tenantId: row.tenant_id,
    tenantIsEnabled: row.is_enabled,
    owner: toPerson(row),
    scopes: row.scopes.filter(isPermission),
    isTestOnly: row.is_test_only,
    isRevoked: row.is_revoked,
  };
}

const REVOKE_CREDENTIAL = statement(
  'revoke-credential',
  'update credentials set revoked_at = clock_timestamp() where client_id = $1 and revoked_at is null returning tenant_id as "tenantId", id, name',
);

/** Null when there is no such credential, or it was revoked before. */
export async function revokeCredential(
  db: Queryable,
  clientId: string,
): Promise<{ tenantId: string; id: string; name: string } | null> {
  const [row] = await db.query<{ tenantId: string; id: string; name: string }>(REVOKE_CREDENTIAL, [clientId]);
  return row ?? null;
}
