// A link that its tenant filled in, in the hands of somebody else: what they type over it is not taken, what the tenant lets them change
// is told by its name, and the report then stays hidden.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CHANGEABLE_FIELDS } from '../../../src/domain/hosted/consumer-session.ts';
import {
  agree,
  createVisitor,
  hostPages,
  type MakeLink,
  press,
  type Seen,
} from '../../support/consumers/consumer-visitor.ts';
import { type Client, clientOf, createTenant, type House, openHouse } from '../../support/house.ts';
import { feedSettled } from '../../support/webhooks/feed.ts';

type SessionFacts = {
  consumerSessionId?: string;
  externalReference?: string;
  creditReportId?: string;
  changed?: string[];
};

let house: House;
let client: Client;
let tenantId: string;
let makeLink: MakeLink;
before(async () => {
  house = await openHouse();
  const tenant = await createTenant(house);
  tenantId = tenant.tenantId;
  client = await clientOf(house, tenant);
  makeLink = await hostPages(house, tenant);
});
after(() => house?.close());

const PREFILL = {
  title: 'Ms',
  firstName: 'Ada',
  middleName: 'May',
  lastName: 'Sample',
  dateOfBirth: '1985-04-12',
  email: 'test002@example.com',
  mobileNumber: '+447700900982',
  addresses: [
    { type: 'previous', ukAddress: { buildingNumber: '3', townOrCity: 'Hull', postcode: 'HU1 2AA' } },
    { type: 'current', ukAddress: { buildingNumber: '12', townOrCity: 'Leeds', postcode: 'LS1 4AB' } },
  ],
  previousNames: [{ lastName: 'Maiden' }],
};
/** Another person, as somebody with the link would send them: every form of the page. */
const OTHER: [string, Record<string, string>][] = [
  ['name', { firstName: 'Bob', lastName: 'Victim' }],
  ['date-of-birth', { day: '1', month: '2', year: '1970' }],
  ['address', { building: '7', street: 'Other Road', town: 'York', postcode: 'YO1 7HH' }],
  ['mobile', { mobile: '07700 900 555' }],
  ['other-names/remove', { index: '0' }],
  ['other-addresses/remove', { index: '0' }],
  ['other-names', { more: 'no' }],
  ['other-addresses', { more: 'no' }],
];

async function visit(more: Record<string, unknown>, typed = OTHER) {
  const link = await makeLink({ challengeOptions: { status: 'challenge' }, ...more });
  const visitor = createVisitor(house);
  const at = (page: string) => `/c/${link.id}/${page}`;
  const first = await agree(visitor, link);
  const seen: Record<string, Seen> = {};
  for (const [page, form] of typed) seen[page] = await visitor.post(at(page), form);
  return { link, visitor, at, first, seen };
}

const sessionOf = async (id: string) => (await client.get(`/${tenantId}/v1/consumer-sessions/${id}`)).body;
const searched = ({ text }: Seen) => /Searched: <bdi>(.*?)<\/bdi>/.exec(text)?.[1];

test('what is filled in is shown and not asked; another person posted over it is refused in words and not taken', async () => {
  const { link, visitor, at, first, seen } = await visit({ prefill: PREFILL });
  assert.equal(first.h1, 'Check your answers', 'nothing is left to ask');
  for (const [page, words] of [
    ['name', 'Your name cannot be changed here'],
    ['date-of-birth', 'Your date of birth cannot be changed here'],
    ['address', 'Your address cannot be changed here'],
    ['mobile', 'Your mobile number cannot be changed here'],
  ] as const) {
    assert.deepEqual([seen[page]?.status, seen[page]?.h1], [409, words]);
    const got = await visitor.get(at(page));
    assert.deepEqual([got.status, got.h1], [200, words]);
    assert.doesNotMatch(got.text, /<input/);
    assert.match(
      got.text,
      /Tell <bdi>Acme Finance<\/bdi>: <bdi>by phone on <a class="phone" href="tel:08081570192">0808 157 0192<\/a><\/bdi>\./,
    );
  }
  const check = await visitor.get(at('check'));
  const rows = [...check.text.matchAll(/<dt>(.*?)<\/dt>\n<dd>(.*?)<\/dd>\n<dd>(.*?)<\/dd>/gs)];
  assert.deepEqual(
    rows.map(([, name, value = '', change = '']) =>
      [name, value.replace(/<[^>]*>/g, '|'), change && 'Change'].join(' '),
    ),
    [
      'Name |Ms Ada May Sample|| ',
      'Other names |Ada Maiden|| Change',
      'Date of birth |12 April 1985|| ',
      'Address |12|||Leeds|||LS1\u00a04AB|| ',
      'Other addresses |3, Hull, HU1\u00a02AA|| Change',
      'Mobile number |Ending 982|| ',
    ],
  );
  assert.doesNotMatch(check.text, /7700 ?900|Bob|Victim|York/, 'neither the number nor what was posted');
  for (const page of ['other-names', 'other-addresses'])
    assert.doesNotMatch((await visitor.get(at(page))).text, /Remove/);

  assert.match((await press(visitor, link)).text, /number ending 982/);
  assert.doesNotMatch((await visitor.get(at('not-received'))).text, /Use a different number/);
  assert.equal((await visitor.post(at('other-number'))).h1, 'Your mobile number cannot be changed here');
  const report = await visitor.post(at('code'), { code: '123456' });
  assert.deepEqual([report.h1, searched(report)], ['Your report', 'Ada May Sample and Ada Maiden']);
  assert.equal(report.text.split('<article').length - 1, 1, 'one record, by the e-mail of the prefill');
  const session = await sessionOf(link.id);
  assert.deepEqual([session.status, session.changed, session.consumerMayChange], ['complete', [], []]);
});

