// What signing in needs besides the session: the person with the password hash, the step between password and code, known browsers,
// identities at another OpenID provider.
import { foldEmail } from '../../domain/people/email.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import { FOLDED_EMAIL, PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './people.ts';

type SignInPerson = Person & { passwordHash: string | null };

const FIND_FOR_SIGN_IN = statement(
  'find-person-for-sign-in',
  `select p.id as person_id, p.password_hash, ${PERSON_COLUMNS} from people p
   where ($1::text is not null and ${FOLDED_EMAIL('p.email')} = $1) or p.id = $2`,
);

export async function findPersonForSignIn(
  db: Queryable,
  by: { email: string } | { id: string },
): Promise<SignInPerson | null> {
  const values = 'email' in by ? [foldEmail(by.email), null] : [null, by.id];
  const [row] = await db.query<PersonRow & { password_hash: string | null }>(FIND_FOR_SIGN_IN, values);
  return row === undefined ? null : { ...toPerson(row), passwordHash: row.password_hash };
}

const SET_PASSWORD = statement('set-password', 'update people set password_hash = $2 where id = $1');

export async function setPassword(db: Queryable, personId: string, passwordHash: string): Promise<void> {
  await db.query(SET_PASSWORD, [personId, passwordHash]);
}

const INSERT_STEP = statement(
  'insert-sign-in-step',
  `insert into sign_in_steps (token_hash, person_id, interaction_hash, expires_at)
   values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
);

export async function insertSignInStep(
  db: Queryable,
  step: { tokenHash: Buffer; personId: string; interactionHash: Buffer; lifetimeSeconds: number },
): Promise<void> {
  await db.query(INSERT_STEP, [step.tokenHash, step.personId, step.interactionHash, step.lifetimeSeconds]);
}

const FIND_STEP = statement(
  'find-sign-in-step',
  `select person_id as "personId" from sign_in_steps
   where token_hash = $1 and interaction_hash = $2 and expires_at > clock_timestamp()`,
);

/** The person whose second factor is awaited; null when none is. */
export async function findSignInStep(
  db: Queryable,
  tokenHash: Buffer,
  interactionHash: Buffer,
): Promise<string | null> {
  const [row] = await db.query<{ personId: string }>(FIND_STEP, [tokenHash, interactionHash]);
  return row?.personId ?? null;
}

const END_STEP = statement(
  'end-sign-in-step',
  'delete from sign_in_steps where token_hash = $1 returning 1 as one',
);

/** False when another request ended it first. */
export async function endSignInStep(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  return (await db.query(END_STEP, [tokenHash])).length === 1;
}

const REMEMBER_DEVICE = statement(
  'remember-device',
  `insert into known_browsers (device_hash, person_id, expires_at)
   values ($1, $2, clock_timestamp() + make_interval(secs => $3))
   on conflict (device_hash, person_id) do update set expires_at = excluded.expires_at`,
);

export async function rememberDevice(
  db: Queryable,
  device: { hash: Buffer; personId: string; lifetimeSeconds: number },
): Promise<void> {
  await db.query(REMEMBER_DEVICE, [device.hash, device.personId, device.lifetimeSeconds]);
}

const IS_KNOWN_DEVICE = statement(
  'is-known-device',
  'select 1 as one from known_browsers where device_hash = $1 and person_id = $2 and expires_at > clock_timestamp()',
);

export async function isKnownDevice(db: Queryable, deviceHash: Buffer, personId: string): Promise<boolean> {
  return (await db.query(IS_KNOWN_DEVICE, [deviceHash, personId])).length === 1;
}

const FORGET_DEVICES = statement('forget-devices', 'delete from known_browsers where person_id = $1');

export async function forgetDevices(db: Queryable, personId: string): Promise<void> {
  await db.query(FORGET_DEVICES, [personId]);
}

const FIND_BY_IDENTITY = statement(
  'find-person-by-identity',
  'select person_id as "personId" from person_identities where issuer = $1 and subject = $2',
);

/** The person with this subject at another OpenID provider. */
export async function findPersonByIdentity(
  db: Queryable,
  issuer: string,
  subject: string,
): Promise<string | null> {
  const [row] = await db.query<{ personId: string }>(FIND_BY_IDENTITY, [issuer, subject]);
  return row?.personId ?? null;
}

const LINK_IDENTITY = statement(
  'link-identity',
  `insert into person_identities (issuer, subject, person_id) values ($1, $2, $3) on conflict do nothing returning 1 as one`,
);

/** False when the person has a subject at this provider already, or the subject a person. */
export async function linkIdentity(
  db: Queryable,
  identity: { issuer: string; subject: string; personId: string },
): Promise<boolean> {
  const { issuer, subject, personId } = identity;
  return (await db.query(LINK_IDENTITY, [issuer, subject, personId])).length === 1;
}

const UNLINK_IDENTITIES = statement(
  'unlink-identities',
  'delete from person_identities where person_id = $1 returning issuer',
);

/** The issuers that the person had a subject at. */
export async function unlinkIdentities(db: Queryable, personId: string): Promise<string[]> {
  const rows = await db.query<{ issuer: string }>(UNLINK_IDENTITIES, [personId]);
  return rows.map(({ issuer }) => issuer);
}

const PURGE_STEPS = statement(
  'purge-sign-in-steps',
  `with devices as (delete from known_browsers where expires_at < clock_timestamp())
   delete from sign_in_steps where expires_at < clock_timestamp() returning 1 as one`,
);

export async function purgeSignInSteps(db: Queryable): Promise<void> {
  await db.query(PURGE_STEPS, []);
}
