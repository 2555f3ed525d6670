// What every part of the benchmark needs: a service with tenants, the measured servers as processes, the driver.
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { startTestServer } from '../test/support/database/postgres.ts';
import {
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openHouse,
} from '../test/support/house.ts';
import { drive, type Shot } from './driver.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import type { Order } from './server.ts';

export const CONNECTIONS = 32;
export const PGBENCH_CLIENTS = 16;

// The same for every process: they share their rate windows.
export const LIMITS = {
  RATE_LIMIT_PER_ADDRESS: '10000000',
  RATE_LIMIT_PER_CALLER: '10000000',
  RATE_LIMIT_PER_TENANT: '10000000',
  RATE_LIMIT_TOKENS_PER_CLIENT: '10000000',
  RATE_LIMIT_DEVICE_SESSIONS_PER_ADDRESS: '10000000',
};

export type Bench = {
  house: House;
  /** A tenant with more credits than a benchmark can spend. */
  client: Client;
  generateShot: Shot;
  roundMs: number;
  startServer(order: Order): Promise<number>;
  /** Starts a program of this folder as a process; `ask` sends it a message and answers its next one. */
  startProcess<Answer>(program: string, order: unknown): Promise<{ answer: Answer; ask: Ask }>;
  serviceOrder(
    kind: Exclude<Order['kind'], 'bare'>,
    profileAnswer?: string,
    more?: Record<string, string>,
  ): Order;
  /** Requests a second; anything but 200 is an error. */
  shoot(port: number, next: () => Shot | null, connections?: number): Promise<number>;
  /** Null where pgbench is not installed. */
  pgbench: ((script: string, databaseUrl: string, clients?: number) => Promise<number>) | null;
  close(): Promise<void>;
};

export type Ask = <Answer>(message: unknown) => Promise<Answer>;

export const RICH = 1_000_000_000_000;

export async function openBench(roundMs: number): Promise<Bench> {
  const server = await startTestServer('durable');
  process.env.TREFOIL_TEST_SERVER = server.url;
  const house = await openHouse(LIMITS);
  const client = await clientOf(house, await createTenant(house, { balanceCredits: RICH }));
  // One complete report, whose sizes stand for all.
  await client.generate();
  const children: ChildProcess[] = [];
  const program = findPgbench();
  const env = { DATABASE_URL: house.database.url, PUBLIC_URL: house.config.publicUrl, ...LIMITS };

  async function startProcess<Answer>(program: string, order: unknown) {
    const child = fork(join(import.meta.dirname, program));
    children.push(child);
    const ask: Ask = (message) =>
      new Promise((resolve, reject) => {
        const fail = (code: number) => reject(new Error(`${program} ended with code ${code}`));
        child.once('exit', fail);
        child.once('message', (answer) => {
          child.off('exit', fail);
          resolve(answer as never);
        });
        child.send(message as object);
      });
    return { answer: await ask<Answer>(order), ask };
  }

  return {
    house,
    client,
    roundMs,
    generateShot: shotOf(client, generateBody()),
    startServer: async (order) => (await startProcess<{ port: number }>('server.ts', order)).answer.port,
    startProcess,
    serviceOrder: (kind, profileAnswer = '', more = {}) => ({
      kind,
      env: { ...env, ...more },
      profileAnswer,
    }),
    shoot: async (port, next, connections = CONNECTIONS) => {
      const figures = await drive({ port, connections, durationMs: roundMs, next, expectStatus: 200 });
      if (figures.unexpected > 0) {
        throw new Error(`${figures.unexpected} of ${figures.answers} answers were not 200`);
      }
      return figures.perSecond;
    },
    pgbench:
      program === null
        ? null
        : (script, databaseUrl, clients = PGBENCH_CLIENTS) =>
            runPgbench({
              program,
              databaseUrl,
              script,
              clients,
              seconds: Math.max(1, Math.round(roundMs / 1000)),
            }),
    close: async () => {
      for (const child of children) child.disconnect();
      await house.close();
      await server.stop();
    },
  };
}

/** A generate request of one tenant. */
export function shotOf(client: Client, body: Record<string, unknown>): Shot {
  return {
    method: 'POST',
    path: `/${client.tenant.tenantId}/v1/credit-reports`,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The sizes of a real row, so that pgbench writes as many bytes. */
export async function rowSizes(databaseUrl: string): Promise<{ details: number; body: number }> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      'select octet_length(details) as details, octet_length(body) as body from reports where body is not null limit 1',
    );
    return rows[0];
  });
}

/** This many bytes as SQL: random, like our ciphertext, because PostgreSQL would compress repeated ones. */
export function sealedBytes(count: number): string {
  return `'\\x${randomBytes(count).toString('hex')}'::bytea`;
}

/** A tenant in a database without a service. */
export async function plantTenant(client: pg.Client, tenantId: string): Promise<void> {
  await client.query(`insert into tenants (id, name, data_key) values ($1, 'bench', '')`, [tenantId]);
  await client.query('insert into wallets (tenant_id, available) values ($1, 0)', [tenantId]);
  await client.query(
    `select * from ledger_apply(jsonb_build_array(jsonb_build_object('o', 0, 'tenantId', $1::uuid, 'kind', 'top-up',
       'key', 'bench', 'amount', $2::bigint, 'reference', 'bench', 'reason', 'bench')))`,
    [tenantId, RICH],
  );
}
