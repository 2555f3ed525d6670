// `trefoil listen` as a process beside a service that restarts, and a handler of webhooks that keeps what it got. At the end the handler has
// every event of the tenant once, in the order of the feed.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GenerateRequest, Trefoil } from '@trefoil/sdk';
import { createTestDatabase, SHARDED_SETTING } from '../database/postgres.ts';
import { createTenant, openHouse, sql } from '../house.ts';
import { generateBody } from '../http/generate-body.ts';
import { freePort } from '../http/ports.ts';
import {
  type CommandProcess,
  newPath,
  runToEnd,
  type ServiceProcess,
  startCommand,
  startService,
  until,
  untilReady,
} from '../processes.ts';
import { feedSettled } from '../webhooks/feed.ts';
import { openReceiver } from '../webhooks/receiver.ts';

export type Listening = Awaited<ReturnType<typeof openListening>>;

export async function openListening() {
  const database = await createTestDatabase();
  const house = await openHouse({}, database);
  const { tenantId, clientId, clientSecret } = await createTenant(house);
  const receiver = await openReceiver();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const trefoil = new Trefoil({ baseUrl, tenantId, clientId, clientSecret, maxRetries: 60 });
  const settings = {
    XDG_CONFIG_HOME: newPath('config'),
    TREFOIL_URL: baseUrl,
    TREFOIL_TENANT: tenantId,
    TREFOIL_CLIENT_ID: clientId,
    TREFOIL_CLIENT_SECRET: clientSecret,
  };
  let service: ServiceProcess | null = null;

  const start = async (): Promise<void> => {
    service = await startService({ DATABASE_URL: database.url, ...SHARDED_SETTING, PORT: String(port) });
    await untilReady(service);
  };
  const listen = async (...more: string[]): Promise<CommandProcess> => {
    const listener = startCommand(['listen', '--forward-to', receiver.url, ...more], settings);
    await until('it listens', () => /^connected /m.test(listener.stderr()));
    return listener;
  };

  return {
    house,
    receiver,
    settings,
    tenantId,
    start,
    listen,
    run: (...args: string[]) => runToEnd(args, settings),
    /** Ends the service with a signal and starts it again, while reports are made. */
    restart: async (name: 'SIGTERM' | 'SIGKILL', reports: number, awayMs = 0): Promise<void> => {
      const making = Array.from({ length: reports }, () => makeReport(trefoil));
      await (name === 'SIGTERM' ? service?.stop() : service?.kill());
      await sleep(awayMs);
      await start();
      await Promise.all(making);
    },
    stopService: () => service?.stop(),
    makeReport: () => makeReport(trefoil),
    /** Compares with the tenant's events, all of which the handler must have soon. */
    assertAllOnce: async (): Promise<number> => {
      await feedSettled(house, tenantId);
      const events = await sql<{ id: string }>(house, 'select id from events where tenant_id = $1', [
        tenantId,
      ]);
      await until('the handler has every event', () => receiver.got.length >= events.length);
      const got = receiver.got.map(({ id }) => id);
      assert.deepEqual([...got].sort(), events.map(({ id }) => id).sort(), 'nothing missed, nothing twice');
      assert.equal(receiver.forged, 0, 'every one signed');
      return got.length;
    },
    close: async (): Promise<void> => {
      await service?.stop();
      await receiver.close();
      await house.close();
      await database.drop();
    },
  };
}

async function makeReport(trefoil: Trefoil): Promise<void> {
  await trefoil.reports.generate(generateBody() as unknown as GenerateRequest);
}
