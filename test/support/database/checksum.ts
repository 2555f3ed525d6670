// A checksum of the whole database: two equal ones mean that nothing was changed in between.
import { type House, sql } from '../house.ts';

/** Of every table but the rate limits, the request log and its sums; what is written behind has been written. */
export async function checksumOf(house: House): Promise<Record<string, string>> {
  await house.service.flushed();
  const tables = await sql<{ name: string }>(
    house,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name not in ('rate_windows', 'requests', 'figure_minutes') order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const text = `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from "${name}" t`;
    sums[name] = (await sql<{ sum: string }>(house, text))[0]?.sum ?? '';
  }
  return sums;
}
