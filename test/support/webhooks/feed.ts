// The feed of events shows none before it is settled, and a transaction of any test on the server holds all of them back for a moment.
import { type House, sql } from '../house.ts';
import { until } from '../waiting.ts';

/** Resolves when the feed has every event that the tenant has. */
export async function feedSettled(house: House, tenantId: string): Promise<void> {
  await until('the feed has all events', async () => {
    const [row] = await sql<{ held: number }>(
      house,
      `select count(*)::integer as held from events e
       where e.tenant_id = $1 and e.tx >= pg_snapshot_xmin(pg_current_snapshot())`,
      [tenantId],
    );
    return row?.held === 0;
  });
}
