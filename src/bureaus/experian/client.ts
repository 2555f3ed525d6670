// Experian over HTTP: a token by password grant, kept until shortly before it ends, then the search. A search that is refused for
// its token is sent once more with a fresh one: a 401 is given before anything is searched.
import { randomUUID } from 'node:crypto';
import { apartFromSearch } from '../asking/call.ts';
import { type Adapter, type BureauAnswer, CallFailed } from '../bureau.ts';
import type { AdapterNeeds } from '../entry.ts';
import { field, readJson } from '../reading/json.ts';
import { wireText } from '../reading/wire-values.ts';
import { fromReply } from './mapping.ts';
import { toInput } from './request.ts';

const TOKEN_LIFE_MAX_MS = 30 * 60_000;
const REFRESH_EARLY_MS = 5 * 60_000;

export function createExperian({ call, settings, nowMs }: AdapterNeeds): Adapter {
  const tokens = createTokens({ call, settings, nowMs });

  return {
    async search(enquiry) {
      const body = JSON.stringify({ Input: toInput(enquiry, settings) });
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
      if (refusal !== null) return { status: refusal };
      const parsed = readJson(reply.text);
      return fromReply(parsed, enquiry);
    },
  };
}

function refusalOf(status: number): Exclude<BureauAnswer['status'], 'ok'> | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) return 'rejected-credentials';
  if (status === 408) return 'timeout';
  return status >= 400 && status < 500 && status !== 429 ? 'rejected-request' : 'unavailable';
}

/** One token for all searches: those that find none wait for the same one. */
function createTokens({ call, settings, nowMs }: Pick<AdapterNeeds, 'call' | 'settings' | 'nowMs'>) {
  let kept: { token: string; untilMs: number } | null = null;
  let underway: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const askedMs = nowMs();
    const reply = await call(tokenRequest(settings));
    if ([400, 401, 403].includes(reply.status)) {
      throw new CallFailed('rejected-credentials', 'No token for these credentials.', true);
    }
    if (reply.status !== 200) throw new CallFailed('unavailable', 'No token at the moment.', true);
    const parsed = readJson(reply.text);
    const token = field(parsed, 'access_token');
    if (typeof token !== 'string' || !/^[\w\-.~+/=]{1,8192}$/.test(token)) {
      throw new CallFailed('unavailable', 'The token cannot be read.', true);
    }
    // The lifetime comes as a text; one that cannot be read is a token for this search alone.
    const lifeMs = Math.min(
      Number(wireText(field(parsed, 'expires_in')) ?? 0) * 1000 || 0,
      TOKEN_LIFE_MAX_MS,
    );
    kept = { token, untilMs: askedMs + Math.max(lifeMs - REFRESH_EARLY_MS, lifeMs / 2) };
    return token;
  }

  return {
    async current(): Promise<string> {
      if (kept !== null && nowMs() < kept.untilMs) return kept.token;
      underway ??= apartFromSearch(fetchToken).finally(() => {
        underway = null;
      });
      return underway;
    },
    /** Only the one that was refused: another search may have fetched a better one meanwhile. */
    forget(token: string): void {
      if (kept?.token === token) kept = null;
    },
  };
}

function tokenRequest(settings: AdapterNeeds['settings']): Parameters<AdapterNeeds['call']>[0] {
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
