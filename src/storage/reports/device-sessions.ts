// Device sessions: the report of the fingerprint script, under an id that only we can mint. Inserts are batched. Address, network and
// device are stored as keyed hashes, flags as codes; the raw signals are sealed and deleted after 30 days.

import { randomUUIDv7, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../domain/ids.ts';
import { networkOf, placeOf } from '../../domain/network-address.ts';
import {
  DEVICE_HASHES_KEPT_MONTHS,
  type DeviceFlag,
  type DeviceSignals,
  deviceKeyOf,
  SIGNALS_KEPT_DAYS,
} from '../../domain/reports/device-signals.ts';
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, EXACT_NOW, statement } from '../engine/connection/database.ts';
import { type PackedPlace, packBytes, unpackedBytes } from '../engine/connection/packed-bytes.ts';
import { rowsOf } from '../engine/rows.ts';
import type { Keyring } from '../keys/keyring.ts';
import { open, seal } from '../keys/vault.ts';

/** Of a page that was opened and left without a request. */
const UNUSED_KEPT_MINUTES = 60;
const PURGED_PER_STATEMENT = 5_000;

export type NewDeviceSession = {
  /** Of the page; null when the browser does not send it. */
  origin: string | null;
  address: string;
  signals: DeviceSignals;
  flags: DeviceFlag[];
};

export type DeviceSession = {
  createdAt: Date;
  origin: string | null;
  flags: string[];
  /** The tenant of its first use; null before that. */
  tenantId: string | null;
  /** Null once deleted. */
  signals: DeviceSignals | null;
};

type Row = NewDeviceSession & { id: string };
type Hashes = { address: Buffer; network: Buffer; device: Buffer | null };
type SessionRow = {
  created_at: Date;
  origin: string | null;
  flags: string[];
  tenant_id: string | null;
  signals: Buffer | null;
};

const MADE = rowsOf<{ row: Row; hash: Hashes; signals: PackedPlace }>({
  id: ['uuid', ({ row }) => row.id],
  origin: ['text', ({ row }) => row.origin],
  address_hash: ['bytea', ({ hash }) => hash.address],
  network_hash: ['bytea', ({ hash }) => hash.network],
  device_hash: ['bytea', ({ hash }) => hash.device],
  flags: ['text', ({ row }) => row.flags.join(',')],
  signals_start: ['int', ({ signals }) => signals.start],
  signals_length: ['int', ({ signals }) => signals.length],
});

const INSERT_SESSIONS = statement(
  'insert-device-sessions',
  `insert into device_sessions (id, origin, address_hash, network_hash, device_hash, flags, signals, created_at, is_ours)
   select g.id, g.origin, g.address_hash, g.network_hash, g.device_hash, string_to_array(g.flags, ','),
          ${unpackedBytes(MADE.after(1), 'g.signals_start', 'g.signals_length')}, ${EXACT_NOW},
          coalesce(g.origin = ${MADE.after(2)}, false)
   from ${MADE.sql}`,
);

const FIND_SESSION = statement(
  'find-device-session',
  'select created_at, origin, flags, tenant_id, signals from device_sessions where id = $1',
);

// Who opens several reports at once waits for their sessions in the order of ids: what is in use is left for the next time.
const STRIP_SESSIONS = statement(
  'strip-device-sessions',
  `update device_sessions set signals = null where id in (
     select id from device_sessions
     where signals is not null and created_at < clock_timestamp() - interval '${SIGNALS_KEPT_DAYS} days' limit $1 for update skip locked)
   returning id`,
);

const DELETE_UNUSED = statement(
  'delete-unused-device-sessions',
  `delete from device_sessions where id in (
     select id from device_sessions
     where tenant_id is null and created_at < clock_timestamp() - interval '${UNUSED_KEPT_MINUTES} minutes' limit $1 for update skip locked)
   returning id`,
);

