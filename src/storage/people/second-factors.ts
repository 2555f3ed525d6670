// The second factor of a person: the authenticator's secret (sealed), the last step used, and the recovery codes. Also the links that
// reset a password. Each works once: it is consumed by an update that finds it unused.
import { type Database, type Queryable, statement } from '../engine/connection/database.ts';
import type { Keyring } from '../keys/keyring.ts';
import { open, seal } from '../keys/vault.ts';

const SET_SECRET = statement(
  'set-totp-secret',
  'update people set totp_secret = $2, totp_step = 0 where id = $1 and not totp_enabled returning id',
);

const FIND_SECRET = statement(
  'find-totp-secret',
  'select totp_secret, totp_enabled from people where id = $1 and totp_secret is not null',
);

const USE_STEP = statement(
  'use-totp-step',
  `update people set totp_step = $2 where id = $1 and totp_step < $2 and totp_enabled = $3 and totp_secret is not null
   returning id`,
);

const ENABLE = statement(
  'enable-totp',
  'update people set totp_enabled = true where id = $1 and totp_secret is not null and not totp_enabled returning id',
);

const DISABLE = statement(
  'disable-totp',
  `with codes as (delete from recovery_codes where person_id = $1)
   update people set totp_enabled = false, totp_secret = null, totp_step = 0 where id = $1 and totp_enabled returning id`,
);

const REPLACE_CODES = statement(
  'replace-recovery-codes',
  `with deleted as (delete from recovery_codes where person_id = $1)
   insert into recovery_codes (person_id, code_hash) select $1, unnest($2::bytea[])`,
);

const USE_CODE = statement(
  'use-recovery-code',
  `update recovery_codes set used_at = clock_timestamp()
   where person_id = $1 and code_hash = $2 and used_at is null returning 1 as one`,
);

const COUNT_CODES = statement(
  'count-recovery-codes',
  'select count(*) as count from recovery_codes where person_id = $1 and used_at is null',
);

export type SecondFactors = ReturnType<typeof createSecondFactors>;

export function createSecondFactors(needs: { database: Database; keyring: Keyring }) {
  const key = needs.keyring.key('seal-totp-secrets');
  const context = (personId: string): string => `people.totp_secret/${personId}`;

  return {
    /** Stores a secret that is not enabled yet; false when one is enabled. */
    setTotpSecret: async (personId: string, secret: string): Promise<boolean> => {
      const sealed = seal(key, context(personId), secret);
      return (await needs.database.query(SET_SECRET, [personId, sealed])).length === 1;
    },
    findTotpSecret: async (personId: string): Promise<{ secret: string; isEnabled: boolean } | null> => {
      const [row] = await needs.database.query<{ totp_secret: Buffer; totp_enabled: boolean }>(FIND_SECRET, [
        personId,
      ]);
      if (row === undefined) return null;
      const secret = open(key, context(personId), row.totp_secret).toString('utf8');
      return { secret, isEnabled: row.totp_enabled };
    },
    /** False when this step or a later one was used before: a code works once. */
    takeTotpStep: async (db: Queryable, personId: string, step: number, isEnabled: boolean) =>
      (await db.query(USE_STEP, [personId, step, isEnabled])).length === 1,
    enableTotp: async (db: Queryable, personId: string) => (await db.query(ENABLE, [personId])).length === 1,
    disableTotp: async (db: Queryable, personId: string) =>
      (await db.query(DISABLE, [personId])).length === 1,
    replaceRecoveryCodes: async (db: Queryable, personId: string, hashes: Buffer[]) =>
      void (await db.query(REPLACE_CODES, [personId, hashes])),
    takeRecoveryCode: async (db: Queryable, personId: string, hash: Buffer) =>
      (await db.query(USE_CODE, [personId, hash])).length === 1,
    countRecoveryCodes: async (personId: string) =>
      (await needs.database.query<{ count: number }>(COUNT_CODES, [personId]))[0]?.count ?? 0,
  };
}

const INSERT_RESET = statement(
  'insert-reset-link',
  `insert into reset_links (token_hash, person_id, expires_at)
   values ($1, $2, clock_timestamp() + make_interval(secs => $3))`,
);

export async function insertResetLink(
  db: Queryable,
  link: { tokenHash: Buffer; personId: string; lifetimeSeconds: number },
): Promise<void> {
  await db.query(INSERT_RESET, [link.tokenHash, link.personId, link.lifetimeSeconds]);
}

const FIND_RESET = statement(
  'find-reset-link',
  `select person_id as "personId" from reset_links
   where token_hash = $1 and used_at is null and expires_at > clock_timestamp()`,
);

/** The person whose password it resets; null when it is used, expired or unknown. */
export async function findResetLink(db: Queryable, tokenHash: Buffer): Promise<string | null> {
  const [row] = await db.query<{ personId: string }>(FIND_RESET, [tokenHash]);
  return row?.personId ?? null;
}

const USE_RESET = statement(
  'use-reset-link',
  `with used as (
     update reset_links set used_at = clock_timestamp()
     where token_hash = $1 and used_at is null and expires_at > clock_timestamp() returning person_id),
   others as (
     update reset_links set used_at = clock_timestamp()
     where person_id in (select person_id from used) and used_at is null and token_hash <> $1)
   select person_id as "personId" from used`,
);

/** Consumes the link and every other one of that person. */
export async function takeResetLink(db: Queryable, tokenHash: Buffer): Promise<string | null> {
  const [row] = await db.query<{ personId: string }>(USE_RESET, [tokenHash]);
  return row?.personId ?? null;
}

const PURGE_RESETS = statement(
  'purge-reset-links',
  `delete from reset_links where expires_at < clock_timestamp() - interval '1 day' returning 1 as one`,
);

export async function purgeResetLinks(db: Queryable): Promise<number> {
  return (await db.query(PURGE_RESETS, [])).length;
}
