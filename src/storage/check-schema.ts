// Whether a database has the tables of this version, for commands: they make no table and change none, which is for a start to do.
import type pg from 'pg';
import { listMigrations, MigrationRefused, refuseNewer } from './migrate.ts';

const UNDEFINED_TABLE = '42P01';

export async function checkSchema(client: pg.Client): Promise<void> {
  const done = await listDone(client);
  if (done.length === 0) {
    throw new MigrationRefused(
      'This database has no tables of Trefoil. Name the one that the service uses; a new one gets its tables when the service is started on it.',
    );
  }
  const migrations = await listMigrations();
  refuseNewer(done, migrations);
  if (migrations.some((name) => !done.includes(name))) {
    throw new MigrationRefused(
      'The tables are of an earlier version of Trefoil. Start this version of the service, which brings them up to date, or run the command of that version.',
    );
  }
}

async function listDone(client: pg.Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    return rows.map(({ name }) => name);
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