const DELETE_OLD = statement(
  'delete-old-device-sessions',
  `delete from device_sessions where id in (
     select id from device_sessions
     where created_at < clock_timestamp() - interval '${DEVICE_HASHES_KEPT_MONTHS} months' limit $1 for update skip locked)
   returning id`,
);

export type DeviceSessionStore = {
  /** Stores the session; answers its signed id. */
  open(session: NewDeviceSession): Promise<string>;
  /** The id within a session id that we signed; null for any other text. Detects a forged one without a query. */
  readSessionId(text: string): string | null;
  /** For an operator who looks into a case; the id as readSessionId gave it. */
  findSession(id: string): Promise<DeviceSession | null>;
  /** Deletes raw signals after 30 days, unused sessions after an hour, hashes after 13 months; answers how many rows changed. */
  purgeSessions(): Promise<number>;
};

export function createDeviceSessionStore(needs: {
  database: Database;
  keyring: Keyring;
  /** Of the hosted page: its sessions count for every tenant. */
  ownOrigin: string | null;
}): DeviceSessionStore {
  const { database, keyring } = needs;
  const sign = (id: string): string => keyring.mac('sign-device-sessions', id).toString('base64url');

  const insert = createBatch<Row, void>({
    ...batchesOn(database),
    inFlightMax: 1,
    run: async (rows) => {
      const key = keyring.key('seal-device-signals');
      const sealed = packBytes(
        rows.map(({ id, signals }) => seal(key, contextOf(id), JSON.stringify(signals))),
      );
      const hashesOf = ({ address, signals }: Row): Hashes => ({
        address: hashAddress(keyring, address),
        network: hashNetwork(keyring, address),
        device: hashDevice(keyring, signals),
      });
      const made = rows.map((row, at) => ({ row, hash: hashesOf(row), signals: sealed.placeOf(at) }));
      await database.query(INSERT_SESSIONS, [...MADE.values(made), sealed.bytes, needs.ownOrigin]);
      return rows.map(() => undefined);
    },
  });

  return {
    async open(session) {
      const id = randomUUIDv7();
      await insert({ ...session, id });
      return `ds_${id}.${sign(id)}`;
    },

    readSessionId(text) {
      const [, id = '', mac = ''] = /^ds_([^.]{36})\.([\w-]{43})$/.exec(text) ?? [];
      if (!isUuid(id)) return null;
      return timingSafeEqual(Buffer.from(sign(id)), Buffer.from(mac)) ? id : null;
    },

    async findSession(id) {
      const [row] = await database.query<SessionRow>(FIND_SESSION, [id]);
      if (row === undefined) return null;
      const { created_at: createdAt, origin, flags, tenant_id: tenantId, signals } = row;
      const key = keyring.key('seal-device-signals');
      const opened = signals === null ? null : JSON.parse(open(key, contextOf(id), signals).toString('utf8'));
      return { createdAt, origin, flags, tenantId, signals: opened };
    },

    async purgeSessions() {
      let purged = 0;
      for (const sql of [DELETE_UNUSED, DELETE_OLD, STRIP_SESSIONS]) {
        for (let count = PURGED_PER_STATEMENT; count === PURGED_PER_STATEMENT; purged += count) {
          count = (await database.query(sql, [PURGED_PER_STATEMENT])).length;
        }
      }
      return purged;
    },
  };
}

export function hashAddress(keyring: Keyring, address: string): Buffer {
  return keyring.mac('hash-risk-keys', 'address', placeOf(address));
}

export function hashNetwork(keyring: Keyring, address: string): Buffer {
  return keyring.mac('hash-risk-keys', 'network', networkOf(address));
}

function hashDevice(keyring: Keyring, signals: DeviceSignals): Buffer | null {
  const key = deviceKeyOf(signals);
  return key === null ? null : keyring.mac('hash-risk-keys', 'device', key);
}

function contextOf(id: string): string {
  return `device_sessions.signals/${id}`;
}
