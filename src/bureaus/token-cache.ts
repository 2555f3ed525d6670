// One OAuth token for all searches at a bureau: cached until shortly before it expires, and fetched once for all searches that wait
// for it.
import { apartFromSearch } from './asking/call.ts';

export type TokenCache = {
  current(): Promise<string>;
  /** Drops this token only: another search may have fetched a newer one meanwhile. */
  forget(token: string): void;
};

export function createTokenCache(needs: {
  fetchToken(): Promise<{ token: string; lifeMs: number }>;
  refreshEarlyMs: number;
  nowMs: () => number;
}): TokenCache {
  const { fetchToken, refreshEarlyMs, nowMs } = needs;
  let cached: { token: string; untilMs: number } | null = null;
  let fetching: Promise<string> | null = null;

  async function refresh(): Promise<string> {
    const askedMs = nowMs();
    const { token, lifeMs } = await fetchToken();
    cached = { token, untilMs: askedMs + Math.max(lifeMs - refreshEarlyMs, lifeMs / 2) };
    return token;
  }

  return {
    async current() {
      if (cached !== null && nowMs() < cached.untilMs) return cached.token;
      // Shared by all waiting searches: it must not be aborted with the search that started it.
      fetching ??= apartFromSearch(refresh).finally(() => {
        fetching = null;
      });
      return fetching;
    },
    forget(token) {
      if (cached?.token === token) cached = null;
    },
  };
}
