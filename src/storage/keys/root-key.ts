// The service's root key: random, made on the first start, sealed under the key from configuration. Keys for hashing, signing and
// sealing come from it, so that the key from configuration can be replaced by wrapping two kinds of keys again: this one, and the
// tenants' data keys.
import { randomBytes } from 'node:crypto';
import { type Database, type Queryable, statement } from '../connection/database.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { dataKeyContext, open, rewrap, SealBroken, seal, unwrap } from './vault.ts';

const CONTEXT = 'service_key.sealed';
const A_ROUND = 500;
// Any number will do, as long as every process uses the same one.
const LOCK_ID = 7_301_227;

const LOCK_ROOT = statement('lock-root-key', 'select pg_advisory_xact_lock($1)');
const FIND_ROOT = statement('find-root-key', 'select sealed from service_key');
const INSERT_ROOT = statement('insert-root-key', 'insert into service_key (sealed) values ($1)');
const FIND_SIGNING_KEY = statement(
  'find-any-signing-key',
  'select kid, private_jwk as "privateJwk" from signing_keys order by kid limit 1',
);
const REPLACE_ROOT = statement(
  'replace-root-key',
  'update service_key set sealed = $2 where sealed = $1 returning is_only',
);
const LIST_DATA_KEYS = statement(
  'list-data-keys',
  `select id as "tenantId", data_key as "dataKey" from tenants where id > $1 order by id limit ${A_ROUND}`,
);
const REPLACE_DATA_KEY = statement(
  'replace-data-key',
  'update tenants set data_key = $3 where id = $1 and data_key = $2 returning id',
);

export type MasterKeys = { current: Buffer; former: Buffer | null };

/** Every key that the service works with. The first of several starting processes makes the root; the others find it. */
export async function openKeyring(database: Database, masters: MasterKeys): Promise<Keyring> {
  const { current, former } = masters;
  const wrapping = createKeyring(current, { former });
  const sealed = await database.transaction(async (tx) => {
    await tx.query(LOCK_ROOT, [LOCK_ID]);
    const [known] = await tx.query<{ sealed: Buffer }>(FIND_ROOT, []);
    if (known !== undefined) return known.sealed;
    const made = sealRoot(wrapping, (await rootOfBefore(tx, masters)) ?? randomBytes(32));
    await tx.query(INSERT_ROOT, [made]);
    return made;
  });
  return createKeyring(current, { former, root: unwrap(wrapping, CONTEXT, sealed).plain });
}

export function sealRoot(keyring: Keyring, root: Buffer): Buffer {
  return seal(keyring.wrapKey, CONTEXT, root);
}

/** A database from before there was a root: the key from configuration was the root, and what it signed with proves which. */
async function rootOfBefore(db: Queryable, { current, former }: MasterKeys): Promise<Buffer | null> {
  const [signing] = await db.query<{ kid: string; privateJwk: Buffer }>(FIND_SIGNING_KEY, []);
  if (signing === undefined) return null;
  for (const master of [current, former]) {
    if (master === null) continue;
    try {
      open(
        createKeyring(master).key('seal-signing-keys'),
        signingKeyContext(signing.kid),
        signing.privateJwk,
      );
      return master;
    } catch {} // Then it is the other one.
  }
  throw new SealBroken();
}

export function signingKeyContext(kid: string): string {
  return `signing_keys.private_jwk/${kid}`;
}

export type Rewrapped = { keys: number; rewrapped: number };

/**
 * Wraps every key under the key of now, beside running services: each is replaced only where it still is what was read. Begins
 * again until a round finds nothing old, for tenants that were made meanwhile by a process with the former key.
 */
export async function rewrapKeys(database: Database, keyring: Keyring): Promise<Rewrapped> {
  let rewrapped = 0;
  for (;;) {
    const round = await rewrapOnce(database, keyring);
    rewrapped += round.rewrapped;
    if (round.rewrapped === 0) return { keys: round.keys, rewrapped };
  }
}

async function rewrapOnce(database: Database, keyring: Keyring): Promise<Rewrapped> {
  const [root] = await database.query<{ sealed: Buffer }>(FIND_ROOT, []);
  if (root === undefined) throw new Error('a keyring was opened, so there must be a root key');
  let [keys, rewrapped] = [1, 0];
  const newRoot = rewrap(keyring, CONTEXT, root.sealed);
  if (newRoot !== null) rewrapped += (await database.query(REPLACE_ROOT, [root.sealed, newRoot])).length;
  for (let afterId = '00000000-0000-0000-0000-000000000000', isMore = true; isMore; ) {
    const rows = await database.query<{ tenantId: string; dataKey: Buffer }>(LIST_DATA_KEYS, [afterId]);
    for (const { tenantId, dataKey } of rows) {
      const newKey = rewrap(keyring, dataKeyContext(tenantId), dataKey);
      if (newKey !== null)
        rewrapped += (await database.query(REPLACE_DATA_KEY, [tenantId, dataKey, newKey])).length;
    }
    keys += rows.length;
    afterId = rows.at(-1)?.tenantId ?? afterId;
    isMore = rows.length === A_ROUND;
  }
  return { keys, rewrapped };
}