test('what the tenant lets a consumer change is told in answer, list, event and evidence, and hides the report', async () => {
  const more = { prefill: PREFILL, consumerMayChange: ['mobileNumber', 'addresses'] };
  const { link, visitor, at } = await visit({ ...more, externalReference: 'case-changed' });
  assert.match((await press(visitor, link)).text, /number ending 555/);
  const end = await visitor.post(at('code'), { code: '123456' });
  assert.equal(end.h1, 'All done');
  assert.doesNotMatch(end.text, /Ada|York/);
  assert.equal((await visitor.get(at('report.pdf'))).h1, 'All done');
  const changed = ['/mobileNumber', '/addresses/0', '/addresses/1'];
  const session = await sessionOf(link.id);
  assert.deepEqual([session.changed, session.showReportIfChanged], [changed, false]);
  const listed = await client.get(`/${tenantId}/v1/consumer-sessions?externalReference=case-changed`);
  assert.deepEqual(
    listed.body.items.map((one) => one.changed),
    [changed],
  );
  await feedSettled(house, tenantId);
  const { items } = (await client.get(`/${tenantId}/v1/events?pageSize=100`)).body;
  const told = items
    .map(({ type, data }) => ({ type, ...(data as SessionFacts) }))
    .filter(({ consumerSessionId }) => consumerSessionId === link.id);
  assert.deepEqual(
    told.map((event) => [event.type, event.changed]),
    [
      ['session.created', undefined],
      ['session.opened', undefined],
      ['session.consented', undefined],
      ['session.submitted', changed],
      ['session.code', changed],
      ['session.completed', changed],
    ],
  );
  for (const event of told) assert.equal(event.externalReference, 'case-changed', event.type);
  assert.equal(told.at(-1)?.creditReportId, session.creditReportId);
  const pack = await client.get(`/${tenantId}/v1/credit-reports/${session.creditReportId}/evidence`);
  assert.match(pack.text, /"changed": \[\s*"\/mobileNumber",\s*"\/addresses\/0",\s*"\/addresses\/1"\s*\]/);
});

test('a name that is added to the one filled in hides the report too; the tenant may choose to show it', async () => {
  const prefill = { firstName: 'Ada', lastName: 'Sample' };
  const typed: typeof OTHER = [
    ['other-names/add', { firstName: 'Bob', lastName: 'Victim' }],
    ...OTHER.filter(([page]) => page !== 'name' && !page.endsWith('remove')),
  ];
  for (const [showReportIfChanged, h1] of [
    [false, 'All done'],
    [true, 'Your report'],
  ] as const) {
    const { link, visitor, at } = await visit({ prefill, showReportIfChanged }, typed);
    await press(visitor, link);
    assert.equal((await visitor.post(at('code'), { code: '123456' })).h1, h1);
    assert.deepEqual((await sessionOf(link.id)).changed, ['/previousNames']);
  }
});

