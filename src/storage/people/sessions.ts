// Sessions of people who signed in, and their refresh tokens. A session is a family of tokens: each is used once, and reuse of a
// consumed one revokes the family.
import { type Queryable, statement } from '../engine/connection/database.ts';
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './people.ts';

export type Session = {
  id: string;
  person: Person;
  isOperator: boolean;
  hasSecondFactor: boolean;
  isLive: boolean;
};

export type NewSession = {
  id: string;
  personId: string;
  hasSecondFactor: boolean;
  address: string;
  userAgent: string;
  lifetimeSeconds: number;
  refreshHash: Buffer;
  refreshSeconds: number;
};

const INSERT_SESSION = statement(
  'insert-session',
  `with made as (
     insert into sessions (id, person_id, has_second_factor, address, user_agent, expires_at)
     values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6)) returning id)
   insert into refresh_tokens (token_hash, session_id, expires_at)
   select $7, id, clock_timestamp() + make_interval(secs => $8) from made`,
);

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  const { id, personId, hasSecondFactor, address, userAgent, lifetimeSeconds, refreshHash, refreshSeconds } =
    session;
  await db.query(INSERT_SESSION, [
    id,
    personId,
    hasSecondFactor,
    address,
    userAgent,
    lifetimeSeconds,
    refreshHash,
    refreshSeconds,
  ]);
}

const FIND_SESSION = statement(
  'find-session',
  `select s.id, s.has_second_factor, s.ended_at is null and s.expires_at > clock_timestamp() as is_live,
          p.is_operator, p.id as person_id, ${PERSON_COLUMNS}
   from sessions s join people p on p.id = s.person_id where s.id = $1`,
);

export async function findSession(db: Queryable, id: string): Promise<Session | null> {
  const [row] = await db.query<
    PersonRow & { id: string; has_second_factor: boolean; is_live: boolean; is_operator: boolean }
  >(FIND_SESSION, [id]);
  if (row === undefined) return null;
  return {
    id: row.id,
    person: toPerson(row),
    isOperator: row.is_operator,
    hasSecondFactor: row.has_second_factor,
    isLive: row.is_live,
  };
}

const ROTATE_REFRESH = statement(
  'rotate-refresh-token',
  `with used as (
     update refresh_tokens r set consumed_at = clock_timestamp(), used_by = $4 from sessions s
     where r.token_hash = $1 and r.consumed_at is null and r.expires_at > clock_timestamp()
       and s.id = r.session_id and s.ended_at is null and s.expires_at > clock_timestamp()
     returning s.id, s.person_id),
   made as (
     insert into refresh_tokens (token_hash, session_id, expires_at)
     select $2, id, clock_timestamp() + make_interval(secs => $3) from used),
   seen as (update sessions set last_seen_at = clock_timestamp() where id in (select id from used))
   select id, person_id as "personId" from used`,
);

/** A use of a refresh token: by which browser, and the token that follows it. */
export type RefreshUse = { hash: Buffer; usedBy: Buffer; nextHash: Buffer };

/** Null, without a new token, when it was used before or has expired, or its session has ended. */
export async function rotateRefreshToken(
  db: Queryable,
  use: RefreshUse,
  lifetimeSeconds: number,
): Promise<{ id: string; personId: string } | null> {
  const [row] = await db.query<{ id: string; personId: string }>(ROTATE_REFRESH, [
    use.hash,
    use.nextHash,
    lifetimeSeconds,
    use.usedBy,
  ]);
  return row ?? null;
}

// Also when the token that replaced it was used already: then two parties hold tokens of this session.
const END_REUSED = statement(
  'end-session-of-reused-token',
  `update sessions set ended_at = clock_timestamp(), end_reason = 'reused'
   where ended_at is null and id = (select r.session_id from refresh_tokens r
     where r.token_hash = $1 and r.consumed_at is not null
       and (r.consumed_at < clock_timestamp() - make_interval(secs => $2) or r.used_by <> $3
            or exists (select from refresh_tokens n where n.token_hash = $4 and n.consumed_at is not null)))
   returning id, person_id as "personId"`,
);

