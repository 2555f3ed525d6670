// The search for canaries in storage: every column of every table, and the server's files on disk. What may be readable is listed here,
// with the reason; anything else is a leak.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type House, sql } from '../house.ts';
import type { Canaries, Hit } from './canaries.ts';

/** Columns that may hold a person who uses the service in plain text. A consumer's data and secrets may be in plain text nowhere. */
export const PEOPLE_MAY_BE_IN: Record<string, string> = {
  'people.email': 'they sign in with it, and mail goes there',
  'people.first_name': 'shown to their colleagues',
  'people.last_name': 'shown to their colleagues',
  'invitations.email': 'mail goes there, and the inviting person sees it',
  'sessions.address': 'a person sees where they are signed in',
  'sessions.user_agent': 'a person sees where they are signed in',
  'audit_entries.address': 'who did something says from where',
  'audit_entries.before': 'the name of a credential or the address of an invitation that was changed',
  'audit_entries.after': 'the name of a credential or the address of an invitation that was made',
  'credentials.name': 'what people call it',
  'credentials.last_used_address': 'shown beside the secret, so that a stolen one is noticed',
  'credentials.old_last_used_address': 'likewise, of the secret before',
};

const NEW_LINE = Buffer.from('\n');

export type Searched = { tables: number; rows: number; leaks: string[] };

export async function searchTables(house: House, canaries: Canaries): Promise<Searched> {
  const columns = await sql<{ table: string; column: string; type: string }>(
    house,
    `select c.relname as table, a.attname as column, a.atttypid::regtype::text as type
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     order by 1, a.attnum`,
  );
  const tables = Map.groupBy(columns, ({ table }) => table);
  const leaks: string[] = [];
  let rows = 0;
  for (const [table, those] of tables) {
    // One column at a time: the allowance is by column.
    for (const { column, type } of those) {
      const found = await sql<{ value: Buffer | string }>(
        house,
        `select ${type === 'bytea' ? `"${column}"` : `"${column}"::text`} as value from "${table}" where "${column}" is not null`,
      );
      if (column === those[0]?.column) rows += found.length;
      const text = Buffer.concat(found.flatMap(({ value }) => [Buffer.from(value as string), NEW_LINE]));
      const place = `${table}.${column}`;
      leaks.push(
        ...canaries
          .find(text)
          .filter(({ kind }) => kind !== 'person' || PEOPLE_MAY_BE_IN[place] === undefined)
          .map((hit) => inWords(place, hit)),
      );
    }
  }
  return { tables: tables.size, rows, leaks };
}

export type SearchedFiles = { files: number; bytes: number; leaks: string[] };

/** Null when the server's folder cannot be read from here. People who are readable in columns are readable in files. */
export async function searchServerFiles(house: House, canaries: Canaries): Promise<SearchedFiles | null> {
  await sql(house, 'checkpoint');
  const [where] = await sql<{ folder: string; oid: string }>(
    house,
    `select current_setting('data_directory') as folder, (select oid::text from pg_database where datname = current_database()) as oid`,
  );
  const folder = where?.folder ?? '';
  const folders = [`base/${where?.oid}`, 'base/pgsql_tmp', 'pg_wal', 'pg_replslot', 'pg_stat', 'pg_notify']
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path));
  if (folders.length === 0) return null;
  const searched: SearchedFiles = { files: 0, bytes: 0, leaks: [] };
  for (const path of folders) {
    const { files, bytes, leaks } = searchFolder(path, canaries, ['consumer', 'secret']);
    searched.files += files;
    searched.bytes += bytes;
    searched.leaks.push(...leaks);
  }
  // The server's own log is about the server: no canary may be in it.
  const log = join(dirname(folder), 'postgres.log');
  const words = existsSync(log) ? canaries.find(readFileSync(log, 'utf8')) : [];
  return { ...searched, leaks: [...searched.leaks, ...words.map((hit) => inWords(log, hit))] };
}

export function searchFolder(folder: string, canaries: Canaries, kinds: Hit['kind'][]): SearchedFiles {
  const searched: SearchedFiles = { files: 0, bytes: 0, leaks: [] };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || statSync(file, { throwIfNoEntry: false }) === undefined) continue;
    const content = readFileSync(file);
    searched.files += 1;
    searched.bytes += content.length;
    const hits = canaries.find(content).filter(({ kind }) => kinds.includes(kind));
    searched.leaks.push(...hits.map((hit) => inWords(file, hit)));
  }
  return searched;
}

export function inWords(place: string, { kind, what, around }: Hit): string {
  return `${kind} (${what}) in ${place}: ${JSON.stringify(around)}`;
}
