// The facts of a live request for the risk assessment. Gathering also consumes the device session and records the request, so that the counts
// are exact under concurrency: with the opening of its report (open-reports.ts), or, on a shard, in a transaction of its own.
import type { Consumer } from '../../domain/reports/consumer.ts';
import { type RiskFacts, SESSION_LIFETIME_MS, type Velocity } from '../../domain/reports/risk-facts.ts';
import { type Database, firstValue, SET_NOW, statement } from '../engine/connection/database.ts';
import type { Keyring } from '../keys/keyring.ts';
import { hashAddress, hashNetwork } from './device-sessions.ts';

/** Counts above this are not exact; no threshold may be higher. */
export const COUNT_MAX = 5_000;
const EVENTS_KEPT_DAYS = 30;
const PURGED_PER_STATEMENT = 5_000;

export type FactsRow = {
  session: RiskFacts['session'];
  session_age_ms: number | null;
  address: RiskFacts['address'];
  flags: string[];
  known_ms: number | null;
  counts: number[];
};

type SessionUse = {
  tenant_id: string | null;
  person_hash: Buffer | null;
  number_hash: Buffer | null;
  used_at: string | null;
  corrections: number;
};

const NOTE_EVENT = statement(
  'note-risk-event',
  `select session, session_age_ms, address, flags, known_ms, counts::int[] as counts
   from note_risk_event(${SET_NOW}, $1, $2, $3, $4, $5, $6, $7, interval '${SESSION_LIFETIME_MS} milliseconds', ${COUNT_MAX + 1})`,
  { tenantsOf: firstValue },
);

// On a sharded database a device session, opened before any tenant was known, is not where the tenant's counts are. It is locked at home, lent
// to the shard for this transaction, and comes back as the function left it.
const LOCK_SESSION = statement(
  'lock-device-session',
  `select to_jsonb(d) - 'signals' as session from device_sessions d where d.id = $1 for update`,
);
const LEND_SESSION = statement(
  'lend-device-session',
  `insert into device_sessions select lent.* from jsonb_populate_record(null::device_sessions, $2::jsonb) lent where $1::uuid is not null`,
  { tenantsOf: firstValue },
);
const TAKE_SESSION_BACK = statement(
  'take-device-session-back',
  `delete from device_sessions where id = $2 and $1::uuid is not null
   returning tenant_id, person_hash, number_hash, used_at::text as used_at, corrections`,
  { tenantsOf: firstValue },
);
const KEEP_SESSION = statement(
  'keep-device-session',
  `update device_sessions set tenant_id = $2, person_hash = $3, number_hash = $4, used_at = $5, corrections = $6 where id = $1`,
);

const PURGE_EVENTS = statement(
  'purge-risk-events',
  `delete from risk_events where (tenant_id, report_id) in (
     select tenant_id, report_id from risk_events
     where at < clock_timestamp() - interval '${EVENTS_KEPT_DAYS} days' limit $1)
   returning report_id`,
);

const PURGE_KNOWN = statement(
  'purge-known-devices',
  `delete from known_devices where verified_at < clock_timestamp() - make_interval(days => $1) returning tenant_id`,
);

type Asked = { tenantId: string; sessionId: string; consumer: Consumer };
/** What a request is noted by, next to its person; the session is null where its id is forged. */
export type RiskKeys = { session: string | null; number: Buffer | null; address: Buffer; network: Buffer };
export type RiskKeysOf = (asked: Asked) => RiskKeys;

export type RiskFactsStore = {
  gatherFacts(question: Asked & { reportId: string }): Promise<RiskFacts>;
  /** Deletes counted requests after 30 days, and known devices whose verification is older than `knownDays`. */
  purgeRisk(knownDays: number): Promise<number>;
};

export function createRiskKeys(needs: {
  keyring: Keyring;
  readSessionId: (text: string) => string | null;
}): RiskKeysOf {
  const { keyring, readSessionId } = needs;
  return ({ tenantId, sessionId, consumer: { mobileNumber, ipAddress } }) => ({
    session: readSessionId(sessionId),
    number: mobileNumber === undefined ? null : hashNumber(keyring, tenantId, mobileNumber),
    address: hashAddress(keyring, ipAddress),
    network: hashNetwork(keyring, ipAddress),
  });
}