test('where name, birthday, address and number are filled in, the visit begins at the summary, and lists can be added to', async () => {
  const { previousNames: _none, ...rest } = PREFILL;
  const prefill = { ...rest, addresses: PREFILL.addresses.slice(1) };
  const { first, visitor, at } = await visit({ prefill }, []);
  assert.equal(first.h1, 'Check your answers');
  assert.match(first.text, /<bdi>None<\/bdi>/);
  await visitor.post(at('other-names/add'), { firstName: 'Ada', lastName: 'Maiden' });
  const added = await visitor.post(at('other-names'), { more: 'no' });
  assert.equal(added.h1, 'Check your answers');
  assert.match(added.text, /Ada Maiden/);
  for (const missing of ['firstName', 'dateOfBirth', 'mobileNumber', 'addresses']) {
    const less = await visit({ prefill: { ...prefill, [missing]: undefined } }, []);
    assert.notEqual(less.first.h1, 'Check your answers', missing);
  }
});

test('a consumer who is not shown the report finds their rights, and withdraws', async () => {
  const link = await makeLink({ prefill: PREFILL, showReport: false });
  const visitor = createVisitor(house);
  await agree(visitor, link);
  const done = await press(visitor, link);
  assert.equal(done.h1, 'All done');
  assert.match(done.text, new RegExp(`href="/c/${link.id}/rights"`));
  const rights = await visitor.get(`/c/${link.id}/rights`);
  assert.equal(rights.h1, 'Your rights');
  assert.doesNotMatch(rights.text, /Get letters|Save it first/);
  assert.equal((await visitor.post(`/c/${link.id}/withdraw`, {})).h1, 'You withdrew your agreement');
});

test('half a name is asked for the other half alone, and an address is added to those filled in', async () => {
  const prefill = { firstName: 'Ada', addresses: PREFILL.addresses };
  const typed: typeof OTHER = [
    ['name', { firstName: 'Bob', lastName: 'Typed' }],
    ['other-addresses/add', { building: '9', town: 'Bath', postcode: 'BA1 1AA' }],
    ...OTHER.filter(([page]) => page !== 'name' && page !== 'address'),
  ];
  const { link, visitor, at, first, seen } = await visit({ prefill }, typed);
  assert.equal(first.h1, 'What is your name?');
  assert.match(first.text, /First name: <bdi>Ada<\/bdi>/);
  assert.doesNotMatch(first.text, /name="firstName"/);
  assert.equal(seen.name?.h1, 'Have you had another name?');
  await visitor.post(at('other-addresses/add'), { building: '9', town: 'Bath', postcode: 'BA1 1AA' });
  const list = await visitor.get(at('other-addresses'));
  assert.deepEqual(list.text.match(/Remove<|3, Hull|9, Bath/g), ['3, Hull', '9, Bath', 'Remove<', '9, Bath']);
  await visitor.post(at('other-addresses'), { more: 'no' });
  await press(visitor, link);
  const report = await visitor.post(at('code'), { code: '123456' });
  assert.deepEqual([report.h1, searched(report)], ['Your report', 'Ada Typed']);
  assert.match(report.text, /HULL[\s\S]*BATH/i);
});

test('what was locked stays locked after a failed report, and wrong details end the visit', async () => {
  const { link, visitor, at } = await visit({ prefill: PREFILL }, []);
  await press(visitor, link);
  for (const code of ['999991', '999992', '999993']) await visitor.post(at('code'), { code });
  await visitor.post(at('again'));
  for (const [page, form] of OTHER) await visitor.post(at(page), form);
  assert.match((await press(visitor, link)).text, /number ending 982/);

  const wrong = await visit({ prefill: PREFILL }, []);
  assert.match(wrong.first.text, /These are not my details/);
  const ended = await wrong.visitor.post(wrong.at('decline'));
  assert.equal(ended.h1, 'You stopped');
  assert.match(ended.text, /Contact <bdi>Acme Finance<\/bdi>/);
  assert.equal((await sessionOf(wrong.link.id)).status, 'declined');
});

test('only fields that the page asks for may be named, each once', async () => {
  const post = (consumerMayChange: unknown) =>
    client.post(`/${tenantId}/v1/consumer-sessions`, {
      ...{ bureaus: ['equifax'], searchType: 'pcp', test: true, consentTextId: makeLink.consentTextId },
      consumerMayChange,
    });
  const all = await post([...CHANGEABLE_FIELDS]);
  assert.deepEqual([all.status, all.body.consumerMayChange], [200, [...CHANGEABLE_FIELDS]]);
  for (const [given, path] of [
    [['email'], '/consumerMayChange/0'],
    [['lastName', 'lastName'], '/consumerMayChange'],
    ['lastName', '/consumerMayChange'],
    [true, '/consumerMayChange'],
  ] as const) {
    const refused = await post(given);
    assert.deepEqual([refused.status, refused.body.details?.map((one) => one.path)], [400, [path]]);
  }
});
