// The registry of payment providers, and the way in. A provider is a folder, a line here and a name.
import type { AnyEntry } from './entry.ts';
import { MANUAL } from './manual/entry.ts';
import type { PaymentProvider } from './provider.ts';
import { STRIPE } from './stripe/entry.ts';

export const PROVIDER_IDS = ['manual', 'stripe'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

export const PROVIDERS: Record<ProviderId, AnyEntry> = { manual: MANUAL, stripe: STRIPE };

/** Where a provider sends its events. */
export const EVENTS_PATH = '/v1/payment-events';

export function eventsUrl(publicUrl: string, provider: string): string {
  return `${publicUrl}${EVENTS_PATH}/${provider}`;
}

/** Null where payments are noted by hand alone. */
export async function openProvider(given: {
  provider: string;
  entries?: Record<string, AnyEntry>;
  settings: object & { publicUrl: string };
  nowMs: () => number;
}): Promise<PaymentProvider | null> {
  const entries: Record<string, AnyEntry> = given.entries ?? PROVIDERS;
  const entry = entries[given.provider];
  if (entry === undefined) throw new Error(`there is no payment provider ${given.provider}`);
  const url = eventsUrl(given.settings.publicUrl, given.provider);
  return entry.open({ settings: given.settings, eventsUrl: url, nowMs: given.nowMs });
}
