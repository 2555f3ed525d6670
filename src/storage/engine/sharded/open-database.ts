// The database of the settings: one server, or a cluster that is sharded by tenant.
import { createDatabase, type Database, type DatabaseOptions } from '../connection/database.ts';
import { openShardedDatabase } from './database.ts';

export async function openDatabase({
  isSharded,
  ...options
}: DatabaseOptions & { isSharded: boolean }): Promise<Database> {
  return isSharded ? openShardedDatabase(options) : createDatabase(options);
}
