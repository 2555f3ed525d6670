// The feed of events shows none before it is settled, and any work of the service may hold it back for a moment.
import { IS_SETTLED } from '../../../src/storage/webhooks/event-feed.ts';
import { type House, sql } from '../house.ts';
import { until } from '../waiting.ts';

/** Resolves when the feed has every event that the tenant has. */
export async function feedSettled(house: House, tenantId: string): Promise<void> {
  await until('the feed has all events', async () => {
    const [row] = await sql<{ held: number }>(
      house,
      `select count(*)::integer as held from events e
       where e.tenant_id = $1 and not ${IS_SETTLED}`,
      [tenantId],
    );
    return row?.held === 0;
  });
}
