// Whether the server has a statement timeout for us. The driver sets it when it connects; a pooler in transaction mode drops that, and
// then it must be set for the role or the database.
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
