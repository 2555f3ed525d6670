// Checks of the database before production uses it: a commit is durable (on a standby too, where the operator requires it), and our
// role has no more rights than it needs. They run as our own role, because its settings are the ones that apply.
import type pg from 'pg';
import { CONNECT_TIMEOUT_MS } from './database.ts';
import { connectToPrimary } from './hosts.ts';

type Server = {
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  standbys: string;
  is_superuser: boolean;
};

/** A sentence for each unsafe setting; empty when there is none. */
export async function findUnsafe(
  connection: pg.ClientConfig,
  wanted: { ordinaryRole: boolean; standby: boolean },
): Promise<string[]> {
  const server = await readServer(connection);
  const problems: string[] = [];
  for (const name of ['fsync', 'full_page_writes'] as const) {
    if (server[name] === 'off')
      problems.push(
        `The database has ${name} off: a crash loses or breaks what was acknowledged. Turn it on.`,
      );
  }
  if (server.synchronous_commit === 'off') {
    problems.push(
      'The database has synchronous_commit off for our role: a crash loses what was acknowledged. Turn it on.',
    );
  }
  if (wanted.standby && server.standbys === '') {
    problems.push(
      'DATABASE_REQUIRE_SYNC_STANDBY is true, and the database names no synchronous standby. Set synchronous_standby_names there.',
    );
  }
  if (wanted.standby && ['local', 'remote_write'].includes(server.synchronous_commit)) {
    problems.push(
      `DATABASE_REQUIRE_SYNC_STANDBY is true, and synchronous_commit is ${server.synchronous_commit}: a commit does not wait for the standby's disk. Set it to on.`,
    );
  }
  if (wanted.ordinaryRole && server.is_superuser) {
    problems.push(
      'The user of DATABASE_URL is a superuser, for whom no rule of the ledger holds. Give Trefoil a role of its own: create role … nosuperuser, owner of its database.',
    );
  }
  return problems;
}

async function readServer(connection: pg.ClientConfig): Promise<Server> {
  const client = await connectToPrimary({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
  try {
    const { rows } = await client.query<Server>(
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
         current_setting('synchronous_commit') as synchronous_commit,
         trim(current_setting('synchronous_standby_names')) as standbys,
         current_setting('is_superuser')::boolean as is_superuser`,
    );
    return rows[0] as Server;
  } finally {
    await client.end();
  }
}
