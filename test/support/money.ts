// Money in tests: a service whose live world is a stand-in, the fields of a live request, and direct reads of the ledger.
import pg from 'pg';
import { findWallet } from '../../src/storage/wallet/ledger.ts';
import { createVerifyLedger } from '../../src/usecases/wallet/verify-ledger.ts';
import { databaseUrl, IS_SHARDED, WORKERS } from './database/postgres.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from './house.ts';
import { createStandIn, type StandIn } from './worlds/stand-in-world.ts';

/** Overrides for generateBody(): a request that is charged. */
export const LIVE = { test: undefined, mobileNumber: '+447700900123' };
export const WRONG_CODE = '000000';

export async function openLiveHouse(
  settings: Record<string, string> = {},
): Promise<{ house: House; world: StandIn }> {
  const world = createStandIn();
  return { house: await openHouse(settings, undefined, world), world };
}

export async function newClient(house: House, balanceCredits = 1_000): Promise<Client> {
  return clientOf(house, await createTenant(house, { balanceCredits }));
}

export async function walletOf(house: House, { tenant: { tenantId } }: Client) {
  const row = await findWallet(house.service.database, tenantId);
  if (row === null) throw new Error('every tenant has a wallet');
  return { available: row.available, held: row.held, spent: row.spent };
}

export type HoldSeen = { id: string; purpose: string; amount: number; posted: number; state: string };

export function holdsOf(house: House, { tenant: { tenantId } }: Client): Promise<HoldSeen[]> {
  return sql<HoldSeen>(
    house,
    'select id, purpose, amount, posted, state from holds where tenant_id = $1 order by placed_at, purpose',
    [tenantId],
  );
}

export async function openHoldsOf(house: House, client: Client): Promise<HoldSeen[]> {
  return (await holdsOf(house, client)).filter(({ state }) => state === 'open');
}

/** What is wrong with a tenant's ledger, in words; empty when it is consistent. */
export async function problemsOf(house: House, tenantId: string): Promise<string[]> {
  const verify = createVerifyLedger({ database: house.service.database });
  return (await verify(tenantId)).problems;
}

/** A live report that waits for its code. */
export async function openLiveChallenge(client: Client, world: StandIn, more: Record<string, unknown> = {}) {
  world.verdict = 'challenge';
  const answer = await client.generate({ ...LIVE, ...more });
  if (answer.status !== 200) throw new Error(`no challenge: ${answer.text}`);
  const { creditReportId, challenge } = answer.body.data;
  const sms = world.sent.at(-1);
  if (sms === undefined) throw new Error('no message was handed to the gateway');
  return {
    reportId: creditReportId as string,
    challengeId: challenge.challengeId as string,
    code: sms.code,
    smsId: sms.smsId,
    wallet: answer.body.meta.wallet as { balance: number; cost: number },
  };
}

/** A session without triggers, for what the service cannot do: backdating and corruption. */
export async function pastTheRules<T>(
  database: { url: string },
  work: (query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>) => Promise<T>,
): Promise<T> {
  if (IS_SHARDED) return onEveryShard(database, work);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    return await work((text, values) => client.query(text, values));
  } finally {
    await client.end();
  }
}

/** Rules are each server's own: what is asked runs in the schema of every shard, and the answer is of the one that had something. */
async function onEveryShard<T>(
  database: { url: string },
  work: (query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>) => Promise<T>,
): Promise<T> {
  const name = new URL(database.url).pathname.slice(1);
  const clients = WORKERS.map((url) => new pg.Client({ connectionString: databaseUrl(url, name) }));
  const query = async (text: string, values?: unknown[]): Promise<pg.QueryResult> => {
    const results: pg.QueryResult[] = [];
    for (const client of clients) {
      const { rows } = await client.query<{ schema: string }>(
        `select n.nspname as schema from pg_namespace n where n.nspname ~ '^trefoil_' and to_regclass(n.nspname || '.wallets') is not null`,
      );
      for (const { schema } of rows) {
        await client.query(`set search_path = ${schema}, pg_catalog`);
        results.push(await client.query(text, values));
      }
    }
    return results.find(({ rowCount }) => (rowCount ?? 0) > 0) ?? (results[0] as pg.QueryResult);
  };
  try {
    for (const client of clients) {
      await client.connect();
      await client.query('set session_replication_role = replica');
    }
    return await work(query);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
