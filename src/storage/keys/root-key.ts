// The service's root key: random, created on the first start, sealed under the key from configuration. Keys for hashing, signing and
// sealing are derived from it, so that rotating the key from configuration only rewraps two kinds of keys: this one, and the tenants'
// data keys.
import { randomBytes } from 'node:crypto';
import { type Database, type Queryable, statement } from '../engine/connection/database.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { dataKeyContext, open, rewrap, SealBroken, seal, unwrap } from './vault.ts';

const CONTEXT = 'service_key.sealed';
const DATA_KEYS_PER_PAGE = 500;
// Arbitrary, but the same in every process.
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
  `select id as "tenantId", data_key as "dataKey" from tenants where id > $1 order by id limit ${DATA_KEYS_PER_PAGE}`,
);
const REPLACE_DATA_KEY = statement(
  'replace-data-key',
  'update tenants set data_key = $3 where id = $1 and data_key = $2 returning id',
);

type MasterKeys = { current: Buffer; former: Buffer | null };

/** All keys of the service. Of several starting processes the first creates the root key; the others read it. */
export async function openKeyring(database: Database, masters: MasterKeys): Promise<Keyring> {
  const { current, former } = masters;
  const wrapping = createKeyring(current, { former });
  const sealed = await database.transaction(async (tx) => {
    await tx.query(LOCK_ROOT, [LOCK_ID]);
    const [known] = await tx.query<{ sealed: Buffer }>(FIND_ROOT, []);
    if (known !== undefined) return known.sealed;
    const made = sealRoot(wrapping, (await findFormerRoot(tx, masters)) ?? randomBytes(32));
    await tx.query(INSERT_ROOT, [made]);
    return made;
  });
  return createKeyring(current, { former, root: unwrap(wrapping, CONTEXT, sealed).plain });
}

export function sealRoot(keyring: Keyring, root: Buffer): Buffer {
  return seal(keyring.wrapKey, CONTEXT, root);
}

/** In a database older than the root key, the key from configuration was the root; the one that opens a signing key is the one. */
async function findFormerRoot(db: Queryable, { current, former }: MasterKeys): Promise<Buffer | null> {
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
    } catch {} // Sealed under the other one.
  }
  throw new SealBroken();
}

export function signingKeyContext(kid: string): string {
  return `signing_keys.private_jwk/${kid}`;
}

export type Rewrapped = { keys: number; rewrapped: number };

/** Says what was rewrapped, in the transaction that did it: work that a crash cuts off has been noted. */
type NoteRewrapped = (tx: Queryable, rewrapped: number) => Promise<void>;

/**
 * Rewraps every key under the current key, beside running services: each is replaced only if it has not changed since it was read.
 * Repeats until a pass finds nothing old, for tenants that a process with the former key created meanwhile.
 */
export async function rewrapKeys(
  database: Database,
  keyring: Keyring,
  note: NoteRewrapped,
): Promise<Rewrapped> {
  let rewrapped = 0;
  for (;;) {
    const pass = await rewrapOnce(database, keyring, note);
    rewrapped += pass.rewrapped;
    if (pass.rewrapped === 0) return { keys: pass.keys, rewrapped };
  }
}

async function rewrapOnce(database: Database, keyring: Keyring, note: NoteRewrapped): Promise<Rewrapped> {
  let [keys, rewrapped] = [0, 0];
  const noted = (work: (tx: Queryable) => Promise<number>): Promise<void> =>
    database.transaction(async (tx) => {
      const count = await work(tx);
      if (count > 0) await note(tx, count);
      rewrapped += count;
    });
  await noted(async (tx) => {
    keys += 1;
    const [root] = await tx.query<{ sealed: Buffer }>(FIND_ROOT, []);
    if (root === undefined) throw new Error('a keyring was opened, so there must be a root key');
    const newRoot = rewrap(keyring, CONTEXT, root.sealed);
    return newRoot === null ? 0 : (await tx.query(REPLACE_ROOT, [root.sealed, newRoot])).length;
  });
  for (let afterId = '00000000-0000-0000-0000-000000000000', isMore = true; isMore; ) {
    await noted(async (tx) => {
      const rows = await tx.query<{ tenantId: string; dataKey: Buffer }>(LIST_DATA_KEYS, [afterId]);
      let count = 0;
      for (const { tenantId, dataKey } of rows) {
        const newKey = rewrap(keyring, dataKeyContext(tenantId), dataKey);
        if (newKey !== null) count += (await tx.query(REPLACE_DATA_KEY, [tenantId, dataKey, newKey])).length;
      }
      keys += rows.length;
      afterId = rows.at(-1)?.tenantId ?? afterId;
      isMore = rows.length === DATA_KEYS_PER_PAGE;
      return count;
    });
  }
  return { keys, rewrapped };
}
