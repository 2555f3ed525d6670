// Links to the hosted page, and a consumer's browser at one, for tests: the use cases that the page calls, without the page.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { HostedDetails } from '../../../src/domain/hosted/consumer-session.ts';
import type { SessionView, Visit, Visitor } from '../../../src/usecases/hosted/visit.ts';
import { type Client, type House, send, sql } from '../house.ts';

export const CONSENT = 'Northgate Claims asks for your permission.\n\nYou do not have to agree – £0, ŵ.';
export const VISITOR: Visitor = { address: '198.51.100.20', userAgent: 'a browser' };
export const DETAILS: HostedDetails = {
  firstName: 'Ada',
  lastName: 'Sample',
  dateOfBirth: '1985-04-12',
  mobileNumber: '+447700900123',
  addresses: [
    {
      type: 'current',
      ukAddress: {
        buildingNumber: '12',
        thoroughfare: 'Example Street',
        townOrCity: 'Leeds',
        postcode: 'LS1 4AB',
      },
    },
  ],
};

/** A published consent text; answers its id. */
export async function publishedText(house: House, tenantId: string, body = CONSENT): Promise<string> {
  const id = randomUUIDv7();
  await sql(
    house,
    `with draft as (insert into consent_drafts values ($1, $2, 'Car finance', 'en-GB', $3, now(), now()) returning *)
     insert into consent_texts select tenant_id, id, 1, name, locale, body, sha256(convert_to(body, 'UTF8')), now() from draft`,
    [tenantId, id, body],
  );
  return id;
}

export type Link = { id: string; token: string; url: string };

export function orderOf(consentTextId: string, overrides: Record<string, unknown> = {}) {
  return {
    bureaus: ['equifax', 'experian', 'transunion'],
    searchType: 'pcp',
    consentTextId,
    test: true,
    ...overrides,
  };
}

export async function makeLink(
  client: Client,
  consentTextId: string,
  overrides: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Link> {
  const url = `/${client.tenant.tenantId}/v1/consumer-sessions` as const;
  const answer = await client.post(url, orderOf(consentTextId, overrides), headers);
  assert.equal(answer.status, 200, answer.text);
  return { id: answer.body.id, url: answer.body.url, token: answer.body.url.split('#t=')[1] ?? '' };
}

/** `page`: of the form with Start; each browser that opens the link has one of its own. */
export async function startLink(house: House, link: Link, page = 'a page'): Promise<Visit> {
  const started = await house.service.consumerVisits.start(link.id, link.token, page);
  assert.equal(started.kind, 'started');
  return { sessionId: link.id, secret: started.kind === 'started' ? started.secret : '' };
}

/** As far as the button "Agree and get my report", first half. */
export async function agreeAt(house: House, visit: Visit): Promise<SessionView> {
  const visits = house.service.consumerVisits;
  const shown = await visits.showConsent(visit);
  const sha256 = shown?.view.consent.sha256 ?? '';
  const agreed = await visits.agree(visit, { sha256, deviceSessionId: 'ds_test' }, VISITOR);
  assert.equal(agreed?.kind, 'done');
  return agreed.view;
}

export const submitAt = (house: House, visit: Visit, details = DETAILS, visitor = VISITOR) =>
  house.service.consumerVisits.submit(visit, { details, deviceSessionId: 'ds_test' }, visitor);

/** The form that whoever has the link may send; answers the id of the request. */
export async function askAt(
  house: House,
  sessionId: string,
  given: { kind?: string; text?: string; contact?: string } = {},
): Promise<string> {
  const form = { kind: 'complaint', text: 'It is not mine.', contact: 'ada@example.com', ...given };
  const answer = await send(house, {
    method: 'POST',
    url: `/c/${sessionId}/ask`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...form, page: randomUUIDv7() }).toString(),
  });
  assert.equal(answer.status, 200, answer.text);
  const [row] = await sql<{ id: string }>(
    house,
    'select id from consumer_requests where session_id = $1 order by id desc limit 1',
    [sessionId],
  );
  return row?.id ?? assert.fail('it is kept');
}
