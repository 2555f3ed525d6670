// Whether a database has the tables of this version, for commands: they make no table and change none, which is for a start to do.
import type pg from 'pg';
import { FOLDER, findNext, MigrationRefused } from './migrate.ts';
import { readMigrations } from './migration-steps.ts';

export async function checkSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isThere"`,
  );
  if (rows[0]?.isThere !== true) {
    throw new MigrationRefused(
      'This database has no tables of Trefoil. Name the one that the service uses; a new one gets its tables when the service is started on it.',
    );
  }
  if ((await findNext(client, await readMigrations(FOLDER))) !== null) {
    throw new MigrationRefused(
      'The tables are of an earlier version of Trefoil. Start this version of the service, which brings them up to date, or run the command of that version.',
    );
  }
}
