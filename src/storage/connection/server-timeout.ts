// Whether the server ends a statement that takes too long. The driver asks for that when it connects; a pooler in transaction
// mode drops the wish, and then it must be set on the database's side.
import type pg from 'pg';
import { CONNECT_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './database.ts';
import { connectToPrimary } from './hosts.ts';

export async function hasServerTimeout(connection: pg.ClientConfig): Promise<boolean> {
  const client = await connectToPrimary({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    ...connection,
  });
  try {
    const { rows } = await client.query<{ timeout: string }>(
      `select current_setting('statement_timeout') as timeout`,
    );
    return rows[0]?.timeout !== '0';
  } finally {
    await client.end();
  }
}
