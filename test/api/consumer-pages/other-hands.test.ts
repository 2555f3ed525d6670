// A link of every kind in the hands of somebody who sends another person's details to every page of it, in any order: the report that the
// page shows is never that person's. The pages are those of the table of routes, so that a new one is tried too.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TABLE } from '../../security/route-rows.ts';
import {
  agree,
  answerAll,
  createVisitor,
  hostPages,
  type Link,
  type MakeLink,
  press,
  type Seen,
  type Visitor,
} from '../../support/consumers/consumer-visitor.ts';
import { DETAILS } from '../../support/consumers/hosted.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';

let house: House;
let client: Client;
let makeLink: MakeLink;
before(async () => {
  house = await openHouse();
  const tenant = await createTenant(house);
  client = await clientOf(house, tenant);
  makeLink = await hostPages(house, tenant);
});
after(() => house?.close());

/** The fields of all forms, of another person than the link's. */
const OTHER = {
  ...{ firstName: 'Vera', lastName: 'Victim', day: '1', month: '2', year: '1970', mobile: '07700 900 555' },
  ...{ building: '7', street: 'Other Road', town: 'York', postcode: 'YO1 7HH' },
  ...{ code: '123456', choice: 'agree', more: 'no', index: '0' },
};
/** They end the visit: tried last. */
const LAST = ['/decline', '/close'];
const PAGES = Object.keys(TABLE)
  .filter((route) => / \/c\/:id\/\w/.test(route) && !route.includes(':hash') && !route.endsWith('/progress'))
  .map((route) => route.replace('/c/:id', '').split(' ') as ['GET' | 'POST', string])
  .sort(([, a], [, b]) => Number(LAST.includes(a)) - Number(LAST.includes(b)));

/** Every page twice: what the first round moved on, the second one meets. */
async function sendOther(visitor: Visitor, link: Link): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const round of [1, 2]) {
    for (const [method, page] of PAGES) {
      if (round === 1 && LAST.includes(page)) continue;
      const path = `/c/${link.id}${page}`;
      if (method === 'GET') seen.push(await visitor.get(path));
      else if (page === '/check') seen.push(await press(visitor, link));
      else seen.push(await visitor.post(path, { ...OTHER, token: link.token }));
    }
  }
  return seen;
}

const CHALLENGED = { challengeOptions: { status: 'challenge' } };
const PREFILLED = { ...CHALLENGED, prefill: DETAILS };
type Kind = {
  link: Record<string, unknown>;
  begin?: (visitor: Visitor, link: Link) => Promise<unknown>;
  shows: boolean;
};
const pressed = async (visitor: Visitor, link: Link) => {
  await agree(visitor, link);
  for (const page of ['other-names', 'other-addresses'])
    await visitor.post(`/c/${link.id}/${page}`, { more: 'no' });
  assert.equal((await press(visitor, link)).h1, 'Check your phone');
};
const KINDS: Record<string, Kind> = {
  'filled in': { link: PREFILLED, begin: agree, shows: true },
  'filled in, a code is out': { link: PREFILLED, begin: pressed, shows: true },
  'filled in, failed and tried again': {
    link: PREFILLED,
    begin: async (visitor, link) => {
      await pressed(visitor, link);
      for (const code of ['999991', '999992', '999993']) await visitor.post(`/c/${link.id}/code`, { code });
      await visitor.post(`/c/${link.id}/again`);
    },
    shows: true,
  },
  'empty, answered and complete': {
    link: {},
    begin: async (visitor, link) => {
      await answerAll(visitor, link);
      await press(visitor, link);
    },
    shows: true,
  },
  expired: {
    link: PREFILLED,
    begin: (_visitor, link) =>
      sql(house, `update consumer_sessions set expires_at = now() - interval '1 second' where id = $1`, [
        link.id,
      ]),
    shows: false,
  },
  'taken back': {
    link: PREFILLED,
    begin: (_visitor, link) =>
      client.post(`/${client.tenant.tenantId}/v1/consumer-sessions/${link.id}/cancel`, {}),
    shows: false,
  },
};

for (const [kind, { link: order, begin, shows }] of Object.entries(KINDS)) {
  test(`another person posted to every page of a link shows nothing of theirs: ${kind}`, async () => {
    const link = await makeLink(order);
    const visitor = createVisitor(house);
    await begin?.(visitor, link);
    const seen = await sendOther(visitor, link);
    const reports = seen.filter(
      ({ h1, headers }) => h1 === 'Your report' || headers['content-type'] === 'application/pdf',
    );
    assert.equal(
      reports.length > 0,
      shows,
      seen.map(({ path, status, h1 }) => `${path} ${status} ${h1}`).join('\n'),
    );
    for (const { text, path } of reports) assert.doesNotMatch(text, /Vera|Victim/, path);
    const session = (await client.get(`/${client.tenant.tenantId}/v1/consumer-sessions/${link.id}`)).body;
    if (session.creditReportId === null) return;
    const { creditReport } = (
      await client.get(`/${client.tenant.tenantId}/v1/credit-reports/${session.creditReportId}`)
    ).body.data;
    const { firstName, lastName } = creditReport?.person ?? {};
    assert.deepEqual([firstName, lastName], ['Ada', 'Sample']);
  });
}

test('who has the link after another browser began is let into none of its pages', async () => {
  const link = await makeLink(PREFILLED);
  const owner = createVisitor(house);
  await pressed(owner, link);
  const stranger = createVisitor(house);
  for (const { text, h1, path } of await sendOther(stranger, link)) {
    assert.doesNotMatch(text, /Ada|Sample|LS1/, path);
    assert.notEqual(h1, 'Your report', path);
  }
  const report = await owner.post(`/c/${link.id}/code`, { code: '123456' });
  assert.equal(report.h1, 'Your report');
});
