// What a journey reads does not grow with what there is: on a database that was never analysed, whose plans were made while it was empty and
// are kept, it reads as many rows with 3,000 reports as with none, and hardly more blocks.
import assert from 'node:assert/strict';
import pg from 'pg';
import { openLive } from '../../src/compose/live-world.ts';
import { type Ask, type Journeys, openJourneys } from '../support/consumers/journey.ts';
import { type Client, clientOf, createTenant, type House, openHouse, send } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { copyPast } from '../support/past/copied-past.ts';

/** After five executions a connection keeps one plan of a statement. */
const WARM_UP = 8;
const MEASURED = 5;
/** What is written behind the answers falls into one measurement or the other. */
const ROWS_BEHIND = 6;
/** A tree that was one block has three levels by then. */
const BLOCKS_GROW_MAX = 2.5;
/** Opened by the minute, however many journeys there are. */
const BY_TIME = ['rate_windows'];
const SURNAMES = 'abcdefghijklmnopqrstuvwxyz';

let house: House;
let journeys: Journeys;
let client: Client;
let direct: pg.Client;
let turn = 0;
before(async () => {
  journeys = await openJourneys(async (simulator, message) => {
    const { method, url, headers, body } = simulator.callback(message, 'delivered');
    return (await send(house, { method, url: new URL(url).pathname, headers, payload: body })).status;
  });
  house = await openHouse({ ...journeys.settings, DATABASE_POOL_SIZE: '1' }, undefined, openLive);
  client = await clientOf(house, await createTenant(house, { balanceCredits: 1_000_000_000 }));
  direct = new pg.Client({ connectionString: house.database.url });
  await direct.connect();
  const { rows } = await direct.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { relname } of rows) await direct.query(`alter table ${relname} set (autovacuum_enabled = off)`);
});
after(async () => {
  await direct?.end();
  await house?.close();
  await journeys?.close();
});

type Costs = Record<string, { rows: number; blocks: number }>;

const READ = `select t.relname as name, (t.seq_tup_read + coalesce(t.idx_tup_fetch, 0))::int as rows,
  (b.heap_blks_read + b.heap_blks_hit + coalesce(b.idx_blks_read + b.idx_blks_hit, 0))::int as blocks
  from pg_stat_user_tables t join pg_statio_user_tables b using (relid)`;

async function totals(): Promise<Costs> {
  await direct.query('select pg_stat_force_next_flush()');
  const { rows } = await direct.query<{ name: string; rows: number; blocks: number }>(READ);
  return Object.fromEntries(rows.map(({ name, ...rest }) => [name, rest]));
}

async function makeSome(count: number): Promise<void> {
  const ask: Ask = (path, body) => client.post(path as '/v1/fingerprints/sessions', body);
  for (let n = 0; n < count; n += 1) {
    // A person of whom there is no report: one who comes again is meant to be compared with before.
    const lastName = `Sample${SURNAMES[turn % SURNAMES.length]}`;
    await journeys.make(ask, client.tenant.tenantId, turn++, { lastName });
  }
  // What is written behind the answers is of these journeys too. Then the connection tells of its reads, before the next are counted.
  await house.service.flushed();
  const flush = { name: 'flush-statistics', text: 'select pg_stat_force_next_flush()' };
  await house.service.database.query(flush, []);
}

/** Of whom the bureaus have records. */
const ADA = {
  ...{ firstName: 'Ada', lastName: 'Hazelwick', dateOfBirth: '1985-04-12' },
  addresses: [
    {
      type: 'current',
      ukAddress: {
        ...{ buildingNumber: '12', thoroughfare: 'Orchard Street' },
        ...{ townOrCity: 'Nether Applewick', postcode: 'ZZ1 1AA' },
      },
    },
  ],
};
async function comeAgain(): Promise<void> {
  const ask: Ask = (path, body) => client.post(path as '/v1/fingerprints/sessions', body);
  await journeys.make(ask, client.tenant.tenantId, turn++, ADA);
}

/** A journey, by table. */
async function costs(): Promise<Costs> {
  const earlier = await totals();
  await makeSome(MEASURED);
  const spent = Object.entries(await totals()).map(([name, now]) => {
    const { rows = 0, blocks = 0 } = earlier[name] ?? {};
    return [name, { rows: (now.rows - rows) / MEASURED, blocks: (now.blocks - blocks) / MEASURED }] as const;
  });
  return Object.fromEntries(spent);
}

/** Copies what there is until the tenant has so many reports. */
async function growTo(reports: number): Promise<void> {
  const { rows } = await direct.query('select count(*)::int as count from reports');
  await copyPast(direct, client.tenant.tenantId, Math.ceil(reports / rows[0].count) - 1);
}

test('a journey reads as much with 3,000 reports as with none', async () => {
  await makeSome(WARM_UP);
  const first = await costs();
  assert.ok((first.reports?.rows ?? 0) > 5, 'what is read is counted');
  for (const size of [300, 3_000]) {
    await growTo(size);
    const later = Object.entries(await costs());
    const dearer = later.filter(([name, { rows, blocks }]) => {
      const before = first[name] ?? { rows: 0, blocks: 0 };
      if (BY_TIME.includes(name)) return false;
      return rows > before.rows + ROWS_BEHIND || blocks > before.blocks * BLOCKS_GROW_MAX + ROWS_BEHIND;
    });
    assert.deepEqual(dearer, [], `with ${size} reports, beside ${JSON.stringify(first)}`);
  }
});

test('a person who comes again, and whose records are as before, has no report read', async () => {
  await comeAgain();
  const unreadable = `update reports set body = '\\x01' where status = 'complete'`;
  await direct.query(unreadable);
  house.logLines.length = 0;
  await comeAgain();
  const lines = house.logLines.map((line) => JSON.stringify(line));
  assert.deepEqual(
    lines.filter((line) => line.includes('could not be read for its record ids')),
    [],
  );
  // The line is there where one is read.
  await direct.query(unreadable);
  await direct.query(`update reports set records_hash = sha256('') where status = 'complete'`);
  await comeAgain();
  assert.match(JSON.stringify(house.logLines), /could not be read for its record ids/);
});