export function createRiskFacts(needs: {
  database: Database;
  keyring: Keyring;
  riskKeysOf: RiskKeysOf;
}): RiskFactsStore {
  const { database, keyring, riskKeysOf } = needs;
  const asItIs = (values: unknown[]): Promise<FactsRow[]> => database.query<FactsRow>(NOTE_EVENT, values);
  const lending = (id: string, tenantId: string) => (values: unknown[]) =>
    database.transaction(async (tx) => {
      const [found] = await tx.query<{ session: object }>(LOCK_SESSION, [id]);
      if (found === undefined) return tx.query<FactsRow>(NOTE_EVENT, values);
      await tx.query(LEND_SESSION, [tenantId, JSON.stringify(found.session)]);
      const facts = await tx.query<FactsRow>(NOTE_EVENT, values);
      const [left] = await tx.query<SessionUse>(TAKE_SESSION_BACK, [tenantId, id]);
      if (left === undefined) throw new Error('a device session that was lent must come back');
      const { tenant_id: usedBy, person_hash: person, number_hash: number, used_at: usedAt } = left;
      await tx.query(KEEP_SESSION, [id, usedBy, person, number, usedAt, left.corrections]);
      return facts;
    });

  return {
    async gatherFacts({ reportId, ...asked }) {
      const { tenantId, consumer } = asked;
      const { session, number, address, network } = riskKeysOf(asked);
      const isLent = session !== null && database.groupOf(tenantId) !== '';
      const person = hashPerson(keyring, tenantId, consumer);
      const values = [tenantId, reportId, session, person, number, address, network];
      const [row] = await (isLent ? lending(session, tenantId) : asItIs)(values);
      if (row === undefined) throw new Error('a risk event must be answered');
      return toFacts(row);
    },

    async purgeRisk(knownDays) {
      let purged = 0;
      for (let count = PURGED_PER_STATEMENT; count === PURGED_PER_STATEMENT; purged += count) {
        count = (await database.query(PURGE_EVENTS, [PURGED_PER_STATEMENT])).length;
      }
      return purged + (await database.query(PURGE_KNOWN, [knownDays])).length;
    },
  };
}

/** The key of a consumer in a tenant's counters and known devices. */
export function hashPerson(keyring: Keyring, tenantId: string, consumer: Consumer): Buffer {
  return keyring.mac('hash-risk-keys', 'person', tenantId, ...personParts(consumer));
}

/** Every key that reports about this consumer may have: by the name of today, which is the first, and by those of before. */
export function hashNames(keyring: Keyring, tenantId: string, consumer: Consumer): Buffer[] {
  return [consumer, ...(consumer.previousNames ?? [])].map((name) =>
    hashPerson(keyring, tenantId, { ...consumer, ...name }),
  );
}

/** What the ids of a consumer's records are made with. */
export function recordSecretOf(keyring: Keyring, tenantId: string, consumer: Consumer): Buffer {
  return keyring.mac('make-record-ids', tenantId, ...personParts(consumer));
}

/** +44 07700 is the same phone as +44 7700: the zero is for calls within the country. */
function hashNumber(keyring: Keyring, tenantId: string, mobileNumber: string): Buffer {
  return keyring.mac('hash-risk-keys', 'number', tenantId, mobileNumber.replace(/^\+440/, '+44'));
}

// Characters that are not seen: without a width, reversing, fillers, variation selectors. They must not make another person.
const UNSEEN = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Identity for counting: independent of case, spacing, characters that are not seen, and address. */
function personParts({ firstName, lastName, dateOfBirth }: Consumer): string[] {
  const plain = (name: string): string =>
    name.replace(/\s+/g, ' ').replace(UNSEEN, '').normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
  return [plain(firstName), plain(lastName), dateOfBirth];
}

export function toFacts(row: FactsRow): RiskFacts {
  const velocity = (index: number): Velocity => {
    const [hour = 0, day = 0, month = 0] = row.counts.slice(index * 3, index * 3 + 3);
    return { hour, day, month };
  };
  return {
    session: row.session,
    sessionAgeMs: row.session_age_ms,
    address: row.address,
    deviceFlags: row.flags,
    velocities: {
      'people-per-device': velocity(0),
      'devices-per-person': velocity(1),
      'people-per-number': velocity(2),
      'requests-per-address': velocity(3),
    },
    knownSinceMs: row.known_ms,
  };
}
