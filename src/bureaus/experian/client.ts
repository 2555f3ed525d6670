// Experian over HTTP: a token by password grant, cached until shortly before it expires, then the search. On a 401 the search is
// retried once with a fresh token: a 401 comes before anything is searched.
import { randomUUID } from 'node:crypto';
import { given } from '../../domain/given.ts';
import { createNotices } from '../asking/notices.ts';
import { type Adapter, type BureauAnswer, type Call, CallFailed } from '../bureau.ts';
import type { AdapterNeeds } from '../entry.ts';
import { field, readJson } from '../reading/json.ts';
import { wireText } from '../reading/wire-values.ts';
import { createTokenCache, type TokenCache } from '../token-cache.ts';
import { fromReply, NOTICES, saysPasswordExpired } from './mapping.ts';
import { toInput } from './request.ts';
import type { ExperianSettings } from './settings.ts';

const TOKEN_LIFE_MAX_MS = 30 * 60_000;
const REFRESH_EARLY_MINUTES = 5;
/** Of a refusal, as much as is searched for words. */
const WORDS_MAX = 2_000;

type Needs = AdapterNeeds<ExperianSettings>;

export function createExperian({ call, settings, nowMs, onNotice }: Needs): Adapter {
  const notice = createNotices({ nowMs, onNotice });
  const tokens = createTokens({ call, settings, nowMs, onNotice: notice });

  return {
    async search(enquiry) {
      const today = new Date(nowMs()).toISOString().slice(0, 10);
      const { input, altered } = toInput(enquiry, settings, today);
      const sent = given({ altered });
      // What the bureau would refuse is not sent.
      if (input === null) return { status: 'rejected-request', ...sent };
      const body = JSON.stringify({ Input: input });
      const post = (token: string) =>
        call({
          url: `${settings.EXPERIAN_URL}${settings.EXPERIAN_SEARCH_PATH}`,
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json',
            'x-correlation-id': enquiry.reportId,
          },
          body,
        });
      const token = await tokens.current();
      let reply = await post(token);
      if (reply.status === 401) {
        tokens.forget(token);
        reply = await post(await tokens.current());
      }
      const refusal = refusalOf(reply.status);
      if (refusal !== null) return { status: refusal, ...sent };
      const parsed = await readJson(reply.text);
      return { ...(await fromReply(parsed, enquiry, { today, onNotice: notice })), ...sent };
    },
  };
}

function refusalOf(status: number): Exclude<BureauAnswer['status'], 'ok'> | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) return 'rejected-credentials';
  if (status === 408) return 'timeout';
  return status >= 400 && status < 500 && status !== 429 ? 'rejected-request' : 'unavailable';
}

function createTokens({ call, settings, nowMs, onNotice }: Needs): TokenCache {
  async function fetchToken() {
    const reply = await call(tokenRequest(settings));
    if ([400, 401, 403].includes(reply.status)) {
      if (saysPasswordExpired(reply.text.slice(0, WORDS_MAX))) onNotice(NOTICES.passwordExpired);
      throw new CallFailed('rejected-credentials', 'No token for these credentials.', true);
    }
    if (reply.status !== 200) throw new CallFailed('unavailable', 'No token at the moment.', true);
    const parsed = await readJson(reply.text);
    const token = field(parsed, 'access_token');
    if (typeof token !== 'string' || !/^[\w\-.~+/=]{1,8192}$/.test(token)) {
      throw new CallFailed('unavailable', 'The token cannot be read.', true);
    }
    // The lifetime is a string; without a readable one the token is used for this search only.
    const lifeMs = Math.min(
      Number(wireText(field(parsed, 'expires_in')) ?? 0) * 1000 || 0,
      TOKEN_LIFE_MAX_MS,
    );
    return { token, lifeMs };
  }

  return createTokenCache({ fetchToken, refreshEarlyMs: REFRESH_EARLY_MINUTES * 60_000, nowMs });
}

function tokenRequest(settings: ExperianSettings): Parameters<Call>[0] {
  const { EXPERIAN_CLIENT_ID: id, EXPERIAN_CLIENT_SECRET: secret } = settings;
  const isInBody = settings.EXPERIAN_CLIENT_STYLE === 'body';
  return {
    url: `${settings.EXPERIAN_URL}${settings.EXPERIAN_TOKEN_PATH}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-correlation-id': randomUUID(),
      ...(settings.EXPERIAN_USER_DOMAIN !== null && { 'x-user-domain': settings.EXPERIAN_USER_DOMAIN }),
      ...(!isInBody && { Client_id: id ?? '', Client_secret: secret ?? '' }),
    },
    body: JSON.stringify({
      username: settings.EXPERIAN_USERNAME,
      password: settings.EXPERIAN_PASSWORD,
      ...(isInBody && { client_id: id, client_secret: secret }),
    }),
  };
}
