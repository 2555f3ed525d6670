// What the HTTP edge goes by: the limits of the settings, and the counters that all processes share.
import type { Config } from '../config/config.ts';
import { createRateLimiter } from '../http/edge/rate-limiter.ts';
import type { Stores } from './stores.ts';

export function composeEdge({
  config,
  stores,
  steadyMs,
}: {
  config: Config;
  stores: Stores;
  steadyMs: () => number;
}) {
  const { keyring, rateWindows, idempotency } = stores;
  // Keys carry addresses and client ids, which are personal data: the shared counter knows them as keyed hashes.
  const hashRateKey = (key: string): string => keyring.mac('hash-rate-keys', key).toString('base64url');
  return {
    publicUrl: config.publicUrl,
    isSandbox: config.SANDBOX,
    trustProxy: config.TRUST_PROXY,
    inFlightMax: config.REQUESTS_IN_FLIGHT_MAX,
    inFlightPerAddressMax: config.REQUESTS_IN_FLIGHT_PER_ADDRESS_MAX,
    connections: { max: config.CONNECTIONS_MAX, perAddressMax: config.CONNECTIONS_PER_ADDRESS_MAX },
    deadlineMs: config.REQUEST_DEADLINE_MS,
    metricsToken: config.METRICS_TOKEN,
    securityContact: config.SECURITY_CONTACT,
    deviceSessionsPerAddress: config.RATE_LIMIT_DEVICE_SESSIONS_PER_ADDRESS,
    limits: {
      perAddress: config.RATE_LIMIT_PER_ADDRESS,
      perCaller: config.RATE_LIMIT_PER_CALLER,
      perTenant: config.RATE_LIMIT_PER_TENANT,
      tokensPerClient: config.RATE_LIMIT_TOKENS_PER_CLIENT,
    },
    limiter: createRateLimiter({
      take: (key, ...rest) => rateWindows.take(hashRateKey(key), ...rest),
      giveBack: (key, ...rest) => rateWindows.giveBack(hashRateKey(key), ...rest),
      nowMs: steadyMs,
    }),
    idempotency: {
      store: idempotency,
      hash: (...parts: string[]) => keyring.mac('hash-idempotency-keys', ...parts),
    },
  };
}
