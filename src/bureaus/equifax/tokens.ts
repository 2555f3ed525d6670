// The token of the JSON twin, by OAuth2 client credentials. The bureau asks its customers to reuse it until it expires.
import { type Call, CallFailed } from '../bureau.ts';
import { readJson } from '../reading/json.ts';
import { at, wholeNumber } from '../reading/wire-values.ts';
import { createTokenCache, type TokenCache } from '../token-cache.ts';
import type { EquifaxSettings } from './settings.ts';

const REFRESH_EARLY_MS = 60_000;
const LIFE_MAX_S = 24 * 60 * 60;

export function createTokens(needs: {
  call: Call;
  settings: EquifaxSettings;
  nowMs: () => number;
}): TokenCache {
  async function fetchToken() {
    const reply = await needs.call(toRequest(needs.settings));
    // RFC 6749: an unknown client gets 400 or 401.
    if ([400, 401, 403].includes(reply.status)) {
      throw new CallFailed('rejected-credentials', 'no token for these credentials', true);
    }
    if (reply.status !== 200) throw new CallFailed('unavailable', 'no token at the moment', true);
    const body = await readJson(reply.text);
    const token = at(body, 'access_token');
    if (typeof token !== 'string' || !/^[\w\-.~+/=]{1,8192}$/.test(token)) {
      throw new CallFailed('unavailable', 'the token cannot be read', true);
    }
    // Without a readable lifetime the token is used for this search only.
    return { token, lifeMs: (wholeNumber(at(body, 'expires_in'), LIFE_MAX_S) ?? 0) * 1000 };
  }

  return createTokenCache({ fetchToken, refreshEarlyMs: REFRESH_EARLY_MS, nowMs: needs.nowMs });
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
