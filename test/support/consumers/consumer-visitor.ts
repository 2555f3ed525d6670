// A consumer at the hosted page without a browser: a session made through the API, and a visitor that keeps cookies and follows redirects.
import assert from 'node:assert/strict';
import { createHostDemo } from '../../../src/usecases/operating/host-demo.ts';
import { clientOf, type House, send, sql, TEST_ORIGIN, type Tenant } from '../house.ts';

export const CONSENT =
  'You agree that Acme Finance asks the bureaus for your credit report.\n\nWe keep it for 30 days.';

export type Link = { id: string; url: string; token: string };
export type MakeLink = ((more?: Record<string, unknown>) => Promise<Link>) & { consentTextId: string };

/** Gives the tenant a consent text and the origins, and returns what makes links of it; of test mode unless said otherwise. */
export async function hostPages(
  house: House,
  tenant: Tenant,
  origin = TEST_ORIGIN.replace('http:', 'https:'),
): Promise<MakeLink> {
  const host = createHostDemo({ database: house.service.database });
  const about = { name: 'Acme Finance', contact: 'by phone on 0808 157 0192', consent: CONSENT, origin };
  const consentTextId = await host(tenant.tenantId, about);
  const origins = 'update tenants set embed_origins = $2, return_origins = $2 where id = $1';
  await sql(house, origins, [tenant.tenantId, [origin]]);
  const client = await clientOf(house, tenant);
  const make = async (more: Record<string, unknown> = {}): Promise<Link> => {
    const body = {
      bureaus: ['equifax', 'experian', 'transunion'],
      searchType: 'pcp',
      test: true,
      consentTextId,
      ...more,
    };
    const answer = await client.post(`/${tenant.tenantId}/v1/consumer-sessions`, body);
    assert.equal(answer.status, 200, answer.text);
    const { id, url } = answer.body as unknown as { id: string; url: string };
    return { id, url, token: new URL(url).hash.slice('#t='.length) };
  };
  return Object.assign(make, { consentTextId });
}

export type Seen = {
  status: number;
  path: string;
  text: string;
  h1: string;
  headers: Record<string, unknown>;
};

export type Visitor = {
  get(path: string, headers?: Record<string, string>): Promise<Seen>;
  post(path: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Seen>;
  cookies: Map<string, string>;
};

/** `settles`: goes on from the waiting page, as its script does. */
export function createVisitor(house: House, more: Record<string, string> = {}, settles = true): Visitor {
  const cookies = new Map<string, string>();
  const ask = async (
    method: 'GET' | 'POST',
    url: string,
    body: string | null,
    headers = {},
  ): Promise<Seen> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(house, {
      method,
      url,
      headers: {
        ...more,
        ...(cookie !== '' && { cookie }),
        ...(body !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      ...(body !== null && { payload: body }),
    });
    const set = answer.headers['set-cookie'];
    for (const line of [set ?? []].flat().map(String)) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0/.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const to = answer.headers.location;
    if (answer.status === 303 && typeof to === 'string' && to.startsWith('/'))
      return ask('GET', to, null, headers);
    if (settles && answer.status === 200 && url.endsWith('/wait')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return ask('GET', url, null, headers);
    }
    const h1 = /<h1>(.*?)<\/h1>/s.exec(answer.text)?.[1] ?? '';
    return {
      status: answer.status,
      path: url,
      text: answer.text,
      h1: h1.replace(/<[^>]*>/g, ''),
      headers: answer.headers,
    };
  };
  return {
    cookies,
    get: (path, headers) => ask('GET', path, null, headers),
    post: (path, form = {}, headers) => ask('POST', path, String(new URLSearchParams(form)), headers),
  };
}

export const ANSWERS: [string, Record<string, string>][] = [
  ['name', { firstName: 'Ada', lastName: 'Sample' }],
  ['other-names', { more: 'no' }],
  ['date-of-birth', { day: '12', month: '4', year: '1985' }],
  ['address', { building: '12', street: 'Example Street', town: 'Leeds', postcode: 'LS1 4AB' }],
  ['other-addresses', { more: 'no' }],
  ['mobile', { mobile: '07700 900 982' }],
];

/** From the link to the question after the agreement. */
export async function agree(visitor: Visitor, { id, token }: Link): Promise<Seen> {
  await visitor.post(`/c/${id}/start`, { token });
  return visitor.post(`/c/${id}/consent`, { choice: 'agree' });
}

/** From the link to the summary. */
export async function answerAll(visitor: Visitor, link: Link): Promise<Seen> {
  let seen = await agree(visitor, link);
  for (const [question, form] of ANSWERS) seen = await visitor.post(`/c/${link.id}/${question}`, form);
  return seen;
}

/** The button of the summary, with what the page says. */
export async function press(visitor: Visitor, { id }: Link): Promise<Seen> {
  const { text } = await visitor.get(`/c/${id}/check`);
  return visitor.post(`/c/${id}/check`, { after: /name="after" value="([^"]*)"/.exec(text)?.[1] ?? '' });
}
