// A fleet whose live world is the stand-in provider, which keeps a journal of every search and message.
import { type House, sql } from '../house.ts';
import { type ServiceProcess, type Settings, startService } from '../processes.ts';
import { type Provider, startProvider } from '../worlds/provider.ts';
import { type Fleet, openFleet } from './fleet.ts';

export type LiveFleet = Fleet & { provider: Provider };

/** On a database of the run's server, or on one that the caller owns. */
export async function openLiveFleet(
  count: number,
  on?: { url: string },
  more: Settings = {},
): Promise<LiveFleet> {
  const provider = await startProvider();
  const fleet = await openFleet({
    count,
    world: 'provider',
    settings: { TEST_PROVIDER_URL: provider.url, DATABASE_POOL_SIZE: '4', LOG_LEVEL: 'warn', ...more },
    ...(on !== undefined && { on: { ...on, drop: async () => {} } }),
  }).catch(async (error) => {
    await provider.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    await fleet.close();
    await provider.close();
  };
  return { ...fleet, provider, close };
}

/** Starts a service that asks this provider, and does not wait for it. */
export function startLive(provider: Provider, settings: Settings): Promise<ServiceProcess> {
  return startService({ TEST_PROVIDER_URL: provider.url, ...settings }, { world: 'provider' });
}

export type OpenHold = { id: string; purpose: 'report' | 'sms' };

export function openHolds(house: House, tenantId: string): Promise<OpenHold[]> {
  return sql<OpenHold>(house, "select id, purpose from holds where tenant_id = $1 and state = 'open'", [
    tenantId,
  ]);
}