/** Ends the session whose token is reused, unless by the same browser within `graceSeconds` of its use: two tabs are not a theft. */
export async function endSessionOfReusedToken(
  db: Queryable,
  use: RefreshUse,
  graceSeconds: number,
): Promise<{ id: string; personId: string } | null> {
  const { hash, usedBy, nextHash } = use;
  const [row] = await db.query<{ id: string; personId: string }>(END_REUSED, [
    hash,
    graceSeconds,
    usedBy,
    nextHash,
  ]);
  return row ?? null;
}

const FIND_SUCCESSOR = statement(
  'find-session-of-successor',
  `select s.id, s.person_id as "personId"
   from refresh_tokens r join refresh_tokens n on n.token_hash = $2 and n.session_id = r.session_id
     join sessions s on s.id = r.session_id
   where r.token_hash = $1 and r.consumed_at is not null and n.consumed_at is null and n.expires_at > clock_timestamp()
     and s.ended_at is null and s.expires_at > clock_timestamp()`,
);

/** The session of a token that was used a moment ago, whose successor was not. */
export async function findSessionOfSuccessor(
  db: Queryable,
  use: Pick<RefreshUse, 'hash' | 'nextHash'>,
): Promise<{ id: string; personId: string } | null> {
  const [row] = await db.query<{ id: string; personId: string }>(FIND_SUCCESSOR, [use.hash, use.nextHash]);
  return row ?? null;
}

const FIND_SESSION_OF_TOKEN = statement(
  'find-session-of-token',
  `select s.id, s.person_id as "personId" from refresh_tokens r join sessions s on s.id = r.session_id
   where r.token_hash = $1`,
);

/** Consumed or not: the holder of the token may end the session. */
export async function findSessionOfToken(
  db: Queryable,
  hash: Buffer,
): Promise<{ id: string; personId: string } | null> {
  const [row] = await db.query<{ id: string; personId: string }>(FIND_SESSION_OF_TOKEN, [hash]);
  return row ?? null;
}

export type EndReason = 'signed-out' | 'stepped-up' | 'ended' | 'password-changed';

const END_SESSION = statement(
  'end-session',
  `update sessions set ended_at = clock_timestamp(), end_reason = $3
   where id = $2 and person_id = $1 and ended_at is null returning id`,
);

/** False when the person has no such live session. */
export async function endSession(
  db: Queryable,
  personId: string,
  sessionId: string,
  reason: EndReason,
): Promise<boolean> {
  return (await db.query(END_SESSION, [personId, sessionId, reason])).length === 1;
}

const END_SESSIONS = statement(
  'end-sessions',
  `update sessions set ended_at = clock_timestamp(), end_reason = $3
   where person_id = $1 and ended_at is null and ($2::uuid is null or id <> $2) returning id`,
);

/** All sessions of a person, or all but one. */
export async function endSessions(
  db: Queryable,
  personId: string,
  exceptId: string | null,
  reason: EndReason,
): Promise<number> {
  return (await db.query(END_SESSIONS, [personId, exceptId, reason])).length;
}

const LIST_SESSIONS = statement(
  'list-sessions',
  `select id, address, user_agent as "userAgent", has_second_factor as "hasSecondFactor", created_at as "createdAt",
          last_seen_at as "lastSeenAt", expires_at as "expiresAt"
   from sessions where person_id = $1 and ended_at is null and expires_at > clock_timestamp()
   order by created_at desc limit 100`,
);

type ListedSession = {
  id: string;
  address: string;
  userAgent: string;
  hasSecondFactor: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

export function listSessions(db: Queryable, personId: string): Promise<ListedSession[]> {
  return db.query<ListedSession>(LIST_SESSIONS, [personId]);
}

const PURGE_SESSIONS = statement(
  'purge-sessions',
  `delete from sessions where expires_at < clock_timestamp() or ended_at < clock_timestamp() - interval '30 days' returning id`,
);

/** Their refresh tokens are deleted with them. */
export async function purgeSessions(db: Queryable): Promise<number> {
  return (await db.query(PURGE_SESSIONS, [])).length;
}
