// People for a test: persons with a password, and a browser on the composed app that keeps cookies, submits forms and follows redirects.
import { argon2Sync, randomUUIDv7 } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { generateSync } from 'otplib';
import { insertPerson } from '../../src/storage/people/people.ts';
import { insertMembership } from '../../src/storage/people/tenants.ts';
import type { Answer, AnswerOf } from './answers.ts';
import { type House, inject, send, sql, toAnswer } from './house.ts';
import { until, within } from './waiting.ts';

export const PASSWORD = 'plum kettle orbit ninety';

export type TestPerson = { personId: string; email: string };

// Argon2 is slow by design, and people sign in some hundred times in a run. A stored hash names its own cost: this one's is the least
// that there is. What the service stores has the cost of src/identity/passwords.ts, whose tests are beside it.
const LEAST = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
const NONCE = Buffer.from('salt of the test');
const encoded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const TAG = argon2Sync('argon2id', { ...LEAST, message: PASSWORD, nonce: NONCE });
const HASHED = `$argon2id$v=19$m=8,t=1,p=1$${encoded(NONCE)}$${encoded(TAG)}`;

export async function createPerson(
  house: House,
  given: { tenantId?: string; role?: string; isOperator?: boolean; email?: string } = {},
): Promise<TestPerson> {
  const personId = randomUUIDv7();
  const email = given.email ?? `p-${personId}@example.com`;
  const names = { firstName: 'Petra', lastName: 'Person' };
  await insertPerson(house.service.database, { id: personId, email, ...names, passwordHash: HASHED });
  if (given.tenantId !== undefined) {
    const { tenantId, role = 'owner' } = given;
    await insertMembership(house.service.database, { tenantId, personId, role });
  }
  if (given.isOperator) await sql(house, 'update people set is_operator = true where id = $1', [personId]);
  return { personId, email };
}

export type Browser = {
  cookies: Map<string, string>;
  address: string;
  get<Url extends string>(url: Url, headers?: Record<string, string>): Promise<AnswerOf<'GET', Url>>;
  /** Sends a form, as our pages do. */
  submit(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** Calls the API, as our scripts do. */
  call<Method extends string, Url extends string>(
    method: Method,
    url: Url,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<AnswerOf<Method, Url>>;
  /** Follows redirects to the end; answers the last page and its address. */
  follow(answer: Answer): Promise<{ answer: Answer; url: string }>;
  copy(): Browser;
};

export function openBrowser(
  house: House,
  more: { cookies?: Map<string, string>; address?: string } = {},
): Browser {
  const cookies = more.cookies ?? new Map<string, string>();
  const origin = house.config.publicUrl;
  const browser: Browser = {
    cookies,
    address: more.address ?? '198.51.100.7',
    get: (url, headers = {}) => request({ method: 'GET', url, headers }),
    submit: (url, fields, headers = {}) =>
      request({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin,
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        payload: new URLSearchParams(fields).toString(),
      }),
    call: (method, url, body, headers = {}) =>
      request({
        method: method as 'POST',
        url,
        headers: {
          origin,
          'sec-fetch-site': 'same-origin',
          'x-trefoil-csrf': '1',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      }),
    follow: async (first) => {
      let answer = first;
      let url = '';
      for (let hops = 0; hops < 10 && answer.status >= 300 && answer.status < 400; hops += 1) {
        const location = new URL(String(answer.headers.location), origin);
        url = `${location.pathname}${location.search}`;
        if (location.origin !== origin) return { answer, url: location.href };
        answer = await browser.get(url);
      }
      return { answer, url };
    },
    copy: () => openBrowser(house, { cookies: new Map(cookies), address: browser.address }),
  };

  async function request<Body>(
    options: InjectOptions & { headers: Record<string, string> },
  ): Promise<Answer<Body>> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const asked = inject(house, {
      ...options,
      remoteAddress: browser.address,
      headers: { ...(cookie !== '' && { cookie }), ...options.headers },
    });
    const answer = await within(`${options.method} ${options.url} is answered`, asked);
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(cookies, String(line));
    return toAnswer(answer.statusCode, answer.headers as Answer['headers'], answer.payload);
  }
  return browser;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, value);
}

/** Goes to the password page; answers its address, which is also where its form goes. */
export async function beginSignIn(browser: Browser, returnTo = '/health/live'): Promise<string> {
  const { answer, url } = await browser.follow(
    await browser.get(`/v1/auth/login?returnTo=${encodeURIComponent(returnTo)}`),
  );
  if (answer.status !== 200 || !url.startsWith('/sign-in/'))
    throw new Error(`no sign-in page: ${answer.text}`);
  return url;
}

/** Signs in, with a code where the person has an authenticator. */
export async function signIn(
  browser: Browser,
  who: { email: string; password?: string; totpSecret?: string; code?: string },
): Promise<Browser> {
  const page = await beginSignIn(browser);
  const first = await browser.submit(page, { email: who.email, password: who.password ?? PASSWORD });
  let reached = await browser.follow(first);
  if (reached.url.endsWith('/code')) {
    const code = who.code ?? generateSync({ secret: who.totpSecret ?? '' });
    reached = await browser.follow(await browser.submit(reached.url, { code }));
  }
  if (reached.url !== '/health/live') throw new Error(`not signed in: ${reached.url} ${reached.answer.text}`);
  return browser;
}

/** The newest mail to an address, once there are `count` of them, and the path of the link in it. */
export async function mailTo(
  house: House,
  email: string,
  count = 1,
): Promise<{ text: string; path: string }> {
  const url = `/dev/mail?to=${encodeURIComponent(email)}` as const;
  let text = '';
  await until(`${count} mails to ${email}`, async () => {
    const { items } = (await send(house, { method: 'GET', url })).body;
    text = items[0]?.text ?? '';
    return items.length >= count;
  });
  return { text, path: /https?:\/\/[^/\s]+(\/(?:reset|invite)\/\S+)/.exec(text)?.[1] ?? '' };
}
