// A process of the next version: it has migrations that this version does not know (TEST_MIGRATIONS), applies them and serves.
import { setTimeout as passed } from 'node:timers/promises';
import pino from 'pino';
import { compose } from '../../../src/compose/compose.ts';
import { readConfig } from '../../../src/config/config.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { inPlaceOfLive } from '../worlds/live-in-place.ts';
import { createStandIn } from '../worlds/stand-in-world.ts';

const config = readConfig(process.env);
const connection = { connectionString: config.DATABASE_URL ?? '', application_name: 'next-version' };
await migrate(connection, process.env.TEST_MIGRATIONS);
const service = await compose({
  config,
  connection,
  logger: pino({ level: 'silent' }),
  writeLogLine: () => {},
  openLive: async (parts) => inPlaceOfLive(createStandIn(), parts),
});
await service.app.listen({ port: config.PORT, host: config.HOST });
process.once('SIGTERM', async () => {
  service.beginDraining();
  await passed(config.SHUTDOWN_DRAIN_MS);
  await service.close();
  process.exit(0);
});
