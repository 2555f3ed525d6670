// The token of the JSON twin: OAuth2 client credentials, one token for all searches until shortly before it ends, as the bureau
// asks of its customers.

import { apartFromSearch } from '../asking/call.ts';
import { type Call, CallFailed } from '../bureau.ts';
import { readJson } from '../reading/json.ts';
import { at, wholeNumber } from '../reading/wire-values.ts';
import type { EquifaxSettings } from './settings.ts';

const EARLY_MS = 60_000;
const LIFE_MAX_S = 24 * 60 * 60;

export type Tokens = {
  current(): Promise<string>;
  /** Only the one that was refused: another search may have fetched a better one meanwhile. */
  forget(token: string): void;
};

export function createTokens(needs: { call: Call; settings: EquifaxSettings; nowMs: () => number }): Tokens {
  let kept: { token: string; untilMs: number } | null = null;
  let underway: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const askedMs = needs.nowMs();
    const reply = await needs.call(toRequest(needs.settings));
    // RFC 6749: a client that is not known is 400 or 401.
    if ([400, 401, 403].includes(reply.status)) {
      throw new CallFailed('rejected-credentials', 'no token for these credentials', true);
    }
    if (reply.status !== 200) throw new CallFailed('unavailable', 'no token at the moment', true);
    const body = readJson(reply.text);
    const token = at(body, 'access_token');
    if (typeof token !== 'string' || !/^[\w\-.~+/=]{1,8192}$/.test(token)) {
      throw new CallFailed('unavailable', 'the token cannot be read', true);
    }
    // A lifetime that cannot be read makes it a token for this search alone.
    const lifeMs = (wholeNumber(at(body, 'expires_in'), LIFE_MAX_S) ?? 0) * 1000;
    kept = { token, untilMs: askedMs + Math.max(lifeMs - EARLY_MS, lifeMs / 2) };
    return token;
  }

  return {
    async current() {
      if (kept !== null && needs.nowMs() < kept.untilMs) return kept.token;
      // Shared by all searches that wait for it, so that it must not end with the one that began it.
      underway ??= apartFromSearch(fetchToken).finally(() => {
        underway = null;
      });
      return underway;
    },
    forget(token) {
      if (kept?.token === token) kept = null;
    },
  };
}

function toRequest(settings: EquifaxSettings): Parameters<Call>[0] {
  const { EQUIFAX_CLIENT_ID: id, EQUIFAX_CLIENT_SECRET: secret, EQUIFAX_SCOPE: scope } = settings;
  const basic = [id, secret].map((part) => encodeURIComponent(part ?? '')).join(':');
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== null && { scope }) });
  return {
    url: settings.EQUIFAX_TOKEN_URL ?? '',
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: form.toString(),
  };
}
